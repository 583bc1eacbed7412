//! The titles of steps. Techniques have their own names; steps by clues are named after the rules of the clues and the shape of the
//! argument, as in "Cage combinations", "Thermometer: least and greatest", "Arrow and box 3", "45 rule: innies".

use super::phrase::{capital, count, list};
use crate::board::balance::Balance;
use crate::step::phrase::by_kind;
use crate::step::{Pattern, Reason, Step};
use cluewright_core::model::{ConstraintId, GroupId, GroupKind, Network};
use cluewright_core::{Candidate, Constraint, Kind, Model, OriginId};

/// Prepositions that introduce the position of a clue.
const LEADING: &[&str] = &["at", "between", "from", "in", "of", "on", "to"];
/// The maximum number of houses and rules that a title names; if there are more, only their number is given.
const NAMED: usize = 3;

/// The name of a step, as shown to people. Each technique of classic puzzles has a fixed name ([`crate::TechniqueInfo::name`]);
/// steps that use a clue are named after the clue.
pub fn name_of(model: &Model, step: &Step) -> String {
    let name = match &step.pattern {
        Pattern::Clue { constraint } => of_clue(model, *constraint),
        Pattern::ClueContains { constraint, .. } => match of_constraint(model, *constraint) {
            Some(noun) => Some(format!("{noun} must contain")),
            None => step.because.iter().find_map(|reason| match reason {
                Reason::Balance { balance, .. } => of_balance(model, balance),
                _ => None,
            }),
        },
        Pattern::Tied { origins } => match origins.as_slice() {
            [one] => of_rule(model, *one).or_else(|| together(model, origins)),
            _ => together(model, origins),
        },
        Pattern::Balance { balance } => of_balance(model, balance),
        Pattern::Own(own) => {
            let (facts, clues) = (own.facts(model), own.clues(model));
            match (facts.as_slice(), clues.len()) {
                ([_], 1) => together(model, &facts).map(|of| format!("{of}: ways to fill it")),
                _ => together(model, &facts),
            }
        }
        _ => together(model, &named_facts(model, step)),
    };
    name.map_or_else(|| step.technique.name.to_owned(), |name| capital(&name))
}

