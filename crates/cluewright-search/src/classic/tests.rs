//! Compares the kernels with their plain counterparts: they must give the same counts and only true solutions.

use super::job::LARGE;
#[cfg(target_arch = "x86_64")]
use super::kernel::{avx2_available, avx512_available};
use super::lanes::{Array, Lanes, Node, Row};
use super::*;
use cluewright_core::Random;
use std::sync::atomic::{AtomicUsize, Ordering};

#[path = "../../../cluewright-core/tests/common/share.rs"]
mod share;
pub(super) mod simple;

/// A random filled grid, found by the plain search on a board whose first row and some candidates are random.
pub(super) fn random_grid(random: &mut Random) -> Grid {
    loop {
        let mut row: Vec<u16> = (0..9).map(|d| 1 << d).collect();
        random.shuffle(&mut row);
        let mut board = [0x1ff; 81];
        board[..9].copy_from_slice(&row);
        for _ in 0..60 {
            board[9 + random.below(72)] &= !(1 << random.below(9));
        }
        // Some of these boards have no solution, and the plain search would not end.
        if let Some(g) = simple::first_within(&board, 1_000_000) {
            return g;
        }
    }
}

/// Boards of all sorts: with one, several or no solutions, given by digits or by candidate masks.
pub(super) fn random_boards(seed: u64, n: usize) -> Vec<Candidates> {
    let mut random = Random::new(seed);
    let mut grid = random_grid(&mut random);
    (0..n)
        .map(|i| {
            if i % 16 == 0 {
                grid = random_grid(&mut random);
            }
            let mut board = [0x1ff; 81];
            if i % 3 == 0 {
                // Give candidates: those of the solution, and random other ones.
                let keep = 1 + random.below(3) as u64;
                for (m, &d) in board.iter_mut().zip(&grid) {
                    *m = 1 << (d - 1);
                    for e in 0..9 {
                        *m |= u16::from(random.bits() >> 8 & 7 < keep) << e;
                    }
                }
                if i % 4 == 0 {
                    board[random.below(81)] = (random.bits() >> 20 & 0x1ff) as u16;
                }
            } else {
                let givens = 28 + random.below(30);
                for _ in 0..givens {
                    let c = random.below(81);
                    board[c] = 1 << (grid[c] - 1);
                }
                for _ in 0..random.below(3) {
                    board[random.below(81)] = 1 << random.below(9);
                }
            }
            board
        })
        .collect()
}

/// The given number, or a small number if an interpreter runs the tests.
fn some(n: usize) -> usize {
    if cfg!(miri) { n / 200 } else { n }
}

fn engines() -> Vec<(Kernel, Engine)> {
    Kernel::available().into_iter().map(|k| (k, Engine::with(k).expect("available"))).collect()
}

#[test]
fn counts_agree_with_the_plain_search() {
    let boards = random_boards(1, some(3000));
    let expected: Vec<u64> = boards.iter().map(|b| simple::count(b, 20)).collect();
    let kinds = [0, 1, 2].map(|k| expected.iter().filter(|&&n| n.min(2) == k).count());
    assert!(kinds.iter().all(|&n| n > some(200)), "the sample holds none, one and several: {kinds:?}");
    for (kernel, mut e) in engines() {
        for limit in [1, 2, 20] {
            let found = e.count_many(&boards, limit);
            for (i, (&n, &x)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(n, x.min(limit), "{kernel:?}, limit {limit}, board {i}: {:?}", boards[i]);
            }
        }
    }
}

#[test]
fn every_solution_is_true_and_none_is_missing() {
    let boards: Vec<Candidates> =
        random_boards(2, some(900)).into_iter().filter(|b| (1..300).contains(&simple::count(b, 300))).collect();
    assert!(boards.len() > some(200));
    for (kernel, mut e) in engines() {
        for b in &boards {
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            simple::solutions(b, |g| {
                expected.push(*g);
                true
            });
            e.solutions(b, |g| {
                found.push(*g);
                true
            });
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{kernel:?}");
        }
        let firsts = e.solve_many(&boards, &Question { limit: 1, ..Question::default() });
        for (b, first) in boards.iter().zip(firsts) {
            let g = first.solution.expect("it has a solution");
            assert!(is_solution(&g));
            assert!(b.iter().zip(&g).all(|(m, d)| m >> (d - 1) & 1 == 1));
        }
    }
}

