//! Clue steps: eliminations from a single constraint.

use crate::board::view::View;
use crate::follow::reasons::{all_absent, removal_reason};
use crate::step::found::Found;
use crate::step::join::clue_of;
use crate::step::names::CLUE;
use crate::step::premises::clue_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::quiet::{Of, Quiet};
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Sort};

/// Eliminations from a single constraint; the level limits how many open cells the constraint may have.
pub(crate) struct Clue {
    /// Sets the maximum number of open cells: two at level 0, four at level 1, any number at level 2.
    pub(crate) level: usize,
}

static INNIES: TechniqueInfo = TechniqueInfo {
    id: "innies",
    name: "Innies",
    aliases: &["45 rule", "innie", "outie", "cage complement"],
    difficulty: 32,
    source: "our figure: one killer solver's traces put region sums above claiming combinations",
};
static INNIES_OUTIES: TechniqueInfo = TechniqueInfo {
    id: "innies_outies",
    name: "Innies and Outies",
    aliases: &["45 rule", "innie outie difference"],
    difficulty: 38,
    source: "our figure: innies with clues that reach outside",
};
static LEFTOVERS: TechniqueInfo = TechniqueInfo {
    id: "leftovers",
    name: "Law of Leftovers",
    aliases: &["set equivalence theory", "SET", "equivalent cells"],
    difficulty: 40,
    source: "our figure: above innies and outies, as there are two sides to count; the name is that of jigsaw solvers",
};

/// Eliminations from a single sum that is derived from houses and clues.
pub(crate) struct Sums;

impl Technique for Sums {
    fn info(&self) -> &'static TechniqueInfo {
        &INNIES
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&INNIES, &INNIES_OUTIES, &LEFTOVERS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let space = view.space();
        let sum = |id: &ConstraintId| space.balance(*id).is_some_and(|b| !b.counts());
        let name = |id: ConstraintId| match space.kind(id) {
            Kind::Sum(s) if s.terms().all(|t| t.1 > 0) => &INNIES,
            Kind::SameMultiset(_) => &LEFTOVERS,
            _ => &INNIES_OUTIES,
        };
        alone(view, space.facts().filter(sum), &name, usize::MAX, 0, found);
    }
}

/// Eliminations from a combination of clues that count values among the same cells.
pub(crate) struct Counts;

impl Technique for Counts {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[2]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let space = view.space();
        let counts = |id: &ConstraintId| space.balance(*id).is_some_and(|b| b.counts());
        alone(view, space.facts().filter(counts), &|_| self.info(), usize::MAX, 1, found);
    }
}

impl Technique for Clue {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[self.level]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let most = [2, 4, usize::MAX][self.level];
        let posted = view.model().constraints().len();
        // At the lowest level, also examine constraints without open cells: a violated constraint is the easiest
        // contradiction to see.
        let least = usize::from(self.level > 0);
        alone(view, view.space().facts().take(posted), &|_| self.info(), most, least, found);
    }
}

/// For constraints with more cells than this, all absent candidates are given as the reason, because even a minimal selection would
/// be too long to read.
const WIDE: usize = 24;
/// A step stops collecting eliminations once it has at least this many.
const MOST_GONE: usize = 60;

/// Reports the candidates that single constraints with `least..=most` open cells remove, clue by clue, easiest first.
fn alone(
    view: &View,
    facts: impl Iterator<Item = ConstraintId>,
    info: &dyn Fn(ConstraintId) -> &'static TechniqueInfo,
    most: usize,
    least: usize,
    found: &mut Found,
) {
    let space = view.space();
    let mut asked: Vec<ConstraintId> = Vec::new();
    let mut hits: Vec<(u16, ConstraintId)> = Vec::new();
    let mut scratch = view.board().clone();
    let quiet = Quiet::of(view, Of::Clues, space.facts().count());
    for id in facts {
        let kind = space.kind(id);
        let cells = kind.cells();
        if !(least..=most).contains(&open(view, kind)) {
            continue;
        }
        if found.spend(8 * cells.len() as u64) || (is_dear(kind) && found.poll()) {
            return;
        }
        asked.push(id);
        let print = space.fingerprint(id, view.board());
        if quiet.has(id.0, print) {
            continue;
        }
        if gone(kind, view.board(), &mut scratch).0.is_empty() {
            quiet.insert(id.0, print);
            continue;
        }
        hits.push((info(id).difficulty + harder(view, id), id));
    }
    hits.order_by_key(|h| h.0);
    let clue = |id: ConstraintId| {
        space.balance(id).is_none().then(|| clue_of(view.model(), view.model().constraint(id).origin)).flatten()
    };
    // Reasons are expensive, so they are computed only for the steps that are reported.
    let mut told: Vec<u32> = Vec::new();
    for (_, id) in hits {
        let of_clue = match clue(id) {
            Some(same) if told.contains(&same) => continue,
            Some(same) => {
                told.push(same);
                asked.iter().copied().filter(|other| clue(*other) == Some(same)).collect()
            }
            None => vec![id],
        };
        let Some(step) = to_the_end(view, &of_clue, info(id), found) else { return };
        found.push(step);
        if found.is_full() {
            return;
        }
    }
}

