//! Making puzzles as they are wished for, whichever way that takes.

use super::aim::Aim;
use super::givens::{Generator, Wanted};
use super::like::kinds_like;
use super::made::Generated;
use super::run::{Made, Quota, collected};
use super::setter::Setter;
use super::wish::Wish;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::hopeless::Hopeless;
use crate::scale::{OWN_SCALE, scale};
use crate::techniques::technique_of;
use cluewright_core::{BadInput, ClueTree, Puzzle};
use cluewright_logic::TECHNIQUES;
use cluewright_rules::Ruleset;
use cluewright_search::Limits;

/// Makes puzzles on the grid and rules of one. Where givens alone are new it is a [`Generator`], else a [`Setter`].
///
/// ```
/// use cluewright::generate::{Kind, Maker, Quota, Wish};
/// use cluewright::{Limits, formats};
/// let grid = formats::read("grid: 4x4\n")?.puzzle;
/// let givens = Maker::new(grid.clone(), Wish { seed: 3, ..Wish::default() }, &Limits::none())?;
/// assert!(givens.puzzles(&Quota::default(), &Limits::none())?[0].puzzle.clues.is_empty());
/// let wish = Wish { kinds: vec![Kind::read("killer-cage")?], ..Wish::default() };
/// let cages = Maker::new(grid, wish, &Limits::none())?;
/// assert!(!cages.puzzles(&Quota::default(), &Limits::none())?[0].puzzle.clues.is_empty());
/// # Ok::<(), cluewright::Error>(())
/// ```
#[derive(Debug)]
pub struct Maker(Way);

#[derive(Debug)]
enum Way {
    Givens { base: Box<Compiled>, wanted: Wanted, aim: Aim },
    Clues(Box<Setter>),
}

/// Can there be such puzzles? Told before they are looked for in vain. Errors: why not.
fn possible(base: &Puzzle, wish: &Wish) -> Result<(), BadInput> {
    let tenths = |n: u16| format!("{}.{}", n / 10, n % 10);
    let cells = base.shape.len();
    if let Some((low, high)) = wish.givens {
        if low > high {
            return Err(BadInput::new(format!("the fewest givens ({low}) are more than the most ({high})")));
        }
        if low as usize > cells {
            return Err(BadInput::new(format!("the grid has {cells} cells, so there are no {low} givens")));
        }
    }
    let easiest = TECHNIQUES.iter().flat_map(|t| t.infos()).map(|info| info.difficulty).min().unwrap_or(0);
    let band = wish.difficulty.unwrap_or((0, u16::MAX));
    if band.0 > band.1 {
        let (low, high) = (tenths(band.0), tenths(band.1));
        return Err(BadInput::new(format!("the difficulty is to be at least {low} and at most {high}")));
    }
    if band.1 < easiest {
        let why = format!("no step is rated {} or below", tenths(band.1));
        return Err(BadInput::new(why).hint(format!("the easiest is rated {}", tenths(easiest))));
    }
    let Some(info) = wish.technique.and_then(technique_of) else { return Ok(()) };
    if wish.avoid.contains(&info.id) {
        return Err(BadInput::new(format!("`{}` is to be needed and avoided", info.id)));
    }
    if info.difficulty > band.1 {
        let (is, high) = (tenths(info.difficulty), tenths(band.1));
        let why = format!("`{}` is rated {is}, and the hardest step is to be rated {high} at most", info.id);
        return Err(BadInput::new(why).hint(format!("a range up to {is} or more, or another technique")));
    }
    Ok(())
}

impl Maker {
    /// On the shape, rules and clues of a puzzle. Its givens are left out, and what it says of itself where that may not be
    /// true any more. Rules for clues that it names among those of the whole grid are meant as kinds of clues; that
    /// neighbours are never consecutive, say, is no wish for dots.
    ///
    /// Errors: those of the puzzle and its rules; a kind of clues, a symmetry or a scale that is none for such a grid.
    pub fn new(mut base: Puzzle, wish: Wish, limits: &Limits<'_>) -> Result<Self, Error> {
        Self::retitle(&mut base, &wish);
        Self::prepared(base, wish, limits)
    }

    /// The same without the puzzle's clues: where no kinds are wished for, about as many of the same kinds and sizes are
    /// made. Clues joined by `any of`, which nobody can propose one by one, stay.
    ///
    /// Errors: as of [`Self::new`].
    pub fn like(mut base: Puzzle, mut wish: Wish, limits: &Limits<'_>) -> Result<Self, Error> {
        Self::retitle(&mut base, &wish);
        if wish.kinds.is_empty() {
            wish.kinds = kinds_like(&base, &Ruleset::for_puzzle(&base, &[])?);
        }
        base.clues.retain(|tree| !matches!(tree, ClueTree::One(_)));
        Self::prepared(base, wish, limits)
    }

    /// What a puzzle says of itself goes where that is not true of others.
    fn retitle(base: &mut Puzzle, wish: &Wish) {
        if wish.jigsaw || !wish.kinds.is_empty() {
            base.title.clear();
            base.author.clear();
            base.text.clear();
        }
    }

