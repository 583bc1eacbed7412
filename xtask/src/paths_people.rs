//! Determines which paths a person could follow, by the names of techniques and by the size of arguments, in tables by kind.

use crate::corpus::quantile;
use cluewright::core::Model;
use cluewright::logic::{Size, State, Step};
use std::collections::BTreeMap;

/// The demands of one path's steps on people.
#[derive(Default)]
pub(crate) struct Demands {
    /// Whether the puzzle was solved.
    pub(crate) is_solved: bool,
    /// Whether the puzzle was solved without trials.
    pub(crate) is_plain: bool,
    /// For each technique, the number of steps and the sizes of the steps that are too large for people.
    kinds: BTreeMap<&'static str, (usize, Vec<Size>)>,
    /// The word for the puzzle's rating on Cluewright's own scale, if requested.
    pub(crate) word: Option<String>,
}

impl Demands {
    /// Counts a step that was found at this position. Returns the step's size if the step is too large for people.
    pub(crate) fn add(&mut self, model: &Model, state: &State, step: &Step) -> Option<Size> {
        let kind = self.kinds.entry(step.technique.name).or_default();
        kind.0 += 1;
        let beyond = Some(step.size(model, state)).filter(|size| !size.is_for_people());
        kind.1.extend(beyond.clone());
        beyond
    }

    /// Whether the puzzle is solved without steps that are too large for people.
    pub(crate) fn is_for_people(&self) -> bool {
        self.is_solved && self.kinds.values().all(|(_, beyond)| beyond.is_empty())
    }

    /// Whether the puzzle is solved, and no kind except this one has steps that are too large for people.
    fn is_for_people_but_for(&self, kind: &str) -> bool {
        self.is_solved && self.kinds.iter().all(|(name, (_, beyond))| beyond.is_empty() || *name == kind)
    }
}

/// For a part of a corpus with `puzzles` puzzles, prints how many were solved, how many without trial, and how many without steps
/// that are too large for people. If `kinds` is set, also prints such steps by kind.
pub(crate) fn print(part: &str, puzzles: usize, paths: &[&Demands], kinds: bool) {
    let count = |fits: &dyn Fn(&Demands) -> bool| paths.iter().filter(|path| fits(path)).count();
    let share = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
    let (unique, people) = (paths.len(), count(&Demands::is_for_people));
    let (solved, plain) = (count(&|path| path.is_solved), count(&|path| path.is_plain));
    println!(
        "{part}: {puzzles} puzzles, {unique} unique and right; of these solved {:.1} %, without trial {plain} \
         ({:.1} %), every step for people {people} ({:.1} %; of all puzzles {:.1} %)",
        share(solved, unique),
        share(plain, unique),
        share(people, unique),
        share(people, puzzles)
    );
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    for word in paths.iter().filter_map(|path| path.word.as_deref()) {
        *words.entry(word).or_default() += 1;
    }
    if !words.is_empty() {
        let words: Vec<String> = words.iter().map(|(word, n)| format!("{word} {n}")).collect();
        println!("these by our own scale: {}", words.join(", "));
    }
    if !kinds {
        return;
    }
    println!(
        "\n{:>7} {:>7} {:>8} {:>5}  {:<28} {:>6} {:>9} {:>6} {:>6} {:>6}",
        "steps", "beyond", "puzzles", "only", "beyond people", "cases", "inferred", "listed", "clues", "houses"
    );
    let mut rows: BTreeMap<&str, (usize, usize, usize, Vec<&Size>)> = BTreeMap::new();
    for path in paths {
        for (name, (steps, beyond)) in &path.kinds {
            let row = rows.entry(name).or_default();
            row.0 += steps;
            row.1 += usize::from(!beyond.is_empty());
            row.2 += usize::from(!beyond.is_empty() && path.is_for_people_but_for(name));
            row.3.extend(beyond);
        }
    }
    let mut rows: Vec<_> = rows.into_iter().filter(|(_, row)| row.1 > 0).collect();
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.1));
    for (name, (steps, puzzles, only, sizes)) in rows {
        let median = |of: &dyn Fn(&Size) -> Option<f64>| {
            let mut all: Vec<f64> = sizes.iter().filter_map(|size| of(size)).collect();
            all.sort_by(f64::total_cmp);
            if all.is_empty() { "-".to_owned() } else { quantile(&all, 0.5).to_string() }
        };
        let listed = sizes.iter().filter(|size| size.inferences.is_some()).count();
        println!(
            "{steps:>7} {:>7} {puzzles:>8} {only:>5}  {name:<28} {:>6} {:>9} {listed:>6} {:>6} {:>6}",
            sizes.len(),
            median(&|size| Some(size.cases as f64)),
            median(&|size| size.inferences.map(|n| n as f64)),
            median(&|size| Some(size.clues as f64)),
            median(&|size| Some(size.houses as f64)),
        );
    }
    let unsolved = unique - solved;
    println!("only: puzzles with no other kind beyond people; {unsolved} not solved; of sizes the medians\n");
}
