//! The numbers that variables known to be different have already used. While variables are fixed one after another, these numbers
//! are part of a state.

use crate::condition::nodes::{Domain, Var, Vars};
use cluewright_core::Sort;
use cluewright_core::quick::Numbers;

/// The maximum number of groups of different variables that are tracked, and the maximum number of numbers in each group. The used
/// numbers of all groups fit into one word.
const GROUPS: usize = 4;
const NUMBERS: u32 = 16;

/// Variables that are known to be different, and the numbers of these variables that are remembered.
#[derive(Debug)]
struct Group {
    vars: Vec<Var>,
    base: i32,
    /// One bit for each remembered number, counted from `base`.
    numbers: u64,
}

impl Group {
    /// Whether bit `i` represents the number `base + i`. This is true if all numbers up to the greatest are remembered, as in a
    /// house.
    fn lies_still(&self) -> bool {
        self.numbers & (self.numbers + 1) == 0
    }

    /// Converts values of a domain to remembered numbers: bits of a word, with the lowest bit for the smallest number.
    fn packed(&self, domain: Domain, values: u64) -> u64 {
        let numbers = values << (domain.first - self.base) & self.numbers;
        if self.lies_still() {
            return numbers;
        }
        let (mut all, mut rest) = (0, numbers);
        while rest != 0 {
            all |= 1 << (self.numbers & ((rest & rest.wrapping_neg()) - 1)).count_ones();
            rest &= rest - 1;
        }
        all
    }
}

/// The groups whose numbers are tracked, the largest group first.
#[derive(Debug)]
pub(super) struct Groups {
    all: Vec<Group>,
    /// Whether all numbers of every group are remembered.
    complete: bool,
}

