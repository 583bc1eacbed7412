//! The scale of Sudoku Explainer: rules of the scale on puzzles made here, soundness of every step against a solver of
//! twenty lines, and reference rows where `../shared` is at hand.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers of tests")]

use cluewright_scales::se::{MOST_WORK, Profile, Puzzle, Rating, Variant, rate, rate_until, rate_with_steps};
use std::collections::BTreeMap;

const SHIFTS: [usize; 9] = [0, 3, 6, 1, 4, 7, 2, 5, 8];

/// A grid by a formula: every row is the first row, shifted.
fn grid() -> [u8; 81] {
    std::array::from_fn(|i| ((SHIFTS[i / 9] + i % 9) % 9 + 1) as u8)
}

fn sees(a: usize, b: usize) -> bool {
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))
}

/// The number of solutions, counted up to two.
fn solutions(cells: &mut [u8; 81]) -> u32 {
    let free = |cells: &[u8; 81], i: usize| {
        (1..=9).filter(|&d| (0..81).all(|j| !sees(i, j) || cells[j] != d)).collect::<Vec<u8>>()
    };
    let open = (0..81).filter(|&i| cells[i] == 0);
    let Some(i) = open.min_by_key(|&i| free(cells, i).len()) else { return 1 };
    let mut found = 0;
    for d in free(cells, i) {
        cells[i] = d;
        found += solutions(cells);
        if found > 1 {
            break;
        }
    }
    cells[i] = 0;
    found.min(2)
}

/// A puzzle without redundant givens, made from a seed, and its solution.
fn minimal(seed: u64) -> ([u8; 81], [u8; 81]) {
    let mut state = seed * 2 + 1;
    let mut next = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let rows: Vec<usize> = (0..9).map(|r| r / 3 * 3 + (r + next(3)) % 3).collect();
    // Rows are exchanged only within their bands, and only if all three differ.
    let distinct = (0..3).all(|b| {
        rows[b * 3] != rows[b * 3 + 1] && rows[b * 3 + 1] != rows[b * 3 + 2] && rows[b * 3] != rows[b * 3 + 2]
    });
    let base = grid();
    let solution: [u8; 81] = std::array::from_fn(|i| if distinct { base[rows[i / 9] * 9 + i % 9] } else { base[i] });
    let mut puzzle = solution;
    let mut order: Vec<usize> = (0..81).collect();
    for i in (1..81).rev() {
        order.swap(i, next(i + 1));
    }
    for i in order {
        let was = std::mem::replace(&mut puzzle[i], 0);
        if solutions(&mut puzzle.clone()) > 1 {
            puzzle[i] = was;
        }
    }
    (puzzle, solution)
}

fn figures(r: &Rating) -> [u16; 3] {
    [r.er, r.ep, r.ed]
}

#[test]
fn a_solved_grid_rates_nothing() {
    let rating = rate(&Puzzle::Givens(grid()), Profile::Se121, &[]);
    assert_eq!((figures(&rating), rating.count), ([0, 0, 0], 0));
}

#[test]
fn last_cells_of_regions_are_1_0() {
    // Without one digit every block lacks one cell.
    let puzzle = grid().map(|d| if d == 5 { 0 } else { d });
    let rating = rate(&Puzzle::Givens(puzzle), Profile::Sukaku, &[]);
    assert_eq!((figures(&rating), rating.count), ([10, 10, 10], 9));
    assert_eq!(rating.profile, BTreeMap::from([(10, 9)]));
}

#[test]
fn four_open_cells_of_a_block_need_singles_only() {
    // The rows, the columns and the block determine each of the four cells.
    let mut puzzle = grid();
    for i in [0, 1, 9, 10] {
        puzzle[i] = 0;
    }
    let rating = rate_with_steps(&Puzzle::Givens(puzzle), Profile::Se121, &[]);
    assert_eq!(rating.count, 4);
    assert!(rating.er <= 12, "{rating:?}");
}

#[test]
fn no_technique_is_20_0() {
    // Open cells without marks: nothing can be found.
    let rating = rate(&Puzzle::Marks([0; 81]), Profile::Se121, &[]);
    assert_eq!((rating.er, rating.ep, rating.ed), (200, 0, 0));
}

#[test]
fn marks_of_the_givens_rate_as_the_givens() {
    let (puzzle, _) = minimal(3);
    let marks: [u16; 81] = std::array::from_fn(|i| {
        let free = |d: u8| (0..81).all(|j| !sees(i, j) || puzzle[j] != d);
        match puzzle[i] {
            0 => (1..=9).filter(|&d| free(d)).fold(0, |set, d| set | 1 << (d - 1)),
            d => 1 << (d - 1),
        }
    });
    let given = rate_with_steps(&Puzzle::Givens(puzzle), Profile::Se121, &[]);
    assert_eq!(rate_with_steps(&Puzzle::Marks(marks), Profile::Se121, &[]), given);
}

