//! A list read by an automaton together with the numbers that variables known to differ have used.

use super::{DEAD, Layer, Word};
use crate::compile::ir::{Domain, Var};
use cluewright_core::quick::QuickMap;

/// Most groups of different variables that are followed, and most numbers of each: their used numbers fit a word.
const GROUPS: usize = 4;
const NUMBERS: u32 = 16;
/// The product may have so many states before merging.
const PRODUCT_STATES: usize = 12_000;
/// The same for cells that lie in several houses: used numbers of parts of the list narrow less.
const MIXED_STATES: usize = 3_000;

/// Variables known to differ, by their places in the order.
struct Group {
    places: Vec<usize>,
    base: i32,
    /// How many numbers they may hold, counted from the base.
    width: u32,
}

fn groups(word: &Word<'_>, order: &[Var]) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let mut known: Vec<&Vec<u16>> = word.known.iter().collect();
    known.sort_by_key(|k| std::cmp::Reverse(k.len()));
    for list in known {
        let places: Vec<usize> = (0..order.len()).filter(|&i| list.contains(&order[i].0)).collect();
        let domains = || places.iter().map(|&i| word.domains[order[i].index()]);
        let Some(base) = domains().map(|d| d.first).min() else { continue };
        let highest = |d: Domain| d.first - base + d.values.max().map_or(0, |v| i32::from(v.0));
        let inside = all.iter().any(|g| places.iter().all(|p| g.places.contains(p)));
        let width = domains().map(highest).max().unwrap_or(0) as u32 + 1;
        if places.len() >= 2 && !inside && width <= NUMBERS {
            all.push(Group { places, base, width });
        }
        if all.len() == GROUPS {
            break;
        }
    }
    all
}

/// The automaton together with the numbers used by variables known to differ; none when there are none, or too many
/// states.
pub(super) fn product(
    word: &Word<'_>,
    order: &[Var],
    values: &[Vec<u8>],
    plain: &[Layer],
    spent: &mut u64,
) -> Option<Vec<Layer>> {
    let groups = groups(word, order);
    if groups.is_empty() {
        return None;
    }
    let free = accepts_all(plain);
    let reads = reads(plain);
    let room = if groups[0].places.len() == order.len() { PRODUCT_STATES } else { MIXED_STATES };
    let mut states: Vec<(u32, u64)> = vec![(0, 0)];
    let mut total = 1;
    let mut layers = Vec::with_capacity(plain.len());
    let mut places = Places::new(plain, &groups);
    for (i, layer) in plain.iter().enumerate() {
        let domain = word.domains[order[i].index()];
        // By group: what its variables after this one may hold, how many they are (0: there is enough), their places as
        // bits.
        let mut after = [(0u64, 0u32, 0u64); GROUPS];
        let mut own = [None; GROUPS];
        for (g, group) in groups.iter().enumerate() {
            for &p in group.places.iter().filter(|&&p| p > i) {
                let d = word.domains[order[p].index()];
                after[g].0 |= d.values.0 << (d.first - group.base);
                after[g].1 += 1;
                after[g].2 |= 1 << p.min(63);
            }
            own[g] = group.places.contains(&i).then(|| domain.first - group.base);
            // With so many numbers there is one for each, whatever those before have used.
            let used = group.places.iter().filter(|&&p| p <= i).count() as u32;
            if after[g].0.count_ones() >= after[g].1 + used {
                after[g].1 = 0;
            }
        }
        let mut found: Vec<(u32, u64)> = Vec::new();
        let mut next = Vec::with_capacity(states.len() * layer.width);
        *spent += 3 * (states.len() * layer.width) as u64;
        for &(class, used) in &states {
            for (&to, &value) in layer.row(class).iter().zip(&values[i]) {
                let reached = stepped(to, value, used, (&after, &own, groups.len()), free[i + 1], &reads[i + 1]);
                let Some(state) = reached else {
                    next.push(DEAD);
                    continue;
                };
                let at = places.of(state);
                if *at == DEAD {
                    *at = found.len() as u32;
                    found.push(state);
                }
                next.push(*at);
            }
        }
        total += found.len();
        if total > room {
            return None;
        }
        layers.push(Layer { width: layer.width, next });
        places.forget(&found);
        states = found;
    }
    Some(layers)
}

