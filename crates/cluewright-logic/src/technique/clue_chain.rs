//! Chains through clues: consequences, each of one candidate's truth alone, that lead from a candidate's being true to
//! its being false. As in any chain the links are two candidates that are not both true, or two one of which is; here
//! they come from constraints too, observed one constraint at a time.

use super::implied::exclusion;
use crate::board::bits::Bits;
use crate::board::view::View;
use crate::follow::consequences::forbidding;
use crate::step::found::Found;
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Consequence, Pattern, Reason, Step, TechniqueInfo};
use crate::structure::links::{Links, links};
use cluewright_core::Sort;
use cluewright_core::model::{ConstraintId, GroupId};
use std::cell::OnceCell;

/// See the file's first lines.
pub(crate) struct ClueChain;

static CLUE_CHAIN: TechniqueInfo = TechniqueInfo {
    id: "clue_chain",
    name: "Clue Chain",
    aliases: &["chain with clues", "variant aic"],
    difficulty: 66,
    source: "our figure: as a chain of candidates; each link adds",
};

/// Most consequences in one chain.
const LONGEST: u32 = 20;
/// Most links looked at in one position.
const MOST_LINKS: u64 = 3_000_000;

/// Why one consequence follows from the one before.
#[derive(Clone, Copy, Debug)]
enum Edge {
    /// Not both are true.
    Excludes,
    /// The last of a group but those the one before excludes (or the other of two).
    Group(GroupId),
    /// A constraint, once the one before is false.
    Lost(ConstraintId),
}

const NONE: u32 = u32::MAX;

struct Search<'v> {
    view: &'v View<'v>,
    links: &'v Links,
    /// By candidate: what it excludes now, and how many that are; made when first asked for.
    excluded: Vec<OnceCell<(Bits, u64)>>,
    /// By candidate: those that are true without it, as the other of two.
    others: Vec<Vec<(u32, GroupId)>>,
    /// By candidate: those that are true with it, as the last of a group.
    forced: Vec<Vec<(u32, GroupId)>>,
    /// By literal (2 * candidate + truth): the literal before it and why.
    from: Vec<(u32, Edge)>,
    reached: Vec<u32>,
    /// Candidates that were reached as false.
    falses: Bits,
    work: u64,
}

impl Technique for ClueChain {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE_CHAIN
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(links) = links(view, found) else { return };
        let links = &*links;
        let room = view.space().room();
        let mut search = Search {
            view,
            links,
            excluded: vec![OnceCell::new(); room],
            others: others(view),
            forced: vec![Vec::new(); room],
            from: vec![(NONE, Edge::Excludes); 2 * room],
            reached: Vec::new(),
            falses: Bits::new(room),
            work: 0,
        };
        search.force();
        let mut best: Option<(u32, Vec<(u32, Edge)>)> = None;
        let mut all = Vec::new();
        for x in view.live().iter() {
            let c = view.space().candidate(x);
            if view.is_placed(c.cell) || view.oracle().and_then(|o| o.is_possible(c)) == Some(true) {
                continue;
            }
            let shorter = best.as_ref().map_or(LONGEST, |(_, b)| b.len() as u32 - 1);
            let before = search.work;
            if let Some(path) = search.way_to_false(x, if found.wants_all() { LONGEST } else { shorter }) {
                if found.wants_all() {
                    all.push((x, path));
                } else {
                    best = Some((x, path));
                }
            }
            if found.spend((search.work - before) / 4) || search.work > MOST_LINKS {
                break;
            }
        }
        for (x, path) in best.into_iter().chain(all) {
            if let Some(step) = search.step(x, &path) {
                found.push(step);
            }
        }
    }
}

/// By candidate: the other one in each group of two, by group.
fn others(view: &View) -> Vec<Vec<(u32, GroupId)>> {
    let mut others = vec![Vec::new(); view.space().room()];
    for g in (0..view.space().network().groups().len() as u32).map(GroupId) {
        if let &[a, b] = view.members(g) {
            others[a as usize].push((b, g));
            others[b as usize].push((a, g));
        }
    }
    others
}

