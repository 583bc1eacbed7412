//! Two strong links of one value, joined by a weak link: skyscraper, kite, turbot fish, empty rectangle.

use super::chain::Chain;
use crate::board::frame::Alignment;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates};
use crate::step::technique::Technique;
use crate::step::{Step, TechniqueInfo, infos};
use crate::structure::barren::{barren_work, set_barren};
use crate::structure::chain::{Graph, NODE, Reach, Tie, graph, pay};
use cluewright_core::model::{GroupId, GroupKind, SetId};
use cluewright_core::{Sort, ValueSet};

infos! {
    SKYSCRAPER: "skyscraper", "Skyscraper", &["sk", "0400"], 40, "Sukaku Explainer 4.0";
    KITE: "two_string_kite", "2-String Kite", &["2sk", "0401"], 41, "Sukaku Explainer 4.1";
    TURBOT: "turbot_fish", "Turbot Fish", &["tf", "0403", "turbot crane"], 42, "Sukaku Explainer 4.2";
    EMPTY_RECTANGLE: "empty_rectangle", "Empty Rectangle", &["er", "0402"], 43, "Sukaku Explainer 4.3";
    GROUPED_TURBOT: "grouped_turbot", "Grouped Turbot Fish", &["grouped skyscraper", "grouped kite"], 44, "Sukaku Explainer 4.3";
    DUAL_KITE: "dual_two_string_kite", "Dual 2-String Kite", &["d2sk", "0404"], 42, "HoDoKu: as a kite";
    DUAL_RECTANGLE: "dual_empty_rectangle", "Dual Empty Rectangle", &["der", "0405"], 44, "HoDoKu: as an empty rectangle";
}

/// The technique for turbot fish and related patterns.
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
        let mut steps = if found.wants_all() {
            let Some(graph) = graph(view, Reach::Grouped, found) else { return };
            let graph = &*graph;
            let mut steps = Vec::new();
            look(view, graph, &mut steps, found);
            steps
        } else {
            by_value(view, found)
        };
        if found.is_spent() {
            return;
        }
        if found.wants_all() {
            // A region with only two places, one on each line, also forms an empty rectangle.
            let two_places: Vec<_> = steps
                .iter()
                .filter(|s| s.step.technique.id == TURBOT.id && crosses(view, s.groups))
                .map(|s| {
                    let difficulty = EMPTY_RECTANGLE.difficulty;
                    Found4 { step: Step { technique: &EMPTY_RECTANGLE, difficulty, ..s.step.clone() }, ..s.clone() }
                })
                .collect();
            duals(&steps, &two_places, found);
            steps.extend(two_places);
        }
        steps.order_by_key(|s| s.step.difficulty);
        for s in steps {
            found.push(s.step);
        }
    }
}

/// A step with its two groups, its nodes, and the rank of its first node.
#[derive(Clone)]
struct Found4 {
    step: Step,
    groups: [GroupId; 2],
    nodes: [u32; 4],
    place: (u32, u32),
}

/// Finds the same steps in the same order as with the graph of all values, but value by value, without building that
/// graph. A value is skipped if nothing was found for the value before and its places have not changed since then.
fn by_value(view: &View, found: &mut Found) -> Vec<Found4> {
    let open = |id: &u32| !view.is_placed(view.space().candidate(*id).cell);
    let mut graph_work = NODE * view.live().iter().filter(open).count() as u64;
    graph_work += view.open_groups().map(|(_, live)| live.len()).filter(|&n| n >= 2).sum::<usize>() as u64;
    let mut steps = Vec::new();
    for value in view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d) {
        // A single number that combines the work of the search (low 32 bits) with the work of creating nodes for parts
        // of groups (high 32 bits).
        let parts = if let Some(work) = barren_work(view, SKYSCRAPER.id, value, found) {
            found.spend(work & 0xFFFF_FFFF);
            work >> 32
        } else {
            let graph = Graph::of_value(view, value);
            let (before, left) = (steps.len(), found.work_left());
            look(view, &graph, &mut steps, found);
            let looks = left - found.work_left();
            let parts = NODE * graph.grouped.len() as u64;
            if steps.len() == before && (parts | looks) >> 32 == 0 {
                set_barren(view, SKYSCRAPER.id, value, parts << 32 | looks, found);
            }
            parts
        };
        graph_work += parts;
        if found.is_spent() {
            break;
        }
    }
    pay(view, Reach::Grouped, graph_work, found);
    steps.order_by_key(|s| s.place);
    steps
}

/// Adds to `steps` all steps that a graph allows.
fn look(view: &View, graph: &Graph, steps: &mut Vec<Found4>, found: &mut Found) {
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
                    steps.push(Found4 { step, groups: [g.min(h), g.max(h)], nodes, place: graph.place(a) });
                }
            }
        }
    }
}

