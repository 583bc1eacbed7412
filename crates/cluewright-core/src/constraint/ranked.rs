//! Full rank: the rank of a line among lines that are read as words.
//!
//! Two ideas come from the Full Rank handler of sigh's Interactive Sudoku Solver: lines with the same first digit have
//! consecutive ranks, and two lines that begin alike cannot use these digits again. Two ideas are our own: at most one line per
//! house begins with a given digit, and first digits have bounds even if no house is complete.

use super::common::{Constraint, union_of_lists};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::error::BadInput;
use crate::value::{Value, ValueSet};
use std::sync::Arc;

/// Lines are compared like words: cell by cell, up to the first difference. Exactly `rank - 1` lines come before the ranked line.
/// Some lines may be known to come before it, and some after it. Unless ties are allowed, no other line may equal the ranked
/// line.
///
/// For each first value that the ranked line may have, propagation computes bounds on the number of lines before it. Once the
/// first value is known, propagation finds which lines with the same first value must come before or after the ranked line. It
/// uses the differences that the model knows between first cells, and between the cells of a line. Propagation is not exact.
///
/// ```
/// use cluewright_core::constraint::Ranked;
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// // Three lines of one cell; the first is the second of them.
/// let lines = [vec![Cell(0)], vec![Cell(1)], vec![Cell(2)]];
/// let ranked = Ranked::new(&lines, 2, &[1], &[], false).unwrap();
/// let mut board = Board::new(vec![ValueSet(0b110), ValueSet(0b110), ValueSet(0b1111)], vec![1; 3]);
/// ranked.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(0)), ValueSet(0b100));
/// assert_eq!(board.values(Cell(1)), ValueSet(0b010));
/// assert_eq!(board.values(Cell(2)), ValueSet(0b1000));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    lines: Arc<[Vec<Cell>]>,
    about: Arc<About>,
    /// The index of the ranked line.
    mine: usize,
    rank: u16,
    ties: bool,
    /// For each line, whether it is known to come before (`Less`) or after (`Greater`) the ranked line.
    known: Vec<LineOrder>,
}

/// The facts about the lines that do not depend on which line is ranked.
#[derive(Clone, PartialEq, Debug)]
struct About {
    cells: Vec<Cell>,
    /// The first cell of each line.
    firsts: Vec<Cell>,
    /// For each line, whether its cells are known to be mutually different.
    distinct: Vec<bool>,
    /// Groups of lines whose first cells are known to be mutually different.
    starts: Vec<Vec<u16>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineOrder {
    Less,
    Greater,
    Nothing,
}

/// The possible results of comparing one line with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct May {
    less: bool,
    equal: bool,
    greater: bool,
}

impl May {
    const NOTHING: Self = Self { less: false, equal: false, greater: false };

    /// Whether the only possible result is "less".
    fn must_be_less(self) -> bool {
        self.less && !self.equal && !self.greater
    }
}

/// Removes all values that are not in `set` from a cell. Returns whether any were removed.
fn keep(board: &mut Board, cell: Cell, set: ValueSet) -> Result<bool, Conflict> {
    let old = board.values(cell);
    board.keep(cell, set)?;
    Ok(board.values(cell) != old)
}

/// The maximum number of lines, and also the maximum number of cells in a line.
const MAX: usize = 256;

impl Ranked {
    /// Creates a constraint over at most 256 lines of equal length, of at most 256 cells each. All cells must have the same first
    /// number. The first line has the rank `rank` (from 1). `below` and `above` are the indices of other lines known to come
    /// before and after the first line. With `ties`, other lines may equal the ranked line.
    pub fn new(lines: &[Vec<Cell>], rank: u16, below: &[u16], above: &[u16], ties: bool) -> Result<Self, BadInput> {
        Self::among(&lines.into(), 0, rank, below, above, ties)
    }

