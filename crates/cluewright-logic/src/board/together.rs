//! Sets of houses that people combine: neighbouring houses that share no cell.

use super::equations::house_total;
use cluewright_core::model::{CellKind, SetId};
use cluewright_core::{Cell, Model, Sort, SortedMap};

/// The maximum number of houses of one kind that are combined. A combination of more than this many of nine houses is
/// equivalent to its complement.
const MOST_HOUSES: usize = 5;
/// The maximum number of houses examined, and also the maximum number of combinations of one kind.
const MOST: usize = 200;

/// Houses that share no cell.
pub(super) type Together = Vec<SetId>;

/// The houses of a model that have known sums, with tables about pairs of houses.
pub(super) struct Houses<'m> {
    model: &'m Model,
    pub(super) all: Vec<SetId>,
    /// For each set, its index in `all`; `usize::MAX` if it is not listed.
    at: Vec<usize>,
    /// For each pair of houses, the number of shared cells, and whether they are adjacent.
    shared: Vec<u16>,
    beside: Vec<bool>,
}

impl<'m> Houses<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let all = (0..model.sets().len() as u32).map(SetId).filter(|&s| house_total(model, s).is_some());
        let all: Vec<SetId> = all.take(MOST).collect();
        let n = all.len();
        let mut at = vec![usize::MAX; model.sets().len()];
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); model.len()];
        for (i, &house) in all.iter().enumerate() {
            at[house.0 as usize] = i;
            model.set(house).cells.iter().for_each(|c| of[c.index()].push(i));
        }
        let neighbours = neighbours(model);
        let whole: Vec<bool> = all.iter().map(|&h| is_whole(&model.set(h).cells, &neighbours)).collect();
        let (mut shared, mut beside) = (vec![0; n * n], vec![false; n * n]);
        for (cell, own) in of.iter().enumerate() {
            for &i in own {
                for &j in own {
                    shared[i * n + j] += 1;
                }
                for other in neighbours[cell].iter().flat_map(|other| &of[other.index()]) {
                    beside[i * n + other] |= whole[i] && whole[*other];
                }
            }
        }
        Self { model, all, at, shared, beside }
    }

    pub(super) fn cells(&self, house: SetId) -> &'m [Cell] {
        &self.model.set(house).cells
    }

    fn pair(&self, a: SetId, b: SetId) -> usize {
        self.at[a.0 as usize] * self.all.len() + self.at[b.0 as usize]
    }

    /// The number of cells of `house` that lie in the houses `together`. The houses in `together` must not share any
    /// cells.
    pub(super) fn inside(&self, house: SetId, together: &[SetId]) -> usize {
        together.iter().map(|&h| usize::from(self.shared[self.pair(house, h)])).sum()
    }

    /// Whether the two houses are adjacent and share no cell. False if the cells of either house are not connected.
    pub(super) fn touch(&self, a: SetId, b: SetId) -> bool {
        let pair = self.pair(a, b);
        self.shared[pair] == 0 && self.beside[pair]
    }

    /// All single houses, and all connected combinations of several houses of one kind.
    pub(super) fn of_one_sort(&self) -> Vec<Together> {
        let mut found: Vec<Together> = self.all.iter().map(|&h| vec![h]).collect();
        let family = |h: SetId| self.model.set(h).family;
        let alike = |a: SetId, b: SetId| family(a).is_some() && family(a) == family(b);
        let (mut from, most) = (0, found.len() + MOST);
        for _ in 1..MOST_HOUSES {
            let to = found.len();
            for at in from..to {
                let first = found[at][0];
                for &next in self.all.iter().filter(|&&h| alike(h, first)) {
                    if found.len() >= most {
                        return found;
                    }
                    if self.inside(next, &found[at]) > 0 || !found[at].iter().any(|&h| self.touch(h, next)) {
                        continue;
                    }
                    let mut more = found[at].clone();
                    more.push(next);
                    more.order();
                    if !found[to..].contains(&more) {
                        found.push(more);
                    }
                }
            }
            from = to;
        }
        found
    }
}

/// For each cell of the grid, its orthogonal neighbours.
fn neighbours(model: &Model) -> Vec<Vec<Cell>> {
    let mut at = SortedMap::default();
    for (c, info) in model.cells().iter().enumerate() {
        if let CellKind::Grid(place) = info.kind {
            at.insert((place.row, place.col), Cell(c as u16));
        }
    }
    let mut neighbours = vec![Vec::new(); model.len()];
    for (&(row, col), cell) in at.iter() {
        for next in [(row + 1, col), (row, col + 1)] {
            if let Some(&other) = at.get(&next) {
                neighbours[cell.index()].push(other);
                neighbours[other.index()].push(*cell);
            }
        }
    }
    neighbours
}

/// Whether the cells are orthogonally connected.
fn is_whole(cells: &[Cell], neighbours: &[Vec<Cell>]) -> bool {
    let mut reached = vec![cells[0]];
    let mut from = 0;
    while let Some(cell) = reached.get(from) {
        let new = |c: &&Cell| cells.contains(c) && !reached.contains(c);
        let more: Vec<Cell> = neighbours[cell.index()].iter().filter(new).copied().collect();
        reached.extend(more);
        from += 1;
    }
    reached.len() == cells.len()
}