impl Search<'_> {
    /// What a candidate excludes now, and how many that are.
    fn excluded(&self, x: u32) -> &(Bits, u64) {
        self.excluded[x as usize].get_or_init(|| {
            let mut row = self.view.space().sees(x).clone();
            if let Some(more) = self.links.row(x) {
                row.or(more);
            }
            row.and(self.view.live());
            let count = row.len() as u64;
            (row, count)
        })
    }

    /// Fills `forced`: group by group, whatever excludes all of it but one forces that one.
    fn force(&mut self) {
        let space = self.view.space();
        let room = space.room();
        let open = |&id: &u32| !self.view.is_placed(space.candidate(id).cell);
        let open = Bits::of(room, self.view.live().iter().filter(open));
        let work: u64 = open.iter().map(|x| self.excluded(x).1).sum();
        // With the group's first other candidate and the group, for the order: as one meets them reading what it excludes.
        let mut forced: Vec<Vec<(u32, u32, GroupId)>> = vec![Vec::new(); room];
        let (mut before, mut by) = (Vec::new(), Bits::new(room));
        for g in (0..space.network().groups().len() as u32).map(GroupId) {
            let members = self.view.members(g);
            if members.len() < 2 {
                continue;
            }
            // What excludes all members before each one; then, from the end, all after it too.
            by.copy_from(&open);
            let mut known = 0;
            for &m in members {
                if before.len() == known {
                    before.push(Bits::new(room));
                }
                before[known].copy_from(&by);
                known += 1;
                by.and(&self.excluded(m).0);
                if by.is_empty() {
                    break;
                }
            }
            by.copy_from(&open);
            for (at, &m) in members.iter().enumerate().rev() {
                if by.is_empty() {
                    break;
                }
                // Nothing excludes all before one further on.
                if at >= known {
                    by.and(&self.excluded(m).0);
                    continue;
                }
                let all = &mut before[at];
                all.and(&by);
                all.minus(&self.excluded(m).0);
                all.remove(m);
                let other = members[usize::from(at == 0)];
                for x in all.iter() {
                    forced[x as usize].push((other, m, g));
                }
                by.and(&self.excluded(m).0);
            }
        }
        for (to, mut list) in self.forced.iter_mut().zip(forced) {
            list.order_by_key(|f| (f.0, f.2));
            to.extend(list.into_iter().map(|(_, m, g)| (m, g)));
        }
        self.work += work;
    }

    /// The shortest way from a candidate's being true to its being false: literals, each with why it follows.
    fn way_to_false(&mut self, x: u32, longest: u32) -> Option<Vec<(u32, Edge)>> {
        for &l in &self.reached {
            self.from[l as usize].0 = NONE;
        }
        self.reached.clear();
        self.falses.clear();
        let (start, goal) = (2 * x + 1, 2 * x);
        self.from[start as usize].0 = start;
        self.reached.push(start);
        let (mut at, mut end, mut length) = (0, 1, 0);
        while at < end && length < longest {
            while at < end {
                let literal = self.reached[at];
                at += 1;
                self.expand(literal);
                if self.from[goal as usize].0 != NONE {
                    let mut path = Vec::new();
                    let mut l = goal;
                    while l != start {
                        let (before, edge) = self.from[l as usize];
                        path.push((l, edge));
                        l = before;
                    }
                    path.reverse();
                    return Some(path);
                }
            }
            end = self.reached.len();
            length += 1;
        }
        None
    }

    fn reach(&mut self, from: u32, literal: u32, edge: Edge) {
        self.work += 1;
        if self.from[literal as usize].0 == NONE {
            self.from[literal as usize] = (from, edge);
            self.reached.push(literal);
        }
    }

    fn expand(&mut self, literal: u32) {
        let (x, truth) = (literal / 2, literal % 2 == 1);
        if truth {
            let _ = self.excluded(x);
            let Some((row, count)) = self.excluded[x as usize].get() else { return };
            self.work += count;
            for (at, &word) in row.words().iter().enumerate() {
                // What is false already is passed over by the word.
                let mut news = word & !self.falses.words()[at];
                while news != 0 {
                    let y = at as u32 * 64 + news.trailing_zeros();
                    news &= news - 1;
                    self.falses.insert(y);
                    self.from[2 * y as usize] = (literal, Edge::Excludes);
                    self.reached.push(2 * y);
                }
            }
            for i in 0..self.forced[x as usize].len() {
                let (y, g) = self.forced[x as usize][i];
                self.reach(literal, 2 * y + 1, Edge::Group(g));
            }
            return;
        }
        for i in 0..self.others[x as usize].len() {
            let (y, g) = self.others[x as usize][i];
            self.reach(literal, 2 * y + 1, Edge::Group(g));
        }
        for i in 0..self.links.lost(self.view)[x as usize].len() {
            let (z, id) = self.links.lost(self.view)[x as usize][i];
            if self.view.live().has(z) {
                self.reach(literal, 2 * z, Edge::Lost(id));
                self.falses.insert(z);
            }
        }
    }

    fn step(&self, x: u32, path: &[(u32, Edge)]) -> Option<Step> {
        let space = self.view.space();
        let mut because: Vec<Reason> = Vec::new();
        let mut chain: Vec<Consequence> = Vec::new();
        let mut clues: Vec<ConstraintId> = Vec::new();
        let mut before = (x, true);
        for &(literal, edge) in path {
            let (y, truth) = (literal / 2, literal % 2 == 1);
            let from = because.len();
            match edge {
                Edge::Excludes => {
                    let (reason, clue) = exclusion(self.view, self.links, before.0, y)?;
                    because.extend(reason);
                    clues.extend(clue);
                }
                Edge::Group(g) => {
                    because.push(group_reason(self.view, g));
                    if before.1 {
                        for &m in self.view.members(g).iter().filter(|&&m| m != y) {
                            let (reason, clue) = exclusion(self.view, self.links, before.0, m)?;
                            because.extend(reason);
                            clues.extend(clue);
                        }
                    }
                }
                Edge::Lost(id) => {
                    let (holds, fails) = (vec![space.candidate(y)], vec![space.candidate(before.0)]);
                    because.push(forbidding(space, id, self.view.board(), holds, fails)?);
                    clues.push(id);
                }
            }
            chain.push(Consequence { candidate: space.candidate(y), truth, reasons: (because.len() - from) as u32 });
            before = (y, truth);
        }
        let cost = clues.iter().map(|&c| space.cost(c)).max().unwrap_or(0);
        let length = chain.len() as u16;
        Some(
            Step::new(&CLUE_CHAIN, Pattern::ClueChain { links: chain })
                .remove([space.candidate(x)])
                .because(because)
                .harder(length.min(20) / 2 + cost),
        )
    }
}