    /// Like `new`, but the ranked line has the index `mine`. Several constraints may share the lines.
    pub fn among(
        lines: &Arc<[Vec<Cell>]>,
        mine: u16,
        rank: u16,
        below: &[u16],
        above: &[u16],
        ties: bool,
    ) -> Result<Self, BadInput> {
        let len = lines.first().map_or(0, Vec::len);
        if lines.is_empty() || lines.len() > MAX || len == 0 || len > MAX || lines.iter().any(|l| l.len() != len) {
            return Err(BadInput::new("ranked lines must all have the same length")
                .hint("from 1 to 256 lines of 1 to 256 cells are supported"));
        }
        let about = About {
            cells: union_of_lists(lines),
            firsts: lines.iter().map(|l| l[0]).collect(),
            distinct: vec![false; lines.len()],
            starts: (0..lines.len() as u16).map(|i| vec![i]).collect(),
        };
        Self::made((Arc::clone(lines), Arc::new(about)), mine, rank, (below, above), ties)
    }

    /// Creates a constraint that ranks another one of the same lines. It shares what this constraint knows about the lines.
    pub fn another(&self, mine: u16, rank: u16, below: &[u16], above: &[u16], ties: bool) -> Result<Self, BadInput> {
        Self::made((Arc::clone(&self.lines), Arc::clone(&self.about)), mine, rank, (below, above), ties)
    }

    fn made(
        (lines, about): (Arc<[Vec<Cell>]>, Arc<About>),
        mine: u16,
        rank: u16,
        (below, above): (&[u16], &[u16]),
        ties: bool,
    ) -> Result<Self, BadInput> {
        if usize::from(mine) >= lines.len() {
            return Err(BadInput::new("the ranked line must be one of the lines"));
        }
        if rank == 0 {
            return Err(BadInput::new("ranks start at 1"));
        }
        let mut known = vec![LineOrder::Nothing; lines.len()];
        for (list, what) in [(below, LineOrder::Less), (above, LineOrder::Greater)] {
            for &i in list {
                match known.get_mut(i as usize) {
                    Some(k) if i != mine && *k == LineOrder::Nothing => *k = what,
                    _ => return Err(BadInput::new("`below` and `above` may list each of the other lines only once")),
                }
            }
        }
        Ok(Self { lines, about, mine: mine.into(), rank, ties, known })
    }

    /// The lines.
    pub fn lines(&self) -> &[Vec<Cell>] {
        &self.lines
    }

    /// Whether the constraint uses this very list of lines; another list with equal lines does not count.
    pub fn is_among(&self, lines: &Arc<[Vec<Cell>]>) -> bool {
        Arc::ptr_eq(&self.lines, lines)
    }

    /// The index of the ranked line.
    pub fn mine(&self) -> usize {
        self.mine
    }

    /// Copies what another constraint of the same model knows about the lines. Returns false if its lines are not the same list.
    pub(crate) fn learn_from(&mut self, other: &Self) -> bool {
        let same = self.is_among(&other.lines);
        if same {
            self.about = Arc::clone(&other.about);
        }
        same
    }

    /// The rank of the ranked line, from 1.
    pub fn rank(&self) -> u16 {
        self.rank
    }

    /// Whether other lines may equal the ranked line.
    pub fn ties(&self) -> bool {
        self.ties
    }

    /// The possible results of comparing line `a` with line `b`, starting at position `from`, if the lines are equal before it.
    /// `used` are values that both lines have before that position and cannot use again.
    fn compare(&self, board: &Board, a: usize, b: usize, from: usize, mut used: ValueSet) -> May {
        let mut may = May { less: false, equal: true, greater: false };
        for (&x, &y) in self.lines[a][from..].iter().zip(&self.lines[b][from..]) {
            if x == y {
                continue;
            }
            let (x, y) = (board.values(x).minus(used), board.values(y).minus(used));
            let (Some(low), Some(high), Some(low_y), Some(high_y)) = (x.min(), x.max(), y.min(), y.max()) else {
                // The lines must differ before this position.
                may.equal = false;
                return may;
            };
            may.less |= low < high_y;
            may.greater |= high > low_y;
            let both = x & y;
            if both.is_empty() {
                may.equal = false;
                return may;
            }
            if may.less && may.greater {
                return may;
            }
            if self.about.distinct[a] && self.about.distinct[b] && both.single().is_some() {
                used |= both;
            }
        }
        may
    }

