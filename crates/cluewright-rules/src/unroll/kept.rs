//! Caches for lowering, so that no condition is compiled, unrolled or read twice.

use super::ir::Id;
use super::program::Program;
use super::value::{List, Val};
use crate::automaton::nfa::Nfa;
use crate::code::{Code, RuleCode, Slot};
use crate::compile::{Compiled, Input};
use crate::condition::{Domain, Var};
use cluewright_core::constraint::{Automaton, Ranked};
use cluewright_core::model::RelationId;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, OriginId};
use std::rc::Rc;
use std::sync::Arc;

/// What lowering has made so far and may need again.
#[derive(Default)]
pub(crate) struct Kept<'a> {
    pub(crate) relations: QuickMap<Id, RelationId>,
    pub(crate) programs: QuickMap<Id, Arc<Program>>,
    pub(crate) made: QuickMap<Key, Rc<CompiledCondition>>,
    /// For each machine, the number that stands for its table in keys.
    pub(crate) tables: QuickMap<u16, Option<i64>>,
    /// Machines of folds that do not depend on the list they read.
    pub(crate) scans: QuickMap<Scan, Vec<u16>>,
    /// The nondeterministic automata that have been made so far.
    pub(crate) accepted: Accepted,
    pub(crate) alike: Unrolled<'a>,
    /// For each address of a text, the value of a `let` that reads no other name and no digits; `None` for any other `let`.
    pub(crate) closed: QuickMap<usize, Option<Val>>,
    /// The clues of each rule.
    pub(crate) clue_lists: Vec<(&'a str, Val)>,
    /// For each clue number, the clue if rules have read it.
    pub(crate) bound: Vec<Option<Bound<'a>>>,
    /// The most recent list of lists of cells, and the cells in its lists.
    pub(crate) last_lists: Option<(Rc<List>, Lines)>,
    /// The most recent constraint on the rank of a list.
    pub(crate) last_ranked: Option<Ranked>,
    /// The lists in which lists were most recently searched for, and the indices that were found.
    pub(crate) found_lines: (Lines, Vec<(Rc<List>, u16)>),
}

/// The rule of a clue, and the clue's arguments in the order of the rule's parameters.
pub(crate) type Bound<'a> = (&'a RuleCode, Rc<[Val]>);

/// Lists of cells that several constraints share.
pub(crate) type Lines = Arc<[Vec<Cell>]>;

/// A condition, and which of its variables are known to be different: see [`SetsOf::key`](super::sets::SetsOf::key).
pub(crate) type Key = Box<[u32]>;

/// The compiled form of a condition. Variables are given by their indices in the condition.
pub(crate) struct CompiledCondition {
    pub(crate) compiled: Compiled,
    /// Each automaton over placeholder cells. All constraints that are made from the automaton share its data.
    pub(crate) automata: Vec<Automaton>,
}

impl CompiledCondition {
    /// Creates the compiled form of a condition. `first` returns the number that value 0 of a variable stands for. Returns `None`
    /// if an automaton cannot become a constraint.
    pub(crate) fn of(compiled: Compiled, first: &dyn Fn(Var) -> i32) -> Option<Self> {
        let automata = compiled.automata.iter().map(|part| part.constraint(first).cloned()).collect::<Option<_>>()?;
        Some(Self { compiled, automata })
    }
}

/// The key of a machine without its first state. It consists of an identifier (0 and 1 for built-in functions, otherwise the
/// address of the text), the smallest and the greatest number, the address of the list of known numbers that the machine reads, if
/// any, and known numbers.
pub(crate) type Scan = Box<[i64]>;

/// The automata that earlier calls of `accepted` made.
#[derive(Default)]
pub(crate) struct Accepted {
    /// The automata, each preceded by the lists from which it was made.
    pub(crate) automata: Vec<(Read, Arc<Nfa>)>,
    /// Automata that are laid out over a list. The key consists of the automaton (as an address, because all automata are stored
    /// here or in the rules), the inputs, and the domains of the variables.
    pub(crate) laid_out: QuickMap<(usize, Vec<Input>, Vec<Domain>), Rc<Automaton>>,
}

/// The three lists of start states, steps and end states.
pub(crate) type Read = [Rc<List>; 3];

/// A condition and its variables.
pub(crate) type Condition = (Id, Box<[u16]>);

/// The names that a condition reads, and the list items that it reads, with their indices.
pub(crate) type Reads<'a> = Rc<(Vec<Slot>, Vec<(Slot, &'a Code)>)>;

/// The conditions that have been unrolled.
#[derive(Default)]
pub(crate) struct Unrolled<'a> {
    /// Maps the address of a text to everything that the condition reads; `None` if the condition depends on anything else.
    pub(crate) reads: QuickMap<usize, Option<Reads<'a>>>,
    /// Maps the address of a text and the values of names (with cells as indices) to the condition, and to the index of the cell of
    /// each of its variables.
    pub(crate) known: QuickMap<Box<[i64]>, Condition>,
    /// The number of cache hits (`found`), and whether the cache is switched off for comparisons in tests (`off`).
    pub(crate) found: u64,
    pub(crate) off: bool,
}

/// Cells ("labels") whose numbers state the region of each cell of the grid.
pub(crate) struct Numbered {
    /// The labels that the rule names.
    pub(crate) named: Vec<Cell>,
    /// The labels, or helper cells that are copies of labels. They are all different, and outside the grid.
    pub(crate) labels: Vec<Cell>,
    pub(crate) size: u16,
    /// The pairs of neighbouring cells in the grid, as indices. Each pair occurs in both orders.
    pub(crate) adjacent: Rc<[(u16, u16)]>,
    pub(crate) origin: OriginId,
    /// The indices of two labels, and the helper cell that states whether the two labels are equal.
    pub(crate) same: Vec<(u16, u16, Cell)>,
    /// For each cell, its first index in `named`, or [`NOWHERE`]. `helper_of` has the helper cell for each pair of indices.
    pub(crate) place_of: Vec<u16>,
    pub(crate) helper_of: QuickMap<(u16, u16), Cell>,
}

/// Marks a cell that is not a label.
pub(crate) const NOWHERE: u16 = u16::MAX;
