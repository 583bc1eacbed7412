//! Runs the tests in rule texts: grids that the rule must accept, and grids that it must reject.

use crate::check::{Flaw, flaws};
use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::puzzle::Definition;
use cluewright_core::{BadInput, Clue, ClueTree, Puzzle};
use cluewright_formats::read_as;
use cluewright_rules::syntax::ast::{Example, Rule};
use cluewright_rules::syntax::parse;
use cluewright_search::Limits;
use std::fmt::Write as _;

/// An example of a rule, and the result of its evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleTest {
    /// The rule's name.
    pub rule: String,
    /// The line of the example, from 1.
    pub line: u32,
    /// Whether the rule must accept the grid.
    pub passes: bool,
    /// The grid as written.
    pub grid: String,
    /// The arguments as written; empty if there are none.
    pub with: String,
    /// The errors that the rule finds in the grid.
    pub flaws: Vec<Flaw>,
}

impl RuleTest {
    /// Whether the rule accepts or rejects the grid as the example demands.
    pub fn is_ok(&self) -> bool {
        self.passes == self.flaws.is_empty()
    }
}

/// Evaluates each rule of the text on its own examples, in order.
///
/// Errors: the text has a mistake; an example is not a full grid or its arguments do not fit (reported with its place); or the stop
/// signal came.
///
/// ```
/// use cluewright::rule_tests::test_rules;
/// use cluewright::Limits;
/// let text = "rule rising\n  clue line L\n  require increasing(L)\n  passes \"125\"\n  fails \"123\"\n";
/// let tests = test_rules(text, &Limits::none())?;
/// assert_eq!(tests.iter().map(|t| t.is_ok()).collect::<Vec<_>>(), [true, false]);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn test_rules(text: &str, limits: &Limits<'_>) -> Result<Vec<RuleTest>, Error> {
    let stop = || limits.stop.is_some_and(|stop| stop());
    let mut tests = Vec::new();
    for rule in &parse(text)? {
        for example in &rule.examples {
            let here = |e: BadInput| e.at(example.pos.line, example.pos.column);
            let (puzzle, digits) = example_puzzle(text, rule, example).map_err(here)?;
            let compiled = Compiled::until(puzzle, &[], &stop).map_err(BadInput::from).map_err(here)?;
            tests.push(RuleTest {
                rule: rule.name.clone(),
                line: example.pos.line,
                passes: example.passes,
                grid: example.grid.clone(),
                with: example.with.clone(),
                flaws: flaws(&compiled, &digits, limits).map_err(BadInput::from).map_err(here)?,
            });
        }
    }
    Ok(tests)
}

/// Checks that the examples of the text are grids with fitting arguments, without evaluating them. Returns the number of examples.
///
/// Errors: the text has a mistake, or an example is invalid; the first one is reported with its place.
pub fn lint_rule_tests(text: &str) -> Result<usize, Error> {
    let mut count = 0;
    for rule in &parse(text)? {
        for example in &rule.examples {
            let here = |e: BadInput| e.at(example.pos.line, example.pos.column);
            let (puzzle, _) = example_puzzle(text, rule, example).map_err(here)?;
            Compiled::new(puzzle).map_err(BadInput::from).map_err(here)?;
            count += 1;
        }
    }
    Ok(count)
}

/// The maximum number of rows and of columns in the grid of an example.
const LARGEST: usize = 25;

/// The puzzle of an example, with only the example's rule and, if there is one, its clue; and the digits in the example's grid.
fn example_puzzle(text: &str, rule: &Rule, example: &Example) -> Result<(Puzzle, Vec<i32>), BadInput> {
    let rows = rows(&example.grid)?;
    let (height, width) = (rows.len(), rows[0].len());
    let digits: Vec<i32> = rows.concat();
    let square = height == width && height >= 4;
    let (low, high) = (digits.iter().min().copied().unwrap_or(1), digits.iter().max().copied().unwrap_or(1));
    let side = i32::try_from(width).expect("at most 25");
    let first = low.min(1);
    let last = if square { side + first - 1 } else { high.max(9 + first - 1) };
    if high > last {
        return Err(BadInput::new(format!(
            "{high} is not a digit of a {height}x{width} grid with the digits {first} to {last}"
        )));
    }
    let mut file = format!("grid: {height}x{width}\ndigits: {first}..{last}\n");
    let arguments =
        if example.with.is_empty() && rule.is_clue { all_cells(height, width) } else { example.with.clone() };
    let before = if rule.is_clue { "" } else { "rules: " };
    let _ = writeln!(file, "{before}{} {arguments}", rule.name);
    let read = read_as("clue", &file).map_err(|e| BadInput { place: None, ..e });
    let mut puzzle = read
        .map_err(|e| {
            let hint = e
                .hint
                .clone()
                .unwrap_or_else(|| "write after `with` what a puzzle file has after the rule's name".to_owned());
            BadInput::new(format!("the example's arguments: {}", e.message)).hint(hint)
        })?
        .puzzle;
    if rule.is_clue {
        // A puzzle without rules would get the classic ones, but an example tests its own rule alone.
        puzzle.rules.clear();
    }
    let forget = |clue: &mut Clue| clue.place = None;
    puzzle.rules.iter_mut().for_each(forget);
    for tree in &mut puzzle.clues {
        if let ClueTree::One(clue) = tree {
            clue.place = None;
        }
    }
    puzzle.definitions.push(Definition { text: text.to_owned(), line: 1 });
    Ok((puzzle, digits))
}

