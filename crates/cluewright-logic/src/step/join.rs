//! Merges steps with the same idea into one step, for example all values that one clue removes or all digits that one box confines
//! to one row.

use super::{Reason, Step};
use cluewright_core::{Candidate, Model, OriginId, Sort};

/// Merges steps of the same technique with the same idea into the first of these steps. A step whose idea is `None` stays separate.
pub(crate) fn joined<K: PartialEq>(steps: Vec<Step>, idea: impl Fn(&Step) -> Option<K>) -> Vec<Step> {
    let mut whole: Vec<(Option<K>, Step)> = Vec::new();
    for step in steps {
        let key = idea(&step);
        let same = |of: &&mut (Option<K>, Step)| key.is_some() && of.0 == key && of.1.technique.id == step.technique.id;
        match whole.iter_mut().find(same) {
            Some((_, first)) => first.join(step),
            None => whole.push((key, step)),
        }
    }
    whole.into_iter().map(|(_, step)| step).collect()
}

/// The clue that an origin belongs to. Used as the idea in `joined`, so that steps by any part of one clue are merged.
pub(crate) fn clue_of(model: &Model, origin: OriginId) -> Option<u32> {
    model.origin(origin).clue
}

impl Step {
    /// Adds the conclusions and the premises of another step with the same idea.
    fn join(&mut self, other: Step) {
        if other.eliminations.iter().all(|gone| self.eliminations.contains(gone)) {
            return;
        }
        self.difficulty = self.difficulty.max(other.difficulty);
        self.eliminations.extend(other.eliminations);
        self.eliminations.order();
        self.eliminations.dedup();
        for reason in other.because {
            if !self.because.contains(&reason) {
                self.because.push(reason);
            }
        }
    }

    /// Splits a step by clues into consecutive parts. Each part lists the candidates that one constraint removes after the earlier
    /// parts were applied; candidates removed by earlier parts count as absent in the reasons of later parts.
    pub(crate) fn in_turn(&self) -> Vec<Step> {
        let (mut parts, mut earlier): (Vec<Step>, Vec<Candidate>) = (Vec::new(), Vec::new());
        for reason in &self.because {
            let (Reason::Constraint { holds, fails, .. } | Reason::Balance { holds, fails, .. }) = reason else {
                return vec![self.clone()];
            };
            let goes_on = |part: &&mut Step| {
                let (now, of) = (&part.eliminations, &part.because[0]);
                speak_of_one(of, reason) && !fails.iter().any(|gone| now.contains(gone))
            };
            let gone = holds.iter().copied().filter(|gone| self.eliminations.contains(gone));
            let reason = reason.after(&earlier);
            if let Some(part) = parts.last_mut().filter(goes_on) {
                part.eliminations.extend(gone);
                part.because.push(reason);
            } else {
                earlier.extend(parts.last().iter().flat_map(|part| &part.eliminations));
                let reason = reason.after(&earlier);
                let part = Step { eliminations: gone.collect(), because: vec![reason], ..self.clone() };
                parts.push(part);
            }
        }
        for part in &mut parts {
            part.eliminations.order();
        }
        parts
    }
}

/// Whether both premises are about the same constraint or the same sum.
fn speak_of_one(one: &Reason, other: &Reason) -> bool {
    match (one, other) {
        (Reason::Constraint { constraint: a, .. }, Reason::Constraint { constraint: b, .. }) => a == b,
        (Reason::Balance { balance: a, .. }, Reason::Balance { balance: b, .. }) => a == b,
        _ => false,
    }
}

impl Reason {
    /// The premise, adapted to a board from which these candidates have been removed.
    fn after(&self, earlier: &[Candidate]) -> Self {
        let mut reason = self.clone();
        if let Self::Constraint { absent, fails, .. } | Self::Balance { absent, fails, .. } = &mut reason {
            absent.extend(fails.extract_if(.., |gone| earlier.contains(gone)));
        }
        reason
    }

    /// The premise, adapted to a board that still has these candidates: the argument then requires these candidates to be false.
    pub(crate) fn before(mut self, later: &[Candidate]) -> Self {
        if let Self::Constraint { absent, fails, .. } | Self::Balance { absent, fails, .. } = &mut self {
            fails.extend(absent.extract_if(.., |gone| later.contains(gone)));
        }
        self
    }
}
