//! Wings: `n` cells that together have `n` values, where for every value except one, all places of the value see each
//! other. The exceptional value must then be in one of its places. Covers XY-Wing, XYZ-Wing, WXYZ-Wing and so on, up to
//! nine cells.
//!
//! Wings of up to five cells may be anywhere. Larger wings are only searched for in the union of two crossing sets,
//! where a value occurs at most once if all its places are in one of the sets. Two sets contain only a few cells, so
//! the search is bounded on every board.

use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, infos};
use cluewright_core::{Candidate, Cell, Sort, Value, ValueSet};

/// The technique for wings of one size.
pub(crate) struct Wing {
    /// The number of cells in the wing, 3 to 9.
    pub(crate) size: usize,
}

infos! {
    XY: "xy_wing", "XY-Wing", &["xy", "0800", "y-wing"], 42, "Sudoku Explainer 4.2";
    XYZ: "xyz_wing", "XYZ-Wing", &["xyz", "0801"], 44, "Sudoku Explainer 4.4";
    WXYZ: "wxyz_wing", "WXYZ-Wing", &["wxyz", "0804"], 55, "Sukaku Explainer 5.5";
    BENT_QUAD: "bent_quad", "Bent Quad", &["0802", "wxyz-wing", "bent naked quad"], 55, "Sukaku Explainer 5.5: as a WXYZ-Wing";
    VWXYZ: "vwxyz_wing", "VWXYZ-Wing", &["vwxyz", "0805"], 62, "Sukaku Explainer 6.2";
    UVWXYZ: "uvwxyz_wing", "UVWXYZ-Wing", &["uvwxyz", "0806"], 66, "Sukaku Explainer 6.6";
    TUVWXYZ: "tuvwxyz_wing", "TUVWXYZ-Wing", &["tuvwxyz", "0807"], 75, "Sukaku Explainer 7.5";
    STUVWXYZ: "stuvwxyz_wing", "STUVWXYZ-Wing", &["stuvwxyz", "0808"], 80, "our figure: above seven cells";
    RSTUVWXYZ: "rstuvwxyz_wing", "RSTUVWXYZ-Wing", &["rstuvwxyz", "0809"], 84, "our figure: above eight cells";
}

static BY_SIZE: [&TechniqueInfo; 7] = [&XYZ, &WXYZ, &VWXYZ, &UVWXYZ, &TUVWXYZ, &STUVWXYZ, &RSTUVWXYZ];

impl Technique for Wing {
    fn info(&self) -> &'static TechniqueInfo {
        if self.size == 3 { &XY } else { BY_SIZE[self.size - 3] }
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        match self.size {
            3 => vec![&XY, &XYZ],
            4 => vec![&WXYZ, &BENT_QUAD],
            _ => vec![self.info()],
        }
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        let fits = |least: u32| {
            move |c: &Cell| !view.is_placed(*c) && (least..=self.size as u32).contains(&view.values(*c).len())
        };
        let model = view.model();
        if self.size <= 5 {
            let cells: Vec<Cell> = (0..model.len() as u16).map(Cell).filter(fits(2)).collect();
            Search::new(self, view, cells, None).grow(0, ValueSet::EMPTY, ValueSet::EMPTY, found);
        }
        // Two crossing sets contain only a few cells, so cells that have only one candidate but are not filled in yet
        // may be used as well.
        if self.size == 3 || self.size == 5 || self.size == 4 && !found.wants_all() {
            return;
        }
        for (i, a) in model.sets().iter().enumerate() {
            for b in &model.sets()[..i] {
                if found.is_full() || found.spend(1) {
                    return;
                }
                if !a.cells.iter().any(|c| b.cells.contains(c)) {
                    continue;
                }
                let mut cells: Vec<Cell> = a.cells.iter().chain(&b.cells).copied().filter(fits(1)).collect();
                cells.order();
                cells.dedup();
                if (self.size..=MOST).contains(&cells.len()) {
                    let inside = |set: &[Cell]| mask(&cells, |c| set.contains(&c));
                    let sets = [inside(&a.cells), inside(&b.cells)];
                    Search::new(self, view, cells, Some(sets)).grow(0, ValueSet::EMPTY, ValueSet::EMPTY, found);
                }
            }
        }
    }
}

/// Larger wings are searched for only if the two sets have at most this many cells.
const MOST: usize = 20;

fn mask(cells: &[Cell], wanted: impl Fn(Cell) -> bool) -> u32 {
    cells.iter().enumerate().filter(|(_, c)| wanted(**c)).fold(0, |m, (i, _)| m | 1 << i)
}

struct Search<'v, 'a> {
    wing: &'v Wing,
    view: &'v View<'a>,
    cells: Vec<Cell>,
    /// When searching two crossing sets, the cells in each set, as masks.
    sets: Option<[u32; 2]>,
    chosen: Vec<usize>,
}

impl<'v, 'a> Search<'v, 'a> {
    fn new(wing: &'v Wing, view: &'v View<'a>, cells: Vec<Cell>, sets: Option<[u32; 2]>) -> Self {
        Self { wing, view, cells, sets, chosen: Vec::new() }
    }

