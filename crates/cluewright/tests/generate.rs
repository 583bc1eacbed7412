//! Generated puzzles with clues: they have one solution and nothing redundant, meet the request, and are the same for the same
//! seed.

use cluewright::core::{Arg, Cell, Clue, ClueTree};
use cluewright::explain::{ExplainOptions, explain};
use cluewright::generate::{
    Aim, GenerateOptions, Generated, Generator, GivensOptions, HowHard, Kind, Kinds, Quota, Range, Regions, Setter,
    Symmetry, kinds_like,
};
use cluewright::logic::Outcome;
use cluewright::rules::Ruleset;
use cluewright::{Compiled, Limits, Puzzle, TechniqueFilter, Verdict, formats, minimise, solve};

fn grid(text: &str) -> Puzzle {
    formats::read_as("clue", text).expect("a puzzle").puzzle
}

fn kinds(texts: &[&str]) -> Kinds {
    Kinds(texts.iter().map(|text| Kind::read(text).expect("a kind")).collect())
}

fn made(text: &str, wish: GenerateOptions, puzzles: u32) -> Vec<Generated> {
    let setter = Setter::new(&grid(text), &[], wish, &Limits::none()).expect("a grid with rules");
    setter.puzzles(&Quota { puzzles, attempts: 200, ..Quota::default() }, &Limits::none()).expect("some are found")
}

/// Checks that a puzzle has one solution, which is the recorded one, and nothing redundant. Returns its clues of a rule.
fn sound<'p>(puzzle: &'p Puzzle, rule: &str) -> Vec<&'p Clue> {
    let compiled = Compiled::new(puzzle.clone()).expect("a puzzle");
    let Verdict::Unique(solution) = solve(&compiled, &Limits::none()).value else {
        panic!("not one solution: {puzzle:?}")
    };
    let numbers: Vec<Option<i32>> = compiled.numbers(&solution).into_iter().map(Some).collect();
    assert_eq!(puzzle.solution, numbers);
    let smaller = minimise(&compiled, &Limits::none()).expect("it has one solution");
    // For sandwiches, all sums are given, as people expect, even if some are redundant.
    assert!(smaller.removed.is_empty() || rule == "sandwich", "needless: {:?}", smaller.removed);
    puzzle.clues.iter().flat_map(ClueTree::clues).filter(|clue| clue.rule == rule).collect()
}

fn cells(clue: &Clue) -> Vec<Cell> {
    clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect()
}

#[test]
fn clues_of_many_rules_single_out_a_solution_and_are_needed() {
    for name in ["killer-cage", "thermometer", "arrow", "whispers", "sandwich", "quadruple", "white-dot", "x-sum"] {
        // Cages that cover the grid, and all sandwiches, would be more than is needed.
        let wish =
            GenerateOptions { clues: kinds(&[name]), minimal: Some(true), seed: 5, ..GenerateOptions::default() };
        for made in made("grid: 6x6\n", wish, 2) {
            assert!(!sound(&made.puzzle, name).is_empty(), "{name}");
        }
    }
}

