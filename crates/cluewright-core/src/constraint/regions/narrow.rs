//! How unknown regions narrow a board.

use super::super::common::size;
use super::{Bits, MAX_REGIONS, Regions};
use crate::board::{Board, Conflict};
use crate::value::ValueSet;

/// The state of a board of at most `N = 64 * W` cells while it is narrowed. By cell unless it says otherwise.
struct Work<'r, const W: usize, const N: usize> {
    regions: &'r Regions,
    /// The labels left, bit 0 the first region's.
    label: [u64; N],
    /// The digits left, counted from the first number of the first digit; all when digits do not matter.
    digit: [u64; N],
    /// The smallest cell of its class. What follows is by class, kept at that cell.
    root: [u16; N],
    class: [Bits<W>; N],
    count: [u16; N],
    labels: [u64; N],
    /// Digits that are fixed within it.
    fixed: [u64; N],
    /// Cells known to lie in other regions, for reasons other than labels, digits and size.
    apart: [Bits<W>; N],
    /// By label: cells that may have it.
    may: [Bits<W>; MAX_REGIONS],
    /// By label: the class that has it.
    core: [u16; MAX_REGIONS],
    /// By digit: cells that may hold it, and cells of classes that hold it.
    holds: [Bits<W>; 64],
    taken: [Bits<W>; 64],
    /// By size: cells of classes of at least that size.
    larger: [Bits<W>; MAX_REGIONS + 2],
    visit: [Visit; N],
    /// Whether anything has changed since the board was read. Which labels it concerned, and which in the round before.
    changed: bool,
    dirty: u64,
    stale: u64,
}

/// The notes of a walk on a cell: see [`Work::needed`].
#[derive(Clone, Copy)]
struct Visit {
    seen: u16,
    low: u16,
    parent: u16,
    /// Cells of its subtree, and those of the class among them.
    below: u16,
    inside: u16,
    /// Cells that only it joins to the start.
    lost: u16,
    cuts: bool,
}

const FRESH: Visit = Visit { seen: 0, low: 0, parent: 0, below: 1, inside: 0, lost: 0, cuts: false };
const NONE: u16 = u16::MAX;

impl Regions {
    /// `W` words for at most `N = 64 * W` cells.
    pub(super) fn narrow<const W: usize, const N: usize>(&self, board: &mut Board) -> Result<(), Conflict> {
        let mut work = Work::<W, N>::new(self);
        let first = self.digits().first().map_or(0, |&c| board.first(c));
        debug_assert!(self.digits().iter().all(|&c| board.first(c) == first), "digits start at one number");
        loop {
            let before = size(board, &self.cells);
            work.stale = std::mem::take(&mut work.dirty);
            work.changed = false;
            work.read(board, first)?;
            work.settle()?;
            work.in_order()?;
            work.look()?;
            work.write(board, first)?;
            if size(board, &self.cells) == before && !work.changed {
                return Ok(());
            }
        }
    }
}

impl<'r, const W: usize, const N: usize> Work<'r, W, N> {
    fn new(regions: &'r Regions) -> Self {
        let mut new = Self {
            regions,
            label: [0; N],
            digit: [u64::MAX; N],
            root: [0; N],
            class: [Bits::EMPTY; N],
            count: [1; N],
            labels: [0; N],
            fixed: [0; N],
            apart: [Bits::EMPTY; N],
            may: [Bits::EMPTY; MAX_REGIONS],
            core: [NONE; MAX_REGIONS],
            holds: [Bits::EMPTY; 64],
            taken: [Bits::EMPTY; 64],
            larger: [Bits::EMPTY; MAX_REGIONS + 2],
            visit: [FRESH; N],
            changed: false,
            dirty: u64::MAX,
            stale: u64::MAX,
        };
        for i in 0..regions.board {
            new.root[i] = i as u16;
            new.class[i].insert(i);
        }
        new
    }

    #[inline]
    fn n(&self) -> usize {
        self.regions.board
    }

    #[inline]
    fn near(&self, cell: usize) -> Bits<W> {
        let at = cell * W;
        Bits(self.regions.near[at..at + W].try_into().expect("W words a cell"))
    }

