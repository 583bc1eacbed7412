//! Joins drawn strokes into visible lines. Strokes that meet end to end form one line. A closed line repeats its first cell at its
//! end. A branching line has several pieces.

use cluewright_core::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of paths from a bulb to the tips of one line, and the maximum number of cells of all these paths together.
const WAYS: usize = 32;
const CELLS: usize = 4_000;

/// One line.
#[derive(Debug)]
pub(super) struct Line {
    /// The pieces of the line, from end to end. There is one piece, unless the line branches.
    pub(super) pieces: Vec<Vec<Cell>>,
    /// The indexes of the line's strokes in the list that was joined.
    pub(super) strokes: Vec<usize>,
}

/// Cuts a stroke at the cells where lines stop; both parts contain the cell of the cut. Sections that the stroke retraces are
/// dropped.
pub(super) fn cut(stroke: &[Cell], stops: &dyn Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let (mut parts, mut part, mut made) = (Vec::new(), Vec::new(), BTreeSet::new());
    for pair in stroke.windows(2).filter(|p| p[0] != p[1]) {
        let is_new = made.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
        if (!is_new || stops(pair[0])) && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        if is_new && part.is_empty() {
            part.push(pair[0]);
        }
        if is_new {
            part.push(pair[1]);
        }
    }
    parts.extend(Some(part).filter(|p| !p.is_empty()));
    parts
}

/// Joins strokes that look the same into lines. No line continues through a cell where lines stop.
pub(super) fn joined(strokes: &[Vec<Cell>], stops: &dyn Fn(Cell) -> bool) -> Vec<Line> {
    let mut through: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for (i, stroke) in strokes.iter().enumerate() {
        for cell in stroke {
            let here = through.entry(*cell).or_default();
            if here.last() != Some(&i) {
                here.push(i);
            }
        }
    }
    // For each stroke: its line, identified by the index of one of its strokes.
    let mut line: Vec<usize> = (0..strokes.len()).collect();
    for (i, stroke) in strokes.iter().enumerate() {
        for end in ends(stroke).into_iter().filter(|c| !stops(*c)) {
            for &other in &through[&end] {
                let (from, to) = (line[other], line[i]);
                // A stroke that runs along another stroke is a separate line.
                let shared = stroke.iter().filter(|c| strokes[other].contains(c)).collect::<BTreeSet<_>>().len();
                let is_loop = ends(stroke).iter().all(|c| ends(&strokes[other]).contains(c));
                if from != to && (shared == 1 || (shared == 2 && is_loop)) {
                    line.iter_mut().filter(|l| **l == from).for_each(|l| *l = to);
                }
            }
        }
    }
    let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, name) in line.into_iter().enumerate() {
        lines.entry(name).or_default().push(i);
    }
    let mut lines: Vec<Line> = lines
        .into_values()
        .map(|of| Line { pieces: merged(of.iter().map(|i| strokes[*i].clone()).collect(), stops), strokes: of })
        .collect();
    lines.sort_by_key(|line| line.strokes[0]);
    lines
}

fn ends(piece: &[Cell]) -> Vec<Cell> {
    match piece {
        [] => Vec::new(),
        [one] => vec![*one],
        [first, .., last] => vec![*first, *last],
    }
}

/// Merges the pieces of a line that continue each other, at cells where exactly two pieces end.
fn merged(mut pieces: Vec<Vec<Cell>>, stops: &dyn Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut at: BTreeMap<Cell, usize> = BTreeMap::new();
    for cell in pieces.iter().flatten() {
        *at.entry(*cell).or_default() += 1;
    }
    let mut i = 0;
    while i < pieces.len() {
        let goes_on = ends(&pieces[i]).into_iter().rev().filter(|c| at[c] == 2 && !stops(*c)).find_map(|cell| {
            let other = (0..pieces.len()).find(|&j| j != i && ends(&pieces[j]).contains(&cell))?;
            Some((cell, other))
        });
        let Some((cell, other)) = goes_on else {
            i += 1;
            continue;
        };
        let mut rest = pieces[other].clone();
        let piece = &mut pieces[i];
        if piece.last() != Some(&cell) {
            // Keep both pieces in the direction in which they were drawn, unless both begin at this cell.
            if rest.last() == Some(&cell) {
                std::mem::swap(piece, &mut rest);
            } else {
                piece.reverse();
            }
        }
        if rest.first() != Some(&cell) {
            rest.reverse();
        }
        piece.extend(&rest[1..]);
        at.insert(cell, 1);
        // Put the merged piece in the place of the earlier one.
        let piece = std::mem::take(piece);
        pieces[i.min(other)] = piece;
        pieces.remove(i.max(other));
        i = i.min(other);
    }
    pieces
}

fn graph(pieces: &[Vec<Cell>]) -> BTreeMap<Cell, BTreeSet<Cell>> {
    let mut near: BTreeMap<Cell, BTreeSet<Cell>> = BTreeMap::new();
    for pair in pieces.iter().flat_map(|piece| piece.windows(2)).filter(|pair| pair[0] != pair[1]) {
        near.entry(pair[0]).or_default().insert(pair[1]);
        near.entry(pair[1]).or_default().insert(pair[0]);
    }
    near
}

