//! Joint tables: all ways to fill in the cells of a clue, or of two touching clues, except for ways after which some
//! house that meets the cells could not be completed. Candidates that occur in none of the remaining ways are removed,
//! and so are candidates elsewhere that every remaining way rules out.
//!
//! The smallest case is pair exclusion: of three consecutive cells of a whispers line, the outer two are in one box,
//! and a certain digit in the middle would leave the same single digit for both. Tables are short: at most two clues
//! and at most [`MOST_WAYS`] ways.

use crate::board::space::mix;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::join::{clue_of, joined};
use crate::step::names::{HOUSES, TWO, WAYS};
use crate::step::premise::Own;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use cluewright_core::quick::QuickMap;
use cluewright_core::{Candidate, Model, Sort, SortedSet};
use fillings::{Fillings, FillingsCache, MOST_WAYS};
use said::Joint;
use std::cell::RefCell;
use std::rc::Rc;
use table::Table;
use units::{Unit, Units};

mod check;
mod fillings;
mod premise;
mod said;
mod table;
mod units;
mod words;

/// The number of tables compared before the easiest step is chosen.
const COMPARED: usize = 6;

/// The technique that examines tables of this many clues.
pub(crate) struct Tables {
    /// The number of clues in a table: 1 or 2.
    pub(crate) clues: usize,
}

impl Technique for Tables {
    fn info(&self) -> &'static TechniqueInfo {
        if self.clues == 1 { &WAYS } else { &TWO }
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        if self.clues == 1 { vec![&WAYS, &HOUSES] } else { vec![&TWO] }
    }

    fn most_work(&self) -> u64 {
        if self.clues == 1 { 30_000 } else { 60_000 }
    }

    fn find(&self, view: &View, found: &mut Found) {
        let units = Units::of(view);
        if units.list.is_empty() {
            return;
        }
        let look = JointProbe::new(view, &units);
        let mut steps = Vec::new();
        look.tables(self.clues, found, &mut |units, fillings, found| {
            let before = steps.len();
            steps.extend(look.conclude(units, fillings, found));
            steps.len() > before
        });
        steps.order_by_key(|s| s.difficulty);
        for step in joined(steps, |step| one_clue(view.model(), step)) {
            found.push(step);
        }
    }
}

/// The clue, if the step rests on a single clue; `None` if the step uses any other fact. Steps from several stretches
/// of the same clue count as one idea.
fn one_clue(model: &Model, step: &Step) -> Option<u32> {
    let Pattern::Own(own) = &step.pattern else { return None };
    match own.facts(model).as_slice() {
        [fact] => clue_of(model, *fact),
        _ => None,
    }
}

/// For each clue or pair of clues in which nothing was found, a hash of the candidates of their cells and the cells
/// around them at that time.
#[derive(Default)]
struct Silent(RefCell<QuickMap<(u32, u32), u64>>);