/// Where the states of a layer are in their list: by number where one group has few numbers, as in a house.
enum Places {
    Dense(u32, Vec<u32>),
    Sparse(QuickMap<(u32, u64), u32>),
}

impl Places {
    fn new(plain: &[Layer], groups: &[Group]) -> Self {
        let most = plain.iter().map(Layer::len).max().unwrap_or(1);
        match groups {
            [one] if one.width <= 12 && most << one.width <= 1 << 18 => {
                Self::Dense(one.width, vec![DEAD; most << one.width])
            }
            _ => Self::Sparse(QuickMap::default()),
        }
    }

    fn of(&mut self, (class, used): (u32, u64)) -> &mut u32 {
        match self {
            Self::Dense(width, all) => &mut all[(class as usize) << *width | used as usize],
            Self::Sparse(all) => all.entry((class, used)).or_insert(DEAD),
        }
    }

    fn forget(&mut self, states: &[(u32, u64)]) {
        match self {
            Self::Dense(..) => states.iter().for_each(|&s| *self.of(s) = DEAD),
            Self::Sparse(all) => all.clear(),
        }
    }
}

/// For each group: what is read after a variable (values, how many, which), and the variable's shift when it is its own.
type Around<'a> = (&'a [(u64, u32, u64); GROUPS], &'a [Option<i32>; GROUPS], usize);

/// The state after a value, when that is possible.
fn stepped(
    to: u32,
    value: u8,
    used: u64,
    (after, own, groups): Around<'_>,
    free: Option<u32>,
    reads: &[u64],
) -> Option<(u32, u64)> {
    if to == DEAD {
        return None;
    }
    let mut kept = 0;
    for g in 0..groups {
        let mut numbers = used >> (NUMBERS as usize * g) & ((1 << NUMBERS) - 1);
        if let Some(shift) = own[g] {
            let bit = 1u64 << (i32::from(value) + shift);
            if numbers & bit != 0 {
                return None;
            }
            numbers |= bit;
        }
        let (union, count, which) = after[g];
        if count > 0 && (union & !numbers).count_ones() < count {
            return None;
        }
        // Remembered only while something is refused by what is read of the group.
        if Some(to) != free && reads.get(to as usize).is_none_or(|r| r & which != 0) {
            kept |= (numbers & union) << (NUMBERS as usize * g);
        }
    }
    Some((to, kept))
}

/// Before each variable, and at the end: the state from which every list is accepted.
fn accepts_all(layers: &[Layer]) -> Vec<Option<u32>> {
    let mut all = vec![Some(0)];
    for layer in layers.iter().rev() {
        let after = *all.last().expect("the end");
        let is_free = |s: &u32| layer.row(*s).iter().all(|&to| to != DEAD && Some(to) == after);
        all.push((0..layer.len() as u32).find(is_free));
    }
    all.reverse();
    all
}

/// Before each variable: for each state which places it depends on, a bit each, the last bit for all from there on.
fn reads(layers: &[Layer]) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![vec![0]];
    for (i, layer) in layers.iter().enumerate().rev() {
        let after = all.last().expect("the end");
        let of = |s: u32| {
            let row = layer.row(s);
            let own = if row.iter().all(|&to| to == row[0]) { 0 } else { 1 << i.min(63) };
            row.iter().filter(|&&to| to != DEAD).fold(own, |r, &to| r | after[to as usize])
        };
        let now = (0..layer.len() as u32).map(of).collect();
        all.push(now);
    }
    all.reverse();
    all
}
