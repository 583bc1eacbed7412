//! Weighted sums over cells, some of which are known to be mutually different. [`super::Sum`] and [`super::EqualSums`] share this
//! code.
//!
//! The terms are divided into *parts*: mutually different cells with the same coefficient. Parts affect each other only through
//! the sum. So combining the sums that each part can reach, by shifting bit sets, gives exactly the possible sums of each part;
//! within a part, enumerating the sets of values used so far gives exactly the possible values of each cell. This exact method
//! requires that there are few sums and values; otherwise, bounds that take the differences into account are used.

use crate::bits::{Bits, Used};
use crate::board::{Board, Conflict};
use crate::cell::Cell;
use crate::value::{Value, ValueSet};

/// The exact method handles at most this many pieces: parts, or the single cells of parts that are too wide for sets of used
/// values.
const MAX_PIECES: usize = 40;
/// Sets of used values are enumerated only for parts whose values lie in a range of at most this size.
const MAX_WIDTH: u32 = 12;
/// The exact method handles at most this many different totals.
pub(super) const MAX_SPAN: i64 = 1024;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Linear {
    /// The cells in the given order.
    pub(super) cells: Vec<Cell>,
    pub(super) coefficients: Vec<i32>,
    /// For each term, the index of its part.
    pub(super) cliques: Vec<u16>,
    /// The indices of the terms, part by part.
    order: Vec<u16>,
    /// For each part, the index in `order` after its last term.
    ends: Vec<u16>,
}

/// The division of the terms into pieces for the exact method. It depends on the board, so compute it again after a change.
pub(super) struct Pieces {
    list: [Piece; MAX_PIECES],
    count: usize,
    /// The sum that bit 0 stands for in [`Linear::sums`] and [`Linear::prune_to`]: the sum of the pieces' lower bounds.
    pub(super) base: i64,
    /// Likewise the largest sum.
    top: i64,
}

/// A range of terms in `order`, and the minimum of their sum.
#[derive(Clone, Copy)]
struct Piece {
    from: u16,
    to: u16,
    low: i64,
}

impl Linear {
    pub(super) fn new(terms: impl Iterator<Item = (Cell, i32)>) -> Self {
        let (cells, coefficients): (Vec<_>, Vec<_>) = terms.unzip();
        let all = 0..cells.len() as u16;
        Self {
            cliques: all.clone().collect(),
            order: all.clone().collect(),
            ends: all.map(|i| i + 1).collect(),
            cells,
            coefficients,
        }
    }