    /// The possible results of comparing a line with the ranked line, starting at position `from`, considering the known order.
    fn against(&self, board: &Board, line: usize, from: usize, used: ValueSet) -> May {
        let mut may = self.compare(board, line, self.mine, from, used);
        may.less &= self.known[line] != LineOrder::Greater;
        may.greater &= self.known[line] != LineOrder::Less;
        may.equal &= self.ties && self.known[line] == LineOrder::Nothing;
        may
    }

    /// Ensures that line `low` comes before line `high`, or equals it if not `strict`. Returns whether a candidate was removed.
    #[inline]
    fn order(&self, board: &mut Board, low: usize, high: usize, strict: bool) -> Result<bool, Conflict> {
        let first = |line: usize| board.values(self.about.firsts[line]);
        // The first cells usually decide.
        if first(low).max() < first(high).min() { Ok(false) } else { self.order_all(board, low, high, strict) }
    }

    /// Like `order`, but examines the lines cell by cell.
    fn order_all(&self, board: &mut Board, low: usize, high: usize, strict: bool) -> Result<bool, Conflict> {
        let (mut used, mut changed) = (ValueSet::EMPTY, false);
        for j in 0..self.lines[low].len() {
            let (x, y) = (self.lines[low][j], self.lines[high][j]);
            if x == y {
                continue;
            }
            let (a, b) = (board.values(x).minus(used), board.values(y).minus(used));
            let (Some(least), Some(most)) = (a.min(), b.max()) else { return Err(Conflict) };
            if !(a == b && a.single().is_some()) {
                if a.max() < b.min() {
                    return Ok(changed);
                }
                // The cells after this position matter only if both lines can have the value `least`, or the value `most`, here.
                let step = if a.contains(most) || b.contains(least) {
                    let tail = self.compare(board, low, high, j + 1, used);
                    u32::from(!(tail.less || tail.equal && !strict))
                } else {
                    0
                };
                changed |= keep(board, x, ValueSet::below(u32::from(most.0) + 1 - step))?;
                changed |= keep(board, y, ValueSet(!ValueSet::below(u32::from(least.0) + step).0))?;
                let (a, b) = (board.values(x), board.values(y));
                if !(a == b && a.single().is_some()) {
                    return Ok(changed);
                }
            }
            if self.about.distinct[low] && self.about.distinct[high] {
                used |= board.values(x);
            }
        }
        if strict { Err(Conflict) } else { Ok(changed) }
    }

    /// The minimum and maximum number of lines that begin with less than `value`, and the maximum number of lines that begin with
    /// `value`. A conflict if first cells that must differ are fixed to the same value.
    fn before(&self, board: &Board, value: u32) -> Result<(usize, usize, usize), Conflict> {
        let (mut least, mut most, mut with) = (0, 0, 0);
        let under = ValueSet::below(value);
        for lines in &self.about.starts {
            let (mut open, mut fixed) = (ValueSet::EMPTY, ValueSet::EMPTY);
            let (mut sure, mut able) = (0, 0);
            for &l in lines {
                let values = board.values(self.about.firsts[l as usize]);
                open |= values;
                sure += usize::from(values.is_subset(under));
                able += usize::from(values.intersects(under));
                if values.single().is_some() {
                    if fixed.intersects(values) {
                        return Err(Conflict);
                    }
                    fixed |= values;
                }
            }
            let above = open.minus(under).len() as usize;
            least += sure.max(lines.len().saturating_sub(above));
            most += able.min((open & under).len() as usize);
            with += usize::from(open.0 >> value & 1 == 1);
        }
        Ok((least, most, with))
    }