    #[inline]
    fn is_root(&self, cell: usize) -> bool {
        self.root[cell] as usize == cell
    }

    fn read(&mut self, board: &Board, first: i32) -> Result<(), Conflict> {
        let all = ValueSet::below(self.regions.count() as u32).0;
        for (i, &cell) in self.regions.labels().iter().enumerate() {
            self.label[i] = board.values_from(cell, self.regions.first).0 & all;
        }
        for (i, &cell) in self.regions.digits().iter().enumerate() {
            self.digit[i] = board.values_from(cell, first).0;
        }
        for (a, b, says) in self.regions.same() {
            match board.values_from(says, 0).0 & 0b11 {
                0 => return Err(Conflict),
                0b10 => self.merge(a as usize, b as usize)?,
                0b01 => self.part(a as usize, b as usize),
                _ => {}
            }
        }
        Ok(())
    }

    fn write(&mut self, board: &mut Board, first: i32) -> Result<(), Conflict> {
        let regions = self.regions;
        for (i, &cell) in regions.labels().iter().enumerate() {
            board.keep_from(cell, regions.first, ValueSet(self.label[i]))?;
        }
        for (i, &cell) in regions.digits().iter().enumerate() {
            board.keep_from(cell, first, ValueSet(self.digit[i]))?;
        }
        for (a, b, says) in regions.same() {
            let (a, b) = (self.root[a as usize] as usize, self.root[b as usize] as usize);
            let set = if a == b {
                0b10
            } else if self.could_join(a, b) {
                0b11
            } else {
                0b01
            };
            board.keep_from(says, 0, ValueSet(set))?;
        }
        Ok(())
    }

    /// Something changed that concerns these labels.
    #[inline]
    fn note(&mut self, labels: u64) {
        self.changed = true;
        self.dirty |= labels;
    }

    /// Whether two classes may be parts of one region, as far as labels, digits and sizes say.
    fn could_join(&self, a: usize, b: usize) -> bool {
        self.labels[a] & self.labels[b] != 0
            && self.fixed[a] & self.fixed[b] == 0
            && (self.count[a] + self.count[b]) as usize <= self.regions.size
            && !self.apart[a].contains(b)
    }

