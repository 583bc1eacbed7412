//! Uniqueness tests 1-6, hidden and avoidable rectangles, and BUG+1: techniques that are valid only if the puzzle has exactly one
//! solution. All rectangles of a position are examined once; each search then uses the first step of its type. A corner with extra
//! digits may lack one of the rectangle's two digits, as long as no cell that the corner sees contains the digit.

use super::geometry::{CELLS_OF, Cells, PEERS, UNIT, UNITS_OF, bit, block, column, digits, each, first, has, row};
use super::grid::Position;
use super::step::{Candidate, Step};
use super::technique::Technique;

/// BUG+1: exactly one open cell has three candidates, and all other open cells have two. In the row, the column and the box of this
/// cell, the same one of its digits has three places; apart from that, no digit has more than two places in any unit.
pub(super) fn bug_plus_1(position: &Position) -> Option<Step> {
    let grid = position.grid;
    let counts = |n: u32| each(position.open).filter(move |&c| grid.count(c) >= n);
    let (mut more, mut three) = (counts(4), counts(3));
    let cell = three.next()?;
    if more.next().is_some() || three.next().is_some() {
        return None;
    }
    let mut digit = None;
    let mut units = [usize::MAX; 3];
    for unit in 0..27 {
        for d in 0..9 {
            match grid.free[unit][d] {
                ..=2 => {}
                3 if units[unit / 9] == usize::MAX && digit.is_none_or(|known| known == d) => {
                    digit = Some(d);
                    units[unit / 9] = unit;
                }
                _ => return None,
            }
        }
    }
    let digit = digit?;
    let own = UNITS_OF[cell].iter().zip(units).all(|(&u, unit)| usize::from(u) == unit);
    if !own || !grid.can(cell, digit) {
        return None;
    }
    let gone = digits(grid.candidates[cell]).filter(|&d| d != digit).map(|d| Candidate::new(cell, d));
    Some(Step::eliminate(Technique::BugPlus1, gone))
}

/// The rectangles examined so far, identified by numbers that are not quite unique: as in the original program, two rectangles with
/// the same number count as one.
#[derive(Default)]
struct VisitedRectangles(Vec<usize>);

impl VisitedRectangles {
    /// The maximum number of rectangles to store; once this many are stored, new rectangles are examined every time they occur.
    const ROOM: usize = 400;

    fn is_new(&mut self, mut corners: [usize; 4]) -> bool {
        corners.sort_unstable();
        let number = corners.iter().fold(0, |number, c| number * 10 + c);
        if self.0.contains(&number) {
            return false;
        }
        if self.0.len() < Self::ROOM {
            self.0.push(number);
        }
        true
    }
}

/// For a cell: each other cell of its box in the same row or column, together with each pair of cells that complete the rectangle
/// in another box of the same band or stack.
fn across(a: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let in_box = CELLS_OF[18 + block(a)].iter().map(|&c| usize::from(c));
    let aligned = in_box.filter(move |&b| b != a && (row(b) == row(a) || column(b) == column(a)));
    aligned.flat_map(move |b| {
        let (one, other) = if row(a) == row(b) { (9 + column(a), 9 + column(b)) } else { (row(a), row(b)) };
        let pairs = CELLS_OF[one].iter().zip(&CELLS_OF[other]);
        let far = pairs.map(|(&c, &d)| (usize::from(c), usize::from(d))).filter(move |&(c, _)| block(c) != block(a));
        far.map(move |(c, d)| (b, c, d))
    })
}

/// All steps with unique rectangles, in the order of the search.
pub(super) fn unique_rectangles(position: &Position) -> Vec<Step> {
    let allowed = position.allowed();
    let mut seen = VisitedRectangles::default();
    let mut steps = Vec::new();
    for a in each(position.with_count(2)) {
        let mask = position.grid.candidates[a];
        let pair = [mask.trailing_zeros() as usize, (mask & (mask - 1)).trailing_zeros() as usize];
        let may = |cell: usize, digit: usize| has(allowed[digit], cell);
        for (b, c, d) in across(a) {
            // The third corner needs to allow only one of the two digits.
            let fits = may(b, pair[0]) && may(b, pair[1]) && may(c, pair[0]) && may(d, pair[0]) && may(d, pair[1]);
            if fits && seen.is_new([a, b, c, d]) {
                Rectangle::new(position, [a, b, c, d], pair).tests(&mut steps);
            }
        }
    }
    steps
}

