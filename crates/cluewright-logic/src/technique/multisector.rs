//! Multi-sector locked sets: the open cells where some rows and some columns cross need one value each, and the rows
//! and columns have room for exactly that many values in these cells. So the cells use up all the room, and any
//! candidate elsewhere that would take some of it is false.
//!
//! For each value, either rows or columns are counted, whichever are fewer. All choices of rows and columns are
//! examined as bit masks; if there are more than nine rows or columns, the technique is skipped.

use crate::board::frame::Alignment;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, CellSet, Sort, Value, ValueSet};

/// The technique of multi-sector locked sets.
pub(crate) struct MultiSector;

static MULTI_SECTOR: TechniqueInfo = TechniqueInfo {
    id: "multi_sector_locked_set",
    name: "Multi-Sector Locked Set",
    aliases: &["msls", "multifish"],
    difficulty: 79,
    source: "our figure: just below forcing chains",
};

/// The maximum number of rows and of columns.
const MOST: usize = 9;
/// Examining one choice is cheaper than examining a candidate in other techniques by this factor.
const CHEAPER: u64 = 8;
/// The technique is skipped if the open cells have more candidates than this on average.
const MOST_LIVE: u32 = 4;
/// The maximum number of steps to compute if all steps are requested.
const COMPARED: usize = 200;

struct Grid {
    rows: Vec<SetId>,
    columns: Vec<SetId>,
    /// For each row and each column, the open cell where they cross, if there is one.
    cells: Vec<Vec<Option<Cell>>>,
    /// For each row, the columns whose cell in the row is open, as bits.
    open: Vec<u16>,
    /// For each value and row, the columns in which the row can have the value, as bits; `in_column` is the counterpart
    /// for each value and column.
    in_row: Vec<Vec<u16>>,
    in_column: Vec<Vec<u16>>,
    /// Whether every cell of a row is in a column, and vice versa.
    whole: bool,
}

impl Grid {
    fn new(view: &View) -> Option<Self> {
        let model = view.model();
        let of = |alignment: Alignment| -> Vec<SetId> {
            let fits = |s: &SetId| model.set(*s).house && view.space().alignment(*s) == alignment;
            // If lines of one direction share cells (for example rows posted by two rules, or regions that are
            // columns), only the first of the lines is used, so that nothing is counted twice.
            let mut taken = CellSet::with_capacity(model.len());
            let mut apart = |s: &SetId| {
                let cells = &model.set(*s).cells;
                let free = cells.iter().all(|c| !taken.contains(*c));
                taken.extend(cells.iter().copied().filter(|_| free));
                free
            };
            (0..model.sets().len() as u32).map(SetId).filter(fits).filter(|s| apart(s)).collect()
        };
        let (rows, columns) = (of(Alignment::Row), of(Alignment::Column));
        if rows.is_empty() || columns.is_empty() || rows.len() > MOST || columns.len() > MOST {
            return None;
        }
        let at = |r: &SetId, c: &SetId| {
            let mut cells = model.set(*r).cells.iter().copied();
            cells.find(|x| model.set(*c).cells.contains(x)).filter(|&x| !view.is_placed(x))
        };
        let cells: Vec<Vec<Option<Cell>>> = rows.iter().map(|r| columns.iter().map(|c| at(r, c)).collect()).collect();
        let mask =
            |list: &mut dyn Iterator<Item = bool>| list.enumerate().fold(0u16, |m, (i, b)| m | u16::from(b) << i);
        let has = |cell: Option<Cell>, v: Value| cell.is_some_and(|c| view.values(c).contains(v));
        let open = cells.iter().map(|row| mask(&mut row.iter().map(Option::is_some))).collect();
        let width = view.board().domains().iter().filter_map(|d| d.max()).max().map_or(0, |v| v.0 + 1);
        let values: Vec<Value> = (0..width).map(Value).collect();
        let in_row = values
            .iter()
            .map(|&v| cells.iter().map(|row| mask(&mut row.iter().map(|&c| has(c, v)))).collect())
            .collect();
        let column = |c: usize, v: Value| mask(&mut cells.iter().map(|row| has(row[c], v)));
        let in_column = values.iter().map(|&v| (0..columns.len()).map(|c| column(c, v)).collect()).collect();
        let within = |these: &[SetId], those: &[SetId]| {
            let mut cells = these.iter().flat_map(|s| &model.set(*s).cells);
            cells.all(|c| those.iter().any(|s| model.set(*s).cells.contains(c)))
        };
        let whole = within(&rows, &columns) && within(&columns, &rows);
        Some(Self { rows, columns, cells, open, in_row, in_column, whole })
    }