    /// Adds cells. `loose` contains the members of `values` that have two chosen places that do not see each other.
    fn grow(&mut self, from: usize, values: ValueSet, loose: ValueSet, found: &mut Found) {
        let size = self.wing.size;
        if self.chosen.len() == size {
            if values.len() as usize == size {
                self.report(values, found);
            }
            return;
        }
        for i in from..self.cells.len() {
            if found.is_full() || found.spend(1) || self.cells.len() - i < size - self.chosen.len() {
                return;
            }
            let wider = values | self.view.values(self.cells[i]);
            if wider.len() as usize > size {
                continue;
            }
            // At most one value may have places that do not see each other.
            let now = if self.sets.is_none() { loose | self.apart(i) } else { loose };
            if now.len() > 1 {
                continue;
            }
            self.chosen.push(i);
            let now = if self.sets.is_none() { now } else { self.loose(wider) };
            debug_assert_eq!(now, self.loose(wider), "what is apart is added cell by cell");
            if now.len() <= 1 {
                self.grow(i + 1, wider, now, found);
            }
            self.chosen.pop();
        }
    }

    /// The values that this cell shares with a chosen cell whose place for the value does not see this cell's place.
    fn apart(&self, i: usize) -> ValueSet {
        let (view, cell) = (self.view, self.cells[i]);
        let id = |c: Cell, v: Value| view.space().id(Candidate::new(c, v));
        let of = |&j: &usize| {
            let other = self.cells[j];
            let both = view.values(cell) & view.values(other);
            both.iter().filter(|&v| !view.space().sees(id(cell, v)).has(id(other, v))).collect()
        };
        self.chosen.iter().map(of).fold(ValueSet::EMPTY, |all, v: ValueSet| all | v)
    }

    /// The values with two chosen places that do not see each other.
    fn loose(&self, values: ValueSet) -> ValueSet {
        if let Some([a, b]) = self.sets {
            let places = |v: Value| {
                let here = self.chosen.iter().filter(|&&i| self.view.values(self.cells[i]).contains(v));
                here.fold(0u32, |m, &i| m | 1 << i)
            };
            return values.iter().filter(|&v| places(v) & !a != 0 && places(v) & !b != 0).collect();
        }
        let network = self.view.space().network();
        let sees_all = |v: Value| {
            let at = |i: usize| self.view.values(self.cells[self.chosen[i]]).contains(v);
            (0..self.chosen.len()).filter(|&i| at(i)).all(|i| {
                let a = Candidate::new(self.cells[self.chosen[i]], v);
                (0..i).filter(|&j| at(j)).all(|j| network.forbidden(a, self.cells[self.chosen[j]]).contains(v))
            })
        };
        values.iter().filter(|&v| !sees_all(v)).collect()
    }

    /// Whether one cell is linked to all the other cells, each of which has the last value and one other value.
    fn has_hinge(&self, z: Value) -> bool {
        let network = self.view.space().network();
        let cells = || self.chosen.iter().map(|&i| self.cells[i]);
        cells().any(|hinge| {
            cells().filter(|&c| c != hinge).all(|c| {
                let values = self.view.values(c);
                let both = values & self.view.values(hinge);
                let sees = |v: Value| both.contains(v) && network.forbidden(Candidate::new(c, v), hinge).contains(v);
                values.len() == 2 && values.contains(z) && values.without(z).iter().all(sees)
            })
        })
    }

    fn report(&self, values: ValueSet, found: &mut Found) {
        // If no value is loose, the cells are a naked subset; if exactly one is, the cells are a wing.
        let Some(z) = self.loose(values).single() else { return };
        let view = self.view;
        let cells: Vec<Cell> = self.chosen.iter().map(|&i| self.cells[i]).collect();
        // Four cells are not a meaningful wing if two of them have only one value.
        if cells.len() == 4 && cells.iter().filter(|&&c| view.values(c).len() == 1).count() > 1 {
            return;
        }
        let places = view.places(&cells, z);
        let victims = view.seen_by_all(places.iter().copied());
        if victims.is_empty() {
            return;
        }
        let victims = candidates(view, &victims);
        let places: Vec<Candidate> = places.iter().map(|&id| view.space().candidate(id)).collect();
        let mut reasons: Vec<Reason> = cells.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
        for v in values.without(z) {
            let at: Vec<Candidate> = view.places(&cells, v).iter().map(|&id| view.space().candidate(id)).collect();
            for (i, &a) in at.iter().enumerate() {
                reasons.extend(all_linked(view, &[a], &at[..i]));
            }
        }
        reasons.extend(all_linked(view, &victims, &places));
        let two_each = cells.iter().all(|&c| view.values(c).len() == 2);
        let info = match self.wing.size {
            3 if two_each => &XY,
            4 if !self.has_hinge(z) => &BENT_QUAD,
            n => BY_SIZE[n - 3],
        };
        found.push(Step::new(info, Pattern::Wing { cells, values, last: z }).remove(victims).because(reasons));
    }
}