impl Groups {
    /// Creates groups from lists of variables known to be different. `relevant` has a bit for each number that is remembered,
    /// counted from the smallest number of each list.
    pub(super) fn new(known: &[Vec<Var>], domain: &dyn Fn(Var) -> Domain, relevant: u64) -> Self {
        let mut all: Vec<Group> = Vec::new();
        let mut lists: Vec<&Vec<Var>> = known.iter().filter(|k| k.len() >= 2).collect();
        lists.order_by_key(|k| std::cmp::Reverse(k.len()));
        for vars in lists {
            // A list that is contained in another list adds nothing.
            if all.len() == GROUPS || all.iter().any(|g| vars.iter().all(|v| g.vars.contains(v))) {
                continue;
            }
            let base = vars.iter().map(|&v| domain(v).first).min().expect("a list has variables");
            let numbers = vars.iter().map(|&v| domain(v)).try_fold(0u64, |all, d| {
                let up = u32::try_from(d.first - base).ok()?;
                (up < 64 && d.values.0.leading_zeros() >= up).then(|| all | d.values.0 << up)
            });
            let Some(numbers) = numbers.map(|n| n & relevant) else { continue };
            // If they fit, remember numbers in gaps as well, so that no bits have to be moved.
            let whole = u64::MAX >> numbers.leading_zeros().min(63);
            let numbers = if whole.count_ones() <= NUMBERS && relevant == u64::MAX { whole } else { numbers };
            if numbers != 0 && numbers.count_ones() <= NUMBERS {
                all.push(Group { vars: vars.clone(), base, numbers });
            }
        }
        Self { all, complete: relevant == u64::MAX }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The number of variables in the largest group.
    pub(super) fn largest(&self) -> usize {
        self.all.first().map_or(0, |g| g.vars.len())
    }

    /// The other variables of the groups that contain `var`, group by group.
    pub(super) fn others(&self, var: Var) -> impl Iterator<Item = Var> {
        let around = self.all.iter().filter(move |g| g.vars.contains(&var));
        around.flat_map(|g| g.vars.iter().copied()).filter(move |&v| v != var)
    }

    /// Converts values of a variable to remembered numbers in all groups that contain the variable.
    pub(super) fn numbers(&self, var: Var, domain: Domain, values: u64) -> u64 {
        let own = self.all.iter().zip((0..).step_by(NUMBERS as usize)).filter(|g| g.0.vars.contains(&var));
        own.fold(0, |all, (group, shift)| all | group.packed(domain, values) << shift)
    }

    /// Prepares the step that fixes `var`; the variables in `later` have not been fixed yet.
    pub(super) fn step(&self, var: Var, later: &[Var], domain: &dyn Fn(Var) -> Domain) -> Step {
        let mut step = Step {
            values: domain(var).values.0,
            adds: [0; 64],
            own: Vec::new(),
            lies_still: true,
            needs: Vec::new(),
            later: [Vars::default(); GROUPS],
            kept: [0; 1 << GROUPS],
        };
        for value in domain(var).values {
            step.adds[value.index()] = self.numbers(var, domain(var), 1 << value.0);
        }
        for (i, group) in self.all.iter().enumerate() {
            let shift = NUMBERS * i as u32;
            if group.vars.contains(&var) {
                step.own.push((shift, (domain(var).first - group.base) as u32));
                step.lies_still &= group.lies_still();
            }
            let (mut union, mut count) = (0, 0);
            for &v in later.iter().filter(|v| group.vars.contains(v)) {
                union |= group.packed(domain(v), domain(v).values.0);
                count += 1;
                step.later[i] = step.later[i].with(Vars::of(v));
            }
            // If the later variables together have at least as many numbers as the group has variables, enough numbers are left
            // whichever numbers are used.
            if self.complete && count > 0 && (union.count_ones() as usize) < group.vars.len() {
                step.needs.push((union << shift, count));
            }
            for (_, kept) in step.kept.iter_mut().enumerate().filter(|k| k.0 >> i & 1 == 1) {
                *kept |= union << shift;
            }
        }
        step
    }
}

/// How fixing a variable depends on the numbers used so far, and which numbers it adds to them.
#[derive(Debug)]
pub(super) struct Step {
    values: u64,
    /// For each value, the numbers that it adds.
    adds: [u64; 64],
    /// For each group that contains the variable, where the group's numbers begin in the word, and the difference between value 0
    /// and the group's base. `lies_still` is true if bit `i` represents the number `base + i` in all of these groups.
    own: Vec<(u32, u32)>,
    lies_still: bool,
    /// For each group that may run out of numbers: the numbers that its later variables may hold, and the number of these
    /// variables.
    needs: Vec<(u64, u32)>,
    /// For each group, its later variables.
    later: [Vars; GROUPS],
    /// The numbers that are still remembered, indexed by the set of groups (one bit each) that have a later variable among those
    /// that are read.
    kept: [u64; 1 << GROUPS],
}

impl Step {
    /// The values that are forbidden by the used numbers.
    #[inline]
    pub(super) fn blocked(&self, used: u64) -> u64 {
        if self.lies_still {
            let of_group = |&(shift, first): &(u32, u32)| (used >> shift & ((1 << NUMBERS) - 1)) >> first;
            return self.own.iter().fold(0, |all, own| all | of_group(own));
        }
        let (mut blocked, mut rest) = (0, self.values);
        while rest != 0 {
            let value = rest.trailing_zeros();
            rest &= rest - 1;
            blocked |= u64::from(self.adds[value as usize] & used != 0) << value;
        }
        blocked
    }

    /// The used numbers, including the numbers that this value adds.
    #[inline]
    pub(super) fn with(&self, used: u64, value: u32) -> u64 {
        used | self.adds[value as usize & 63]
    }

    /// Whether enough numbers are left for the later variables.
    #[inline]
    pub(super) fn is_enough(&self, used: u64) -> bool {
        self.needs.iter().all(|&(union, count)| (union & !used).count_ones() >= count)
    }

    /// The numbers that are still remembered if the rest reads the variables in `reads`.
    #[inline]
    pub(super) fn kept(&self, reads: Vars) -> u64 {
        let groups = (0..GROUPS).fold(0, |all, i| all | usize::from(reads.meets(self.later[i])) << i);
        self.kept[groups]
    }
}

/// A state: the index of the remaining condition, and the numbers used so far.
pub(super) type State = (u32, u64);

/// The states after a variable, numbered in the order in which they are found.
pub(super) struct States {
    pub(super) list: Vec<State>,
    places: Numbers,
}

impl States {
    /// Creates an empty list with capacity for `count` states.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { list: Vec::new(), places: Numbers::with_capacity(count) }
    }