    fn values(&self) -> usize {
        self.in_row.len()
    }

    /// Whether, for some value, one of the counted lines has a place outside these rows and columns that could be
    /// eliminated.
    fn has_victims(&self, rows: u16, columns: u16) -> bool {
        // How many lines of `these` have the value in `those`, and whether one of these lines also has the value
        // elsewhere.
        let lines = |lines: &[u16], these: u16, those: u16| {
            let of = lines.iter().enumerate().filter(|(i, m)| these >> i & 1 == 1 && **m & those != 0);
            of.fold((0, false), |(n, more), (_, m)| (n + 1, more || m & !those != 0))
        };
        let any = |v: usize| {
            let by_row = lines(&self.in_row[v], rows, columns);
            let by_column = lines(&self.in_column[v], columns, rows);
            by_row.1 && by_row.0 <= by_column.0 || by_column.1 && by_column.0 <= by_row.0
        };
        !self.whole || (0..self.values()).any(any)
    }
}

impl Technique for MultiSector {
    fn info(&self) -> &'static TechniqueInfo {
        &MULTI_SECTOR
    }

    fn reads_only_groups(&self) -> bool {
        true
    }

    fn find(&self, view: &View, found: &mut Found) {
        // With more candidates per cell, there is always room to spare.
        let open = (0..view.model().len() as u16).map(Cell).filter(|&c| view.values(c).len() > 1);
        let (cells, live) = open.fold((0, 0), |(n, live), c| (n + 1, live + view.values(c).len()));
        if live > MOST_LIVE * cells && !found.is_thorough() {
            found.leave_out();
            return;
        }
        let Some(grid) = Grid::new(view) else { return };
        let mut all: Vec<(u32, u16, u16)> = Vec::new();
        if !Choices::new(&grid).all(found, &mut all) {
            return;
        }
        all.order();
        let mut steps = Vec::new();
        for (_, rows, columns) in all {
            if !grid.has_victims(rows, columns) {
                if found.spend(1) {
                    break;
                }
                continue;
            }
            steps.extend(step(view, &grid, rows, columns));
            if steps.len() >= if found.wants_all() { COMPARED } else { 1 } || found.spend(32) {
                break;
            }
        }
        for step in steps {
            found.push(step);
        }
    }
}

/// Sixteen small numbers, one per value, that are added or compared simultaneously. No number exceeds [`MOST`].
type Lanes = [u8; 16];

/// Enumerates all choices of rows and columns, row by row. For every choice of columns, the sums over the chosen rows
/// are stored.
struct Choices<'g> {
    grid: &'g Grid,
    /// The number of [`Lanes`] per choice of columns.
    lanes: usize,
    /// For each row and choice of columns: for each value, 1 if the row can have the value in these columns, otherwise
    /// 0.
    row_has: Vec<Vec<Lanes>>,
    /// For each row and choice of columns: the number of open cells that the row has in these columns.
    row_open: Vec<Vec<u8>>,
    /// For each value and column: the rows that can have the value in the column, as bits.
    in_column: Vec<Vec<u16>>,
}

impl<'g> Choices<'g> {
    fn new(grid: &'g Grid) -> Self {
        let lanes = grid.values().div_ceil(16).max(1);
        let choices = 1u16 << grid.columns.len();
        let has = |row: usize| -> Vec<Lanes> {
            let of = |columns: u16, lane: usize| -> Lanes {
                std::array::from_fn(|i| grid.in_row.get(16 * lane + i).map_or(0, |v| u8::from(v[row] & columns != 0)))
            };
            (0..choices).flat_map(|columns| (0..lanes).map(move |lane| of(columns, lane))).collect()
        };
        let open = |row: usize| (0..choices).map(|columns| (grid.open[row] & columns).count_ones() as u8).collect();
        Self {
            grid,
            lanes,
            row_has: (0..grid.rows.len()).map(has).collect(),
            row_open: (0..grid.rows.len()).map(open).collect(),
            in_column: grid.in_column.clone(),
        }
    }

