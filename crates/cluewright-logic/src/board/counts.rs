//! Combines several clues that each count one value among the same cells. The counts of all values must add up to the
//! number of cells: digits in circles that count themselves add up to the number of circles.

use super::balance::{Balance, Share};
use super::equations::Source;
use cluewright_core::constraint::{All, Any, Compare, Count, Total};
use cluewright_core::model::ConstraintId;
use cluewright_core::{Cell, Constraint, Kind, Model, Sort, SortedMap, Value, ValueSet};

/// The maximum number of cells that the clues may have: a set of possible counts is stored as the bits of one word.
const MOST_CELLS: usize = 120;
/// Clues that allow more combinations of counts than this are not combined. (For comparison, at most 23 subsets of 1 to
/// 9 have the same sum.)
const MOST_WAYS: usize = 64;

/// Cells in order, a value, and (as bits) how often the value may occur in the cells.
type Counted = (Vec<Cell>, Value, u128);

/// The maximum number of search nodes: some counts have no solution, but also no short proof of this.
const MOST_TRIED: u32 = 100_000;

/// The facts that follow from clues that count among the same cells, if together the clues count all values of the
/// cells. `None` if `stop` returns true.
pub(crate) fn countings(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let mut alike: SortedMap<Vec<Cell>, Vec<ConstraintId>> = SortedMap::default();
    for (i, posted) in model.constraints().iter().enumerate() {
        if let Some((cells, ..)) = counted(model, &posted.kind) {
            alike.or_default(cells).push(ConstraintId(i as u32));
        }
    }
    let mut facts = Vec::new();
    for clues in alike.into_values() {
        if stop() {
            return None;
        }
        if let Some(sum) = together(model, &clues) {
            let share = |c| Share { source: Source::Clue(c), times: 1 };
            facts.push(Balance { houses: Vec::new(), clues: clues.into_iter().map(share).collect(), times: 1, sum });
        }
    }
    Some(facts)
}

/// A single fact that lists the combinations of counts that these clues allow. `None` if the clues are not about the
/// same cells, do not count all values of the cells, or allow too many combinations.
pub(crate) fn together(model: &Model, clues: &[ConstraintId]) -> Option<Kind> {
    let mut cells: Option<Vec<Cell>> = None;
    let mut allowed: SortedMap<Value, u128> = SortedMap::default();
    for &clue in clues {
        let (own, value, counts) = counted(model, &model.constraints().get(clue.0 as usize)?.kind)?;
        if cells.get_or_insert_with(|| own.clone()) != &own {
            return None;
        }
        *allowed.or_insert_with(value, || u128::MAX) &= counts;
    }
    let cells = cells?;
    let domain = cells.iter().fold(ValueSet::EMPTY, |all, c| all | model.cells()[c.index()].domain);
    if allowed.len() < 2 || !domain.iter().all(|v| allowed.contains_key(&v)) {
        return None;
    }
    let allowed: Vec<(Value, u128)> = allowed.into_iter().collect();
    let mut ways: Vec<Vec<u32>> = Vec::new();
    let mut tries = MOST_TRIED;
    if !fill(&allowed, cells.len() as u32, &mut Vec::new(), &mut ways, &mut tries) {
        return None;
    }
    let first = vec![model.cells()[cells[0].index()].first; cells.len()];
    let branch = |way: Vec<u32>| {
        let count = |(&(value, _), k): (&(Value, u128), u32)| {
            let terms: Vec<(Cell, ValueSet)> = cells.iter().map(|&c| (c, ValueSet::of(value))).collect();
            Kind::from(Count::new(&terms, &first, Compare::Eq, Total::Number(k as i32)))
        };
        Kind::from(All::new(allowed.iter().zip(way).map(count).collect()))
    };
    Some(Any::new(ways.into_iter().map(branch).collect()).into())
}

/// Collects in `ways` all combinations of counts that add up to `left` cells. Returns false if there are too many
/// combinations, or if the search takes more than `tries` nodes.
fn fill(
    allowed: &[(Value, u128)],
    left: u32,
    chosen: &mut Vec<u32>,
    ways: &mut Vec<Vec<u32>>,
    tries: &mut u32,
) -> bool {
    if *tries == 0 {
        return false;
    }
    *tries -= 1;
    let Some(&(_, counts)) = allowed.get(chosen.len()) else {
        if left == 0 {
            ways.push(chosen.clone());
        }
        return ways.len() <= MOST_WAYS;
    };
    for k in (0..=left).filter(|&k| counts >> k & 1 == 1) {
        chosen.push(k);
        let fine = fill(allowed, left - k, chosen, ways, tries);
        chosen.pop();
        if !fine {
            return false;
        }
    }
    true
}

