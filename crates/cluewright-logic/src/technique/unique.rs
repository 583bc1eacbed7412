//! Deadly patterns: cells whose digits could be exchanged without breaking any rule. A puzzle with exactly one solution
//! cannot contain a deadly pattern, so at least one of the *guardians* (candidates of these cells that are not part of
//! the pattern) is true.
//!
//! This module does not decide whether an exchange breaks a rule: `deadly::exchangeable` tests every set, link and
//! constraint of the model. In puzzles with knight's-move or consecutive-neighbour rules, hardly any pattern passes
//! this test.

use crate::board::bits::Bits;
use crate::board::deadly::{self, exchangeable};
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, infos};
use crate::structure::guardians::OneOf;
use crate::structure::rectangles::rectangles;
use cluewright_core::model::{GroupId, SetId};
use cluewright_core::{Candidate, Cell, Sort, Value, ValueSet};

/// Unique rectangles of all types: four cells in two rows, two columns and two boxes, or in other sets with the same
/// effect.
pub(crate) struct Rectangle;
/// Avoidable rectangles: some of the cells are filled in but are not givens.
pub(crate) struct Avoidable;
/// Unique loops: more than four cells with the same two values, each of which shares a set with the next.
pub(crate) struct Loop;
/// BUG: all open cells have two values, except for a few cells.
pub(crate) struct Bug;

infos! {
    UR1: "unique_rectangle_1", "Unique Rectangle Type 1", &["u1", "0600"], 45, "Sudoku Explainer 4.5";
    UR2: "unique_rectangle_2", "Unique Rectangle Type 2", &["u2", "0601"], 45, "Sudoku Explainer 4.5";
    UR3: "unique_rectangle_3", "Unique Rectangle Type 3", &["u3", "0602"], 46, "Sudoku Explainer 4.5 to 4.8";
    UR4: "unique_rectangle_4", "Unique Rectangle Type 4", &["u4", "0603"], 45, "Sudoku Explainer 4.5";
    UR5: "unique_rectangle_5", "Unique Rectangle Type 5", &["u5", "0604"], 46, "Sunnie 4.6";
    UR6: "unique_rectangle_6", "Unique Rectangle Type 6", &["u6", "0605"], 46, "Sunnie 4.6";
    HIDDEN: "hidden_rectangle", "Hidden Rectangle", &["hr", "0606"], 48, "Sunnie 4.8";
    AR1: "avoidable_rectangle_1", "Avoidable Rectangle Type 1", &["ar1", "0607"], 47, "Sunnie 4.7";
    AR2: "avoidable_rectangle_2", "Avoidable Rectangle Type 2", &["ar2", "0608"], 45, "Sunnie 4.5";
    UNIQUE_LOOP: "unique_loop", "Unique Loop", &["ul", "0620"], 48, "Sudoku Explainer 4.6 to 5.0";
    BUG1: "bug_plus_1", "Bivalue Universal Grave + 1", &["bug1", "0610"], 56, "Sudoku Explainer 5.6";
    BUGN: "bug_plus_n", "Bivalue Universal Grave + n", &["bug+n"], 60, "Sudoku Explainer 5.7 to 6.1";
}

/// The work charged for testing whether an exchange breaks any rule.
const DEADLY: u64 = 20_000;

/// A pattern on the board: either every cell holds one of its two values, or a guardian is true.
struct Deadly {
    contents: Vec<Candidate>,
    swapped: Vec<Candidate>,
    guardians: Vec<Candidate>,
}

impl Deadly {
    fn new(view: &View, contents: Vec<Candidate>, swapped: Vec<Candidate>) -> Self {
        let mut guardians = Vec::new();
        for (a, b) in contents.iter().zip(&swapped) {
            let extra = view.values(a.cell).without(a.value).without(b.value);
            guardians.extend(extra.iter().map(|v| Candidate::new(a.cell, v)));
        }
        Self { contents, swapped, guardians }
    }

    fn reason(&self) -> Reason {
        Reason::Unique { cells: self.options(), guardians: self.guardians.clone() }
    }

