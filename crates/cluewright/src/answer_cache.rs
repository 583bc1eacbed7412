//! Answers about a puzzle, cached for later questions.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::explain::{ExplainOptions, Explanation, FoundStep, explain_telling};
use crate::fog::{Hidden, PlayerView};
use crate::hint::{Hint, hint_knowing};
use crate::rate::{Rating, rate_knowing};
use crate::solve::{CandidateOptions, SearchFacts, candidates, found, solve};
use crate::technique_filter::TechniqueFilter;
use cluewright_core::Value;
use cluewright_core::puzzle::Progress;
use cluewright_logic::Outcome;
use cluewright_search::{Answer, Candidates, Limits, Stats, Verdict};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Cached answers about a puzzle: the verdict, the true candidates, the path and the rating. Each is stored only if it is complete;
/// an answer that was cut short is computed anew the next time. No answer depends on what is cached.
///
/// Memory: one answer of each kind. Paths for different [`TechniqueFilter`]s are variants of one kind, as are candidates with
/// solutions counted up to different numbers, and views in which fog hides different parts; only the most recent variant is stored.
#[derive(Debug, Default)]
pub struct AnswerCache {
    verdict: OnceLock<Answer<Verdict>>,
    truth: OnceLock<Arc<SearchFacts>>,
    candidates: Mutex<Option<(u32, Answer<Candidates>)>>,
    path: Mutex<Option<(TechniqueFilter, Arc<Explanation>)>>,
    rating: OnceLock<Rating>,
    seen: Mutex<Option<Arc<PlayerView>>>,
}

/// Locks a cached value, ignoring poisoning: no code panics while it holds such a lock, and the data are always consistent.
fn open<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AnswerCache {
    /// A cache for a puzzle whose only solution is known to be `solution`.
    pub(crate) fn unique(solution: Vec<Value>) -> Self {
        let answer = Answer { value: Verdict::Unique(solution), stopped: None, stats: Stats::default() };
        Self { verdict: OnceLock::from(answer), ..Self::default() }
    }

    /// See [`solve`].
    pub(crate) fn verdict(&self, compiled: &Compiled, limits: &Limits<'_>) -> Answer<Verdict> {
        if let Some(known) = self.verdict.get() {
            return known.clone();
        }
        let answer = solve(compiled, limits);
        self.keep(&answer, None);
        answer
    }

    fn keep(&self, verdict: &Answer<Verdict>, candidates: Option<&Answer<Candidates>>) {
        if verdict.complete() {
            // Another thread may have computed the verdict first; both results are equal.
            let _ = self.verdict.set(verdict.clone());
        }
        if let Some(candidates) = candidates.filter(|c| c.complete()) {
            *open(&self.candidates) = Some((CandidateOptions::default().cap, candidates.clone()));
        }
    }

    /// See [`candidates`].
    pub(crate) fn candidates(
        &self,
        compiled: &Compiled,
        options: &CandidateOptions<'_>,
        limits: &Limits<'_>,
    ) -> Answer<Candidates> {
        if let Some((cap, known)) = &*open(&self.candidates)
            && *cap == options.cap
        {
            return known.clone();
        }
        let answer = candidates(compiled, options, limits);
        if answer.complete() {
            *open(&self.candidates) = Some((options.cap, answer.clone()));
        }
        answer
    }

    /// See [`SearchFacts::new`].
    pub(crate) fn truth(&self, compiled: &Compiled, limits: &Limits<'_>) -> Arc<SearchFacts> {
        if let Some(known) = self.truth.get() {
            return Arc::clone(known);
        }
        let (verdict, candidates) = match self.verdict.get() {
            Some(known) => (known.clone(), None),
            None => found(compiled, limits),
        };
        self.keep(&verdict, candidates.as_ref());
        let truth = Arc::new(SearchFacts::with(verdict, || {
            // How far solutions are counted does not affect which candidates are possible.
            let known = open(&self.candidates).as_ref().map(|(_, known)| known.value.possible.clone());
            known.or_else(|| {
                let usual = CandidateOptions::default();
                let answer = candidates.unwrap_or_else(|| self.candidates(compiled, &usual, limits));
                answer.complete().then_some(answer.value.possible)
            })
        }));
        if truth.is_whole() {
            let _ = self.truth.set(Arc::clone(&truth));
        }
        truth
    }

    /// See [`hint()`].
    pub(crate) fn hint(
        &self,
        compiled: &Compiled,
        progress: &[Progress],
        ways: &TechniqueFilter,
        limits: &Limits<'_>,
    ) -> Hint {
        let truth = self.truth(compiled, &limits.before());
        hint_knowing(compiled, progress, ways, &truth, self.path(ways).as_deref(), limits)
    }

    /// The cached path for the techniques in `ways`. The path is complete, so it does not depend on the number of steps requested.
    fn path(&self, ways: &TechniqueFilter) -> Option<Arc<Explanation>> {
        let kept = open(&self.path);
        let (by, path) = kept.as_ref()?;
        (*by == TechniqueFilter { steps: by.steps, ..ways.clone() }).then(|| Arc::clone(path))
    }

    /// See [`explain_telling`]; the path starts from the givens. A cached path is reported at once.
    pub(crate) fn explanation(
        &self,
        compiled: &Compiled,
        truth: &SearchFacts,
        ways: &TechniqueFilter,
        limits: &Limits<'_>,
        tell: &mut dyn FnMut(FoundStep<'_>),
    ) -> Arc<Explanation> {
        let known = open(&self.path).as_ref().filter(|(by, _)| by == ways).map(|(_, path)| Arc::clone(path));
        if let Some(known) = known {
            known.tell(compiled, tell);
            return known;
        }
        let options = ExplainOptions { ways: ways.clone(), ..ExplainOptions::knowing(truth) };
        let found = Arc::new(explain_telling(compiled, options, limits, |step| {
            tell(step);
            ControlFlow::Continue(())
        }));
        if found.path.outcome != Outcome::Limit && truth.is_whole() {
            *open(&self.path) = Some((ways.clone(), Arc::clone(&found)));
        }
        found
    }

    /// See [`PlayerView`]; the most recent view is cached.
    ///
    /// Errors: the stop signal came.
    pub(crate) fn player_view(
        &self,
        compiled: &Compiled,
        hidden: Hidden,
        limits: &Limits<'_>,
    ) -> Result<Arc<PlayerView>, Error> {
        if let Some(known) = open(&self.seen).as_ref().filter(|known| known.hidden == hidden) {
            return Ok(Arc::clone(known));
        }
        let seen = Arc::new(PlayerView::new(compiled, hidden, &|| limits.stop.is_some_and(|stop| stop()))?);
        *open(&self.seen) = Some(Arc::clone(&seen));
        Ok(seen)
    }

    /// See [`crate::rate`].
    pub(crate) fn rating(
        &self,
        compiled: &Compiled,
        truth: &SearchFacts,
        limits: &Limits<'_>,
    ) -> Result<Rating, Error> {
        if let Some(known) = self.rating.get() {
            return Ok(known.clone());
        }
        let walked = open(&self.path)
            .as_ref()
            .filter(|(by, _)| *by == TechniqueFilter::default())
            .map(|(_, path)| Arc::clone(path));
        let rating = match walked.filter(|_| matches!(truth.verdict, Verdict::Unique(_))) {
            Some(walked) => Rating::of(compiled, &walked.path),
            None => rate_knowing(compiled, truth, limits)?,
        };
        if rating.outcome != Outcome::Limit {
            let _ = self.rating.set(rating.clone());
        }
        Ok(rating)
    }
}
