//! Caches for lowering, so that no condition is compiled, unrolled or read twice.

use super::ir::Id;
use super::value::List;
use crate::automaton::nfa::Nfa;
use crate::code::{Code, Slot};
use crate::compile::{Compiled, Input};
use crate::condition::{Domain, Var};
use cluewright_core::constraint::Automaton;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, OriginId};
use std::rc::Rc;
use std::sync::Arc;

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
