//! Deadly patterns with more than two values: blocks in two lines (extended unique rectangles, MUGs) and sets of
//! two-valued cells in which every house contains each value twice or not at all (BUG-Lite). Also the reverse: two
//! values whose filled-in cells are distributed so evenly that all other places of the two values could be exchanged.

use crate::board::bits::Bits;
use crate::board::deadly::{self, exchangeable};
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, infos};
use crate::structure::guardians::{Limits, OneOf, report};
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, Sort, SortedSet, Value, ValueSet};

/// Extended rectangles and MUGs: the cells in which three other sets cross two lines.
pub(crate) struct Block;
/// BUG-Lite: a pattern of any cells that have two values each.
pub(crate) struct BugLite;
/// Reverse BUG: two values whose filled-in cells are evenly distributed.
pub(crate) struct ReverseBug;

infos! {
    EXTENDED: "extended_unique_rectangle", "Extended Unique Rectangle", &["0621", "xr", "extended rectangle"], 48, "our figure: as a hidden rectangle";
    MUG: "mug", "Multivalue Universal Grave", &["0624", "0621", "xr"], 54, "our figure: above an extended rectangle";
    BUG_LITE: "bug_lite", "BUG-Lite", &["0622"], 57, "our figure: just above BUG + 1";
    REVERSE_BUG: "reverse_bug", "Reverse BUG", &["0623"], 58, "our figure: above BUG-Lite";
    REVERSE_BUG_GIVENS: "reverse_bug_with_givens", "Reverse BUG with Givens", &["reverse bug"], 58, "our figure: as without givens";
}

/// A pattern with its guardians, which are the other candidates of the pattern's cells.
fn one_of(view: &View, info: &'static TechniqueInfo, cells: &[(Cell, ValueSet)]) -> OneOf {
    let extra = |&(c, values): &(Cell, ValueSet)| {
        let more = view.values(c).minus(values);
        more.iter().map(move |v| Candidate::new(c, v)).collect::<Vec<_>>()
    };
    let guardians: Vec<Candidate> = cells.iter().flat_map(extra).collect();
    let mut ids: Vec<u32> = guardians.iter().map(|&g| view.space().id(g)).collect();
    ids.order();
    OneOf {
        info,
        guardians: ids,
        because: vec![Reason::Unique { cells: cells.to_vec(), guardians }],
        cells: cells.iter().map(|c| c.0).collect(),
        values: cells.iter().fold(ValueSet::EMPTY, |all, c| all | c.1),
    }
}

/// All deadly patterns of the techniques in this file that have guardians, subject to these limits.
pub(crate) fn patterns(view: &View, limits: Limits, found: &mut Found) -> Vec<OneOf> {
    let mut all = blocks(view, limits, found);
    all.extend(Graves::search(view, limits, found));
    all
}

/// Patterns that consist of pairs of cells on two lines. The two cells of each pair share all sets except for the
/// lines, so their values can be exchanged.
fn blocks(view: &View, limits: Limits, found: &mut Found) -> Vec<OneOf> {
    let (model, network) = (view.model(), view.space().network());
    let open = |c: &Cell| !view.is_placed(*c) && view.values(*c).len() >= 2;
    let sets_of = |c: Cell| network.sets_of(c);
    let mut all = Vec::new();
    let lines: Vec<SetId> =
        (0..model.sets().len() as u32).map(SetId).filter(|&s| view.space().alignment(s).is_line()).collect();
    for (i, &one) in lines.iter().enumerate() {
        for &two in lines[..i].iter().filter(|&&t| view.space().alignment(t) == view.space().alignment(one)) {
            // Pairs of cells that share all sets except for the two lines.
            let mut pairs: Vec<(Cell, Cell)> = Vec::new();
            for &a in model.set(one).cells.iter().filter(|c| open(c)) {
                let others = sets_of(a).iter().filter(|&&s| s != one);
                let twin = |b: &&Cell| {
                    sets_of(**b).len() == sets_of(a).len() && others.clone().all(|s| sets_of(**b).contains(s))
                };
                pairs.extend(model.set(two).cells.iter().filter(|b| open(b)).find(twin).map(|&b| (a, b)));
            }
            if pairs.len() < 3 || found.spend(pairs.len() as u64 * 4) {
                continue;
            }
            let mut search = Blocks { view, limits, pairs: &pairs, chosen: Vec::new(), all: &mut all };
            search.grow(0, ValueSet::EMPTY, found);
        }
    }
    all
}

