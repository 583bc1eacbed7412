//! Checks reasons that concern the board itself and converts them to clauses, with one function per kind of reason.
//! Reasons that contain steps or assumptions are checked in [`super::checker`].

use super::budget::Budget;
use super::clauses::Clauses;
use super::near::Near;
use super::unproved::Unproved;
use super::{parts, ways};
use crate::board::deadly;
use crate::board::state::State;
use cluewright_core::model::{GroupId, SetId, TrueCount, Why};
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, Sort, Value, ValueSet};

/// If there are more ways than this to fill a constraint's cells, the constraint is first examined with only some of
/// the exclusions between the cells, within the work limit `SHORTLY`.
const WIDE: u64 = 100_000;
const SHORTLY: u64 = 100_000_000;
/// If there are more ways than this to fill a constraint's cells, the ways are not enumerated.
const HOPELESS: u64 = 1_000_000_000_000;

/// Adds the clause that at least one of the group's remaining candidates is true.
pub(super) fn group(
    model: &Model,
    state: &State,
    group: GroupId,
    live: &[Candidate],
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let group = model.network().groups().get(group.0 as usize).ok_or(Unproved::WrongBoard)?;
    let left = |c: &&Candidate| state.board.has(**c);
    if group.candidates.iter().filter(left).any(|c| !live.contains(c))
        || live.iter().any(|c| !group.candidates.contains(c))
        || group.truth == TrueCount::AtMostOne
    {
        return Err(Unproved::WrongBoard);
    }
    out.add(live.iter().map(|&c| (c, true)));
    Ok(())
}

/// Adds the clause that the two candidates are not both true.
pub(super) fn link(model: &Model, a: Candidate, b: Candidate, why: Why, out: &mut Clauses) -> Result<(), Unproved> {
    if !linked(model, a, b, why) {
        return Err(Unproved::NotLinked);
    }
    out.add([(a, false), (b, false)]);
    Ok(())
}

/// Checks that a constraint of the model, or a derived fact, forbids this combination: the candidates of `absent` are
/// gone, the candidates of `holds` are true, and the candidates of `fails` are false. Then adds the corresponding
/// clause.
pub(super) fn forbidden(
    model: &Model,
    state: &State,
    kind: &Kind,
    [absent, holds, fails]: [&[Candidate]; 3],
    budget: &mut Budget<'_>,
    out: &mut Clauses,
) -> Result<(), Unproved> {
    if absent.iter().any(|&c| state.board.has(c)) {
        return Err(Unproved::WrongBoard);
    }
    constraint_forbids(model, kind, absent, holds, fails, budget)?;
    out.add(holds.iter().map(|&c| (c, false)).chain(fails.iter().map(|&c| (c, true))));
    Ok(())
}

/// Checks that there are as many links as truths, and that the links cover all candidates of the truths. If so,
/// candidates of `gone` that lie in too many links are false.
pub(super) fn cover(
    model: &Model,
    state: &State,
    truths: &[GroupId],
    links: &[(SetId, Value)],
    gone: &[Candidate],
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let covered = |c: Candidate| {
        let holds = |l: &&(SetId, Value)| l.1 == c.value && model.set(l.0).cells.contains(&c.cell);
        links.iter().filter(holds).count()
    };
    let mut inside: Vec<Candidate> = Vec::new();
    for &truth in truths {
        let group = model.network().groups().get(truth.0 as usize).ok_or(Unproved::WrongBoard)?;
        if group.truth == TrueCount::AtMostOne {
            return Err(Unproved::WrongBoard);
        }
        inside.extend(group.candidates.iter().filter(|c| state.board.has(**c)));
    }
    let count = inside.len();
    inside.order();
    inside.dedup();
    let distinct = (1..links.len()).all(|i| !links[..i].contains(&links[i]));
    if inside.len() != count
        || links.len() != truths.len()
        || !distinct
        || links.iter().any(|l| l.0.0 as usize >= model.sets().len())
        || inside.iter().any(|&c| covered(c) == 0)
    {
        return Err(Unproved::DoesNotFollow);
    }
    for &c in gone {
        if covered(c) > usize::from(inside.contains(&c)) {
            out.add([(c, false)]);
        }
    }
    Ok(())
}

