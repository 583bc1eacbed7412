//! Colouring of one value: places connected by groups that have only two places form a cluster with two colours. The
//! places of one colour are all true, the places of the other are all false.
//!
//! Simple colours: a place that sees both colours is false (trap); if two places of a colour see each other, the colour
//! is false (wrap). Multi-colours: if a colour of one cluster sees a colour of another cluster, at least one of the two
//! opposite colours is true; a colour that sees both colours of another cluster is false.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, infos};
use crate::structure::barren::{is_barren, set_barren};
use crate::structure::fillings::is_firm_alone;
use cluewright_core::model::GroupId;
use cluewright_core::{Candidate, Sort, Value, ValueSet};

/// The technique of colouring with one cluster.
pub(crate) struct SimpleColors;
/// The technique of colouring with two clusters.
pub(crate) struct MultiColors;

infos! {
    TRAP: "simple_colors_trap", "Simple Colors Trap", &["sc1", "0500"], 46, "our figure: above a turbot fish";
    WRAP: "simple_colors_wrap", "Simple Colors Wrap", &["sc2", "0501"], 46, "our figure: above a turbot fish";
    MULTI_1: "multi_colors_1", "Multi Colors 1", &["mc1", "0502"], 56, "our figure: above simple colours";
    MULTI_2: "multi_colors_2", "Multi Colors 2", &["mc2", "0503"], 56, "our figure: above simple colours";
}

struct Cluster {
    colors: [Vec<u32>; 2],
    groups: Vec<GroupId>,
}

impl Cluster {
    fn reasons(&self, view: &View) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = self.groups.iter().map(|&g| group_reason(view, g)).collect();
        // The two places of each of these groups also see each other, so they are never both true.
        for &g in &self.groups {
            if let [a, b] = view.members(g) {
                reasons.extend(all_linked(view, &[view.space().candidate(*a)], &[view.space().candidate(*b)]));
            }
        }
        reasons
    }

    fn candidates(&self, view: &View, color: usize) -> Vec<Candidate> {
        self.colors[color].iter().map(|&id| view.space().candidate(id)).collect()
    }

    fn pattern(&self, view: &View) -> [Vec<Candidate>; 2] {
        [self.candidates(view, 0), self.candidates(view, 1)]
    }
}

/// The clusters of one value.
fn clusters(view: &View, value: Value) -> Vec<Cluster> {
    let space = view.space();
    let joins: Vec<(GroupId, u32, u32)> = view
        .open_groups()
        .filter(|(_, live)| live.len() == 2 && live.iter().all(|&id| space.candidate(id).value == value))
        .filter(|(_, live)| space.sees(live[0]).has(live[1]))
        .map(|(g, live)| (g, live[0], live[1]))
        .collect();
    let mut seen = Bits::new(space.capacity());
    let mut all = Vec::new();
    for &(_, start, _) in &joins {
        if seen.has(start) {
            continue;
        }
        let mut cluster = Cluster { colors: [vec![start], Vec::new()], groups: Vec::new() };
        seen.insert(start);
        let mut todo = vec![(start, 0usize)];
        while let Some((at, color)) = todo.pop() {
            for &(g, a, b) in &joins {
                let other = match at {
                    x if x == a => b,
                    x if x == b => a,
                    _ => continue,
                };
                if !cluster.groups.contains(&g) {
                    cluster.groups.push(g);
                }
                if !seen.has(other) {
                    seen.insert(other);
                    cluster.colors[1 - color].push(other);
                    todo.push((other, 1 - color));
                }
            }
        }
        for color in &mut cluster.colors {
            color.order();
        }
        all.push(cluster);
    }
    all
}

fn each_value(view: &View, search: &TechniqueInfo, found: &mut Found, report: impl Fn(Vec<Cluster>, &mut Found)) {
    // The memo is not used if there are posted groups: a posted group with several values may later be reduced to this
    // value alone, although the places of the value stay the same.
    let plain = view.model().posted_groups().is_empty();
    let values = view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d);
    for value in values {
        if found.is_full() || found.spend(20) {
            return;
        }
        if plain && is_barren(view, search.id, value, found) || is_firm_alone(view, value, found) {
            continue;
        }
        let before = found.steps().len();
        report(clusters(view, value), found);
        if found.steps().len() == before {
            set_barren(view, search.id, value, 0, found);
        }
    }
}