/// All steps with avoidable rectangles. No corner is a given, and one or two corners are open.
pub(super) fn avoidable_rectangles(position: &Position) -> Vec<Step> {
    let grid = position.grid;
    let placed = |c: usize| grid.values[c] != 0 && !has(grid.given, c);
    let mut seen = VisitedRectangles::default();
    let mut steps = Vec::new();
    for a in (0..81).filter(|&a| placed(a)) {
        for (b, c, d) in across(a) {
            if !placed(b) {
                continue;
            }
            let (x, y) = (usize::from(grid.values[a]) - 1, usize::from(grid.values[b]) - 1);
            let holds = |cell: usize, digit: usize| placed(cell) && usize::from(grid.values[cell]) == digit + 1;
            let open =
                |cell: usize, digit: usize| grid.values[cell] == 0 && grid.can(cell, digit) && grid.count(cell) == 2;
            let fits = holds(c, y) && open(d, x) || holds(d, x) && open(c, y) || open(c, y) && open(d, x);
            if fits && seen.is_new([a, b, c, d]) {
                steps.extend(avoidable(position, [c, d], [y, x]));
            }
        }
    }
    steps
}

/// The step for the other two corners, which must not hold the two digits in `bad`.
fn avoidable(position: &Position, corners: [usize; 2], bad: [usize; 2]) -> Option<Step> {
    let grid = position.grid;
    if let Some(i) = corners.iter().position(|&c| grid.values[c] != 0) {
        let open = 1 - i;
        return Some(Step::from_cells(Technique::AvoidableRectangle1, bit(corners[open]), bad[open]));
    }
    let other = (grid.candidates[corners[0]] & !(1 << bad[0])).trailing_zeros() as usize;
    if !grid.can(corners[1], other) {
        return None;
    }
    let gone = PEERS[corners[0]] & PEERS[corners[1]] & position.cells[other];
    (gone != 0).then(|| Step::from_cells(Technique::AvoidableRectangle2, gone, other))
}

/// A rectangle of open cells, and its two digits.
struct Rectangle<'a> {
    position: &'a Position<'a>,
    pair: [usize; 2],
    mask: u16,
    /// The corners that have no candidates other than the two digits, and the remaining corners.
    pure: Cells,
    more: Cells,
}

impl<'a> Rectangle<'a> {
    fn new(position: &'a Position, corners: [usize; 4], pair: [usize; 2]) -> Self {
        let mask = 1 << pair[0] | 1 << pair[1];
        let all = corners.iter().fold(0, |set, &c| set | bit(c));
        let is_more = |&c: &usize| position.grid.candidates[c] & !mask != 0;
        let more = each(all).filter(is_more).fold(0, |set, c| set | bit(c));
        Self { position, pair, mask, pure: all & !more, more }
    }

    fn all(&self) -> Cells {
        self.pure | self.more
    }

    /// A step that removes the digit from the cells of a set; `None` if no cell of the set has it.
    fn remove(&self, technique: Technique, cells: Cells, digit: usize) -> Option<Step> {
        let gone = cells & self.position.cells[digit];
        (gone != 0).then(|| Step::from_cells(technique, gone, digit))
    }

    fn tests(&self, steps: &mut Vec<Step>) {
        let pure = self.pure.count_ones();
        if pure == 3 {
            let cell = first(self.more);
            let gone: Vec<_> =
                digits(self.position.grid.candidates[cell] & self.mask).map(|d| Candidate::new(cell, d)).collect();
            if !gone.is_empty() {
                steps.push(Step::eliminate(Technique::Uniqueness1, gone));
            }
        }
        if pure == 1 || pure == 2 {
            steps.extend(self.one_more_digit());
        }
        if pure == 2 {
            self.subset(steps);
            let ends: Vec<_> = each(self.more).collect();
            let aligned = row(ends[0]) == row(ends[1]) || column(ends[0]) == column(ends[1]);
            steps.extend(if aligned { self.strong_side(ends[0], ends[1]) } else { self.strong_cross() });
        }
        let diagonal = || {
            let (a, b) = (first(self.pure), first(self.pure & (self.pure - 1)));
            row(a) != row(b) && column(a) != column(b)
        };
        if pure == 1 || pure == 2 && diagonal() {
            for corner in each(self.pure) {
                self.hidden(corner, steps);
            }
        }
    }