struct Blocks<'s, 'v, 'a> {
    view: &'v View<'a>,
    limits: Limits,
    pairs: &'s [(Cell, Cell)],
    chosen: Vec<(Cell, Cell)>,
    all: &'s mut Vec<OneOf>,
}

impl Blocks<'_, '_, '_> {
    /// Adds pairs of cells. `clean` is the union of the values of the chosen cells that are assumed to have no
    /// guardians.
    fn grow(&mut self, from: usize, clean: ValueSet, found: &mut Found) {
        if self.chosen.len() == 3 {
            self.close(clean, found);
            return;
        }
        let network = self.view.space().network();
        for (i, &(a, b)) in self.pairs.iter().enumerate().skip(from) {
            if found.spend(1) {
                return;
            }
            // Pairs must not share a set other than the lines, because three values are not enough to fill the cells of
            // two pairs in one set.
            let apart = |&(c, _): &(Cell, Cell)| {
                network.sets_of(a).iter().filter(|s| network.sets_of(c).contains(s)).count() <= 1
            };
            if !self.chosen.iter().all(apart) {
                continue;
            }
            // Cells with at most two values are assumed to have no guardians; cells with more values may have
            // guardians.
            let pure = |values: ValueSet| if values.len() <= 2 { values } else { ValueSet::EMPTY };
            let wider = clean | pure(self.view.values(a)) | pure(self.view.values(b));
            if wider.len() <= 3 + self.limits.guardians.min(2) as u32 {
                self.chosen.push((a, b));
                self.grow(i + 1, wider, found);
                self.chosen.pop();
            }
        }
    }

    fn close(&mut self, clean: ValueSet, found: &mut Found) {
        let view = self.view;
        let cells: Vec<Cell> = self.chosen.iter().flat_map(|&(a, b)| [a, b]).collect();
        let all = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | view.values(c));
        let values: Vec<Value> = all.iter().collect();
        for (x, &u) in values.iter().enumerate() {
            for (y, &v) in values.iter().enumerate().skip(x + 1) {
                for &w in &values[y + 1..] {
                    let triple = ValueSet::of(u).with(v).with(w);
                    if clean.minus(triple).len() > 2 || found.spend(4) {
                        continue;
                    }
                    let extra = |&c: &Cell| view.values(c).minus(triple).len() as usize;
                    let guardians: usize = cells.iter().map(extra).sum();
                    let thin = |c: &Cell| (view.values(*c) & triple).len() < 2;
                    if guardians == 0 || guardians > self.limits.guardians || cells.iter().any(thin) {
                        continue;
                    }
                    let options: Vec<(Cell, ValueSet)> = cells.iter().map(|&c| (c, view.values(c) & triple)).collect();
                    // Whether at least one cell of a pair has exactly two values of the triple.
                    let paired = |&(a, b): &(Cell, Cell)| [a, b].iter().any(|&c| (view.values(c) & triple).len() == 2);
                    let info = if self.chosen.iter().all(paired) { &EXTENDED } else { &MUG };
                    let pattern = one_of(view, info, &options);
                    let room = view.space().capacity();
                    if self.limits.allow(view, &Bits::of(room, pattern.guardians.iter().copied()))
                        && exchangeable(view.model(), view.board(), &options, &mut |work| found.spend(work))
                    {
                        self.all.push(pattern);
                    }
                }
            }
        }
    }
}

impl Technique for Block {
    fn info(&self) -> &'static TechniqueInfo {
        &EXTENDED
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&EXTENDED, &MUG]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let patterns = blocks(view, Limits::direct(found), found);
        report(view, patterns, found);
    }
}

