//! The answers to each command.

use super::estimate::Dives;
use super::message::{Body, Request, Shown};
use super::puzzles::{CachedPuzzle, PageRequest};
use super::replies::Replies;
use super::shared::Shared;
use cluewright::explain::explain_telling;
use cluewright::hint::player_state;
use cluewright::logic::{Outcome, State};
use cluewright::search::{Solver, Turn};
use cluewright::{
    Candidate, CandidateOptions, Candidates, Cell, Compiled, ExplainOptions, Limits, SearchFacts, Stopped,
    TechniqueFilter, Value, Verdict, explain,
};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The interval between two frames for the same request.
const BETWEEN: Duration = Duration::from_millis(500);
/// The node limit of the search whose results support logic. If the search does not finish, logic takes longer and does not assume
/// that the solution is unique.
const TRUTH: u64 = 200_000;
/// The number of counted solutions that are also checked against the texts of the rules.
const JUDGED: u64 = 32;

const NONE: &str = "No solutions found.";
const NO_STEPS: &str = "No logical steps found.";
const BROKEN: &str = "Board is invalid!";

/// Answers a request, unless it has already been cancelled.
pub(super) fn answer(request: &Request, shared: &Shared, replies: &Replies) {
    let stop = || replies.stopped();
    if stop() {
        return;
    }
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let asked = match shared.puzzles.read(request.data.as_deref().unwrap_or_default(), &stop) {
        Ok(asked) => asked,
        Err(message) => return replies.send(Body::invalid(message)),
    };
    let compiled = asked.kept.document.compiled();
    if let Some(clash) = compiled.contradiction(&limits) {
        return replies.send(Body::invalid(format!("ERROR: The givens are invalid (no solutions). {clash}")));
    }
    let said = match request.command.as_str() {
        "truecandidates" => true_candidates(&asked, shared, &limits),
        "solve" => solve(compiled, shared.seeds.fetch_add(1, Ordering::Relaxed), &limits),
        "check" => check(&asked.kept, &limits),
        "count" => count(compiled, replies, &limits),
        "estimate" => estimate(&asked, shared.options.dives, replies, &limits),
        "solvepath" => path(&asked, &limits),
        "step" => step(&asked, &limits),
        other => Some(Body::invalid(format!("ERROR: unknown command: {}", other.chars().take(40).collect::<String>()))),
    };
    if let Some(body) = said {
        replies.send(body);
    }
}

/// The note on a search that ended early; `None` if the request was cancelled.
fn early(stopped: Stopped) -> Option<Body> {
    match stopped {
        Stopped::Signal => None,
        Stopped::Unsound => Some(Body::invalid(
            "ERROR: The solver found a solution that breaks a rule, which is a bug in the solver; please report the puzzle.",
        )),
        _ => Some(Body::invalid("ERROR: The search reached a limit.")),
    }
}

/// The cells of the grid.
fn grid(compiled: &Compiled) -> impl Iterator<Item = Cell> + use<> {
    Cell::all(compiled.puzzle().shape.len())
}

fn true_candidates(asked: &PageRequest, shared: &Shared, limits: &Limits<'_>) -> Option<Body> {
    let kept = &asked.kept;
    let compiled = kept.document.compiled();
    let found: Arc<Candidates> = if let Some(known) = kept.candidates(asked.cap) {
        known
    } else {
        let before = shared.puzzles.before(kept);
        let options = CandidateOptions { cap: asked.cap, before: before.as_deref(), ..CandidateOptions::default() };
        let answer = cluewright::candidates(compiled, &options, limits);
        if let Some(stopped) = answer.stopped {
            return early(stopped);
        }
        let found = Arc::new(answer.value);
        kept.keep_candidates(asked.cap, &found);
        found
    };
    if grid(compiled).any(|c| found.possible[c.index()].is_empty()) {
        return Some(Body::invalid(NONE));
    }
    let seen = if asked.logical {
        let explanation = kept.document.explain(&ways(asked), limits);
        if limits.stop.is_some_and(|stop| stop()) {
            return None;
        }
        Some(explanation.path.end.board.clone())
    } else {
        None
    };
    let digits = compiled.puzzle().digits;
    let mut all = Vec::with_capacity(compiled.puzzle().shape.len() * usize::from(digits.count));
    for cell in grid(compiled) {
        for (value, count) in (0..digits.count).map(Value).zip(&found.counts[cell.index()]) {
            let unseen = *count == 0 && seen.as_ref().is_some_and(|board| board.values(cell).contains(value));
            all.push(if unseen { -1 } else { i64::from(*count) });
        }
    }
    Some(Body::TrueCandidates { solutions_per_candidate: all })
}