#[test]
fn every_step_is_sound() {
    for seed in 0..12 {
        let (puzzle, solution) = minimal(seed);
        for profile in [Profile::Se121, Profile::Sukaku] {
            let rating = rate_with_steps(&Puzzle::Givens(puzzle), profile, &[]);
            assert!(rating.er < 200, "seed {seed} was not solved");
            assert!(rating.ed <= rating.ep && rating.ep <= rating.er);
            assert_eq!(rating.profile.values().sum::<u32>(), rating.count);
            for step in &rating.steps {
                let right = step.place.is_none_or(|(cell, d)| solution[usize::from(cell)] == d);
                let kept = step.eliminations.iter().all(|&(cell, d)| solution[usize::from(cell)] != d);
                assert!(right && kept, "seed {seed}: {step:?}");
            }
        }
    }
}

/// A search for chains may take minutes: the stop signal is polled before each assumption, and no partial rating is returned.
#[test]
fn chains_ask_whether_to_give_up() {
    let rated = |seed: u64| {
        let puzzle = Puzzle::Givens(minimal(seed).0);
        let asked = std::cell::Cell::new(0_u32);
        let count = || {
            asked.set(asked.get() + 1);
            false
        };
        let rating = rate_until(&puzzle, Profile::Sukaku, &[], false, MOST_WORK, &count).expect("nothing said to stop");
        (puzzle, rating, asked.get())
    };
    let (puzzle, rating, asked) = (0..60).map(rated).find(|r| r.1.er > 75).expect("a puzzle with forcing chains");
    assert!(asked > rating.count + 100, "asked {asked} times in {} steps", rating.count);
    let left = std::cell::Cell::new(asked - 1);
    let stop = || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0
    };
    assert_eq!(rate_until(&puzzle, Profile::Sukaku, &[], false, MOST_WORK, &stop), None);
    // A work limit ends a rating with a lower bound that is certain: it never exceeds the complete rating.
    let cut =
        |work: u64| rate_until(&puzzle, Profile::Sukaku, &[], false, work, &|| false).expect("nothing says to stop");
    assert!((0..8).map(|i| cut(u64::from(asked) >> i)).any(|cut| cut.cut && cut.er >= 75), "never cut within chains");
    for cut in (0..8).map(|i| cut(u64::from(asked) << 6 >> i)) {
        assert!(if cut.cut { cut.er <= rating.er } else { cut == rating }, "{cut:?} of {rating:?}");
    }
}

/// The text of a field in a row of JSON that is flat enough.
fn field<'a>(row: &'a str, name: &str) -> Option<&'a str> {
    let name = format!("\"{name}\":");
    let rest = row[row.find(&name)? + name.len()..].trim_start();
    match rest.as_bytes().first()? {
        b'"' => rest[1..].split('"').next(),
        b'{' => rest[1..].split('}').next(),
        _ => rest.split([',', '}']).next(),
    }
}

fn tenths(text: &str) -> u16 {
    (text.trim_matches('"').parse::<f64>().expect("a rating") * 10.0).round() as u16
}

#[test]
fn ratings_are_those_of_the_reference() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ratings/se_ratings.jsonl");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return;
    };
    let mut looked_at = 0;
    for row in text.lines().step_by(29).filter(|row| tenths(field(row, "er").expect("er")) < 85) {
        let puzzle = Puzzle::read(field(row, "puzzle").expect("puzzle")).expect("81 or 729 characters");
        let set = if field(row, "settings").expect("settings").contains("SE1.2.1") {
            Profile::Se121
        } else {
            Profile::Sukaku
        };
        let code = field(row, "variant").expect("variant");
        let classic = ["classic", "sukaku"].contains(&code);
        let variants = if classic { Vec::new() } else { Variant::read(code).expect("variants that are known") };
        let rating = rate(&puzzle, set, &variants);
        let want = ["er", "ep", "ed"].map(|f| tenths(field(row, f).expect("a rating")));
        assert_eq!(figures(&rating), want, "{row}");
        assert_eq!(Some(rating.count.to_string().as_str()), field(row, "n"), "{row}");
        let counts = field(row, "profile").expect("profile").split(',').filter_map(|pair| pair.split_once(':'));
        let counts = counts.map(|(k, n)| (tenths(k), n.parse().expect("a number"))).collect();
        assert_eq!(rating.profile, counts, "{row}");
        looked_at += 1;
    }
    assert!(looked_at > 100);
}
