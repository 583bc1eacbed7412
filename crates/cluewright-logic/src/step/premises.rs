//! Functions that techniques use to build premises.

use super::Reason;
use crate::board::bits::Bits;
use crate::board::space::Space;
use crate::board::view::View;
use cluewright_core::model::{ConstraintId, GroupId, SetId, Why};
use cluewright_core::{Candidate, Sort};
use std::sync::Arc;

/// The premise that, with these candidates absent, the constraint cannot hold if all candidates of `holds` are true and all of
/// `fails` are false.
pub(crate) fn clue_reason(
    space: &Space,
    id: ConstraintId,
    absent: Vec<Candidate>,
    holds: Vec<Candidate>,
    fails: Vec<Candidate>,
) -> Reason {
    match space.balance(id) {
        Some(balance) => Reason::Balance { balance: Arc::clone(balance), absent, holds, fails },
        None => Reason::Constraint { constraint: id, absent, holds, fails },
    }
}

/// The premise that one of a group's live candidates is true.
pub(crate) fn group_reason(view: &View, group: GroupId) -> Reason {
    Reason::Group { group, live: view.live_of(group) }
}

/// The premise that two candidates are not both true. `None` if the candidates are in the same cell or are not linked.
pub(crate) fn link_reason(view: &View, a: Candidate, b: Candidate) -> Option<Reason> {
    let why = view.space().network().why(view.model(), a, b)?;
    (why != Why::SameCell).then_some(Reason::Link { a, b, why })
}

/// The premises that each candidate of `these` sees each candidate of `those`. If a single set explains all of these links, every
/// premise uses that set, and the set is returned as well.
pub(crate) fn linked_by_one(view: &View, these: &[Candidate], those: &[Candidate]) -> (Option<SetId>, Vec<Reason>) {
    let network = view.space().network();
    let all = || these.iter().chain(those);
    let first = these.first().or(those.first());
    let same_value = first.is_some_and(|f| all().all(|c| c.value == f.value));
    let shared = first
        .filter(|_| same_value)
        .and_then(|f| network.sets_of(f.cell).iter().find(|s| all().all(|c| network.sets_of(c.cell).contains(s))));
    match shared {
        Some(&set) => {
            let pair = |&a: &Candidate| those.iter().map(move |&b| Reason::Link { a, b, why: Why::Set(set) });
            (Some(set), these.iter().flat_map(pair).collect())
        }
        None => (None, all_linked(view, these, those)),
    }
}

/// The premises that each candidate of `these` sees each candidate of `those`.
pub(crate) fn all_linked(view: &View, these: &[Candidate], those: &[Candidate]) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for &a in these {
        for &b in those {
            if a.cell != b.cell {
                reasons.extend(link_reason(view, a, b));
            }
        }
    }
    reasons
}

/// The candidates whose dense numbers are in this bit set, sorted.
pub(crate) fn candidates(view: &View, bits: &Bits) -> Vec<Candidate> {
    let mut list: Vec<Candidate> = bits.iter().map(|id| view.space().candidate(id)).collect();
    list.order();
    list
}
