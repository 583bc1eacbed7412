//! A position: the candidates of each cell, and which cells are filled in.

use cluewright_core::{Board, Candidate, Cell, CellSet, Model};

/// A position: the candidates of each cell, and which cells are filled in.
///
/// All candidates that a filled-in cell sees have already been removed ([`State::settle`]). A cell that has only one
/// candidate left but is not filled in yet is the conclusion of a future step.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The candidates of each cell.
    pub board: Board,
    /// The filled-in cells. Each has exactly one candidate.
    pub placed: CellSet,
}

impl State {
    /// The position at the start of a puzzle: givens and fixed helper cells are filled in.
    pub fn start(model: &Model) -> Self {
        let board = model.board();
        let mut placed = CellSet::with_capacity(model.len());
        for (c, info) in model.cells().iter().enumerate() {
            let cell = Cell(c as u16);
            let helper = info.kind == cluewright_core::model::CellKind::Helper;
            if board.values(cell).len() == 1 && (helper || model.given(cell).is_some()) {
                placed.insert(cell);
            }
        }
        Self::new(model, board, placed)
    }

    /// The number filled in in a cell; `None` if the cell is not filled in.
    pub fn number(&self, cell: Cell) -> Option<i32> {
        let value = self.board.fixed(cell).filter(|_| self.placed.contains(cell))?;
        Some(self.board.number(cell, value))
    }

    /// The position with this board and these filled-in cells, for example a position that a player has reached.
    /// Candidates that filled-in cells see are removed.
    pub fn new(model: &Model, board: Board, placed: CellSet) -> Self {
        let mut state = Self { board, placed };
        let fixed: Vec<Cell> = state.placed.iter().filter(|&c| state.board.fixed(c).is_some()).collect();
        state.placed = fixed.iter().copied().collect();
        for cell in fixed {
            if let Some(value) = state.board.fixed(cell) {
                state.settle(model, Candidate::new(cell, value));
            }
        }
        state
    }

    /// Fills in a cell and removes the candidates that the new digit sees. A cell may end up empty, which is a
    /// contradiction.
    pub fn settle(&mut self, model: &Model, placed: Candidate) {
        let _ = self.board.fix(placed.cell, placed.value);
        self.placed.insert(placed.cell);
        for near in model.network().neighbours(placed.cell) {
            if let Some(&gone) = near.forbids.get(placed.value.index()) {
                // A cell without candidates is ignored here; the next code that reads the board will notice it.
                let _ = self.board.drop_values(near.cell, gone);
            }
        }
    }

    /// Removes one candidate.
    pub fn eliminate(&mut self, gone: Candidate) {
        let _ = self.board.remove(gone.cell, gone.value);
    }

    /// Whether every cell is filled in.
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }
}
