//! The SAT solver and its stop signal.

use batsat::clause::Kind;
use batsat::{Callbacks, Lit as Raw};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use rustsat_batsat::Solver;

/// Counts down the remaining conflicts.
#[derive(Default)]
struct Budget {
    left: u64,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[Raw], kind: Kind) {
        if matches!(kind, Kind::Learnt) {
            self.left = self.left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.left == 0
    }
}

/// The solver's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Found,
    None,
    GivenUp,
}

/// Clauses, and a solver for them.
pub(crate) struct Sat {
    solver: Solver<Budget>,
    variables: u32,
    /// Whether a clause without literals was added.
    impossible: bool,
    truth: Lit,
}

impl Sat {
    pub(crate) fn new(conflicts: u64) -> Self {
        let mut solver = Solver::<Budget>::default();
        solver.batsat_mut().cb_mut().left = conflicts;
        let truth = Var::new(0).pos_lit();
        let mut sat = Self { solver, variables: 1, impossible: false, truth };
        sat.add([truth]);
        sat
    }

    /// A literal that is always true.
    pub(crate) fn truth(&self) -> Lit {
        self.truth
    }

    /// The literal of a new variable.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::new(self.variables - 1).pos_lit()
    }

    /// Adds a clause: at least one of the literals is true.
    pub(crate) fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let clause: Clause = clause.into_iter().collect();
        self.impossible |= clause.is_empty();
        if !clause.is_empty() {
            self.solver.add_clause(clause).expect("a clause can be added at any time");
        }
    }

    /// Adds clauses: if `when`, at most one of the literals is true.
    pub(crate) fn at_most_one(&mut self, when: Lit, literals: &[Lit]) {
        for (i, &a) in literals.iter().enumerate() {
            for &b in &literals[..i] {
                self.add([!when, !a, !b]);
            }
        }
    }

    /// Solves the clauses, assuming that these literals are true.
    pub(crate) fn solve(&mut self, assumed: &[Lit]) -> Answer {
        if self.impossible {
            return Answer::None;
        }
        self.solver.reserve(Var::new(self.variables)).expect("room for variables");
        match self.solver.solve_assumps(assumed).expect("the solver answers") {
            SolverResult::Sat => Answer::Found,
            SolverResult::Unsat => Answer::None,
            SolverResult::Interrupted => Answer::GivenUp,
        }
    }

    /// Allows this many more conflicts from now on.
    pub(crate) fn allow(&mut self, conflicts: u64) {
        self.solver.batsat_mut().cb_mut().left = conflicts;
    }

    /// The assumed literals that were needed to show that there is no solution.
    pub(crate) fn core(&mut self, assumed: &[Lit]) -> Vec<Lit> {
        let core = if self.impossible { Vec::new() } else { self.solver.core().expect("nothing was found") };
        assumed.iter().copied().filter(|literal| core.iter().any(|c| c.var() == literal.var())).collect()
    }

    /// Whether the literal is true in the assignment found.
    pub(crate) fn is_true(&self, literal: Lit) -> bool {
        self.solver.lit_val(literal).is_ok_and(|v| v == TernaryVal::True)
    }
}