    /// The cells of the pattern, each with its two values.
    fn options(&self) -> Vec<(Cell, ValueSet)> {
        let both = |(a, b): (&Candidate, &Candidate)| (a.cell, ValueSet::of(a.value).with(b.value));
        self.contents.iter().zip(&self.swapped).map(both).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        self.contents.iter().map(|c| c.cell).collect()
    }

    /// The cells with guardians, in the order of the pattern.
    fn roof(&self) -> Vec<Cell> {
        let mut roof: Vec<Cell> = self.guardians.iter().map(|g| g.cell).collect();
        roof.dedup();
        roof
    }

    fn values(&self) -> ValueSet {
        self.contents.iter().chain(&self.swapped).map(|c| c.value).collect()
    }

    fn is_deadly(&self, view: &View, found: &mut Found) -> bool {
        exchangeable(view.model(), view.board(), &self.options(), &mut |work| found.spend(work))
    }

    fn step(&self, info: &'static TechniqueInfo, victims: &[Candidate], reasons: Vec<Reason>) -> Step {
        let pattern = Pattern::Deadly { cells: self.cells(), values: self.values(), guardians: self.guardians.clone() };
        Step::new(info, pattern).remove(victims.iter().copied()).because([self.reason()]).because(reasons)
    }

    /// Reports the candidates that all guardians see.
    fn seen(&self, view: &View, info: &'static TechniqueInfo, found: &mut Found) {
        if self.guardians.is_empty() {
            return;
        }
        let mut seen = view.seen_by_all(self.guardians.iter().map(|&g| view.space().id(g)));
        if let [only] = self.roof().as_slice() {
            // If all guardians are in one cell, only candidates of this cell are removed here; a later single may
            // remove other candidates.
            let of_cell = view.values(*only).iter().map(|v| view.space().id(Candidate::new(*only, v)));
            seen.and(&Bits::of(view.space().capacity(), of_cell));
        }
        if !seen.is_empty() {
            let victims = candidates(view, &seen);
            let links = all_linked(view, &victims, &self.guardians);
            found.push(self.step(info, &victims, links));
        }
    }

    /// Reports naked subsets in which the guardians together act as one more cell.
    fn with_subset(&self, view: &View, info: &'static TechniqueInfo, found: &mut Found) {
        let roof = self.roof();
        let extra: ValueSet = self.guardians.iter().map(|g| g.value).collect();
        let network = view.space().network();
        let sets: Vec<SetId> = network
            .sets_of(roof[0])
            .iter()
            .copied()
            .filter(|s| roof.iter().all(|c| network.sets_of(*c).contains(s)))
            .collect();
        for set in sets {
            let pool: Vec<Cell> = view
                .model()
                .set(set)
                .cells
                .iter()
                .copied()
                .filter(|c| view.values(*c).len() >= 2 && !roof.contains(c))
                .collect();
            if pool.len() > 16 {
                continue;
            }
            for mask in 1u32..1 << pool.len() {
                if found.is_full() || found.spend(1) {
                    return;
                }
                let cells: Vec<Cell> = (0..pool.len()).filter(|k| mask >> k & 1 == 1).map(|k| pool[k]).collect();
                let values = cells.iter().fold(extra, |all, &c| all | view.values(c));
                if values.len() as usize != cells.len() + 1
                    || values.intersects(self.values())
                    || cells.iter().any(|c| self.cells().contains(c))
                {
                    continue;
                }
                let mut victims = Bits::new(view.space().capacity());
                let mut links = Vec::new();
                for v in values {
                    let mut at: Vec<Candidate> =
                        view.places(&cells, v).iter().map(|&id| view.space().candidate(id)).collect();
                    at.extend(self.guardians.iter().filter(|g| g.value == v));
                    let mut seen = view.seen_by_all(at.iter().map(|&c| view.space().id(c)));
                    for id in seen.clone().iter() {
                        // Only eliminations within the set are included; other eliminations would be separate steps.
                        let cell = view.space().candidate(id).cell;
                        if !network.sets_of(cell).contains(&set) && !shared_sets(view, &at, cell)
                            || cells.contains(&cell)
                        {
                            seen.remove(id);
                        }
                    }
                    victims.or(&seen);
                    links.extend(all_linked(view, &candidates(view, &seen), &at));
                }
                if victims.is_empty() {
                    continue;
                }
                let mut reasons: Vec<Reason> = cells.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
                reasons.push(Reason::Different(set));
                reasons.extend(links);
                found.push(self.step(info, &candidates(view, &victims), reasons));
            }
        }
    }
}

