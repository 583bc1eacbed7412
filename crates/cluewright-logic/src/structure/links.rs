//! The links of all constraints of a position.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::follow::consequences::{Consequences, consequences};
use crate::step::found::Found;
use cluewright_core::model::ConstraintId;
use std::cell::OnceCell;
use std::rc::Rc;

/// Which candidates are not both true because of one constraint, beyond those that see each other; both ways.
#[derive(Debug)]
pub(crate) struct Links {
    /// By candidate: the others.
    rows: Vec<Option<Bits>>,
    /// By candidate: the others and the constraint that says so.
    by: Vec<Vec<(u32, ConstraintId)>>,
    /// What they come from.
    seen: Vec<(ConstraintId, Rc<Consequences>)>,
    lost: OnceCell<Vec<Vec<(u32, ConstraintId)>>>,
}

impl Links {
    /// Of all constraints. None when work ran out.
    pub(crate) fn new(view: &View, found: &mut Found) -> Option<Self> {
        let space = view.space();
        let room = space.room();
        let (rows, by) = (vec![None; room], vec![Vec::new(); room]);
        let mut links = Self { rows, by, seen: Vec::new(), lost: OnceCell::new() };
        for id in space.facts() {
            let seen = consequences(view, id, found)?;
            for (x, gone) in &seen.gone {
                for &y in gone {
                    links.add(room, *x, y, id);
                    links.add(room, y, *x, id);
                }
            }
            links.seen.push((id, seen));
        }
        Some(links)
    }

    /// By candidate: what cannot be true without it, and the constraint that says so. The view is of the position these
    /// are the links of.
    pub(crate) fn lost(&self, view: &View) -> &[Vec<(u32, ConstraintId)>] {
        self.lost.get_or_init(|| {
            let mut all = vec![Vec::new(); view.space().room()];
            for (id, seen) in &self.seen {
                for (x, lost) in seen.lost(view, *id) {
                    all[*x as usize].extend(lost.iter().map(|&z| (z, *id)));
                }
            }
            all
        })
    }

    fn add(&mut self, room: usize, x: u32, y: u32, id: ConstraintId) {
        let row = self.rows[x as usize].get_or_insert_with(|| Bits::new(room));
        if !row.has(y) {
            row.insert(y);
            self.by[x as usize].push((y, id));
        }
    }

    /// What cannot be true with a candidate by some constraint.
    pub(crate) fn row(&self, x: u32) -> Option<&Bits> {
        self.rows[x as usize].as_ref()
    }

    /// The constraint by which two candidates are not both true.
    pub(crate) fn by(&self, x: u32, y: u32) -> Option<ConstraintId> {
        self.by[x as usize].iter().find(|b| b.0 == y).map(|b| b.1)
    }
}

/// The links of all constraints.
pub(crate) fn links(view: &View, found: &mut Found) -> Option<Rc<Links>> {
    if let Some(made) = view.tables().get(0) {
        return Some(made);
    }
    let made = Links::new(view, found)?;
    Some(view.tables().put(0, made))
}