fn all_cells(height: usize, width: usize) -> String {
    let cells = (1..=height).flat_map(|r| (1..=width).map(move |c| format!("r{r}c{c}")));
    cells.collect::<Vec<_>>().join(" ")
}

/// The rows of an example's grid, which all have the same length.
fn rows(grid: &str) -> Result<Vec<Vec<i32>>, BadInput> {
    let bad = |what: String| {
        BadInput::new(what)
            .hint("expected a full grid such as `1234/3412/2143/4321`, one row such as `12345`, or numbers with commas such as `10,2/3,4`")
    };
    let row = |text: &str| -> Result<Vec<i32>, BadInput> {
        let text = text.trim();
        let words: Vec<String> = if text.contains([',', ' ']) {
            text.split([',', ' ']).filter(|w| !w.is_empty()).map(str::to_owned).collect()
        } else {
            text.chars().map(String::from).collect()
        };
        let number = |word: &String| word.parse().map_err(|_| bad(format!("`{word}` is not a digit")));
        words.iter().map(number).collect()
    };
    let mut rows: Vec<Vec<i32>> = grid.split('/').map(row).collect::<Result<_, _>>()?;
    let cells = rows[0].len();
    let side = (4..=LARGEST).find(|n| n * n == cells);
    if let (1, Some(side)) = (rows.len(), side) {
        rows = rows[0].chunks(side).map(<[i32]>::to_vec).collect();
    }
    let width = rows[0].len();
    if width == 0 || rows.len() > LARGEST || width > LARGEST {
        return Err(bad(format!(
            "the example's grid has {} rows and {width} columns; each is from 1 to {LARGEST}",
            rows.len()
        )));
    }
    if let Some(at) = rows.iter().position(|r| r.len() != width) {
        return Err(bad(format!(
            "row {} of the example's grid has {} cells, but the first row has {width}",
            at + 1,
            rows[at].len()
        )));
    }
    if rows.iter().flatten().any(|d| !(-999..=999).contains(d)) {
        return Err(bad("the example's digits are not between -999 and 999".to_owned()));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(body: &str) -> Vec<(bool, usize)> {
        let tests = test_rules(body, &Limits::none()).unwrap_or_else(|e| panic!("{body}: {e}"));
        tests.iter().map(|t| (t.is_ok(), t.flaws.len())).collect()
    }

    #[test]
    fn rules_of_the_whole_grid_clues_and_options() {
        let knight = "rule knight\n  option down = 1, right = 2\n  for (a, b) at moves (down, right): require a != b\n  \
                      passes \"1234341221434321\"\n  fails \"1234/3412/2143/4321\" with down 1 right 1\n  fails \"111/111\"\n";
        // In the first grid, digits do repeat a knight's move apart.
        assert_eq!(told(knight), [(false, 16), (true, 2), (true, 2)]);
        let cage = "rule cage\n  clue cage C, total: number\n  require sum(C) = total\n  \
                    passes \"10,2/3,4\" with r1c1 r1c2 total 12\n  fails \"19\" with r1c1 r1c2 total 9 # not 9\n  \
                    passes \"55/55\" with r1c1 r2c1 total 10\n";
        assert_eq!(told(cage), [(true, 0), (true, 1), (true, 0)]);
        let line = "rule zero\n  clue line L\n  require increasing(L)\n  passes \"0123\"\n  fails \"0/0\"\n";
        assert_eq!(told(line), [(true, 0), (true, 1)]);
        // Cells that the rule adds may have any values that satisfy it.
        let doubled = "rule doubled\n  extra cell k: 1..4\n  for R in rows: require R[1] = 2 * k\n  passes \"2234\"\n  \
                       fails \"1234\"\n";
        assert_eq!(told(doubled), [(true, 0), (true, 1)]);
    }

    #[test]
    fn what_is_wrong_with_an_example_has_a_place() {
        for (example, what) in [
            ("passes \"12.4\"", "`.` is not a digit"),
            ("passes \"12/3\"", "row 2 of the example's grid has 1 cells, but the first row has 2"),
            ("passes \"\"", "1 rows and 0 columns"),
            ("fails \"1235/3412/2143/4321\"", "5 is not a digit of a 4x4 grid"),
            ("fails \"123\" with r1c9", "the example's arguments: r1c9 is outside"),
            ("fails \"123\" with r1c1 r1c2 totl 4", "totl"),
            ("passes", "a grid in quotes"),
        ] {
            let text = format!("rule rising \"Rises.\"\n  clue line L\n  require increasing(L)\n  {example}\n");
            for error in [test_rules(&text, &Limits::none()).map(drop), lint_rule_tests(&text).map(drop)] {
                let error = error.expect_err(example).to_string();
                assert!(error.contains(what) && error.starts_with("line 4, column "), "{example}: {error}");
            }
        }
    }
}