/// Whether some set contains the cell and the cells of all these candidates.
fn shared_sets(view: &View, at: &[Candidate], cell: Cell) -> bool {
    let network = view.space().network();
    network.sets_of(cell).iter().any(|s| at.iter().all(|c| network.sets_of(c.cell).contains(s)))
}

/// The house group of `value` whose only live places are these two cells; `None` if there is no such group.
fn strong(view: &View, a: Cell, b: Cell, value: Value) -> Option<GroupId> {
    let network = view.space().network();
    let shared = network.sets_of(a).iter().filter(|s| network.sets_of(b).contains(s));
    shared.filter_map(|&s| view.space().house_group(s, value)).find(|&g| {
        let live = view.members(g);
        live.len() == 2 && live.iter().all(|&id| [a, b].contains(&view.space().candidate(id).cell))
    })
}

/// Reports the rectangles that `fits` accepts, with every pair of values that `pairs` accepts. Both callbacks receive
/// the candidates of each cell.
fn each_rectangle(
    view: &View,
    found: &mut Found,
    fits: impl Fn([Cell; 4], [ValueSet; 4]) -> bool,
    pairs: impl Fn([ValueSet; 4], ValueSet) -> bool,
    mut report: impl FnMut([Cell; 4], Deadly, &mut Found),
) {
    let all = view.memory().of(0, || rectangles(view.space()));
    for &cells in all.iter() {
        if found.is_full() || found.spend(1) {
            return;
        }
        let values = cells.map(|c| view.values(c));
        if !fits(cells, values) {
            continue;
        }
        found.spend(200);
        let all = values.iter().fold(ValueSet::EMPTY, |all, &v| all | v);
        // Every cell must have a value of the pair, and some cell must have `y`.
        for x in values[0] {
            for y in all.without(x) {
                let pair = ValueSet::of(x).with(y);
                let possible = values.iter().all(|v| v.intersects(pair)) && values.iter().any(|v| v.contains(y));
                if !possible || !pairs(values, pair) {
                    continue;
                }
                // `x` is in `a` and `d`, `y` in `b` and `c`. If `a` can hold both values, exchanging `x` and `y` gives
                // the same pattern, so only the order `x < y` is examined.
                if x > y && values[0].contains(y) {
                    continue;
                }
                let [a, b, c, d] = cells;
                let contents = vec![(a, x), (b, y), (c, y), (d, x)];
                let of = |list: Vec<(Cell, Value)>| list.into_iter().map(|(c, v)| Candidate::new(c, v)).collect();
                let swapped = vec![(a, y), (b, x), (c, x), (d, y)];
                report(cells, Deadly::new(view, of(contents), of(swapped)), found);
            }
        }
    }
}

/// Unique rectangles with any arrangement of guardians that `useful` accepts, for forcing chains.
pub(crate) fn patterns(view: &View, useful: impl Fn(&[u32]) -> bool, found: &mut Found) -> Vec<OneOf> {
    let mut all = Vec::new();
    let open = |cells: [Cell; 4], _| cells.iter().all(|&c| !view.is_placed(c));
    let few = |values: [ValueSet; 4], pair| values.iter().map(|v| v.minus(pair).len()).sum::<u32>() <= 4;
    each_rectangle(view, found, open, few, |_, deadly, found| {
        let mut guardians: Vec<u32> = deadly.guardians.iter().map(|&g| view.space().id(g)).collect();
        guardians.order();
        if !useful(&guardians) || found.spend(DEADLY) || !deadly.is_deadly(view, found) {
            return;
        }
        let (because, values) = (vec![deadly.reason()], deadly.values());
        all.push(OneOf { info: &UR1, guardians, because, cells: deadly.cells(), values });
    });
    all
}

