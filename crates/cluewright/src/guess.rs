//! Turns drawings into clues. Some programs store only lines, circles and texts, and no rules: the meaning of the drawings is
//! explained in prose. A person looks at the drawings, reads the prose and applies common conventions; this module does the same.
//!
//! Drawings are grouped into figures; figures that look the same are read in the same way. A rule is a possible reading of figures
//! if its clues are drawn like these figures ([`cluewright_rules::look`]) and the text uses words that people use for the rule
//! (`told`). The evidence for a reading comes from the text, the colour, and the recorded solution, which has to satisfy every
//! clue; the solution counts for more if few other grids would satisfy the clues. No rule's name is built in here.

mod beside;
mod choose;
mod claims;
mod color;
mod figure;
mod form;
mod ground;
mod judge;
mod left;
mod line;
mod nouns;
mod parts;
mod prose;
mod reading;
mod taken;
mod unique;

use crate::unread::unread;
pub(crate) use claims::{Claim, Claims};
use cluewright_core::puzzle::Definition;
use cluewright_core::{Arg, Clue, Puzzle};
use cluewright_formats::{Format, Note, NoteKind, Read, bind_drawings};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{ParamKind, Rule};
use cluewright_rules::told::{against, phrases};
pub(crate) use color::is_color;
use figure::{Base, Figure, Looks, figures};
use form::Form;
pub(crate) use ground::draw;
use judge::Judge;
pub(crate) use left::left;
pub(crate) use parts::overlap;
use prose::{Prose, RuleSentence};
use reading::{Reading, ranked};
use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};
use taken::{Choice, Solutions, Taken, answer, with};

/// Which guesses become clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guess {
    /// None.
    No,
    /// Guesses that the text or the recorded solution supports, and drawings that everyone recognises, such as thermometers.
    #[default]
    Agreed,
    /// The best guess, even without support.
    Yes,
}

impl Guess {
    /// The usual mode for a format: [`Guess::Agreed`] if its puzzles consist of drawings, [`Guess::No`] if its clues have names.
    pub fn usual(format: &dyn Format) -> Self {
        if format.info().draws { Self::Agreed } else { Self::No }
    }
}

/// Guesses the clues of a puzzle that was read, and adds a note for each guess ([`NoteKind::Guess`]).
pub fn guess_read(read: &mut Read, rules: &Ruleset, how: Guess, stop: &dyn Fn() -> bool) {
    if how != Guess::No {
        // A drawing that the puzzle's own rules require is not a guess.
        bind_drawings(&mut read.puzzle, rules);
        let told = guess(&mut read.puzzle, rules, how, stop);
        read.notes.extend(told.into_iter().map(|text| Note::new(NoteKind::Guess, text)));
    }
}

/// The maximum number of drawings that are examined.
const MOST: usize = 4_000;
/// The maximum number of groups of figures that are examined; the figures of a group look the same.
const LOOKS: usize = 200;
/// The work limit for all checks together, in polls of the checker (a few thousand steps each).
const POLLS: u32 = 2_000;

/// Turns drawings into clues, and adds rules of the whole grid that only the text mentions. Drawings that became clues are removed
/// from the puzzle's drawings. Returns a sentence for each group of figures that was read; show these sentences, so that no guess
/// is made silently. If nothing is guessed, the puzzle does not change.
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
    let is_bare = puzzle.drawings.is_empty() && puzzle.text.is_empty() && puzzle.solution.is_empty();
    if how == Guess::No || puzzle.drawings.len() > MOST || is_bare {
        return Vec::new();
    }
    let polls = Counter::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        polls.get() > POLLS || stop()
    };
    let text = puzzle.text.clone();
    let claims = Claims::of(&text, rules);
    let new: Vec<(&str, &str)> = claims.new_rules().collect();
    let texts: Vec<&str> = new.iter().map(|(_, text)| *text).collect();
    let extended = rules.and(&texts).unwrap_or_else(|_| rules.clone());
    let rules = &extended;
    let (mut told, believed) = ground::settle(puzzle, rules, &stop);
    let solution = if believed { Vec::new() } else { std::mem::take(&mut puzzle.solution) };
    let mut found = all_found(puzzle, rules, &claims, how, &stop);
    let open = !found.choices.is_empty() || !puzzle.text.is_empty();
    let taken = if open && judge::recorded(puzzle).is_none() {
        // The clues found so far may already determine the solution, which then takes the place of the recorded solution.
        if !found.choices.is_empty()
            && let Solutions::One(solution) = answer(rules, puzzle, &stop)
        {
            found = all_found(&Puzzle { solution, ..puzzle.clone() }, rules, &claims, how, &stop);
        }
        choose::solvable(found.choices.clone(), puzzle, rules, &stop)
    } else {
        found.choices.iter().filter_map(|choice| choice.first().cloned()).collect()
    };
    let taken = unique::unique(taken, |read| found.others(read, rules), puzzle, rules, &stop);
    if !believed {
        puzzle.solution = solution;
    }
    told.extend(taken.iter().map(|t| t.sentence.clone()));
    *puzzle = with(puzzle, rules, &taken);
    let clues = puzzle.clues.iter().flat_map(|tree| tree.clues()).chain(&puzzle.rules);
    let used: BTreeSet<&str> = clues.map(|clue| clue.rule.as_str()).collect();
    let used = new.iter().filter(|(name, _)| used.contains(name));
    let used: Vec<Definition> = used.map(|(_, text)| Definition { text: (*text).to_owned(), line: 1 }).collect();
    puzzle.definitions.extend(used);
    told
}

