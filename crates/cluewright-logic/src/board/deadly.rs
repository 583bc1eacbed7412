//! Tests whether the contents of some cells could be exchanged without breaking any rule; a puzzle with one solution has no such
//! pattern. The test uses the model, not a list of shapes: every way to fill the cells with the values of the pattern must have a
//! counterpart, another way that every set, link, group and constraint accepts whenever it accepts the first. Givens are facts
//! about one cell, so patterns that include givens are rejected without special treatment. Cells that the solver filled in are
//! treated like open cells.

use cluewright_core::model::{Link, Network, Posted, PostedGroup};
use cluewright_core::quick::QuickMap;
use cluewright_core::{Board, Candidate, Cell, CellSet, Constraint, Model, Value, ValueSet};

/// The maximum number of search nodes for one pattern.
const WORK: u32 = 50_000;
/// The maximum number of ways to fill the other cells of a constraint. If there are more ways, the exchange is assumed to affect
/// the constraint.
const OTHERS: usize = 2_000;

/// Whether `cells` can be filled using only their listed values, and every such filling has a twin: another filling that no rule
/// distinguishes from it. `board` supplies the candidates of all other cells. The work is charged to `spend`, in candidates
/// examined; if `spend` returns true, the search stops and returns false.
pub(crate) fn exchangeable(
    model: &Model,
    board: &Board,
    cells: &[(Cell, ValueSet)],
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let touched: CellSet = cells.iter().map(|c| c.0).collect();
    // Two solutions count as different only if their answer cells differ.
    if cells.is_empty() || touched.len() < cells.len() || !model.answer_cells().any(|c| touched.contains(c)) {
        return false;
    }
    // Cells that are in no set keep their values in every twin. These cells come first, so that constraints broken by the exchange
    // are found early.
    let mut cells = cells.to_vec();
    cells.sort_by_key(|c| !model.network().sets_of(c.0).is_empty());
    let mut places = vec![None; model.len()];
    for (at, &(cell, _)) in cells.iter().enumerate() {
        places[cell.index()] = Some(at);
    }
    // For each cell, the values that are left by givens and rules about single cells.
    let mut free: Vec<ValueSet> = cells.iter().map(|c| model.cells()[c.0.index()].domain).collect();
    for fact in model.unary() {
        if let Some(at) = places[fact.cell.index()] {
            free[at] &= fact.allowed;
        }
    }
    let links = model.links().iter().filter(|l| touched.contains(l.a) || touched.contains(l.b)).collect::<Vec<_>>();
    let group = |g: &&PostedGroup| g.candidates.iter().any(|c| touched.contains(c.cell));
    let groups = model.posted_groups().iter().filter(group).collect::<Vec<_>>();
    // The constraints, grouped by the last cell of the pattern that each constraint reads: once that cell is filled, the effect of
    // the exchange on the constraint is known.
    let mut due: Vec<Vec<Due>> = cells.iter().map(|_| Vec::new()).collect();
    for posted in model.constraints() {
        let mut own: Vec<usize> = posted.kind.cells().iter().filter_map(|c| places[c.index()]).collect();
        own.sort_unstable();
        own.dedup();
        if let Some(&last) = own.last() {
            due[last].push(Due { posted, own, known: QuickMap::default() });
        }
    }
    // If each cell has two values, each set contains each value twice or not at all, and no other rule reads these cells, then
    // exchanging the two values in every cell leaves the values of each set unchanged.
    let alone = links.is_empty() && groups.is_empty() && due.iter().all(Vec::is_empty);
    let pair = |(c, free): (&(Cell, ValueSet), &ValueSet)| c.1.len() == 2 && c.1.is_subset(*free);
    if alone && cells.iter().zip(&free).all(pair) && even(model, &cells) {
        return true;
    }
    let has = vec![ValueSet::EMPTY; model.sets().len()];
    let network = model.network();
    let mut twins =
        Twins { model, network, board, cells: &cells, free, links, groups, due, has, work: WORK, ways: 0, spend };
    // If the cells cannot be filled with these values at all, nothing follows about the number of solutions.
    twins.all(&mut Vec::new()) && twins.ways > 0
}

/// Whether every set contains each value exactly twice among these cells, or not at all.
pub(crate) fn even(model: &Model, cells: &[(Cell, ValueSet)]) -> bool {
    model.sets().iter().all(|set| {
        let (mut once, mut twice, mut more) = (ValueSet::EMPTY, ValueSet::EMPTY, ValueSet::EMPTY);
        for (_, values) in cells.iter().filter(|c| set.cells.contains(&c.0)) {
            more |= twice & *values;
            twice |= once & *values;
            once |= *values;
        }
        more.is_empty() && once == twice
    })
}

