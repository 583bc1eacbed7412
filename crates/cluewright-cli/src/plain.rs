//! Files of ordinary 9x9 puzzles, a line of digits and dots each: straight through the engine made for them, in blocks
//! of thousands of lines. What is no such line, or needs words, is handed to the way of all other puzzles; the output
//! is the same, line by line.

use crate::args::Common;
use crate::batch::{Answered, Job, one_of_many};
use crate::commands::no_solution;
use crate::input::{Extra, meaning};
use crate::output::{Exit, Failure, Progress, complain, remark};
use crate::screen::one_line;
use crate::stop::{CANCELLED, cancelled, threads};
use cluewright::BadInput;
use cluewright::formats::MAX_TEXT;
use cluewright::search::classic::{Line, Page, Pipeline, Question, Summary, canonical, format, parse};
use std::io::Read;

/// What a block of lines leaves behind besides its output.
#[derive(Default)]
struct Notes {
    exit: Option<Exit>,
    /// Lines, by their numbers in the block, and what is to say of them.
    said: Vec<(usize, Said)>,
}

/// What is said of a line on standard error.
enum Said {
    /// It cannot be used.
    Wrong(BadInput),
    /// Its givens contradict each other.
    Clash(String),
}

impl Notes {
    fn exit(&mut self, exit: Exit) {
        self.exit = Some(self.exit.map_or(exit, |e| e.and(exit)));
    }
}

/// What is done with the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plain {
    /// What `solve` does.
    Solve,
    /// What `convert --to canonical` does.
    Canonical,
}

