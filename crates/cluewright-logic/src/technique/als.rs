//! Almost locked sets: `n` cells of a set that have `n + 1` values in total. If one of the values does not occur in the
//! cells, all the other values do. If two almost locked sets cannot both contain a value `x` (a *restricted common*),
//! at least one set lacks `x` and therefore contains all its other values. Techniques: ALS-XZ, ALS-XY-Wing, chains,
//! Death Blossom.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, infos};
use crate::structure::als::{Network, network};
use cluewright_core::{Candidate, Cell, Value, ValueSet};

infos! {
    ALS_XZ: "als_xz", "ALS-XZ", &["axz", "0901"], 75, "Sunnie 7.5";
    ALS_XZ_DOUBLE: "als_xz_doubly_linked", "Doubly Linked ALS-XZ", &["axz", "0901"], 75, "Sunnie 7.5";
    ALS_XY_WING: "als_xy_wing", "ALS-XY-Wing", &["axy", "0902"], 80, "Sunnie 8.0";
    ALS_CHAIN: "als_chain", "ALS Chain", &["ach", "0903", "als-xy-chain"], 84, "our figure: above ALS-XY-Wing";
    DEATH_BLOSSOM: "death_blossom", "Death Blossom", &["db", "0904"], 86, "HoDoKu: above ALS chains";
}

/// Chains of almost locked sets: two sets form an ALS-XZ, three sets an ALS-XY-Wing.
pub(crate) struct AlsChain {
    /// The minimum number of sets in a chain.
    pub(crate) from: usize,
    /// The maximum number of sets in a chain.
    pub(crate) to: usize,
}

/// Death Blossom: whichever candidate of a cell is true, it removes its value from an almost locked set, and that set
/// then contains a certain other value, which is the same for all these sets.
pub(crate) struct DeathBlossom;

impl Technique for AlsChain {
    fn info(&self) -> &'static TechniqueInfo {
        [&ALS_XZ, &ALS_XY_WING, &ALS_CHAIN][(self.from - 2).min(2)]
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        if self.from == 2 { vec![&ALS_XZ, &ALS_XZ_DOUBLE] } else { vec![self.info()] }
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(network) = network(view, found) else { return };
        let network = &*network;
        if self.from == 2 {
            doubly_linked(view, network, found);
        }
        // Chains of sets that share no cell are easier to follow, so these chains are searched for first.
        for overlap in [false, true] {
            for length in self.from..=self.to {
                for start in 0..network.sets.len() {
                    let mut chain = vec![(start, ValueSet::EMPTY)];
                    self.extend(view, network, (length, overlap), &mut chain, found);
                    if found.is_full() {
                        return;
                    }
                }
            }
        }
    }
}

impl AlsChain {
    /// Extends `chain`, a list of sets. Each entry also has the value that links the set to the previous set, stored as
    /// a one-element value set.
    fn extend(
        &self,
        view: &View,
        network: &Network,
        (length, overlap): (usize, bool),
        chain: &mut Vec<(usize, ValueSet)>,
        found: &mut Found,
    ) {
        let (at, by) = chain[chain.len() - 1];
        if found.is_full() || found.spend(1) {
            return;
        }
        if chain.len() == length {
            let start = chain[0].0;
            if start < at {
                self.report(view, network, chain, found);
            }
            return;
        }
        for &(next, common) in &network.links[at] {
            let next = next as usize;
            let shares = |&(s, _): &(usize, ValueSet)| network.sets[s].all.meets(&network.sets[next].all);
            if chain.iter().any(|&(s, _)| s == next) || !overlap && chain.iter().any(shares) {
                continue;
            }
            for x in common.minus(by) {
                chain.push((next, ValueSet::of(x)));
                self.extend(view, network, (length, overlap), chain, found);
                chain.pop();
            }
        }
    }

