//! Other techniques that are applied inside an assumption when links alone lead to nothing new.

use super::super::budget::Budget;
use super::super::grid::{Grid, bits, cells};
use super::super::hint::table_order;
use super::super::layout::Layout;
use super::super::memo::Change;
use super::super::{fish, locking, subsets};
use super::kind::Kind;
use super::sets::Marks;
use super::sink::{Nested, Sink, Within};
use super::spread::{Spread, key};
use std::collections::HashSet;

/// The techniques that are applied after links, with their state.
#[derive(Default)]
pub(super) struct Others {
    /// The engines for inner chains, which are tried after the techniques that all levels share.
    pub inner: Vec<Box<dyn Within>>,
    /// The nested hints that chains use as links.
    pub chains: Vec<Nested>,
    /// For the current source grid, the sets of marks from which nothing follows. These sets are worth storing because many
    /// assumptions lead to the same marks.
    pub dead: HashSet<Marks>,
}

/// Tries intersections, hidden pairs, naked pairs, X-Wings and the inner chains until one technique finds something. A hint counts
/// only if it depends on the removal of candidates that the source grid has.
pub(super) fn run(
    kind: Kind,
    layout: &Layout,
    source: &Grid,
    work: &Grid,
    out: &mut Spread,
    others: &mut Others,
    budget: &Budget<'_>,
) {
    debug_assert!(kind.level > 0);
    if others.dead.contains(&work.cells) {
        return;
    }
    let sink = &mut Sink { out, nested: &mut others.chains, any: false };
    let simple = [intersections, hidden_pairs, naked_pairs, x_wings];
    for technique in simple {
        technique(layout, source, work, sink);
        if sink.any {
            return;
        }
    }
    for engine in &mut others.inner {
        engine.nested(layout, source, work, sink, budget);
        if sink.any || budget.is_over() {
            return;
        }
    }
    others.dead.insert(work.cells);
}

fn intersections(layout: &Layout, source: &Grid, work: &Grid, sink: &mut Sink) {
    if !layout.plain {
        locking::each_general(layout, work, |g| -> Option<()> {
            let region = &layout.regions[g.region];
            let gone = source.at[g.region][g.digit] & !work.at[g.region][g.digit];
            let parents: Vec<u16> = bits(gone).map(|p| key(region.cells[p], g.digit)).collect();
            if !parents.is_empty() {
                let mut removes: Vec<_> = cells(g.gone).map(|c| (c, 1 << g.digit)).collect();
                table_order(&mut removes);
                sink.take(&removes, &parents, None);
            }
            None
        });
        return;
    }
    let lost = |r: usize, d: usize| source.at[r][d] != work.at[r][d];
    locking::each(layout, work, lost, |l| -> Option<()> {
        let (one, two) = (layout.regions[l.first].set, layout.regions[l.second].set);
        let gone = source.cells[l.digit] & !work.cells[l.digit] & one & !two;
        if gone == 0 || work.cells[l.digit] & two & !one == 0 {
            return None;
        }
        let mut removes = l.removes(layout, work);
        table_order(&mut removes);
        let parents: Vec<u16> = cells(gone).map(|c| key(c, l.digit)).collect();
        sink.take(&removes, &parents, None);
        None
    });
}

fn hidden_pairs(layout: &Layout, source: &Grid, work: &Grid, sink: &mut Sink) {
    subsets::each_hidden(layout, work, 2, 4, Change::between(&source.cells, &work.cells), |set| -> Option<()> {
        let home = &layout.regions[set.region].cells;
        let mut parents = Vec::new();
        for p in bits(0x1ff & !set.at) {
            let gone = source.marks[usize::from(home[p])] & set.digits;
            parents.extend(bits(gone).map(|d| key(home[p], d)));
        }
        let mut removes = set.hidden_removes(layout, work);
        if !parents.is_empty() && !removes.is_empty() {
            table_order(&mut removes);
            sink.take(&removes, &parents, None);
        }
        None
    });
}

fn naked_pairs(layout: &Layout, source: &Grid, work: &Grid, sink: &mut Sink) {
    let few = subsets::naked_kinds(layout);
    let kinds = if layout.plain { few } else { &layout.simple };
    subsets::each_naked(layout, work, 2, kinds, Change::between(&source.cells, &work.cells), |set| -> Option<()> {
        let home = &layout.regions[set.region].cells;
        let mut parents = Vec::new();
        for p in bits(set.at) {
            let gone = source.marks[usize::from(home[p])] & !set.digits;
            parents.extend(bits(gone).map(|d| key(home[p], d)));
        }
        if parents.is_empty() {
            return None;
        }
        let mut removes =
            if layout.plain { set.naked_removes(layout, work) } else { set.general_removes(layout, work) };
        if !removes.is_empty() {
            table_order(&mut removes);
            sink.take(&removes, &parents, None);
        }
        None
    });
}

fn x_wings(layout: &Layout, source: &Grid, work: &Grid, sink: &mut Sink) {
    fish::each(layout, work, 2, Change::between(&source.cells, &work.cells), |fish| -> Option<()> {
        let lines = |kind: usize, which: u16| bits(which).map(move |i| layout.kinds[kind].0 + i);
        let covered = lines(fish.cover, fish.covers).fold(0, |set, r| set | layout.regions[r].set);
        let gone = source.cells[fish.digit] & !work.cells[fish.digit] & !covered;
        let mut parents = Vec::new();
        for line in lines(fish.base, fish.bases) {
            parents.extend(cells(gone & layout.regions[line].set).map(|c| key(c, fish.digit)));
        }
        let mut removes = fish.removes(layout, work);
        if !parents.is_empty() && !removes.is_empty() {
            table_order(&mut removes);
            sink.take(&removes, &parents, None);
        }
        None
    });
}
