//! A puzzle that is asked.

use crate::errors::{bad, raised};
use crate::interrupt::{Bounds, run};
use cluewright::cells::cells_named;
use cluewright::core::puzzle::Progress;
use cluewright::draw::{Theme, draw};
use cluewright::formats::Note;
use cluewright::guess::Guess;
use cluewright::hint::{player_state, progress_of};
use cluewright::logic::State;
use cluewright::operation::{self, Asked, Operation};
use cluewright::reader::Reader;
use cluewright::report::{ExtraReport, NoteReport, PuzzleReport, RuleReport, Solved, TechniqueReport};
use cluewright::{BadInput, Compiled, Document as Puzzle, Error, Limits, Truth, Verdict, Ways, picture};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// By which techniques: only these, none of those, tried in this order, with trials, with uniqueness.
type Techniques = (Vec<String>, Vec<String>, bool, bool, bool);

fn ways((only, avoid, in_order, trial, uniqueness): &Techniques) -> Result<Ways, Error> {
    fn names(list: &[String]) -> Vec<&str> {
        list.iter().map(String::as_str).collect()
    }
    let mut ways = Ways::default();
    if !only.is_empty() {
        ways = if *in_order { ways.in_order(&names(only))? } else { ways.only(&names(only))? };
    }
    ways = ways.avoiding(&names(avoid))?;
    (ways.trial, ways.uniqueness) = (*trial, *uniqueness);
    Ok(ways)
}

/// A player's grid: a text, or cells with a digit or marks.
#[derive(FromPyObject)]
pub(crate) enum Position {
    /// Digits or marks, in any format that a puzzle may be in.
    Grid(String),
    /// Name, digit, marks.
    Cells(Vec<(String, Option<i32>, Vec<i32>)>),
}

impl Position {
    fn progress(&self, compiled: &Compiled) -> Result<Vec<Progress>, Error> {
        match self {
            Self::Grid(text) => Ok(progress_of(compiled, &cluewright::formats::read(text)?.puzzle)?),
            Self::Cells(list) => {
                let one = |(name, placed, marks): &(String, Option<i32>, Vec<i32>)| {
                    let [cell] = cells_named(compiled, std::slice::from_ref(name))?[..] else {
                        return Err(BadInput::new(format!("`{name}` is no name of one cell")).into());
                    };
                    Ok(Progress { cell, placed: *placed, marks: marks.clone() })
                };
                list.iter().map(one).collect()
            }
        }
    }
}

/// Reads ordinary lines of digits: what they share is made once.
static LINES: LazyLock<Reader> = LazyLock::new(Reader::default);