    fn report(&self, view: &View, network: &Network, chain: &[(usize, ValueSet)], found: &mut Found) {
        let (first, last) = (chain[0].0, chain[chain.len() - 1].0);
        let used = chain[1].1 | chain[chain.len() - 1].1;
        let (a, b) = (&network.sets[first], &network.sets[last]);
        // The values that link the two end sets into the chain are used up, so each end set must contain its other
        // values.
        let free = (a.values & b.values).minus(if chain.len() == 2 { used } else { ValueSet::EMPTY });
        let free: ValueSet =
            free.iter().filter(|&v| !chain[1].1.contains(v) && !chain[chain.len() - 1].1.contains(v)).collect();
        let mut victims: Vec<Candidate> = Vec::new();
        let mut links = Vec::new();
        let mut values = ValueSet::EMPTY;
        for z in free {
            let Some(seen) = network.seen_by_both(first, last, z) else { continue };
            let gone = candidates(view, &seen);
            links.extend(all_linked(view, &gone, &a.candidates(view, z)));
            links.extend(all_linked(view, &gone, &b.candidates(view, z)));
            victims.extend(gone);
            values.insert(z);
        }
        if victims.is_empty() {
            return;
        }
        let mut reasons: Vec<Reason> = Vec::new();
        for (k, &(s, by)) in chain.iter().enumerate() {
            reasons.extend(network.sets[s].reasons(view));
            if k > 0 {
                for x in by {
                    let (p, q) = (&network.sets[chain[k - 1].0], &network.sets[s]);
                    reasons.extend(all_linked(view, &p.candidates(view, x), &q.candidates(view, x)));
                }
            }
        }
        let pattern = Pattern::Als {
            sets: chain.iter().map(|&(s, _)| (network.sets[s].cells.clone(), network.sets[s].values)).collect(),
            commons: chain[1..].iter().map(|&(_, x)| x).collect(),
            stem: None,
        };
        let cells: usize = chain.iter().map(|&(s, _)| network.sets[s].cells.len()).sum();
        found.push(
            Step::new(self.info(), pattern)
                .remove(victims)
                .because(reasons)
                .because(links)
                .harder((cells as u16).saturating_sub(4).min(8)),
        );
    }
}

/// Two sets with two restricted commons: each restricted common must occur in one of the two sets, and each set must
/// contain all its other values.
fn doubly_linked(view: &View, network: &Network, found: &mut Found) {
    for i in 0..network.sets.len() {
        for &(j, common) in network.links[i].iter().filter(|(j, common)| (*j as usize) < i && common.len() >= 2) {
            let j = j as usize;
            let (a, b) = (&network.sets[i], &network.sets[j]);
            if a.cells.iter().any(|c| b.cells.contains(c)) {
                continue;
            }
            let mut victims = Bits::new(view.space().capacity());
            let mut links = Vec::new();
            for x in common {
                if let Some(seen) = network.seen_by_both(i, j, x) {
                    victims.or(&seen);
                    let gone = candidates(view, &seen);
                    links.extend(all_linked(view, &gone, &a.candidates(view, x)));
                    links.extend(all_linked(view, &gone, &b.candidates(view, x)));
                }
            }
            for (k, set) in [(i, a), (j, b)] {
                for v in set.values.minus(common) {
                    if let Some(seen) = network.peers(k, v) {
                        victims.or(seen);
                        links.extend(all_linked(view, &candidates(view, seen), &set.candidates(view, v)));
                    }
                }
            }
            victims.minus(&a.all);
            victims.minus(&b.all);
            if victims.is_empty() {
                continue;
            }
            let mut reasons = [a.reasons(view), b.reasons(view)].concat();
            for x in common {
                reasons.extend(all_linked(view, &a.candidates(view, x), &b.candidates(view, x)));
            }
            let pattern = Pattern::Als {
                sets: vec![(a.cells.clone(), a.values), (b.cells.clone(), b.values)],
                commons: vec![common],
                stem: None,
            };
            let step = Step::new(&ALS_XZ_DOUBLE, pattern).remove(candidates(view, &victims));
            found.push(step.because(reasons).because(links));
            if found.is_full() {
                return;
            }
        }
    }
}

