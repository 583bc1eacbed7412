//! Differences between two solutions.

use crate::compiled::Compiled;
use cluewright_core::{Candidate, Cell, Value};
use cluewright_formats::solution_text;

/// A cell that has different values in two solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Difference {
    /// The cell.
    pub cell: Cell,
    /// The cell's values in the two solutions.
    pub values: [Value; 2],
}

/// The maximum number of cells named one by one.
const NAMED: usize = 4;

/// The cells of an answer in which two solutions (a value for each cell of the model) differ, in reading order, with cells outside
/// the grid last.
///
/// ```
/// use cluewright::differences::{differences, differences_line, differences_text};
/// use cluewright::{Compiled, Limits, Verdict, formats, solve};
/// let compiled = Compiled::new(formats::read("12343412.1......")?.puzzle)?; // 4x4
/// let Verdict::Multiple(one, another) = solve(&compiled, &Limits::none()).value else { panic!("it has two") };
/// let differ = differences(&compiled, &one, &another);
/// assert_eq!(differ.len(), 4);
/// let text = differences_text(&compiled, &differ);
/// assert_eq!(text, "They differ in 4 cells: r3c1 (2 or 4), r3c3 (4 or 2), r4c1 (4 or 2), r4c3 (2 or 4).");
/// assert_eq!(differences_line(&compiled, &one, &differ), "12343412.1.3.3.1");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn differences(compiled: &Compiled, one: &[Value], another: &[Value]) -> Vec<Difference> {
    let values = |cell: Cell| [one[cell.index()], another[cell.index()]];
    let differs = |cell: &Cell| one[cell.index()] != another[cell.index()];
    compiled.model().answer_cells().filter(differs).map(|cell| Difference { cell, values: values(cell) }).collect()
}

/// Describes differences in a sentence: the number of cells, and the first few cells with their contents.
pub fn differences_text(compiled: &Compiled, differ: &[Difference]) -> String {
    let model = compiled.model();
    let name = |d: &Difference| {
        let [one, another] = d.values.map(|v| model.value_name(Candidate::new(d.cell, v)));
        format!("{} ({one} or {another})", model.cell_name(d.cell))
    };
    let names: Vec<String> = differ.iter().take(NAMED).map(name).collect();
    match (differ.len(), names.join(", ")) {
        (0, _) => "They are the same.".to_owned(),
        (1, names) => format!("They differ in one cell: {names}."),
        (n, names) if n <= NAMED => format!("They differ in {n} cells: {names}."),
        (n, names) => format!("They differ in {n} cells, first at {names}."),
    }
}

/// The grid as one line: the digits that both solutions share, and `.` where the solutions differ. Used as givens, the line leaves
/// only the differing cells open.
pub fn differences_line(compiled: &Compiled, one: &[Value], differ: &[Difference]) -> String {
    let mut digits: Vec<Option<i32>> =
        compiled.numbers(one)[..compiled.puzzle().shape.len()].iter().copied().map(Some).collect();
    for slot in differ.iter().filter_map(|d| Some(d.cell.index()).filter(|i| *i < compiled.puzzle().shape.len())) {
        digits[slot] = None;
    }
    solution_text(compiled.puzzle(), &digits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Verdict, solve};
    use cluewright_core::Puzzle;

    fn two(text: &str) -> (Compiled, Vec<Value>, Vec<Value>) {
        let puzzle: Puzzle = cluewright_formats::read(text).unwrap().puzzle;
        let compiled = Compiled::new(puzzle).unwrap();
        let Verdict::Multiple(one, another) = solve(&compiled, &Limits::none()).value else { panic!("{text}: two") };
        (compiled, one, another)
    }

    #[test]
    fn many_cells_are_told_by_the_first_few() {
        let (compiled, one, _) = two("................");
        // The same grid with two digits exchanged.
        let turned = |v: &Value| if v.0 < 2 { Value(1 - v.0) } else { *v };
        let another: Vec<Value> = one.iter().map(turned).collect();
        let differ = differences(&compiled, &one, &another);
        for cell in Cell::all(16) {
            let same = one[cell.index()] == another[cell.index()];
            assert_eq!(differ.iter().any(|d| d.cell == cell), !same, "{cell:?}");
        }
        assert_eq!(differ.len(), 8);
        let text = differences_text(&compiled, &differ);
        assert!(text.starts_with(&format!("They differ in {} cells, first at r", differ.len())), "{text}");
        assert_eq!(text.matches(" or ").count(), NAMED);
        let line = differences_line(&compiled, &one, &differ);
        assert_eq!(line.matches('.').count(), differ.len(), "{line}");
        assert_eq!(differences_text(&compiled, &differences(&compiled, &one, &one)), "They are the same.");
    }

    /// The only difference may be in a cell beside the grid; and digits above 9 are separated by commas.
    #[test]
    fn cells_beside_the_grid_and_wide_digits() {
        let (compiled, one, another) = two(BESIDE);
        let differ = differences(&compiled, &one, &another);
        assert_eq!(differences_text(&compiled, &differ), "They differ in one cell: A (0 or 1).");
        assert_eq!(differences_line(&compiled, &one, &differ), "1234341221434321");
        let (compiled, one, another) = two("grid: 2x1\nboxes: none\ndigits: 9..10\nrules: columns\n");
        let differ = differences(&compiled, &one, &another);
        assert_eq!(differences_text(&compiled, &differ), "They differ in 2 cells: r1c1 (9 or 10), r2c1 (10 or 9).");
    }

    const BESIDE: &str = "grid: 4x4\nextra: A 0..1\ngivens:\n  1234\n  3412\n  2143\n  4321\n";
}