/// The clues, rules and houses after which a step is named; empty if the step has its technique's name.
fn named_facts(model: &Model, step: &Step) -> Vec<OriginId> {
    match &step.pattern {
        Pattern::Locked { group } => locked_by(model, step, *group),
        Pattern::Own(own) => own.facts(model),
        // An argument by a few facts is named after the facts; an argument that is too long for people keeps its technique's name.
        Pattern::Trial { .. } if !step.is_trial() => {
            let own = step.because.iter().find_map(|reason| match reason {
                Reason::Own(own) => Some(own.facts(model)),
                _ => None,
            });
            own.unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Of the facts after which a step is named, the houses.
pub fn houses_of(model: &Model, step: &Step) -> Vec<OriginId> {
    named_facts(model, step).into_iter().filter(|fact| is_house(model, *fact)).collect()
}

/// The kind of clue that an origin belongs to, without the clue's numbers and position: `cage` for `the cage {total} at {C}`.
/// `None` if nothing is left of the rule's noun.
pub fn noun_of(model: &Model, origin: OriginId) -> Option<String> {
    noun(&model.origin(origin).says)
}

fn noun(says: &str) -> Option<String> {
    let mut words: Vec<&str> = says.split('{').next().unwrap_or_default().split_whitespace().collect();
    while words.last().is_some_and(|word| LEADING.contains(word)) {
        words.pop();
    }
    if words.first() == Some(&"the") {
        words.remove(0);
    }
    (!words.is_empty()).then(|| words.join(" "))
}

fn of_constraint(model: &Model, constraint: ConstraintId) -> Option<String> {
    let posted = model.constraints().get(constraint.0 as usize)?;
    noun_of(model, posted.origin)
}

/// The name that the rule's text defines for steps by a single clue; `None` if the text defines no name.
fn of_rule(model: &Model, origin: OriginId) -> Option<String> {
    model.origin(origin).steps.as_deref().map(str::to_owned)
}

/// The title of a step by one clue: the kind of clue, and how the clue is used.
fn of_clue(model: &Model, constraint: ConstraintId) -> Option<String> {
    let origin = model.constraints().get(constraint.0 as usize)?.origin;
    if let Some(name) = of_rule(model, origin) {
        return Some(name);
    }
    let noun = noun_of(model, origin)?;
    Some(match look(&model.constraint(constraint).kind) {
        Some(look) => format!("{noun}{look}"),
        None => noun,
    })
}

/// How a person uses a constraint of this kind, worded to follow the name of the clue.
fn look(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Sum(_) | Kind::EqualSums(_) | Kind::Product(_) if kind.cells().len() > 2 => Some(" combinations"),
        Kind::Ordering(_) => Some(": least and greatest"),
        Kind::Count(_) => Some(": how many"),
        Kind::Connected(_) => Some(": what has to join"),
        Kind::All(all) => all.parts().iter().find_map(look),
        _ => None,
    }
}

/// The title of a step by a derived sum, such as `45 rule: innies`; the number is the total of a house in this puzzle.
fn of_balance(model: &Model, balance: &Balance) -> Option<String> {
    let Some((house, _)) = balance.houses.first() else {
        let clues: Vec<OriginId> = balance.clues.iter().map(|share| share.source.origin(model)).collect();
        return together(model, &clues);
    };
    let Kind::Sum(sum) = &balance.sum else { return Some("law of leftovers".to_owned()) };
    let cell = *model.set(*house).cells.first()?;
    let domain = model.cells()[cell.index()].domain;
    let total: i64 = domain.iter().map(|value| i64::from(model.number(Candidate::new(cell, value)))).sum();
    let full = domain.len() as usize == model.set(*house).cells.len();
    let rule = if full { format!("{total} rule") } else { "sum of a house".to_owned() };
    let inside = sum.terms().all(|(_, times)| times > 0);
    Some(format!("{rule}: {}", if inside { "innies" } else { "innies and outies" }))
}

fn is_house(model: &Model, fact: OriginId) -> bool {
    model.sets().iter().any(|set| set.house && set.origin == fact)
}

/// The facts after which a locked-candidates step is named: the clues or rules by which all places of a group see the candidate
/// and, if there is a clue, the house of these places. If only houses are involved, the step keeps its technique's name.
fn locked_by(model: &Model, step: &Step, group: GroupId) -> Vec<OriginId> {
    let network = model.network();
    let links = step.because.iter().filter_map(|reason| match reason {
        Reason::Link { why, .. } => Network::why_origin(model, *why),
        _ => None,
    });
    let mut facts: Vec<OriginId> = Vec::new();
    for fact in links.filter(|fact| !is_house(model, *fact)) {
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    let has_clue = facts.iter().any(|fact| model.origin(*fact).clue.is_some());
    if let (true, GroupKind::House(set, _)) = (has_clue, network.group(group).kind) {
        facts.push(model.set(set).origin);
    }
    facts
}

/// A list of clues and houses, such as `arrow and box 3` or `two thermometers`.
fn together(model: &Model, facts: &[OriginId]) -> Option<String> {
    let (mut clues, mut seen): (Vec<(String, usize)>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut rest: Vec<String> = Vec::new();
    for &fact in facts {
        match model.origin(fact).clue {
            Some(clue) if seen.contains(&clue) => {}
            Some(clue) => {
                seen.push(clue);
                let noun = noun_of(model, fact).unwrap_or_else(|| "clue".to_owned());
                match clues.iter_mut().find(|known| known.0 == noun) {
                    Some(known) => known.1 += 1,
                    None => clues.push((noun, 1)),
                }
            }
            None => {
                // A global rule involves many pairs of cells, so its noun is used without the cells.
                let name = if is_house(model, fact) { None } else { noun_of(model, fact) };
                let name = name.unwrap_or_else(|| model.origin_text(fact));
                let name = name.strip_prefix("the ").unwrap_or(&name).to_owned();
                if !rest.contains(&name) {
                    rest.push(name);
                }
            }
        }
    }
    let mut parts: Vec<String> = match clues.len() {
        ..=NAMED => clues.into_iter().map(|(noun, times)| several(&noun, times)).collect(),
        _ => vec![format!("{} clues", count(seen.len()))],
    };
    match rest.len() {
        ..=NAMED => parts.extend(by_kind(rest, "and")),
        // If clues are named, the houses around the clues need not be mentioned.
        _ if !parts.is_empty() => {}
        n if facts.iter().all(|fact| is_house(model, *fact)) => parts.push(format!("{} houses", count(n))),
        n => parts.push(format!("{} houses and rules", count(n))),
    }
    (!parts.is_empty()).then(|| list(parts.into_iter(), "and"))
}

/// A number of clues of one kind, such as `arrow` or `two arrows`.
pub(super) fn several(noun: &str, times: usize) -> String {
    match times {
        1 => noun.to_owned(),
        _ if noun.ends_with('s') => format!("{} {noun}", count(times)),
        _ if noun.ends_with('x') || noun.ends_with("ch") => format!("{} {noun}es", count(times)),
        _ => format!("{} {noun}s", count(times)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_clue_is_named_without_its_place() {
        let cases = [
            ("the cage {total} at {C}", Some("cage")),
            ("the V between {a} and {b}", Some("V")),
            ("the even cell {c}", Some("even cell")),
            ("the rule of doublers", Some("rule of doublers")),
            ("{n} at {L}", None),
        ];
        for (says, expected) in cases {
            assert_eq!(noun(says).as_deref(), expected);
        }
    }

    #[test]
    fn several_clues_of_a_kind_are_counted() {
        let cases = [
            ("arrow", 1, "arrow"),
            ("arrow", 2, "two arrows"),
            ("odd lots", 3, "three odd lots"),
            ("box", 2, "two boxes"),
        ];
        for (noun, times, expected) in cases {
            assert_eq!(several(noun, times), expected);
        }
    }
}
