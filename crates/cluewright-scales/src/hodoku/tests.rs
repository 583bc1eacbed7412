//! Tests the ratings of puzzles made for this purpose against `HoDoKu` 2.3.2, and tests properties that every rating must have.

use super::{Few, Level, Rater, Rating, Step, Technique, Unrated};
use super::{solution, technique::ORDER};

/// Puzzles, each with the level and score that `HoDoKu` 2.3.2 computes with its default settings.
const RATED: &[(&str, Level, u32)] = &[
    (".7...4..88.57.....2.......66.894.2..5..1..4......8................6.5.9.92...36.4", Level::Easy, 424),
    ("41....93............239..648.......19.5..7....3...5...........5....4..2..4.261.87", Level::Easy, 294),
    (".8.7............246....879.3..1.......2.86......3.2..9..1....4..6......549753....", Level::Medium, 674),
    ("43.....2......56..9.1.......43..9.58.9.2.....8...53.7....7243.....1.8.......3.1..", Level::Medium, 490),
    ("5...9.8...7.4.13.5.31.........9.7..6.9.2..15.....1.......7....4....8....4.8.2.6..", Level::Medium, 464),
    ("3....2......1....9.923..76.7.....9......1..5..2...584.........6.7..5..3..8.6.4...", Level::Hard, 828),
    ("29..3.14...798......3.5.....75.......6..49....1.2..4.....3..791....9..2.........3", Level::Hard, 1014),
    (".....5...3...8....489...6....64.9....5..1.3.......62415.....763....37..4...1.....", Level::Hard, 884),
    ("8.......56..1...8.......1...3..7.5..18...264..6.9...1...5.692.....5..7...4...7...", Level::Hard, 1174),
    ("97.3.....15...9......7....234..........4...1.......86....96.2..7....2..1.2..1.7.5", Level::Hard, 1028),
    (".3...256....89......7....9.8...7.........59..6..1.4.32..........62..8..47.84....3", Level::Hard, 1074),
    (".6..9......2.5....7.....863.7...4..1...86.7....1...64..3.9...1...9...42..48......", Level::Unfair, 1254),
    ("..........56.9.1...3.6.....58..2....24.8....1.71.....5.....9.....41...3....5.7.94", Level::Unfair, 1728),
    ("7.4....3..63..8.57....3..81.7.....4...26..3..9......75....8....4.7..9...6..72....", Level::Unfair, 1520),
    ("89.7.6.....3.8....7.......4...5.2...1.7...6...269.....2..1...35......7.......9...", Level::Unfair, 926),
    (".8.......92....3..5......28...69.........2..6..5.318...79..4.1....1....23....8.4.", Level::Extreme, 2718),
    (".....8..9.2.45..3.7.591....1.........3.7..6.52....5893......9.44..5.......2....86", Level::Extreme, 3692),
    (".1...864.8....3....9..1...2......7363..6......5.8......8.....54..6...3..5...2....", Level::Extreme, 4102),
    ("...1.98..6...38..1..16....54.....7....3.8...252....34...7.....9..48...5.9..3.....", Level::Extreme, 5410),
    (".2..18...8..5.....9...3..1..15...982......1..7.8.....32..8.......4..3.5..5796....", Level::Extreme, 2040),
    (".2..8..74...1....87....3...456........3...19....7....6........1...2.9...96.5....2", Level::Extreme, 1982),
];

fn givens(puzzle: &str) -> [u8; 81] {
    let mut givens = [0; 81];
    for (given, digit) in givens.iter_mut().zip(puzzle.bytes()) {
        *given = if digit.is_ascii_digit() { digit - b'0' } else { 0 };
    }
    givens
}

fn walk(rater: &mut Rater, puzzle: &str) -> (Rating, Vec<Step>) {
    let mut steps = Vec::new();
    let rating =
        rater.rate_until(&givens(puzzle), &|| false, &mut |step| steps.push(step.clone())).expect("one solution");
    (rating, steps)
}

#[test]
fn levels_and_scores_are_hodokus() {
    let mut rater = Rater::default();
    for &(puzzle, level, score) in RATED {
        let rating = rater.rate(&givens(puzzle)).expect("one solution");
        assert_eq!((rating.level, rating.score), (level, score), "{puzzle}");
    }
}

