//! Measures how well ratings predict the times that people need to solve puzzles.
//!
//! A line of the file is JSON: `{"puzzle", "mean_s", "se121": [ER, EP, ED], "hodoku_level", "hodoku_score"}`. The constants of
//! our scale are fitted to one half of the puzzles and used to rate the other half, and vice versa. The result is the rank
//! correlation (Spearman) of these ratings with the mean times, with a bootstrap interval.

use crate::task::{Fail, Task, Words};
use cluewright_core::Random;
use cluewright_logic::rating::own::{Class, Costs, Round, rounds_of_grid};
use serde_json::Value;

pub(crate) const TASK: Task = Task {
    name: "human",
    takes: "FILE",
    about: "rank correlation of ratings and the times that people take; our constants fitted two-fold",
    options: &[
        ("--folds", "N", "2", "ways to halve the puzzles"),
        ("--draws", "N", "2000", "samples for the intervals"),
    ],
    run,
};

struct Row {
    rounds: Vec<Round>,
    seconds: f64,
    er: f64,
    hodoku: f64,
    is_hard: bool,
}

fn read(line: &str) -> Option<Row> {
    let row: Value = serde_json::from_str(line).ok()?;
    let digits = row["puzzle"].as_str()?.bytes().map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 });
    let givens: [u8; 81] = digits.collect::<Vec<_>>().try_into().ok()?;
    Some(Row {
        rounds: rounds_of_grid(&givens).0,
        seconds: row["mean_s"].as_f64()?,
        er: row["se121"][0].as_f64()?,
        hodoku: row["hodoku_score"].as_f64()?,
        is_hard: row["hodoku_level"].as_str()? != "Easy",
    })
}

fn time(costs: &Costs, row: &Row) -> f64 {
    row.rounds.iter().map(|round| costs.seconds(round)).sum()
}

/// Runs the task that the first lines of this file describe.
fn run(words: &Words) -> Result<(), Fail> {
    let path = words.names[0];
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let lines = text.lines().enumerate();
    let read = |(i, line)| read(line).ok_or_else(|| format!("{path}: line {}: no such row", i + 1));
    let rows: Vec<Row> = lines.map(read).collect::<Result<_, _>>()?;
    let seconds: Vec<f64> = rows.iter().map(|row| row.seconds).collect();
    let mut random = Random::new(1);
    let mut ours = vec![0.0; rows.len()];
    let folds = words.number::<usize>("--folds")?.max(1);
    for _ in 0..folds {
        let order = random.shuffled(rows.len());
        let (a, b) = order.split_at(rows.len() / 2);
        for (learn, test) in [(a, b), (b, a)] {
            let costs = fit(&rows, learn);
            // Rank within each half, because the constants differ between the halves.
            let times: Vec<f64> = test.iter().map(|&i| time(&costs, &rows[i])).collect();
            for (&i, rank) in test.iter().zip(ranks(&times)) {
                ours[i] += rank / (test.len() * folds) as f64;
            }
        }
    }
    let all: Vec<usize> = (0..rows.len()).collect();
    let hard: Vec<usize> = all.iter().copied().filter(|&i| rows[i].is_hard).collect();
    let now = Costs::default();
    let scales: [(&str, Vec<f64>); 4] = [
        ("ours, two-fold", ours),
        ("ours, as it is", rows.iter().map(|row| time(&now, row)).collect()),
        ("Sudoku Explainer", rows.iter().map(|row| row.er).collect()),
        ("HoDoKu's score", rows.iter().map(|row| row.hodoku).collect()),
    ];
    let draws = words.number::<usize>("--draws")?.max(40);
    for (name, which) in [("all puzzles", &all), ("above HoDoKu's easy level", &hard)] {
        println!("{name}: {}", which.len());
        for (scale, rating) in &scales {
            let (low, high) = interval(rating, &seconds, which, draws, &mut random);
            println!("  {scale:18} {:.3}  ({low:.3} to {high:.3})", rank_correlation(rating, &seconds, which));
        }
    }
    let best = fit(&rows, &all);
    let mut quotients: Vec<f64> = rows.iter().map(|row| row.seconds / time(&best, row)).collect();
    quotients.sort_by(f64::total_cmp);
    println!("fitted to all: {:?}", Costs { second: best.second * quotients[rows.len() / 2], ..best });
    counts(&rows);
    Ok(())
}