fn solve(compiled: &Compiled, seed: u64, limits: &Limits<'_>) -> Option<Body> {
    let answer = cluewright::search::Solver::new(compiled.model()).random_solution(&compiled.board(), seed, limits);
    if let Some(stopped) = answer.stopped {
        return early(stopped);
    }
    let Some(solution) = answer.value else { return Some(Body::invalid(NONE)) };
    if let Err(stopped) = compiled.judge(&solution, limits) {
        return early(stopped);
    }
    let mut solution = compiled.numbers(&solution);
    solution.truncate(compiled.puzzle().shape.len());
    Some(Body::Solved { solution })
}

fn check(kept: &CachedPuzzle, limits: &Limits<'_>) -> Option<Body> {
    let answer = kept.document.solve(limits);
    let count = match (answer.value, answer.stopped) {
        (Verdict::None, None) => 0,
        (Verdict::Unique(_), None) => 1,
        (Verdict::Multiple(..), _) => 2,
        (_, stopped) => return early(stopped.unwrap_or(Stopped::Signal)),
    };
    Some(Body::Count { count, in_progress: false })
}

fn count(compiled: &Compiled, replies: &Replies, limits: &Limits<'_>) -> Option<Body> {
    let mut job = compiled.job();
    let (mut found, mut fault, mut told) = (0, None, Instant::now());
    // A turn of this many nodes takes a few milliseconds.
    let turn = Limits { nodes: 2_000, ..*limits };
    loop {
        let ended = job.go_on(&turn, |solution| {
            found += 1;
            if found <= JUDGED {
                fault = compiled.judge(solution, limits).err();
            }
            if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (ended, fault) {
            (Turn::Done, None) => return Some(Body::Count { count: found, in_progress: false }),
            (_, Some(stopped)) | (Turn::Stopped(stopped @ Stopped::Signal), _) => return early(stopped),
            _ => {}
        }
        if told.elapsed() >= BETWEEN {
            told = Instant::now();
            replies.send(Body::Count { count: found, in_progress: true });
        }
    }
}

/// The position that a player's digits and marks describe; the solution is not used.
///
/// Errors: the digits and marks contradict each other.
fn position(asked: &PageRequest) -> Result<State, Body> {
    let unknown = SearchFacts::of(Verdict::Unknown(None));
    player_state(asked.kept.document.compiled(), &asked.progress, &unknown).map_err(|mistakes| {
        let all: Vec<String> = mistakes.iter().take(5).map(ToString::to_string).collect();
        Body::invalid(format!("ERROR: {}", all.join(" ")))
    })
}

/// Reports an impossible digit or mark, or continues with the position.
macro_rules! position_or_return {
    ($asked:expr) => {
        match position($asked) {
            Ok(state) => state,
            Err(body) => return Some(body),
        }
    };
}

fn estimate(asked: &PageRequest, dives: u64, replies: &Replies, limits: &Limits<'_>) -> Option<Body> {
    let compiled = asked.kept.document.compiled();
    let state = position_or_return!(asked);
    let mut solver = Solver::new(compiled.model());
    let (mut all, mut seed, mut samples) = (Dives::default(), 0, 100);
    loop {
        let begun = Instant::now();
        let answer = solver.estimate(&state.board, samples, seed, limits);
        if let Some(stopped) = answer.stopped {
            return early(stopped);
        }
        all.add(u64::from(answer.value.samples), answer.value.count, answer.value.error);
        let body = Body::Estimate(all.told());
        if all.number() >= dives {
            return Some(body);
        }
        replies.send(body);
        if replies.stopped() {
            return None;
        }
        seed += 1;
        // Choose the number of dives so that a frame is sent at regular intervals.
        let spent = begun.elapsed();
        if spent < BETWEEN / 2 {
            samples = samples.saturating_mul(2).min(1 << 20);
        } else if spent > BETWEEN * 2 {
            samples = (samples / 2).max(1);
        }
    }
}

fn path(asked: &PageRequest, limits: &Limits<'_>) -> Option<Body> {
    let compiled = asked.kept.document.compiled();
    let state = position_or_return!(asked);
    let truth = asked.kept.document.truth(&Limits { nodes: TRUTH, ..*limits });
    let options = ExplainOptions { start: Some(state), ways: ways(asked), truth: Some(&truth) };
    let explanation = explain(compiled, options, limits);
    if limits.stop.is_some_and(|stop| stop()) {
        return None;
    }
    let mut lines: Vec<&str> = explanation.texts.iter().map(|text| &*text.short).collect();
    let broken = explanation.path.outcome == Outcome::Contradiction || has_empty(compiled, &explanation.path.end);
    match (broken, lines.is_empty()) {
        (true, _) => lines.push(BROKEN),
        (false, true) => lines.push(NO_STEPS),
        (false, false) => {}
    }
    Some(logical(compiled, &explanation.path.end, lines.join("\n"), !broken))
}

fn step(asked: &PageRequest, limits: &Limits<'_>) -> Option<Body> {
    let compiled = asked.kept.document.compiled();
    let state = position_or_return!(asked);
    if has_empty(compiled, &state) {
        return Some(logical(compiled, &state, BROKEN.to_owned(), false));
    }
    if differs(asked, &state) {
        return Some(logical(compiled, &state, "Initial candidates.".to_owned(), true));
    }
    let truth = asked.kept.document.truth(&Limits { nodes: TRUTH, ..*limits });
    let options = ExplainOptions { start: Some(state), ways: ways(asked), truth: Some(&truth) };
    let found = explain_telling(compiled, options, limits, |_| ControlFlow::Break(()));
    if limits.stop.is_some_and(|stop| stop()) {
        return None;
    }
    let end = &found.path.end;
    let broken = found.path.outcome == Outcome::Contradiction || has_empty(compiled, end);
    let message = match found.texts.first() {
        Some(text) => text.short.clone(),
        None if broken => BROKEN.to_owned(),
        None => NO_STEPS.to_owned(),
    };
    Some(logical(compiled, end, message, !broken))
}

/// Whether the page shows other candidates than the given ones. Cells without marks show no candidates.
fn differs(asked: &PageRequest, state: &State) -> bool {
    let compiled = asked.kept.document.compiled();
    let shown = |c: Cell| asked.progress.iter().find(|p| p.cell == c);
    grid(compiled).any(|c| {
        if state.placed.contains(c) {
            return false;
        }
        let marks = shown(c).map_or(&[][..], |p| &p.marks);
        marks != compiled.digits(c, state.board.values(c))
    })
}

fn has_empty(compiled: &Compiled, state: &State) -> bool {
    grid(compiled).any(|c| state.board.values(c).is_empty())
}

fn logical(compiled: &Compiled, state: &State, message: String, is_valid: bool) -> Body {
    let cells = grid(compiled).map(|c| {
        let values = state.board.values(c);
        match state.board.fixed(c).filter(|_| state.placed.contains(c)) {
            Some(value) => Shown { value: compiled.model().number(Candidate::new(c, value)), candidates: None },
            None => Shown { value: 0, candidates: Some(compiled.digits(c, values)) },
        }
    });
    Body::Logical { cells: cells.collect(), message, is_valid }
}

/// The techniques that the page allows.
fn ways(asked: &PageRequest) -> TechniqueFilter {
    let mut ways = TechniqueFilter::default();
    for family in &asked.without {
        if family == "contradictions" {
            ways.trial = false;
        }
        ways.techniques.retain(|t| !is_of(family, t.info().id));
    }
    ways
}

/// Whether a technique belongs to this family of the protocol.
fn is_of(family: &str, id: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| id.contains(word));
    let fish = has(&["swordfish", "jellyfish", "squirmbag", "whale"]) || id == "x_wing" || id.ends_with("_x_wing");
    match family {
        "tuples" => has(&["_pair", "_triple", "_quad"]) && !has(&["remote", "bent", "clue"]),
        "pointing" => has(&["pointing", "claiming", "common_peers"]),
        "fishes" => fish,
        "wings" => id.ends_with("_wing") && !fish || id == "bent_quad",
        "aic" => {
            has(&["aic", "_chain", "nice_loop", "turbot", "skyscraper", "kite", "remote_pair", "colors"])
                && !has(&["forcing", "clue"])
        }
        "contradictions" => has(&["forcing", "trial", "contradiction"]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_part_the_techniques() {
        let all = TechniqueFilter::default().techniques;
        let of = |family: &str| all.iter().map(|t| t.info().id).filter(|id| is_of(family, id)).collect::<Vec<_>>();
        let families = ["tuples", "pointing", "fishes", "wings", "aic", "contradictions"];
        for (i, family) in families.iter().enumerate() {
            assert!(!of(family).is_empty(), "{family}");
            for other in &families[i + 1..] {
                assert!(of(family).iter().all(|id| !is_of(other, id)), "{family} and {other}");
            }
        }
        assert!(of("fishes").contains(&"x_wing") && of("wings").contains(&"xy_wing"));
        assert!(families.iter().all(|f| !is_of(f, "hidden_single") && !is_of(f, "naked_single")));
    }
}