/// The maximum number of cells of a BUG-Lite pattern.
const LARGEST: usize = 14;
/// The maximum number of cells with guardians in a BUG-Lite pattern.
const DIRTY: usize = 3;

/// Chooses two-valued cells one by one: if a set contains a value only once, another cell of the set with this value
/// must be added.
struct Graves<'v, 'a> {
    view: &'v View<'a>,
    limits: Limits,
    nodes: u32,
    chosen: Vec<(Cell, ValueSet)>,
    /// For each set and value, the number of chosen cells of the set that have the value.
    counts: Vec<u8>,
    width: usize,
    dirty: usize,
    known: SortedSet<Vec<(Cell, u64)>>,
    all: Vec<OneOf>,
}

impl<'v, 'a> Graves<'v, 'a> {
    fn search(view: &'v View<'a>, limits: Limits, found: &mut Found) -> Vec<OneOf> {
        let known = SortedSet::default();
        let width = view.board().domains().iter().filter_map(|d| d.max()).max().map_or(0, |v| v.index() + 1);
        let counts = vec![0; view.model().sets().len() * width];
        let mut graves =
            Self { view, limits, nodes: 0, chosen: Vec::new(), counts, width, dirty: 0, known, all: Vec::new() };
        let pairs: Vec<Cell> =
            (0..view.model().len() as u16).map(Cell).filter(|&c| view.values(c).len() == 2).collect();
        // Divide the search nodes among the starting cells, so that no cell uses up all the nodes.
        let share = limits.nodes / (pairs.len() as u32).max(1);
        for &start in &pairs {
            graves.nodes = share;
            graves.push(start, view.values(start));
            graves.grow(start, found);
            graves.pop();
            if found.spend((share - graves.nodes) as u64 * 64 + 1) {
                break;
            }
        }
        graves.all
    }

    fn count(&self, set: SetId, value: Value) -> u8 {
        self.counts[set.0 as usize * self.width + value.index()]
    }

    fn push(&mut self, cell: Cell, values: ValueSet) {
        for set in self.view.space().network().sets_of(cell) {
            for v in values {
                self.counts[set.0 as usize * self.width + v.index()] += 1;
            }
        }
        self.chosen.push((cell, values));
    }

    fn pop(&mut self) {
        let Some((cell, values)) = self.chosen.pop() else { return };
        for set in self.view.space().network().sets_of(cell) {
            for v in values {
                self.counts[set.0 as usize * self.width + v.index()] -= 1;
            }
        }
    }

    /// A set and a value such that exactly one chosen cell of the set has the value; `None` if there is no such pair.
    fn odd(&self) -> Option<(SetId, Value)> {
        let network = self.view.space().network();
        for &(cell, values) in &self.chosen {
            for &set in network.sets_of(cell) {
                if let Some(v) = values.iter().find(|&v| self.count(set, v) == 1) {
                    return Some((set, v));
                }
            }
        }
        None
    }

    /// Whether the cell may be added; afterwards, no set may contain a value three times.
    fn fits(&self, cell: Cell, values: ValueSet) -> bool {
        let network = self.view.space().network();
        network.sets_of(cell).iter().all(|&set| values.iter().all(|v| self.count(set, v) < 2))
    }

    fn grow(&mut self, start: Cell, found: &mut Found) {
        if self.nodes == 0 {
            return;
        }
        self.nodes -= 1;
        let Some((set, value)) = self.odd() else { return self.close(found) };
        if self.chosen.len() >= LARGEST {
            return;
        }
        let view = self.view;
        for &cell in &view.model().set(set).cells {
            let values = view.values(cell);
            // The pattern starts at its smallest cell with exactly two values.
            if !values.contains(value)
                || values.len() < 2
                || values.len() == 2 && cell < start
                || self.chosen.iter().any(|c| c.0 == cell)
            {
                continue;
            }
            let extra = values.len() as usize - 2;
            if extra > 0 && (self.dirty == DIRTY || extra > self.limits.guardians) {
                continue;
            }
            self.dirty += usize::from(extra > 0);
            for other in values.without(value) {
                let pair = ValueSet::of(value).with(other);
                if self.fits(cell, pair) {
                    self.push(cell, pair);
                    if self.may_serve() {
                        self.grow(start, found);
                    }
                    self.pop();
                }
            }
            self.dirty -= usize::from(extra > 0);
        }
    }

