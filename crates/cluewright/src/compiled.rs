//! A puzzle compiled with its rules into a model, on which every operation works.

use crate::error::Error;
use crate::understood::{Understood, understood};
use crate::unread::{Unread, bare, unread};
use cluewright_core::model::{Network, Why};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Board, Candidate, Cell, Model, Puzzle, Value, ValueSet};
use cluewright_formats::solution_text;
use cluewright_logic::Frame;
use cluewright_rules::{Extra, Lowered, Report, Ruleset, Selection};
use cluewright_search::{Job, Limits};
use std::sync::{Arc, OnceLock};

/// A puzzle, its rules, and its model.
///
/// ```
/// use cluewright::{Compiled, Limits, formats};
/// let twice = formats::read("1..1............")?.puzzle; // 4x4 with two 1s in row 1
/// let clash = Compiled::new(twice)?.contradiction(&Limits::none()).unwrap();
/// assert_eq!(clash, "1 occurs twice in row 1, at r1c1 and r1c4");
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Debug)]
pub struct Compiled {
    puzzle: Puzzle,
    model: Arc<Model>,
    shared: Arc<Shared>,
    /// The guesses about drawings and prose, in words.
    guesses: Arc<[String]>,
    /// The parts of the puzzle that were not understood, computed on demand.
    unread: OnceLock<Option<Unread>>,
    /// The meaning found for each sentence of the puzzle's text, computed on demand.
    understood: OnceLock<Understood>,
}

/// Data that do not depend on the givens, shared by all puzzles that differ only in their givens.
#[derive(Debug)]
struct Shared {
    rules: Ruleset,
    report: Vec<Report>,
    extra: Vec<Extra>,
    frame: OnceLock<Arc<Frame>>,
}

impl Compiled {
    /// Compiles a puzzle with the rule library and the puzzle's own rules.
    ///
    /// Errors: a rule is unknown, a clue does not fit its rule, the text of a rule has a mistake, or a given is not a digit of the
    /// puzzle.
    pub fn new(puzzle: Puzzle) -> Result<Self, Error> {
        Self::with_rules(puzzle, &[])
    }

    /// Like `new`, with additional rule texts from the user. If rules have the same name, the puzzle's own takes precedence, then
    /// the user's, then the library's.
    pub fn with_rules(puzzle: Puzzle, texts: &[&str]) -> Result<Self, Error> {
        Self::until(puzzle, texts, &|| false)
    }

    /// Like `with_rules`; if `stop`, which is polled every few milliseconds, returns true, the result is [`Error::Stopped`].
    /// Drawings that a known rule claims become clues ([`cluewright_formats::bind_drawings`]).
    pub fn until(mut puzzle: Puzzle, texts: &[&str], stop: &dyn Fn() -> bool) -> Result<Self, Error> {
        if puzzle.shape.is_empty() {
            return Err(BadInput::new("the puzzle has no cells")
                .hint("add cells with a line such as `grid: 9x9`")
                .into());
        }
        let rules = Ruleset::for_puzzle(&puzzle, texts)?;
        cluewright_formats::bind_drawings(&mut puzzle, &rules);
        for given in &puzzle.givens {
            let fits = |d: &i32| match given.cell.index().checked_sub(puzzle.shape.len()) {
                None => *d >= puzzle.digits.first && *d <= puzzle.digits.last(),
                Some(i) => puzzle.extra.get(i).is_some_and(|e| *d >= e.numbers.first && *d <= e.numbers.last()),
            };
            if let Some(d) = given.digits.iter().find(|d| !fits(d)) {
                let name = puzzle.cell_name(given.cell);
                return Err(BadInput::new(format!("the given {d} at {name} is not a digit of this puzzle"))
                    .hint(format!("digits are {} to {}", puzzle.digits.first, puzzle.digits.last()))
                    .into());
            }
        }
        let Lowered { model, report, extra, .. } = cluewright_rules::lower_until(&rules, &puzzle, stop)?;
        Ok(Self {
            puzzle,
            model: Arc::new(model),
            shared: Arc::new(Shared { rules, report, extra, frame: OnceLock::new() }),
            guesses: Arc::default(),
            unread: OnceLock::new(),
            understood: OnceLock::new(),
        })
    }