    /// Divides the terms into parts with a greedy method.
    pub(super) fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        // While the parts grow, each is a linked list: `ends` has the last term of each part, and `order` the previous term of
        // each term.
        const NONE: u16 = u16::MAX;
        self.order.fill(NONE);
        self.ends.clear();
        for (i, &cell) in self.cells.iter().enumerate() {
            let fits = |&last: &u16| {
                // More than 64 cells can never all be different; the limit keeps buffers small.
                let (mut at, mut capacity) = (last, 64);
                while at != NONE && capacity > 0 && self.coefficients[at as usize] == self.coefficients[i] {
                    if !differ(self.cells[at as usize], cell) {
                        return false;
                    }
                    at = self.order[at as usize];
                    capacity -= 1;
                }
                at == NONE && capacity > 0
            };
            let part = self.ends.iter().position(fits).unwrap_or_else(|| {
                self.ends.push(NONE);
                self.ends.len() - 1
            });
            self.cliques[i] = part as u16;
            self.order[i] = std::mem::replace(&mut self.ends[part], i as u16);
        }
        // Then list the terms part by part. The first step is to compute where each part begins.
        self.ends.fill(0);
        for &part in &self.cliques {
            self.ends[part as usize] += 1;
        }
        let mut from = 0;
        for end in &mut self.ends {
            from += std::mem::replace(end, from);
        }
        for (i, &part) in self.cliques.iter().enumerate() {
            let end = &mut self.ends[part as usize];
            self.order[*end as usize] = i as u16;
            *end += 1;
        }
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = (Cell, i32)> + '_ {
        self.cells.iter().copied().zip(self.coefficients.iter().copied())
    }

    /// The sum if the cells have these numbers.
    pub(super) fn sum(&self, number: &dyn Fn(Cell) -> i32) -> i64 {
        self.terms().map(|(c, k)| k as i64 * number(c) as i64).sum()
    }

    fn parts(&self) -> impl Iterator<Item = &[u16]> + '_ {
        let mut from = 0;
        self.ends.iter().map(move |&to| &self.order[std::mem::replace(&mut from, to as usize)..to as usize])
    }

    /// Whether every part has only one cell.
    pub(super) fn is_plain(&self) -> bool {
        self.ends.len() == self.cells.len()
    }

    /// A lower and an upper bound on the sum that take the differences into account.
    pub(super) fn bounds(&self, board: &Board) -> Result<(i64, i64), Conflict> {
        let (mut low, mut high) = (0, 0);
        for part in self.parts() {
            let (a, b) = self.part_bounds(board, part, None)?;
            low += a;
            high += b;
        }
        Ok((low, high))
    }

    /// Like `bounds`, but for one part, without the term at `skip` if there is one.
    fn part_bounds(&self, board: &Board, part: &[u16], skip: Option<usize>) -> Result<(i64, i64), Conflict> {
        let left = part.len() - usize::from(skip.is_some());
        if left == 0 {
            return Ok((0, 0));
        }
        let k = self.coefficients[part[0] as usize] as i64;
        if let &[i] = part {
            let cell = self.cells[i as usize];
            if board.values(cell).is_empty() {
                return Err(Conflict);
            }
            let (a, b) = (k * board.min(cell) as i64, k * board.max(cell) as i64);
            return Ok((a.min(b), a.max(b)));
        }
        let first = board.first(self.cells[part[0] as usize]) as i64;
        // Count the cells by smallest and by largest value; each cell, in order, then gets the next free value.
        let (mut lows, mut highs) = ([0u8; 64], [0u8; 64]);
        let (mut least, mut most) = (63u32, 0u32);
        for (_, &i) in part.iter().enumerate().filter(|&(at, _)| Some(at) != skip) {
            let cell = self.cells[i as usize];
            debug_assert_eq!(board.first(cell) as i64, first, "mutually different cells have one first number");
            let values = board.values(cell);
            if values.is_empty() {
                return Err(Conflict);
            }
            let (a, b) = (values.0.trailing_zeros(), values.0.ilog2());
            lows[a as usize] += 1;
            highs[b as usize] += 1;
            least = least.min(a);
            most = most.max(b);
        }
        let place = |from: u32, up: bool, starts: &[u8; 64]| -> Result<i64, Conflict> {
            let (mut waiting, mut placed, mut total) = (0u32, 0usize, 0i64);
            let mut at = from as i32;
            while placed < left {
                if !(0..64).contains(&at) {
                    return Err(Conflict);
                }
                waiting += starts[at as usize] as u32;
                if waiting > 0 {
                    waiting -= 1;
                    placed += 1;
                    total += at as i64;
                }
                at += if up { 1 } else { -1 };
            }
            Ok(total)
        };
        let offset = left as i64 * first;
        let (low, high) = (offset + place(least, true, &lows)?, offset + place(most, false, &highs)?);
        if low > high {
            return Err(Conflict);
        }
        Ok(if k < 0 { (k * high, k * low) } else { (k * low, k * high) })
    }

    /// Makes one pass with bounds that ignore differences. The pass is cheap and reduces the work of the exact method.
    pub(super) fn narrow_by_bounds(&self, board: &mut Board, min: i64, max: i64) -> Result<(), Conflict> {
        let (mut low, mut high) = (0, 0);
        for (cell, k) in self.terms() {
            if board.values(cell).is_empty() {
                return Err(Conflict);
            }
            let (a, b) = (k as i64 * board.min(cell) as i64, k as i64 * board.max(cell) as i64);
            low += a.min(b);
            high += a.max(b);
        }
        if low > max || high < min {
            return Err(Conflict);
        }
        let (down, up) = (high - min, max - low);
        for (cell, k) in self.terms() {
            let k = k as i64;
            let (a, b) = (k * board.min(cell) as i64, k * board.max(cell) as i64);
            if (b - a).abs() <= down.min(up) {
                continue;
            }
            // First narrow the product of coefficient and cell, then the cell.
            let (least, most) = (a.max(b) - down, a.min(b) + up);
            let (least, most) = if k > 0 { (least, most) } else { (-most, -least) };
            let (from, to) = (-(-least).div_euclid(k.abs()), most.div_euclid(k.abs()));
            let clamp = |n: i64| n.clamp(i32::MIN as i64, i32::MAX as i64) as i32;
            board.keep_between(cell, clamp(from), clamp(to))?;
        }
        Ok(())
    }

    /// Removes values with which, according to the bounds, the sum cannot lie in `min..=max`. Repeats this until nothing changes.
    pub(super) fn keep_between(&self, board: &mut Board, min: i64, max: i64) -> Result<(), Conflict> {
        while self.prune_between(board, min, max)? {}
        Ok(())
    }

    /// If only one cell is not fixed, removes the value with which the sum would be `total`.
    pub(super) fn avoid(&self, board: &mut Board, total: i64) -> Result<(), Conflict> {
        let (mut sum, mut free) = (0, None);
        for (cell, k) in self.terms() {
            match board.fixed_number(cell) {
                Some(n) => sum += k as i64 * n as i64,
                None if board.values(cell).is_empty() => return Err(Conflict),
                None if free.is_some() => return Ok(()),
                None => free = Some((cell, k as i64)),
            }
        }
        let Some((cell, k)) = free else { return if sum == total { Err(Conflict) } else { Ok(()) } };
        let misses = |v: &Value| sum + k * board.number(cell, *v) as i64 != total;
        let keep = board.values(cell).iter().filter(misses).collect();
        board.keep(cell, keep)
    }

    /// One pass of [`Self::keep_between`]. Returns whether anything was removed.
    pub(super) fn prune_between(&self, board: &mut Board, min: i64, max: i64) -> Result<bool, Conflict> {
        let mut changed = false;
        let (mut low, mut high) = self.bounds(board)?;
        if low > max || high < min {
            return Err(Conflict);
        }
        if min <= low && high <= max {
            return Ok(false);
        }
        for part in self.parts() {
            let (part_low, part_high) = self.part_bounds(board, part, None)?;
            // The other parts can compensate for any sum of this part.
            if part_high - part_low <= (high - min).min(max - low) {
                continue;
            }
            for (at, &i) in part.iter().enumerate() {
                let (cell, k) = (self.cells[i as usize], self.coefficients[i as usize] as i64);
                let before = board.values(cell);
                if before.len() == 1 && part.len() == 1 {
                    continue;
                }
                let (rest_low, rest_high) = self.part_bounds(board, part, Some(at))?;
                // The bounds of the other parts and of the rest of this part limit the cell to an interval.
                let (from, to) = (min - (high - part_high + rest_high), max - (low - part_low + rest_low));
                let keep =
                    before.iter().filter(|&v| (from..=to).contains(&(k * board.number(cell, v) as i64))).collect();
                if before != keep {
                    board.keep(cell, keep)?;
                    changed = true;
                }
            }
            // The narrower bounds of this part help the parts after it.
            let (now_low, now_high) = self.part_bounds(board, part, None)?;
            low += now_low - part_low;
            high += now_high - part_high;
        }
        Ok(changed)
    }

    /// The pieces for the exact method; `None` if there are too many.
    pub(super) fn pieces(&self, board: &Board) -> Result<Option<Pieces>, Conflict> {
        let mut pieces = Pieces { list: [Piece { from: 0, to: 0, low: 0 }; MAX_PIECES], count: 0, base: 0, top: 0 };
        let mut from = 0;
        for &to in &self.ends {
            let part = &self.order[from as usize..to as usize];
            let single = to - from == 1 || self.width(board, part) > MAX_WIDTH;
            let step = if single { 1 } else { to - from };
            while from < to {
                if pieces.count == MAX_PIECES {
                    return Ok(None);
                }
                let (low, high) = self.part_bounds(board, &self.order[from as usize..(from + step) as usize], None)?;
                pieces.list[pieces.count] = Piece { from, to: from + step, low };
                pieces.count += 1;
                pieces.base += low;
                pieces.top += high;
                from += step;
            }
        }
        Ok(Some(pieces))
    }

    /// The total number of values left in the cells; it decreases with every removal.
    pub(super) fn size(&self, board: &Board) -> u32 {
        self.cells.iter().map(|&c| board.values(c).len()).sum()
    }

    /// Whether all parts are narrow enough for the exact method to take their differences into account.
    pub(super) fn is_narrow(&self, board: &Board) -> bool {
        self.parts().all(|part| part.len() == 1 || self.width(board, part) <= MAX_WIDTH)
    }

    /// What a partial assignment contributes to the sum, up to a constant that depends only on which cells are assigned.
    pub(super) fn weight(&self, side: &[(Cell, Value)]) -> i64 {
        let part = |&(cell, value): &(Cell, Value)| {
            self.terms().find(|t| t.0 == cell).map_or(0, |t| t.1 as i64 * value.0 as i64)
        };
        side.iter().map(part).sum()
    }

    fn values_of(&self, board: &Board, part: &[u16]) -> ValueSet {
        part.iter().fold(ValueSet::EMPTY, |all, &i| all | board.values(self.cells[i as usize]))
    }

    fn width(&self, board: &Board, part: &[u16]) -> u32 {
        let all = self.values_of(board, part).0;
        64 - all.leading_zeros() - all.trailing_zeros()
    }

    /// The sums below `64 * N`, after subtracting the pieces' base, that the terms can reach.
    pub(super) fn sums<const N: usize>(&self, board: &Board, pieces: &Pieces) -> Bits<N> {
        let mut all = Bits::EMPTY;
        all.insert(0);
        for piece in &pieces.list[..pieces.count] {
            let sums: Bits<N> = self.piece_sums(board, piece);
            let mut next = Bits::EMPTY;
            sums.iter().for_each(|s| next.add_up(&all, s));
            all = next;
        }
        all
    }

    /// Removes exactly the values with which the sum, minus the pieces' base, cannot be in `target`, given that the cells of a
    /// part differ. The differences within a part that is too wide are ignored.
    pub(super) fn prune_to<const N: usize>(
        &self,
        board: &mut Board,
        pieces: &Pieces,
        target: &Bits<N>,
    ) -> Result<(), Conflict> {
        // Whether no sum is left out because it is too large.
        let whole = pieces.top - pieces.base < 64 * N as i64;
        let (pieces, n) = (&pieces.list, pieces.count);
        if n == 1 {
            return self.prune_piece(board, &pieces[0], target);
        }
        let mut sums = [Bits::<N>::EMPTY; MAX_PIECES];
        // `before[j]`: the sums that pieces 0..j can have.
        let mut before = [Bits::<N>::EMPTY; MAX_PIECES];
        let mut all = Bits::EMPTY;
        all.insert(0);
        for j in 0..n {
            sums[j] = self.piece_sums(board, &pieces[j]);
            before[j] = all;
            all = Bits::EMPTY;
            sums[j].iter().for_each(|s| all.add_up(&before[j], s));
        }
        let reached = all;
        all &= *target;
        if all.is_empty() {
            return Err(Conflict);
        }
        if all == reached && whole && self.is_plain() {
            return Ok(()); // all values of the single cells are possible
        }
        // `rest`: the sums of pieces 0..=j from which the later pieces can reach the target.
        let mut rest = all;
        for j in (0..n).rev() {
            let (mut allowed, mut next) = (Bits::<N>::EMPTY, Bits::<N>::EMPTY);
            for s in sums[j].iter() {
                if before[j].meets_up(s, &rest) {
                    allowed.insert(s);
                    next.add_down(&rest, s);
                }
            }
            self.prune_piece(board, &pieces[j], &allowed)?;
            rest = next;
        }
        Ok(())
    }

    fn piece_sums<const N: usize>(&self, board: &Board, piece: &Piece) -> Bits<N> {
        let part = &self.order[piece.from as usize..piece.to as usize];
        if let &[i] = part {
            let (cell, k) = (self.cells[i as usize], self.coefficients[i as usize] as i64);
            let mut sums = Bits::EMPTY;
            for v in board.values(cell) {
                let s = k * board.number(cell, v) as i64 - piece.low;
                if s < 64 * N as i64 {
                    sums.insert(s as usize);
                }
            }
            return sums;
        }
        match self.width(board, part) {
            0..=6 => self.part_sums::<N, 1>(board, piece, part),
            7..=9 => self.part_sums::<N, 8>(board, piece, part),
            _ => self.part_sums::<N, 64>(board, piece, part),
        }
    }

    fn prune_piece<const N: usize>(&self, board: &mut Board, piece: &Piece, allowed: &Bits<N>) -> Result<(), Conflict> {
        let part = &self.order[piece.from as usize..piece.to as usize];
        if let &[i] = part {
            let (cell, k) = (self.cells[i as usize], self.coefficients[i as usize] as i64);
            let fits = |v: &Value| allowed.contains((k * board.number(cell, *v) as i64 - piece.low) as usize);
            let keep = board.values(cell).iter().filter(fits).collect();
            return board.keep(cell, keep);
        }
        match self.width(board, part) {
            0..=6 => self.prune_part::<N, 1>(board, piece, part, allowed),
            7..=9 => self.prune_part::<N, 8>(board, piece, part, allowed),
            _ => self.prune_part::<N, 64>(board, piece, part, allowed),
        }
    }

    /// The sum of a part, minus the piece's lower bound, if its cells hold exactly the values `used`, counted from `least`.
    fn used_sum(&self, board: &Board, piece: &Piece, part: &[u16], least: u32, used: usize) -> usize {
        let i = part[0] as usize;
        let from = board.first(self.cells[i]) as i64 + least as i64;
        let values: u32 = ValueSet(used as u64).iter().map(|v| v.0 as u32).sum();
        (self.coefficients[i] as i64 * (from * part.len() as i64 + values as i64) - piece.low) as usize
    }

    fn part_sums<const N: usize, const W: usize>(&self, board: &Board, piece: &Piece, part: &[u16]) -> Bits<N> {
        let values = self.values_of(board, part).0;
        let least = values.trailing_zeros();
        let mut sums = Bits::EMPTY;
        if values.count_ones() as usize == part.len() {
            // Assume that the cells hold exactly these values; pruning the part checks whether they can.
            let s = self.used_sum(board, piece, part, least, (values >> least) as usize);
            if s < 64 * N {
                sums.insert(s);
            }
            return sums;
        }
        let mut used = Used::<W>::EMPTY;
        used.insert(0);
        for &i in part {
            let mut next = Used::EMPTY;
            for v in board.values(self.cells[i as usize]) {
                next.add_with(&used, v.0 as u32 - least);
            }
            used = next;
        }
        for set in used.iter() {
            let s = self.used_sum(board, piece, part, least, set);
            if s < 64 * N {
                sums.insert(s);
            }
        }
        sums
    }

    fn prune_part<const N: usize, const W: usize>(
        &self,
        board: &mut Board,
        piece: &Piece,
        part: &[u16],
        allowed: &Bits<N>,
    ) -> Result<(), Conflict> {
        let least = self.values_of(board, part).0.trailing_zeros();
        if part.len() > MAX_WIDTH as usize {
            return Err(Conflict); // more cells than values
        }
        // `before[i]`: the sets of values that cells 0..i can use; `rest`: the sets of values of cells 0..=i from which the later
        // cells can reach an allowed sum.
        let mut before = [Used::<W>::EMPTY; MAX_WIDTH as usize + 1];
        before[0].insert(0);
        for (at, &i) in part.iter().enumerate() {
            let (done, next) = before.split_at_mut(at + 1);
            for v in board.values(self.cells[i as usize]) {
                next[0].add_with(&done[at], v.0 as u32 - least);
            }
        }
        let mut rest = Used::<W>::EMPTY;
        for set in before[part.len()].iter() {
            if allowed.contains(self.used_sum(board, piece, part, least, set)) {
                rest.insert(set);
            }
        }
        for (at, &i) in part.iter().enumerate().rev() {
            let cell = self.cells[i as usize];
            let (mut keep, mut next) = (ValueSet::EMPTY, Used::<W>::EMPTY);
            for v in board.values(cell) {
                let without = rest.without(v.0 as u32 - least);
                if before[at].meets(&without) {
                    keep.insert(v);
                    next |= without;
                }
            }
            board.keep(cell, keep)?;
            rest = next;
        }
        Ok(())
    }
}