/// Prints how many puzzles have a hardest step of each kind, with the times of these puzzles.
fn counts(rows: &[Row]) {
    for class in Class::ALL {
        let hardest = |row: &&Row| row.rounds.iter().map(|round| round.class).max() == Some(class);
        let mut seconds: Vec<f64> = rows.iter().filter(hardest).map(|row| row.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        if let Some(median) = seconds.get(seconds.len() / 2) {
            println!("hardest step {:8}: {:3} puzzles, median {median:.0} s", class.id(), seconds.len());
        }
    }
}

/// The number of constants that are fitted: the steps from each cost to the next, then supply and fill.
const FITTED: usize = 9;
/// The minimum increase from one cost to the next, as a logarithm.
const RISE: f64 = 0.1;

fn costs_of(at: &[f64; FITTED]) -> Costs {
    let mut cost = 0.0;
    let [line, locked, cell, pair, triple, quad, trial] = std::array::from_fn(|i| {
        cost += at[i].max(RISE);
        f64::exp(cost)
    });
    let (supply, fill) = (at[7].clamp(0.0, 1.0), at[8].exp());
    Costs { line, locked, cell, pair, triple, quad, trial, supply, fill, ..Costs::default() }
}

/// Fits the constants to the mean times of these puzzles by coordinate descent with decreasing steps.
fn fit(rows: &[Row], learn: &[usize]) -> Costs {
    let seconds: Vec<f64> = learn.iter().map(|&i| rows[i].seconds).collect();
    // Transform ranks to a normal distribution, so that a few very long times have little influence.
    let wanted: Vec<f64> = ranks(&seconds).iter().map(|r| logit((r + 0.5) / learn.len() as f64)).collect();
    let loss = |at: &[f64; FITTED]| {
        let costs = costs_of(at);
        let times: Vec<f64> = learn.iter().map(|&i| time(&costs, &rows[i]).ln()).collect();
        -correlation(&times, &wanted)
    };
    let mut at = [1.0, 0.3, 0.8, 0.2, 0.2, 0.1, 0.1, 0.6, -4.0];
    let mut best = loss(&at);
    let mut step = 0.4;
    while step > 0.02 {
        let before = best;
        for i in 0..FITTED {
            for change in [step, -step] {
                let mut next = at;
                next[i] = (at[i] + change).clamp(if i < 7 { RISE } else { -6.0 }, 3.0);
                let now = loss(&next);
                if now < best - 1e-6 {
                    (best, at) = (now, next);
                }
            }
        }
        if best > before - 1e-5 {
            step /= 2.0;
        }
    }
    costs_of(&at)
}

/// An approximation of the normal distribution's quantile, up to a factor.
fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

/// The ranks of values, from 0; ties get their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut at = 0;
    for tied in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        for &i in tied {
            ranks[i] = at as f64 + (tied.len() - 1) as f64 / 2.0;
        }
        at += tied.len();
    }
    ranks
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let (ma, mb) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        ab += (x - ma) * (y - mb);
        aa += (x - ma) * (x - ma);
        bb += (y - mb) * (y - mb);
    }
    ab / (aa * bb).sqrt().max(f64::MIN_POSITIVE)
}

fn rank_correlation(a: &[f64], b: &[f64], which: &[usize]) -> f64 {
    let of = |values: &[f64]| ranks(&which.iter().map(|&i| values[i]).collect::<Vec<_>>());
    correlation(&of(a), &of(b))
}

/// The 95 % bootstrap interval of the rank correlation: puzzles are drawn with replacement.
fn interval(a: &[f64], b: &[f64], which: &[usize], draws: usize, random: &mut Random) -> (f64, f64) {
    let sample = |random: &mut Random| {
        let drawn: Vec<usize> = which.iter().map(|_| which[random.below(which.len())]).collect();
        rank_correlation(a, b, &drawn)
    };
    let mut found: Vec<f64> = (0..draws).map(|_| sample(random)).collect();
    found.sort_by(f64::total_cmp);
    (found[draws / 40], found[draws - 1 - draws / 40])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_ties_in_the_middle() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 9.0]), [1.5, 0.0, 1.5, 3.0]);
        let all = [0, 1, 2, 3];
        assert!((rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[1.0, 4.0, 9.0, 16.0], &all) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[4.0, 3.0, 2.0, 1.0], &all) + 1.0).abs() < 1e-12);
    }
}
