//! Solves a puzzle written as a line of digits: `cargo run --example solve_line -- 53..7....6..195....98....6.8...`

use cluewright::differences::{differences, differences_text};
use cluewright::{Document, Error, Limits, Verdict};

fn main() -> Result<(), Error> {
    let usual = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let line = std::env::args().nth(1).filter(|a| !a.starts_with('-')).unwrap_or_else(|| usual.to_owned());
    let puzzle = Document::read(&line)?;
    let text = |solution: &[cluewright::Value]| puzzle.compiled().digits_text(solution);
    match puzzle.solve(&Limits::none()).value {
        Verdict::None => println!("There is no solution."),
        Verdict::Unique(solution) => println!("The solution is {}.", text(&solution)),
        Verdict::Multiple(one, another) => {
            println!("There is more than one solution:\n{}\n{}", text(&one), text(&another));
            let cells = differences(puzzle.compiled(), &one, &another);
            println!("{}", differences_text(puzzle.compiled(), &cells));
        }
        // This verdict occurs only if limits are set.
        Verdict::Unknown(_) => println!("A limit was reached."),
    }
    Ok(())
}