/// How many cells of a constraint have more than one candidate.
fn open(view: &View, kind: &Kind) -> usize {
    kind.cells().iter().filter(|&&c| view.values(c).len() > 1).count()
}

/// The difficulty that a constraint adds to a step, in tenths. The amount depends on the number of open cells and on the
/// constraint's rule.
fn harder(view: &View, id: ConstraintId) -> u16 {
    (open(view, view.space().kind(id)) as u16).min(12) + view.space().cost(id)
}

/// The candidates that a constraint removes from a board, and whether the constraint can hold at all; `scratch` is a temporary
/// board.
fn gone(kind: &Kind, board: &Board, scratch: &mut Board) -> (Vec<Candidate>, bool) {
    scratch.copy_from(board);
    let cells = kind.cells();
    if kind.propagate(scratch).is_err() {
        // The constraint cannot hold, so all its candidates are refuted; the candidates of one cell are enough to show this.
        let open = cells.iter().find(|&&c| board.values(c).len() > 1);
        let values = open.iter().flat_map(|&&c| board.values(c).iter().map(move |v| Candidate::new(c, v)));
        return (values.collect(), false);
    }
    let lost = |&c: &Cell| board.values(c).minus(scratch.values(c)).iter().map(move |v| Candidate::new(c, v));
    (cells.iter().flat_map(lost).collect(), true)
}

/// The step with everything that the constraints of a clue remove, applied repeatedly until they remove nothing more. `None` if
/// they remove nothing or the search is stopped.
fn to_the_end(view: &View, ids: &[ConstraintId], info: &'static TechniqueInfo, found: &mut Found) -> Option<Step> {
    let space = view.space();
    let (mut board, mut scratch) = (view.board().clone(), view.board().clone());
    let (mut all, mut reasons, mut hardest): (Vec<Candidate>, Vec<Reason>, u16) = Default::default();
    let pattern = |id: ConstraintId| match space.balance(id) {
        Some(balance) => Pattern::Balance { balance: std::sync::Arc::clone(balance) },
        None => Pattern::Clue { constraint: id },
    };
    let mut first = None;
    // After a constraint has changed the board, constraints that removed nothing before are examined again.
    let (mut at, mut silent) = (0, 0);
    while silent < ids.len() && all.len() < MOST_GONE {
        let id = ids[at % ids.len()];
        at += 1;
        let kind = space.kind(id);
        if found.spend(8 * kind.cells().len() as u64) && first.is_some() {
            break;
        }
        let (gone, holds) = gone(kind, &board, &mut scratch);
        if gone.is_empty() {
            silent += 1;
            continue;
        }
        silent = 0;
        for &g in &gone {
            if is_dear(kind) && found.poll() {
                return None;
            }
            let reason = match kind.cells().len() {
                ..=WIDE => removal_reason(space, &board, id, g, true),
                _ => clue_reason(space, id, all_absent(kind, &board, space.blank(), Some(g)), vec![g], Vec::new()),
            };
            reasons.push(reason.before(&all));
        }
        first = first.or(Some(id));
        hardest = hardest.max(harder(view, id));
        let broken = gone.iter().any(|g| board.remove(g.cell, g.value).is_err());
        all.extend(gone);
        if broken || !holds {
            break;
        }
    }
    Some(Step::new(info, pattern(first?)).remove(all).because(reasons).harder(hardest))
}

/// Whether propagating the constraint once may take much longer than polling the stop signal.
fn is_dear(kind: &Kind) -> bool {
    kind.cells().len() > WIDE
        || matches!(
            kind,
            Kind::Evaluated(_) | Kind::Any(_) | Kind::All(_) | Kind::Not(_) | Kind::Automaton(_) | Kind::Ranked(_)
        )
}