/// A constraint, and the cells of the pattern that the constraint reads, as indices into the list of cells.
struct Due<'p> {
    posted: &'p Posted,
    own: Vec<usize>,
    /// Cached answers: whether the constraint accepts the second list of values in place of the first. The key is the concatenation
    /// of both lists.
    known: QuickMap<Vec<Value>, bool>,
}

struct Twins<'p> {
    model: &'p Model,
    network: &'p Network,
    board: &'p Board,
    cells: &'p [(Cell, ValueSet)],
    free: Vec<ValueSet>,
    /// Links and groups that involve at least one of the cells.
    links: Vec<&'p Link>,
    groups: Vec<&'p PostedGroup>,
    due: Vec<Vec<Due<'p>>>,
    /// For each set, the values of the first filling that have not been assigned in the twin yet.
    has: Vec<ValueSet>,
    work: u32,
    /// The number of fillings examined so far.
    ways: u32,
    spend: &'p mut dyn FnMut(u64) -> bool,
}

impl Twins<'_> {
    /// Whether every completion of `chosen` has a twin. False if there are too many completions to examine.
    fn all(&mut self, chosen: &mut Vec<Candidate>) -> bool {
        let Some(&(cell, values)) = self.cells.get(chosen.len()) else {
            self.ways += 1;
            self.has.fill(ValueSet::EMPTY);
            for c in chosen.iter() {
                for set in self.network.sets_of(c.cell) {
                    self.has[set.0 as usize] |= ValueSet::of(c.value);
                }
            }
            return self.has_twin(chosen, &mut Vec::new());
        };
        for value in values {
            let here = Candidate::new(cell, value);
            if chosen.iter().any(|&c| self.network.sees(c, here)) {
                continue;
            }
            chosen.push(here);
            let fine = self.all(chosen);
            chosen.pop();
            if !fine {
                return false;
            }
        }
        true
    }

    /// Whether some other filling gives each set the same values and breaks no other rule.
    fn has_twin(&mut self, a: &[Candidate], b: &mut Vec<Candidate>) -> bool {
        let at = b.len();
        if at == a.len() {
            return a != b.as_slice() && self.unnoticed(a, b);
        }
        if self.work == 0 || (self.spend)(1) {
            self.work = 0;
            return false;
        }
        self.work -= 1;
        let cell = a[at].cell;
        let sets = self.network.sets_of(cell);
        let options = if sets.is_empty() {
            ValueSet::of(a[at].value)
        } else {
            sets.iter().fold(self.free[at], |left, set| left & self.has[set.0 as usize])
        };
        for value in options {
            b.push(Candidate::new(cell, value));
            if self.overlooked(at, a, b) {
                let one = ValueSet::of(value);
                for set in sets {
                    self.has[set.0 as usize] = self.has[set.0 as usize].minus(one);
                }
                if self.has_twin(a, b) {
                    return true;
                }
                for set in sets {
                    self.has[set.0 as usize] |= one;
                }
            }
            b.pop();
        }
        false
    }

    /// Whether all constraints whose last pattern cell is `at` accept `b` in place of `a`.
    fn overlooked(&mut self, at: usize, a: &[Candidate], b: &[Candidate]) -> bool {
        self.due[at].iter_mut().all(|due| {
            if due.own.iter().all(|&i| a[i] == b[i]) {
                return true;
            }
            let held: Vec<Value> = [a, b].iter().flat_map(|side| due.own.iter().map(|&i| side[i].value)).collect();
            if let Some(&known) = due.known.get(&held) {
                return known;
            }
            let own = |side: &[Candidate]| due.own.iter().map(|&i| side[i]).collect::<Vec<_>>();
            let answer = overlooks(self.model, self.board, due.posted, &own(a), &own(b), self.spend);
            due.known.insert(held, answer);
            answer
        })
    }

    /// Whether all links and groups accept `b` in place of `a`. Both lists have the same cells in the same order. Sets and
    /// constraints have already been checked.
    fn unnoticed(&self, a: &[Candidate], b: &[Candidate]) -> bool {
        let (model, network) = (self.model, self.network);
        let value_in = |side: &[Candidate], cell: Cell| side.iter().find(|c| c.cell == cell).map(|c| c.value);
        for link in &self.links {
            let relation = model.relation(link.relation);
            if value_in(a, link.a).is_some() && value_in(a, link.b).is_some() {
                let broken = |side: &[Candidate]| match (value_in(side, link.a), value_in(side, link.b)) {
                    (Some(x), Some(y)) => relation.forbidden(x).contains(y),
                    _ => false,
                };
                if broken(a) != broken(b) {
                    return false;
                }
            } else {
                let outside = if value_in(a, link.a).is_some() { link.b } else { link.a };
                // A cell outside the pattern that is linked to several of its cells may lose the same values with both fillings.
                let loses = |side: &[Candidate]| {
                    side.iter().fold(ValueSet::EMPTY, |all, &c| all | network.forbidden(c, outside))
                };
                if loses(a) & self.board.values(outside) != loses(b) & self.board.values(outside) {
                    return false;
                }
            }
        }
        self.groups.iter().all(|group| {
            let count = |side: &[Candidate]| group.candidates.iter().filter(|c| side.contains(c)).count();
            count(a) == count(b)
        })
    }
}