/// The number of boards with which each kernel is tested: a few thousand in every `cargo test`, or the number in
/// `CLUEWRIGHT_BOARDS`. Three million boards take some minutes in release mode.
fn how_many() -> usize {
    let usual = if cfg!(miri) { 20 } else { 20_000 };
    std::env::var("CLUEWRIGHT_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn all_kernels_do_the_same_in_batches_and_alone() {
    const CHUNK: usize = 2_000;
    let next = AtomicUsize::new(0);
    let threads = if cfg!(miri) { 1 } else { std::thread::available_parallelism().map_or(1, std::num::NonZero::get) };
    let work = || {
        let mut kinds = [0; 4];
        loop {
            let done = next.fetch_add(CHUNK, Ordering::Relaxed);
            let Some(left) = how_many().checked_sub(done).filter(|&n| n > 0) else { return kinds };
            for (sum, n) in kinds.iter_mut().zip(compare_kernels((101 + done / CHUNK) as u64, left.min(CHUNK))) {
                *sum += n;
            }
        }
    };
    let kinds = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().map(|t| t.join().expect("no disagreement")).fold([0; 4], |a, b| {
            let mut sum = a;
            sum.iter_mut().zip(b).for_each(|(s, n)| *s += n);
            sum
        })
    });
    println!(
        "{} boards: without solution, with one, with several: {:?}; too hard for the plain search: {}",
        how_many(),
        &kinds[..3],
        kinds[3]
    );
    assert!(kinds[..3].iter().all(|&n| n > how_many() / 30), "none, one and several: {kinds:?}");
    assert!(kinds[3] <= how_many() / 10_000, "the plain search judges nearly all");
}

/// Counts the boards without a solution, with one solution, with several solutions, and those that the plain search gave up.
fn compare_kernels(seed: u64, n: usize) -> [usize; 4] {
    let boards = random_boards(seed, n);
    let expected: Vec<Option<u64>> = boards.iter().map(|b| simple::count_within(b, 2, 1_000_000)).collect();
    let all: Vec<Option<u64>> = boards[..n / 50].iter().map(|b| simple::count_within(b, 3_000, 10_000_000)).collect();
    let mut first: Option<(Vec<Answer>, Stats)> = None;
    let mut alone: Option<(Vec<Answer>, Stats)> = None;
    for (kernel, mut e) in engines() {
        let batch = (e.solve_many(&boards, &Question::default()), e.stats());
        for (i, (b, a)) in boards.iter().zip(&batch.0).enumerate() {
            assert!(a.complete && a.solution.is_some() == (a.count > 0));
            assert_eq!(a.count, expected[i].unwrap_or(a.count), "{kernel:?}, seed {seed}, board {i}: {b:?}");
            if let Some(g) = &a.solution {
                assert!(is_solution(g) && b.iter().zip(g).all(|(m, d)| m >> (d - 1) & 1 == 1));
            }
        }
        // All answers and statistics must be the same with all kernels.
        assert!(first.get_or_insert_with(|| batch.clone()) == &batch, "{kernel:?}, seed {seed}");
        let mut e = Engine::with(kernel).expect("available");
        let mut singly = Vec::with_capacity(n);
        for b in &boards {
            singly.extend(e.solve_many(std::slice::from_ref(b), &Question::default()));
        }
        // Test long searches, which continue in the batch: some boards have thousands of solutions.
        let question = Question { limit: 3_000, ..Question::default() };
        for (b, &expected) in boards.iter().zip(&all) {
            let count = e.solve_many(std::slice::from_ref(b), &question)[0].count;
            assert_eq!(count, expected.unwrap_or(count), "{kernel:?}, seed {seed}: {b:?}");
        }
        for (i, (a, b)) in batch.0.iter().zip(&singly).enumerate() {
            assert_eq!(a.count, b.count, "{kernel:?}, seed {seed}, board {i} alone: {:?}", boards[i]);
            if a.count == 1 {
                assert_eq!(a.solution, b.solution);
            }
        }
        let singly = (singly, e.stats());
        assert!(alone.get_or_insert_with(|| singly.clone()) == &singly, "{kernel:?} alone, seed {seed}");
    }
    let mut kinds = [0; 4];
    for a in first.expect("there is a kernel").0 {
        kinds[a.count as usize] += 1;
    }
    kinds[3] = expected.iter().filter(|e| e.is_none()).count();
    kinds
}

