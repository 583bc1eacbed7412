//! Numbers next to the grid that have an arrow and are also clues about their row or column: "an X-sum, and also a Little Killer
//! clue".

use super::figure::{Base, Figure, Looks};
use super::form::Form;
use super::judge::Judge;
use super::prose::Prose;
use super::reading::{Reading, ranked};
use super::taken::Taken;

/// A second clue for each of the figures in `group`; `None` unless a sentence gives them two meanings.
pub(super) fn second(
    first: &Form<'_>,
    looks: &Looks,
    group: &[&Figure],
    known: &[Form<'_>],
    (prose, judge): (&Prose<'_>, &Judge<'_>),
) -> Option<Taken> {
    if looks.base != Base::Pointed || group.iter().any(|figure| figure.strokes.is_empty()) {
        return None;
    }
    let looks = Looks { base: Base::Outside, ..looks.clone() };
    let turned: Vec<Figure> = group
        .iter()
        .map(|figure| Figure { looks: looks.clone(), cells: figure.strokes.clone(), ..(*figure).clone() })
        .collect();
    let turned: Vec<&Figure> = turned.iter().collect();
    let forms = known.iter().filter(|form| form.fits(&looks) && prose.says_both(&first.phrases, &form.phrases));
    let readings = forms.filter_map(|form| Reading::of(form, &looks, &turned, false, prose, judge));
    let (ranked, _) = ranked(readings.collect(), judge, false);
    ranked.first().map(|reading| reading.taken(&looks, &turned, judge))
}