/// A callback for each table, with the clues and the ways to fill in their cells. The callback returns whether the
/// table allows a conclusion.
type Gives<'a, 'v> = dyn FnMut(&[&'v Unit], &Fillings, &mut Found) -> bool + 'a;

/// All candidates that tables of this many clues rule out. The result does not depend on the order of the cells and
/// clues.
pub(crate) fn refuted(view: &View, clues: usize, found: &mut Found) -> SortedSet<Candidate> {
    let units = Units::of(view);
    let mut gone = SortedSet::default();
    JointProbe::new(view, &units).tables(clues, found, &mut |units, fillings, found| {
        let dead = Table::new(view, units, fillings).dead(found);
        gone.extend(dead.iter().copied());
        !dead.is_empty()
    });
    gone
}

/// The search for tables in one position.
struct JointProbe<'v> {
    view: &'v View<'v>,
    units: &'v Units,
    /// For each clue, a hash of the candidates that the clue's table reads.
    prints: Vec<u64>,
    silent: Rc<Silent>,
    ways: Rc<FillingsCache>,
}

impl<'v> JointProbe<'v> {
    fn new(view: &'v View<'v>, units: &'v Units) -> Self {
        let print = |unit: &Unit| unit.scope.iter().fold(7, |h, &c| mix(h, view.values(c).0)) | 1;
        Self {
            view,
            units,
            prints: units.list.iter().map(print).collect(),
            silent: view.memory().of(0, Silent::default),
            ways: FillingsCache::of(view, units.list.len()),
        }
    }

    fn open(&self, unit: &Unit) -> usize {
        unit.cells.iter().filter(|&&c| self.view.values(c).len() > 1).count()
    }

    fn fillings(&self, at: usize, found: &mut Found) -> Option<Rc<Fillings>> {
        self.ways.fill(self.view, at, &self.units.list[at], found)
    }

    /// Whether an earlier search with the same candidates found nothing for these clues.
    fn is_silent(&self, key: (u32, u32), print: u64) -> bool {
        self.silent.0.borrow().get(&key) == Some(&print)
    }

    /// Calls `gives` for every table of this many clues, with the table's clues and ways, until enough tables allow a
    /// conclusion. `gives` returns whether the table allows a conclusion.
    fn tables(&self, clues: usize, found: &mut Found, gives: &mut Gives<'_, 'v>) {
        if clues == 1 { self.alone(found, gives) } else { self.in_pairs(found, gives) }
    }

    fn alone(&self, found: &mut Found, gives: &mut Gives<'_, 'v>) {
        for (at, unit) in self.units.list.iter().enumerate() {
            let key = (at as u32, u32::MAX);
            if self.open(unit) < 2 || self.is_silent(key, self.prints[at]) {
                continue;
            }
            let fillings = self.fillings(at, found);
            if found.is_full() {
                break;
            }
            let Some(fillings) = fillings.filter(|f| f.rows.len() <= MOST_WAYS) else { continue };
            if !gives(&[unit], &fillings, found) {
                if found.is_full() {
                    break;
                }
                self.silent.0.borrow_mut().insert(key, self.prints[at]);
            }
        }
    }

    fn in_pairs(&self, found: &mut Found, gives: &mut Gives<'_, 'v>) {
        let mut given = 0;
        for (i, a) in self.units.list.iter().enumerate() {
            if self.open(a) < 2 {
                continue;
            }
            for &j in &self.units.meets[i] {
                let b = &self.units.list[j];
                let (key, print) = ((i as u32, j as u32), mix(self.prints[i], self.prints[j]));
                if found.spend(4) || given >= COMPARED && !found.wants_all() {
                    return;
                }
                if self.open(b) < 2 || self.is_silent(key, print) {
                    continue;
                }
                let Some(one) = self.fillings(i, found) else { break };
                let Some(other) = self.fillings(j, found) else { continue };
                let joined = fillings::join(self.view, (a, &one), (b, &other), found);
                if joined.is_some_and(|joined| gives(&[a, b], &joined, found)) {
                    given += 1;
                } else if found.is_full() {
                    return;
                } else {
                    self.silent.0.borrow_mut().insert(key, print);
                }
            }
        }
    }

    /// The step that follows from a table; `None` if nothing follows.
    fn conclude(&self, units: &[&'v Unit], fillings: &Fillings, found: &mut Found) -> Option<Step> {
        let table = Table::new(self.view, units, fillings);
        let conclusion = table.conclude(found)?;
        let info = match (units.len(), conclusion.bars.is_empty()) {
            (1, true) => &WAYS,
            (1, false) => &HOUSES,
            _ => &TWO,
        };
        let cost = units.iter().map(|u| u.cost).max().unwrap_or(0);
        let harder = (fillings.rows.len() / 40) as u16 + conclusion.bars.len().saturating_sub(1) as u16;
        let own = Own::new(Joint::new(&table, units, &conclusion));
        let step = Step::new(info, Pattern::Own(own.clone())).because([Reason::Own(own)]);
        Some(step.remove(conclusion.gone).harder(harder + cost))
    }
}