    /// Returns the index of a state, which is added if it is new.
    #[inline]
    pub(super) fn number(&mut self, state: State) -> u32 {
        let hash = (u64::from(state.0).rotate_left(40) ^ state.1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The multiplication mixes the high bits best.
        let hash = hash ^ hash >> 32;
        self.places.find(hash, |i| self.list[i as usize] == state).unwrap_or_else(|| {
            let number = self.list.len() as u32;
            self.places.add(hash, number);
            self.list.push(state);
            number
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::{Random, ValueSet};

    /// The reference implementation for the test stores used numbers as lists, one for each group.
    #[test]
    fn words_of_used_numbers_are_lists_of_them() {
        let mut rng = Random::new(0x0DDB_1A5E_5BAD_5EED);
        let mut random = move |n: u64| rng.below(n);
        let (mut blocked, mut too_few, mut forgotten, mut gaps) = (0, 0, 0, 0);
        for _ in 0..3_000 {
            let count = 2 + random(5) as usize;
            let top = 3 + random(18);
            let domains: Vec<Domain> = (0..count)
                .map(|_| Domain { first: random(2) as i32, values: ValueSet(1 + random((1 << top) - 1)) })
                .collect();
            let domain = |v: Var| domains[v.index()];
            let vars: Vec<Var> = (0..count as u16).map(Var).collect();
            let known: Vec<Vec<Var>> =
                (0..=random(3)).map(|_| vars.iter().copied().filter(|_| random(3) > 0).collect()).collect();
            let all = random(2) == 0;
            let relevant = if all { u64::MAX } else { random(1 << top) };
            let groups = Groups::new(&known, &domain, relevant);
            gaps += usize::from(groups.all.iter().any(|g| !g.lies_still()));
            let number = |v: Var, value: u32| i64::from(domain(v).first) + i64::from(value);
            let remembered = |g: &Group, n: i64| g.numbers >> (n - i64::from(g.base)) & 1 == 1;
            // Fix one variable after another to one of its possible values.
            let mut used = 0;
            let mut lists: Vec<Vec<i64>> = vec![Vec::new(); groups.all.len()];
            for (i, &var) in vars.iter().enumerate() {
                let step = groups.step(var, &vars[i + 1..], &domain);
                let forbidden = |value: u32| {
                    let own = groups.all.iter().zip(&lists).filter(|g| g.0.vars.contains(&var));
                    own.into_iter().any(|(_, list)| list.contains(&number(var, value)))
                };
                let free: Vec<u32> = domain(var).values.iter().map(|v| v.0.into()).filter(|&v| !forbidden(v)).collect();
                let said = step.blocked(used) & domain(var).values.0;
                assert_eq!(domain(var).values.0 & !said, free.iter().fold(0, |all, v| all | 1 << v));
                blocked += usize::from(said != 0);
                if free.is_empty() {
                    break;
                }
                let value = free[random(free.len() as u64) as usize];
                used = step.with(used, value);
                for (g, list) in groups.all.iter().zip(&mut lists) {
                    if g.vars.contains(&var) && remembered(g, number(var, value)) {
                        list.push(number(var, value));
                    }
                }
                let later =
                    |g: &Group| vars[i + 1..].iter().copied().filter(|v| g.vars.contains(v)).collect::<Vec<Var>>();
                let can_hold = |v: Var, n: i64| domain(v).values.iter().any(|x| number(v, x.0.into()) == n);
                let enough = !all
                    || groups.all.iter().zip(&lists).all(|(g, list)| {
                        let left = later(g);
                        let numbers = (0..64).map(|n| n + i64::from(g.base)).filter(|n| !list.contains(n));
                        left.is_empty()
                            || numbers.filter(|&n| left.iter().any(|&v| can_hold(v, n))).count() >= left.len()
                    });
                assert_eq!(step.is_enough(used), enough);
                too_few += usize::from(!enough);
                // Choose which of the later variables are read, and compute the numbers that are remembered for them.
                let reads: Vec<Var> = vars[i + 1..].iter().copied().filter(|_| random(2) == 0).collect();
                let kept = step.kept(reads.iter().fold(Vars::default(), |all, &v| all.with(Vars::of(v))));
                for (g, list) in groups.all.iter().zip(&mut lists) {
                    let before = list.len();
                    let read = later(g).iter().any(|v| reads.contains(v));
                    list.retain(|&n| read && later(g).iter().any(|&v| can_hold(v, n)));
                    forgotten += usize::from(list.len() < before);
                }
                used &= kept;
                assert_eq!(used.count_ones() as usize, lists.iter().map(Vec::len).sum::<usize>());
            }
        }
        assert!(
            blocked > 500 && too_few > 50 && forgotten > 500 && gaps > 100,
            "{blocked} {too_few} {forgotten} {gaps}"
        );
    }
}