/// Checks that the digits of these cells could be exchanged; adds the clause that at least one of the guardians is
/// true.
pub(super) fn unique(
    model: &Model,
    state: &State,
    cells: &[(Cell, ValueSet)],
    guardians: &[Candidate],
    budget: &mut Budget<'_>,
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let mut spent = Ok(());
    let deadly = deadly::exchangeable(model, &state.board, cells, &mut |work| {
        spent = budget.spend(work);
        spent.is_err()
    });
    spent?;
    if !deadly {
        return Err(Unproved::NotDeadly);
    }
    // Every other candidate of these cells must either be gone or be a guardian.
    for &(cell, values) in cells {
        for v in state.board.values(cell).minus(values) {
            if !guardians.contains(&Candidate::new(cell, v)) {
                return Err(Unproved::NotDeadly);
            }
        }
    }
    out.add(guardians.iter().map(|&c| (c, true)));
    Ok(())
}

/// Checks that if `added` were true as well as the filled-in cells, its value and `other` could be exchanged everywhere
/// else; adds the clause that `added` is false.
pub(super) fn unique_rest(
    model: &Model,
    state: &State,
    filled: &[Candidate],
    added: Candidate,
    other: Value,
    out: &mut Clauses,
) -> Result<(), Unproved> {
    let truly = |c: &Candidate| state.placed.contains(c.cell) && state.board.has(*c);
    if !filled.iter().all(truly) || !deadly::rest_exchangeable(model, &state.board, filled, added, other) {
        return Err(Unproved::NotDeadly);
    }
    out.add([(added, false)]);
    Ok(())
}

/// Whether `why` shows that the two candidates are not both true.
fn linked(model: &Model, a: Candidate, b: Candidate, why: Why) -> bool {
    if a == b {
        return false;
    }
    match why {
        Why::SameCell => a.cell == b.cell,
        Why::Set(s) => model.sets().get(s.0 as usize).is_some_and(|set| {
            a.cell != b.cell && a.value == b.value && set.cells.contains(&a.cell) && set.cells.contains(&b.cell)
        }),
        Why::Link(l) => model.links().get(l as usize).is_some_and(|link| {
            let relation = model.relation(link.relation);
            let forbids = |x: Candidate, y: Candidate| {
                (link.a, link.b) == (x.cell, y.cell) && relation.forbidden(x.value).contains(y.value)
            };
            forbids(a, b) || forbids(b, a)
        }),
        Why::Group(g) => model.posted_groups().get(g as usize).is_some_and(|g| {
            g.truth != TrueCount::AtLeastOne && g.candidates.contains(&a) && g.candidates.contains(&b)
        }),
    }
}

/// Checks that no assignment of the constraint's cells satisfies `check` while containing all candidates of `holds`,
/// and none of `fails` or `absent`, regardless of the rest of the board.
fn constraint_forbids(
    model: &Model,
    kind: &Kind,
    absent: &[Candidate],
    holds: &[Candidate],
    fails: &[Candidate],
    budget: &mut Budget<'_>,
) -> Result<(), Unproved> {
    let cells = kind.cells();
    let narrow = |&cell: &Cell| {
        let mut set = model.cells()[cell.index()].domain;
        for c in absent.iter().chain(fails).filter(|c| c.cell == cell) {
            set.remove(c.value);
        }
        for c in holds.iter().filter(|c| c.cell == cell) {
            set &= ValueSet::of(c.value);
        }
        set.0
    };
    let named: Vec<u64> = cells.iter().map(narrow).collect();
    let many = ways::many(named.iter().copied());
    let wide = many > WIDE;
    if wide && budget.within(SHORTLY, |budget| parts::impossible(model, kind, &named, budget))? == Some(true) {
        return Ok(());
    }
    if many > HOPELESS && parts::keeps_all(kind) {
        return Err(Unproved::TooMuch(None));
    }
    let near = Near::new(model, cells);
    let half = budget.left() / 2;
    let some = match budget.within(half, |budget| ways::some(model, kind, &near, &named, budget))? {
        None if wide && parts::impossible(model, kind, &named, budget)? => false,
        None => return Err(Unproved::TooMuch(None)),
        Some(some) => some,
    };
    if some { Err(Unproved::Allowed) } else { Ok(()) }
}
