//! A reading: a rule for figures of the same appearance, with the evidence for this rule.

use super::figure::{Base, Body, Figure, Looks};
use super::form::Form;
use super::judge::Judge;
use super::nouns::names;
use super::prose::{Fit, Prose, RuleSentence};
use super::taken::Taken;
use cluewright_core::{Clue, ClueTree, Puzzle};
use cluewright_rules::default_number;
use cluewright_rules::syntax::ast::{Param, ParamKind};

/// A possible meaning of the figures of one look: as clues of this rule.
#[allow(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(super) struct Reading<'f, 'r> {
    pub(super) form: &'f Form<'r>,
    pub(super) clues: Vec<(Clue, Vec<usize>)>,
    said: Option<RuleSentence>,
    /// Whether the text mentions the rule, even if for figures of another colour.
    pub(super) is_spoken_of: bool,
    /// Whether the figures have the rule's own colour.
    own_color: bool,
    /// Whether the figures are recognised without text. An outline without its number is too ambiguous for that, and so are
    /// figures for which the text denies the rule.
    at_sight: bool,
    /// The visible evidence for the reading.
    shown: f64,
    /// The recorded solution's evidence for the reading, in bits; `None` without a solution.
    agrees: Option<f64>,
    /// Whether one of the clues is true in every grid.
    says_nothing: bool,
    /// The number of figures that stay drawings, because clues made of them would be impossible or contradict the solution.
    apart: usize,
}

impl<'f, 'r> Reading<'f, 'r> {
    /// A reading of figures; `None` if the clues would be impossible or contradict the solution.
    pub(super) fn of(
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
        if prose.warns(&form.against, looks.color).is_some_and(|said| said.fit > Fit::OtherColor) {
            return None;
        }
        let said = prose.said(&form.rule.name, &form.phrases, looks.color, &names(looks));
        let is_spoken_of = said.is_some();
        let said = said.filter(|said| said.fit > Fit::OtherColor || own_color);
        let usual =
            |(name, n): &(String, i64)| default_number(judge.rules, &judge.puzzle, &form.rule.name, name) != Some(*n);
        let numbers: Vec<(String, i64)> = said.iter().flat_map(|s| &s.numbers).filter(|n| usual(n)).cloned().collect();
        // Whether the sentence gives a number other than the one that the rule would use.
        let is_other = |param: &Param, n: i64| {
            let taken = said.iter().flat_map(|s| &s.numbers).any(|(name, _)| *name == param.name);
            !taken && default_number(judge.rules, &judge.puzzle, &form.rule.name, &param.name).is_some_and(|d| d != n)
        };
        let mut loose = said.iter().flat_map(|s| &s.loose);
        if loose.any(|n| form.rule.params.iter().any(|p| p.kind == ParamKind::Number && is_other(p, *n))) {
            return None;
        }
        let clues = form.clues(group, together, &numbers)?;
        let says_all = form.says_all(looks);
        let at_sight = form.rule.at_sight && own_color && says_all;
        let is_free = || prose.denies(&form.phrases, looks.color).is_none() && !prose.says_all(judge.rules);
        let at_sight = at_sight && (said.is_some() || is_free());
        let shown = [(at_sight, 6.0), (own_color, 4.0), (says_all, 2.0)];
        let shown = shown.iter().filter(|(is, _)| *is).map(|(_, n)| n).sum();
        let mut reading = Self {
            form,
            clues,
            said,
            is_spoken_of,
            own_color,
            at_sight,
            shown,
            agrees: None,
            says_nothing: false,
            apart: 0,
        };
        let all = reading.clues.len();
        let grid = judge.solution.as_ref().or(judge.others.first())?;
        let mut broken = judge.broken(&reading.puzzle(judge), grid);
        if broken.is_none() && form.rule.is_clue {
            // Drop clues that are impossible, such as those with a number too large for the rule.
            let can_be = |clue: &Clue| judge.broken(&judge.bare(vec![ClueTree::One(clue.clone())]), grid).is_some();
            reading.clues.retain(|(clue, _)| can_be(clue));
            broken = judge.broken(&reading.puzzle(judge), grid);
        }
        let broken = broken?;
        if judge.solution.is_some() {
            let mut place = 0..;
            reading.clues.retain(|_| place.next().is_some_and(|i| !broken.contains(&i)));
            reading.agrees = Some(0.0);
        }
        // Among many figures, a few may mean something else although they look the same.
        reading.apart = all - reading.clues.len();
        let few = reading.apart * 4 <= all && form.rule.is_clue && reading.is_agreed();
        (reading.apart == 0 || few).then_some(reading)
    }

