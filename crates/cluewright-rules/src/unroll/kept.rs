//! Caches of the lowering: no condition is compiled, unrolled or read twice.

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

/// The compiled form of a condition, over the places of its variables.
pub(crate) struct CompiledCondition {
    pub(crate) compiled: Compiled,
    /// Each automaton over placeholder cells; all constraints made from it share its data.
    pub(crate) automata: Vec<Automaton>,
}

impl CompiledCondition {
    /// `first` returns the number of a variable's value 0. `None` when an automaton cannot be a constraint.
    pub(crate) fn of(compiled: Compiled, first: &dyn Fn(Var) -> i32) -> Option<Self> {
        let automata = compiled.automata.iter().map(|part| part.constraint(first).cloned()).collect::<Option<_>>()?;
        Some(Self { compiled, automata })
    }
}

/// The key of a machine without its first state: an identifier (0 and 1 for built-in functions, otherwise the address
/// of the text), the smallest and the greatest number, the address of the list of known numbers that it reads, if any,
/// and known numbers.
pub(crate) type Scan = Box<[i64]>;

/// The automata of `accepted` that were made before.
#[derive(Default)]
pub(crate) struct Accepted {
    /// Automata, each with the lists it was made from.
    pub(crate) automata: Vec<(Read, Arc<Nfa>)>,
    /// Automata laid out over a list, by automaton (as an address: all are stored here or in the rules), inputs, and
    /// domains of the variables.
    pub(crate) laid_out: QuickMap<(usize, Vec<Input>, Vec<Domain>), Rc<Automaton>>,
}

/// The lists of starts, steps and ends.
pub(crate) type Read = [Rc<List>; 3];

/// A condition and its variables.
pub(crate) type Condition = (Id, Box<[u16]>);

/// The names that a condition reads, and the items of lists with their indices.
pub(crate) type Reads<'a> = Rc<(Vec<Slot>, Vec<(Slot, &'a Code)>)>;

/// The conditions that were unrolled before.
#[derive(Default)]
pub(crate) struct Unrolled<'a> {
    /// By address of the text: what the condition reads; `None` when the condition depends on more than that.
    pub(crate) reads: QuickMap<usize, Option<Reads<'a>>>,
    /// By address and the values of names, with cells as indices: the condition, and for each of its variables the
    /// index of its cell.
    pub(crate) known: QuickMap<Box<[i64]>, Condition>,
    /// The number of cache hits; and whether the cache is switched off, for comparison in tests.
    pub(crate) found: u64,
    pub(crate) off: bool,
}

/// Cells ("labels") whose numbers say which region each cell of the grid is in.
pub(crate) struct Numbered {
    /// The labels as the rule names them.
    pub(crate) named: Vec<Cell>,
    /// The labels, or copies of them as helper cells: all different, and outside the grid.
    pub(crate) labels: Vec<Cell>,
    pub(crate) size: u16,
    /// The pairs of neighbours in the grid, as indices, in both orders.
    pub(crate) adjacent: Rc<[(u16, u16)]>,
    pub(crate) origin: OriginId,
    /// Two indices of labels, and the helper cell that says whether the labels are equal.
    pub(crate) same: Vec<(u16, u16, Cell)>,
    /// By cell: its first index among `named`, or [`NOWHERE`]; and the helper by a pair of indices.
    pub(crate) place_of: Vec<u16>,
    pub(crate) helper_of: QuickMap<(u16, u16), Cell>,
}

/// Marks a cell that is not a label.
pub(crate) const NOWHERE: u16 = u16::MAX;
