//! The scale of Sudoku Explainer: ER, EP and ED, for classic 9x9 grids and for the variants that its successors support.

use super::measure::{Measured, STOPPED, Scale, ScaleStep, UNFINISHED, givens, marks};
use crate::compiled::Compiled;
use crate::report::{Word, tenths};
use cluewright_scales::se::{MOST_WORK, NESTED_SCHEME, Profile, Puzzle, Rating, Variant, rate_until};
use std::collections::BTreeSet;

/// Sudoku Explainer with one of its sets of techniques.
pub(super) struct Explainer {
    pub(super) id: &'static str,
    pub(super) profile: Profile,
}

/// At this rating, in tenths, and above, programs differ in how they search for chains inside chains.
const NESTED: u16 = 105;
/// The rating, in tenths, that the scale gives if its techniques get stuck.
const BEYOND: u16 = 200;

/// Combinations of rules, each with the scale's variant that corresponds to the combination.
const KINDS: &[(&[&str], Variant)] = &[
    (&["disjoint-groups"], Variant::DisjointGroups),
    (&["windoku"], Variant::Windows),
    (&["diagonal-plus", "diagonal-minus"], Variant::Diagonals),
    (&["girandola"], Variant::Girandola),
    (&["asterisk"], Variant::Asterisk),
    (&["center-dot"], Variant::CentreDot),
    (&["anti-king"], Variant::AntiKing),
    (&["anti-knight"], Variant::AntiKnight),
    (&["nonconsecutive"], Variant::NonConsecutive),
    (&["nonconsecutive-cyclic"], Variant::NonConsecutiveCyclic),
    (&["nonconsecutive-diagonal"], Variant::NonConsecutiveDiagonal),
    (&["nonconsecutive-diagonal-cyclic"], Variant::NonConsecutiveDiagonalCyclic),
];

impl Scale for Explainer {
    fn id(&self) -> &'static str {
        self.id
    }

    fn leading(&self) -> &'static str {
        "er"
    }

    fn about(&self) -> &'static str {
        match self.profile {
            Profile::Se121 => "Sudoku Explainer 1.2.1: ER, EP and ED, the usual figures among players",
            Profile::Sukaku => "Sukaku Explainer 1.18.1: ER, EP and ED, with a larger set of techniques",
        }
    }

    fn fits(&self, compiled: &Compiled) -> Result<(), Word> {
        known(compiled).map(|_| ())
    }

    fn rate(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<Measured, Word> {
        Ok(measured(self.walked(compiled, false, stop)?))
    }

    fn path(&self, compiled: &Compiled, stop: &dyn Fn() -> bool) -> Result<(Measured, Vec<ScaleStep>), Word> {
        let mut rating = self.walked(compiled, true, stop)?;
        let step = |step: cluewright_scales::se::Step| {
            let rating = tenths(step.rating);
            let gone = step.eliminations.iter().copied();
            ScaleStep::of_grid(&step.technique, rating, format!("{rating:.1}"), step.place, gone)
        };
        let path = std::mem::take(&mut rating.steps).into_iter().map(step).collect();
        Ok((measured(rating), path))
    }
}

/// Converts a rating to a report.
fn measured(rating: Rating) -> Measured {
    let figures = [("er", rating.er), ("ep", rating.ep), ("ed", rating.ed)];
    let mut figures: Vec<_> = figures.into_iter().map(|(name, figure)| (name.into(), tenths(figure))).collect();
    figures.push(("steps".into(), f64::from(rating.count)));
    let note = match rating.er {
        BEYOND => Some("the techniques of this scale do not lead to the solution".into()),
        NESTED.. => Some(format!("nested chains are searched as in {NESTED_SCHEME}").into()),
        _ => None,
    };
    Measured {
        text: format!("ER {:.1}, EP {:.1}, ED {:.1}", tenths(rating.er), tenths(rating.ep), tenths(rating.ed)),
        figures: figures.into_iter().collect(),
        hardest: Some(rating.hardest).filter(|name| !name.is_empty()),
        note,
        ..Measured::default()
    }
}

impl Explainer {
    /// Follows the path that the scale rates; its steps are stored if requested.
    fn walked(&self, compiled: &Compiled, with_steps: bool, stop: &dyn Fn() -> bool) -> Result<Rating, Word> {
        let (puzzle, variants) = known(compiled)?;
        let rating = rate_until(&puzzle, self.profile, &variants, with_steps, MOST_WORK, stop).ok_or(STOPPED)?;
        if rating.cut {
            return Err(format!("{UNFINISHED}: ER is at least {:.1}", tenths(rating.er)).into());
        }
        Ok(rating)
    }
}

/// The givens of a puzzle (or its candidates, if some givens allow several digits), and its variants. Errors: the scale does not
/// support the puzzle.
fn known(compiled: &Compiled) -> Result<(Puzzle, Vec<Variant>), Word> {
    let puzzle = givens(compiled).map(Puzzle::Givens).or_else(|| marks(compiled).map(Puzzle::Marks));
    let puzzle = puzzle.ok_or("Sudoku Explainer's scale supports only 9x9 grids")?;
    Ok((puzzle, variants(compiled)?))
}

/// The scale's variants that correspond to the puzzle's rules. Errors: the scale does not support a rule.
fn variants(compiled: &Compiled) -> Result<Vec<Variant>, Word> {
    let mut rules: BTreeSet<&str> = compiled.model().origins().iter().map(|origin| &*origin.rule).collect();
    rules.remove("givens");
    let mut variants = Vec::new();
    for &(names, variant) in KINDS {
        if names.iter().all(|name| rules.contains(name)) {
            for name in names {
                rules.remove(name);
            }
            variants.push(variant);
        }
    }
    let next = |v: &Variant| {
        matches!(
            v,
            Variant::NonConsecutive
                | Variant::NonConsecutiveCyclic
                | Variant::NonConsecutiveDiagonal
                | Variant::NonConsecutiveDiagonalCyclic
        )
    };
    if variants.iter().filter(|v| next(v)).count() > 1 {
        return Err("no SE rating: that scale supports only one nonconsecutive rule at a time".into());
    }
    let moves = |v: &Variant| next(v) || matches!(v, Variant::AntiKing | Variant::AntiKnight);
    if compiled.puzzle().shape.wraps() && variants.iter().any(moves) {
        variants.push(Variant::Toroidal);
    }
    for house in ["rows", "columns"] {
        if !rules.remove(house) {
            return Err("no SE rating: that scale requires rows and columns without repeated digits".into());
        }
    }
    if !rules.remove("boxes") {
        variants.push(Variant::Latin);
    } else if !has_usual_boxes(compiled) {
        return Err("no SE rating: that scale does not support irregular regions".into());
    }
    match rules.first() {
        Some(rule) => Err(format!("no SE rating: that scale does not support the rule {rule}").into()),
        None => Ok(variants),
    }
}

/// Whether the puzzle's regions are the usual boxes of three by three cells.
fn has_usual_boxes(compiled: &Compiled) -> bool {
    let mut regions = compiled.puzzle().shape.regions();
    regions.all(|cells| {
        let number = |c: &cluewright_core::Cell| (c.index() / 27, c.index() % 9 / 3);
        cells.len() == 9 && cells.iter().all(|c| number(c) == number(&cells[0]))
    })
}
