//! Chooses how to make the requested puzzles.

use super::aim::Aim;
use super::givens::{Generator, GivensOptions};
use super::like::kinds_like;
use super::made::Generated;
use super::options::{GenerateOptions, Hardness, Kinds, Range};
use super::quick::doubt;
use super::run::{GenerateEvent, Quota, collected};
use super::setter::Setter;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::generate_error::GenerateError;
use crate::scale::{OWN_SCALE, scale};
use crate::techniques::technique_of;
use cluewright_core::{BadInput, ClueTree, Puzzle};
use cluewright_logic::TECHNIQUES;
use cluewright_rules::Ruleset;
use cluewright_search::Limits;

/// Makes puzzles with the grid and rules of a given puzzle: with a [`Generator`] if only givens are new, otherwise with a
/// [`Setter`].
///
/// ```
/// use cluewright::generate::{Kind, Kinds, Maker, Quota, GenerateOptions};
/// use cluewright::{Limits, formats};
/// let grid = formats::read("grid: 4x4\n")?.puzzle;
/// let givens = Maker::new(grid.clone(), GenerateOptions { seed: 3, ..GenerateOptions::default() }, &Limits::none())?;
/// assert!(givens.puzzles(&Quota::default(), &Limits::none())?[0].puzzle.clues.is_empty());
/// let wish = GenerateOptions { clues: Kinds(vec![Kind::read("killer-cage")?]), ..GenerateOptions::default() };
/// let cages = Maker::new(grid, wish, &Limits::none())?;
/// assert!(!cages.puzzles(&Quota::default(), &Limits::none())?[0].puzzle.clues.is_empty());
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Debug)]
pub struct Maker(Approach);

#[derive(Debug)]
enum Approach {
    Givens { base: Box<Compiled>, wanted: GivensOptions, aim: Aim },
    Clues(Box<Setter>),
}

/// Rejects requests that no puzzle can meet, before searching. Errors: the reason why no puzzle is possible.
fn possible(base: &Puzzle, wish: &GenerateOptions, hardness: Hardness) -> Result<(), BadInput> {
    let tenths = |n: u16| format!("{}.{}", n / 10, n % 10);
    let cells = base.shape.len();
    if let Some(Range(low, high)) = wish.givens {
        if low > high {
            return Err(BadInput::new(format!(
                "the minimum number of givens ({low}) is larger than the maximum ({high})"
            )));
        }
        if low as usize > cells {
            return Err(BadInput::new(format!("the grid has {cells} cells, so it cannot have {low} givens")));
        }
    }
    let easiest = TECHNIQUES.iter().flat_map(|t| t.infos()).map(|info| info.difficulty).min().unwrap_or(0);
    let band = hardness.step.unwrap_or((0, u16::MAX));
    if band.0 > band.1 {
        let (low, high) = (tenths(band.0), tenths(band.1));
        return Err(BadInput::new(format!("the lowest difficulty asked for ({low}) is above the highest ({high})")));
    }
    if band.1 < easiest {
        let why = format!("no step is rated {} or below", tenths(band.1));
        return Err(BadInput::new(why).hint(format!("the easiest technique is rated {}", tenths(easiest))));
    }
    let Some(info) = wish.technique().and_then(technique_of) else { return Ok(()) };
    if wish.avoid.contains(&info.id) {
        return Err(BadInput::new(format!("`{}` is both required and avoided", info.id)));
    }
    if info.difficulty > band.1 {
        let (is, high) = (tenths(info.difficulty), tenths(band.1));
        let why = format!("`{}` is rated {is}, but the hardest step may be rated at most {high}", info.id);
        return Err(BadInput::new(why).hint(format!("use a range up to {is} or more, or another technique")));
    }
    Ok(())
}

impl Maker {
    /// Prepares to make puzzles with the shape, rules and clues of a given puzzle. With [`GenerateOptions::like`] its clues are
    /// omitted, except those joined by `any:`, which cannot be proposed one by one. Its givens are always omitted, and so is any
    /// prose that may no longer be true. Rules for clues that the puzzle lists among the rules of the whole grid become kinds of
    /// clues; a rule such as "neighbours are never consecutive" does not request dots.
    ///
    /// Errors: the puzzle or a rule is invalid; or a kind of clues, a symmetry or a scale does not suit the grid.
    pub fn new(mut base: Puzzle, mut wish: GenerateOptions, limits: &Limits<'_>) -> Result<Self, Error> {
        // The base puzzle's title and text are dropped, because they need not be true of new puzzles.
        if wish.regions.is_some() || !wish.clues.0.is_empty() {
            base.title.clear();
            base.author.clear();
            base.text.clear();
        }
        if wish.like {
            if wish.clues.0.is_empty() {
                wish.clues = Kinds(kinds_like(&base, &Ruleset::for_puzzle(&base, &[])?));
            }
            base.clues.retain(|tree| !matches!(tree, ClueTree::One(_)));
        }
        let hardness = wish.hardness()?;
        let square = base.shape.height() == base.shape.width();
        if wish.symmetry.is_square() && !square {
            return Err(BadInput::new("this symmetry needs a square grid")
                .hint("rotate, horizontal, vertical and mirrors work on every grid")
                .into());
        }
        possible(&base, &wish, hardness)?;
        base.givens.clear();
        base.solution.clear();
        base.progress.clear();
        base.foreign = None;
        let anew = wish.regions.is_some() || !wish.avoid.is_empty();
        let rules = Ruleset::for_puzzle(&base, &[])?;
        let names_kinds = base.rules.iter().any(|rule| rules.rule(&rule.rule).is_some_and(|rule| rule.is_clue));
        if wish.clues.0.is_empty() && !names_kinds && !anew {
            let stop = || limits.stop.is_some_and(|stop| stop());
            // If a technique is required, redundant givens must not make it unnecessary.
            let minimal = wish.minimal.unwrap_or(wish.technique().is_some());
            let aim = Aim { technique: wish.technique(), level: hardness.level, distinct: wish.distinct };
            // Destructure all fields, so that a new option must be handled here.
            #[rustfmt::skip]
            let GenerateOptions {
                givens, symmetry, rated, seed,
                minimal: _, technique: _, distinct: _, difficulty: _, scale: _,
                clues: _, like: _, regions: _, prefer: _, avoid: _,
            } = wish;
            let (givens, difficulty, unrated) = (givens.map(|many| (many.0, many.1)), hardness.step, !rated);
            let base = Compiled::until(base, &[], &stop)?;
            if let Some(level) = hardness.level {
                let why = scale(level.scale())?.fits(&base).err();
                if let Some(why) = why {
                    return Err(BadInput::new(why)
                        .hint(format!("the scale `{OWN_SCALE}` supports all puzzles"))
                        .into());
                }
            }
            return Ok(Self(Approach::Givens {
                base: Box::new(base),
                wanted: GivensOptions { givens, minimal, symmetry, difficulty, unrated, seed },
                aim,
            }));
        }
        Setter::new(&base, &[], wish, limits).map(|setter| Self(Approach::Clues(Box::new(setter))))
    }

