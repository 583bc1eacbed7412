//! Shown extra cells, grouped by name: a grid with one extra cell for each cell of the puzzle's grid, or a single cell.
//!
//! The numbers that these cells have in a solution are printed and drawn grid by grid. There are two kinds of grids: extra cells
//! that a rule creates for the grid's cells (`extra shown cell double[cells]`), and cells that a clue lists for each cell of the
//! grid, if the look of its rule shows them in this way ([`look_of_extra`]).

use crate::bound::bound;
use crate::code::Rules;
use crate::look::look_of_extra;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle};
use std::collections::{BTreeMap, BTreeSet};

/// Shown extra cells that have a common name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extra {
    /// The name, which is unique and contains no spaces: the name of the rule's cells, of the rule whose clue lists the cells, or
    /// of the single cell.
    pub name: String,
    /// For each cell of the grid, its extra cell if there is one; or only the single cell.
    pub cells: Vec<Option<Cell>>,
    /// For a grid, the name of the rule that defines the grid's look, and the name that the rule gives to the cells. `None` for a
    /// single cell.
    pub look: Option<(String, String)>,
}

impl Extra {
    /// Whether these cells form a grid rather than a single cell.
    pub fn is_grid(&self) -> bool {
        self.look.is_some()
    }

    pub(crate) fn one(name: &str, cell: Cell) -> Self {
        Self { name: name.to_owned(), cells: vec![Some(cell)], look: None }
    }

    /// The extra cells that a rule creates for cells of the grid; `None` if one of the rule's items is not a cell of the grid, or
    /// occurs twice.
    pub(crate) fn grid(
        rule: &str,
        name: &str,
        size: usize,
        pairs: impl Iterator<Item = (Option<Cell>, Cell)>,
    ) -> Option<Self> {
        let mut cells = vec![None; size];
        for (of, cell) in pairs {
            if cells.get_mut(of?.index())?.replace(cell).is_some() {
                return None;
            }
        }
        Some(Self { name: name.to_owned(), cells, look: Some((rule.to_owned(), name.to_owned())) })
    }
}

/// The extra cells of the puzzle, followed by the extra cells of its rules, each with a unique name.
pub(crate) fn named(puzzle: &Puzzle, rules: &dyn Rules, of_rules: Vec<Extra>) -> Vec<Extra> {
    let mut all = of_puzzle(puzzle, rules);
    all.extend(of_rules);
    let plain = |c: char| if c.is_whitespace() || matches!(c, '=' | ',' | '|') { '-' } else { c };
    let (mut taken, mut numbers) = (BTreeSet::new(), BTreeMap::new());
    for extra in &mut all {
        let name: String = extra.name.chars().map(plain).collect();
        extra.name.clone_from(&name);
        while !taken.insert(extra.name.clone()) {
            let number = numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            extra.name = format!("{name}.{number}");
        }
    }
    all
}

fn of_puzzle(puzzle: &Puzzle, rules: &dyn Rules) -> Vec<Extra> {
    let size = puzzle.shape.len();
    let shown = |c: &Cell| puzzle.extra[c.index() - size].shown;
    let mut left: BTreeSet<Cell> = (size..puzzle.cell_count()).map(Cell::at).filter(shown).collect();
    let mut all = Vec::new();
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues).filter(|_| left.len() >= size);
    for (rule, param, cells) in clues.collect::<Vec<_>>().into_iter().flat_map(|clue| listed(clue, rules)) {
        let distinct: BTreeSet<Cell> = cells.iter().copied().collect();
        if cells.len() == size && distinct.len() == size && distinct.is_subset(&left) {
            left.retain(|c| !distinct.contains(c));
            let cells = cells.into_iter().map(Some).collect();
            all.push(Extra { name: rule.clone(), cells, look: Some((rule, param)) });
        }
    }
    all.extend(left.into_iter().map(|cell| Extra::one(&puzzle.cell_name(cell), cell)));
    all
}

/// The lists in a clue that the look of its rule shows as grids: for each list, the name of the rule, the parameter, and the cells.
fn listed(clue: &Clue, rules: &dyn Rules) -> Vec<(String, String, Vec<Cell>)> {
    let Ok(Some(rule)) = rules.code(&clue.rule) else { return Vec::new() };
    let rule = &*rule.ast;
    let marks = look_of_extra(rule).unwrap_or_default();
    let mut params: Vec<&str> = marks.iter().filter_map(|mark| mark.shows(rule)).collect();
    params.dedup();
    let clue = bound(clue, &rule.params);
    let list = |param: &str| match clue.arg(param)? {
        Arg::Cells(cells) => Some((rule.name.clone(), param.to_owned(), cells.clone())),
        _ => None,
    };
    params.into_iter().filter_map(list).collect()
}
