//! `sample classic DIR`: makes the puzzles of the classic bench from a seed. The same seed gives the same files.

use crate::task::{Fail, Task, Words};
use cluewright_search::classic::{Candidates, Engine, Grid, Question};
use std::fs;
use std::path::Path;

pub(crate) const TASK: Task = Task {
    name: "sample classic",
    takes: "DIR [SEED]",
    about: "write the puzzle files of the classic bench",
    options: &[],
    run,
};

const EACH: usize = 200;

fn run(words: &Words) -> Result<(), Fail> {
    let dir = words.names[0];
    let seed = match words.names.get(1) {
        None => 1,
        Some(seed) => seed.parse::<u64>().map_err(|_| Fail::Usage(format!("{seed} is not a number")))?,
    };
    let mut maker = Maker { engine: Engine::new(), random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 };
    let minimal: Vec<(Grid, Grid)> = (0..20 * EACH).map(|_| maker.minimal()).collect();
    let easy: Vec<Grid> = minimal[..EACH].iter().map(|(p, solution)| maker.filled_up(p, solution, 33)).collect();
    let multiple: Vec<Grid> = minimal[..EACH].iter().map(|(p, _)| maker.without(p, 2)).collect();
    let none: Vec<Grid> = minimal.iter().filter_map(|(p, _)| maker.spoiled(p)).take(EACH).collect();
    let mut by_guesses: Vec<(u64, Grid)> = minimal.iter().map(|(p, _)| (maker.guesses(p), *p)).collect();
    by_guesses.sort_by_key(|&(guesses, _)| std::cmp::Reverse(guesses));
    let hard = by_guesses[..EACH].iter().map(|x| x.1).collect();
    let minimal = minimal[..EACH].iter().map(|x| x.0).collect();
    let sets = [("easy", easy), ("minimal", minimal), ("hard", hard), ("multiple", multiple), ("none", none)];
    for (name, puzzles) in sets {
        let file = Path::new(dir).join(format!("{name}.txt"));
        let lines: Vec<String> = puzzles.iter().map(line).collect();
        fs::write(&file, lines.join("\n") + "\n").map_err(|e| format!("{}: {e}", file.display()))?;
        println!("{}: {} puzzles", file.display(), puzzles.len());
    }
    Ok(())
}

fn line(puzzle: &Grid) -> String {
    puzzle.iter().map(|&d| if d == 0 { '.' } else { char::from(b'0' + d) }).collect()
}

fn board(puzzle: &Grid) -> Candidates {
    puzzle.map(|d| if d == 0 { 0x1ff } else { 1 << (d - 1) })
}

struct Maker {
    engine: Engine,
    random: u64,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// A random filled grid: a solution with random digits in 14 cells.
    fn grid(&mut self) -> Grid {
        loop {
            let mut puzzle = [0; 81];
            for cell in self.shuffled(81).into_iter().take(14) {
                puzzle[cell] = self.below(9) as u8 + 1;
            }
            if let Some(grid) = self.engine.solve_many(&[board(&puzzle)], &Question::default())[0].solution {
                return grid;
            }
        }
    }

    /// A minimal puzzle and its solution: givens are removed in random order while the solution stays unique.
    fn minimal(&mut self) -> (Grid, Grid) {
        let solution = self.grid();
        let mut puzzle = solution;
        for cell in self.shuffled(81) {
            let clue = std::mem::take(&mut puzzle[cell]);
            if self.engine.count_many(&[board(&puzzle)], 2)[0] != 1 {
                puzzle[cell] = clue;
            }
        }
        (puzzle, solution)
    }

    fn filled_up(&mut self, puzzle: &Grid, solution: &Grid, givens: usize) -> Grid {
        let mut out = *puzzle;
        let mut missing = givens.saturating_sub(puzzle.iter().filter(|&&d| d != 0).count());
        for cell in self.shuffled(81) {
            if missing > 0 && out[cell] == 0 {
                out[cell] = solution[cell];
                missing -= 1;
            }
        }
        out
    }

    fn without(&mut self, puzzle: &Grid, clues: usize) -> Grid {
        let mut out = *puzzle;
        let given: Vec<usize> = self.shuffled(81).into_iter().filter(|&c| puzzle[c] != 0).collect();
        for &cell in &given[..clues] {
            out[cell] = 0;
        }
        out
    }

    /// The puzzle with one clue changed so that it has no solution.
    fn spoiled(&mut self, puzzle: &Grid) -> Option<Grid> {
        let mut out = *puzzle;
        let cell = self.shuffled(81).into_iter().find(|&c| puzzle[c] != 0)?;
        out[cell] = self.below(9) as u8 + 1;
        (self.engine.count_many(&[board(&out)], 1)[0] == 0).then_some(out)
    }

    fn guesses(&mut self, puzzle: &Grid) -> u64 {
        let before = self.engine.stats().guesses;
        self.engine.solve_many(&[board(puzzle)], &Question::default());
        self.engine.stats().guesses - before
    }
}
