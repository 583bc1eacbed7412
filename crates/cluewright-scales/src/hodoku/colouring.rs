//! Simple colours and multi-colours: components of conjugate pairs of one digit, each in two colours.

use super::geometry::{Cells, PEERS, UNIT, UNITS_OF, bit, each, first, has};
use super::grid::Position;
use super::step::Step;
use super::technique::Technique;

/// The two colours of every component. Components are ordered by their lowest cells.
fn colours(position: &Position, digit: usize) -> Vec<[Cells; 2]> {
    let paired = |c: usize| UNITS_OF[c].iter().any(|&u| position.grid.free[usize::from(u)][digit] == 2);
    let mut left = each(position.cells[digit]).filter(|&c| paired(c)).fold(0, |set, c| set | bit(c));
    let mut all = Vec::new();
    while left != 0 {
        let mut component = [0; 2];
        let mut waiting = vec![(first(left), 0)];
        while let Some((cell, colour)) = waiting.pop() {
            if !has(left, cell) {
                continue;
            }
            component[colour] |= bit(cell);
            left &= !bit(cell);
            // Depth first, with rows before columns before boxes; the item that was pushed last is popped next.
            for &unit in UNITS_OF[cell].iter().rev() {
                let unit = usize::from(unit);
                if position.grid.free[unit][digit] == 2 {
                    waiting.push((first(position.cells[digit] & UNIT[unit] & !bit(cell)), 1 - colour));
                }
            }
        }
        if component[0] != 0 && component[1] != 0 {
            all.push(component);
        }
    }
    all
}

/// The peers of all cells in a set.
fn seen_from(set: Cells) -> Cells {
    each(set).fold(0, |all, c| all | PEERS[c])
}

/// Two cells of the same colour that see each other (wrap), or a candidate that sees both colours (trap).
pub(super) fn simple(position: &Position) -> Option<Step> {
    for digit in 0..9 {
        for [a, b] in colours(position, digit) {
            let wrapped = |set: Cells| if seen_from(set) & set != 0 { set } else { 0 };
            let wrap = [wrapped(a), wrapped(b)];
            if wrap != [0; 2] {
                return Some(Step::from_sets(Technique::SimpleColorsWrap, &wrap, digit));
            }
            let trap = seen_from(a) & seen_from(b) & position.cells[digit];
            if trap != 0 {
                return Some(Step::from_cells(Technique::SimpleColorsTrap, trap, digit));
            }
        }
    }
    None
}

/// A colour whose cells see both colours of another component is false; if colours of two components see each other, one of the two
/// opposite colours is true.
pub(super) fn multi(position: &Position) -> Option<Step> {
    for digit in 0..9 {
        let all = colours(position, digit);
        for (i, &[a, b]) in all.iter().enumerate() {
            for (j, &[c, d]) in all.iter().enumerate() {
                if i == j {
                    continue;
                }
                let both = |set: Cells| {
                    let seen = seen_from(set);
                    if seen & c != 0 && seen & d != 0 { set } else { 0 }
                };
                let gone = [both(a), both(b)];
                if gone != [0; 2] {
                    return Some(Step::from_sets(Technique::MultiColors2, &gone, digit));
                }
                let meeting = [(a, c, b, d), (a, d, b, c), (b, c, a, d), (b, d, a, c)];
                let gone = meeting.map(|(one, other, opposite, far)| {
                    let meet = seen_from(one) & other != 0;
                    if meet { seen_from(opposite) & seen_from(far) & position.cells[digit] } else { 0 }
                });
                if gone != [0; 4] {
                    return Some(Step::from_sets(Technique::MultiColors1, &gone, digit));
                }
            }
        }
    }
    None
}