    /// A warning, known before the work begins, that puzzles requiring the requested technique are rare, with a list of techniques
    /// for which puzzles are found quickly. `None` if there is no reason to expect that.
    pub fn doubt(&self) -> Option<String> {
        match &self.0 {
            Approach::Givens { base, aim, .. } => doubt(base.model(), aim.technique?),
            Approach::Clues(_) => None,
        }
    }

    /// The compiled puzzle without givens.
    pub fn base(&self) -> &Compiled {
        match &self.0 {
            Approach::Givens { base, .. } => base,
            Approach::Clues(setter) => setter.base(),
        }
    }

    /// The setter, if clues are made as well as givens.
    pub fn setter(&self) -> Option<&Setter> {
        match &self.0 {
            Approach::Givens { .. } => None,
            Approach::Clues(setter) => Some(setter),
        }
    }

    /// The number of cells that a puzzle's clues cover, if clues are made; clues outside the grid cover none.
    pub fn covered(&self, puzzle: &Puzzle) -> Option<usize> {
        self.setter().filter(|setter| setter.makes_clues()).map(|setter| setter.covered(puzzle))
    }

    /// Makes different puzzles, in a deterministic order. Errors: the reason why there are fewer than requested.
    pub fn puzzles(&self, quota: &Quota, limits: &Limits<'_>) -> Result<Vec<Generated>, GenerateError> {
        collected(|tell| self.run(quota, limits, tell))
    }

    /// Like `puzzles`, but reports each puzzle as soon as it is made, and every attempt. Errors: the reason why there are fewer
    /// than requested.
    pub fn run(
        &self,
        quota: &Quota,
        limits: &Limits<'_>,
        tell: impl FnMut(GenerateEvent),
    ) -> Result<(), GenerateError> {
        match &self.0 {
            Approach::Givens { base, wanted, aim } => {
                Generator::new(base, *wanted, limits)?.aiming(*aim).run(quota, limits, tell)
            }
            Approach::Clues(setter) => setter.run(quota, limits, tell),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{HowHard, Kind};
    use crate::techniques::{TechniqueId, TechniqueIds};
    use cluewright_core::Shape;

    /// The reason why a request for a 6x6 grid is rejected.
    fn refused(wish: GenerateOptions) -> String {
        let grid = Puzzle::new(Shape::square(6).expect("a usual size"), 6);
        Maker::new(grid, wish, &Limits::none()).expect_err("a wish that cannot be met").to_string()
    }

    #[test]
    fn what_cannot_be_is_not_looked_for() {
        let wish = GenerateOptions::default;
        let x_wing = || Some(TechniqueId::named("x_wing").expect("a technique"));
        let avoid = TechniqueIds::named(&["x_wing"]).expect("a technique");
        let figures = |low, high| Some(HowHard::Figures(low, high));
        let on = |id: &str, word: &str| {
            let scale = Some(scale(id).expect("a scale"));
            GenerateOptions { scale, difficulty: Some(HowHard::Word(word.to_owned())), ..wish() }
        };
        let kinds = |text: &str| Kinds(Kind::read_all(text).expect("kinds"));
        for (wish, why) in [
            (GenerateOptions { givens: Some(Range(9, 8)), ..wish() }, "larger than the maximum"),
            (GenerateOptions { givens: Some(Range(37, 40)), ..wish() }, "36 cells"),
            (GenerateOptions { difficulty: figures(3.0, 2.0), ..wish() }, "(3.0) is above the highest (2.0)"),
            (GenerateOptions { difficulty: figures(0.0, 0.5), ..wish() }, "no step is rated 0.5 or below"),
            (GenerateOptions { technique: x_wing(), difficulty: figures(0.0, 2.0), ..wish() }, "`x_wing` is rated"),
            (GenerateOptions { technique: x_wing(), avoid, ..wish() }, "both required and avoided"),
            (on("se", "2.0"), "9x9 grids"),
            (on("hodoku", "easy"), "9x9"),
            (GenerateOptions { clues: kinds("regex"), ..wish() }, "cannot be generated"),
            (GenerateOptions { clues: kinds("killer-cage=2:40..50"), ..wish() }, "40 cells"),
            (GenerateOptions { clues: kinds("killer-cag"), ..wish() }, "did you mean `killer-cage`?"),
        ] {
            let told = refused(wish);
            assert!(told.contains(why), "{told}");
        }
    }
}
