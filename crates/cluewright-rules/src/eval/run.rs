//! The state of an evaluation: the numbers of the grid, the values of names, the work done, and the violations found so far.

use super::value::V;
use crate::code::{Code, RuleCode, Rules, Uses};
use crate::places::Places;
use crate::syntax::Pos;
use cluewright_core::{BadInput, Cell};

/// A rule that a full grid breaks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Broken {
    /// The name of the rule.
    pub rule: String,
    /// The index of the clue in the puzzle's list, counted depth first through clue trees; `None` for a rule of the whole grid.
    pub clue: Option<u32>,
    /// The cells that the broken statement is about.
    pub cells: Vec<Cell>,
    /// The violation in words: `the cage 13 at r4c1: digits in a cage do not repeat and add up to its total`.
    pub sentence: String,
    /// The digits that break the rule, such as `5 at r1c1 and r4c1` or `r1c1 is 5, r1c2 is 3`. Empty if no cells are known.
    pub held: String,
}

/// The maximum number of steps in one check; they take about a second.
const MAX_STEPS: u64 = 20_000_000;
/// The number of steps between two polls of the stop signal.
const POLL_EVERY: u64 = 8_192;

/// The reason why an evaluation ends early.
pub(crate) enum Stop {
    /// An absent parameter was read, so the statement is skipped.
    Skip,
    /// A missing list was read, so the expression that reads it is undefined.
    NoList,
    /// The extra cell that was read does not have a number yet.
    Need(usize),
    /// The rule is broken.
    Broken(Box<Broken>),
    /// The extra cell does not exist.
    NoExtra(Box<BadInput>),
    Bad(Box<BadInput>),
}

impl From<BadInput> for Stop {
    fn from(e: BadInput) -> Self {
        Self::Bad(Box::new(e))
    }
}

pub(crate) type Got<T> = Result<T, Stop>;

pub(crate) struct Extra {
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) number: Option<i64>,
}

pub(crate) struct Run<'a> {
    pub(crate) rules: &'a dyn Rules,
    pub(crate) places: &'a Places<'a>,
    pub(crate) numbers: Vec<i64>,
    /// The extra cells of rules, in the order of their declarations. They are the same in every pass.
    pub(crate) extras: Vec<Extra>,
    /// The number of extra cells that this pass has declared (`declared`), and how many of these cells are shown (`shown`).
    pub(crate) declared: usize,
    pub(crate) shown: usize,
    /// The values that rules give to cells; `None` for a cell that counts as its digit.
    pub(crate) counts_for: Vec<Option<V>>,
    pub(crate) env: Vec<V>,
    pub(crate) rule: Option<&'a RuleCode>,
    pub(crate) origin_clue: Option<u32>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) uses: Uses,
    pub(crate) steps: u64,
    /// The number of steps after which `stop` is polled again.
    pub(crate) next_poll: u64,
    pub(crate) stop: &'a dyn Fn() -> bool,
    /// The violations found so far. If `None`, the first violation ends the evaluation.
    pub(crate) found: Option<Vec<Broken>>,
    /// Whether violations are reported without a description.
    pub(crate) quiet: bool,
}

/// Computes a function's value from its arguments.
pub(crate) struct Judge(pub(crate) for<'a> fn(&mut Run<'a>, &'a [Code], Pos) -> Got<V>);

impl<'a> Run<'a> {
    pub(crate) fn new(rules: &'a dyn Rules, places: &'a Places<'a>, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            rules,
            places,
            numbers: Vec::new(),
            extras: Vec::new(),
            declared: 0,
            shown: 0,
            counts_for: Vec::new(),
            env: Vec::new(),
            rule: None,
            origin_clue: None,
            cells: Vec::new(),
            uses: Uses::default(),
            steps: 0,
            next_poll: POLL_EVERY,
            stop,
            found: None,
            quiet: false,
        }
    }

    /// Runs `f` so that the first violation ends it. The violation is not collected.
    pub(crate) fn attempt(&mut self, f: impl FnOnce(&mut Self) -> Got<()>) -> Got<()> {
        let found = self.found.take();
        let result = f(self);
        self.found = found;
        result
    }

    pub(crate) fn tick(&mut self) -> Got<()> {
        self.ticks(1)
    }

    pub(crate) fn ticks(&mut self, steps: u64) -> Got<()> {
        self.steps += steps;
        if self.steps >= self.next_poll {
            self.next_poll = self.steps + POLL_EVERY;
            if (self.stop)() {
                return Err(BadInput::stopped("checking was stopped").into());
            }
        }
        if self.steps > MAX_STEPS {
            return Err(BadInput::new(format!("checking takes more than {MAX_STEPS} steps"))
                .hint("a loop in a rule is too long, or its extra cells leave too many choices")
                .into());
        }
        Ok(())
    }
}
