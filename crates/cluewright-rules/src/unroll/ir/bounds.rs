//! Computes the bounds of a node from the bounds of its children: for every node when it is made, and for the steps of a program
//! whenever cells lose values. On single values the bounds are exact, so nodes are evaluated in this way as well.

use super::machine::Machine;
use super::{INF, Id, Kind, clamp};
use crate::condition::Domain;
use crate::whole::{floor_div, modulo};
use std::sync::Arc;

/// The maximum number of steps in one run of a machine. The limit keeps each run to a few milliseconds, because the deadline is not
/// checked during a run.
const MOST_STEPS: usize = 2_000_000;

/// The quotient, rounded down. An infinite number stays infinite.
pub(super) fn quotient(a: i64, b: i64) -> i64 {
    if b != 0 && a.abs() >= INF { a } else { floor_div(a, b) }
}

/// The smallest and the greatest of the numbers.
fn ends(numbers: impl IntoIterator<Item = i64>) -> (i64, i64) {
    numbers.into_iter().fold((i64::MAX, i64::MIN), |(low, high), n| (low.min(n), high.max(n)))
}

/// The bounds of the maximum of numbers with these bounds; `least` without any.
fn greatest(least: (i64, i64), all: impl Iterator<Item = (i64, i64)>) -> (i64, i64) {
    all.fold(least, |(low, high), n| (low.max(n.0), high.max(n.1)))
}

