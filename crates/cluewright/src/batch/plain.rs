//! Passes the classic 9x9 grids among the records to the classic engine, many at a time. Even if the engine cannot give the whole
//! answer, the rules are compiled only once for all these grids.

use super::ordered::Worked;
use super::{Batch, Reply};
use crate::compiled::Compiled;
use crate::error::Error;
use crate::operation::ClassicResult;
use crate::report::{Answer, Failed};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Value};
use cluewright_formats::records::Record;
use cluewright_search::classic::{Answer as Found, Engine, Grid, Question};
use std::sync::OnceLock;

/// The number of guesses after which a grid is left to the general solver, which respects the limits and uses all threads. If the
/// limit on nodes is lower than this number, the general solver solves all grids.
const GUESSES: u64 = 20_000;

/// Data that a thread keeps from block to block.
#[derive(Default)]
pub(super) struct Worker {
    /// The classic engine, created on first use.
    engine: Option<Box<Engine>>,
    lines: Vec<u8>,
    found: Vec<Found>,
    /// For each record of the block: the index of its line in `lines`, if the engine answers for it.
    places: Vec<Option<usize>>,
}

impl Worker {
    /// Answers a block of records.
    pub(super) fn block<P>(
        &mut self,
        batch: &Batch<'_>,
        template: &OnceLock<Option<Compiled>>,
        block: &[Record],
        page: &mut P,
        write: &(impl Fn(Reply<'_>, &mut P) + Sync),
    ) -> Worked {
        // If the engine panics on the grids of a block, each record is answered separately.
        let quick = unless_it_fails(|| self.classic_limit(batch, block)).unwrap_or_else(|| {
            *self = Self::default();
            None
        });
        let share = quick.map(|ms: f64| (ms / block.len().max(1) as f64 * 1e6).round() / 1e6);
        let mut answered_at_once = 0;
        for (at, record) in block.iter().enumerate() {
            if batch.stopped() {
                return Worked { answered: at, quick: false };
            }
            let text = match &record.text {
                Ok(text) => text,
                Err(error) => {
                    let answer = Answer::Failed(Failed::new(error));
                    write(Reply { record, answer, ms: None, compiled: None, error: Some(error) }, page);
                    continue;
                }
            };
            let line: Option<&[u8; 81]> = plain_line(text);
            let mut solution = None;
            if let (Some(place), Some(line), Some(engine)) =
                (self.places.get(at).copied().flatten(), line, &mut self.engine)
                && let Some(found) = self.found.get(place).filter(|f| f.complete)
            {
                if let Some(grid) = &found.solution
                    && !solves(line, grid)
                {
                    let error =
                        BadInput::new("internal error: the solution found breaks the rules; please report this puzzle");
                    let answer = Answer::Failed(Failed::new(&error));
                    write(Reply { record, answer, ms: share, compiled: None, error: Some(&error) }, page);
                    continue;
                }
                // If the text contains more than the line of digits, for example a recorded solution, other code has to read it.
                if text.len() == 81 {
                    let mut seen =
                        ClassicResult { line, count: found.count, solution: found.solution.as_ref(), engine };
                    if let Some(answer) = unless_it_fails(|| batch.operation.answer_from_classic(&mut seen)).flatten() {
                        answered_at_once += 1;
                        write(Reply { record, answer, ms: share, compiled: None, error: None }, page);
                        continue;
                    }
                }
                solution = found.solution.filter(|_| found.count == 1);
            }
            let values: Option<Vec<Value>> = solution.map(|grid| grid.iter().map(|&d| Value(d - 1)).collect());
            let done = batch.one(record, values, |stop| compiled(batch, template, (record, text), stop), page, write);
            if done.is_none() {
                return Worked { answered: at, quick: false };
            }
        }
        Worked { answered: block.len(), quick: answered_at_once * 2 > block.len() }
    }

    /// Runs the engine on all classic grids of a block. Returns the time taken, in milliseconds, if the caller measures time.
    fn classic_limit(&mut self, batch: &Batch<'_>, block: &[Record]) -> Option<f64> {
        self.lines.clear();
        self.found.clear();
        self.places.clear();
        let limit = batch
            .operation
            .classic_limit()
            .filter(|_| batch.ordinary && !(1..GUESSES).contains(&batch.nodes) && !batch.stats)?;
        let mut count = 0;
        for record in block {
            let line = record.text.as_ref().ok().and_then(|text| plain_line(text));
            self.places.push(line.map(|line| {
                self.lines.extend_from_slice(line);
                self.lines.push(b'\n');
                count += 1;
                count - 1
            }));
        }
        if count == 0 {
            return None;
        }
        let timer = batch.clock.begin();
        let engine = self.engine.get_or_insert_with(Box::default);
        engine.solve_lines(&self.lines, &Question { limit, guesses: GUESSES, stop: batch.stop }, &mut self.found);
        timer.ms()
    }
}

/// The result of `f`; `None` if `f` panics.
fn unless_it_fails<T>(f: impl FnOnce() -> T) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).ok()
}

