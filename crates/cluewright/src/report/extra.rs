//! The values of extra cells in an answer, in addition to the digits of the grid.

use crate::compiled::Compiled;
use cluewright_core::{Candidate, Cell, Value};
use serde::{Deserialize, Serialize};

/// The values of the extra cells that share a name and are shown: a grid of numbers, or a single number.
///
/// ```
/// use cluewright::{Compiled, Limits, formats, report::Solved, solve};
/// let compiled = Compiled::new(formats::read("grid: 4x4\nextra: A 0..1\ngivens: 1234341221434321\n")?.puzzle)?;
/// let solved = Solved::new(&compiled, &solve(&compiled, &Limits::none()), &Limits::none());
/// let json = serde_json::to_string(&solved.extra).unwrap();
/// assert_eq!(json, r#"[[{"name":"A","value":0}],[{"name":"A","value":1}]]"#);
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExtraReport {
    /// A name that is unique in the puzzle: the name that the rule gives its cells, the name of the rule whose clue lists the
    /// cells, or the cell's own name.
    pub name: String,
    /// For a grid of extra cells: the number for each cell of the puzzle's grid in reading order; null if there is no extra cell or
    /// the value is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<i32>>,
    /// For a single extra cell: the number in the cell, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
}

impl ExtraReport {
    /// All extra cells of a puzzle, with the numbers that `number` returns for them.
    pub fn all(compiled: &Compiled, number: impl Fn(Cell) -> Option<i32>) -> Vec<Self> {
        let one = |extra: &cluewright_rules::Extra| {
            let values: Vec<Option<i32>> = extra.cells.iter().map(|cell| cell.and_then(&number)).collect();
            let (values, value) =
                if extra.is_grid() { (values, None) } else { (Vec::new(), values.into_iter().flatten().next()) };
            Self { name: extra.name.clone(), values, value }
        };
        compiled.extra().iter().map(one).collect()
    }

    /// The extra cells of a solution.
    pub fn of_solution(compiled: &Compiled, solution: &[Value]) -> Vec<Self> {
        Self::all(compiled, |cell| Some(compiled.model().number(Candidate::new(cell, solution[cell.index()]))))
    }

    /// The extra cells of each solution; empty if the puzzle has no extra cells.
    pub(crate) fn of_each<'a>(
        compiled: &Compiled,
        solutions: impl IntoIterator<Item = &'a Vec<Value>>,
    ) -> Vec<Vec<Self>> {
        let all = solutions.into_iter().map(|solution| Self::of_solution(compiled, solution));
        all.filter(|extra| !extra.is_empty()).collect()
    }

    /// All extra cells of an answer on one line, one word for each name: see [`ExtraReport::text`].
    pub fn words(all: &[Self]) -> String {
        all.iter().map(Self::text).collect::<Vec<_>>().join(" ")
    }

    /// The values as one word (`A=3`, `double=0100`): one character per number, or numbers separated by commas if one of them needs
    /// more than one character; `.` for null.
    pub fn text(&self) -> String {
        let written = |n: &Option<i32>| n.map_or_else(|| ".".to_owned(), |n| n.to_string());
        if self.values.is_empty() {
            return format!("{}={}", self.name, written(&self.value));
        }
        let all: Vec<String> = self.values.iter().map(written).collect();
        format!("{}={}", self.name, all.join(if all.iter().all(|n| n.len() == 1) { "" } else { "," }))
    }
}

impl Compiled {
    /// A solution as one line: its grid, then the values of extra cells, if there are any.
    ///
    /// ```
    /// use cluewright::{Compiled, Limits, Verdict, formats, solve};
    /// let lines = "grid: 4x4\nextra: A 3..4\ngiven A 4\nrules: classic, star\ngivens:\n  1234\n  3412\n  2143\n  4321\n\n";
    /// let rule = "rule star\n  extra shown cell star[cells]: 0..1\n  for c in cells: require star[c] = (if c = 4 then 1 else 0)\n";
    /// let compiled = Compiled::new(formats::read(&format!("{lines}{rule}"))?.puzzle)?;
    /// let Verdict::Unique(one) = solve(&compiled, &Limits::none()).value else { panic!("it has one solution") };
    /// assert_eq!(compiled.answer_text(&one), "1234341221434321 A=4 star=0001010000101000");
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn answer_text(&self, solution: &[Value]) -> String {
        with_extra(&self.digits_text(solution), &ExtraReport::of_solution(self, solution))
    }
}

/// Several solutions, one line for each: the grid and the values of its extra cells.
///
/// ```
/// use cluewright::report::lines;
/// assert!(lines(&["1234".to_owned()], &[]).eq(["1234"]));
/// ```
pub fn lines<'a>(grids: &'a [String], extra: &'a [Vec<ExtraReport>]) -> impl Iterator<Item = String> + 'a {
    grids.iter().enumerate().map(|(i, grid)| with_extra(grid, extra.get(i).map_or(&[], Vec::as_slice)))
}

/// A grid's digits, followed by the values of its extra cells.
pub(crate) fn with_extra(digits: &str, extra: &[ExtraReport]) -> String {
    if extra.is_empty() { digits.to_owned() } else { format!("{digits} {}", ExtraReport::words(extra)) }
}
