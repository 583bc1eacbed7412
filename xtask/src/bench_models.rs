//! `bench models`: prints a hash of models, to show whether a change to the rules crate altered any of them. The hash covers every
//! page of `docs/rules`, every example, every rule of the library with the arguments that `rules lint` takes, and the puzzles of
//! the corpora on the command line.

use crate::corpus::{chosen, id_of, text_of};
use crate::pages::block;
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright_core::constraint::Kind;
use cluewright_core::{Cell, Clue, ClueTree, Constraint, Model, Puzzle, Shape};
use cluewright_formats as formats;
use cluewright_rules::{Ruleset, lower, samples};
use std::fmt::{self, Write};

pub(crate) const TASK: Task = Task {
    name: "bench models",
    takes: "[FILE.jsonl...]",
    about: "a hash of the models of rule pages, examples, samples of all rules, and of corpora",
    options: &[ONLY, VERBOSE],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    let mut all = Fnv::new();
    let mut count = 0;
    let mut add = |name: &str, puzzle: Result<Puzzle, String>| {
        let mut own = Fnv::new();
        match puzzle {
            Ok(puzzle) => own.puzzle(&puzzle),
            Err(why) => own.word(&why),
        }
        if words.has(VERBOSE.0) {
            println!("{:016x} {name}", own.0);
        }
        all.word(&own.0);
        count += 1;
    };
    for (name, text) in texts()?.into_iter().filter(|t| words.wants(&t.0)) {
        add(&name, read(&text));
    }
    for (name, puzzle) in sampled().into_iter().filter(|s| words.wants(&s.0)) {
        add(&name, Ok(puzzle));
    }
    for record in chosen(words)? {
        add(&id_of(&record), read(text_of(&record)));
    }
    println!("models {:016x} of {count}", all.0);
    Ok(())
}

fn read(text: &str) -> Result<Puzzle, String> {
    formats::read(text).map(|read| read.puzzle).map_err(|e| e.to_string())
}

/// The puzzles of the repository, with their names.
fn texts() -> Result<Vec<(String, String)>, String> {
    let mut all = Vec::new();
    for (folder, end) in [("docs/rules", "md"), ("examples", "clue")] {
        for entry in std::fs::read_dir(folder).map_err(|e| format!("{folder}: {e}"))? {
            let path = entry.map_err(|e| format!("{folder}: {e}"))?.path();
            if path.extension().is_some_and(|e| e == end) {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
                let puzzle = if end == "md" { block(&text, "clue").map(str::to_owned) } else { Some(text) };
                all.extend(puzzle.map(|puzzle| (name, puzzle)));
            }
        }
    }
    all.sort();
    Ok(all)
}

/// Each rule alone, on a grid without houses and on an ordinary grid.
fn sampled() -> Vec<(String, Puzzle)> {
    let mut all = Vec::new();
    for rule in Ruleset::library().rules() {
        for (i, clue) in samples(rule).into_iter().enumerate() {
            for houses in [false, true] {
                let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
                if houses {
                    puzzle.rules.push(Clue::new("classic", vec![]));
                }
                if rule.params.is_empty() {
                    puzzle.rules.push(clue.clone());
                } else {
                    puzzle.clues.push(ClueTree::One(clue.clone()));
                }
                all.push((format!("{} {i}{}", rule.name, if houses { ", classic" } else { "" }), puzzle));
            }
        }
    }
    all
}

/// A writer that hashes its input with FNV-1a.
struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Ok(())
    }
}

impl Fnv {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn word(&mut self, what: &dyn fmt::Debug) {
        write!(self, "{what:?};").expect("a hash takes everything");
    }

    /// Hashes the model and the compilation of each statement, or the error.
    fn puzzle(&mut self, puzzle: &Puzzle) {
        match Ruleset::for_puzzle(puzzle, &[]).and_then(|rules| lower(&rules, puzzle)) {
            Ok(lowered) => {
                self.model(&lowered.model);
                self.word(&lowered.report);
                self.word(&lowered.extra);
            }
            Err(why) => self.word(&why.to_string()),
        }
    }

    fn model(&mut self, model: &Model) {
        self.word(&(model.cells(), model.unary(), model.sets(), model.families()));
        self.word(&(model.relations(), model.links(), model.posted_groups(), model.origins(), model.impossible()));
        for cell in (0..model.len()).map(|c| Cell(c as u16)) {
            self.word(&model.value_cell(cell));
        }
        for posted in model.constraints() {
            self.word(&posted.origin);
            self.constraint(&posted.kind, model);
        }
    }

    fn constraint(&mut self, kind: &Kind, model: &Model) {
        self.word(&kind.kind_name());
        match kind {
            Kind::All(all) => all.parts().iter().for_each(|part| self.constraint(part, model)),
            Kind::Any(any) => any.branches().iter().for_each(|branch| self.constraint(branch, model)),
            Kind::Not(not) => self.constraint(not.part(), model),
            Kind::Evaluated(formula) => {
                // Hash the values of the formula on some assignments, as its representation does not matter.
                self.word(&formula.cells());
                let mut seed = 1_u64;
                for _ in 0..64 {
                    let mut numbers = vec![0; model.len()];
                    for &cell in formula.cells() {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let info = &model.cells()[cell.index()];
                        let value = info.domain.iter().nth((seed >> 33) as usize % info.domain.len() as usize);
                        numbers[cell.index()] = info.first + value.map_or(0, |v| i32::from(v.0));
                    }
                    self.word(&formula.check(&|cell| numbers[cell.index()]));
                }
            }
            other => self.word(other),
        }
    }
}