/// A branching line as one list of cells, in which each cell is next to the previous one: the list starts at a tip, and goes back
/// over its cells after each branch.
pub(super) fn walk(pieces: &[Vec<Cell>]) -> Vec<Cell> {
    let near = graph(pieces);
    let firsts = pieces.iter().filter_map(|p| p.first());
    let Some(&first) = firsts.clone().find(|c| near.get(c).is_some_and(|n| n.len() == 1)).or(firsts.clone().next())
    else {
        return Vec::new();
    };
    // The path back to the start, and the steps taken so far.
    let (mut stack, mut made) = (vec![first], BTreeSet::new());
    let (mut walk, mut new) = (vec![first], 1);
    while let Some(&cell) = stack.last() {
        let next = near.get(&cell).and_then(|n| n.iter().find(|c| !made.contains(&(cell, **c))).copied());
        let Some(next) = next else {
            stack.pop();
            walk.extend(stack.last());
            continue;
        };
        made.extend([(cell, next), (next, cell)]);
        walk.push(next);
        new = walk.len();
        stack.push(next);
    }
    walk.truncate(new);
    walk
}

/// The paths along a line from one of its cells to each of its tips; `None` if there are too many paths, or if they omit a part of
/// the line.
pub(super) fn ways(pieces: &[Vec<Cell>], from: Cell) -> Option<Vec<Vec<Cell>>> {
    let near = graph(pieces);
    let (mut ways, mut cells) = (Vec::new(), 0);
    let mut open = vec![vec![from]];
    while let Some(way) = open.pop() {
        let at = *way.last().expect("a way has a cell");
        let next: Vec<Cell> = near.get(&at)?.iter().copied().filter(|c| !way.contains(c)).collect();
        cells += way.len();
        if cells > CELLS || ways.len() > WAYS {
            return None;
        }
        if near[&at].len() == 1 && at != from {
            ways.push(way);
            continue;
        }
        open.extend(next.into_iter().rev().map(|c| [&way[..], &[c]].concat()));
    }
    let steps = |lists: &[Vec<Cell>]| -> BTreeSet<(Cell, Cell)> {
        lists.iter().flat_map(|l| l.windows(2)).map(|p| (p[0].min(p[1]), p[0].max(p[1]))).collect()
    };
    (steps(&ways) == steps(pieces)).then_some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Cell> {
        text.bytes().map(|b| Cell::at(usize::from(b - b'a'))).collect()
    }

    fn text(cells: &[Cell]) -> String {
        cells.iter().map(|c| char::from(b'a' + u8::try_from(c.index()).expect("a letter"))).collect()
    }

    fn lines(strokes: &[&str], stops: &str) -> Vec<String> {
        let strokes: Vec<Vec<Cell>> = strokes.iter().map(|s| cells(s)).collect();
        let all = joined(&strokes, &|c| stops.contains(&text(&[c])));
        all.iter().map(|l| l.pieces.iter().map(|p| text(p)).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn strokes_that_meet_are_one_line() {
        assert_eq!(lines(&["abc", "cde", "xy"], ""), ["abcde", "xy"]);
        assert_eq!(lines(&["cba", "cde"], ""), ["abcde"]);
        assert_eq!(lines(&["cde", "abc"], ""), ["abcde"]);
        assert_eq!(lines(&["abc", "edc", "efg"], ""), ["abcdefg"]);
        // A closed line; if lines stop at two of its cells, it is two lines.
        assert_eq!(lines(&["abc", "cda"], ""), ["abcda"]);
        assert_eq!(lines(&["abc", "cda"], "a"), ["abcda"]);
        assert_eq!(lines(&["abc", "cda"], "ac"), ["abc", "cda"]);
        assert_eq!(lines(&["abc", "cde"], "c"), ["abc", "cde"]);
        // Lines that branch, and lines that merely cross.
        assert_eq!(lines(&["abc", "bde"], ""), ["abc bde"]);
        assert_eq!(lines(&["ab", "bc", "bd", "de"], ""), ["ab bc bde"]);
        assert_eq!(lines(&["abc", "xby"], ""), ["abc", "xby"]);
    }

    #[test]
    fn strokes_are_cut_where_they_stop_or_turn_round() {
        let parts = |stroke: &str, stops: &str| {
            let parts = cut(&cells(stroke), &|c| stops.contains(&text(&[c])));
            parts.iter().map(|p| text(p)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(parts("abcd", ""), "abcd");
        assert_eq!(parts("abcd", "acd"), "abc cd");
        assert_eq!(parts("abcda", "c"), "abc cda");
        assert_eq!(parts("abcbd", ""), "abc bd");
        assert_eq!(parts("abcdcbe", ""), "abcd be");
        assert_eq!(parts("abcdbe", ""), "abcdbe");
        assert_eq!(parts("aba", ""), "ab");
    }

    #[test]
    fn a_line_that_branches_is_walked_through() {
        let walked = |pieces: &[&str]| text(&walk(&pieces.iter().map(|p| cells(p)).collect::<Vec<_>>()));
        assert_eq!(walked(&["abc"]), "abc");
        assert_eq!(walked(&["abc", "bde"]), "abcbde");
        assert_eq!(walked(&["abcda"]), "abcda");
        assert_eq!(walked(&["abcdbe"]), "abcdbe");
        assert_eq!(walked(&["xa", "abcda"]), "xabcda");
    }

    #[test]
    fn ways_lead_from_the_bulb_to_every_tip() {
        let found = |pieces: &[&str], from: &str| {
            let pieces: Vec<Vec<Cell>> = pieces.iter().map(|p| cells(p)).collect();
            ways(&pieces, cells(from)[0]).map(|all| all.iter().map(|w| text(w)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(found(&["abc", "bde"], "a").as_deref(), Some("abc abde"));
        assert_eq!(found(&["edb", "abc"], "a").as_deref(), Some("abc abde"));
        // Branches that meet again.
        assert_eq!(found(&["abcde", "bfd"], "a").as_deref(), Some("abcde abfde"));
        assert_eq!(found(&["abca"], "a"), None);
        assert_eq!(found(&["abcd", "xcy"], "a").as_deref(), Some("abcd abcx abcy"));
    }
}
