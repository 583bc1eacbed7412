//! Naked and hidden subsets of two to four cells. The same routine finds both, on a matrix of cells and values or on
//! its transpose.
//!
//! If `n` rows together touch only `n` columns, they use up these columns. For naked subsets, the rows are cells that
//! must all differ and the columns are their values; for hidden subsets, the rows are the values of a house and the
//! columns are its cells.

use crate::board::view::View;
use crate::step::found::Found;
use crate::step::names::{NAKED_PAIR, NAKED_TRIPLE};
use crate::step::premises::{all_linked, candidates, group_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, infos};
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, Sort, Value, ValueSet};

/// The technique for naked and hidden subsets of one size.
pub(crate) struct Subset {
    /// The number of cells: 2, 3 or 4.
    pub(crate) size: usize,
}

infos! {
    NAKED_QUAD: "naked_quad", "Naked Quad", &["n4", "0202", "naked quadruple"], 50, "Sudoku Explainer 5.0";
    LOCKED_PAIR: "locked_pair", "Locked Pair", &["l2", "0110"], 29, "HoDoKu: easier than a naked pair";
    LOCKED_TRIPLE: "locked_triple", "Locked Triple", &["l3", "0111"], 35, "HoDoKu: easier than a naked triple";
    HIDDEN_PAIR: "hidden_pair", "Hidden Pair", &["h2", "0210"], 34, "Sudoku Explainer 3.4";
    HIDDEN_TRIPLE: "hidden_triple", "Hidden Triple", &["h3", "0211"], 40, "Sudoku Explainer 4.0";
    HIDDEN_QUAD: "hidden_quad", "Hidden Quad", &["h4", "0212", "hidden quadruple"], 54, "Sudoku Explainer 5.4";
}

const NAKED: [&TechniqueInfo; 3] = [&NAKED_PAIR, &NAKED_TRIPLE, &NAKED_QUAD];
const HIDDEN: [&TechniqueInfo; 3] = [&HIDDEN_PAIR, &HIDDEN_TRIPLE, &HIDDEN_QUAD];

impl Technique for Subset {
    fn info(&self) -> &'static TechniqueInfo {
        NAKED[self.size - 2]
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        let mut all = vec![NAKED[self.size - 2], HIDDEN[self.size - 2]];
        all.extend([&LOCKED_PAIR, &LOCKED_TRIPLE].get(self.size - 2).copied());
        all
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        for set in 0..view.model().sets().len() {
            self.naked_in_set(view, SetId(set as u32), found);
            if found.is_full() {
                return;
            }
        }
        for set in 0..view.model().sets().len() {
            self.hidden_in_house(view, SetId(set as u32), found);
            if found.is_full() {
                return;
            }
        }
        if !view.model().links().is_empty() || view.model().sets().iter().any(|s| !s.house) {
            self.naked_in_clique(view, found);
        }
    }
}

impl Subset {
    fn naked_in_set(&self, view: &View, set: SetId, found: &mut Found) {
        let cells: Vec<Cell> =
            view.model().set(set).cells.iter().copied().filter(|&c| view.values(c).len() >= 2).collect();
        let rows: Vec<u64> = cells.iter().map(|&c| view.values(c).0).collect();
        choose(&rows, self.size, &mut |chosen, union| {
            if found.spend(1) {
                return false;
            }
            let cells: Vec<Cell> = chosen.iter().map(|&i| cells[i]).collect();
            if let Some(step) = self.naked_step(view, &cells, ValueSet(union), Some(set)) {
                found.push(step);
            }
            !found.is_full()
        });
    }

    fn hidden_in_house(&self, view: &View, set: SetId, found: &mut Found) {
        let house = view.model().set(set);
        if !house.house {
            return;
        }
        let open: Vec<Cell> = house.cells.iter().copied().filter(|&c| !view.is_placed(c)).collect();
        if open.len() > 64 {
            return;
        }
        let values: ValueSet = open.iter().fold(ValueSet::EMPTY, |all, &c| all | view.values(c));
        let done: ValueSet =
            house.cells.iter().filter(|&&c| view.is_placed(c)).filter_map(|&c| view.board().fixed(c)).collect();
        let values: Vec<Value> = values.minus(done).iter().collect();
        let places = |v: &Value| {
            open.iter().enumerate().filter(|(_, c)| view.values(**c).contains(*v)).fold(0, |m, (i, _)| m | 1u64 << i)
        };
        let rows: Vec<u64> = values.iter().map(places).collect();
        choose(&rows, self.size, &mut |chosen, union| {
            if found.spend(1) {
                return false;
            }
            let chosen: ValueSet = chosen.iter().map(|&i| values[i]).collect();
            let cells: Vec<Cell> = (0..open.len()).filter(|i| union >> i & 1 == 1).map(|i| open[i]).collect();
            let victims: Vec<Candidate> = cells
                .iter()
                .flat_map(|&c| view.values(c).minus(chosen).iter().map(move |v| Candidate::new(c, v)))
                .collect();
            if !victims.is_empty() {
                let groups = chosen.iter().filter_map(|v| view.space().house_group(set, v));
                let step = Step::new(HIDDEN[self.size - 2], Pattern::Hidden { set, cells, values: chosen })
                    .remove(victims)
                    .because(groups.map(|g| group_reason(view, g)));
                found.push(step);
            }
            !found.is_full()
        });
    }

    /// Searches for naked subsets among cells that must differ because of any sets and links, not necessarily within
    /// one set.
    fn naked_in_clique(&self, view: &View, found: &mut Found) {
        let cells: Vec<Cell> = (0..view.model().len() as u16)
            .map(Cell)
            .filter(|&c| (2..=self.size as u32).contains(&view.values(c).len()))
            .collect();
        let mut chosen: Vec<Cell> = Vec::new();
        self.grow_clique(view, &cells, 0, &mut chosen, ValueSet::EMPTY, found);
    }

