//! Sue de Coq: cells at the crossing of a line and a box that together have at least two digits more than there are cells, combined
//! with cells of the line and of the box that use up these digits.

use super::geometry::{Cells, UNIT, bit, digits, each};
use super::grid::Position;
use super::step::{Candidate, Step};
use super::technique::Technique;

/// The first Sue de Coq. Rows are examined before columns, then boxes in order, then cells.
pub(super) fn sue_de_coq(position: &Position) -> Option<Step> {
    for line in &UNIT[..18] {
        for block in &UNIT[18..] {
            let (line, block) = (line & position.open, block & position.open);
            let crossing = line & block;
            let cells: Vec<_> = each(crossing).collect();
            for (i, &a) in cells.iter().enumerate() {
                for (j, &b) in cells.iter().enumerate().skip(i + 1) {
                    let two = bit(a) | bit(b);
                    let more = cells.get(j + 1).map(|&c| two | bit(c));
                    for core in [Some(two), more].into_iter().flatten() {
                        let step = Sector::new(position, line, block, core).and_then(|s| s.search());
                        if step.is_some() {
                            return step;
                        }
                    }
                }
            }
        }
    }
    None
}

/// The chosen cells of a crossing (the core).
struct Sector<'a> {
    position: &'a Position<'a>,
    line: Cells,
    block: Cells,
    core: Cells,
    mask: u16,
    /// The number of digits in the core minus the number of its cells.
    surplus: u32,
}

/// Cells of the line or of the box, with their candidates.
#[derive(Clone, Copy)]
struct Part {
    cells: Cells,
    mask: u16,
}

impl<'a> Sector<'a> {
    fn new(position: &'a Position, line: Cells, block: Cells, core: Cells) -> Option<Self> {
        let mask = each(core).fold(0, |mask, c| mask | position.grid.candidates[c]);
        let surplus = mask.count_ones().checked_sub(core.count_ones()).filter(|&surplus| surplus >= 2)?;
        Some(Self { position, line, block, core, mask, surplus })
    }

    fn search(&self) -> Option<Step> {
        let sources: Vec<_> = each(self.line & !self.core).collect();
        self.in_line(&sources, Part { cells: 0, mask: 0 })
    }

    fn grown(&self, part: Part, cell: usize) -> Part {
        Part { cells: part.cells | bit(cell), mask: part.mask | self.position.grid.candidates[cell] }
    }

    /// The number of digits of the part that the core also has, and the number of digits that the core does not have.
    fn split(&self, part: Part) -> (u32, u32) {
        ((part.mask & self.mask).count_ones(), (part.mask & !self.mask).count_ones())
    }

    fn in_line(&self, sources: &[usize], part: Part) -> Option<Step> {
        for (i, &cell) in sources.iter().enumerate() {
            let part = self.grown(part, cell);
            let (shared, extra) = self.split(part);
            let size = part.cells.count_ones();
            if shared > 0 && size > extra && size - extra < self.surplus {
                let sources: Vec<_> = each(self.block & !self.core & !part.cells).collect();
                // The parts may share digits that the core lacks.
                let banned = part.mask & self.mask;
                let missing = self.surplus - (size - extra);
                let step = self.in_block(&sources, Part { cells: 0, mask: 0 }, part, banned, missing);
                if step.is_some() {
                    return step;
                }
            }
            let step = self.in_line(&sources[i + 1..], part);
            if step.is_some() {
                return step;
            }
        }
        None
    }

    fn in_block(&self, sources: &[usize], part: Part, line: Part, banned: u16, missing: u32) -> Option<Step> {
        for (i, &cell) in sources.iter().enumerate() {
            let part = self.grown(part, cell);
            if part.mask & banned != 0 {
                continue;
            }
            let (shared, extra) = self.split(part);
            if shared > 0 && part.cells.count_ones() == missing + extra {
                let gone = self.gone(line, part);
                if !gone.is_empty() {
                    return Some(Step::eliminate(Technique::SueDeCoq, gone));
                }
            }
            let step = self.in_block(&sources[i + 1..], part, line, banned, missing);
            if step.is_some() {
                return step;
            }
        }
        None
    }

    fn gone(&self, line: Part, block: Part) -> Vec<Candidate> {
        let both = line.mask & block.mask;
        let of = |unit: Cells, own: Part, other: Part| {
            let mask = (self.mask | own.mask) & !other.mask | both;
            each(unit & !own.cells & !self.core)
                .flat_map(move |c| digits(self.position.grid.candidates[c] & mask).map(move |d| Candidate::new(c, d)))
        };
        of(self.block, block, line).chain(of(self.line, line, block)).collect()
    }
}