impl Technique for DeathBlossom {
    fn info(&self) -> &'static TechniqueInfo {
        &DEATH_BLOSSOM
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(network) = network(view, found) else { return };
        let network = &*network;
        for c in 0..view.model().len() as u16 {
            let stem = Cell(c);
            let values = view.values(stem);
            if !(2..=4).contains(&values.len()) {
                continue;
            }
            // For each value of the stem, the almost locked sets whose places for the value are all seen by the stem.
            let petals: Vec<Vec<usize>> = values
                .iter()
                .map(|v| {
                    let id = view.space().id(Candidate::new(stem, v));
                    (0..network.sets.len())
                        .filter(|&s| {
                            !network.sets[s].cells.contains(&stem) && network.peers(s, v).is_some_and(|p| p.has(id))
                        })
                        .collect()
                })
                .collect();
            if petals.iter().any(Vec::is_empty) {
                continue;
            }
            let all = ValueSet::ALL;
            for overlap in [false, true] {
                bloom(view, network, stem, &petals, overlap, &mut Vec::new(), all, None, found);
            }
            if found.is_full() {
                return;
            }
        }
    }
}

#[allow(clippy::too_many_arguments)] // a recursion's state
fn bloom(
    view: &View,
    network: &Network,
    stem: Cell,
    petals: &[Vec<usize>],
    overlap: bool,
    chosen: &mut Vec<usize>,
    common: ValueSet,
    seen: Option<&Vec<(Value, Bits)>>,
    found: &mut Found,
) {
    if found.is_full() || found.spend(1) {
        return;
    }
    let values: Vec<Value> = view.values(stem).iter().collect();
    if chosen.len() == petals.len() {
        let Some(seen) = seen else { return };
        let mut victims: Vec<Candidate> = Vec::new();
        let mut reasons = vec![group_reason(view, view.cell_group(stem))];
        for (k, &s) in chosen.iter().enumerate() {
            let set = &network.sets[s];
            reasons.extend(set.reasons(view));
            reasons.extend(all_linked(view, &[Candidate::new(stem, values[k])], &set.candidates(view, values[k])));
            for (z, bits) in seen {
                reasons.extend(all_linked(view, &candidates(view, bits), &set.candidates(view, *z)));
            }
        }
        for (_, bits) in seen {
            victims.extend(candidates(view, bits));
        }
        let pattern = Pattern::Als {
            sets: chosen.iter().map(|&s| (network.sets[s].cells.clone(), network.sets[s].values)).collect(),
            commons: values.iter().map(|&v| ValueSet::of(v)).collect(),
            stem: Some(stem),
        };
        found.push(Step::new(&DEATH_BLOSSOM, pattern).remove(victims).because(reasons));
        return;
    }
    let v = values[chosen.len()];
    for &s in &petals[chosen.len()] {
        let shares = |&c: &usize| network.sets[c].all.meets(&network.sets[s].all);
        if chosen.contains(&s) || !overlap && chosen.iter().any(shares) {
            continue;
        }
        let shared = common & network.sets[s].values.without(v);
        if shared.is_empty() {
            continue;
        }
        let mut next: Vec<(Value, Bits)> = Vec::new();
        for z in shared {
            let Some(peers) = network.peers(s, z) else { continue };
            let mut bits = match seen {
                Some(list) => match list.iter().find(|(w, _)| *w == z) {
                    Some((_, b)) => b.clone(),
                    None => continue,
                },
                None => view.live().clone(),
            };
            bits.and(peers);
            if !bits.is_empty() {
                next.push((z, bits));
            }
        }
        if next.is_empty() {
            continue;
        }
        chosen.push(s);
        let shared = next.iter().map(|(z, _)| *z).collect();
        bloom(view, network, stem, petals, overlap, chosen, shared, Some(&next), found);
        chosen.pop();
    }
}
