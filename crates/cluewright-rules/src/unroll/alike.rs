//! Shares conditions that have the same text but read other cells, as for each square of a grid or for each step along a line.
//! Variables are numbered in the order in which they are read, so such conditions are the same node, which is unrolled only once.

use super::Lower;
use super::closed::{each_inside, items_read};
use super::ir::Id;
use super::value::{Got, Val};
use crate::code::{Bind, Code, CodeKind, Filt, Src};
use crate::words::constants::Is;
use cluewright_core::Cell;
use std::rc::Rc;

/// The maximum length of a key. Conditions with longer keys rarely occur twice.
const LONGEST: usize = 300;

/// The maximum number of conditions in the cache.
const MOST: usize = 4_000;

impl<'a> Lower<'a> {
    /// Unrolls a condition, or takes it from the cache. The cache is used only if no variable is in use yet.
    pub(crate) fn unrolled_once(&mut self, code: &'a Code) -> Got<Id> {
        let place = std::ptr::from_ref(code) as usize;
        let reads =
            self.kept.alike.reads.entry(place).or_insert_with(|| is_plain(code).then(|| Rc::new(items_read(code))));
        let Some(reads) = reads
            .clone()
            .filter(|_| self.variables.locals.is_empty() && self.numbered.is_empty() && !self.kept.alike.off)
        else {
            return self.truth(code);
        };
        let (mut key, mut cells) = (Vec::with_capacity(32), Vec::with_capacity(8));
        key.push(place as i64);
        let told = reads.0.iter().all(|&slot| self.describe(&self.scope.env[slot as usize], &mut key, &mut cells))
            && reads.1.iter().all(|&(list, at)| {
                self.known_item(list, at).is_some_and(|item| self.describe(item, &mut key, &mut cells))
            });
        if !told {
            return self.truth(code);
        }
        // The domains of the cells affect the result.
        for &c in &cells {
            key.push(i64::from(self.domain_of(c)));
        }
        if let Some((id, reads)) = self.kept.alike.known.get(&key[..]) {
            let (id, reads) = (*id, reads.clone());
            self.kept.alike.found += 1;
            for &i in &reads {
                self.local(cells[i as usize]);
            }
            self.tick()?;
            return Ok(id);
        }
        let id = self.truth(code)?;
        let place = |c: &Cell| cells.iter().position(|d| d == c).map(|i| i as u16);
        if self.kept.alike.known.len() < MOST
            && let Some(reads) = self.variables.locals.iter().map(place).collect()
        {
            self.kept.alike.known.insert(key.into(), (id, reads));
        }
        Ok(id)
    }

    /// Adds a value to the key; its cells are written as indices into `cells`. Returns false if the value cannot be part of a key.
    fn describe(&self, value: &Val, key: &mut Vec<i64>, cells: &mut Vec<Cell>) -> bool {
        let fixed = |id: Id| self.graph.node(id).vars == 0;
        match value {
            _ if key.len() > LONGEST => return false,
            Val::Unset | Val::Absent => key.push(0),
            Val::Num(n) if fixed(n.n) && fixed(n.d) && fixed(n.ok) => {
                key.extend([1, i64::from(n.n), i64::from(n.d), i64::from(n.ok)]);
            }
            Val::Bool(b) if fixed(*b) => key.extend([2, i64::from(*b)]),
            Val::Cell(c) if self.build.value_cell(*c) == *c => {
                key.extend([3, crate::automaton::intern::place_in(cells, *c) as i64]);
            }
            Val::List(list) if list.guards.is_empty() => {
                key.extend([4, list.items.len() as i64]);
                return list.items.iter().all(|item| self.describe(item, key, cells));
            }
            _ => return false,
        }
        true
    }
}

/// Whether the condition depends only on the values of its names and on which of their cells are equal. It must not depend on the
/// position of a cell, on the clues of the puzzle, or on marks.
fn is_plain(code: &Code) -> bool {
    let is_bind_plain = |bind: &Bind| {
        matches!(bind.src, Src::In(_) | Src::Along(_)) && bind.filters.iter().all(|f| matches!(f, Filt::Where(_)))
    };
    let mut plain = match &code.kind {
        CodeKind::Word(word) => matches!(word.is, Is::Number(_) | Is::Numbers(_)),
        CodeKind::Call(function, _) => function.plain,
        CodeKind::Quantified(_, _, bind, _) | CodeKind::ListFor(_, bind) | CodeKind::Fold(_, _, bind, _) => {
            is_bind_plain(bind)
        }
        CodeKind::Text(_)
        | CodeKind::IsGiven(_)
        | CodeKind::CluesOf(_)
        | CodeKind::KeyIndex(..)
        | CodeKind::Field(..)
        | CodeKind::SameWord(..)
        | CodeKind::CellIn(..)
        | CodeKind::Accepts(..)
        | CodeKind::MatchesText(..) => false,
        _ => true,
    };
    each_inside(code, &mut |inner| plain = plain && is_plain(inner));
    plain
}

#[cfg(test)]
mod tests {
    use super::super::Lower;
    use crate::eval::constants;
    use crate::lint::sample;
    use crate::places::Places;
    use crate::post::Selection;
    use crate::ruleset::Ruleset;
    use cluewright_core::{Clue, ClueTree, Puzzle, Shape};

    /// The complete model of a puzzle, as text, with the number of cache hits; if lowering fails, the error.
    fn model(rules: &Ruleset, puzzle: &Puzzle, off: bool) -> (String, u64) {
        let places = Places::new(puzzle);
        let watch = crate::condition::Watch::new(&|| false);
        let mut run = Lower::new(rules, &places, constants, &watch);
        run.kept.alike.off = off;
        let all = Selection { rule: &|_| true, clue: &|_| true };
        match run.puzzle(puzzle, &all, [&places, &places]) {
            Ok(()) => {
                let found = run.kept.alike.found;
                let model = run.build.finish();
                let (links, relations) = (model.links(), model.relations());
                (
                    format!("{:?} {links:?} {relations:?} {:?} {:?}", model.cells(), model.sets(), model.constraints()),
                    found,
                )
            }
            Err(error) => (error.to_string(), 0),
        }
    }

    #[test]
    fn the_model_is_the_one_without() {
        // These rules use the same cell in several places, lists of several lengths, and a name that depends on digits.
        let own = "rule own \"Own.\"
  clue line L
  let far = L[1] + L[2]
  for i in 1 .. length(L):
    for j in 1 .. length(L): require L[i] + L[j] + L[3] < 20 + i
    require sum(L) - L[i] > 10
    require some c in L: c + L[i] = 9 or c = L[2]
    require L[i] + far > 5
";
        let library = Ruleset::library();
        let mut clues: Vec<(bool, Clue)> = library.rules().map(|r| (r.is_clue, sample(r))).collect();
        let mut line = clues.iter().find(|c| c.1.rule == "thermometer").expect("a rule of the library").1.clone();
        line.rule = "own".into();
        clues.push((true, line));
        let mut found = 0;
        for (is_clue, clue) in clues {
            let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
            puzzle.rules.push(Clue::new("classic", Vec::new()));
            let rules = Ruleset::for_puzzle(&puzzle, &[own]).expect("a sound rule");
            let name = clue.rule.clone();
            if is_clue {
                puzzle.clues = vec![ClueTree::One(clue.clone()), ClueTree::One(clue)];
            } else {
                puzzle.rules.push(clue);
            }
            let (with, without) = (model(&rules, &puzzle, false), model(&rules, &puzzle, true));
            assert_eq!(with.0, without.0, "{name}");
            found += with.1;
        }
        assert!(found > 1_000, "{found}");
    }
}
