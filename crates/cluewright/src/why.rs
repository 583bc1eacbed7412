//! Why a puzzle is not valid: which of its parts contradict each other, or where its solutions differ.

use crate::compiled::Compiled;
use crate::differences::{Difference, differences, differences_text};
use crate::error::Error;
use crate::report::Status;
use crate::unread::several;
use cluewright_core::{Candidate, Cell};
use cluewright_search::{Limits, Solver, Stopped, Verdict};

mod clash;
mod part;
mod story;

pub use clash::only;
pub use part::Part;

/// The verdict on a puzzle's validity, with the reasons.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Why {
    /// Whether the puzzle has one solution, none or several; unknown if a limit was reached first.
    pub status: Status,
    /// If there is no solution: givens and clues that cannot all hold in this grid, followed by the rules that the contradiction
    /// requires.
    pub against: Vec<Part>,
    /// Whether each given and clue in `against` is known to be necessary: without it, the others can hold.
    pub needed: bool,
    /// If there is no solution: how the parts contradict each other, in the fewest steps found, one sentence each. If there are
    /// several solutions: which digit would leave only one. Empty if that is not known.
    pub story: Vec<String>,
    /// If there are several solutions: where two of them differ.
    pub differ: Vec<Difference>,
    /// If there are several solutions: a digit that, as a given, would leave exactly one.
    pub one_more: Option<Candidate>,
    /// The limit that ended the search for the verdict or for a smaller set, if one did.
    pub stopped: Option<Stopped>,
    /// The verdict in a sentence or two.
    pub text: String,
}

impl Why {
    /// The text and the story, one sentence each.
    pub fn sentences(&self) -> Vec<String> {
        std::iter::once(self.text.clone()).chain(self.story.iter().cloned()).collect()
    }
}

/// Determines why a puzzle is not valid.
///
/// Errors: none at present. If a limit or the stop signal ends the work, [`Why::stopped`] says so.
///
/// ```
/// use cluewright::{Compiled, Limits, formats, why::why};
/// let text = "grid: 4x4\ngivens: 1.............4.\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r1c3 r2c3 total 3\n";
/// let found = why(&Compiled::new(formats::read(text)?.puzzle)?, &Limits::none())?;
/// assert_eq!(
///     found.text,
///     "These cannot both hold in a grid with the rule classic: the cage 3 at r1c1 and the cage 3 at r1c3."
/// );
/// assert_eq!(found.story.last().unwrap(), "Then there is no place left for 4 in row 1.");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn why(compiled: &Compiled, limits: &Limits<'_>) -> Result<Why, Error> {
    let answer = Solver::new(compiled.model()).verdict(&compiled.board(), limits);
    why_of(compiled, &answer.value, answer.stopped, limits)
}

/// Like `why`, for a known verdict. `stopped`: the limit because of which the verdict is unknown.
///
/// Errors: as for [`why`].
pub fn why_of(
    compiled: &Compiled,
    verdict: &Verdict,
    stopped: Option<Stopped>,
    limits: &Limits<'_>,
) -> Result<Why, Error> {
    let mut found = Why {
        status: Status::of(verdict),
        against: Vec::new(),
        needed: true,
        story: Vec::new(),
        differ: Vec::new(),
        one_more: None,
        stopped,
        text: String::new(),
    };
    match verdict {
        Verdict::Unique(_) => "The puzzle has one solution.".clone_into(&mut found.text),
        Verdict::Unknown(_) => {
            "Whether the puzzle has one solution is not known: a limit was reached.".clone_into(&mut found.text);
        }
        Verdict::Multiple(one, another) => {
            found.differ = differences(compiled, one, another);
            found.one_more = one_more(compiled, limits);
            let differ = differences_text(compiled, &found.differ).replacen("They differ", "Two of them differ", 1);
            found.text = format!("{}. {differ}", several(compiled.unread_of_several().as_ref()));
            found.story.extend(found.one_more.map(|c| {
                let model = compiled.model();
                format!("With {} in {} there would be only one solution.", model.value_name(c), model.cell_name(c.cell))
            }));
        }
        Verdict::None => {
            let clash = clash::smallest(compiled, limits)?;
            (found.against, found.needed, found.stopped) = (clash.parts, clash.needed, clash.stopped);
            found.text = sentence(compiled, &found.against, found.needed);
            if found.stopped.is_none() {
                found.story = story::of(compiled, &found.against, limits);
            }
        }
    }
    Ok(found)
}

/// The maximum number of parts that the sentence names.
const NAMED: usize = 12;

fn sentence(compiled: &Compiled, against: &[Part], needed: bool) -> String {
    let is_rule = |p: &&Part| matches!(p, Part::Rule(_));
    let rules: Vec<String> = against.iter().filter(is_rule).map(|p| p.said(compiled)).collect();
    let names: Vec<String> = against.iter().filter(|p| !is_rule(p)).map(|p| p.said(compiled)).collect();
    let rules = match &rules[..] {
        [] => String::new(),
        [one] => format!(" in a grid with {one}"),
        [rest @ .., last] => format!(" in a grid with {} and {last}", rest.join(", ")),
    };
    let text = match &names[..] {
        [] if rules.is_empty() => "The puzzle has no solution.".to_owned(),
        [] => format!("No grid can satisfy all of these rules:{}.", rules.trim_start_matches(" in a grid with")),
        [one] => format!("This alone cannot hold{rules}: {one}."),
        [one, other] => format!("These cannot both hold{rules}: {one} and {other}."),
        [rest @ .., last] if names.len() <= NAMED => {
            format!("These {} cannot all hold{rules}: {} and {last}.", names.len(), rest.join(", "))
        }
        _ => format!(
            "These {} cannot all hold{rules}: {} and {} more.",
            names.len(),
            names[..NAMED].join(", "),
            names.len() - NAMED
        ),
    };
    if needed {
        text
    } else {
        format!("{text} A limit was reached before it was known whether all of them are needed.")
    }
}

/// The maximum number of search nodes used to find a digit that would leave one solution.
const LOOK: u64 = 100_000;

/// A candidate that exactly one solution contains: as a given, it would leave only that solution.
fn one_more(compiled: &Compiled, limits: &Limits<'_>) -> Option<Candidate> {
    let limits = Limits { nodes: LOOK, progress: None, ..*limits };
    let found = Solver::new(compiled.model()).true_candidates(&compiled.board(), 2, &limits).value;
    let once = |cell: Cell| {
        let known = found.possible[cell.index()].minus(found.open[cell.index()]);
        let value = known.iter().find(|v| found.counts[cell.index()][v.index()] == 1)?;
        Some(Candidate::new(cell, value))
    };
    Cell::all(compiled.puzzle().shape.len()).find_map(once)
}
