//! Makes and rates puzzles that have the shape, the rules and the clues of a given puzzle: `cargo run --example make_puzzles`

use cluewright::generate::{Generator, GivensOptions, Quota, Symmetry};
use cluewright::{Compiled, Error, Limits, formats};

fn main() -> Result<(), Error> {
    let base = Compiled::new(formats::read("grid: 6x6\nrules: classic, anti-king\n")?.puzzle)?;
    let wanted = GivensOptions { minimal: true, symmetry: Symmetry::Rotate, seed: 7, ..GivensOptions::default() };
    let generator = Generator::new(&base, wanted, &Limits::none())?;
    // The same seed makes the same puzzles, on any number of threads.
    let quota = Quota { puzzles: 3, threads: 2, ..Quota::default() };
    for made in generator.puzzles(&quota, &Limits::none())? {
        let givens = made.puzzle.givens.len();
        let (text, _) = formats::by_id("clue")?.write(&made.puzzle)?;
        match made.difficulty {
            Some(how) => println!("# {givens} givens, hardest step {:.1}", f64::from(how.profile.hardest) / 10.0),
            None => println!("# {givens} givens"),
        }
        println!("{text}");
    }
    Ok(())
}
