//! Drawings into clues. Some programs know lines, circles and texts, and no rules: what they mean stands in a text in prose.
//! A reader of such a puzzle sees what is drawn, reads the text, and knows what is usual; so does this.
//!
//! Drawings become figures; figures of one look are read alike. A rule may be theirs when its clues are drawn so
//! ([`cluewright_rules::look`]) and its text says by what words people know it (`told`). For it speak the text, the colour,
//! and the recorded solution, which has to keep every clue: how much that says is how seldom other grids would.
//! No rule is known by name here.

mod color;
mod figure;
mod form;
mod judge;
mod prose;

use cluewright_core::{Arg, Candidate, Cell, Clue, ClueTree, Puzzle};
use cluewright_formats::{Note, NoteKind, Read, bind_drawings};
use cluewright_rules::syntax::ast::{ParamKind, Rule};
use cluewright_rules::{Lowered, Ruleset, default_number, lower_until};
use cluewright_search::{Limits, Verdict, verdict};
use figure::{Base, Body, Figure, Looks, figures};
use form::Form;
use judge::Judge;
use prose::{Fit, Prose, Said};
use std::cell::Cell as Counter;
use std::collections::BTreeMap;

/// Which guesses become clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guess {
    /// None.
    No,
    /// Those for which the text or the recorded solution speaks, and what is known at sight, such as thermometers.
    #[default]
    Agreed,
    /// The best there is.
    Yes,
}

impl Guess {
    /// Every way with its word.
    pub const ALL: [(Self, &'static str); 3] = [(Self::No, "no"), (Self::Agreed, "agreed"), (Self::Yes, "yes")];
}

/// Guesses what a puzzle that was read stands for, and adds what was guessed to its notes ([`NoteKind::Guess`]). Not said
/// how: [`Guess::Agreed`] in a format whose puzzles are drawings, none in others, whose clues say what they are.
pub fn guess_read(read: &mut Read, rules: &Ruleset, how: Option<Guess>, stop: &dyn Fn() -> bool) {
    let usual = if read.format.info().draws { Guess::Agreed } else { Guess::No };
    let how = how.unwrap_or(usual);
    if how != Guess::No {
        // What the puzzle's own rules ask for is no guess.
        bind_drawings(&mut read.puzzle, rules);
        let told = guess(&mut read.puzzle, rules, how, stop);
        read.notes.extend(told.into_iter().map(|text| Note::new(NoteKind::Guess, text)));
    }
}

/// Drawings of a puzzle that are looked at, at most.
const MOST: usize = 4_000;
/// Looks that are told apart, at most.
const LOOKS: usize = 200;
/// Work for all of it: polls of the checker, some thousand steps each.
const POLLS: u32 = 2_000;
/// Work for a search that only has to see whether there is a solution, in nodes.
const NODES: u64 = 2_000;

/// Turns drawings into clues, and adds rules of the whole grid of which only the text speaks. What became a clue leaves
/// the drawings. Returns a sentence for each group of figures that was read, which is meant to be shown: a guess is never
/// made silently. Nothing changes when nothing is guessed.
///
/// ```
/// use cluewright::{formats, guess::{Guess, guess}, rules::Ruleset};
/// let scl = r##"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
///   "lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#67F067"}],
///   "metadata":{"rules":"Green lines are German Whispers with a difference of at least 2."}}"##;
/// let mut puzzle = formats::read(scl)?.puzzle;
/// let told = guess(&mut puzzle, &Ruleset::library(), Guess::Agreed, &|| false);
/// assert!(told[0].starts_with("1 green line read as `whispers`: the text says \"Green lines are"));
/// assert_eq!((puzzle.clues.len(), puzzle.drawings.len()), (1, 0));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn guess(puzzle: &mut Puzzle, rules: &Ruleset, how: Guess, stop: &dyn Fn() -> bool) -> Vec<String> {
    if how == Guess::No || puzzle.drawings.len() > MOST || (puzzle.drawings.is_empty() && puzzle.text.is_empty()) {
        return Vec::new();
    }
    let mut taken = found(puzzle, rules, how, stop);
    if !taken.is_empty() && !puzzle.solution.iter().any(Option::is_some) {
        match answer(rules, puzzle, stop) {
            // Clues say enough without what is drawn: their solution is as good as a recorded one.
            Solutions::One(solution) => {
                taken = found(&Puzzle { solution, ..puzzle.clone() }, rules, how, stop);
            }
            Solutions::More => taken = solvable(taken, puzzle, rules, stop),
            Solutions::None => {}
        }
    }
    let told = taken.iter().map(|t| t.sentence.clone()).collect();
    *puzzle = with(puzzle, &taken);
    told
}

/// What is taken for clues or rules, together or not at all.
struct Taken {
    clues: Vec<Clue>,
    /// Rules of the whole grid.
    rules: Vec<Clue>,
    /// The drawings that they were.
    drawings: Vec<usize>,
    score: f64,
    sentence: String,
}

/// The puzzle with what is taken.
fn with<'t>(puzzle: &Puzzle, taken: impl IntoIterator<Item = &'t Taken>) -> Puzzle {
    let mut puzzle = puzzle.clone();
    let mut keep = vec![true; puzzle.drawings.len()];
    for part in taken {
        for drawing in &part.drawings {
            keep[*drawing] = false;
        }
        for clue in &part.clues {
            if !has(&puzzle, clue) {
                puzzle.clues.push(ClueTree::One(clue.clone()));
            }
        }
        puzzle.rules.extend(part.rules.iter().cloned());
    }
    let mut keep = keep.into_iter();
    puzzle.drawings.retain(|_| keep.next().unwrap_or(true));
    puzzle
}

