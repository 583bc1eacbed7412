//! Cells with the same digits (set equivalence theory; for irregular regions, the "law of leftovers"): some houses and
//! equally many others hold each digit equally often. If the shared cells are removed from both sides, the remaining
//! cells of one side hold the same digits as the remaining cells of the other.

use super::balance::Balance;
use super::together::{Houses, Together};
use cluewright_core::constraint::SameMultiset;
use cluewright_core::model::SetId;
use cluewright_core::{Cell, Constraint, Kind, Model, Sort};

/// The maximum number of remaining cells on each side.
const MOST_CELLS: usize = 6;
/// The maximum number of facts of this kind, and also the maximum number of choices of houses for each combination.
const MOST: usize = 40;

/// Facts from houses that nearly cover other houses: the remaining cells of one side hold the same digits as the
/// remaining cells of the other. Pairs of single houses are skipped, because other techniques deduce just as much from
/// them. `None` if `stop` returns true.
pub(super) fn leftovers(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let houses = Houses::new(model);
    let mut known: Vec<[Vec<Cell>; 2]> = Vec::new();
    let mut found = Vec::new();
    for together in houses.of_one_sort() {
        if stop() {
            return None;
        }
        let family = model.set(together[0]).family;
        let size = houses.cells(together[0]).len();
        // For a house of another kind, the number of cells outside `together`.
        let near = |&h: &SetId| {
            let other = family.is_none() || model.set(h).family != family;
            let outside = houses.cells(h).len() - houses.inside(h, &together);
            let fits = other && houses.cells(h).len() == size && !together.contains(&h);
            (fits && outside <= MOST_CELLS && outside < size).then_some((outside, h))
        };
        let mut others: Vec<(usize, SetId)> = houses.all.iter().filter_map(near).collect();
        others.order();
        let mut choices = Vec::new();
        choose(&houses, &others, together.len(), MOST_CELLS, &mut Vec::new(), &mut choices);
        for choice in choices {
            let side = |mine: &[SetId], theirs: &[SetId]| {
                let among = |c: &&Cell| !theirs.iter().any(|&h| houses.cells(h).contains(c));
                let mut cells: Vec<Cell> = mine.iter().flat_map(|&h| houses.cells(h)).filter(among).copied().collect();
                cells.order();
                cells
            };
            let mut sides = [side(&together, &choice), side(&choice, &together)];
            let terms = together.iter().map(|&h| (h, 1)).chain(choice.iter().map(|&h| (h, -1)));
            let made = SameMultiset::new(&sides).ok().map(Kind::from);
            sides.order();
            if sides[0].is_empty()
                || known
                    .iter()
                    .any(|[a, b]| [[0, 1], [1, 0]].iter().any(|&[i, j]| part(a, &sides[i]) && part(b, &sides[j])))
            {
                continue;
            }
            known.push(sides);
            let Some(mut sum) = made else { continue };
            sum.learn_differences(&|a, b| model.network().differ(model, a, b));
            let balance = Balance { houses: terms.collect(), clues: Vec::new(), times: 1, sum };
            if together.len() > 1 && found.len() < MOST && balance.holds(model) {
                found.push(balance);
            }
        }
    }
    Some(found)
}

/// Whether all cells of `these` are in `those`.
fn part(these: &[Cell], those: &[Cell]) -> bool {
    these.iter().all(|c| those.contains(c))
}

/// Collects all ways to choose `many` houses that share no cell and together have at most `room` cells outside.
fn choose(
    houses: &Houses<'_>,
    others: &[(usize, SetId)],
    many: usize,
    room: usize,
    chosen: &mut Together,
    choices: &mut Vec<Together>,
) {
    if many == 0 {
        choices.push(chosen.clone());
        return;
    }
    for (at, &(outside, house)) in others.iter().enumerate() {
        if outside > room || choices.len() >= MOST {
            return;
        }
        if houses.inside(house, chosen) == 0 {
            chosen.push(house);
            choose(houses, &others[at + 1..], many - 1, room - outside, chosen, choices);
            chosen.pop();
        }
    }
}
