//! Gives hints to a player, based on the digits and marks that the player has written so far: `cargo run --example player_hints`

use cluewright::core::puzzle::Progress;
use cluewright::hint::step_at_level;
use cluewright::{Cell, Document, Error, Hint, HintOptions, Limits};

fn main() -> Result<(), Error> {
    let puzzle = Document::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
    let mut written: Vec<Progress> = vec![
        // A wrong digit in r1c3, and marks in r2c2.
        Progress { cell: Cell(2), placed: Some(1), marks: Vec::new() },
        Progress { cell: Cell(10), placed: None, marks: vec![2, 7] },
    ];
    // The puzzle is solved only once, for the first hint.
    for _ in 0..8 {
        let options = HintOptions { progress: Some(&written), ..HintOptions::default() };
        match puzzle.hint(&options, &Limits::none()) {
            Hint::Mistakes(mistakes) => {
                for mistake in mistakes {
                    println!("{mistake}");
                }
                written.remove(0);
            }
            Hint::Step(next) => {
                // Level 1 names the technique, 2 where to look, 3 what to see there, and 4 everything.
                println!("{}", step_at_level(puzzle.compiled(), &next, 2).join(" "));
                println!("  {}", next.text.short);
                // The player writes the digits that the step places.
                for c in &next.step.placements {
                    let digit = puzzle.compiled().model().number(*c);
                    written.push(Progress { cell: c.cell, placed: Some(digit), marks: Vec::new() });
                }
            }
            Hint::Done => println!("Solved."),
            other => println!("{other:?}"),
        }
    }
    Ok(())
}