    /// Compiles another puzzle with the same set of rules, such as this puzzle with fewer givens.
    ///
    /// The other puzzle must have the same definitions. Errors: as for [`Compiled::new`].
    pub fn with_puzzle(&self, puzzle: Puzzle) -> Result<Self, Error> {
        self.with_puzzle_until(puzzle, &|| false)
    }

    /// Like `with_puzzle`, with a stop signal: if `stop` returns true, the result is [`Error::Stopped`].
    pub fn with_puzzle_until(&self, puzzle: Puzzle, stop: &dyn Fn() -> bool) -> Result<Self, Error> {
        debug_assert_eq!(puzzle.definitions, self.puzzle.definitions, "the rules at hand are those of its texts");
        self.kept_until(puzzle, &Selection { rule: &|_| true, clue: &|_| true }, stop)
    }

    /// Like `with_puzzle_until`, but compiles only the rules and clues that `kept` selects.
    pub(crate) fn kept_until(
        &self,
        puzzle: Puzzle,
        kept: &Selection<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Error> {
        let rules = self.rules();
        let Lowered { model, report, extra, .. } = cluewright_rules::lower_kept(rules, &puzzle, kept, stop)?;
        let shared = Shared { rules: rules.clone(), report, extra, frame: OnceLock::new() };
        Ok(Self {
            puzzle,
            model: Arc::new(model),
            shared: Arc::new(shared),
            guesses: Arc::clone(&self.guesses),
            unread: OnceLock::new(),
            understood: OnceLock::new(),
        })
    }

    /// The same puzzle with other givens, each of which must be a digit of the puzzle. Nothing is compiled again, and data that
    /// logic derives from rules and clues are shared. `None` if this puzzle has no givens.
    ///
    /// ```
    /// use cluewright::{Compiled, core::puzzle::Given, Cell, formats};
    /// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
    /// let other = compiled.with_givens(vec![Given { cell: Cell(0), digits: vec![4] }]).unwrap();
    /// assert_eq!(other.givens_text(), "4...............");
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn with_givens(&self, givens: Vec<Given>) -> Option<Self> {
        let model = self.model.with_givens(&givens)?;
        let puzzle = Puzzle { givens, ..self.puzzle.clone() };
        Some(Self {
            puzzle,
            model: Arc::new(model),
            shared: Arc::clone(&self.shared),
            guesses: Arc::clone(&self.guesses),
            unread: OnceLock::new(),
            understood: OnceLock::new(),
        })
    }

    /// The data that logic derives from rules and clues, shared by all puzzles with the same rules and clues; `None` if `stop`
    /// returned true.
    pub(crate) fn frame_until(&self, stop: &dyn Fn() -> bool) -> Option<&Arc<Frame>> {
        if self.shared.frame.get().is_none() {
            let frame = Frame::until(&self.model, stop)?;
            // Another thread may have computed the frame first; both results are equal.
            let _ = self.shared.frame.set(Arc::new(frame));
        }
        self.shared.frame.get()
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Adds the guesses made when the puzzle was read ([`mod@crate::guess`]); answers report them.
    #[must_use]
    pub fn with_guesses(mut self, guesses: Vec<String>) -> Self {
        self.guesses = guesses.into();
        self
    }

    /// The guesses made when the puzzle was read, one sentence each.
    pub fn guesses(&self) -> &[String] {
        &self.guesses
    }

    /// Drawings and sentences of the puzzle that were not understood; `None` if everything was understood. Answers ignore what was
    /// not understood: see [`mod@crate::unread`].
    pub fn unread(&self) -> Option<&Unread> {
        self.unread.get_or_init(|| unread(&self.puzzle, self.rules())).as_ref()
    }

    /// Like [`Self::unread`], but for a puzzle that is known to have more than one solution: also includes sentences of which only
    /// some words were matched, because such sentences may mean more than was read.
    pub fn unread_of_several(&self) -> Option<Unread> {
        let by_words = self.understood().sentences.iter().filter(|sentence| sentence.by_words);
        let unsure: Vec<String> = by_words.map(|sentence| bare(&sentence.text).to_owned()).collect();
        let unread = self.unread().cloned();
        if unsure.is_empty() {
            return unread;
        }
        Some(Unread { unsure, ..unread.unwrap_or_default() })
    }

    /// The meaning found for each sentence of the puzzle's text: see [`mod@crate::understood`].
    pub fn understood(&self) -> &Understood {
        self.understood.get_or_init(|| understood(&self.puzzle, self.rules()))
    }

    /// A message for each clue whose cells do not have the shape in its rule's `clue` line: see [`cluewright_rules::misshapen`].
    /// Such clues are used as they are.
    ///
    /// ```
    /// use cluewright::{Compiled, formats};
    /// let compiled = Compiled::new(formats::read("grid: 4x4\nwhite-dot r1c1 r1c2\nwhite-dot r1c1 r3c3\n")?.puzzle)?;
    /// let told: Vec<String> = compiled.misshapen().iter().map(ToString::to_string).collect();
    /// assert_eq!(told.len(), 1);
    /// assert!(told[0].starts_with("line 3, column 1: white-dot: `E` must be two cells with a common edge,"));
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn misshapen(&self) -> Vec<BadInput> {
        cluewright_rules::misshapen(self.rules(), &self.puzzle)
    }

    /// A message for each rule whose clues have no effect in this puzzle: see [`cluewright_rules::idle`].
    pub fn idle(&self) -> Vec<BadInput> {
        cluewright_rules::idle(self.rules(), &self.puzzle)
    }

    /// The known rules: the library's and the puzzle's own.
    pub fn rules(&self) -> &Ruleset {
        &self.shared.rules
    }

    /// How each statement of the rules was compiled.
    pub fn report(&self) -> &[Report] {
        &self.shared.report
    }

    /// The extra cells that rules add and that are shown: solutions contain their values in addition to the digits.
    pub fn extra(&self) -> &[Extra] {
        &self.shared.extra
    }

    /// The model: cells, candidates and constraints.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The board at the start: givens and facts about single cells.
    pub fn board(&self) -> Board {
        self.model.board()
    }

    /// The board without the givens, but with the facts of rules and clues about single cells.
    pub fn board_without_givens(&self) -> Board {
        let mut board = self.model.blank_board();
        for fact in self.model.unary().iter().filter(|u| !u.given) {
            // A contradiction leaves an empty cell on the board.
            let _ = board.keep(fact.cell, fact.allowed);
        }
        board.clear_changed();
        board
    }

    /// The model as a shared pointer, for callers that outlive this value.
    pub fn shared_model(&self) -> Arc<Model> {
        Arc::clone(&self.model)
    }

    /// A resumable search for all solutions that borrows nothing, for programs that open and close puzzles while others are being
    /// searched. Solutions are reported as the search finds them; [`Compiled::judge`] checks them against the texts of the rules.
    ///
    /// ```
    /// use cluewright::search::Turn;
    /// use cluewright::{Compiled, Limits, formats};
    /// use std::ops::ControlFlow;
    /// let mut job = Compiled::new(formats::read("12..............")?.puzzle)?.job(); // 4x4
    /// while job.go_on(&Limits::nodes(3), |_| ControlFlow::Continue(())) != Turn::Done {
    ///     // Whatever else there is to do.
    /// }
    /// assert_eq!(job.found(), 24);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn job(&self) -> Job {
        Job::new(self.shared_model(), &self.board())
    }

    /// Returns the puzzle, without the compiled parts.
    pub fn into_puzzle(self) -> Puzzle {
        self.puzzle
    }

    /// The same puzzle with another title, other words, other drawings or another player's state. Nothing is compiled again. `None`
    /// if rules, clues, givens or cells differ ([`logical_text`]).
    ///
    /// Errors: those of the puzzle's own rules.
    ///
    /// ```
    /// use cluewright::{Compiled, formats};
    /// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
    /// let mut puzzle = compiled.puzzle().clone();
    /// puzzle.title = "Small".to_owned();
    /// assert_eq!(compiled.retold(puzzle.clone())?.unwrap().puzzle().title, "Small");
    /// puzzle.givens.clear();
    /// assert!(compiled.retold(puzzle)?.is_none());
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn retold(&self, mut puzzle: Puzzle) -> Result<Option<Self>, Error> {
        let rules = Ruleset::for_puzzle(&puzzle, &[])?;
        cluewright_formats::bind_drawings(&mut puzzle, &rules);
        let same = logical_text(&puzzle) == logical_text(&self.puzzle);
        Ok(same.then(|| Self {
            puzzle,
            model: Arc::clone(&self.model),
            shared: Arc::clone(&self.shared),
            guesses: Arc::default(),
            unread: OnceLock::new(),
            understood: OnceLock::new(),
        }))
    }

    /// The numbers that a solution puts into the puzzle's cells: first the cells of the grid, then the extra cells.
    pub fn numbers(&self, solution: &[Value]) -> Vec<i32> {
        let number = |c: Cell| self.model.number(Candidate::new(c, solution[c.index()]));
        Cell::all(self.puzzle.cell_count()).map(number).collect()
    }

    /// The numbers for a set of values of a cell (for instance of the candidates in an answer), in ascending order.
    ///
    /// ```
    /// use cluewright::{CandidateOptions, Cell, Document, Limits};
    /// let puzzle = Document::read("12..............")?; // 4x4
    /// let found = puzzle.candidates(&CandidateOptions::default(), &Limits::none()).value;
    /// assert_eq!(puzzle.compiled().digits(Cell(2), found.possible[2]), [3, 4]);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn digits(&self, cell: Cell, values: ValueSet) -> Vec<i32> {
        values.iter().map(|v| self.model.number(Candidate::new(cell, v))).collect()
    }