/// Is it 81 digits and dots, of which there is nothing to tell but the givens?
fn is_plain(text: &str) -> bool {
    text.len() == 81 && text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// What a solution holds in the extra cells of one name: the name, the numbers of a grid, or the one number.
type ExtraParts = (String, Vec<Option<i32>>, Option<i32>);

/// A solution's digits, and what it holds in extra cells.
type SolutionParts = (String, Vec<ExtraParts>);

fn parts(extra: Vec<ExtraReport>) -> Vec<ExtraParts> {
    extra.into_iter().map(|extra| (extra.name, extra.values, extra.value)).collect()
}

/// Status, solutions, their number, whether that is exact, givens that contradict each other, and what each solution holds in
/// extra cells.
type SolvedParts = (&'static str, Vec<String>, u64, bool, Option<String>, Vec<Vec<ExtraParts>>);

/// A puzzle with its rules and its model, and what is known of it. Any number of threads may ask at the same time.
#[pyclass(frozen, module = "cluewright._native")]
pub(crate) struct Document {
    puzzle: Puzzle,
    notes: Vec<Note>,
    format: &'static str,
}

impl Document {
    pub(crate) fn compiled(&self) -> &Compiled {
        self.puzzle.compiled()
    }

    /// Asks a question; the answer as JSON.
    fn ask(
        py: Python<'_>,
        bounds: Bounds,
        asked: impl FnOnce(&Limits<'_>) -> Result<cluewright::report::Answer, Error> + Send,
    ) -> PyResult<String> {
        let answer = run(py, bounds, |limits| {
            asked(limits).map(|answer| serde_json::to_string(&answer).expect("an answer is JSON"))
        })?;
        answer.map_err(|e| raised(py, &e))
    }

    fn asked<'a>(&'a self, progress: Option<&'a [Progress]>) -> Asked<'a> {
        Asked { known: Some(self.puzzle.known()), progress, highlights: true, ..Asked::new(self.compiled()) }
    }

    fn progress(&self, position: Option<&Position>) -> Result<Option<Vec<Progress>>, Error> {
        position.map(|p| p.progress(self.compiled())).transpose()
    }
}

#[pymethods]
impl Document {
    #[new]
    #[pyo3(signature = (text, format, rules, guess, lenient))]
    fn new(
        py: Python<'_>,
        text: &str,
        format: Option<&str>,
        rules: Vec<String>,
        guess: Option<bool>,
        lenient: bool,
    ) -> PyResult<Self> {
        let read = |limits: &Limits<'_>| -> Result<Self, Error> {
            let stop = || limits.stop.is_some_and(|stop| stop());
            if rules.is_empty() && guess.is_none() && format.is_none_or(|f| f == "line") && is_plain(text) {
                let puzzle = LINES.compiled(text, &stop)?.into();
                return Ok(Self { puzzle, notes: Vec::new(), format: "line" });
            }
            let mut reader = Reader::default().adding(&rules)?;
            if let Some(id) = format {
                reader = reader.of_format(id)?;
            }
            if let Some(guess) = guess {
                reader = reader.guessing(if guess { Guess::Yes } else { Guess::No });
            }
            let reader = if lenient { reader.lenient() } else { reader };
            let (compiled, read) = reader.read(text, &stop)?;
            Ok(Self { puzzle: compiled.into(), notes: read.notes, format: read.format.info().id })
        };
        run(py, Bounds { nodes: 0, seconds: None }, read)?.map_err(|e| raised(py, &e))
    }

    fn solve(&self, py: Python<'_>, nodes: u64, seconds: Option<f64>) -> PyResult<SolvedParts> {
        let solved = run(py, Bounds { nodes, seconds }, |limits| {
            Solved::new(self.compiled(), &self.puzzle.solve(limits), limits)
        })?;
        let Solved { status, solutions, count, exact, clash, extra, .. } = solved;
        Ok((status.word(), solutions, count, exact, clash, extra.into_iter().map(parts).collect()))
    }

    /// The solutions with what each holds in extra cells, up to so many; and whether these are all.
    fn solutions(
        &self,
        py: Python<'_>,
        most: usize,
        nodes: u64,
        seconds: Option<f64>,
    ) -> PyResult<(Vec<SolutionParts>, bool)> {
        let found = run(py, Bounds { nodes, seconds }, |limits| {
            let (compiled, mut found, mut fault) = (self.compiled(), Vec::new(), None);
            let answer = cluewright::search::solutions(compiled.model(), &compiled.board(), limits, |solution| {
                if found.len() == most {
                    fault = Some(Ok(()));
                    return ControlFlow::Break(());
                }
                if let Err(why) = compiled.judge(solution, limits) {
                    fault = Some(Err(why));
                    return ControlFlow::Break(());
                }
                let extra = parts(ExtraReport::of_solution(compiled, solution));
                found.push((compiled.digits_text(solution), extra));
                ControlFlow::Continue(())
            });
            (found, fault.is_none() && answer.complete())
        })?;
        Ok(found)
    }

    fn count(&self, py: Python<'_>, limit: u64, list: bool, nodes: u64, seconds: Option<f64>) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| {
            operation::Count { limit, list }.ask(&self.asked(None), limits)
        })
    }

    fn candidates(&self, py: Python<'_>, counts: Option<u32>, nodes: u64, seconds: Option<f64>) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| {
            operation::Candidates { counts }.ask(&self.asked(None), limits)
        })
    }

    fn explain(
        &self,
        py: Python<'_>,
        by: Techniques,
        verify: bool,
        nodes: u64,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| {
            operation::Explain { ways: ways(&by)?, verify }.ask(&self.asked(None), limits)
        })
    }

    fn hint(
        &self,
        py: Python<'_>,
        position: Option<Position>,
        level: u8,
        by: Techniques,
        nodes: u64,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| {
            let progress = self.progress(position.as_ref())?;
            operation::Hint { ways: ways(&by)?, level }.ask(&self.asked(progress.as_deref()), limits)
        })
    }

    #[allow(clippy::too_many_arguments, reason = "each is an argument of the Python function")]
    fn steps(
        &self,
        py: Python<'_>,
        position: Option<Position>,
        cells: Vec<String>,
        digits: Vec<String>,
        by: Techniques,
        nodes: u64,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| {
            let progress = self.progress(position.as_ref())?;
            let operation = operation::Steps { ways: ways(&by)?, cells, digits, other_ways: false };
            operation.ask(&self.asked(progress.as_deref()), limits)
        })
    }

    #[allow(clippy::needless_pass_by_value, reason = "Python gives them away")]
    fn rate(&self, py: Python<'_>, scales: Vec<String>, nodes: u64, seconds: Option<f64>) -> PyResult<String> {
        let scales = scales.iter().map(|name| cluewright::scale::scale(name)).collect::<Result<_, _>>();
        let rate = operation::Rate { scales: scales.map_err(|e| bad(py, e))?, ..operation::Rate::default() };
        Self::ask(py, Bounds { nodes, seconds }, |limits| rate.ask(&self.asked(None), limits))
    }

    fn check(&self, py: Python<'_>, minimise: bool, nodes: u64, seconds: Option<f64>) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| operation::Check { minimise }.ask(&self.asked(None), limits))
    }

    fn convert(&self, py: Python<'_>, to: &str, lossy: bool, nodes: u64, seconds: Option<f64>) -> PyResult<String> {
        let format = cluewright::formats::by_id(to).map_err(|e| bad(py, e))?;
        Self::ask(py, Bounds { nodes, seconds }, |limits| {
            operation::Convert { format, lossy }.ask(&self.asked(None), limits)
        })
    }

    fn canonical(&self, py: Python<'_>, nodes: u64, seconds: Option<f64>) -> PyResult<String> {
        Self::ask(py, Bounds { nodes, seconds }, |limits| operation::Canonical.ask(&self.asked(None), limits))
    }

    /// The puzzle as data: JSON.
    fn describe(&self) -> String {
        let report = PuzzleReport::of(self.compiled(), self.format, &self.notes);
        serde_json::to_string(&report).expect("a report is JSON")
    }

    /// What there is to say of how it was read: kind and sentence.
    fn notes(&self) -> Vec<(String, String)> {
        self.notes.iter().map(NoteReport::new).map(|n| (n.kind.into_owned(), n.text)).collect()
    }

    /// What it says to a solver: the same for puzzles that have the same answers.
    fn logical(&self) -> String {
        cluewright::compiled::logical_text(self.puzzle.puzzle())
    }

    /// The givens as one line.
    fn givens(&self) -> String {
        self.compiled().givens_text()
    }

    /// Rows and columns.
    fn size(&self) -> (u16, u16) {
        let shape = &self.puzzle.puzzle().shape;
        (shape.height(), shape.width())
    }

    /// A picture, and the sentence of the step that it shows.
    #[pyo3(signature = (*, step, solution, candidates, position, theme, words, width, prefix))]
    #[allow(clippy::too_many_arguments, reason = "each is an argument of the Python function")]
    fn svg(
        &self,
        py: Python<'_>,
        step: Option<usize>,
        solution: bool,
        candidates: bool,
        position: Option<Position>,
        theme: &str,
        words: bool,
        width: Option<f64>,
        prefix: String,
    ) -> PyResult<(String, Option<String>)> {
        let drawn = |limits: &Limits<'_>| -> Result<(String, Option<String>), Error> {
            let compiled = self.compiled();
            let mut scene = picture::scene(compiled);
            scene.prefix = prefix;
            scene.theme = theme_named(theme)?;
            if words {
                (scene.heading, scene.words) = picture::words(compiled);
            }
            let written = self.progress(position.as_ref())?;
            let written = written.as_deref().unwrap_or(&self.puzzle.puzzle().progress);
            let mut text = None;
            if let Some(number) = step {
                let walked = self.puzzle.explain(&Ways::default(), limits);
                let found = walked.path.positions(compiled.model()).zip(&walked.texts).nth(number.wrapping_sub(1));
                let Some(((state, step), told)) = found else {
                    let message = format!("there is no step {number}: the path has {}", walked.path.steps.len());
                    return Err(BadInput::new(message).into());
                };
                scene.highlights = picture::highlights(compiled, &state, step);
                picture::put_position(&mut scene, compiled, &state);
                text = Some(told.short.clone());
            } else if solution {
                match self.puzzle.solve(limits).value {
                    Verdict::Unique(values) => picture::put_solution(&mut scene, compiled, &values),
                    Verdict::Multiple(values, _) => {
                        picture::put_solution(&mut scene, compiled, &values);
                        text = Some("One of its solutions; there are more.".to_owned());
                    }
                    verdict @ Verdict::None => return Err(Error::NotUnique(verdict)),
                    Verdict::Unknown(_) => return Err(BadInput::stopped("no solution was found in time").into()),
                }
            } else if candidates {
                let start = player_state(compiled, written, &Truth::of(Verdict::Unknown(None)));
                let start = start.unwrap_or_else(|_| State::start(compiled.model()));
                picture::put_position(&mut scene, compiled, &start);
            } else if !written.is_empty() {
                scene.board = picture::progress(compiled, written);
            }
            Ok((draw(&scene).sized(width), text))
        };
        run(py, Bounds { nodes: 0, seconds: None }, drawn)?.map_err(|e| raised(py, &e))
    }

    /// Pictures of the steps of a path: each position, and what the step points at there.
    fn pictures(
        &self,
        py: Python<'_>,
        by: Techniques,
        first: usize,
        most: usize,
        theme: &str,
        width: Option<f64>,
    ) -> PyResult<Vec<String>> {
        let drawn = |limits: &Limits<'_>| -> Result<Vec<String>, Error> {
            let compiled = self.compiled();
            let walked = self.puzzle.explain(&ways(&by)?, limits);
            let theme = theme_named(theme)?;
            let positions = walked.path.positions(compiled.model()).enumerate().skip(first).take(most);
            let one = |(i, (state, step)): (usize, (State, &cluewright::logic::Step))| {
                let mut scene = picture::scene(compiled);
                scene.theme = theme;
                scene.prefix = format!("step{i}-");
                scene.highlights = picture::highlights(compiled, &state, step);
                picture::put_position(&mut scene, compiled, &state);
                draw(&scene).sized(width)
            };
            Ok(positions.map(one).collect())
        };
        run(py, Bounds { nodes: 0, seconds: None }, drawn)?.map_err(|e| raised(py, &e))
    }
}