impl Kind {
    /// The bounds of a number, or of a truth value as 0 and 1, given the bounds of each child and the domain of each variable.
    pub(crate) fn bounds(
        &self,
        at: impl Fn(Id) -> (i64, i64),
        domain: impl Fn(u16, u16) -> Domain,
        machines: &[Arc<Machine>],
    ) -> (i64, i64) {
        let truth = |can: bool, must: bool| (i64::from(must), i64::from(can));
        match self {
            Self::True => (1, 1),
            Self::False => (0, 0),
            Self::Const(n) => (*n, *n),
            Self::Var(v, d) => {
                let domain = domain(*v, *d);
                let number = |v| i64::from(domain.first) + v;
                let end = |v: Option<cluewright_core::Value>| number(v.map_or(0, |v| i64::from(v.0)));
                (end(domain.values.min()), end(domain.values.max()))
            }
            Self::Table(v, d, table) => {
                ends(domain(*v, *d).values.iter().map(|v| table.get(v.index()).copied().unwrap_or(0)))
            }
            Self::Lin(terms, c) => terms.iter().fold((*c, *c), |(low, high), &(t, k)| {
                let (a, b) = at(t);
                let (a, b) = (clamp(a.saturating_mul(k)), clamp(b.saturating_mul(k)));
                (clamp(low + a.min(b)), clamp(high + a.max(b)))
            }),
            Self::Max(items) => greatest((-INF, -INF), items.iter().map(|&i| at(i))),
            Self::If(c, a, b) => match at(*c) {
                (1, _) => at(*a),
                (_, 0) => at(*b),
                _ => {
                    let (a, b) = (at(*a), at(*b));
                    (a.0.min(b.0), a.1.max(b.1))
                }
            },
            Self::Mul(a, b) => {
                let (a, b) = (at(*a), at(*b));
                ends([(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| clamp(a.saturating_mul(b))))
            }
            Self::Div(a, b) => match (at(*a), at(*b)) {
                (a, b) if b.0 == b.1 && (b.0 > 0 || a.0 == a.1) => (quotient(a.0, b.0), quotient(a.1, b.0)),
                (a, _) => {
                    let most = a.0.abs().max(a.1.abs());
                    (-most, most)
                }
            },
            Self::Mod(a, b) => match (at(*a), at(*b)) {
                (a, b) if a.0 == a.1 && b.0 == b.1 => (modulo(a.0, b.0), modulo(a.0, b.0)),
                (_, b) => (0, (b.0.abs().max(b.1.abs()) - 1).max(0)),
            },
            Self::Item(index, items) => {
                let (low, high) = at(*index);
                let last = items.len() as i64;
                let mut found = if low < 1 || high > last { (0, 0) } else { (i64::MAX, i64::MIN) };
                for place in low.max(1)..=high.min(last) {
                    let n = at(items[place as usize - 1]);
                    found = (found.0.min(n.0), found.1.max(n.1));
                }
                found
            }
            Self::Mask(v, d, values) => {
                let set = domain(*v, *d).values.0;
                truth(set & values != 0, set & !values == 0)
            }
            Self::Le(a) => {
                let (low, high) = at(*a);
                truth(low <= 0, high <= 0)
            }
            Self::Eq(a) => {
                let (low, high) = at(*a);
                truth(low <= 0 && high >= 0, (low, high) == (0, 0))
            }
            Self::And(items) => items.iter().fold((1, 1), |(low, high), &i| {
                let n = at(i);
                (low.min(n.0), high.min(n.1))
            }),
            Self::Or(items) => greatest((0, 0), items.iter().map(|&i| at(i))),
            Self::Distinct(items) => {
                let (mut can, mut must) = (true, true);
                for (i, &a) in items.iter().enumerate() {
                    let a = at(a);
                    for &b in &items[..i] {
                        let b = at(b);
                        can &= a.0 != a.1 || a != b;
                        must &= a.1 < b.0 || b.1 < a.0;
                    }
                }
                truth(can, must)
            }
            Self::Fold(machine, state, items) => {
                let machine = &machines[*machine as usize];
                ends(reached(machine, *state, items, at).into_iter().map(|s| machine.values[s as usize]))
            }
            Self::Reach(machine, state, items, wanted) => {
                let is_wanted = |s: &u32| wanted[*s as usize / 64] >> (*s % 64) & 1 == 1;
                let states = reached(&machines[*machine as usize], *state, items, at);
                truth(states.iter().any(is_wanted), states.iter().all(is_wanted))
            }
            Self::Not(a) => {
                let (low, high) = at(*a);
                (1 - high, 1 - low)
            }
        }
    }

    /// A rough maximum for the number of simple operations needed to compute the bounds.
    pub(crate) fn cost(&self, machines: &[Arc<Machine>]) -> u64 {
        match self {
            Self::Lin(terms, _) => terms.len() as u64,
            Self::Max(items) | Self::And(items) | Self::Or(items) | Self::Item(_, items) => items.len() as u64,
            Self::Distinct(items) => (items.len() * items.len()) as u64,
            Self::Fold(machine, _, items) | Self::Reach(machine, _, items, _) => {
                (machines[*machine as usize].steps.table().0.len() * items.len()).min(MOST_STEPS) as u64
            }
            _ => 1,
        }
    }
}

/// All states that a machine could end in if its items are within these bounds; all states of the machine if finding out takes too
/// long. A run over single numbers never takes too long.
fn reached(machine: &Machine, state: u32, items: &[Id], at: impl Fn(Id) -> (i64, i64)) -> Vec<u32> {
    let mut now = vec![state];
    let mut seen = vec![0u64; machine.values.len().div_ceil(64)];
    let mut left = MOST_STEPS;
    for &i in items {
        let (low, high) = at(i);
        // All numbers outside the machine's range have the same effect.
        let (first, width) = (machine.steps.first(), machine.steps.table().1 as i64);
        let inside = |n: i64| if low == high { n } else { n.clamp(first - 1, first + width) };
        let (low, high) = (inside(low), inside(high));
        match left.checked_sub(now.len() * (high - low + 1).max(1) as usize) {
            Some(less) => left = less,
            None => return (0..machine.values.len() as u32).collect(),
        }
        let mut next: Vec<u32> = Vec::new();
        seen.fill(0);
        for &s in &now {
            for n in low..=high {
                let to = machine.step(s, n);
                if seen[to as usize / 64] >> (to % 64) & 1 == 0 {
                    seen[to as usize / 64] |= 1 << (to % 64);
                    next.push(to);
                }
            }
        }
        now = next;
    }
    now
}