    /// The grid of a solution as one line: one character per cell, or numbers separated by commas if some digit needs more than one
    /// character.
    pub fn digits_text(&self, solution: &[Value]) -> String {
        let digits: Vec<Option<i32>> =
            self.numbers(solution)[..self.puzzle.shape.len()].iter().map(|d| Some(*d)).collect();
        solution_text(&self.puzzle, &digits)
    }

    /// The givens as one line, in the format of [`Self::digits_text`]; a cell with several allowed digits counts as empty.
    pub fn givens_text(&self) -> String {
        let mut digits = vec![None; self.puzzle.shape.len()];
        for given in &self.puzzle.givens {
            if let ([digit], Some(slot)) = (&given.digits[..], digits.get_mut(given.cell.index())) {
                *slot = Some(*digit);
            }
        }
        solution_text(&self.puzzle, &digits)
    }

    /// A sentence, without a full stop, about two givens that contradict each other, or about a given that its own cell does not
    /// allow; it names the broken rule. The contradiction is found without a search. Such a puzzle has no solution, but is not
    /// invalid input. `None` if there is no such contradiction, or if the limits were reached before it was found.
    pub fn contradiction(&self, limits: &Limits<'_>) -> Option<String> {
        let model = &self.model;
        let mut left: Vec<ValueSet> = model.cells().iter().map(|c| c.domain).collect();
        for fact in model.unary().iter().filter(|u| u.given) {
            let left = &mut left[fact.cell.index()];
            *left &= fact.allowed;
            if left.is_empty() {
                return Some(format!("the givens of {} contradict each other", model.cell_name(fact.cell)));
            }
        }
        // For each cell: the value of the first fact that fixes it, and the facts that restrict it.
        let mut given: Vec<Option<Value>> = vec![None; model.len()];
        let mut facts: Vec<Vec<&cluewright_core::model::Unary>> = vec![Vec::new(); model.len()];
        for fact in model.unary() {
            let slot = &mut given[fact.cell.index()];
            if slot.is_none() && fact.given {
                *slot = fact.allowed.single();
            }
            facts[fact.cell.index()].push(fact);
        }
        let givens: Vec<Candidate> =
            (given.iter().zip(0u16..)).filter_map(|(value, c)| value.map(|v| Candidate::new(Cell(c), v))).collect();
        let say = |c: Candidate| format!("{} at {}", model.value_name(c), model.cell_name(c.cell));
        for &x in &givens {
            let against = facts[x.cell.index()].iter().find(|u| !u.allowed.contains(x.value));
            if let Some(fact) = against {
                return Some(format!("the given {} contradicts {}", say(x), model.origin_text(fact.origin)));
            }
        }
        if givens.len() < 2 {
            return None;
        }
        let network = model.network_until(&|| limits.stop.is_some_and(|stop| stop()))?;
        for &x in &givens {
            // Compare only linked cells: a cell is linked to a few dozen others, but there may be thousands of givens.
            for near in network.neighbours(x.cell).iter().filter(|near| near.cell > x.cell) {
                let y = given[near.cell.index()].map(|v| Candidate::new(near.cell, v));
                let Some(y) = y.filter(|y| network.sees(x, *y)) else { continue };
                let Some(why) = network.why(model, x, y) else { continue };
                let who = Network::why_origin(model, why).map(|o| model.origin_text(o));
                let (a, b) = (model.cell_name(x.cell), model.cell_name(y.cell));
                return Some(match (why, who) {
                    (Why::Set(_), Some(who)) => {
                        format!("{} occurs twice in {who}, at {a} and {b}", model.value_name(x))
                    }
                    (_, Some(who)) => {
                        format!("the givens {} and {} contradict each other because of {who}", say(x), say(y))
                    }
                    (_, None) => format!("the givens {} and {} contradict each other", say(x), say(y)),
                });
            }
        }
        None
    }
}