impl Technique for Rectangle {
    fn info(&self) -> &'static TechniqueInfo {
        &UR1
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&UR1, &UR2, &UR3, &UR4, &UR5, &UR6, &HIDDEN]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let mut steps = Vec::new();
        let open = |cells: [Cell; 4], values: [ValueSet; 4]| {
            values.iter().any(|v| v.len() == 2) && cells.iter().all(|&c| !view.is_placed(c))
        };
        // A floor cell with only one value of the pair left is a single, so the cells do not form a rectangle.
        let floored = |values: [ValueSet; 4], pair: ValueSet| {
            let floor = values.iter().filter(|v| v.is_subset(pair)).count();
            (1..4).contains(&floor) && values.iter().all(|&v| v == pair || !v.is_subset(pair))
        };
        each_rectangle(view, found, open, floored, |cells, deadly, found| {
            let roof = deadly.roof();
            let floor: Vec<Cell> = cells.iter().copied().filter(|c| !roof.contains(c)).collect();
            let mut here = Found::new(usize::MAX, u64::MAX);
            rectangle(view, cells, &deadly, &roof, &floor, &mut here);
            found.spend(u64::MAX - here.work_left());
            // The test of all rules comes last, because it is slow for some rules.
            if !here.steps().is_empty() && !found.spend(DEADLY) && deadly.is_deadly(view, found) {
                steps.extend(here.into_steps());
            }
        });
        steps.order_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}

fn rectangle(view: &View, cells: [Cell; 4], deadly: &Deadly, roof: &[Cell], floor: &[Cell], found: &mut Found) {
    let pair = deadly.values();
    let at = |c: Cell| cells.iter().position(|&x| x == c).unwrap_or(0);
    let opposite = |c: Cell| cells[3 - at(c)];
    let beside = |c: Cell| {
        let others: Vec<Cell> = cells.iter().copied().filter(|&x| x != c && x != opposite(c)).collect();
        [others[0], others[1]]
    };
    let diagonal = roof.len() == 2 && opposite(roof[0]) == roof[1];
    let same = deadly.guardians.iter().all(|g| g.value == deadly.guardians[0].value);
    match roof.len() {
        1 => deadly.seen(view, &UR1, found),
        2 if same && !diagonal => deadly.seen(view, &UR2, found),
        2 | 3 if same => deadly.seen(view, &UR5, found),
        _ => {}
    }
    if roof.len() == 2 && !diagonal {
        deadly.with_subset(view, &UR3, found);
        for x in pair {
            let Some(y) = pair.without(x).min() else { continue };
            if let Some(group) = strong(view, roof[0], roof[1], x) {
                let victims: Vec<Candidate> =
                    roof.iter().filter(|&&c| view.values(c).contains(y)).map(|&c| Candidate::new(c, y)).collect();
                found.push(deadly.step(&UR4, &victims, vec![group_reason(view, group)]));
            }
        }
    }
    if diagonal {
        for x in pair {
            let groups: Vec<GroupId> = roof
                .iter()
                .flat_map(|&r| beside(r).map(|b| (r, b)))
                .filter_map(|(r, b)| strong(view, r, b, x))
                .collect();
            if groups.len() == 4 {
                let victims: Vec<Candidate> =
                    roof.iter().filter(|&&c| view.values(c).contains(x)).map(|&c| Candidate::new(c, x)).collect();
                let mut reasons: Vec<Reason> = groups.iter().map(|&g| group_reason(view, g)).collect();
                // If a corner held `x`, the floor cells would see it and so hold the other value.
                for &r in roof {
                    for f in floor {
                        reasons.extend(all_linked(view, &[Candidate::new(r, x)], &[Candidate::new(*f, x)]));
                    }
                }
                found.push(deadly.step(&UR6, &victims, reasons));
            }
        }
    }
    // Hidden rectangle: from the corner opposite a floor cell, `x` has strong links to both neighbouring corners.
    for &f in floor {
        let corner = opposite(f);
        for x in pair {
            let Some(y) = pair.without(x).min() else { continue };
            let links = beside(corner).map(|b| strong(view, corner, b, x));
            let [Some(g), Some(h)] = links else { continue };
            if !view.values(corner).contains(y) {
                continue;
            }
            let mut reasons =
                vec![group_reason(view, g), group_reason(view, h), group_reason(view, view.cell_group(f))];
            for b in beside(corner) {
                reasons.extend(all_linked(view, &[Candidate::new(b, x)], &[Candidate::new(f, x)]));
            }
            found.push(deadly.step(&HIDDEN, &[Candidate::new(corner, y)], reasons));
        }
    }
}

