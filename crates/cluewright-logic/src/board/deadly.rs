//! Can what some cells hold be exchanged without any rule noticing? Then a puzzle with one solution does not have it.
//!
//! Asked of the model, not of a list of shapes: whatever the cells hold of the pattern, there must be another way to
//! fill them that every set, link, group and constraint takes for the first. Givens are facts about one cell, so a
//! pattern over givens fails by itself; cells filled in on the way are as good as open ones.

use cluewright_core::model::{Posted, SetId};
use cluewright_core::{Board, Candidate, Cell, Constraint, Model, Value, ValueSet};

/// Ways to fill the cells looked at before giving up.
const WORK: u32 = 50_000;
/// Ways to fill the other cells of one constraint tried before it counts as noticing.
const OTHERS: usize = 2_000;

/// Is there a way to fill `cells` with these values only, and has every such way a twin? `board` says what the other cells may hold.
pub(crate) fn exchangeable(model: &Model, board: &Board, cells: &[(Cell, ValueSet)]) -> bool {
    let repeated = (1..cells.len()).any(|i| cells[..i].iter().any(|c| c.0 == cells[i].0));
    let touched = |cell: Cell| cells.iter().any(|c| c.0 == cell);
    // A solution is told from another by its answer cells.
    if cells.is_empty() || repeated || !model.answer_cells().any(touched) {
        return false;
    }
    // What a given, or a rule about one cell, leaves to each.
    let mut free: Vec<ValueSet> = cells.iter().map(|c| model.cells()[c.0.index()].domain).collect();
    for fact in model.unary() {
        if let Some(at) = cells.iter().position(|c| c.0 == fact.cell) {
            free[at] &= fact.allowed;
        }
    }
    if cells.iter().zip(&free).all(|(c, free)| c.1.len() == 2 && c.1.is_subset(*free)) && balanced(model, cells) {
        return true;
    }
    // Constraints by the last of the cells that they speak of: from there on it is known whether they notice.
    let mut due = vec![Vec::new(); cells.len()];
    for posted in model.constraints() {
        if let Some(last) = cells.iter().rposition(|c| posted.kind.cells().contains(&c.0)) {
            due[last].push(posted);
        }
    }
    let mut twins = Twins { model, board, cells, free, due, work: WORK, ways: 0 };
    // Cells that cannot be filled like that at all have nothing to do with the number of solutions.
    twins.all(&mut Vec::new()) && twins.ways > 0
}

/// Does every set see each value exactly twice among these cells, or not at all?
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

/// Two values a cell, even in every set, and nothing else speaks of these cells: whatever mixture they hold,
/// exchanging all of them leaves each set with the same values.
fn balanced(model: &Model, cells: &[(Cell, ValueSet)]) -> bool {
    let touched = |cell: &Cell| cells.iter().any(|c| c.0 == *cell);
    even(model, cells)
        && !model.links().iter().any(|l| touched(&l.a) || touched(&l.b))
        && !model.posted_groups().iter().any(|g| g.candidates.iter().any(|c| touched(&c.cell)))
        && !model.constraints().iter().any(|p| p.kind.cells().iter().any(touched))
}

struct Twins<'p> {
    model: &'p Model,
    board: &'p Board,
    cells: &'p [(Cell, ValueSet)],
    free: Vec<ValueSet>,
    due: Vec<Vec<&'p Posted>>,
    work: u32,
    /// Ways to fill the cells seen so far.
    ways: u32,
}

