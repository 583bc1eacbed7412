//! Wings: `n` cells with `n` values between them, where every value but one has all its places see one another. That
//! one value must then be in one of its places. XY-Wing, XYZ-Wing, WXYZ-Wing and on to nine cells.

use super::{Found, Technique, all_linked, candidates, group_reason};
use crate::bits::Bits;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::{Candidate, Cell, Value, ValueSet};

/// Wings of one size.
pub(crate) struct Wing {
    /// Cells: 3 to 9.
    pub(crate) size: usize,
}

macro_rules! infos {
    ($($name:ident: $id:literal, $title:literal, $aliases:expr, $difficulty:literal, $source:literal;)*) => {
        $(static $name: TechniqueInfo = TechniqueInfo {
            id: $id, name: $title, aliases: $aliases, difficulty: $difficulty, source: $source,
        };)*
    };
}

infos! {
    XY: "xy_wing", "XY-Wing", &["xy", "0800", "y-wing"], 42, "Sudoku Explainer 4.2";
    XYZ: "xyz_wing", "XYZ-Wing", &["xyz", "0801"], 44, "Sudoku Explainer 4.4";
    WXYZ: "wxyz_wing", "WXYZ-Wing", &["wxyz", "0804", "0802", "bent quad"], 55, "Sukaku Explainer 5.5";
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
        if self.size == 3 { vec![&XY, &XYZ] } else { vec![self.info()] }
    }

    fn find(&self, view: &View, found: &mut Found) {
        let cells: Vec<Cell> = (0..view.model().len() as u16)
            .map(Cell)
            .filter(|&c| (2..=self.size as u32).contains(&view.values(c).len()))
            .collect();
        let seen: Vec<Bits> = cells
            .iter()
            .map(|&c| {
                let near = view.space().network().neighbours(c).iter().map(|n| n.cell.0 as u32);
                Bits::of(view.model().len(), near)
            })
            .collect();
        let mut search = Search { wing: self, view, cells, seen, chosen: Vec::new() };
        search.grow(0, ValueSet::EMPTY, found);
    }
}

struct Search<'v, 'a> {
    wing: &'v Wing,
    view: &'v View<'a>,
    cells: Vec<Cell>,
    seen: Vec<Bits>,
    chosen: Vec<usize>,
}

impl Search<'_, '_> {
    fn grow(&mut self, from: usize, values: ValueSet, found: &mut Found) {
        let size = self.wing.size;
        if self.chosen.len() == size {
            if values.len() as usize == size {
                self.report(values, found);
            }
            return;
        }
        for i in from..self.cells.len() {
            if found.is_full() || found.spend(1) {
                return;
            }
            let wider = values | self.view.values(self.cells[i]);
            if wider.len() as usize > size {
                continue;
            }
            self.chosen.push(i);
            // At most one value may have two places that do not see each other.
            if self.loose(wider).len() <= 1 && self.near(i) {
                self.grow(i + 1, wider, found);
            }
            self.chosen.pop();
        }
    }

    /// Does the newest cell see some cell chosen before, or could cells to come join them? Two cells that do not see
    /// each other need a third.
    fn near(&self, newest: usize) -> bool {
        let (last, before) = (newest, &self.chosen[..self.chosen.len() - 1]);
        before.len() + 1 < self.wing.size || before.iter().any(|&j| self.seen[last].has(self.cells[j].0 as u32))
    }

    /// The values with two chosen places that do not see each other.
    fn loose(&self, values: ValueSet) -> ValueSet {
        let network = self.view.space().network();
        let sees_all = |v: Value| {
            let at: Vec<Cell> =
                self.chosen.iter().map(|&i| self.cells[i]).filter(|&c| self.view.values(c).contains(v)).collect();
            at.iter()
                .enumerate()
                .all(|(i, &a)| at[..i].iter().all(|&b| network.forbidden(Candidate::new(a, v), b).contains(v)))
        };
        values.iter().filter(|&v| !sees_all(v)).collect()
    }

    fn report(&self, values: ValueSet, found: &mut Found) {
        // With no loose value this is a naked set; with one it is a wing.
        let Some(z) = self.loose(values).single() else { return };
        let view = self.view;
        let cells: Vec<Cell> = self.chosen.iter().map(|&i| self.cells[i]).collect();
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
            n => BY_SIZE[n - 3],
        };
        found.push(Step::new(info, Pattern::Wing { cells, values, last: z }).remove(victims).because(reasons));
    }
}