/// The live candidates that see at least one candidate of `these`.
fn seen_by_any(view: &View, these: &[u32]) -> Bits {
    let mut seen = Bits::new(view.space().capacity());
    for &id in these {
        seen.or(view.space().sees(id));
    }
    seen.and(view.live());
    seen
}

impl Technique for SimpleColors {
    fn info(&self) -> &'static TechniqueInfo {
        &TRAP
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&TRAP, &WRAP]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        each_value(view, self.info(), found, |clusters, found| {
            for cluster in clusters {
                let seen = [seen_by_any(view, &cluster.colors[0]), seen_by_any(view, &cluster.colors[1])];
                for (color, seen) in seen.iter().enumerate() {
                    let own = Bits::of(view.space().capacity(), cluster.colors[color].iter().copied());
                    if own.meets(seen) {
                        let these = cluster.candidates(view, color);
                        let mut reasons = cluster.reasons(view);
                        for (i, &a) in these.iter().enumerate() {
                            reasons.extend(all_linked(view, &[a], &these[..i]));
                        }
                        let pattern = Pattern::Colors { clusters: vec![cluster.pattern(view)] };
                        found.push(Step::new(&WRAP, pattern).remove(these).because(reasons));
                    }
                }
                let mut trapped = seen[0].clone();
                trapped.and(&seen[1]);
                for id in cluster.colors.iter().flatten() {
                    trapped.remove(*id);
                }
                if !trapped.is_empty() {
                    let victims = candidates(view, &trapped);
                    let mut reasons = cluster.reasons(view);
                    for color in 0..2 {
                        reasons.extend(all_linked(view, &victims, &cluster.candidates(view, color)));
                    }
                    let pattern = Pattern::Colors { clusters: vec![cluster.pattern(view)] };
                    found.push(Step::new(&TRAP, pattern).remove(victims).because(reasons));
                }
            }
        });
    }
}

impl Technique for MultiColors {
    fn info(&self) -> &'static TechniqueInfo {
        &MULTI_1
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&MULTI_1, &MULTI_2]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        each_value(view, self.info(), found, |clusters, found| {
            for (i, a) in clusters.iter().enumerate() {
                for b in clusters.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, b)| b) {
                    two(view, a, b, found);
                }
            }
        });
    }
}

fn two(view: &View, a: &Cluster, b: &Cluster, found: &mut Found) {
    let room = view.space().capacity();
    let of = |ids: &[u32]| Bits::of(room, ids.iter().copied());
    let linked = |x: usize, y: usize| all_linked(view, &a.candidates(view, x), &b.candidates(view, y));
    let pattern = Pattern::Colors { clusters: vec![a.pattern(view), b.pattern(view)] };
    let (mut victims, mut reasons) = (Bits::new(room), Vec::new());
    for x in 0..2 {
        let seen = seen_by_any(view, &a.colors[x]);
        let meets = [of(&b.colors[0]).meets(&seen), of(&b.colors[1]).meets(&seen)];
        if meets[0] && meets[1] {
            let reasons = [a.reasons(view), b.reasons(view), linked(x, 0), linked(x, 1)].concat();
            found.push(Step::new(&MULTI_2, pattern.clone()).remove(a.candidates(view, x)).because(reasons));
        }
        for y in (0..2).filter(|&y| meets[y]) {
            let mut seen = seen_by_any(view, &a.colors[1 - x]);
            seen.and(&seen_by_any(view, &b.colors[1 - y]));
            for id in a.colors.iter().chain(&b.colors).flatten() {
                seen.remove(*id);
            }
            if !seen.is_empty() {
                let gone = candidates(view, &seen);
                reasons.extend(linked(x, y));
                reasons.extend(all_linked(view, &gone, &a.candidates(view, 1 - x)));
                reasons.extend(all_linked(view, &gone, &b.candidates(view, 1 - y)));
                victims.or(&seen);
            }
        }
    }
    if !victims.is_empty() {
        let reasons = [a.reasons(view), b.reasons(view), reasons].concat();
        found.push(Step::new(&MULTI_1, pattern).remove(candidates(view, &victims)).because(reasons));
    }
}