    /// Collects all choices with room for exactly as many values as there are open cells, as (number of cells, rows,
    /// columns). Returns false if the work budget ran out.
    fn all(&self, found: &mut Found, all: &mut Vec<(u32, u16, u16)>) -> bool {
        let choices = 1 << self.grid.columns.len();
        let start = (vec![[0; 16]; choices * self.lanes], vec![0; choices]);
        // The sums over the chosen rows. Entry `n` contains the sums over the first `n` chosen rows.
        let mut sums: Vec<(Vec<Lanes>, Vec<u8>)> = vec![start; self.grid.rows.len() + 1];
        let mut by_column = vec![[0; 16]; choices * self.lanes];
        self.grow(0, 0, &mut sums, &mut by_column, found, all)
    }

    fn grow(
        &self,
        from: usize,
        rows: u16,
        sums: &mut [(Vec<Lanes>, Vec<u8>)],
        by_column: &mut [Lanes],
        found: &mut Found,
        all: &mut Vec<(u32, u16, u16)>,
    ) -> bool {
        if rows.count_ones() >= 2 && !self.compare(rows, &sums[0], by_column, found, all) {
            return false;
        }
        for row in from..self.grid.rows.len() {
            let Some((now, next)) = sums.split_first_mut() else { return true };
            for ((to, a), b) in next[0].0.iter_mut().zip(&now.0).zip(&self.row_has[row]) {
                add(to, a, b);
            }
            for ((to, a), b) in next[0].1.iter_mut().zip(&now.1).zip(&self.row_open[row]) {
                *to = a + b;
            }
            if !self.grow(row + 1, rows | 1 << row, next, by_column, found, all) {
                return false;
            }
        }
        true
    }

    fn compare(
        &self,
        rows: u16,
        (by_row, cells): &(Vec<Lanes>, Vec<u8>),
        by_column: &mut [Lanes],
        found: &mut Found,
        all: &mut Vec<(u32, u16, u16)>,
    ) -> bool {
        let (n, lanes) = (cells.len(), self.lanes);
        if found.spend(n as u64 * 6 / CHEAPER) {
            return false;
        }
        let mut has = vec![[0u8; 16]; lanes];
        for column in 0..self.grid.columns.len() {
            for (v, columns) in self.in_column.iter().enumerate() {
                has[v / 16][v % 16] = u8::from(columns[column] & rows != 0);
            }
            let size = lanes << column;
            let (done, next) = by_column.split_at_mut(size);
            for (to, from) in next.chunks_exact_mut(lanes).zip(done.chunks_exact(lanes)) {
                for ((to, a), b) in to.iter_mut().zip(from).zip(&has) {
                    add(to, a, b);
                }
            }
        }
        let rooms = by_row.chunks_exact(lanes).zip(by_column.chunks_exact(lanes));
        for (columns, ((a, b), &cells)) in rooms.zip(cells).enumerate() {
            let mut room = 0;
            for (a, b) in a.iter().zip(b) {
                room += a.iter().zip(b).map(|(&a, &b)| u32::from(a.min(b))).sum::<u32>();
            }
            if room == u32::from(cells) && cells >= 4 && columns.count_ones() >= 2 {
                all.push((u32::from(cells), rows, columns as u16));
            }
        }
        true
    }
}

/// Adds two lists. The compiler vectorises this plain loop even without inlining.
#[inline]
fn add(to: &mut Lanes, a: &Lanes, b: &Lanes) {
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        *to = a + b;
    }
}