impl Technique for Avoidable {
    fn info(&self) -> &'static TechniqueInfo {
        &AR2
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&AR1, &AR2]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let filled = |cells: [Cell; 4]| cells.iter().filter(|&&c| view.is_placed(c)).count();
        let fits = |cells: [Cell; 4], values: [ValueSet; 4]| {
            let mut both = cells.iter().zip(&values);
            (2..=3).contains(&filled(cells))
                && both.all(|(&c, v)| view.is_placed(c) || v.len() >= 2)
                && cells.iter().all(|&c| view.model().given(c).is_none())
        };
        each_rectangle(
            view,
            found,
            fits,
            |_, _| true,
            |cells, deadly, found| {
                let filled = filled(cells);
                // The filled-in cells must agree with the pattern, so only one of the two fillings is possible; this
                // filling determines the pattern's values in the open cells.
                let way = [&deadly.contents, &deadly.swapped]
                    .into_iter()
                    .find(|way| way.iter().all(|&c| view.board().has(c)));
                let (Some(way), false) = (way, deadly.guardians.is_empty()) else { return };
                let _ = way;
                let mut here = Found::new(1, u64::MAX);
                if filled == 3 {
                    deadly.seen(view, &AR1, &mut here);
                } else if deadly.guardians.len() == 2 && deadly.guardians[0].value == deadly.guardians[1].value {
                    deadly.seen(view, &AR2, &mut here);
                }
                if !here.steps().is_empty() && !found.spend(DEADLY) && deadly.is_deadly(view, found) {
                    here.into_steps().into_iter().for_each(|step| found.push(step));
                }
            },
        );
    }
}

impl Technique for Loop {
    fn info(&self) -> &'static TechniqueInfo {
        &UNIQUE_LOOP
    }

    fn find(&self, view: &View, found: &mut Found) {
        let mut pairs: Vec<ValueSet> = view.board().domains().iter().copied().filter(|d| d.len() == 2).collect();
        pairs.order_by_key(|p| p.0);
        pairs.dedup();
        for pair in pairs {
            let cells: Vec<Cell> = (0..view.model().len() as u16)
                .map(Cell)
                .filter(|&c| pair.is_subset(view.values(c)) && view.values(c).len() <= 4)
                .collect();
            if cells.len() < 6 || cells.len() > 40 {
                continue;
            }
            for (i, &start) in cells.iter().enumerate() {
                let mut path = vec![start];
                Self::grow(view, pair, &cells[i..], &mut path, 0, found);
                if found.is_full() {
                    return;
                }
            }
        }
    }
}