/// Boards whose searches are long. They have about half of all candidates, chosen at random, or slightly more; some have no
/// solution.
fn long_boards(seed: u64, n: usize) -> Vec<Candidates> {
    let mut random = Random::new(seed);
    let grid = random_grid(&mut random);
    (0..n)
        .map(|i| {
            let more = 7 + i as u64 % 3;
            let mut board = grid.map(|d| if i % 4 == 0 { 0 } else { 1 << (d - 1) });
            for m in &mut board {
                for d in 0..9 {
                    *m |= u16::from(random.bits() >> 8 & 15 < more) << d;
                }
            }
            board
        })
        .collect()
}

/// Long searches must find every solution once, whichever method found it, and must do the same work on every machine.
#[test]
fn the_second_way_of_long_searches_finds_the_same() {
    let boards: Vec<_> = share::parts(4).flat_map(|part| long_boards(77 + part as u64, some(500))).collect();
    let mut plain = Engine::new();
    plain.long = Long::after(u64::MAX, 0, 0);
    let expected: Vec<u64> = boards
        .iter()
        .map(|b| plain.solve_many(std::slice::from_ref(b), &Question { limit: 40, ..Question::default() })[0].count)
        .collect();
    let mut first: Option<(Vec<Vec<Answer>>, Stats, u64)> = None;
    for kernel in Kernel::available() {
        let mut e = Engine::with(kernel).expect("available");
        // Try the second method as soon as possible instead of after thousands of guesses, and never give up.
        e.long = Long::after(LARGE, u64::MAX, u32::MAX);
        let mut answers = Vec::new();
        for limit in [1, 2, 40] {
            let question = Question { limit, ..Question::default() };
            let each = boards.iter().map(|b| e.solve_many(std::slice::from_ref(b), &question)[0]);
            answers.push(each.collect::<Vec<_>>());
            for (i, a) in answers[answers.len() - 1].iter().enumerate() {
                assert!(a.complete);
                assert_eq!(a.count, expected[i].min(limit), "{kernel:?}: {:?}", boards[i]);
                if let Some(g) = &a.solution {
                    assert!(is_solution(g) && boards[i].iter().zip(g).all(|(m, d)| m >> (d - 1) & 1 == 1));
                }
            }
        }
        // Search many boards at a time: those whose searches are long are set aside.
        let question = Question { limit: 40, ..Question::default() };
        answers.push(e.solve_many(&boards, &question));
        for (i, a) in answers[3].iter().enumerate() {
            assert_eq!((a.count, a.complete), (expected[i], true), "{kernel:?}: {:?}", boards[i]);
        }
        let did = (answers, e.stats(), e.long.solved);
        assert!(did.2 >= some(25) as u64, "{kernel:?}: it came to an end {} times", did.2);
        assert!(first.get_or_insert_with(|| did.clone()) == &did, "{kernel:?}: {:?}, {}", did.1, did.2);
    }
}

#[test]
fn the_empty_board_and_odd_ends() {
    for (_, mut e) in engines() {
        assert_eq!(e.count_many(&[[0x1ff; 81]], 5000), [5000]);
        assert_eq!(e.count_many(&[], 2), [0; 0]);
        assert_eq!(e.count_many(&[[0; 81], [0x1ff; 81]], 2), [0, 2]);
        assert_eq!(e.count_many(&[[0xffff; 81]], 2), [2], "bits above the ninth are ignored");
        assert_eq!(e.count_many(&[[0x1ff; 81]], 0), [0]);
    }
}

#[test]
fn a_digit_given_twice_in_a_house_is_seen_at_once() {
    // With so few clues, the search would otherwise fill whole boxes before it notices the contradiction.
    for (kernel, mut e) in engines() {
        for other in [1, 8, 9, 10, 11, 12, 19, 20, 72] {
            let mut board = [0x1ff; 81];
            (board[0], board[other]) = (16, 16);
            let expected = if [12].contains(&other) { 2 } else { 0 };
            assert_eq!(e.count_many(&[board], 2), [expected], "{kernel:?}: cells 0 and {other}");
        }
        assert!(e.stats().guesses < 20_000, "{kernel:?}: {:?}", e.stats());
    }
}