    fn prepared(mut base: Puzzle, wish: Wish, limits: &Limits<'_>) -> Result<Self, Error> {
        let square = base.shape.height() == base.shape.width();
        if wish.symmetry.is_square() && !square {
            return Err(BadInput::new("this symmetry needs a square grid")
                .hint("rotate, horizontal, vertical and mirrors do not")
                .into());
        }
        possible(&base, &wish)?;
        base.givens.clear();
        base.solution.clear();
        base.progress.clear();
        base.foreign = None;
        let anew = wish.jigsaw || !wish.avoid.is_empty();
        let rules = Ruleset::for_puzzle(&base, &[])?;
        let names_kinds = base.rules.iter().any(|rule| rules.rule(&rule.rule).is_some_and(|rule| rule.is_clue));
        if wish.kinds.is_empty() && !names_kinds && !anew {
            let stop = || limits.stop.is_some_and(|stop| stop());
            let Wish { givens, symmetry, difficulty, unrated, seed, .. } = wish;
            // Somebody who wants a technique to be needed wants nothing that stands in its way.
            let minimal = wish.minimal.unwrap_or(wish.technique.is_some());
            let aim = Aim { technique: wish.technique, level: wish.level, distinct: wish.distinct };
            let base = Compiled::until(base, &[], &stop)?;
            if let Some(level) = wish.level {
                let why = scale(level.scale())?.fits(&base).err();
                if let Some(why) = why {
                    return Err(BadInput::new(why).hint(format!("the scale `{OWN_SCALE}` rates all puzzles")).into());
                }
            }
            return Ok(Self(Way::Givens {
                base: Box::new(base),
                wanted: Wanted { givens, minimal, symmetry, difficulty, unrated, seed },
                aim,
            }));
        }
        Setter::new(&base, &[], wish, limits).map(|setter| Self(Way::Clues(Box::new(setter))))
    }

    /// The puzzle without givens, at hand.
    pub fn base(&self) -> &Compiled {
        match &self.0 {
            Way::Givens { base, .. } => base,
            Way::Clues(setter) => setter.base(),
        }
    }

    /// What makes more than givens, where more is made.
    pub fn setter(&self) -> Option<&Setter> {
        match &self.0 {
            Way::Givens { .. } => None,
            Way::Clues(setter) => Some(setter),
        }
    }

    /// On how many cells a puzzle's clues lie, where clues are made; those that look along a line from outside lie on none.
    pub fn covered(&self, puzzle: &Puzzle) -> Option<usize> {
        self.setter().filter(|setter| setter.makes_clues()).map(|setter| setter.covered(puzzle))
    }

    /// Makes different puzzles, in an order that is the same every time. Errors: there are fewer, and why.
    pub fn puzzles(&self, quota: &Quota, limits: &Limits<'_>) -> Result<Vec<Generated>, Hopeless> {
        collected(|tell| self.run(quota, limits, tell))
    }

    /// The same, handed over one by one, and told of every attempt. Errors: fewer were found, and why.
    pub fn run(&self, quota: &Quota, limits: &Limits<'_>, tell: impl FnMut(Made)) -> Result<(), Hopeless> {
        match &self.0 {
            Way::Givens { base, wanted, aim } => {
                Generator::new(base, *wanted, limits)?.aiming(*aim).run(quota, limits, tell)
            }
            Way::Clues(setter) => setter.run(quota, limits, tell),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, OnScale};
    use cluewright_core::Shape;

    /// Why there is no maker for a grid of 6 rows.
    fn refused(wish: Wish) -> String {
        let grid = Puzzle::new(Shape::square(6).expect("a usual size"), 6);
        Maker::new(grid, wish, &Limits::none()).expect_err("a wish that cannot be met").to_string()
    }

    #[test]
    fn what_cannot_be_is_not_looked_for() {
        let wish = Wish::default;
        let x_wing = Some("x_wing");
        let kinds = |text: &str| Kind::read_all(text).expect("kinds");
        for (wish, why) in [
            (Wish { givens: Some((9, 8)), ..wish() }, "more than the most"),
            (Wish { givens: Some((37, 40)), ..wish() }, "36 cells"),
            (Wish { difficulty: Some((30, 20)), ..wish() }, "at least 3.0 and at most 2.0"),
            (Wish { difficulty: Some((0, 5)), ..wish() }, "no step is rated 0.5 or below"),
            (Wish { technique: x_wing, difficulty: Some((0, 20)), ..wish() }, "`x_wing` is rated"),
            (Wish { technique: x_wing, avoid: vec!["x_wing"], ..wish() }, "needed and avoided"),
            (Wish { level: OnScale::read("se", "2.0").ok(), ..wish() }, "nine by nine"),
            (Wish { level: OnScale::read("hodoku", "easy").ok(), ..wish() }, "9x9"),
            (Wish { kinds: kinds("regex"), ..wish() }, "cannot be made up"),
            (Wish { kinds: kinds("killer-cage=2:40..50"), ..wish() }, "40 cells"),
            (Wish { kinds: kinds("killer-cag"), ..wish() }, "did you mean `killer-cage`?"),
        ] {
            let told = refused(wish);
            assert!(told.contains(why), "{told}");
        }
    }
}