    /// The regions of two cells are different.
    fn part(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root[a] as usize, self.root[b] as usize);
        if !self.apart[a].contains(b) {
            self.apart[a] |= self.class[b];
            self.apart[b] |= self.class[a];
            self.note(self.labels[a] & self.labels[b]);
        }
    }

    /// Two cells share a region.
    fn merge(&mut self, a: usize, b: usize) -> Result<(), Conflict> {
        let (a, b) = (self.root[a].min(self.root[b]) as usize, self.root[a].max(self.root[b]) as usize);
        if a == b {
            return Ok(());
        }
        if self.apart[a].contains(b) || (self.count[a] + self.count[b]) as usize > self.regions.size {
            return Err(Conflict);
        }
        for cell in self.class[b].iter() {
            self.root[cell] = a as u16;
        }
        let moved = self.class[b];
        self.class[a] |= moved;
        self.count[a] += self.count[b];
        // A cell apart from one part is apart from the whole.
        let (of_a, of_b) = (self.apart[a], self.apart[b]);
        self.apart[a] |= of_b;
        let whole = self.class[a];
        for cell in of_a.iter().chain(of_b.iter()) {
            self.apart[self.root[cell] as usize] |= whole;
        }
        self.note(self.labels[a] | self.labels[b]);
        self.labels[a] &= self.labels[b];
        self.fixed[a] |= self.fixed[b];
        Ok(())
    }

    /// The labels and digits that the cells of each class have in common; classes of one label are one.
    fn settle(&mut self) -> Result<(), Conflict> {
        loop {
            let mut again = false;
            for c in 0..self.n() {
                let r = self.root[c] as usize;
                if r == c {
                    self.labels[c] = self.label[c];
                    self.fixed[c] = 0;
                } else {
                    self.labels[r] &= self.label[c];
                }
                let d = self.digit[c];
                if d == 0 {
                    return Err(Conflict);
                }
                if d.is_power_of_two() {
                    if self.fixed[r] & d != 0 {
                        return Err(Conflict);
                    }
                    self.fixed[r] |= d;
                }
            }
            self.core.fill(NONE);
            for c in 0..self.n() {
                let r = self.root[c] as usize;
                if self.label[c] != self.labels[r] {
                    self.note(self.label[c]);
                    self.label[c] = self.labels[r];
                }
                if self.labels[r] == 0 {
                    return Err(Conflict);
                }
                let d = self.digit[c];
                if !d.is_power_of_two() && d & self.fixed[r] != 0 {
                    self.digit[c] = d & !self.fixed[r];
                    self.note(self.label[c]);
                    if self.digit[c] == 0 {
                        return Err(Conflict);
                    }
                    again |= self.digit[c].is_power_of_two();
                }
                if r == c && self.labels[c].is_power_of_two() {
                    let label = self.labels[c].trailing_zeros() as usize;
                    if self.core[label] == NONE {
                        self.core[label] = c as u16;
                    } else {
                        self.merge(self.core[label] as usize, c)?;
                        again = true;
                    }
                }
            }
            if !again {
                return Ok(());
            }
        }
    }

    /// Regions are numbered in the order of their first cells.
    fn in_order(&mut self) -> Result<(), Conflict> {
        let mut allowed = 1u64;
        let mut highest = 0;
        for c in 0..self.n() {
            let left = self.label[c] & allowed;
            if left == 0 {
                return Err(Conflict);
            }
            if left != self.label[c] {
                self.drop_labels(c, !allowed)?;
            }
            allowed |= left << 1;
            // A cell of at least this label: all labels up to it have appeared.
            let least = left.trailing_zeros() as usize;
            while highest < least {
                let place = 1u64 << highest;
                let mut places = (0..c).filter(|&i| self.label[i] & place != 0);
                let first = places.next().ok_or(Conflict)?;
                if places.next().is_none() {
                    self.drop_labels(first, !place)?;
                }
                highest += 1;
            }
        }
        Ok(())
    }

    /// Takes labels from a cell and so from its class.
    fn drop_labels(&mut self, cell: usize, labels: u64) -> Result<(), Conflict> {
        let r = self.root[cell] as usize;
        if self.labels[r] & labels == 0 {
            return Ok(());
        }
        self.note(self.labels[r]);
        self.labels[r] &= !labels;
        if self.labels[r] == 0 {
            return Err(Conflict);
        }
        for i in self.class[r].iter() {
            self.label[i] &= !labels;
        }
        Ok(())
    }

    /// Fills what is known by label, by digit and by size.
    fn tabulate(&mut self) {
        let n = self.n();
        self.may.fill(Bits::EMPTY);
        self.larger.fill(Bits::EMPTY);
        let digits = !self.regions.digits().is_empty();
        if digits {
            self.holds.fill(Bits::EMPTY);
            self.taken.fill(Bits::EMPTY);
        }
        for c in 0..n {
            for label in ValueSet(self.label[c]) {
                self.may[label.index()].insert(c);
            }
            if digits {
                for d in ValueSet(self.digit[c]) {
                    self.holds[d.index()].insert(c);
                }
            }
            if self.is_root(c) {
                let class = self.class[c];
                for d in ValueSet(self.fixed[c]) {
                    self.taken[d.index()] |= class;
                }
                for size in 1..=self.count[c] as usize {
                    self.larger[size] |= class;
                }
            }
        }
    }

    /// The conclusions from the places of the classes.
    fn look(&mut self) -> Result<(), Conflict> {
        self.tabulate();
        for c in 0..self.n() {
            if self.is_root(c) && self.labels[c] & self.stale != 0 {
                self.look_from(c)?;
            }
        }
        for label in 0..self.regions.count() {
            if self.core[label] == NONE && self.stale >> label & 1 == 1 {
                self.look_for(label)?;
            }
        }
        Ok(())
    }

    /// Cells that may join a class, and its own.
    fn able(&self, r: usize) -> Bits<W> {
        let mut able = Bits::EMPTY;
        for label in ValueSet(self.labels[r]) {
            able |= self.may[label.index()];
        }
        let spare = self.regions.size - self.count[r] as usize;
        able = able.minus(&self.larger[spare + 1]);
        for d in ValueSet(self.fixed[r]) {
            able = able.minus(&self.taken[d.index()]);
        }
        able = able.minus(&self.apart[r]);
        able |= self.class[r];
        able
    }

    /// The conclusions from where one class can grow.
    fn look_from(&mut self, r: usize) -> Result<(), Conflict> {
        let single = self.labels[r].is_power_of_two();
        if self.count[r] == 1 && !single {
            return self.doors(r);
        }
        let class = self.class[r];
        let spare = self.regions.size - self.count[r] as usize;
        let first = self.piece(r, &class);
        if spare == 0 {
            if first != class {
                return Err(Conflict);
            }
            if single {
                let label = self.labels[r];
                let out = self.may[label.trailing_zeros() as usize].minus(&class);
                for c in out.iter() {
                    self.drop_labels(c, label)?;
                }
            } else {
                // Labels that others have.
                for label in ValueSet(self.labels[r]) {
                    if self.core[label.index()] != NONE {
                        self.drop_labels(r, 1 << label.index())?;
                    }
                }
            }
            return Ok(());
        }
        let able = self.able(r);
        let mut reach = self.reached(r, first, &able, spare);
        let mut pieces = class.minus(&first);
        while let Some(start) = pieces.first() {
            let piece = self.piece(start, &class);
            pieces = pieces.minus(&piece);
            reach &= self.reached(r, piece, &able, spare);
        }
        // Walking over a class takes all of it, wherever it lies.
        if first != class || reach.minus(&class).meets(&self.larger[2]) {
            reach = self.piece(r, &reach);
        }
        if !class.minus(&reach).is_empty() {
            return Err(Conflict);
        }
        let found = reach.len();
        if found < self.regions.size {
            return Err(Conflict);
        }
        if single {
            let label = self.labels[r];
            let out = self.may[label.trailing_zeros() as usize].minus(&reach);
            for c in out.iter() {
                self.drop_labels(c, label)?;
            }
        } else {
            for c in able.minus(&reach).iter() {
                self.part(r, c);
            }
            for label in ValueSet(self.labels[r]) {
                let core = self.core[label.index()];
                if core != NONE && !reach.contains(core as usize) {
                    self.drop_labels(r, 1 << label.index())?;
                }
            }
        }
        if found == self.regions.size {
            return self.join(r, &reach);
        }
        let needed = self.needed(r, &reach);
        self.join(r, &needed)?;
        self.place_digits(r, &reach)
    }

    /// A single cell of unknown region: if it has one neighbour that may join it, it does.
    fn doors(&mut self, r: usize) -> Result<(), Conflict> {
        if self.regions.size == 1 {
            return Ok(());
        }
        let mut door = None;
        for c in self.near(r).iter() {
            let other = self.root[c] as usize;
            if door != Some(other) && self.could_join(r, other) {
                if door.is_some() {
                    return Ok(());
                }
                door = Some(other);
            }
        }
        self.merge(r, door.ok_or(Conflict)?)
    }

    fn join(&mut self, r: usize, cells: &Bits<W>) -> Result<(), Conflict> {
        for c in cells.iter() {
            self.merge(r, c)?;
        }
        Ok(())
    }

    /// The cells connected with `start` within `cells`.
    fn piece(&self, start: usize, cells: &Bits<W>) -> Bits<W> {
        let mut piece = Bits::EMPTY;
        let mut front = Bits::EMPTY;
        front.insert(start);
        while !front.is_empty() {
            piece |= front;
            let mut next = Bits::EMPTY;
            for c in front.iter() {
                next |= self.near(c);
            }
            next &= *cells;
            front = next.minus(&piece);
        }
        piece
    }

    /// The cells to which a path from `piece`, a part of class `r`, leads over `able` cells, of which at most `spare`
    /// are new to the class. To step on a class is to take all of it.
    fn reached(&self, r: usize, piece: Bits<W>, able: &Bits<W>, spare: usize) -> Bits<W> {
        let class = &self.class[r];
        let mut at = [Bits::<W>::EMPTY; MAX_REGIONS + 1];
        at[0] = piece;
        let mut done = Bits::EMPTY;
        for far in 0..=spare {
            let mut front = at[far].minus(&done);
            while !front.is_empty() {
                done |= front;
                let mut next = Bits::EMPTY;
                for c in front.iter() {
                    next |= self.near(c);
                }
                next &= *able;
                next = next.minus(&done);
                front = next;
                front &= *class;
                next = next.minus(class);
                for c in next.iter() {
                    let other = self.root[c] as usize;
                    let to = far + self.count[other] as usize;
                    // A cell whose digits are all taken cannot join.
                    if to <= spare && self.digit[c] & !self.fixed[r] != 0 {
                        at[to] |= self.class[other];
                    }
                }
            }
        }
        done
    }

    /// The cells without which class `r` falls apart or cannot grow to its size within `reach`: cut vertices, by one
    /// depth-first walk (Hopcroft and Tarjan 1973).
    fn needed(&mut self, r: usize, reach: &Bits<W>) -> Bits<W> {
        let class = self.class[r];
        let mut left = *reach;
        left.remove(r);
        self.visit[r] = Visit { seen: 1, low: 1, ..FRESH };
        let mut clock = 1;
        let mut at = r;
        loop {
            let near = self.near(at);
            let mut next = near;
            next &= left;
            if let Some(to) = next.first() {
                left.remove(to);
                clock += 1;
                let inside = u16::from(class.contains(to));
                self.visit[to] = Visit { seen: clock, low: clock, parent: at as u16, inside, ..FRESH };
                at = to;
                continue;
            }
            let mut back = near;
            back &= *reach;
            let mut low = self.visit[at].low;
            for c in back.iter() {
                // Below it: seen later, so this changes nothing.
                low = low.min(self.visit[c].seen);
            }
            if at == r {
                break;
            }
            let done = self.visit[at];
            let up = &mut self.visit[done.parent as usize];
            up.low = up.low.min(low);
            up.below += done.below;
            up.inside += done.inside;
            if low >= up.seen {
                up.lost += done.below;
                up.cuts |= done.inside > 0;
            }
            at = done.parent as usize;
        }
        let total = clock as usize;
        let mut needed = Bits::EMPTY;
        // Cells that the walk did not reach are not part of the region, and their notes are of an earlier walk.
        for c in reach.minus(&left).minus(&class).iter() {
            let visit = self.visit[c];
            if visit.cuts || total - 1 - (visit.lost as usize) < self.regions.size {
                needed.insert(c);
            }
        }
        needed
    }

    /// Where class `r`, which will lie within `reach`, can have each digit.
    fn place_digits(&mut self, r: usize, reach: &Bits<W>) -> Result<(), Conflict> {
        if self.regions.digits().is_empty() {
            return Ok(());
        }
        let fixed = self.fixed[r];
        let mut open = 0u64;
        for c in reach.iter() {
            open |= self.digit[c];
        }
        open &= !fixed;
        let capacity = self.regions.size - fixed.count_ones() as usize;
        if (open.count_ones() as usize) < capacity {
            return Err(Conflict);
        }
        if open.count_ones() as usize > capacity {
            return Ok(());
        }
        // Each of them is somewhere.
        for d in ValueSet(open) {
            let mut places = self.holds[d.index()];
            places &= *reach;
            if places.len() == 1 {
                let c = places.first().expect("one");
                if self.digit[c] != 1 << d.index() {
                    self.digit[c] &= 1 << d.index();
                    self.note(self.label[c]);
                    if self.digit[c] == 0 {
                        return Err(Conflict);
                    }
                }
                self.merge(r, c)?;
            }
        }
        Ok(())
    }

    /// The conclusions for a label that no class has yet.
    fn look_for(&mut self, label: usize) -> Result<(), Conflict> {
        let mut rest = self.may[label];
        let bit = 1u64 << label;
        let mut large = false;
        while let Some(start) = rest.first() {
            let piece = self.piece(start, &self.may[label]);
            rest = rest.minus(&piece);
            let digits = piece.iter().fold(0u64, |all, c| all | self.digit[c]);
            if piece.len() >= self.regions.size && digits.count_ones() as usize >= self.regions.size {
                large = true;
                continue;
            }
            for c in piece.iter() {
                self.drop_labels(c, bit)?;
            }
        }
        if large { Ok(()) } else { Err(Conflict) }
    }
}