#[test]
fn lines_in_any_dress() {
    let p = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!("{p}\r\n\n{}\n12\n{p}x\n{p}", p.replace('.', "0"));
    for (_, mut e) in engines() {
        let mut counts = Vec::new();
        let bad = e.count_lines(text.as_bytes(), 2, &mut counts);
        assert_eq!(counts, [1, 0, 1, 0, 0, 1]);
        assert_eq!(bad, [(1, BadLine::Length(0)), (3, BadLine::Length(2)), (4, BadLine::Length(82))]);
        let mut answers = Vec::new();
        assert_eq!(e.solve_lines(text.as_bytes(), &Question::default(), &mut answers), bad);
        assert_eq!(answers.iter().map(|a| a.count).collect::<Vec<_>>(), counts);
        assert_eq!(
            format(&answers[0].solution.expect("it has one")),
            *b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
        );
    }
    let mut wrong = p.as_bytes().to_vec();
    wrong[2] = b'x';
    assert_eq!(parse(&wrong), Err(BadLine::Character { at: 2, found: b'x', digit: 0 }));
    let long = "123456789".repeat(81);
    assert_eq!(parse(long.as_bytes()), Ok([0x1ff; 81]));
    let error = parse(long.replacen('5', "6", 1).as_bytes()).expect_err("a 6 in the place of 5");
    assert_eq!(error.to_string(), "column 5: '6' at r1c1; expected 5, or . when 5 is excluded");
}

/// Compares every vector operation with the same operation on plain arrays, for random lanes and for lanes with few bits set.
fn operations_agree<V: Lanes>(seed: u64) {
    let mut random = Random::new(seed);
    let mut row = || {
        let mut r = Row::ZERO;
        for v in &mut r.0 {
            let (a, b) = (random.bits() >> 7, random.bits() >> 9);
            *v = if a & 0x10000 == 0 { (a & 0x1ff) as u16 } else { (a & b & 0x1ff) as u16 };
        }
        r
    };
    // The array has all 32 lanes, and the vector processes them in parts.
    let plain = |r: &Row| Array::<32>::load(r, 0);
    for _ in 0..some(2000) {
        let (ra, rb, rc) = (row(), row(), row());
        let (p, q, r) = (plain(&ra), plain(&rb), plain(&rc));
        for part in 0..V::PARTS {
            let (a, b, c) = (V::load(&ra, part), V::load(&rb, part), V::load(&rc, part));
            let same = |name: &str, v: V, p: Array<32>| {
                let (mut a, mut b) = (ra, Row::ZERO);
                v.store(&mut a, part);
                p.store(&mut b, 0);
                for l in 0..32 {
                    let expected = if l / V::N == part { b.0[l] } else { ra.0[l] };
                    assert_eq!(a.0[l], expected, "{name}, part {part}, lane {l}");
                }
            };
            let mask = |m: u32| m >> (part * V::N) & V::EVERY;
            same("and", a.and(b), p.and(q));
            same("or", a.or(b), p.or(q));
            same("xor", a.xor(b), p.xor(q));
            same("without", a.without(b), p.without(q));
            same("add", a.add(b), p.add(q));
            same("less_one", a.less_one(), p.less_one());
            same("popcount", a.popcount(), p.popcount());
            same("pick", a.pick(b, c), p.pick(q, r));
            same("single", a.single(a.less_one()), p.single(p.less_one()));
            same("triple", a.triple(), p.triple());
            same("or3", V::or3(a, b, c), Array::or3(p, q, r));
            same("and3", V::and3(a, b, c), Array::and3(p, q, r));
            same("two_of", V::two_of(a, b, c), Array::two_of(p, q, r));
            same("odd", V::odd(a, b, c), Array::odd(p, q, r));
            same("only", V::only(a, b, c), Array::only(p, q, r));
            same("or_and", V::or_and(a, b, c), Array::or_and(p, q, r));
            same("unless", V::unless(a, b, c), Array::unless(p, q, r));
            for (v, p) in V::turn([a, b, c]).into_iter().zip(Array::turn([p, q, r])) {
                same("turn", v, p);
            }
            let (mut o, mut u) = (V::splat(0), Array::splat(0));
            same("crowd", a.crowd(a.or(b), &mut o), p.crowd(p.or(q), &mut u));
            let bits = Array::<32>::bits;
            assert_eq!(V::bits(o.equal(V::splat(0))), mask(bits(u.equal(Array::splat(0)))), "crowd: over");
            assert_eq!(V::bits(a.equal(b)), mask(bits(p.equal(q))), "equal");
            assert_eq!(V::bits(a.less(b)), mask(bits(p.less(q))), "less");
            let (pick, single, triple) = (p.pick(q, r), p.single(p.less_one()), p.triple());
            let crowd = p.crowd(p.or(q), &mut Array::splat(0));
            for l in 0..32 {
                let [a, b, c] = [ra, rb, rc].map(|row| row.0[l]);
                let ones = a.count_ones();
                let at = |v: Array<32>| {
                    let mut row = Row::ZERO;
                    v.store(&mut row, 0);
                    row.0[l]
                };
                assert_eq!(at(pick), a & if a & c != 0 { c } else { b }, "the array itself: pick");
                assert_eq!(at(single), if ones <= 1 { a } else { 0 }, "the array itself: single");
                assert_eq!(at(triple), if ones == 3 { a } else { 0 }, "the array itself: triple");
                assert_eq!(at(crowd), if ones >= 3 { a } else { a | b }, "the array itself: crowd");
                assert_eq!(bits(u.equal(Array::splat(0))) >> l & 1 == 1, ones < 4, "the array itself: crowd, over");
                assert_eq!(bits(p.less(q)) >> l & 1 == 1, ra.0[l] < rb.0[l], "the array itself: less");
                assert_eq!(bits(p.equal(q)) >> l & 1 == 1, ra.0[l] == rb.0[l], "the array itself: equal");
            }
            same("choose", V::choose(a.less(b), a, c), Array::choose(p.less(q), p, r));
        }
    }
    // Copy lanes out and in again.
    let (x, fixed): (Box<[Row; 81]>, Row) = (Box::new(std::array::from_fn(|_| row())), row());
    let places: [u32; 32] = std::array::from_fn(|l| 31 - l as u32);
    for round in 1..some(200) as u32 {
        let mask = round.wrapping_mul(0x9e37_79b9).rotate_left(round);
        let mut out = Box::new([Node::EMPTY; 32]);
        V::gather(&x, &fixed, mask, &mut *out, &places);
        for l in crate::bits::Ones(mask) {
            for c in 0..81 {
                assert_eq!(out[31 - l].0[c], x[c].0[l]);
            }
        }
        let (mut y, mut z) = (Box::new([Row::ZERO; 81]), Row::ZERO);
        V::scatter(&mut y, &mut z, mask, &*out, &places);
        for l in 0..32 {
            assert_eq!(z.0[l], if mask >> l & 1 == 1 { fixed.0[l] } else { 0 });
        }
        for c in 0..81 {
            for l in 0..32 {
                assert_eq!(y[c].0[l], if mask >> l & 1 == 1 { x[c].0[l] } else { 0 });
            }
        }
    }
}