/// The possible meanings of figures and sentences.
#[derive(Default)]
struct Found {
    /// For each group of figures or words: the readings for which there is evidence, the best first.
    choices: Vec<Choice>,
    /// Readings of figures for which there is not enough evidence: first those whose rule the text does not mention, then those
    /// whose rule it mentions, if only for another colour.
    possible: Vec<Taken>,
    spoken: Vec<Taken>,
}

impl Found {
    /// The readings to try if the first reading of each choice (which `read` contains) does not lead to a unique solution. Readings
    /// without evidence are tried only if the whole text was understood, because a sentence that was not understood may be about
    /// their figures.
    fn others(&self, read: &Puzzle, rules: &Ruleset) -> Vec<Taken> {
        let is_read = || unread(read, rules).is_none_or(|unread| unread.sentences.is_empty());
        let possible = if self.possible.is_empty() || !is_read() { &[][..] } else { &self.possible };
        self.choices.iter().flatten().chain(&self.spoken).chain(possible).cloned().collect()
    }
}

fn all_found(puzzle: &Puzzle, rules: &Ruleset, claims: &Claims<'_>, how: Guess, stop: &dyn Fn() -> bool) -> Found {
    let judge = Judge::new(rules, puzzle, stop);
    let all = figures(puzzle);
    let prose = Prose::with(claims, all.iter().filter_map(|figure| figure.looks.color).collect());
    let mut looks: BTreeMap<&Looks, Vec<usize>> = BTreeMap::new();
    for (i, figure) in all.iter().enumerate() {
        looks.entry(&figure.looks).or_default().push(i);
    }
    // Whether there are numbers without arrows: those are the clues about rows and columns.
    let has_plain = looks.keys().any(|looks| looks.base == Base::Outside);
    let new: BTreeSet<&str> = claims.new_rules().map(|(name, _)| name).collect();
    let is_known = |rule: &&Rule| rule.at_sight || !rule.told.is_empty() || new.contains(rule.name.as_str());
    let known: Vec<Form<'_>> = rules.rules().filter(is_known).filter_map(Form::of).collect();
    let mut found = Found::default();
    for (slot, (looks, members)) in looks.into_iter().take(LOOKS).enumerate() {
        let group: Vec<&Figure> = members.iter().map(|i| &all[*i]).collect();
        // Each of the figures that look the same may be a clue, or all of them together may be parts of one clue.
        let readings = known.iter().filter(|form| form.fits(looks)).flat_map(|form| {
            let way = |together| Reading::of(form, looks, &group, together, &prose, &judge);
            [way(false), way(true)].into_iter().flatten()
        });
        let (ranked, unsure) = ranked(readings.collect(), &judge, how == Guess::Yes);
        let taken = |reading: &Reading<'_, '_>| Taken { slot, ..reading.taken(looks, &group, &judge) };
        if ranked.is_empty() {
            let (spoken, possible) = unsure.into_iter().partition::<Vec<_>, _>(|reading| reading.is_spoken_of);
            found.spoken.extend(spoken.iter().map(taken));
            found.possible.extend(possible.iter().map(taken));
        }
        // Another sentence may say more about the same figures, or the same sentence may give them a second meaning.
        let more = further(&ranked, claims).into_iter().map(|reading| vec![taken(reading)]);
        let first = ranked.first().filter(|_| !has_plain);
        let second = first.and_then(|first| beside::second(first.form, looks, &group, &known, (&prose, &judge)));
        let more: Vec<Choice> = more.chain(second.map(|taken| vec![taken])).collect();
        let choice: Choice = ranked.iter().map(taken).collect();
        found.choices.extend([choice].into_iter().chain(more).filter(|choice| !choice.is_empty()));
    }
    let clued = with(puzzle, rules, found.choices.iter().map(|choice| &choice[0]));
    let spoken: Vec<(Taken, RuleSentence)> =
        rules.rules().filter_map(|rule| spoken_of(rule, &clued, &prose, &judge)).collect();
    // "Diagonally adjacent cells are not consecutive" must not also be read as a statement about adjacent cells.
    let whole = |said: &RuleSentence| !spoken.iter().any(|(_, other)| said.is_part_of(other));
    let whole: Vec<bool> = spoken.iter().map(|(_, said)| whole(said)).collect();
    let spoken = spoken.into_iter().zip(whole).filter(|(_, whole)| *whole).map(|(spoken, _)| spoken);
    found.choices.extend(alternatives(spoken.collect(), claims));
    for (n, choice) in found.choices.iter_mut().enumerate() {
        for taken in choice {
            taken.slot = LOOKS + n;
        }
    }
    found
}