/// What search finds out about a puzzle with little work.
enum Solutions {
    None,
    /// One, by cell.
    One(Vec<Option<i32>>),
    /// More, or it is not known.
    More,
}

fn answer(rules: &Ruleset, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Solutions {
    let Ok(Lowered { model, .. }) = lower_until(rules, puzzle, stop) else { return Solutions::More };
    match verdict(&model, &model.board(), &Limits { nodes: NODES, ..Limits::none() }).value {
        Verdict::None => Solutions::None,
        Verdict::Unique(values) => {
            let number = |cell: Cell| Some(model.number(Candidate::new(cell, values[cell.index()])));
            Solutions::One(puzzle.shape.cells().map(number).collect())
        }
        Verdict::Multiple(..) | Verdict::Unknown(_) => Solutions::More,
    }
}

/// What leaves the puzzle a solution, the best first: a guess that takes the last one away is wrong.
fn solvable(mut taken: Vec<Taken>, puzzle: &Puzzle, rules: &Ruleset, stop: &dyn Fn() -> bool) -> Vec<Taken> {
    let is_none = |parts: &[Taken]| matches!(answer(rules, &with(puzzle, parts), stop), Solutions::None);
    if !is_none(&taken) {
        return taken;
    }
    taken.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut kept = Vec::new();
    for part in taken {
        kept.push(part);
        if is_none(&kept) {
            kept.pop();
        }
    }
    kept
}

/// Everything that text, colours and recorded solution speak for.
fn found(puzzle: &Puzzle, rules: &Ruleset, how: Guess, stop: &dyn Fn() -> bool) -> Vec<Taken> {
    let prose = Prose::new(&puzzle.text);
    let polls = Counter::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        polls.get() > POLLS || stop()
    };
    let judge = Judge::new(rules, puzzle, &stop);
    let all = figures(puzzle);
    let mut looks: BTreeMap<&Looks, Vec<usize>> = BTreeMap::new();
    for (i, figure) in all.iter().enumerate() {
        looks.entry(&figure.looks).or_default().push(i);
    }
    let known: Vec<(&Rule, Form<'_>)> =
        rules.rules().filter(|r| r.at_sight || !r.told.is_empty()).filter_map(|r| Some((r, Form::of(r)?))).collect();
    let mut taken = Vec::new();
    for (looks, members) in looks.into_iter().take(LOOKS) {
        let group: Vec<&Figure> = members.iter().map(|i| &all[*i]).collect();
        // Figures of one look may be a clue each, or parts of one.
        let readings = known.iter().filter(|(_, form)| form.fits(looks)).flat_map(|(_, form)| {
            let way = |together| Reading::of(form, looks, &group, together, &prose, &judge);
            [way(false), way(true)].into_iter().flatten()
        });
        let Some(best) = best(readings.collect(), &judge, how) else { continue };
        let sentence = best.sentence(looks, group.len(), judge.solution.is_some());
        let score = best.score();
        let drawings = best.clues.iter().flat_map(|(_, of)| of).flat_map(|i| &group[*i].drawings).copied().collect();
        let clues: Vec<Clue> = best.clues.into_iter().map(|(clue, _)| clue).collect();
        let (clues, rules) = if best.form.rule.is_clue { (clues, Vec::new()) } else { (Vec::new(), clues) };
        taken.push(Taken { clues, rules, drawings, score, sentence });
    }
    let clued = with(puzzle, &taken);
    taken.extend(rules.rules().filter_map(|rule| spoken_of(rule, &clued, &prose, &judge)));
    taken
}

/// Is there such a clue already, perhaps with its cells in another order?
fn has(puzzle: &Puzzle, clue: &Clue) -> bool {
    let cells = |clue: &Clue| {
        let mut cells: Vec<Cell> = clue.args.iter().flat_map(|a| a.1.cells()).collect();
        cells.sort_unstable();
        cells
    };
    let numbers = |clue: &Clue| -> Vec<Arg> {
        clue.args.iter().map(|a| &a.1).filter(|arg| arg.cells().next().is_none()).cloned().collect()
    };
    let same = |a: &Clue, b: &Clue| a.rule == b.rule && numbers(a) == numbers(b) && cells(a) == cells(b);
    puzzle.clues.iter().any(|tree| matches!(tree, ClueTree::One(other) if same(other, clue)))
}

/// A rule of the whole grid, nothing of which is drawn, when the text speaks of it and the solution keeps it.
fn spoken_of(rule: &Rule, puzzle: &Puzzle, prose: &Prose<'_>, judge: &Judge<'_>) -> Option<Taken> {
    let is_new = !rule.is_clue && !puzzle.rules.iter().any(|c| c.rule == rule.name);
    if !is_new || rule.told.is_empty() || Form::of(rule).is_some() {
        return None;
    }
    let said = prose.said(rule, None)?;
    let numbers = |name: &str| said.numbers.iter().find(|(n, _)| n == name).map(|(_, n)| *n);
    let mut clue = Clue::new(rule.name.clone(), Vec::new());
    for param in &rule.params {
        match numbers(&param.name) {
            Some(n) if param.kind == ParamKind::Number => {
                clue.args.push((param.name.clone(), Arg::Number(n)));
            }
            _ if param.optional || param.value.is_some() => {}
            _ => return None,
        }
    }
    let with = Puzzle { rules: vec![clue.clone()], ..judge.bare(puzzle.clues.clone()) };
    let agrees = judge.solution.as_ref().map(|solution| judge.broken(&with, solution).is_some_and(|b| b.is_empty()));
    if agrees == Some(false) {
        return None;
    }
    let agree = if agrees.is_some() { ", and the solution agrees" } else { "" };
    let sentence = format!("the text is read as `{}`: it says \"{}\"{agree}", rule.name, said.sentence);
    Some(Taken { clues: Vec::new(), rules: vec![clue], drawings: Vec::new(), score: 0.0, sentence })
}

/// A rule that the figures of one look may be clues of.
struct Reading<'f, 'r> {
    form: &'f Form<'r>,
    clues: Vec<(Clue, Vec<usize>)>,
    said: Option<Said>,
    /// Has it the rule's own colour?
    own_color: bool,
    says_all: bool,
    /// How much the solution speaks for it, in bits; none without a solution.
    agrees: Option<f64>,
    /// Would every grid keep one of its clues?
    says_nothing: bool,
}

impl<'f, 'r> Reading<'f, 'r> {
    /// None: they cannot be, or the solution says no.
    fn of(
        form: &'f Form<'r>,
        looks: &Looks,
        group: &[&Figure],
        together: bool,
        prose: &Prose<'_>,
        judge: &Judge<'_>,
    ) -> Option<Self> {
        let own_color = match (form.color, looks.color) {
            (Some(own), Some(seen)) => own.near(seen),
            (None, _) => true,
            (Some(_), None) => false,
        };
        let said = prose.said(form.rule, looks.color).filter(|said| said.fit > Fit::OtherColor || own_color);
        let usual =
            |(name, n): &(String, i64)| default_number(judge.rules, &judge.puzzle, &form.rule.name, name) != Some(*n);
        let numbers: Vec<(String, i64)> = said.iter().flat_map(|s| &s.numbers).filter(|n| usual(n)).cloned().collect();
        let clues = form.clues(group, together, &numbers)?;
        let says_all = form.says_all(looks);
        let mut reading = Self { form, clues, said, own_color, says_all, agrees: None, says_nothing: false };
        if let Some(solution) = &judge.solution {
            let broken = judge.broken(&reading.puzzle(judge), solution)?;
            if !broken.is_empty() {
                return None;
            }
            reading.agrees = Some(0.0);
        }
        Some(reading)
    }

    /// A puzzle of these clues and nothing else.
    fn puzzle(&self, judge: &Judge<'_>) -> Puzzle {
        let clues = self.clues.iter().map(|(clue, _)| clue.clone());
        if self.form.rule.is_clue {
            judge.bare(clues.map(ClueTree::One).collect())
        } else {
            Puzzle { rules: clues.collect(), ..judge.bare(Vec::new()) }
        }
    }

    /// How much the solution says: how seldom other grids keep the clues. A clue that all of them keep says nothing, and
    /// nobody draws such clues.
    fn weigh(&mut self, judge: &Judge<'_>) {
        let puzzle = self.puzzle(judge);
        let mut kept = vec![0_usize; self.clues.len()];
        for other in &judge.others {
            let Some(broken) = judge.broken(&puzzle, other) else { return };
            for (i, kept) in kept.iter_mut().enumerate() {
                *kept += usize::from(!broken.contains(&i));
            }
        }
        let all = judge.others.len();
        self.says_nothing = kept.contains(&all);
        if self.agrees.is_some() {
            self.agrees = Some(kept.iter().map(|k| -((*k as f64 + 0.5) / (all as f64 + 1.0)).log2()).sum());
        }
    }

    fn score(&self) -> f64 {
        let said = self.said.as_ref().map_or(0.0, |said| match said.fit {
            Fit::OtherColor => 6.0,
            Fit::Named => 20.0,
            Fit::Color => 26.0,
        });
        let bonus = |is: bool, n: f64| if is { n } else { 0.0 };
        let sight = bonus(self.form.rule.at_sight && self.own_color, 6.0);
        said + sight + bonus(self.own_color, 4.0) + bonus(self.says_all, 2.0) - bonus(self.says_nothing, 15.0)
            + self.agrees.unwrap_or(0.0).min(30.0)
    }

    /// Is there more for it than that nothing speaks against it?
    fn is_agreed(&self) -> bool {
        let bits = self.agrees.unwrap_or(0.0);
        let enough = if self.own_color { 6.0 } else { 12.0 };
        self.said.is_some() || (self.form.rule.at_sight && self.own_color) || bits >= enough
    }

    fn sentence(&self, looks: &Looks, n: usize, solved: bool) -> String {
        let mut why = Vec::new();
        match &self.said {
            Some(said) => why.push(format!("the text says \"{}\"", said.sentence)),
            None if self.form.rule.at_sight && self.own_color => why.push("that is what they look like".to_owned()),
            None => {}
        }
        if solved {
            let clues = self.clues.len();
            let count = if clues > 1 { format!(" on {clues} of {clues}") } else { String::new() };
            why.push(format!("the solution agrees{count}"));
        }
        let why = if why.is_empty() { "nothing speaks against it".to_owned() } else { why.join(", and ") };
        format!(
            "{} read as `{}`: {why}",
            described(looks, n, self.said.as_ref().and_then(|s| s.color)),
            self.form.rule.name
        )
    }
}

/// The reading that most speaks for, when that is enough.
fn best<'f, 'r>(mut readings: Vec<Reading<'f, 'r>>, judge: &Judge<'_>, how: Guess) -> Option<Reading<'f, 'r>> {
    let spoken = readings.iter().filter(|r| r.said.is_some()).count();
    let sure = spoken == 1 || (spoken == 0 && readings.len() == 1 && readings[0].is_agreed());
    if !sure {
        for reading in &mut readings {
            reading.weigh(judge);
        }
    }
    // The library's order decides between equals: what comes first stays.
    let mut best: Option<Reading<'f, 'r>> = None;
    for reading in readings {
        if best.as_ref().is_none_or(|b| reading.score() > b.score()) {
            best = Some(reading);
        }
    }
    best.filter(|b| how == Guess::Yes || b.is_agreed())
}

/// What the figures are, as a person would say: `12 green lines`. `called`: what the text calls their colour.
fn described(looks: &Looks, n: usize, called: Option<&str>) -> String {
    let body = match looks.bodies.first() {
        Some(Body::Circle) => "circle",
        Some(Body::Square) => "square",
        Some(Body::Diamond) => "diamond",
        _ => "sign",
    };
    let color = called.or(looks.color.map(|c| c.words()[0])).unwrap_or("");
    let (color, what) = match looks.base {
        Base::Line => match looks.bodies[..] {
            [Body::None, Body::None] => (color, "line".to_owned()),
            [_, Body::None] => (color, format!("line$ with a {body} at one end")),
            _ => (color, format!("line$ with a {body} at each end")),
        },
        Base::Arrows => (color, "circle$ with arrows".to_owned()),
        Base::Cell if looks.word.is_empty() => (color, format!("{body}$ in cells")),
        Base::Edge if looks.word.is_empty() => (color, format!("{body}$ between two cells")),
        Base::Corner if looks.word.is_empty() => (color, format!("{body}$ between four cells")),
        Base::Cell | Base::Edge | Base::Corner => ("", format!("sign$ `{}`", looks.word)),
        Base::Shade => (color, "area".to_owned()),
        Base::Cage => (color, "outline".to_owned()),
        Base::Outside => ("", "number$ beside the grid".to_owned()),
        Base::Pointed => ("", "number$ with an arrow beside the grid".to_owned()),
        Base::Diagonal { .. } => (color, "diagonal".to_owned()),
        Base::Chevrons { .. } => ("", "cell$ with small angles".to_owned()),
    };
    let what = if what.contains('$') { what } else { format!("{what}$") };
    let what = what.replace('$', if n == 1 { "" } else { "s" });
    let gap = if color.is_empty() { "" } else { " " };
    format!("{n} {color}{gap}{what}")
}
