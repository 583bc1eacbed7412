//! The texts for the first levels of a hint: the idea, the region, and the clues involved.

use cluewright_core::model::{GroupKind, Network, Why};
use cluewright_core::{Cell, Model, OriginId, Sort};
use cluewright_logic::text::{houses_of, name_of, noun_of};
use cluewright_logic::{Reason, Step};

/// The maximum number of cells, digits or clues that are named one by one.
const FEW: usize = 4;

/// The idea: the technique or, for a step about clues, the kind of clue and its approximate place.
pub(super) fn idea(model: &Model, step: &Step) -> String {
    let (mut nouns, clues): (Vec<String>, _) = (Vec::new(), clues(model, step));
    for &origin in &clues {
        let noun = noun_of(model, origin).map_or_else(|| "a clue".to_owned(), |noun| format!("the {noun}"));
        if !nouns.contains(&noun) {
            nouns.push(noun);
        }
    }
    if !nouns.is_empty() {
        let cells = match clues.as_slice() {
            [clue] if !model.origin(*clue).cells.is_empty() => model.origin(*clue).cells.clone(),
            _ => concluded(step),
        };
        let region = region(model, &cells).map_or_else(String::new, |place| format!(" {place}"));
        return format!("Look at {}{region}.", join(&nouns));
    }
    let shown = name_of(model, step);
    // The name of a step that mentions houses already gives a place: `Column 2 and box 1`.
    if !houses_of(model, step).is_empty() {
        let together = if shown.contains(" and ") { " together" } else { "" };
        return format!("Look at {}{together}.", shown.to_lowercase());
    }
    format!("Look for {}.", technique(model, step))
}

/// `a hidden single`: a step's technique in a sentence.
pub(super) fn technique(model: &Model, step: &Step) -> String {
    let shown = name_of(model, step);
    let name = shown.to_lowercase();
    // The name of a step that lists what it uses has no article: `arrow and box 3`.
    if shown != step.technique.name {
        return name;
    }
    // `X-Wing` and `ALS` begin with letters that are spelled out, which decides the article: an X, an A.
    let letters = |word: &str| word.split('-').next().unwrap_or_default().to_owned();
    let is_spelled = |word: &str| letters(word).chars().all(|c| c.is_ascii_uppercase());
    let word = |word: &str| if is_spelled(word) { word.to_owned() } else { word.to_lowercase() };
    let name = shown.split(' ').map(word).collect::<Vec<_>>().join(" ");
    let spelled = shown.split(' ').next().filter(|word| is_spelled(word));
    let is_vowel = match (spelled, name.as_bytes()) {
        (Some(word), _) => word.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X']),
        (None, [first, ..]) => b"aeiou".contains(first),
        (None, []) => false,
    };
    match name.as_bytes() {
        [.., before, b's'] if *before != b's' => name,
        [.., b'i', b'n', b'g'] if spelled.is_none() && !name.contains(' ') => format!("{name} candidates"),
        _ => format!("{} {name}", if is_vowel { "an" } else { "a" }),
    }
}

/// The cells of the conclusion or, if there are many, the digits of the conclusion.
pub(super) fn about(model: &Model, step: &Step) -> String {
    let cells: Vec<String> = concluded(step).into_iter().map(|c| model.cell_name(c)).collect();
    let digits = concluded_digits(model, step);
    match (cells.len(), digits.len()) {
        (..=FEW, _) => format!("The step is about {}.", join(&cells)),
        (_, 1) => format!("The step is about the digit {}.", digits[0]),
        (_, ..=FEW) => format!("The step is about the digits {}.", join(&digits)),
        (n, _) => format!("The step is about {} and {} more cells.", cells[..FEW - 1].join(", "), n - (FEW - 1)),
    }
}

/// A question about the digits of the conclusion, if there is nothing else to point out.
pub(super) fn digits(model: &Model, step: &Step) -> String {
    format!("What becomes of {} there?", join(&concluded_digits(model, step)))
}

/// Points out a clue to think about: the clue's cells, and the question that the clue answers.
pub(super) fn question(model: &Model, origin: OriginId, step: &Step) -> String {
    let name = model.origin_text(origin);
    let of_clue = &model.origin(origin).cells;
    let within = match of_clue.len() {
        2..=9 => format!(" ({})", of_clue.iter().map(|&c| model.cell_name(c)).collect::<Vec<_>>().join(", ")),
        _ => String::new(),
    };
    let cells: Vec<String> = concluded(step).into_iter().map(|c| model.cell_name(c)).collect();
    match cells.len() {
        1..=FEW => format!("Think about {name} alone{within}: what does it leave for {}?", join(&cells)),
        _ => format!("Think about {name} alone{within}: what does it rule out?"),
    }
}

/// The cells of the conclusion, each once.
fn concluded(step: &Step) -> Vec<Cell> {
    let mut cells: Vec<Cell> = step.placements.iter().chain(&step.eliminations).map(|c| c.cell).collect();
    cells.order();
    cells.dedup();
    cells
}

/// The digits of the conclusion, each once.
fn concluded_digits(model: &Model, step: &Step) -> Vec<String> {
    let mut digits: Vec<String> = Vec::new();
    for &candidate in step.placements.iter().chain(&step.eliminations) {
        let digit = model.value_name(candidate);
        if !digits.contains(&digit) {
            digits.push(digit);
        }
    }
    digits
}

/// The clues of a step, each once, if its technique or its first reason is about clues.
pub(super) fn clues(model: &Model, step: &Step) -> Vec<OriginId> {
    let of = |reason: &Reason| match reason {
        Reason::Constraint { constraint, .. } => Some(model.constraint(*constraint).origin),
        Reason::Balance { balance, .. } if balance.counts() => balance.clues.first().map(|s| s.source.origin(model)),
        Reason::Group { group, .. } => match model.network().group(*group).kind {
            GroupKind::Posted(i) => Some(model.posted_groups()[i as usize].origin),
            _ => None,
        },
        _ => None,
    };
    let linked = |reason: &Reason| match reason {
        Reason::Link { why: why @ (Why::Link(_) | Why::Group(_)), .. } => Network::why_origin(model, *why),
        other => of(other),
    };
    if !step.technique.id.starts_with("clue") && step.because.first().and_then(of).is_none() {
        return Vec::new();
    }
    let mut found: Vec<OriginId> = Vec::new();
    let own = step.because.iter().flat_map(|reason| match reason {
        Reason::Own(own) => own.clues(model),
        _ => Vec::new(),
    });
    for origin in step.because.iter().filter_map(linked).chain(own) {
        if !found.contains(&origin) {
            found.push(origin);
        }
    }
    found
}

/// The house that contains the most of these cells: `in box 4`. If several houses contain equally many, the last one is used,
/// because boxes come after rows and columns.
pub(super) fn region(model: &Model, cells: &[Cell]) -> Option<String> {
    let houses = model.sets().iter().filter(|set| set.house && model.origin(set.origin).clue.is_none());
    let counted = houses.map(|set| (cells.iter().filter(|c| set.cells.contains(c)).count(), set.origin));
    let (count, origin) = counted.filter(|(count, _)| *count > 0).max_by_key(|(count, _)| *count)?;
    let word = if count == cells.len() { "in" } else { "around" };
    Some(format!("{word} {}", model.origin_text(origin)))
}

/// `a, b and c`.
pub(super) fn join(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}