#[test]
fn no_step_contradicts_the_solution_and_each_does_something() {
    let mut rater = Rater::default();
    for &(puzzle, ..) in RATED {
        let solution = solution::only(&givens(puzzle)).expect("one solution");
        let (_, steps) = walk(&mut rater, puzzle);
        let mut gone = std::collections::BTreeSet::new();
        for step in &steps {
            for candidate in &step.eliminated {
                assert_ne!(solution[usize::from(candidate.cell)], candidate.digit, "{puzzle}: {step:?}");
                assert!(gone.insert(*candidate), "{puzzle}: {step:?} eliminates what is gone");
            }
            if let Some(placed) = step.placed {
                assert_eq!(solution[usize::from(placed.cell)], placed.digit, "{puzzle}: {step:?}");
            }
            assert_ne!(step.placed.is_some(), !step.eliminated.is_empty(), "{puzzle}: {step:?}");
        }
    }
}

#[test]
fn a_rating_is_what_its_steps_add_up_to() {
    let mut rater = Rater::default();
    for &(puzzle, ..) in RATED {
        let (rating, steps) = walk(&mut rater, puzzle);
        assert_eq!(rating.score, steps.iter().map(|s| s.score).sum::<u32>());
        assert_eq!(rating.steps as usize, steps.len());
        for (technique, count) in rating.counts() {
            assert_eq!(count as usize, steps.iter().filter(|s| s.technique == technique).count());
        }
        assert!(rating.score <= rating.level.max_score());
        let weights = |score: u32| ORDER.iter().any(|&(_, weight, _)| weight == score);
        assert!(steps.iter().all(|s| weights(s.score)));
    }
}

#[test]
fn a_rating_does_not_depend_on_the_puzzles_before_it() {
    let mut used = Rater::default();
    for &(puzzle, ..) in RATED.iter().rev() {
        assert_eq!(walk(&mut used, puzzle), walk(&mut Rater::default(), puzzle));
    }
}

#[test]
fn what_has_not_one_solution_is_not_rated() {
    let mut rater = Rater::default();
    assert_eq!(rater.rate(&[0; 81]), Err(Unrated::SeveralSolutions));
    let puzzle = givens(RATED[0].0);
    let mut twice = puzzle;
    twice[0] = 7;
    assert_eq!(rater.rate(&twice), Err(Unrated::NoSolution));
    let mut large = puzzle;
    large[0] = 10;
    assert_eq!(rater.rate(&large), Err(Unrated::Value));
    // The puzzle is minimal: if any given is removed, it has several solutions.
    for cell in (0..81).filter(|&cell| puzzle[cell] != 0) {
        let mut fewer = puzzle;
        fewer[cell] = 0;
        assert_eq!(rater.rate(&fewer), Err(Unrated::SeveralSolutions));
    }
}

#[test]
fn names_are_different() {
    for (i, a) in Technique::ALL.iter().enumerate() {
        assert_eq!(*a as usize, i);
        for b in &Technique::ALL[i + 1..] {
            assert_ne!((a.id(), a.name()), (b.id(), b.name()));
        }
    }
}

/// A partial solver that has all techniques that the full solver used must solve the puzzle; without the hardest of these
/// techniques, it must not.
#[test]
fn a_reach_goes_as_far_as_its_techniques() {
    let mut rater = Rater::default();
    let mut partial = 0;
    for (puzzle, ..) in RATED {
        let (rating, _) = walk(&mut rater, puzzle);
        let used: Vec<Technique> = rating.counts().map(|(t, _)| t).filter(|t| *t > Technique::HiddenSingle).collect();
        let reach = rater.reach(&givens(puzzle), &Few::default());
        assert_eq!(reach.is_whole(), used.is_empty(), "{puzzle} by singles");
        assert_eq!(reach.is_whole(), reach.open().next().is_none());
        if used.iter().all(|t| Few::finds(*t)) {
            let reach = rater.reach(&givens(puzzle), &Few::of(used.iter().copied()));
            assert!(reach.is_whole(), "{puzzle} by {used:?}");
            assert!(used.iter().any(|t| reach.used(*t)) || used.is_empty(), "{puzzle}");
            partial += 1;
        }
    }
    assert!(partial > 10, "{partial}");
    assert!(!Few::finds(Technique::ForcingNetVerity) && Few::finds(Technique::Skyscraper));
}