/// The compiled puzzle of the text; classic grids share their compiled rules.
fn compiled(
    batch: &Batch<'_>,
    template: &OnceLock<Option<Compiled>>,
    (record, text): (&Record, &str),
    stop: &dyn Fn() -> bool,
) -> Result<Compiled, Error> {
    let Some(line) = plain_line(text).filter(|_| text.len() == 81 && batch.ordinary) else {
        return (batch.load)(record, text, stop);
    };
    if let Some(template) = template.get() {
        let digit = |(i, &b): (usize, &u8)| Given { cell: Cell::at(i), digits: vec![i32::from(b - b'0')] };
        let givens: Vec<Given> =
            line.iter().enumerate().filter(|(_, b)| (b'1'..=b'9').contains(b)).map(digit).collect();
        if let Some(compiled) = template.as_ref().and_then(|t| t.with_givens(givens)) {
            return Ok(compiled);
        }
    }
    let compiled = (batch.load)(record, text, stop)?;
    if template.get().is_none() && !compiled.puzzle().givens.is_empty() {
        // Store the parts that all classic grids share.
        let _ = template.set(compiled.with_givens(compiled.puzzle().givens.clone()));
    }
    Ok(compiled)
}

/// The line of a text that consists of 81 digits and dots, perhaps followed by a comma and more; such a text has no other reading.
/// `None` for any other text.
fn plain_line(text: &str) -> Option<&[u8; 81]> {
    let (line, rest) = text.as_bytes().split_first_chunk::<81>()?;
    // Count matches instead of stopping at the first mismatch, so that the loop is vectorised.
    let fits = |b: &u8| u8::from(b.wrapping_sub(b'0') < 10) | u8::from(*b == b'.');
    (line.iter().map(fits).sum::<u8>() == 81 && matches!(rest.first(), None | Some(b','))).then_some(line)
}

/// Whether a grid has each digit once in every row, column and box, and agrees with the digits in the line. The check is simple and
/// has no branches, as it runs for every grid.
fn solves(line: &[u8; 81], grid: &Grid) -> bool {
    const ALL: u16 = 0b11_1111_1110;
    let mut bits = [0u16; 81];
    let mut wrong = 0;
    for ((bit, &d), &b) in bits.iter_mut().zip(grid).zip(line) {
        *bit = 1 << (d & 15);
        wrong |= u8::from(b.wrapping_sub(b'1') < 9) & u8::from(b != b'0' + d);
    }
    let mut columns = [0u16; 9];
    let mut whole = wrong == 0;
    for band in bits.chunks_exact(27) {
        let mut boxes = [0u16; 3];
        for row in band.chunks_exact(9) {
            columns.iter_mut().zip(row).for_each(|(column, bit)| *column |= bit);
            boxes.iter_mut().zip(row.chunks_exact(3)).for_each(|(b, three)| *b |= three[0] | three[1] | three[2]);
            whole &= row.iter().fold(0, |all, bit| all | bit) == ALL;
        }
        whole &= boxes == [ALL; 3];
    }
    whole && columns == [ALL; 9]
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn a_grid_that_breaks_a_house_or_a_given_solves_nothing() {
        let digits = |text: &str| -> Grid { std::array::from_fn(|i| text.as_bytes()[i] - b'0') };
        let line = GRID.replace('1', ".");
        let line = plain_line(&line).expect("digits and dots");
        assert!(solves(line, &digits(GRID)));
        let mut swapped = digits(GRID);
        swapped.swap(0, 1);
        assert!(!solves(plain_line(&".".repeat(81)).expect("dots"), &swapped), "two columns break");
        let other = GRID.replace('9', "x").replace('8', "9").replace('x', "8");
        assert!(!solves(line, &digits(&other)), "the givens do");
    }

    #[test]
    fn ordinary_lines_are_told_from_all_others() {
        assert!(plain_line(GRID).is_some() && plain_line(&GRID.replace('1', "0")).is_some());
        assert!(plain_line(&format!("{GRID},{GRID}")).is_some());
        for other in [format!("{GRID} and more"), GRID.replace('1', "x"), GRID[1..].to_owned(), format!("{GRID}1")] {
            assert!(plain_line(&other).is_none(), "{other}");
        }
    }
}
