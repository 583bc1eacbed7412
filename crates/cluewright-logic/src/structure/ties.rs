//! Clues that tie pairs of cells, such as a two-cell cage, a dot between two cells, or the steps along a line.

use cluewright_core::model::{SetId, Why};
use cluewright_core::{Candidate, Cell, Model, OriginId, Sort, Value, ValueSet};

/// Two cells, and the clue's links between the two.
#[derive(Debug)]
pub(crate) struct Tie {
    pub(crate) cells: [Cell; 2],
    /// The links between the two cells, as indices into [`Model::links`].
    links: Vec<u32>,
    /// A set of the clue that requires the two cells to differ, if there is one.
    set: Option<SetId>,
}

/// A clue and the connected pairs of cells that the clue ties.
#[derive(Debug)]
pub(crate) struct Ties {
    pub(crate) origin: OriginId,
    pub(crate) pairs: Vec<Tie>,
    /// The values that none of the clue's cells can have, such as 5 on a whispers line. Empty if these values are not
    /// the same for all cells.
    pub(crate) never: ValueSet,
}

/// The clues of a model that tie pairs of cells, in the order in which the puzzle lists them.
pub(crate) fn ties(model: &Model) -> Vec<Ties> {
    let clue = |origin: OriginId| model.origin(origin).clue;
    let mut order: Vec<(u32, [Cell; 2], u32)> = Vec::new();
    for (l, link) in model.links().iter().enumerate() {
        if let Some(clue) = clue(link.origin) {
            order.push((clue, [link.a.min(link.b), link.a.max(link.b)], l as u32));
        }
    }
    order.order();
    let sets =
        model.sets().iter().enumerate().filter_map(|(s, set)| clue(set.origin).map(|clue| (clue, SetId(s as u32))));
    let mut sets: Vec<(u32, SetId)> = sets.collect();
    sets.order();
    let mut found: Vec<Ties> = Vec::new();
    for of_clue in order.chunk_by(|a, b| a.0 == b.0) {
        let own = sets.partition_point(|s| s.0 < of_clue[0].0)..sets.partition_point(|s| s.0 <= of_clue[0].0);
        let own: Vec<SetId> = sets[own].iter().map(|s| s.1).collect();
        let origin = model.links()[of_clue[0].2 as usize].origin;
        let pairs = of_clue.chunk_by(|a, b| a.1 == b.1).map(|pair| {
            let cells = pair[0].1;
            let set = own.iter().copied().find(|&s| cells.iter().all(|c| model.set(s).cells.contains(c)));
            Tie { cells, links: pair.iter().map(|p| p.2).collect(), set }
        });
        let parts = connected(pairs.collect()).into_iter();
        found.extend(parts.map(|pairs| Ties { origin, never: never(model, &pairs), pairs }));
    }
    found
}

/// The values that no pair allows: each is excluded by every value of the cell at the other end of the tie. Returns the
/// empty set if these values differ between the pairs, or between the two directions of a pair.
fn never(model: &Model, pairs: &[Tie]) -> ValueSet {
    let domain = |cell: Cell| model.cells()[cell.index()].domain;
    let both = pairs.iter().flat_map(|tie| [(tie, tie.cells[0], tie.cells[1]), (tie, tie.cells[1], tie.cells[0])]);
    let mut sets = both.map(|(tie, from, to)| {
        let forbidden = |y: &Value| {
            domain(from).iter().all(|x| tie.forbids(model, Candidate::new(from, x), Candidate::new(to, *y)).is_some())
        };
        domain(to).iter().filter(forbidden).collect::<ValueSet>()
    });
    let first = sets.next().unwrap_or_default();
    if first.is_empty() || sets.any(|set| set != first) { ValueSet::default() } else { first }
}

/// Divides the pairs, which must be sorted, into parts that share no cell. Within each part, the pairs are sorted by
/// their cells; the parts are sorted by their first pairs.
fn connected(pairs: Vec<Tie>) -> Vec<Vec<Tie>> {
    let mut cells: Vec<Cell> = pairs.iter().flat_map(|t| t.cells).collect();
    cells.order();
    cells.dedup();
    let at = |c: Cell| cells.partition_point(|&x| x < c);
    // For each cell, a smaller cell of the same part or the cell itself; when the loop ends, the smallest cell of the
    // part.
    let mut lead: Vec<usize> = (0..cells.len()).collect();
    let root = |lead: &mut [usize], mut i: usize| {
        while lead[i] != i {
            lead[i] = lead[lead[i]];
            i = lead[i];
        }
        i
    };
    for tie in &pairs {
        let [a, b] = tie.cells.map(|c| root(&mut lead, at(c)));
        lead[a.max(b)] = a.min(b);
    }
    let mut parts: Vec<Vec<Tie>> = cells.iter().map(|_| Vec::new()).collect();
    for tie in pairs {
        parts[root(&mut lead, at(tie.cells[0]))].push(tie);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

impl Tie {
    /// The reason why the clue forbids that both candidates are true; `None` if it allows both.
    pub(crate) fn forbids(&self, model: &Model, x: Candidate, y: Candidate) -> Option<Why> {
        if let Some(set) = self.set.filter(|_| x.value == y.value) {
            return Some(Why::Set(set));
        }
        self.links.iter().copied().find(|&l| model.link_forbids(l, x, y)).map(Why::Link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For random pairs of cells, compares the parts with the result of repeatedly joining pairs that share a cell.
    #[test]
    fn parts_share_no_cell() {
        let mut random = 3u32;
        let (mut several, mut joined) = (0, 0);
        for _ in 0..300 {
            let mut pairs: Vec<[Cell; 2]> = Vec::new();
            for _ in 0..random >> 28 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (a, b) = ((random >> 16) as u16 % 20, (random >> 24) as u16 % 20);
                pairs.extend((a != b).then_some([Cell(a.min(b)), Cell(a.max(b))]));
            }
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            pairs.order();
            pairs.dedup();
            let mut plain: Vec<Vec<[Cell; 2]>> = Vec::new();
            for &pair in &pairs {
                let mut part = vec![pair];
                let meets = |other: &mut Vec<[Cell; 2]>| other.iter().flatten().any(|c| pair.contains(c));
                part.extend(plain.extract_if(.., meets).flatten());
                part.order();
                plain.push(part);
            }
            plain.order();
            several += usize::from(plain.len() > 1);
            joined += usize::from(plain.iter().any(|part| part.len() > 2));
            let ties = pairs.iter().map(|&cells| Tie { cells, links: Vec::new(), set: None }).collect();
            let cells = |part: Vec<Tie>| part.into_iter().map(|t| t.cells).collect::<Vec<_>>();
            assert_eq!(connected(ties).into_iter().map(cells).collect::<Vec<_>>(), plain);
        }
        assert!(several > 50 && joined > 50, "{several} {joined}");
    }
}
