//! Measures the classic engine on the puzzles next to this file, which `cargo xtask sample classic` made. Every figure is the best
//! of several rounds, in processor time if the system reports it; answers are checked.
//!
//! `cargo bench -p cluewright-search --bench classic`

use std::hint::black_box;
#[cfg(not(unix))]
use std::{sync::LazyLock, time::Instant};

use cluewright_search::classic::{Engine, Kernel, Question, canonical};

const SETS: [(&str, &str, u64); 5] = [
    ("easy", include_str!("classic/easy.txt"), 1),
    ("minimal", include_str!("classic/minimal.txt"), 1),
    ("hard", include_str!("classic/hard.txt"), 1),
    ("multiple", include_str!("classic/multiple.txt"), 2),
    ("none", include_str!("classic/none.txt"), 0),
];

/// The processor time used by this thread, in seconds.
#[cfg(unix)]
fn spent() -> f64 {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    t.tv_sec as f64 + t.tv_nsec as f64 / 1e9
}

/// The time since the first call, in seconds.
#[cfg(not(unix))]
fn spent() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// The time of the fastest of several rounds, in seconds.
fn best(clock: fn() -> f64, mut work: impl FnMut()) -> f64 {
    let round = |work: &mut dyn FnMut()| {
        let start = clock();
        work();
        clock() - start
    };
    (0..7).map(|_| round(&mut work)).fold(f64::INFINITY, f64::min)
}

fn main() {
    // Cargo passes `--bench`; for `cargo test`, a single short run is enough.
    let repeat = if std::env::args().any(|a| a == "--bench") { 25 } else { 1 };
    println!("count up to 2, text parsed; microseconds a puzzle (batch) and one at a time (single)");
    for kernel in Kernel::available() {
        for (name, text, expected) in SETS {
            let text = text.repeat(repeat);
            let lines = text.len() / 82;
            let n = lines as f64;
            let mut engine = Engine::with(kernel).expect("listed as available");
            let mut counts = Vec::new();
            let batch = best(spent, || {
                engine.count_lines(text.as_bytes(), 2, &mut counts);
            });
            assert!(counts.len() == lines && counts.iter().all(|&c| c == expected), "{name}: wrong counts");
            let single = best(spent, || {
                for line in text.split_inclusive('\n') {
                    engine.count_lines(line.as_bytes(), 2, &mut counts);
                }
            });
            println!("{kernel:>9?} {name:<9} batch {:7.3}  single {:7.3}", batch / n * 1e6, single / n * 1e6);
        }
    }

    let text: String = SETS[..3].iter().map(|s| s.1.repeat(repeat)).collect();
    let mut answers = Vec::new();
    Engine::new().solve_lines(text.as_bytes(), &Question::default(), &mut answers);
    let grids: Vec<[u8; 81]> = answers.iter().take(600).map(|a| a.solution.expect("it has one")).collect();
    let forms = best(spent, || {
        for g in &grids {
            black_box(canonical(g).expect("a solution"));
        }
    });
    println!("canonical form: {:.0} grids a second", grids.len() as f64 / forms);
}