impl Twins<'_> {
    /// Does every way to go on from `chosen` have a twin? No, too, when that is too much to look at.
    fn all(&mut self, chosen: &mut Vec<Candidate>) -> bool {
        let Some(&(cell, values)) = self.cells.get(chosen.len()) else {
            self.ways += 1;
            return self.has_twin(chosen, &mut Vec::new());
        };
        for value in values {
            let here = Candidate::new(cell, value);
            if chosen.iter().any(|&c| self.model.network().sees(c, here)) {
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

    /// Is there another way that leaves each set with the same values and that nothing else notices?
    fn has_twin(&mut self, a: &[Candidate], b: &mut Vec<Candidate>) -> bool {
        let at = b.len();
        if at == a.len() {
            return a != b.as_slice() && unnoticed(self.model, self.board, a, b);
        }
        if self.work == 0 {
            return false;
        }
        self.work -= 1;
        let cell = a[at].cell;
        let sets = self.model.network().sets_of(cell);
        // The values that all sets of the cell have among the pattern's cells and have not got back yet.
        let has = |list: &[Candidate], set: SetId, value: Value| {
            let inside = &self.model.set(set).cells;
            list.iter().any(|c| c.value == value && inside.contains(&c.cell))
        };
        let options: Vec<Value> = if sets.is_empty() {
            vec![a[at].value]
        } else {
            let fits = |v: &Value| sets.iter().all(|&s| has(a, s, *v) && !has(b, s, *v));
            let values: ValueSet = a.iter().map(|c| c.value).collect();
            (values & self.free[at]).iter().filter(fits).collect()
        };
        for value in options {
            b.push(Candidate::new(cell, value));
            let found = self.due[at].iter().all(|posted| overlooks(self.model, self.board, posted, a, b))
                && self.has_twin(a, b);
            b.pop();
            if found {
                return true;
            }
        }
        false
    }
}

/// Do all links and groups take `b` for `a`? Both name the same cells in the same order; sets and constraints do already.
fn unnoticed(model: &Model, board: &Board, a: &[Candidate], b: &[Candidate]) -> bool {
    let value_in = |side: &[Candidate], cell: Cell| side.iter().find(|c| c.cell == cell).map(|c| c.value);
    let touched = |cell: Cell| value_in(a, cell).is_some();
    for link in model.links() {
        let relation = model.relation(link.relation);
        match (touched(link.a), touched(link.b)) {
            (false, false) => {}
            (true, true) => {
                let broken = |side: &[Candidate]| match (value_in(side, link.a), value_in(side, link.b)) {
                    (Some(x), Some(y)) => relation.forbidden(x).contains(y),
                    _ => false,
                };
                if broken(a) != broken(b) {
                    return false;
                }
            }
            (inside, _) => {
                let outside = if inside { link.b } else { link.a };
                // Linked to several of the cells, it may lose the same values either way.
                let network = model.network();
                let loses = |side: &[Candidate]| {
                    side.iter().fold(ValueSet::EMPTY, |all, &c| all | network.forbidden(c, outside))
                };
                if loses(a) & board.values(outside) != loses(b) & board.values(outside) {
                    return false;
                }
            }
        }
    }
    for group in model.posted_groups() {
        let count = |side: &[Candidate]| group.candidates.iter().filter(|c| side.contains(c)).count();
        if count(a) != count(b) {
            return false;
        }
    }
    true
}

/// Does the constraint take `b` for `a`? `b` is as long as it takes to name all of its cells that `a` names.
fn overlooks(model: &Model, board: &Board, posted: &Posted, a: &[Candidate], b: &[Candidate]) -> bool {
    let pairs = |side: &[Candidate]| -> Vec<(Cell, Value)> {
        let own = side.iter().filter(|c| posted.kind.cells().contains(&c.cell));
        own.map(|c| (c.cell, c.value)).collect()
    };
    let (before, after) = (pairs(a), pairs(b));
    posted.kind.symmetric_under(&before, &after) || indifferent(model, board, posted, a, b)
}

/// Does the constraint hold with `b` wherever it holds with `a`, whatever of the board's candidates its other cells
/// hold? Says no when these are too many to try.
fn indifferent(model: &Model, board: &Board, posted: &Posted, a: &[Candidate], b: &[Candidate]) -> bool {
    let own = |cell: &Cell| a.iter().any(|c| c.cell == *cell);
    let others: Vec<Cell> = posted.kind.cells().iter().copied().filter(|c| !own(c)).collect();
    let ways = others.iter().try_fold(1usize, |n, &c| n.checked_mul(board.values(c).len() as usize));
    if ways.is_none_or(|n| n > OTHERS) {
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

/// If `added` were true as well, would its value and `y` be filled in so evenly that all their other places
/// could be exchanged? Each set then has both or neither among the filled-in cells, and no rule tells them apart.
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
