//! A second opinion on what a model's solutions are, from a SAT solver. For tests only: nothing that is shipped sees it.
//!
//! The clauses are made of the model as data: domains, sets, links, groups, and of each constraint what it says by its
//! fields, or, where that would be long, only its naive [`check`](cluewright_core::Constraint::check) on what the solver
//! comes up with. No propagator and no search of the project takes part, and every solution is judged once more by
//! [`Model::holds`].
//!
//! ```
//! use cluewright_core::constraint::{Compare, Sum};
//! use cluewright_core::model::CellKind;
//! use cluewright_core::{Cell, ModelBuilder, Origin, Place, ValueSet};
//! use cluewright_oracle::{Effort, solutions};
//! let mut build = ModelBuilder::new();
//! for col in 0..2 {
//!     build.add_cell(CellKind::Grid(Place { row: 0, col }), 1, ValueSet::below(9), "");
//! }
//! let origin = build.origin(Origin::new("sum", "the sum"));
//! build.constrain(Sum::new(&[(Cell(0), 1), (Cell(1), 1)], Compare::Eq, 4), origin);
//! let found = solutions(&build.finish(), 10, Effort::default());
//! assert!(found.complete);
//! assert_eq!(found.solutions.len(), 3); // 1 + 3, 2 + 2, 3 + 1
//! ```

pub mod cores;
mod encode;
mod encoder;
mod fold;
mod lazy;
mod sat;

use cluewright_core::{Model, Value};
use encoder::Encoder;
use sat::Answer;

/// The limits of the work.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The maximum number of conflicts of the SAT solver.
    pub conflicts: u64,
    /// The maximum number of clauses added because a constraint did not hold for the solver's assignment.
    pub corrections: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { conflicts: 1_000_000, corrections: 20_000 }
    }
}

/// The result.
#[derive(Clone, Debug)]
pub struct Found {
    /// The solutions, all different: the values of the model's answer cells ([`Model::answer_cells`]), in order.
    pub solutions: Vec<Vec<Value>>,
    /// Whether the list contains all solutions, or as many as requested. Otherwise the limit was reached.
    pub complete: bool,
}

/// Up to `most` solutions of a model.
///
/// # Panics
///
/// If the solver's answer, after every check, does not hold for [`Model::holds`]: the clauses are wrong.
pub fn solutions(model: &Model, most: usize, effort: Effort) -> Found {
    let mut encoder = Encoder::new(model, effort.conflicts);
    let always = encoder.sat.truth();
    encoder.model(&|_| always);
    let answer_cells: Vec<_> = model.answer_cells().collect();
    let mut found = Found { solutions: Vec::new(), complete: true };
    let mut corrections = 0;
    while found.solutions.len() < most {
        match encoder.sat.solve(&[]) {
            Answer::None => return found,
            Answer::GivenUp => {
                found.complete = false;
                return found;
            }
            Answer::Found => {}
        }
        let values = encoder.values();
        let added = encoder.correct(&values);
        if added > 0 {
            corrections += added;
            if corrections > effort.corrections {
                found.complete = false;
                return found;
            }
            continue;
        }
        assert!(model.holds(&values), "the clauses allow what the model does not: {values:?}");
        encoder.forbid(answer_cells.iter().map(|&c| (c, values[c.index()])));
        found.solutions.push(answer_cells.iter().map(|c| values[c.index()]).collect());
    }
    found
}