fn theme_named(word: &str) -> Result<Theme, Error> {
    let named = Theme::named(word).ok_or_else(|| {
        let all: Vec<&str> = Theme::ALL.iter().map(|t| t.word()).collect();
        BadInput::new(format!("there is no theme `{word}`")).hint(all.join(", "))
    });
    Ok(named?)
}

/// The formats that texts are read in and written in: id, and what it is.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, &'static str)> {
    cluewright::formats::FORMATS.iter().map(|f| (f.info().id, f.info().about)).collect()
}

/// The techniques, as JSON.
#[pyfunction]
pub(crate) fn techniques() -> String {
    use cluewright::logic::{RARE, TECHNIQUES};
    let mut all: Vec<TechniqueReport> = Vec::new();
    for info in TECHNIQUES.iter().chain(RARE).flat_map(|t| t.infos()) {
        // Some have several ways to look for one thing.
        if !all.iter().any(|t| t.id == info.id) {
            all.push(TechniqueReport::new(info));
        }
    }
    serde_json::to_string(&all).expect("techniques are JSON")
}

/// The rules of the library, as JSON.
#[pyfunction]
pub(crate) fn rules() -> String {
    let library = cluewright::rules::Ruleset::library();
    let all: Vec<RuleReport> = library.rules().map(RuleReport::new).collect();
    serde_json::to_string(&all).expect("rules are JSON")
}