impl Loop {
    /// Extends a loop. The first cell of the loop is its smallest, and no set contains more than two cells of the loop.
    fn grow(view: &View, pair: ValueSet, cells: &[Cell], path: &mut Vec<Cell>, extra: usize, found: &mut Found) {
        if found.is_full() || found.spend(1) {
            return;
        }
        let network = view.space().network();
        let last = path[path.len() - 1];
        let shared = |a: Cell, b: Cell| network.sets_of(a).iter().any(|s| network.sets_of(b).contains(s));
        if path.len() >= 6 && path.len().is_multiple_of(2) && shared(last, path[0]) && path[1] < last {
            Self::close(view, pair, path, found);
        }
        if path.len() == 14 {
            return;
        }
        for &next in cells {
            let more = extra + usize::from(view.values(next) != pair);
            if path.contains(&next) || more > 3 || !shared(last, next) {
                continue;
            }
            let crowded = network
                .sets_of(next)
                .iter()
                .any(|s| path.iter().filter(|c| network.sets_of(**c).contains(s)).count() >= 2);
            if !crowded {
                path.push(next);
                Self::grow(view, pair, cells, path, more, found);
                path.pop();
            }
        }
    }

    fn close(view: &View, pair: ValueSet, path: &[Cell], found: &mut Found) {
        let (Some(x), Some(y)) = (pair.min(), pair.max()) else { return };
        let with = |first: Value, second: Value| {
            path.iter().enumerate().map(|(i, &c)| Candidate::new(c, if i % 2 == 0 { first } else { second })).collect()
        };
        let deadly = Deadly::new(view, with(x, y), with(y, x));
        if deadly.guardians.is_empty() || !deadly.is_deadly(view, found) {
            return;
        }
        let roof = deadly.roof();
        deadly.seen(view, &UNIQUE_LOOP, found);
        if roof.len() == 2 {
            deadly.with_subset(view, &UNIQUE_LOOP, found);
            for v in pair {
                let Some(w) = pair.without(v).min() else { continue };
                if let Some(group) = strong(view, roof[0], roof[1], v) {
                    let victims: Vec<Candidate> = roof.iter().map(|&c| Candidate::new(c, w)).collect();
                    found.push(deadly.step(&UNIQUE_LOOP, &victims, vec![group_reason(view, group)]));
                }
            }
        }
    }
}

impl Technique for Bug {
    fn info(&self) -> &'static TechniqueInfo {
        &BUG1
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&BUG1, &BUGN]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let open: Vec<Cell> = (0..view.model().len() as u16).map(Cell).filter(|&c| view.values(c).len() >= 2).collect();
        let large: Vec<Cell> = open.iter().copied().filter(|&c| view.values(c).len() > 2).collect();
        if large.is_empty() || large.len() > 4 || large.iter().any(|&c| view.values(c).len() > 4) {
            return;
        }
        found.spend(open.len() as u64);
        // For each cell with more than two values, two values are chosen as part of the pattern; every choice that
        // results in a BUG is tried.
        let mut pairs: Vec<ValueSet> = Vec::new();
        choose_pairs(view, &large, &mut pairs, &mut |pairs| {
            let of = |pick: fn(ValueSet) -> Option<Value>| -> Vec<Candidate> {
                let value = |c: Cell| match large.iter().position(|&l| l == c) {
                    Some(i) => pick(pairs[i]),
                    None => pick(view.values(c)),
                };
                open.iter().filter_map(|&c| value(c).map(|v| Candidate::new(c, v))).collect()
            };
            let deadly = Deadly::new(view, of(ValueSet::min), of(ValueSet::max));
            // A BUG contains all open cells; a smaller pattern among these cells would belong to another technique.
            if deadly::even(view.model(), &deadly.options()) && deadly.is_deadly(view, found) {
                let info = if deadly.guardians.len() == 1 { &BUG1 } else { &BUGN };
                deadly.seen(view, info, found);
                if deadly.roof().len() == 2 && info.id == BUGN.id {
                    deadly.with_subset(view, &BUGN, found);
                }
            }
        });
    }
}

fn choose_pairs(view: &View, cells: &[Cell], pairs: &mut Vec<ValueSet>, report: &mut dyn FnMut(&[ValueSet])) {
    let Some(&cell) = cells.get(pairs.len()) else { return report(pairs) };
    let values = view.values(cell);
    for a in values {
        for b in values.iter().filter(|&b| b > a) {
            pairs.push(ValueSet::of(a).with(b));
            choose_pairs(view, cells, pairs, report);
            pairs.pop();
        }
    }
}