/// The logical content of a puzzle as a `.clue` file: its cells, digits, givens, rules and clues. Titles, prose, drawings that no
/// rule reads, fog, recorded solutions and the player's digits and marks are left out, so puzzles with the same text have the same
/// answers.
///
/// ```
/// use cluewright::{compiled::logical_text, formats};
/// let one = formats::read("title: One\ngrid: 4x4\ngivens: 12..34..2.....3.")?.puzzle;
/// let another = formats::read("12..34..2.....3.")?.puzzle;
/// assert_eq!(logical_text(&one), logical_text(&another));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn logical_text(puzzle: &Puzzle) -> String {
    let bare = Puzzle {
        title: String::new(),
        author: String::new(),
        text: String::new(),
        progress: Vec::new(),
        drawings: Vec::new(),
        solution: Vec::new(),
        fog: None,
        foreign: None,
        ..puzzle.clone()
    };
    let written = cluewright_formats::by_id("clue").and_then(|format| format.write(&bare));
    // If the format cannot express the puzzle, the puzzle's debug text is used instead, so that different puzzles still differ.
    written.map_or_else(|_| format!("{bare:?}"), |(text, _)| text)
}

/// A hash of [`logical_text`], as 32 hexadecimal digits: equal for puzzles that are equal to a solver. It is not cryptographic.
///
/// ```
/// use cluewright::{compiled::logical_hash, formats};
/// let puzzle = formats::read("12..34..2.....3.")?.puzzle;
/// assert_eq!(logical_hash(&puzzle).len(), 32);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn logical_hash(puzzle: &Puzzle) -> String {
    // 128-bit FNV-1a (Fowler, Noll, Vo).
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in logical_text(puzzle).bytes() {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
    }
    format!("{hash:032x}")
}