    /// The other candidates of the chosen cells.
    fn guardians(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        let more = move |&(c, values): &(Cell, ValueSet)| {
            let more = self.view.values(c).minus(values);
            more.iter().map(move |v| self.view.space().id(Candidate::new(c, v)))
        };
        self.chosen.iter().flat_map(more)
    }

    fn may_serve(&self) -> bool {
        self.dirty == 0 || self.limits.allow_these(self.view, self.guardians().count(), self.guardians())
    }

    fn close(&mut self, found: &mut Found) {
        let view = self.view;
        let values = self.chosen.iter().fold(ValueSet::EMPTY, |all, c| all | c.1);
        // A pattern with only two values is a unique rectangle or a unique loop.
        if self.dirty == 0 || values.len() < 3 {
            return;
        }
        let mut cells = self.chosen.clone();
        cells.order_by_key(|c| c.0);
        let key = cells.iter().map(|c| (c.0, c.1.0)).collect();
        if self.known.insert(key) && exchangeable(view.model(), view.board(), &cells, &mut |work| found.spend(work)) {
            self.all.push(one_of(view, &BUG_LITE, &cells));
        }
    }
}

impl Technique for BugLite {
    fn info(&self) -> &'static TechniqueInfo {
        &BUG_LITE
    }

    fn find(&self, view: &View, found: &mut Found) {
        let patterns = Graves::search(view, Limits::direct(found), found);
        report(view, patterns, found);
    }
}

impl Technique for ReverseBug {
    fn info(&self) -> &'static TechniqueInfo {
        &REVERSE_BUG
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&REVERSE_BUG, &REVERSE_BUG_GIVENS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let model = view.model();
        let values: Vec<Value> =
            view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d).iter().collect();
        for (i, &x) in values.iter().enumerate() {
            for &y in &values[..i] {
                let held =
                    |v: Value| model.answer_cells().filter(move |&c| view.is_placed(c) && view.values(c).contains(v));
                let filled: Vec<Candidate> =
                    [x, y].iter().flat_map(|&v| held(v).map(move |c| Candidate::new(c, v))).collect();
                if filled.is_empty() || found.spend(filled.len() as u64) {
                    continue;
                }
                // The sets that contain only one of the two values: in each of these sets, the added candidate must
                // supply the other value.
                let has =
                    |s: &SetId, v: Value| filled.iter().any(|c| c.value == v && model.set(*s).cells.contains(&c.cell));
                let odd: Vec<SetId> =
                    (0..model.sets().len() as u32).map(SetId).filter(|s| has(s, x) != has(s, y)).collect();
                let Some(first) = odd.first() else { continue };
                for &cell in model.set(*first).cells.iter().filter(|c| !view.is_placed(**c)) {
                    for (v, w) in [(x, y), (y, x)] {
                        let added = Candidate::new(cell, v);
                        let there = odd.iter().all(|s| model.set(*s).cells.contains(&cell));
                        if !there
                            || !view.board().has(added)
                            || !deadly::rest_exchangeable(model, view.board(), &filled, added, w)
                        {
                            continue;
                        }
                        let cells: Vec<Cell> = filled.iter().map(|c| c.cell).collect();
                        let pattern = Pattern::EvenlyFilled { cells, values: ValueSet::of(x).with(y) };
                        let reason = Reason::UniqueRest { filled: filled.clone(), added, other: w };
                        // If none of the filled-in cells were a given, the filled-in values could be exchanged as well.
                        let given = filled.iter().any(|c| model.given(c.cell).is_some());
                        let info = if given { &REVERSE_BUG_GIVENS } else { &REVERSE_BUG };
                        found.push(Step::new(info, pattern).remove([added]).because([reason]));
                        if found.is_full() {
                            return;
                        }
                    }
                }
            }
        }
    }
}