/// Alternative readings of the same words form one choice, in the order of the sentence's claims; every other reading is a choice
/// by itself.
fn alternatives(spoken: Vec<(Taken, RuleSentence)>, claims: &Claims<'_>) -> Vec<Choice> {
    let mut by_words: BTreeMap<(usize, usize), Vec<(usize, Taken)>> = BTreeMap::new();
    let mut choices = Vec::new();
    for (taken, said) in spoken {
        let name = taken.rules.first().map(|(clue, _)| clue.rule.clone()).unwrap_or_default();
        let all = claims.in_sentence(said.place.0);
        match all.iter().position(|claim| claim.rule == name).filter(|_| said.is_claim) {
            Some(at) => by_words.entry((said.place.0, all[at].number)).or_default().push((at, taken)),
            None => choices.push(vec![taken]),
        }
    }
    for (_, mut readings) in by_words {
        readings.sort_by_key(|(at, _)| *at);
        choices.push(readings.into_iter().map(|(_, taken)| taken).collect());
    }
    choices
}

/// Further claims about the figures of these readings: the best reading for each rule, unless the readings chosen before already
/// imply it.
fn further<'r, 'f, 'g>(ranked: &'r [Reading<'f, 'g>], claims: &Claims<'_>) -> Vec<&'r Reading<'f, 'g>> {
    let Some(first) = ranked.first() else { return Vec::new() };
    let mut rules: Vec<&str> = vec![&first.form.rule.name];
    let mut out = Vec::new();
    for reading in &ranked[1..] {
        let Some(sentence) = reading.claimed_in().filter(|_| !rules.contains(&reading.form.rule.name.as_str())) else {
            continue;
        };
        let name = reading.form.rule.name.as_str();
        let all = claims.in_sentence(sentence);
        let own: Vec<usize> = all.iter().filter(|claim| claim.rule == name).map(|claim| claim.number).collect();
        let mut alike = all.iter().filter(|claim| own.contains(&claim.number));
        if alike.any(|claim| rules.iter().any(|rule| claims.is_implied(claim, rule))) {
            continue;
        }
        rules.push(name);
        out.push(reading);
    }
    out
}

/// Reads the text for a rule of the whole grid that has no drawings. Returns the rule if the text mentions it and the recorded
/// solution satisfies it.
fn spoken_of(rule: &Rule, puzzle: &Puzzle, prose: &Prose<'_>, judge: &Judge<'_>) -> Option<(Taken, RuleSentence)> {
    let is_new = || !puzzle.rules.iter().any(|c| overlap(judge.rules, &c.rule, &rule.name));
    if rule.is_clue || !is_new() || Form::of(rule).is_some() {
        return None;
    }
    if prose.warns(&against(rule).ok()?, None).is_some() {
        return None;
    }
    let said = prose.said(&rule.name, &phrases(rule).ok()?, None, &[])?;
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
    Some((Taken { slot: 0, clues: Vec::new(), rules: vec![(clue, Vec::new())], score: 20.0, sentence }, said))
}