/// Splits a list of rules or clues at its commas, except those in brackets, and leaves out empty parts.
///
/// ```
/// use cluewright::compiled::parts;
/// assert!(parts("a, b(x=1,y=2),c").eq(["a", "b(x=1,y=2)", "c"]));
/// assert_eq!(parts(" , ").count(), 0);
/// ```
pub fn parts(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let outside = move |c: char| {
        depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
        c == ',' && depth == 0
    };
    list.split(outside).map(str::trim).filter(|part| !part.is_empty())
}

/// Reads a rule of the whole grid as a person writes it: `anti-king`; with arguments `leaper(down=1, right=3)` or, as in puzzle
/// files, `leaper down 1 right 3`.
///
/// Errors: the text is not a rule's name with arguments. Whether the rule exists is checked when a puzzle is compiled.
///
/// ```
/// use cluewright::compiled::named_rules;
/// assert_eq!(named_rules("leaper(down=1, right=3)")?, named_rules("leaper down 1 right 3")?);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn named_rules(item: &str) -> Result<Vec<cluewright_core::Clue>, Error> {
    let plain = match item.split_once('(') {
        Some((name, rest)) => format!("{name} {}", rest.trim_end().trim_end_matches(')').replace([',', '='], " ")),
        None => item.to_owned(),
    };
    let bad = |e: BadInput| {
        BadInput::new(format!("rules {item}: {}", e.message))
            .hint(e.hint.unwrap_or_else(|| "use names from `cluewright rules list`, separated by commas".to_owned()))
    };
    if plain.contains(['\n', '#']) {
        return Err(bad(BadInput::new("this is not the name of a rule")).into());
    }
    let read = cluewright_formats::read_as("clue", &format!("grid: 9x9\nrules: {plain}\n")).map_err(bad)?;
    Ok(read.puzzle.rules.into_iter().map(|c| cluewright_core::Clue { place: None, ..c }).collect())
}