fn turbot_name(view: &View, graph: &Graph, nodes: [u32; 4], g: SetId, h: SetId) -> &'static TechniqueInfo {
    let grouped = |n: &u32| graph.nodes[*n as usize].members.len() > 1;
    let (alignment_g, alignment_h) = (view.space().alignment(g), view.space().alignment(h));
    let cells = |n: u32| graph.candidates(view, n).into_iter().map(|c| c.cell).collect::<Vec<_>>();
    let joined_by = |want: fn(Alignment) -> bool| {
        let (b, c) = (cells(nodes[1]), cells(nodes[2]));
        (0..view.model().sets().len() as u32).map(SetId).any(|s| {
            let inside = &view.model().set(s).cells;
            want(view.space().alignment(s)) && b.iter().chain(&c).all(|x| inside.contains(x))
        })
    };
    if nodes.iter().any(grouped) {
        // In an empty rectangle, the places of the region are on two lines, and the other link belongs to a line.
        let region_grouped =
            (alignment_g == Alignment::Region && alignment_h.is_line() && !grouped(&nodes[2]) && !grouped(&nodes[3]))
                || (alignment_h == Alignment::Region
                    && alignment_g.is_line()
                    && !grouped(&nodes[0])
                    && !grouped(&nodes[1]));
        return if region_grouped { &EMPTY_RECTANGLE } else { &GROUPED_TURBOT };
    }
    match (alignment_g, alignment_h) {
        (Alignment::Row, Alignment::Row) | (Alignment::Column, Alignment::Column) if joined_by(Alignment::is_line) => {
            &SKYSCRAPER
        }
        (Alignment::Row, Alignment::Column) | (Alignment::Column, Alignment::Row)
            if joined_by(|l| l == Alignment::Region) =>
        {
            &KITE
        }
        _ => &TURBOT,
    }
}

/// Whether one group belongs to a region whose places lie on two lines, and the other group belongs to a line.
fn crosses(view: &View, groups: [GroupId; 2]) -> bool {
    let alignments = groups.map(|g| match view.space().group(g).kind {
        GroupKind::House(set, _) => view.space().alignment(set),
        _ => Alignment::Region,
    });
    let region = match alignments {
        [Alignment::Region, other] if other.is_line() => groups[0],
        [other, Alignment::Region] if other.is_line() => groups[1],
        _ => return false,
    };
    let network = view.space().network();
    let cells: Vec<_> = view.live_of(region).iter().map(|c| c.cell).collect();
    let shared = network.sets_of(cells[0]).iter().filter(|s| network.sets_of(cells[1]).contains(s)).count();
    shared == 1
}

/// Combines two kites that use the same two places of a region, or two empty rectangles of a region with only two
/// places, into one step.
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
    for (i, a) in kites.iter().enumerate().filter(|(_, k)| k.step.technique.id == KITE.id) {
        for b in kites[..i].iter().filter(|k| k.step.technique.id == KITE.id) {
            if inner(&a.nodes) == inner(&b.nodes) {
                pair(&DUAL_KITE, &a.step, &b.step);
            }
        }
    }
    let grouped = kites.iter().filter(|k| k.step.technique.id == EMPTY_RECTANGLE.id);
    let rectangles: Vec<&Found4> = rectangles.iter().chain(grouped).collect();
    for (i, a) in rectangles.iter().enumerate() {
        for b in &rectangles[..i] {
            let region = a.groups.iter().any(|g| b.groups.contains(g));
            if region {
                pair(&DUAL_RECTANGLE, &a.step, &b.step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::space::Space;
    use crate::board::state::State;
    use cluewright_core::{Candidate, Cell, ModelBuilder, Origin, Puzzle, Shape, Value};
    use std::rc::Rc;

    /// On random boards that gradually lose candidates, searching value by value (skipping barren values) finds the
    /// same steps as the graph of all values.
    #[test]
    fn value_by_value_is_what_the_whole_graph_says() {
        let puzzle = Puzzle::new(Shape::square(9).unwrap(), 9);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("sets", "the sets"));
        let (rows, columns) = (puzzle.shape.rows(), puzzle.shape.columns());
        for set in rows.chain(columns).chain(puzzle.shape.regions().cloned()) {
            build.all_different(&set, None, origin);
        }
        let model = build.finish();
        let (mut random, mut some, mut spared) = (5u32, 0, 0);
        for _ in 0..12 {
            let space = Space::new(&model);
            let memory = Rc::default();
            let mut state = State::start(&model);
            for round in 0..30 {
                for _ in 0..25 {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let cell = Cell(((random >> 16) % 81) as u16);
                    // Each round changes only a few values, so that the places of the other values stay the same.
                    let value = Value(((random >> 8) % 3 + round % 7) as u8);
                    if state.board.values(cell).len() > 2 {
                        state.eliminate(Candidate::new(cell, value));
                    }
                }
                let view = View::new(&space, &state, None).remembering(&memory);
                let mut found = Found::new(1, u64::MAX);
                let known = (0..9).filter(|&v| barren_work(&view, SKYSCRAPER.id, Value(v), &found).is_some()).count();
                let parts = by_value(&view, &mut found);
                let mut whole = Vec::new();
                let graph = graph(&view, Reach::Grouped, &mut found).unwrap();
                look(&view, &graph, &mut whole, &mut found);
                let steps = |list: &[Found4]| list.iter().map(|s| s.step.clone()).collect::<Vec<_>>();
                assert_eq!(steps(&parts), steps(&whole));
                some += parts.len();
                spared += known;
            }
        }
        assert!(some > 100 && spared > 100, "{some} steps, {spared} values left out");
    }
}
