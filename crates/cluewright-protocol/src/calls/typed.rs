//! The library's answers, each as the type of its kind.

use crate::call::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::operation::{
    Candidates as TrueCandidates, Canonical, Check, Convert, Count, Estimate, Hint, Minimise, Operation, PuzzleRequest,
    Rate, Solve, Split, Steps,
};
use cluewright::report::{
    Answer, Candidates, Checked, Clashed, Converted, Counted, Estimated, Explained, Hinted, Listed, Rated, Solved,
    SplitReport,
};
use serde::{Deserialize, Serialize};

/// An answer of one kind.
pub(crate) trait Typed: Sized {
    fn of(answer: Answer) -> Option<Self>;
}

macro_rules! kinds {
    ($($kind:ident($type:ty)),* $(,)?) => {
        $(impl Typed for $type {
            fn of(answer: Answer) -> Option<Self> {
                if let Answer::$kind(answer) = answer { Some(answer) } else { None }
            }
        })*
    };
}

kinds![
    Solved(Solved),
    Counted(Counted),
    Estimated(Estimated),
    Split(SplitReport),
    Candidates(Candidates),
    Checked(Checked),
    Explained(Explained),
    Listed(Listed),
    Hinted(Hinted),
    Rated(Rated),
    Converted(Converted),
    Clashed(Clashed),
];

/// The answer to a request, or the contradiction between givens.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum OrClash<T> {
    /// The answer to the request.
    Told(T),
    /// The contradictory givens, and the rule that they break.
    Clashed(Clashed),
}

impl<T: Typed> Typed for OrClash<T> {
    fn of(answer: Answer) -> Option<Self> {
        match answer {
            Answer::Clashed(clashed) => Some(Self::Clashed(clashed)),
            other => T::of(other).map(Self::Told),
        }
    }
}

/// Questions that the library answers directly: the type of each answer, and the activity shown as progress.
macro_rules! asked {
    ($($question:ident: $answer:ty, $doing:literal);* $(;)?) => {
        $(impl Call for $question {
            type Partial = Nothing;
            type Answer = $answer;

            fn answer(self, work: &mut Work<'_>) -> Result<$answer, Failure> {
                let opened = work.opened()?;
                let asked = PuzzleRequest { highlights: true, ..work.asked(&opened) };
                work.ask($doing, &self, &asked)
            }
        })*
    };
}

asked! {
    Solve: Solved, "solving";
    Count: Counted, "counting";
    Estimate: OrClash<Estimated>, "estimating";
    Split: OrClash<SplitReport>, "counting";
    TrueCandidates: Candidates, "searching";
    Check: Checked, "checking";
    Minimise: Checked, "minimising";
    Steps: OrClash<Listed>, "looking for steps";
    Hint: Hinted, "looking for a step";
    Rate: Rated, "rating";
    Convert: Converted, "writing";
    Canonical: Converted, "rearranging";
}

impl Work<'_> {
    /// Passes a question to the library.
    pub(crate) fn ask<T: Typed>(
        &self,
        doing: &str,
        operation: &dyn Operation,
        asked: &PuzzleRequest<'_>,
    ) -> Result<T, Failure> {
        let answer = self.limited(doing, |limits| operation.ask(asked, limits))?;
        Ok(T::of(answer).expect("an operation answers with its own kind"))
    }
}