/// Removes a rule from the rules of the whole grid and from rules made of other rules (`miracle`), together with all clues of that
/// name. Returns whether the puzzle had the rule.
///
/// A rule made of other rules is replaced by those of its rules that remain.
///
/// ```
/// use cluewright::compiled::without_rule;
/// use cluewright::{formats, rules::Ruleset};
/// let mut puzzle = formats::read("rules: miracle\ngiven r5c3 1\n")?.puzzle;
/// assert!(without_rule(&mut puzzle, &Ruleset::library(), "anti-king"));
/// let names: Vec<&str> = puzzle.rules.iter().map(|r| r.rule.as_str()).collect();
/// assert_eq!(names, ["classic", "anti-knight", "nonconsecutive"]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn without_rule(puzzle: &mut Puzzle, rules: &Ruleset, name: &str) -> bool {
    use cluewright_core::{Clue, ClueTree};
    fn contains(rules: &Ruleset, rule: &str, name: &str, depth: usize) -> bool {
        rule == name
            || (depth < 16
                && rules.parts(rule).is_some_and(|all| all.iter().any(|p| contains(rules, p, name, depth + 1))))
    }
    fn keep(rules: &Ruleset, clue: &Clue, name: &str, out: &mut Vec<Clue>) {
        if clue.rule == name {
            return;
        }
        if !contains(rules, &clue.rule, name, 0) {
            out.push(clue.clone());
            return;
        }
        for part in rules.parts(&clue.rule).unwrap_or_default() {
            keep(rules, &Clue::new(part, Vec::new()), name, out);
        }
    }
    fn prune(tree: &ClueTree, name: &str) -> Option<ClueTree> {
        let all = |list: &[ClueTree]| list.iter().filter_map(|t| prune(t, name)).collect::<Vec<_>>();
        match tree {
            ClueTree::One(clue) => (clue.rule != name).then(|| tree.clone()),
            ClueTree::All(list) => Some(all(list)).filter(|l| !l.is_empty()).map(ClueTree::All),
            ClueTree::Any(list) => Some(all(list)).filter(|l| !l.is_empty()).map(ClueTree::Any),
            ClueTree::Not(inner) => prune(inner, name).map(|t| ClueTree::Not(Box::new(t))),
        }
    }
    let mut left = Vec::new();
    for clue in &puzzle.rules {
        keep(rules, clue, name, &mut left);
    }
    let clues: Vec<ClueTree> = puzzle.clues.iter().filter_map(|t| prune(t, name)).collect();
    let changed = left != puzzle.rules || clues != puzzle.clues;
    puzzle.rules = left;
    puzzle.clues = clues;
    changed
}