#[test]
fn givens_and_clues_are_as_many_as_wanted() {
    let asked = kinds(&["killer-cage=3..5:2..3", "thermometer=2"]);
    let wish = GenerateOptions { clues: asked, givens: Some(Range(0, 4)), seed: 1, ..GenerateOptions::default() };
    for made in made("grid: 6x6\n", wish, 3) {
        let cages = sound(&made.puzzle, "killer-cage");
        assert!((3..=5).contains(&cages.len()) && made.puzzle.givens.len() <= 4);
        assert!(cages.iter().all(|cage| (2..=3).contains(&cells(cage).len())));
        assert_eq!(made.puzzle.clues.len() - cages.len(), 2);
        // Cages do not overlap.
        let mut all: Vec<Cell> = cages.iter().flat_map(|cage| cells(cage)).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}

#[test]
fn all_dots_are_given_where_a_rule_wants_them() {
    let wish = GenerateOptions { clues: kinds(&["white-dot"]), seed: 2, ..GenerateOptions::default() };
    let made = made("grid: 6x6\nrules: classic, negative-kropki\n", wish, 1).remove(0);
    let dots = sound(&made.puzzle, "white-dot").len() + sound(&made.puzzle, "black-dot").len();
    assert!(dots > 5 && dots == made.puzzle.clues.len());
}

/// Without its dot at r8c9 this puzzle also has one solution, but a different one.
#[test]
fn what_leads_to_another_solution_is_needed() {
    let compiled = Compiled::new(grid(include_str!("cases/needed-dots.clue"))).expect("a puzzle");
    let removed = minimise(&compiled, &Limits::none()).expect("it has one solution").removed;
    assert_eq!(removed, Vec::<String>::new());
}

#[test]
fn a_rule_that_knows_of_dots_is_no_wish_for_them() {
    let wish = GenerateOptions { clues: kinds(&["killer-cage=2..4"]), ..GenerateOptions::default() };
    let made = made("grid: 6x6\nrules: classic, nonconsecutive\n", wish, 1).remove(0);
    assert_eq!(sound(&made.puzzle, "killer-cage").len(), made.puzzle.clues.len());
}

#[test]
fn a_rule_typed_a_minute_ago_makes_puzzles() {
    let text = "grid: 6x6\nrule wave \"Neighbours on the line go up and down in turns.\"\n  clue line L, most: number 2..9\n  \
                for (a, b, c) along L: require (a < b and b > c) or (a > b and b < c)\n  for (a, b) along L: require a + b <= most\n";
    let wish = GenerateOptions { clues: kinds(&["wave=2..9"]), seed: 3, ..GenerateOptions::default() };
    let made = made(text, wish, 1).remove(0);
    assert!(sound(&made.puzzle, "wave").len() >= 2);
    // Rules of the whole grid that concern clues affect the new clues.
    let text = "grid: 6x6\nrules: classic, rivals\nrule rivals \"No two cages have one total.\"\n  for (k, m) in \
                pairs(clues(killer-cage)): require sum(k.C) != sum(m.C)\n";
    let made =
        self::made(text, GenerateOptions { clues: kinds(&["killer-cage=3..6"]), ..GenerateOptions::default() }, 1)
            .remove(0);
    assert!(sound(&made.puzzle, "killer-cage").len() >= 3);
}

#[test]
fn what_a_rule_proposes_is_made() {
    let text = "grid: 6x6\nrule rise \"Digits rise, and end at most at the given number.\"\n  clue line L, most: number 1..9\n  \
                propose lines 3, at most 4, apart, most 5..6\n  require increasing(L)\n  require last(L) <= most\n";
    for seed in 0..3 {
        let made =
            made(text, GenerateOptions { clues: kinds(&["rise"]), seed, ..GenerateOptions::default() }, 1).remove(0);
        let lines = sound(&made.puzzle, "rise");
        assert!(lines.len() <= 4);
        for line in &lines {
            assert_eq!(cells(line).len(), 3);
            assert!(matches!(line.arg("most"), Some(Arg::Number(5..=6))), "{line:?}");
        }
        let mut all: Vec<Cell> = lines.iter().flat_map(|line| cells(line)).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
    }
    // Requested settings have priority.
    let wish = GenerateOptions { clues: kinds(&["rise=5..9:2"]), seed: 1, ..GenerateOptions::default() };
    let made = made(text, wish, 1).remove(0);
    assert!(sound(&made.puzzle, "rise").iter().all(|line| cells(line).len() == 2));
    assert!(made.puzzle.clues.len() >= 5);
    let text = "grid: 6x6\nrule rise\n  clue line L\n  propose lanes 3\n  require increasing(L)\n";
    let wish = GenerateOptions { clues: kinds(&["rise"]), ..GenerateOptions::default() };
    let why = Setter::new(&grid(text), &[], wish, &Limits::none()).expect_err("a hint that is none").to_string();
    assert!(why.contains("`lanes`"), "{why}");
}

#[test]
fn several_lines_start_in_one_circle() {
    let text = "grid: 6x6\nrule fan \"The circle is the sum along each line.\"\n  clue cells circle, lines arms\n  \
                propose circle 2, arms 2 of 2..3\n  for A in arms: require number(circle) = sum(A)\n";
    let made = made(text, GenerateOptions { clues: kinds(&["fan"]), seed: 2, ..GenerateOptions::default() }, 2);
    for made in &made {
        for fan in sound(&made.puzzle, "fan") {
            let lists: Vec<usize> = fan.args.iter().map(|(_, arg)| arg.cells().count()).collect();
            assert!(lists[0] == 2 && (4..=6).contains(&lists[1]), "{fan:?}");
            let mut all = cells(fan);
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{fan:?}");
        }
    }
}

#[test]
fn clues_that_say_the_same_from_both_sides_stand_above_and_on_the_left() {
    let one_side = |name: &str| {
        let made =
            made("grid: 6x6\n", GenerateOptions { clues: kinds(&[name]), seed: 4, ..GenerateOptions::default() }, 3);
        let lines: Vec<Vec<Cell>> = made.iter().flat_map(|m| sound(&m.puzzle, name)).map(cells).collect();
        assert!(!lines.is_empty());
        lines.iter().all(|line| line[0] < line[line.len() - 1])
    };
    assert!(one_side("sandwich") && !one_side("skyscraper"));
}

#[test]
fn the_text_says_what_nobody_sees() {
    let wish = GenerateOptions {
        clues: kinds(&["whispers"]),
        regions: Some(Regions::Random),
        seed: 5,
        ..GenerateOptions::default()
    };
    let made = made("grid: 6x6\n", wish, 1).remove(0);
    let text = &made.puzzle.text;
    assert!(text.contains("differ by at least 3.") && !text.contains("given number"), "{text}");
    assert!(text.contains("row, column and region") && !text.contains("box"), "{text}");
}

#[test]
fn the_same_seed_makes_the_same_puzzles_on_any_number_of_threads() {
    let wish = GenerateOptions { clues: kinds(&["killer-cage", "odd"]), seed: 11, ..GenerateOptions::default() };
    let setter = Setter::new(&grid("grid: 6x6\n"), &[], wish, &Limits::none()).expect("a grid with rules");
    let run = |threads: usize| {
        let quota = Quota { puzzles: 4, attempts: 100, threads };
        let made = setter.puzzles(&quota, &Limits::none()).expect("some are found");
        made.into_iter().map(|m| m.puzzle).collect::<Vec<_>>()
    };
    let alone = run(1);
    assert_eq!(run(2), alone);
    assert_ne!(alone[0].clues, alone[1].clues);
}

#[test]
fn places_repeat_as_the_symmetry_says() {
    for symmetry in [Symmetry::Rotate, Symmetry::Horizontal, Symmetry::Antidiagonal] {
        let wish = GenerateOptions { clues: kinds(&["killer-cage"]), symmetry, seed: 4, ..GenerateOptions::default() };
        let setter = Setter::new(&grid("grid: 6x6\n"), &[], wish, &Limits::none()).expect("a grid with rules");
        let made = setter.puzzles(&Quota { attempts: 100, ..Quota::default() }, &Limits::none()).expect("one is found");
        let puzzle = &made[0].puzzle;
        let places = |clue: &Clue| {
            let mut all = cells(clue);
            all.sort_unstable();
            all
        };
        let cages: Vec<Vec<Cell>> = puzzle.clues.iter().flat_map(ClueTree::clues).map(places).collect();
        let given: Vec<Vec<Cell>> = puzzle.givens.iter().map(|g| vec![g.cell]).collect();
        let image = |cell: &Cell| {
            let place = puzzle.shape.place(*cell);
            let (r, c) = (i32::from(place.row), i32::from(place.col));
            let (r, c) = match symmetry {
                Symmetry::Rotate => (5 - r, 5 - c),
                Symmetry::Horizontal => (r, 5 - c),
                _ => (5 - c, 5 - r),
            };
            puzzle.shape.at(r, c).expect("a cell")
        };
        for (list, name) in [(&cages, "cages"), (&given, "givens")] {
            for cells in list {
                let mut other: Vec<Cell> = cells.iter().map(image).collect();
                other.sort_unstable();
                assert!(list.contains(&other), "{symmetry:?}: {name}");
            }
        }
        assert!(!cages.is_empty());
    }
}

#[test]
fn regions_are_made_at_random() {
    let wish = GenerateOptions {
        clues: kinds(&["thermometer"]),
        regions: Some(Regions::Random),
        seed: 6,
        ..GenerateOptions::default()
    };
    let made = made("grid: 6x6\n", wish, 2);
    let regions = |at: usize| &made[at].puzzle.shape.grids()[0].regions;
    assert_ne!(regions(0), regions(1));
    sound(&made[0].puzzle, "thermometer");
}

#[test]
fn regions_without_a_filling_are_drawn_anew() {
    let wish = GenerateOptions { regions: Some(Regions::Random), seed: 5, ..GenerateOptions::default() };
    assert_eq!(made("grid: 9x9\n", wish, 1).len(), 1);
}

#[test]
fn puzzles_are_as_hard_as_wanted() {
    let wish = GenerateOptions {
        clues: kinds(&["killer-cage"]),
        difficulty: Some(HowHard::Figures(2.0, 3.4)),
        minimal: Some(true),
        seed: 8,
        ..GenerateOptions::default()
    };
    let made = made("grid: 6x6\n", wish, 1).remove(0);
    sound(&made.puzzle, "killer-cage");
    let difficulty = made.difficulty.expect("it was wanted");
    assert!(difficulty.outcome == Outcome::Solved && (20..=34).contains(&difficulty.profile.hardest));
}

/// Without steps rated as high as the technique, solving gets stuck. No given is redundant unless that is allowed.
#[test]
fn a_technique_is_needed_and_so_is_every_given() {
    let empty = Compiled::new(grid("grid: 9x9\nrules: classic\n")).expect("ordinary rules");
    let stuck = |puzzle: &Puzzle, hardest: u16| {
        let ways = TechniqueFilter { hardest, ..TechniqueFilter::default() };
        let compiled = Compiled::new(puzzle.clone()).expect("it was compiled before");
        explain(&compiled, ExplainOptions { ways, ..ExplainOptions::default() }, &Limits::none()).path.outcome
    };
    for (technique, hardest, minimal) in [("naked_triple", 36, true), ("xy_wing", 42, false)] {
        let wanted = GivensOptions { minimal, seed: 3, ..GivensOptions::default() };
        let aim = Aim { technique: Some(technique), ..Aim::default() };
        let generator = Generator::new(&empty, wanted, &Limits::none()).expect("there are puzzles").aiming(aim);
        for made in generator.puzzles(&Quota { puzzles: 2, ..Quota::default() }, &Limits::none()).expect("soon") {
            let told = made.difficulty.expect("it was proved");
            // Our path takes the first step in its order, which may be rated higher than necessary.
            assert_eq!(told.outcome, Outcome::Solved, "{technique}");
            assert_eq!(stuck(&made.puzzle, hardest - 1), Outcome::Stuck, "{technique}");
            assert_eq!(stuck(&made.puzzle, hardest), Outcome::Solved, "{technique}");
            let compiled = Compiled::new(made.puzzle).expect("it was compiled before");
            let removed = minimise(&compiled, &Limits::none()).expect("it has one solution").removed;
            assert!(removed.is_empty() || !minimal, "{technique}: {removed:?}");
        }
    }
}

#[test]
fn what_is_like_a_puzzle_has_its_kinds() {
    let text =
        "grid: 6x6\nwhispers r1c1-r1c4 difference 3\nwhispers r3c1-r3c3 difference 3\nkiller-cage r5c1 r5c2 total 5\n";
    let kinds = kinds_like(&grid(text), &Ruleset::library());
    assert_eq!(kinds.len(), 2);
    assert_eq!((kinds[0].cells, kinds[0].args.len(), kinds[1].args.len()), (Some((3, 4)), 1, 0));
    let made = made("grid: 6x6\n", GenerateOptions { clues: Kinds(kinds), seed: 1, ..GenerateOptions::default() }, 1)
        .remove(0);
    let lines = sound(&made.puzzle, "whispers");
    assert!((2..=3).contains(&lines.len()) && lines.iter().all(|l| (3..=4).contains(&cells(l).len())));
}

#[test]
fn wishes_that_cannot_be_met_end() {
    let bad = |text: &str, asked: &[&str]| {
        let wish = GenerateOptions { clues: kinds(asked), ..GenerateOptions::default() };
        Setter::new(&grid(text), &[], wish, &Limits::none()).expect_err("it cannot be used").to_string()
    };
    assert!(bad("grid: 4x4\n", &["nosuch-rule"]).contains("there is no rule `nosuch-rule`"));
    assert!(bad("grid: 4x4\n", &["anti-knight"]).contains("has no clues"));
    // Lines with whispers alone have the same solutions upside down.
    let wish = GenerateOptions { clues: kinds(&["whispers"]), givens: Some(Range(0, 0)), ..GenerateOptions::default() };
    let setter = Setter::new(&grid("grid: 4x4\n"), &[], wish, &Limits::none()).expect("a grid with rules");
    assert!(setter.puzzles(&Quota { attempts: 3, ..Quota::default() }, &Limits::none()).is_err());
}
