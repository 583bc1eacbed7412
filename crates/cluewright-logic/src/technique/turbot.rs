//! Two strong links of one value joined by a weak one: skyscraper, kite, turbot fish, empty rectangle.

use super::chain::{Chain, Graph, Reach, Tie};
use super::{Found, Technique, all_linked, candidates, tables};
use crate::space::Lie;
use crate::step::{Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::{GroupId, GroupKind, SetId};

infos! {
    SKYSCRAPER: "skyscraper", "Skyscraper", &["sk", "0400"], 40, "Sukaku Explainer 4.0";
    KITE: "two_string_kite", "2-String Kite", &["2sk", "0401"], 41, "Sukaku Explainer 4.1";
    TURBOT: "turbot_fish", "Turbot Fish", &["tf", "0403", "turbot crane"], 42, "Sukaku Explainer 4.2";
    EMPTY_RECTANGLE: "empty_rectangle", "Empty Rectangle", &["er", "0402"], 43, "Sukaku Explainer 4.3";
    GROUPED_TURBOT: "grouped_turbot", "Grouped Turbot Fish", &["grouped skyscraper", "grouped kite"], 44, "Sukaku Explainer 4.3";
    DUAL_KITE: "dual_two_string_kite", "Dual 2-String Kite", &["d2sk", "0404"], 42, "HoDoKu: as a kite";
    DUAL_RECTANGLE: "dual_empty_rectangle", "Dual Empty Rectangle", &["der", "0405"], 44, "HoDoKu: as an empty rectangle";
}

/// See the file's first lines.
pub(crate) struct Turbot;

impl Technique for Turbot {
    fn info(&self) -> &'static TechniqueInfo {
        &SKYSCRAPER
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&SKYSCRAPER, &KITE, &TURBOT, &EMPTY_RECTANGLE, &GROUPED_TURBOT, &DUAL_KITE, &DUAL_RECTANGLE]
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(graph) = tables::graph(view, Reach::Grouped, found) else { return };
        let mut steps: Vec<(Step, [GroupId; 2], [u32; 4])> = Vec::new();
        let house = |tie: Tie| match tie {
            Tie::Group(g) => match view.space().group(g).kind {
                GroupKind::House(set, _) => Some((g, set)),
                _ => None,
            },
            Tie::Als(_) => None,
        };
        for a in 0..graph.nodes.len() as u32 {
            for &(b, first) in &graph.strong[a as usize] {
                let Some((g, set_g)) = house(first) else { continue };
                for &c in graph.weak(b) {
                    if graph.value(view, c) != graph.value(view, a) {
                        continue;
                    }
                    for &(d, second) in &graph.strong[c as usize] {
                        if found.spend(1) {
                            return;
                        }
                        let Some((h, set_h)) = house(second) else { continue };
                        if a >= d || g == h {
                            continue;
                        }
                        let peers = [a, d].map(|end| &graph.nodes[end as usize].peers);
                        if !peers[0].meets(peers[1]) {
                            continue;
                        }
                        let mut victims = peers[0].clone();
                        victims.and(peers[1]);
                        let nodes = [a, b, c, d];
                        let info = turbot_name(view, graph, nodes, set_g, set_h);
                        let victims = candidates(view, &victims);
                        let mut step = Chain::step(view, graph, &nodes, &[first, second], false, info);
                        step = step.remove(victims.iter().copied());
                        step.because.extend(all_linked(view, &victims, &graph.candidates(view, a)));
                        step.because.extend(all_linked(view, &victims, &graph.candidates(view, d)));
                        steps.push((step, [g.min(h), g.max(h)], nodes));
                    }
                }
            }
        }
        if found.wants_all() {
            // A region's two places, one on each line, make an empty rectangle as well.
            let two_places: Vec<_> = steps
                .iter()
                .filter(|(s, groups, _)| s.technique.id == TURBOT.id && crosses(view, *groups))
                .map(|(s, groups, nodes)| {
                    let step =
                        Step { technique: &EMPTY_RECTANGLE, difficulty: EMPTY_RECTANGLE.difficulty, ..s.clone() };
                    (step, *groups, *nodes)
                })
                .collect();
            duals(&steps, &two_places, found);
            steps.extend(two_places);
        }
        steps.sort_by_key(|(s, ..)| s.difficulty);
        for (step, ..) in steps {
            found.push(step);
        }
    }
}