    /// Makes one pass. Returns whether anything was removed.
    fn narrow(&self, board: &mut Board) -> Result<bool, Conflict> {
        let wanted = self.rank as usize - 1;
        let start = self.about.firsts[self.mine];
        let mut changed = false;
        let mut smaller = None;
        for value in board.values(start) {
            let (least, most, with) = self.before(board, u32::from(value.0))?;
            if least > wanted || most + with.saturating_sub(1) < wanted {
                board.remove(start, value)?;
                changed = true;
            }
            smaller = (least == most).then_some(least);
        }
        for line in (0..self.lines.len()).filter(|&l| l != self.mine) {
            changed |= match self.known[line] {
                LineOrder::Less => self.order(board, line, self.mine, true)?,
                LineOrder::Greater => self.order(board, self.mine, line, true)?,
                LineOrder::Nothing => false,
            };
        }
        match (board.fixed(start), smaller) {
            // Something changed, so the caller makes another pass.
            _ if changed => Ok(true),
            (Some(value), Some(smaller)) => self.settle(board, value, smaller),
            _ => self.balance(board),
        }
    }

    /// Called once the first value of the ranked line is known, and also the number of lines that begin with a smaller value.
    /// Among the lines with the same first value (at most one per group of different first cells), the right number must come
    /// before the ranked line.
    fn settle(&self, board: &mut Board, value: Value, smaller: usize) -> Result<bool, Conflict> {
        let wanted = self.rank as usize - 1;
        let (mut may, mut undecided) = ([May::NOTHING; MAX], [false; MAX]);
        let (mut least, mut most) = (smaller, smaller);
        // The minimum and maximum number of lines before the ranked line, counted line by line as in `balance`.
        let (mut surely, mut perhaps) = (0, 0);
        let under = ValueSet::below(u32::from(value.0));
        for (at, lines) in self.about.starts.iter().enumerate() {
            let (mut less, mut must) = (false, true);
            let (mut open, mut fixed) = (ValueSet::EMPTY, false);
            for line in lines.iter().map(|&l| l as usize).filter(|&l| l != self.mine) {
                let values = board.values(self.about.firsts[line]);
                open |= values;
                let below = values.intersects(under) && self.known[line] != LineOrder::Greater;
                let above = !values.is_subset(under | ValueSet::of(value)) && self.known[line] != LineOrder::Less;
                if !values.contains(value) {
                    if !below && !above {
                        return Err(Conflict);
                    }
                    perhaps += usize::from(below);
                    surely += usize::from(!above);
                    continue;
                }
                let used = if self.about.distinct[self.mine] && self.about.distinct[line] {
                    ValueSet::of(value)
                } else {
                    ValueSet::EMPTY
                };
                may[line] = self.against(board, line, 1, used);
                if may[line] == May::NOTHING {
                    board.remove(self.about.firsts[line], value)?;
                    return Ok(true);
                }
                fixed |= values.single().is_some();
                less |= may[line].less;
                must &= may[line].must_be_less();
                perhaps += usize::from(below || may[line].less);
                surely += usize::from(!above && may[line].must_be_less());
            }
            // The first cells of these lines differ from the ranked line's first cell, so no line here begins with the same
            // value.
            if lines.contains(&(self.mine as u16)) {
                continue;
            }
            // Some line begins with the value if there are no more values than lines, or if a first cell is fixed to the value.
            let sure = open.contains(value) && (open.len() as usize <= lines.len() || fixed);
            must &= less && sure;
            most += usize::from(less);
            least += usize::from(must);
            undecided[at] = less != must;
        }
        if least > wanted || most < wanted || surely > wanted || perhaps < wanted {
            return Err(Conflict);
        }
        let mut changed = false;
        if surely != perhaps && (surely == wanted || perhaps == wanted) {
            changed = self.balance(board)?;
        }
        if changed || least == most || least != wanted && most != wanted {
            return Ok(changed);
        }
        for (lines, _) in self.about.starts.iter().zip(&undecided).filter(|l| *l.1) {
            for line in lines.iter().map(|&l| l as usize).filter(|&l| may[l] != May::NOTHING) {
                let first = self.about.firsts[line];
                let fits = if most == wanted { may[line].less } else { may[line].greater || may[line].equal };
                changed |= if !fits {
                    keep(board, first, ValueSet(!ValueSet::of(value).0))?
                } else if board.fixed(first) != Some(value) {
                    false
                } else if most == wanted {
                    self.order(board, line, self.mine, true)?
                } else {
                    self.order(board, self.mine, line, !self.ties)?
                };
            }
        }
        Ok(changed)
    }

