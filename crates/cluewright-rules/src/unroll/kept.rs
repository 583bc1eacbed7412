//! What lowering keeps from one condition to the next: nothing is compiled, unrolled or read twice.

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

/// A condition, and which of its variables are known to differ: see [`SetsOf::key`](super::sets::SetsOf::key).
pub(crate) type Key = Box<[u32]>;

/// What a condition was compiled to, over the places of its variables.
pub(crate) struct CompiledCondition {
    pub(crate) compiled: Compiled,
    /// Each automaton over placeholder cells: its data are shared by all that post it.
    pub(crate) automata: Vec<Automaton>,
}

impl CompiledCondition {
    /// `first` are the numbers of the variables' value 0. None when an automaton is no constraint.
    pub(crate) fn of(compiled: Compiled, first: &dyn Fn(Var) -> i32) -> Option<Self> {
        let automata = compiled.automata.iter().map(|part| part.constraint(first).cloned()).collect::<Option<_>>()?;
        Some(Self { compiled, automata })
    }
}

/// What a machine was made from, but for what it begins with: whose it is (0 and 1 are those of functions, else where the
/// text is), least and greatest number, which list of known numbers it reads, if any (as an address), and known numbers.
pub(crate) type Scan = Box<[i64]>;

/// What was read before.
#[derive(Default)]
pub(crate) struct Accepted {
    /// Automata, with what they were made from.
    pub(crate) automata: Vec<(Read, Arc<Nfa>)>,
    /// By automaton (as an address: all are kept, here or in the rules), what is read and what the variables may hold:
    /// the layers.
    pub(crate) laid_out: QuickMap<(usize, Vec<Input>, Vec<Domain>), Rc<Automaton>>,
}

/// The lists of starts, steps and ends.
pub(crate) type Read = [Rc<List>; 3];

/// A condition, and its variables.
pub(crate) type Condition = (Id, Box<[u16]>);

/// What a condition reads: names, and items of lists at places.
pub(crate) type Reads<'a> = Rc<(Vec<Slot>, Vec<(Slot, &'a Code)>)>;

/// What was unrolled before.
#[derive(Default)]
pub(crate) struct Unrolled<'a> {
    /// By place of the text, what it reads; `None` when more than that decides what it says.
    pub(crate) reads: QuickMap<usize, Option<Reads<'a>>>,
    /// By place and what its names stand for, but for which cells: the condition, and which of the cells, in the order
    /// of that description, its variables are.
    pub(crate) known: QuickMap<Box<[i64]>, Condition>,
    /// How often that was found; and is nothing to be looked for, for the comparison in tests?
    pub(crate) found: u64,
    pub(crate) off: bool,
}

/// Labels that number the regions of the grid.
pub(crate) struct Numbered {
    /// As the rule names them.
    pub(crate) named: Vec<Cell>,
    /// The same, or helpers that equal them: each a cell of its own, outside the grid.
    pub(crate) labels: Vec<Cell>,
    pub(crate) size: u16,
    /// By places: neighbours, both ways.
    pub(crate) adjacent: Rc<[(u16, u16)]>,
    pub(crate) origin: OriginId,
    /// Two places in the labels, and the helper that compares them.
    pub(crate) same: Vec<(u16, u16, Cell)>,
    /// By cell its first place among those named, or [`NOWHERE`]; by both places the helper.
    pub(crate) place_of: Vec<u16>,
    pub(crate) helper_of: QuickMap<(u16, u16), Cell>,
}

/// No place.
pub(crate) const NOWHERE: u16 = u16::MAX;
