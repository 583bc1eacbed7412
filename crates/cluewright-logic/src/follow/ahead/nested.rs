//! Nested trials on a [`Net`]: tries every candidate individually, or the candidates of a few small groups one level deeper.

use super::net::{Net, Spot};
use crate::board::oracle::Assumption;
use crate::board::space::Space;
use crate::step::found::Found;
use cluewright_core::model::GroupId;
use cluewright_core::{Candidate, Cell, Sort};

/// The number of groups examined for a nested trial.
const GROUPS: usize = 12;
/// Trials up to this depth search several groups for a short argument; deeper trials accept any contradiction.
const SHALLOW: u32 = 4;

impl Net {
    /// Tries the candidates one at a time, most promising first, in rounds, until a contradiction follows or a full round refutes
    /// no candidate. Adds the refuted candidates to `assumed`.
    pub(super) fn sweep(
        &mut self,
        space: &Space,
        spot: &mut Spot,
        nodes: &mut u32,
        assumed: &mut Vec<Assumption>,
        found: &mut Found,
    ) -> bool {
        let mut order: Vec<(u32, Candidate)> = Vec::new();
        for c in (0..space.model().len()).filter(|&c| spot.count[c] > 1) {
            let key = (u32::from(spot.count[c]) << 16) / (1 + self.weights[c]);
            let cell = Cell(c as u16);
            order.extend(spot.board.values(cell).iter().map(|v| (key, Candidate::new(cell, v))));
        }
        order.order();
        let mut below = self.pool.pop().unwrap_or_else(|| spot.clone());
        let (mut at, mut fruitless, mut clash) = (0, 0, None);
        while fruitless < order.len() && clash.is_none() {
            let candidate = order[at].1;
            at = (at + 1) % order.len();
            fruitless += 1;
            if !spot.board.has(candidate) || spot.placed.contains(candidate.cell) {
                continue;
            }
            if *nodes == 0 || found.spend(std::mem::take(&mut self.work)) {
                break;
            }
            *nodes -= 1;
            let id = space.id(candidate);
            below.copy_from(spot);
            let led = self.place(space, &mut below, id).and_then(|()| self.run(space, &mut below));
            self.clear();
            if let Err(why) = led {
                self.blame(space, why);
                assumed.push(Assumption { candidate, within: 0 });
                fruitless = 0;
                clash = self.lose(space, spot, &[id]).err();
            }
        }
        self.clear();
        self.pool.push(below);
        if let Some(clash) = clash {
            self.blame(space, clash);
        }
        clash.is_some()
    }

    /// Refutes candidates under an assumption until the assumption leads to a contradiction. Adds the refuted candidates to
    /// `assumed`.
    pub(super) fn nested(
        &mut self,
        space: &Space,
        spot: &mut Spot,
        depth: u32,
        nodes: &mut u32,
        assumed: &mut Vec<Assumption>,
        found: &mut Found,
    ) -> bool {
        if depth <= 1 {
            return false;
        }
        while let Some(gone) = self.split(space, spot, depth, nodes, assumed, found) {
            if let Err(clash) = self.lose(space, spot, &[gone]) {
                self.clear();
                self.blame(space, clash);
                return true;
            }
        }
        false
    }

    /// Finds a candidate of a small group that is refuted one level deeper. In deep trials, only the first candidate of the best
    /// group is tried, because any contradiction is then enough.
    fn split(
        &mut self,
        space: &Space,
        spot: &Spot,
        depth: u32,
        nodes: &mut u32,
        assumed: &mut Vec<Assumption>,
        found: &mut Found,
    ) -> Option<u32> {
        let most = if depth > SHALLOW { 1 } else { GROUPS };
        let mut best: [(u32, u32); GROUPS] = [(u32::MAX, 0); GROUPS];
        for (g, &left) in spot.count.iter().enumerate() {
            if left < 2 {
                continue;
            }
            let key = (u32::from(left) << 16) / (1 + self.weights[g]);
            if key < best[most - 1].0 && !Self::is_decided(space, spot, GroupId(g as u32)) {
                let at = best[..most].partition_point(|b| b.0 <= key);
                best[at..most].rotate_right(1);
                best[at] = (key, g as u32);
            }
        }
        self.work += spot.count.len() as u64 / 4;
        let mut below = self.pool.pop().unwrap_or_else(|| spot.clone());
        let mut result = None;
        'groups: for &(_, g) in best[..most].iter().take_while(|b| b.0 != u32::MAX) {
            for &c in &space.group(GroupId(g)).candidates {
                if !spot.board.has(c) {
                    continue;
                }
                if *nodes == 0 || found.spend(std::mem::take(&mut self.work)) {
                    break 'groups;
                }
                *nodes -= 1;
                let id = space.id(c);
                below.copy_from(spot);
                let led = self.place(space, &mut below, id).and_then(|()| self.run(space, &mut below));
                self.clear();
                let at = assumed.len();
                assumed.push(Assumption { candidate: c, within: 0 });
                let refuted = match led {
                    Err(clash) => {
                        self.blame(space, clash);
                        true
                    }
                    Ok(()) => self.nested(space, &mut below, depth - 1, nodes, assumed, found),
                };
                if refuted {
                    assumed[at].within = (assumed.len() - at - 1) as u32;
                    result = Some(id);
                    break 'groups;
                }
                assumed.truncate(at);
                if depth > SHALLOW {
                    break 'groups;
                }
            }
        }
        self.pool.push(below);
        result
    }

    /// Whether one of the group's candidates is filled in.
    fn is_decided(space: &Space, spot: &Spot, group: GroupId) -> bool {
        space.group(group).candidates.iter().any(|c| spot.placed.contains(c.cell) && spot.board.has(*c))
    }
}