    /// Types 2 and 5: the corners with extra digits all have the same single extra digit.
    fn one_more_digit(&self) -> Option<Step> {
        let candidates = &self.position.grid.candidates;
        let more = each(self.more).fold(0, |mask, c| mask | candidates[c] & !self.mask);
        if more.count_ones() != 1 {
            return None;
        }
        let ends: Vec<_> = each(self.more).collect();
        let apart = row(ends[0]) != row(ends[1]) && column(ends[0]) != column(ends[1]);
        let technique = if ends.len() == 3 || apart { Technique::Uniqueness5 } else { Technique::Uniqueness2 };
        let seen = ends.iter().fold(Cells::MAX, |set, &c| set & PEERS[c]);
        self.remove(technique, seen, more.trailing_zeros() as usize)
    }

    /// Type 3: the extra digits of two corners form a naked subset together with other cells of a unit.
    fn subset(&self, steps: &mut Vec<Step>) {
        let candidates = &self.position.grid.candidates;
        let more = each(self.more).fold(0, |mask, c| mask | candidates[c] & !self.mask);
        for &unit in &UNITS_OF[first(self.more)] {
            let unit = usize::from(unit);
            if self.more & !UNIT[unit] != 0 {
                continue;
            }
            let fits = |&c: &usize| candidates[c] != 0 && candidates[c] & self.mask == 0 && !has(self.all(), c);
            let cells: Vec<_> = each(UNIT[unit]).filter(fits).collect();
            self.subset_from(unit, &cells, more, self.more, steps);
        }
    }

    fn subset_from(&self, unit: usize, cells: &[usize], mask: u16, set: Cells, steps: &mut Vec<Step>) {
        let candidates = &self.position.grid.candidates;
        for (i, &cell) in cells.iter().enumerate() {
            let (mask, set) = (mask | candidates[cell], set | bit(cell));
            // If the cells of the box are in one line, they were already examined as part of that line.
            let line = UNITS_OF[cell][..2].iter().any(|&u| set & !UNIT[usize::from(u)] == 0);
            if (unit < 18 || !line) && mask.count_ones() + 1 == set.count_ones() {
                let gone = |cells: Cells| {
                    each(cells & !set)
                        .flat_map(move |c| digits(candidates[c] & mask).map(move |d| Candidate::new(c, d)))
                };
                let mut all: Vec<_> = gone(UNIT[unit]).collect();
                if !all.is_empty() {
                    let own_box = usize::from(UNITS_OF[cell][2]);
                    if unit < 18 && set & !UNIT[own_box] == 0 {
                        all.extend(gone(UNIT[own_box]));
                    }
                    steps.push(Step::eliminate(Technique::Uniqueness3, all));
                }
            }
            self.subset_from(unit, &cells[i + 1..], mask, set, steps);
        }
    }

    /// Type 4: one of the two digits has no place among the cells that both corners see, so the other digit is removed from the two
    /// corners.
    fn strong_side(&self, a: usize, b: usize) -> Option<Step> {
        let seen = PEERS[a] & PEERS[b];
        let free = self.pair.iter().position(|&d| seen & self.position.cells[d] == 0)?;
        self.remove(Technique::Uniqueness4, self.more, self.pair[1 - free])
    }

    /// Type 6: in the rectangle's rows and columns, one of the two digits has no places other than the corners, so this digit is
    /// removed from the two diagonal corners.
    fn strong_cross(&self) -> Option<Step> {
        let lines = each(self.more).fold(0, |set, c| set | UNIT[row(c)] | UNIT[9 + column(c)]);
        let free = self.pair.iter().find(|&&d| lines & !self.all() & self.position.cells[d] == 0)?;
        self.remove(Technique::Uniqueness6, self.more, *free)
    }

    /// Hidden rectangle: in the row and the column of the rectangle that do not contain `corner`, one digit has places only in the
    /// corners, so the other digit is removed from the cell where the row and the column cross.
    fn hidden(&self, corner: usize, steps: &mut Vec<Step>) {
        let (a, b) = (first(self.more), first(self.more & (self.more - 1)));
        let line = if row(a) == row(corner) { row(b) } else { row(a) };
        let col = if column(a) == column(corner) { column(b) } else { column(a) };
        for (strong, gone) in [(0, 1), (1, 0)] {
            let (strong, gone) = (self.pair[strong], self.pair[gone]);
            let others = self.position.cells[strong] & !self.all();
            if others & UNIT[line] == 0 && others & UNIT[9 + col] == 0 {
                steps.extend(self.remove(Technique::HiddenRectangle, bit(line * 9 + col), gone));
            }
        }
    }
}