#[test]
fn arrays_of_all_widths_agree() {
    operations_agree::<Array<8>>(5);
    operations_agree::<Array<16>>(6);
}

#[cfg(target_arch = "aarch64")]
#[test]
fn neon_operations_agree_with_the_array() {
    operations_agree::<neon::Neon>(8);
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[test]
fn wasm128_operations_agree_with_the_array() {
    operations_agree::<wasm128::Wasm128>(10);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn sse2_operations_agree_with_the_array() {
    operations_agree::<sse2::Sse2>(7);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_operations_agree_with_the_array() {
    if !avx512_available() {
        eprintln!("skipped: no AVX-512");
        return;
    }
    operations_agree::<avx512::Avx512>(3);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_operations_agree_with_the_array() {
    if !avx2_available() {
        eprintln!("skipped: no AVX2");
        return;
    }
    operations_agree::<avx2::Avx2>(4);
}

#[test]
fn a_limit_of_guesses_gives_up_and_a_stop_signal_ends() {
    let hard = parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").expect("81");
    let easy = parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").expect("81");
    for (_, mut e) in engines() {
        let question = Question { guesses: 3, ..Question::default() };
        let answers = e.solve_many(&[hard, easy, hard], &question);
        assert!(!answers[0].complete && answers[1].complete && !answers[2].complete);
        assert_eq!(answers[1].count, 1);
        let answers = e.solve_many(&[hard, easy, hard], &Question::default());
        assert!(answers.iter().all(|a| a.complete && a.count == 1));
        // The empty grid has far too many solutions to wait for all of them, so the search must be stopped by the signal.
        let stop = std::sync::atomic::AtomicBool::new(true);
        let question = Question { limit: u64::MAX, stop: Some(&stop), ..Question::default() };
        assert!(!e.solve_many(&[[0x1ff; 81]], &question)[0].complete);
        let mut seen = 0;
        e.solutions(&[0x1ff; 81], |g| {
            assert!(is_solution(g));
            seen += 1;
            seen < 1000
        });
        assert_eq!(seen, 1000);
    }
}
