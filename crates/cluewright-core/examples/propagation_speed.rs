//! Prints how long one propagation takes for common constraints on typical boards.
//!
//! `cargo run --release -p cluewright-core --example propagation_speed`

use cluewright_core::constraint::{AllDifferent, Any, Compare, Connected, Contains, Count, EqualSums, Kind};
use cluewright_core::constraint::{SameMultiset, Sum};
use cluewright_core::{Board, Cell, Constraint, Value, ValueSet};
use std::time::Instant;

/// Boards as they occur on the way to a solution: each cell has its value in the solution, and some other values.
fn boards(solution: &[u8], width: u32) -> Vec<Board> {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    (0..64)
        .map(|i| {
            let domains = solution.iter().map(|&v| {
                let noise = if i % 2 == 0 { random() | random() } else { random() & random() };
                (ValueSet(noise) & ValueSet::below(width)).with(Value(v))
            });
            Board::new(domains.collect(), vec![1; solution.len()])
        })
        .collect()
}

fn measure(name: &str, kind: impl Into<Kind>, solution: &[u8], width: u32) {
    let mut kind = kind.into();
    kind.learn_differences(&|a, b| a != b && a.0 < 9 && b.0 < 9);
    let boards = boards(solution, width);
    let mut scratch = boards[0].clone();
    let rounds = 4000;
    let mut time = [0.0; 2];
    for (i, work) in [false, true].into_iter().enumerate() {
        let start = Instant::now();
        for _ in 0..rounds {
            for board in &boards {
                scratch.copy_from(board);
                if work {
                    let _ = std::hint::black_box(&kind).propagate(&mut scratch);
                }
                std::hint::black_box(&mut scratch);
            }
        }
        time[i] = start.elapsed().as_secs_f64();
    }
    println!("{name:40} {:7.0} ns", (time[1] - time[0]) * 1e9 / (rounds * boards.len()) as f64);
}

fn main() {
    let cells: Vec<Cell> = (0..24).map(Cell).collect();
    let row: Vec<u8> = vec![3, 0, 8, 5, 1, 7, 2, 6, 4];
    let two = [&row[..], &row[..]].concat();
    let ones = |n: usize| cells[..n].iter().map(|&c| (c, 1)).collect::<Vec<_>>();
    let total = |n: usize| row[..n].iter().map(|&v| v as i32 + 1).sum::<i32>();
    measure("cage of 3", Sum::new(&ones(3), Compare::Eq, total(3)), &row[..3], 9);
    measure("cage of 5", Sum::new(&ones(5), Compare::Eq, total(5)), &row[..5], 9);
    measure("cage of 9", Sum::new(&ones(9), Compare::Eq, total(9)), &row, 9);
    let loose: Vec<_> = cells[9..15].iter().map(|&c| (c, 1)).collect();
    let loose_total = row[..6].iter().map(|&v| v as i32 + 1).sum();
    measure("little killer of 6, nothing known", Sum::new(&loose, Compare::Eq, loose_total), &two, 9);
    let arrow = [(cells[9], 1), (cells[0], -1), (cells[1], -1), (cells[2], -1)];
    let solution = [0, 1, 2, 3, 4, 5, 6, 7, 8, 5];
    measure("arrow of 3", Sum::new(&arrow, Compare::Eq, 0), &solution, 9);
    measure("all different, 9 of 9", AllDifferent::new(&cells[..9]), &row, 9);
    let even: Vec<_> = cells[..9].iter().map(|&c| (c, ValueSet(0b1010_1010))).collect();
    measure("four even of 9", Count::new(&even, &[1; 9], Compare::Eq, 4), &row, 9);
    measure("quadruple of 4", Contains::new(&cells[..4], &[4, 1, 9]).expect("few"), &row[..4], 9);
    let same = SameMultiset::new(&[cells[..9].to_vec(), cells[9..18].to_vec()]).expect("equally long");
    measure("two lists of 9 with the same numbers", same, &two, 9);
    let sums = EqualSums::new(&[cells[..3].to_vec(), cells[9..12].to_vec()]);
    measure("two lists of 3 with the same sum", sums, &two, 9);
    let branches = (0..4).map(|i| Sum::new(&ones(3), Compare::Eq, 10 + i).into()).collect();
    measure("one of four cages of 3", Any::new(branches), &[0, 4, 3], 9);
    let terms: Vec<_> = (0..81).map(|c| (Cell(c), ValueSet(0b1_1111))).collect();
    let beside = (0..81u16).filter(|i| i % 9 < 8).map(|i| (i, i + 1));
    let pairs: Vec<_> = beside.chain((0..72).map(|i| (i, i + 9))).collect();
    let region = Connected::new(&terms, &[1; 81], &pairs).expect("a grid");
    measure("one region on 81 cells", region, &[0; 81], 9);
}