/// Answers every line; `work` is what the command does with a line that is not plain.
pub(crate) fn each(
    plain: Plain,
    name: &str,
    reader: impl Read + Send,
    extra: &Extra,
    common: &Common,
    what: &str,
    work: impl Fn(&Job<'_>) -> Result<Answered, BadInput> + Sync,
) -> Result<Exit, Failure> {
    let question = Question { stop: Some(&CANCELLED), ..Question::default() };
    let pipeline = Pipeline { question, threads: threads(common.bounds), longest: MAX_TEXT + 1 };
    let bar = Progress::new(common.output);
    let (mut lines, mut exit) = (0u64, Exit::Done);
    let other = |line: &Line<'_>, page: &mut Page<'_, Notes>| {
        let Some(text) = meaning(line.text, line.first) else { return };
        let answer = text.and_then(|text| one_of_many("", text, extra, common.bounds, &work));
        match answer {
            Ok(answer) => {
                page.out.extend_from_slice(answer.out.as_bytes());
                page.notes.exit(answer.exit.unwrap_or(Exit::Done));
                page.notes.said.extend(answer.clash.map(|clash| (line.index, Said::Clash(clash))));
            }
            Err(error) if error.stopped => {
                page.out.extend_from_slice(b"unknown\n");
                page.notes.exit(Exit::Limit);
            }
            Err(error) => {
                page.out.extend_from_slice(b"error\n");
                page.notes.exit(Exit::BadInput);
                page.notes.said.push((line.index, Said::Wrong(error)));
            }
        }
    };
    let write = |line: &Line<'_>, page: &mut Page<'_, Notes>| {
        let Ok(answer) = line.answer else { return other(line, page) };
        match (answer.count, answer.solution) {
            (1, Some(grid)) if plain == Plain::Canonical && is_plain(line.text) => {
                let form = canonical(&grid).expect("the grid is a solution");
                let mut puzzle = grid;
                for (d, &b) in puzzle.iter_mut().zip(line.text) {
                    *d = if b == b'.' { 0 } else { b - b'0' };
                }
                page.out.extend(form.puzzle(&puzzle).map(|d| if d == 0 { b'.' } else { b'0' + d }));
                page.out.push(b'\n');
            }
            _ if plain == Plain::Canonical => other(line, page),
            // Looked at once more before it is told, by the plainest of checks.
            (1, Some(grid)) if is_plain(line.text) && !solves(line.text, &grid) => {
                page.out.extend_from_slice(b"unknown\n");
                page.notes.exit(Exit::Limit);
                let error =
                    BadInput::new("internal error: the solution found breaks the rules; please report this puzzle");
                page.notes.said.push((line.index, Said::Wrong(error)));
            }
            (1, Some(grid)) if is_plain(line.text) => {
                page.out.extend_from_slice(b"unique ");
                page.out.extend_from_slice(&format(&grid));
                page.out.push(b'\n');
            }
            (2, Some(_)) if is_plain(line.text) => {
                // The two that a puzzle of its own would be shown: the first the lone search comes upon.
                let puzzle = parse(line.text).expect("the line was read before");
                page.out.extend_from_slice(b"multiple");
                let out = &mut page.out;
                let mut left = 2;
                page.engine.solutions(&puzzle, |grid| {
                    out.push(b' ');
                    out.extend_from_slice(&format(grid));
                    left -= 1;
                    left > 0
                });
                out.push(b'\n');
                page.notes.exit(Exit::Negative);
            }
            (0, None) if is_plain(line.text) && !repeats(line.text) => {
                page.out.extend_from_slice(b"none\n");
                page.notes.exit(Exit::Negative);
            }
            _ => other(line, page),
        }
    };
    let turn = |part: &Summary, notes: Notes| {
        for (index, said) in notes.said {
            bar.clear();
            // In a file of more than four thousand million lines the last number there is.
            let number = u32::try_from(lines + index as u64 + 1).unwrap_or(u32::MAX);
            match said {
                Said::Wrong(error) => {
                    // The column counts in the line; the line in the file.
                    let place = (number, error.place.map_or(1, |p| p.1));
                    complain(&BadInput { place: Some(place), ..error }.within(name));
                }
                Said::Clash(clash) if !common.output.quiet => {
                    remark(&format!("{}:{number}: {}", one_line(name), no_solution(&clash)));
                }
                Said::Clash(_) => {}
            }
        }
        exit = exit.and(notes.exit.unwrap_or(Exit::Done));
        lines += part.lines;
        bar.tell(|| format!("{what}: {lines} lines"));
    };
    let done = pipeline.run_with(reader, crate::screen::out(), write, turn);
    drop(bar);
    match done {
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Err(Failure::Pipe),
        Err(e) => Err(BadInput::new(format!("reading or writing failed: {e}")).within(name).into()),
        Ok(done) if done.stopped || cancelled() => {
            remark(&format!("cancelled after {} lines", done.lines));
            Ok(Exit::Limit.and(exit))
        }
        Ok(_) => Ok(exit),
    }
}

/// 81 digits and dots: what no other way of reading could take for something else.
fn is_plain(line: &[u8]) -> bool {
    // Counted rather than left at the first other byte: so a vector of bytes is looked at at once.
    line.len() == 81 && line.iter().map(|&b| u8::from(b.wrapping_sub(b'1') < 9) | u8::from(b == b'.')).sum::<u8>() == 81
}

/// Does a grid have each digit once in every row, column and box, and the digits of the line?
fn solves(line: &[u8], grid: &[u8; 81]) -> bool {
    let mut houses = [0u16; 27];
    for (i, &d) in grid.iter().enumerate() {
        let (r, c) = (i / 9, i % 9);
        for h in [r, 9 + c, 18 + r / 3 * 3 + c / 3] {
            houses[h] |= 1 << (d & 15);
        }
    }
    let given = line.iter().zip(grid).all(|(&b, &d)| b == b'.' || b == b'0' + d);
    given && houses.iter().all(|&h| h == 0b11_1111_1110)
}

/// Does a digit stand twice in a row, column or box? Then that is told.
fn repeats(line: &[u8]) -> bool {
    let mut houses = [0u16; 27];
    for (i, &b) in line.iter().enumerate().filter(|(_, b)| **b != b'.') {
        let (r, c) = (i / 9, i % 9);
        let bit = 1 << (b - b'1');
        for h in [r, 9 + c, 18 + r / 3 * 3 + c / 3] {
            if houses[h] & bit != 0 {
                return true;
            }
            houses[h] |= bit;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::solves;

    #[test]
    fn a_grid_that_breaks_a_house_or_a_given_solves_nothing() {
        let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let digits = |text: &str| -> [u8; 81] { std::array::from_fn(|i| text.as_bytes()[i] - b'0') };
        let line = grid.replace('1', ".");
        assert!(solves(line.as_bytes(), &digits(grid)));
        let mut swapped = digits(grid);
        swapped.swap(0, 1);
        assert!(!solves(".".repeat(81).as_bytes(), &swapped), "two columns break");
        let other: String = grid
            .chars()
            .map(|c| {
                if c == '9' {
                    '8'
                } else if c == '8' {
                    '9'
                } else {
                    c
                }
            })
            .collect();
        assert!(!solves(line.as_bytes(), &digits(&other)), "the givens do");
    }
}