fn turbot_name(view: &View, graph: &Graph, nodes: [u32; 4], g: SetId, h: SetId) -> &'static TechniqueInfo {
    let grouped = |n: &u32| graph.nodes[*n as usize].members.len() > 1;
    let (lie_g, lie_h) = (view.space().lie(g), view.space().lie(h));
    let cells = |n: u32| graph.candidates(view, n).into_iter().map(|c| c.cell).collect::<Vec<_>>();
    let joined_by = |want: fn(Lie) -> bool| {
        let (b, c) = (cells(nodes[1]), cells(nodes[2]));
        (0..view.model().sets().len() as u32).map(SetId).any(|s| {
            let inside = &view.model().set(s).cells;
            want(view.space().lie(s)) && b.iter().chain(&c).all(|x| inside.contains(x))
        })
    };
    if nodes.iter().any(grouped) {
        // The region's places lie on two lines; the other link is a line's.
        let region_grouped = (lie_g == Lie::Region && lie_h.is_line() && !grouped(&nodes[2]) && !grouped(&nodes[3]))
            || (lie_h == Lie::Region && lie_g.is_line() && !grouped(&nodes[0]) && !grouped(&nodes[1]));
        return if region_grouped { &EMPTY_RECTANGLE } else { &GROUPED_TURBOT };
    }
    match (lie_g, lie_h) {
        (Lie::Row, Lie::Row) | (Lie::Column, Lie::Column) if joined_by(Lie::is_line) => &SKYSCRAPER,
        (Lie::Row, Lie::Column) | (Lie::Column, Lie::Row) if joined_by(|l| l == Lie::Region) => &KITE,
        _ => &TURBOT,
    }
}

type Found4 = (Step, [GroupId; 2], [u32; 4]);

/// Is one of the two groups a region's and the other a line's, and do the region's places lie on two lines?
fn crosses(view: &View, groups: [GroupId; 2]) -> bool {
    let lies = groups.map(|g| match view.space().group(g).kind {
        GroupKind::House(set, _) => view.space().lie(set),
        _ => Lie::Region,
    });
    let region = match lies {
        [Lie::Region, other] if other.is_line() => groups[0],
        [other, Lie::Region] if other.is_line() => groups[1],
        _ => return false,
    };
    let network = view.space().network();
    let cells: Vec<_> = view.live_of(region).iter().map(|c| c.cell).collect();
    let shared = network.sets_of(cells[0]).iter().filter(|s| network.sets_of(cells[1]).contains(s)).count();
    shared == 1
}

/// Two kites through the same two places of a region, or two empty rectangles of one region with two places, shown
/// as one.
fn duals(kites: &[Found4], rectangles: &[Found4], found: &mut Found) {
    let inner = |nodes: &[u32; 4]| [nodes[1].min(nodes[2]), nodes[1].max(nodes[2])];
    let mut pair = |info, a: &Step, b: &Step| {
        if a.eliminations == b.eliminations {
            return;
        }
        let mut step = Step::new(info, a.pattern.clone())
            .remove(a.eliminations.iter().chain(&b.eliminations).copied())
            .because(a.because.iter().cloned());
        for reason in &b.because {
            if !step.because.contains(reason) {
                step.because.push(reason.clone());
            }
        }
        found.push(step);
    };
    for (i, (a, _, nodes_a)) in kites.iter().enumerate().filter(|(_, k)| k.0.technique.id == KITE.id) {
        for (b, _, nodes_b) in kites[..i].iter().filter(|k| k.0.technique.id == KITE.id) {
            if inner(nodes_a) == inner(nodes_b) {
                pair(&DUAL_KITE, a, b);
            }
        }
    }
    let grouped = kites.iter().filter(|k| k.0.technique.id == EMPTY_RECTANGLE.id);
    let rectangles: Vec<&Found4> = rectangles.iter().chain(grouped).collect();
    for (i, (a, groups_a, _)) in rectangles.iter().enumerate() {
        for (b, groups_b, _) in &rectangles[..i] {
            let region = groups_a.iter().any(|g| groups_b.contains(g));
            if region {
                pair(&DUAL_RECTANGLE, a, b);
            }
        }
    }
}