/// Whether the constraint accepts `b` in place of `a`. Both lists contain the exchanged cells that the constraint reads.
fn overlooks(
    model: &Model,
    board: &Board,
    posted: &Posted,
    a: &[Candidate],
    b: &[Candidate],
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let pairs = |side: &[Candidate]| side.iter().map(|c| (c.cell, c.value)).collect::<Vec<_>>();
    !spend(posted.kind.cells().len() as u64)
        && (posted.kind.symmetric_under(&pairs(a), &pairs(b)) || indifferent(model, board, posted, a, b, spend))
}

/// Whether the constraint holds with `b` whenever it holds with `a`, for all candidates of its other cells. False if
/// there are too many combinations to try.
fn indifferent(
    model: &Model,
    board: &Board,
    posted: &Posted,
    a: &[Candidate],
    b: &[Candidate],
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let own = |cell: &Cell| a.iter().any(|c| c.cell == *cell);
    let others: Vec<Cell> = posted.kind.cells().iter().copied().filter(|c| !own(c)).collect();
    let ways = others.iter().try_fold(1usize, |n, &c| n.checked_mul(board.values(c).len() as usize));
    if ways.is_none_or(|n| n > OTHERS || spend(n as u64)) {
        return false;
    }
    let holds = |side: &[Candidate], rest: &[Candidate]| {
        let number = |cell: Cell| {
            let held = side.iter().chain(rest).find(|c| c.cell == cell);
            model.number(*held.expect("all cells of the constraint hold a value"))
        };
        posted.kind.check(&number)
    };
    let mut rest: Vec<Candidate> = Vec::new();
    every_way(board, &others, &mut rest, &mut |rest| !holds(a, rest) || holds(b, rest))
}

fn every_way(
    board: &Board,
    cells: &[Cell],
    rest: &mut Vec<Candidate>,
    judge: &mut dyn FnMut(&[Candidate]) -> bool,
) -> bool {
    let Some(&cell) = cells.get(rest.len()) else { return judge(rest) };
    for value in board.values(cell) {
        rest.push(Candidate::new(cell, value));
        let fine = every_way(board, cells, rest, judge);
        rest.pop();
        if !fine {
            return false;
        }
    }
    true
}

/// Whether placing `added` would complete an exchangeable pattern: among the filled-in cells, each set would then contain both or
/// neither of `y` and the value of `added`, and no rule distinguishes the two values, so all their remaining places could be
/// exchanged.
pub(crate) fn rest_exchangeable(
    model: &Model,
    board: &Board,
    filled: &[Candidate],
    added: Candidate,
    y: Value,
) -> bool {
    let x = added.value;
    let is_filled = |cell: Cell| filled.iter().any(|c| c.cell == cell) || added.cell == cell;
    let count = |cells: &[Cell], value: Value| {
        filled.iter().chain([&added]).filter(|c| c.value == value && cells.contains(&c.cell)).count()
    };
    let mut left = false;
    for set in model.sets() {
        let (of_x, of_y) = (count(&set.cells, x), count(&set.cells, y));
        if of_x != of_y {
            return false;
        }
        left |= set.house && of_x == 0;
    }
    let pair = ValueSet::of(x).with(y);
    let open = |cell: Cell| !is_filled(cell) && board.values(cell).intersects(pair);
    let even = |set: ValueSet| set.contains(x) == set.contains(y);
    let grid = |cell: Cell| model.answer_cells().any(|c| c == cell);
    left && (0..board.len() as u16).map(Cell).filter(|&c| open(c)).all(grid)
        && model.unary().iter().all(|u| !open(u.cell) || even(u.allowed))
        && !model.links().iter().any(|l| open(l.a) || open(l.b))
        && !model.posted_groups().iter().any(|g| g.candidates.iter().any(|c| open(c.cell)))
        && !model.constraints().iter().any(|p| p.kind.cells().iter().any(|&c| open(c)))
}