    fn grow_clique(
        &self,
        view: &View,
        cells: &[Cell],
        from: usize,
        chosen: &mut Vec<Cell>,
        values: ValueSet,
        found: &mut Found,
    ) {
        if chosen.len() == self.size {
            let in_one_set = |c: &Cell| view.space().network().sets_of(*c).to_vec();
            let shared = chosen[1..].iter().fold(in_one_set(&chosen[0]), |mut sets, c| {
                sets.retain(|s| view.space().network().sets_of(*c).contains(s));
                sets
            });
            if shared.is_empty()
                && values.len() as usize == self.size
                && let Some(step) = self.naked_step(view, chosen, values, None)
            {
                found.push(step);
            }
            return;
        }
        for (i, &cell) in cells.iter().enumerate().skip(from) {
            if found.is_full() || found.spend(1) {
                return;
            }
            let union = values | view.values(cell);
            if union.len() as usize > self.size || !chosen.iter().all(|&o| exclusive(view, o, cell)) {
                continue;
            }
            chosen.push(cell);
            self.grow_clique(view, cells, i + 1, chosen, union, found);
            chosen.pop();
        }
    }

    fn naked_step(&self, view: &View, cells: &[Cell], values: ValueSet, set: Option<SetId>) -> Option<Step> {
        // First try eliminations in sets that contain all the cells, then candidates that see the places in other ways.
        let network = view.space().network();
        let shared: Vec<SetId> = network
            .sets_of(cells[0])
            .iter()
            .copied()
            .filter(|s| cells.iter().all(|c| network.sets_of(*c).contains(s)))
            .collect();
        let near = |c: &Candidate| network.sets_of(c.cell).iter().any(|s| shared.contains(s));
        self.naked_victims(view, cells, values, set, &near)
            .or_else(|| self.naked_victims(view, cells, values, set, &|_| true))
    }

    fn naked_victims(
        &self,
        view: &View,
        cells: &[Cell],
        values: ValueSet,
        set: Option<SetId>,
        wanted: &dyn Fn(&Candidate) -> bool,
    ) -> Option<Step> {
        let mut victims = Vec::new();
        let mut links: Vec<Reason> = Vec::new();
        for v in values {
            let places = view.places(cells, v);
            let seen = candidates(view, &view.seen_by_all(places.iter().copied()));
            // Candidates that see every place of one value; candidates in the cells themselves are left out.
            let seen: Vec<Candidate> = seen.into_iter().filter(|c| !cells.contains(&c.cell) && wanted(c)).collect();
            let places: Vec<Candidate> = places.iter().map(|&id| view.space().candidate(id)).collect();
            links.extend(all_linked(view, &seen, &places));
            if set.is_none() {
                for (i, &a) in places.iter().enumerate() {
                    links.extend(all_linked(view, &[a], &places[..i]));
                }
            }
            victims.extend(seen);
        }
        if victims.is_empty() {
            return None;
        }
        let info = self.naked_info(view, cells, &victims);
        let mut cells = cells.to_vec();
        cells.order();
        let groups: Vec<Reason> = cells.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
        let mut step = Step::new(info, Pattern::Naked { cells, values })
            .remove(victims)
            .because(groups)
            .because(set.map(Reason::Different))
            .because(links);
        if set.is_none() {
            step = step.harder(4);
        }
        Some(step)
    }

    /// The technique for the subset: "locked" if the cells share two houses and there are eliminations in both.
    fn naked_info(&self, view: &View, cells: &[Cell], victims: &[Candidate]) -> &'static TechniqueInfo {
        let network = view.space().network();
        let houses = network.sets_of(cells[0]).iter().filter(|s| view.model().set(**s).house);
        let with_losses = houses
            .filter(|s| {
                let inside = &view.model().set(**s).cells;
                cells.iter().all(|c| inside.contains(c)) && victims.iter().any(|v| inside.contains(&v.cell))
            })
            .count();
        match (with_losses >= 2, self.size) {
            (true, 2) => &LOCKED_PAIR,
            (true, 3) => &LOCKED_TRIPLE,
            _ => NAKED[self.size - 2],
        }
    }
}

/// Whether the two cells cannot hold the same value, for every value that they have in common.
fn exclusive(view: &View, a: Cell, b: Cell) -> bool {
    let network = view.space().network();
    (view.values(a) & view.values(b)).iter().all(|v| network.forbidden(Candidate::new(a, v), b).contains(v))
}

/// Calls `report` with every choice of `size` rows (each with 2 or more bits) whose union has exactly `size` bits,
/// until `report` returns false.
pub(crate) fn choose(rows: &[u64], size: usize, report: &mut dyn FnMut(&[usize], u64) -> bool) {
    fn go(
        rows: &[u64],
        size: usize,
        from: usize,
        chosen: &mut Vec<usize>,
        union: u64,
        report: &mut dyn FnMut(&[usize], u64) -> bool,
    ) -> bool {
        if chosen.len() == size {
            return union.count_ones() as usize != size || report(chosen, union);
        }
        for i in from..rows.len() {
            let wider = union | rows[i];
            if rows[i].count_ones() < 2 || wider.count_ones() as usize > size {
                continue;
            }
            chosen.push(i);
            let on = go(rows, size, i + 1, chosen, wider, report);
            chosen.pop();
            if !on {
                return false;
            }
        }
        true
    }
    go(rows, size, 0, &mut Vec::new(), 0, report);
}