/// The step for these rows and columns; `None` if it eliminates nothing.
fn step(view: &View, grid: &Grid, rows: u16, columns: u16) -> Option<Step> {
    let chosen = |mask: u16, n: usize| (0..n).filter(move |i| mask >> i & 1 == 1);
    let cells: Vec<Cell> = chosen(rows, grid.rows.len())
        .flat_map(|r| chosen(columns, grid.columns.len()).filter_map(move |c| grid.cells[r][c]))
        .collect();
    let mut links: Vec<(SetId, Value)> = Vec::new();
    let mut victims: Vec<Candidate> = Vec::new();
    for value in (0..grid.values()).map(|v| Value(v as u8)) {
        let has = |set: &SetId| {
            let inside = &view.model().set(*set).cells;
            cells.iter().any(|c| view.values(*c).contains(value) && inside.contains(c))
        };
        let lines = |sets: &[SetId], mask: u16| -> Vec<SetId> {
            chosen(mask, sets.len()).map(|i| sets[i]).filter(has).collect()
        };
        let gone = |sets: &[SetId]| -> Vec<Candidate> {
            let all = sets.iter().flat_map(|s| &view.model().set(*s).cells);
            all.filter(|c| view.values(**c).contains(value) && !cells.contains(c))
                .map(|&c| Candidate::new(c, value))
                .collect()
        };
        let (by_row, by_column) = (lines(&grid.rows, rows), lines(&grid.columns, columns));
        let (row_gone, column_gone) = (gone(&by_row), gone(&by_column));
        // Use the direction with fewer lines; if both have equally many, use the direction that eliminates more.
        let order = by_row.len().cmp(&by_column.len()).then(column_gone.len().cmp(&row_gone.len()));
        let (sets, gone) = if order.is_le() { (by_row, row_gone) } else { (by_column, column_gone) };
        links.extend(sets.iter().map(|&s| (s, value)));
        victims.extend(gone);
    }
    if victims.is_empty() {
        return None;
    }
    let values: ValueSet = links.iter().map(|l| l.1).collect();
    let groups: Vec<_> = cells.iter().map(|&c| view.cell_group(c)).collect();
    let reasons: Vec<Reason> = groups.iter().map(|&g| group_reason(view, g)).collect();
    let pattern = Pattern::Sectors { cells, values, links: links.clone() };
    let step = Step::new(&MULTI_SECTOR, pattern).remove(victims).because(reasons);
    Some(step.because([Reason::Cover { truths: groups, links }]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::Random;

    /// A simple version of the search that counts every choice separately.
    fn plainly(grid: &Grid) -> Vec<(u32, u16, u16)> {
        let mut all = Vec::new();
        for rows in (0..1u16 << grid.rows.len()).filter(|r| r.count_ones() >= 2) {
            for columns in (0..1u16 << grid.columns.len()).filter(|c| c.count_ones() >= 2) {
                let lines = |sets: &[u16], these: u16, those: u16| {
                    let meets = |(i, m): (usize, &u16)| these >> i & 1 == 1 && m & those != 0;
                    sets.iter().enumerate().filter(|&x| meets(x)).count() as u32
                };
                let room =
                    |v: usize| lines(&grid.in_row[v], rows, columns).min(lines(&grid.in_column[v], columns, rows));
                let room: u32 = (0..grid.values()).map(room).sum();
                let open = |r: usize| if rows >> r & 1 == 1 { (grid.open[r] & columns).count_ones() } else { 0 };
                let cells = (0..grid.rows.len()).map(open).sum();
                if room == cells && cells >= 4 {
                    all.push((cells, rows, columns));
                }
            }
        }
        all.order();
        all
    }

    #[test]
    fn all_choices_side_by_side_are_the_choices_one_by_one() {
        let mut rng = Random::new(0x2545_F491_4F6C_DD1D);
        let mut random = |n: u64| rng.below(n);
        let mut hits = 0;
        for (rows, columns, values) in [(4, 4, 4), (6, 5, 6), (5, 7, 9), (7, 7, 20), (9, 9, 9)] {
            for few in [2, 3, 5] {
                let mut grid = Grid {
                    rows: vec![SetId(0); rows],
                    columns: vec![SetId(0); columns],
                    cells: Vec::new(),
                    open: vec![0; rows],
                    in_row: vec![vec![0; rows]; values],
                    in_column: vec![vec![0; columns]; values],
                    whole: true,
                };
                for r in 0..rows {
                    for c in 0..columns {
                        if random(4) == 0 {
                            continue;
                        }
                        grid.open[r] |= 1 << c;
                        for v in 0..values {
                            if random(few) == 0 {
                                grid.in_row[v][r] |= 1 << c;
                                grid.in_column[v][c] |= 1 << r;
                            }
                        }
                    }
                }
                let (mut all, mut found) = (Vec::new(), Found::new(1, u64::MAX));
                assert!(Choices::new(&grid).all(&mut found, &mut all));
                all.order();
                hits += all.len();
                assert_eq!(all, plainly(&grid));
            }
        }
        assert!(hits > 100, "{hits}");
    }
}
