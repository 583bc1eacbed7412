//! Tridagon: four boxes form a rectangle; in each box, three cells (one in each row and column of the box) have the
//! same three values, so the cells hold a permutation of the values. If an odd number of the four arrangements is odd,
//! the permutations cannot fit together, so another candidate of these cells is true.
//!
//! The parity argument is due to Denis Berthier and the forum discussion of "Thor's hammer". The checker proves the
//! pattern from only the twelve cells and the sets that contain them.

use crate::board::bits::Bits;
use crate::board::frame::Alignment;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Reason, TechniqueInfo};
use crate::structure::guardians::{Limits, OneOf, report};
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, Sort, ValueSet};

/// The tridagon technique.
pub(crate) struct Tridagon;

static TRIDAGON: TechniqueInfo = TechniqueInfo {
    id: "tridagon",
    name: "Tridagon",
    aliases: &["1402", "anti-tridagon", "thor's hammer", "trivalue oddagon"],
    difficulty: 76,
    source: "our figure; Hodoku-enhanced 500",
};

/// The arrangements of three cells in three rows and three columns, even arrangements first.
const ARRANGED: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// A region of three rows and three columns.
struct Region {
    rows: [SetId; 3],
    columns: [SetId; 3],
    /// The cells, row by row.
    cells: [[Cell; 3]; 3],
}

impl Region {
    fn new(view: &View, s: SetId) -> Option<Self> {
        let (model, space) = (view.model(), view.space());
        let set = model.set(s);
        if !set.house || space.alignment(s) != Alignment::Region || set.cells.len() != 9 {
            return None;
        }
        let lines = |alignment: Alignment| -> Option<[SetId; 3]> {
            let of = |s: &SetId| space.alignment(*s) == alignment && model.set(*s).house;
            let mut sets: Vec<SetId> =
                set.cells.iter().filter_map(|&c| space.network().sets_of(c).iter().copied().find(of)).collect();
            sets.order();
            sets.dedup();
            sets.try_into().ok()
        };
        let (rows, columns) = (lines(Alignment::Row)?, lines(Alignment::Column)?);
        let mut cells = [[Cell(0); 3]; 3];
        for (i, &r) in rows.iter().enumerate() {
            for (j, &c) in columns.iter().enumerate() {
                let both = |x: &Cell| model.set(r).cells.contains(x) && model.set(c).cells.contains(x);
                cells[i][j] = set.cells.iter().copied().find(both)?;
            }
        }
        Some(Self { rows, columns, cells })
    }
}

/// The tridagons, subject to these limits.
pub(crate) fn patterns(view: &View, limits: Limits, found: &mut Found) -> Vec<OneOf> {
    let regions: Vec<Region> =
        (0..view.model().sets().len() as u32).filter_map(|s| Region::new(view, SetId(s))).collect();
    let mut all = Vec::new();
    let values: Vec<_> = view.board().domains().iter().fold(ValueSet::EMPTY, |all, &d| all | d).iter().collect();
    for (i, a) in regions.iter().enumerate() {
        for b in regions[i + 1..].iter().filter(|b| b.rows == a.rows && b.columns != a.columns) {
            for c in regions[i + 1..].iter().filter(|c| c.columns == a.columns && c.rows != a.rows) {
                for d in regions[i + 1..].iter().filter(|d| d.rows == c.rows && d.columns == b.columns) {
                    for (x, &u) in values.iter().enumerate() {
                        for (y, &v) in values.iter().enumerate().skip(x + 1) {
                            for &w in &values[y + 1..] {
                                let triple = ValueSet::of(u).with(v).with(w);
                                let boxes = [a, b, c, d].map(|r| r.cells);
                                // The twelve cells may have only a few other candidates, which rules out most boards.
                                let narrow = |cells: &[[Cell; 3]; 3]| {
                                    ARRANGED.iter().any(|columns| {
                                        let extra =
                                            |r: usize| view.values(cells[r][columns[r]]).minus(triple).len() as usize;
                                        (0..3).map(extra).sum::<usize>() <= limits.guardians
                                    })
                                };
                                if found.spend(20) {
                                    return all;
                                }
                                if !boxes.iter().all(narrow) {
                                    continue;
                                }
                                found.spend(200);
                                search(view, &boxes, triple, limits, found, &mut all);
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

fn search(
    view: &View,
    boxes: &[[[Cell; 3]; 3]; 4],
    triple: ValueSet,
    limits: Limits,
    found: &mut Found,
    all: &mut Vec<OneOf>,
) {
    // For each box, the arrangements in which every cell has at least two of the values, each with its guardians.
    let room = view.space().capacity();
    let choices = boxes.map(|cells| -> Vec<(bool, [Cell; 3], Bits)> {
        let arranged = ARRANGED.iter().enumerate().filter_map(|(k, columns)| {
            let three = [0, 1, 2].map(|r| cells[r][columns[r]]);
            let fits = |c: &Cell| !view.is_placed(*c) && (view.values(*c) & triple).len() >= 2;
            if !three.iter().all(fits) {
                return None;
            }
            let extra = |c: &Cell| {
                let (c, values) = (*c, view.values(*c).minus(triple));
                values.iter().map(move |v| view.space().id(Candidate::new(c, v))).collect::<Vec<_>>()
            };
            let guardians = Bits::of(room, three.iter().flat_map(extra));
            limits.allow(view, &guardians).then_some((k >= 3, three, guardians))
        });
        arranged.collect()
    });
    let [p, q, r, s] = &choices;
    for a in p {
        for b in q {
            for c in r {
                for d in s {
                    if found.spend(1) {
                        return;
                    }
                    if !(a.0 ^ b.0 ^ c.0 ^ d.0) {
                        continue;
                    }
                    let mut guardians = a.2.clone();
                    for more in [b, c, d] {
                        guardians.or(&more.2);
                    }
                    if !limits.allow(view, &guardians) {
                        continue;
                    }
                    let cells: Vec<Cell> = [a, b, c, d].iter().flat_map(|x| x.1).collect();
                    let mut because: Vec<Reason> =
                        cells.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
                    let mut sets: Vec<SetId> =
                        cells.iter().flat_map(|&c| view.space().network().sets_of(c)).copied().collect();
                    sets.order();
                    sets.dedup();
                    let several =
                        |s: &SetId| cells.iter().filter(|c| view.model().set(*s).cells.contains(c)).count() > 1;
                    because.extend(sets.into_iter().filter(several).map(Reason::Different));
                    let guardians = guardians.iter().collect();
                    all.push(OneOf { info: &TRIDAGON, guardians, because, cells, values: triple });
                }
            }
        }
    }
}

impl Technique for Tridagon {
    fn info(&self) -> &'static TechniqueInfo {
        &TRIDAGON
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let patterns = patterns(view, Limits::direct(found), found);
        report(view, patterns, found);
    }
}