    /// A puzzle with only the clues of this reading.
    fn puzzle(&self, judge: &Judge<'_>) -> Puzzle {
        let clues = self.clues.iter().map(|(clue, _)| clue.clone());
        if self.form.rule.is_clue {
            judge.bare(clues.map(ClueTree::One).collect())
        } else {
            Puzzle { rules: clues.collect(), ..judge.bare(Vec::new()) }
        }
    }

    /// The evidence from the solution: how rarely other grids satisfy the clues. A clue that all grids satisfy is not evidence, and
    /// setters do not draw such clues.
    fn weigh(&mut self, judge: &Judge<'_>) {
        let puzzle = self.puzzle(judge);
        let mut kept = vec![0_usize; self.clues.len()];
        for (n, other) in judge.others.iter().enumerate() {
            // Without a solution, it only matters whether some grid breaks each clue.
            if self.agrees.is_none() && kept.iter().all(|k| *k < n) {
                break;
            }
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

    pub(super) fn score(&self) -> f64 {
        let said = self.said.as_ref().map_or(0.0, |said| match said.fit {
            Fit::OtherColor => 6.0,
            Fit::Named => 20.0,
            Fit::Color => 26.0,
        });
        let bonus = |is: bool, n: f64| if is { n } else { 0.0 };
        let against = bonus(self.says_nothing, 15.0) + bonus(self.apart > 0, 20.0);
        said + self.shown - against + self.agrees.unwrap_or(0.0).min(30.0)
    }

    /// Whether there is evidence for the reading, not merely none against it.
    fn is_agreed(&self) -> bool {
        let bits = self.agrees.unwrap_or(0.0);
        let enough = if self.own_color { 6.0 } else { 12.0 };
        self.said.is_some() || self.at_sight || bits >= enough
    }

    /// The index of the sentence that states exactly the rule of this reading.
    pub(super) fn claimed_in(&self) -> Option<usize> {
        self.said.as_ref().filter(|said| said.is_claim).map(|said| said.place.0)
    }

    /// The result of accepting the reading: the clues that it makes of the figures.
    pub(super) fn taken(&self, looks: &Looks, group: &[&Figure], judge: &Judge<'_>) -> Taken {
        let sentence = self.sentence(looks, group.len(), judge.solution.is_some());
        let score = self.score();
        let drawn = |of: &Vec<usize>| of.iter().flat_map(|i| &group[*i].drawings).copied().collect();
        let clues = self.clues.iter().map(|(clue, of)| (clue.clone(), drawn(of))).collect();
        let (clues, rules) = if self.form.rule.is_clue { (clues, Vec::new()) } else { (Vec::new(), clues) };
        Taken { slot: 0, clues, rules, score, sentence }
    }

    fn sentence(&self, looks: &Looks, n: usize, solved: bool) -> String {
        let mut why = Vec::new();
        match &self.said {
            Some(said) => why.push(format!("the text says \"{}\"", said.sentence)),
            None if self.at_sight => why.push("they look like such clues".to_owned()),
            None => {}
        }
        if solved {
            let clues = self.clues.len();
            let all = clues + self.apart;
            let count = if all > 1 { format!(" on {clues} of {all}") } else { String::new() };
            why.push(format!("the solution agrees{count}"));
        }
        let why = if why.is_empty() { "nothing contradicts this reading".to_owned() } else { why.join(", and ") };
        format!(
            "{} read as `{}`: {why}",
            described(looks, n, self.said.as_ref().and_then(|s| s.color)),
            self.form.rule.name
        )
    }
}

/// The readings with enough evidence (all readings if `anyway` is set), the best first; and separately, the other readings.
pub(super) fn ranked<'f, 'r>(
    mut readings: Vec<Reading<'f, 'r>>,
    judge: &Judge<'_>,
    anyway: bool,
) -> (Vec<Reading<'f, 'r>>, Vec<Reading<'f, 'r>>) {
    let spoken = readings.iter().filter(|r| r.said.is_some()).count();
    let sure = spoken == 1 || (spoken == 0 && readings.len() == 1 && readings[0].is_agreed());
    if !sure {
        for reading in &mut readings {
            reading.weigh(judge);
        }
    }
    // Ties are decided by the plainer reading of a sentence, then by the order of the library.
    let rank = |reading: &Reading<'_, '_>| reading.said.as_ref().map_or(0, |said| said.rank);
    readings.sort_by(|a, b| b.score().total_cmp(&a.score()).then(rank(a).cmp(&rank(b))));
    readings.into_iter().partition(|reading| anyway || reading.is_agreed())
}

/// The figures in words: `12 green lines`. `called`: the text's word for the colour.
pub(super) fn described(looks: &Looks, n: usize, called: Option<&str>) -> String {
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