/// Reads a constraint as a count of one value among the constraint's cells, if the constraint is equivalent to such a
/// count.
fn counted(model: &Model, kind: &Kind) -> Option<Counted> {
    let mut cells = kind.cells().to_vec();
    cells.order();
    let first = model.cells()[cells.first()?.index()].first;
    if cells.len() > MOST_CELLS || cells.iter().any(|c| model.cells()[c.index()].first != first) {
        return None;
    }
    match kind {
        Kind::Count(count) => {
            let (value, counts) = count.of_one_value()?;
            Some((cells, value, counts))
        }
        // Read a conjunction as the statement that no cell holds a particular value, if it has this meaning.
        Kind::All(all) => {
            let mut missing = None;
            for part in all.parts() {
                let Kind::Allowed(allowed) = part else { return None };
                let gone = model.cells()[allowed.cell().index()].domain.minus(allowed.values()).single()?;
                if allowed.first() != first || missing.is_some_and(|m| m != gone) {
                    return None;
                }
                missing = Some(gone);
            }
            Some((cells, missing?, 1))
        }
        Kind::Any(any) => {
            let mut branches = any.branches().iter().map(|b| counted(model, b));
            let (own, value, mut counts) = branches.next()??;
            for branch in branches {
                let (more, same, others) = branch?;
                if same != value || more != own {
                    return None;
                }
                counts |= others;
            }
            Some((own, value, counts))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::state::State;
    use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};

    /// Three values in a row of four cells. Each value occurs either as often as its number says or not at all. So only
    /// 1 and 3 occur: two 2s would leave two cells that no other value can fill.
    fn model(clues: bool) -> Model {
        let puzzle = Puzzle::new(Shape::rectangle(1, 4, 0, 0).unwrap(), 3);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("circles", "the circles"));
        let cells: Vec<Cell> = puzzle.shape.cells().collect();
        for v in (0..3u8).filter(|&v| clues || v > 0) {
            let count = |k: i32| {
                let terms: Vec<(Cell, ValueSet)> = cells.iter().map(|&c| (c, ValueSet::of(Value(v)))).collect();
                Kind::from(Count::new(&terms, &[1; 4], Compare::Eq, Total::Number(k)))
            };
            build.constrain(Any::new(vec![count(0), count(i32::from(v) + 1)]), origin);
        }
        build.finish()
    }

    #[test]
    fn counts_of_all_values_fill_the_cells() {
        let model = model(true);
        let [fact] = &countings(&model, &|| false).unwrap()[..] else { panic!("one fact") };
        assert_eq!(fact.clues.len(), 3);
        assert!(fact.holds(&model));
        let mut state = State::start(&model);
        fact.sum.propagate(&mut state.board).unwrap();
        let left = ValueSet::of(Value(0)) | ValueSet::of(Value(2));
        assert!(state.board.domains().iter().all(|&d| d == left));
        // The fact allows exactly the assignments that the clues allow.
        let mut kept = 0;
        for code in 0..81u32 {
            let number = |c: Cell| (code / 3u32.pow(c.index() as u32) % 3) as i32 + 1;
            let by_clues = model.constraints().iter().all(|p| p.kind.check(&number));
            assert_eq!(by_clues, fact.sum.check(&number), "{code}");
            kept += u32::from(by_clues);
        }
        assert_eq!(kept, 4);
        let less = Balance { clues: fact.clues[..2].to_vec(), ..fact.clone() };
        assert!(!less.holds(&model), "two clues do not say as much");
    }

    #[test]
    fn counts_that_never_come_out_right_end() {
        // Each of nine values occurs an even number of times in 119 cells: there is no solution, and no short proof of
        // this.
        let even = u128::MAX / 3;
        let allowed: Vec<(Value, u128)> = (0..9).map(|v| (Value(v), even)).collect();
        let (mut ways, mut tries) = (Vec::new(), MOST_TRIED);
        assert!(!fill(&allowed, 119, &mut Vec::new(), &mut ways, &mut tries));
        assert!(ways.is_empty() && tries == 0);
    }

    #[test]
    fn a_value_without_a_count_leaves_no_fact() {
        assert!(countings(&model(false), &|| false).unwrap().is_empty());
    }
}