    /// Checks line by line that exactly `rank - 1` lines can come before the ranked line. If that is the minimum or the maximum
    /// number of lines before it, orders the lines accordingly.
    fn balance(&self, board: &mut Board) -> Result<bool, Conflict> {
        let wanted = self.rank as usize - 1;
        let mut may = [May::NOTHING; MAX];
        let (mut least, mut most) = (0, 0);
        for line in (0..self.lines.len()).filter(|&l| l != self.mine) {
            may[line] = self.against(board, line, 0, ValueSet::EMPTY);
            if may[line] == May::NOTHING {
                return Err(Conflict);
            }
            most += usize::from(may[line].less);
            least += usize::from(may[line].must_be_less());
        }
        if least > wanted || most < wanted {
            return Err(Conflict);
        }
        if least != wanted && most != wanted {
            return Ok(false);
        }
        let mut changed = false;
        for line in (0..self.lines.len()).filter(|&l| l != self.mine) {
            let before = if most == wanted { may[line].less } else { may[line].must_be_less() };
            changed |= if before {
                self.order(board, line, self.mine, true)?
            } else {
                self.order(board, self.mine, line, !self.ties)?
            };
        }
        Ok(changed)
    }
}

impl Constraint for Ranked {
    fn cells(&self) -> &[Cell] {
        &self.about.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        let words: Vec<Vec<i32>> = self.lines.iter().map(|l| l.iter().map(|&c| number(c)).collect()).collect();
        let mine = &words[self.mine];
        let others =
            || words.iter().zip(&self.known).enumerate().filter(|(i, _)| *i != self.mine).map(|(_, other)| other);
        let less = others().filter(|(w, _)| *w < mine).count();
        let known = others().all(|(w, k)| match k {
            LineOrder::Less => w < mine,
            LineOrder::Greater => w > mine,
            LineOrder::Nothing => true,
        });
        less + 1 == self.rank as usize && known && (self.ties || others().all(|(w, _)| w != mine))
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        debug_assert!(
            self.about.cells.iter().all(|&c| board.first(c) == board.first(self.about.cells[0])),
            "one first number"
        );
        if self.about.cells.iter().any(|&c| board.values(c).is_empty()) {
            return Err(Conflict);
        }
        while self.narrow(board)? {}
        Ok(())
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        let differ = |a, b| a != b && differ(a, b);
        let all_differ = |cells: &[Cell]| (0..cells.len()).all(|i| cells[..i].iter().all(|&c| differ(c, cells[i])));
        let about = Arc::make_mut(&mut self.about);
        about.distinct = self.lines.iter().map(|l| all_differ(l)).collect();
        let mut starts: Vec<Vec<u16>> = Vec::new();
        for (i, &first) in about.firsts.iter().enumerate() {
            let joins = |s: &&mut Vec<u16>| s.iter().all(|&l| differ(about.firsts[l as usize], first));
            match starts.iter_mut().find(joins) {
                Some(lines) => lines.push(i as u16),
                None => starts.push(vec![i as u16]),
            }
        }
        about.starts = starts;
    }
}
