//! Multi-sector locked sets: the open cells where some rows and some columns cross hold one value each, and row by row
//! or column by column there is room for just as many. Then there is room for nothing else: whatever else would use
//! one of these places is false.
//!
//! For each value the rows or the columns count, whichever are fewer. All choices of rows and columns are looked at,
//! by masks; with more than nine of either that would be too many, and nothing is looked for.

use super::{Found, Technique, group_reason};
use crate::space::Lie;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, Value, ValueSet};

/// See the file's first lines.
pub(crate) struct MultiSector;

static MULTI_SECTOR: TechniqueInfo = TechniqueInfo {
    id: "multi_sector_locked_set",
    name: "Multi-Sector Locked Set",
    aliases: &["msls", "multifish"],
    difficulty: 79,
    source: "our figure: just below forcing chains",
};

/// Most rows, and most columns.
const MOST: usize = 9;
/// Most steps worked out before the one with the fewest cells is taken.
const COMPARED: usize = 200;

struct Grid {
    rows: Vec<SetId>,
    columns: Vec<SetId>,
    /// By row and column the open cell there.
    cells: Vec<Vec<Option<Cell>>>,
    /// By row: the columns in which its cell is open.
    open: Vec<u16>,
    /// By value, then by row: the columns where the row can have it; and by column the rows.
    in_row: Vec<Vec<u16>>,
    in_column: Vec<Vec<u16>>,
}

impl Grid {
    fn new(view: &View) -> Option<Self> {
        let model = view.model();
        let of = |lie: Lie| -> Vec<SetId> {
            let fits = |s: &SetId| model.set(*s).house && view.space().lie(*s) == lie;
            (0..model.sets().len() as u32).map(SetId).filter(fits).collect()
        };
        let (rows, columns) = (of(Lie::Row), of(Lie::Column));
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
        Some(Self { rows, columns, cells, open, in_row, in_column })
    }

    fn values(&self) -> usize {
        self.in_row.len()
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
        let Some(grid) = Grid::new(view) else { return };
        // By choice of columns and value: the rows that have the value there; and the other way round.
        let lines_with = |sets: &[Vec<u16>], choices: usize| -> Vec<u16> {
            let with = |choice: usize, of: &Vec<u16>| {
                of.iter().enumerate().filter(|(_, m)| **m & choice as u16 != 0).fold(0u16, |m, (i, _)| m | 1 << i)
            };
            (0..choices).flat_map(|choice| sets.iter().map(move |of| with(choice, of))).collect()
        };
        let (n, values) = (1usize << grid.columns.len(), grid.values());
        let rows_with = lines_with(&grid.in_row, n);
        let columns_with = lines_with(&grid.in_column, 1 << grid.rows.len());
        let mut all: Vec<(u32, u16, u16)> = Vec::new();
        for rows in (0..1u16 << grid.rows.len()).filter(|r| r.count_ones() >= 2) {
            if found.spend(n as u64 * 6) {
                return;
            }
            let of_rows = &columns_with[rows as usize * values..][..values];
            for columns in (0..n as u16).filter(|c| c.count_ones() >= 2) {
                let of_columns = &rows_with[columns as usize * values..][..values];
                let room: u32 = (0..values)
                    .map(|v| (of_columns[v] & rows).count_ones().min((of_rows[v] & columns).count_ones()))
                    .sum();
                let cells: u32 = (0..grid.rows.len())
                    .filter(|r| rows >> r & 1 == 1)
                    .map(|r| (grid.open[r] & columns).count_ones())
                    .sum();
                if room == cells && cells >= 4 {
                    all.push((cells, rows, columns));
                }
            }
        }
        all.sort_unstable();
        let mut steps = Vec::new();
        for (_, rows, columns) in all {
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

/// The step for these rows and columns, if it rules anything out.
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
        // The fewer; of as many, those that rule out more.
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
