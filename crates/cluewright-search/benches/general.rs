//! Measures the general engine on models that are built by hand. Every figure is the wall time of a single thread, the best of a
//! few rounds. Puzzle files are read from `../shared` if this folder exists.
//!
//! `cargo bench -p cluewright-search --bench general [-- PART-OF-NAME]`

#[allow(unused)]
#[path = "../tests/common/mod.rs"]
mod common;

use cluewright_core::{Cell, Model, ModelBuilder, Value, ValueSet};
use cluewright_search::{Limits, Solver, Stats, Verdict};
use common::{Random, classic, givens, miracle, random_killer, samurai, some_cells};
use std::time::Instant;

struct Run {
    name: String,
    times: Vec<f64>,
    nodes: u64,
    verdicts: [u32; 4],
    worst: Stats,
}

fn main() {
    let only = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    let wants = |name: &str| name.contains(&only);
    println!(
        "{:28} {:>6} {:>9} {:>9} {:>9} {:>10}  none/unique/multiple/unknown",
        "", "", "median", "p90", "max ms", "nodes"
    );
    if wants("compile") {
        for (name, model) in
            [("classic", classic(9).1.finish()), ("miracle", miracle().1.finish()), ("16x16", classic(16).1.finish())]
        {
            let best = (0..50).map(|_| time(|| drop(Solver::new(&model))).0).fold(f64::MAX, f64::min);
            println!("compile {name:20} {best:>27.3} ms");
        }
        let model = killers(1).remove(0);
        let best = (0..50).map(|_| time(|| drop(Solver::new(&model))).0).fold(f64::MAX, f64::min);
        println!("compile {:20} {best:>27.3} ms", "killer");
    }
    if wants("miracle") {
        let (puzzle, mut build) = miracle();
        let empty = miracle().1.finish();
        let origin = build.origin(cluewright_core::Origin::new("givens", "given"));
        for (row, col, digit) in [(5, 3, 1), (6, 7, 2)] {
            build.restrict(puzzle.shape.at(row - 1, col - 1).expect("a cell"), ValueSet::of(Value(digit - 1)), origin);
        }
        run("miracle, two givens", &[build.finish()]);
        for _ in 0..3 {
            let (ms, answer) = time(|| Solver::new(&empty).count(&empty.board(), 0, &Limits::none()));
            println!(
                "miracle, all grids: {} in {ms:.2} ms, {} nodes, {} failures",
                answer.value, answer.stats.nodes, answer.stats.failures
            );
        }
    }
    for (file, take) in
        [("magictour_top1465.txt.gz", 200), ("forum_hardest_1106_375.txt.gz", 200), ("17_clue_49158.txt.gz", 300)]
    {
        if wants(file) {
            run(file, &lines(file, take));
        }
    }
    for (file, take) in [
        ("sukaku729_low_clue86_3000.txt.gz", 30),
        ("sukaku729_minisat_hard_200.txt.gz", 5),
        ("sukaku729_gurobi_hard_100.txt.gz", 3),
    ] {
        if wants(file) {
            run(file, &lines(file, take));
        }
    }
    if wants("killer") {
        run("killer", &killers(40));
    }
    if wants("16x16") {
        run("16x16", &(0..10).map(|seed| dug(|| classic(16).1, seed, 400)).collect::<Vec<_>>());
    }
    if wants("25x25") {
        run("25x25", &(0..3).map(|seed| dug(|| classic(25).1, seed, 400)).collect::<Vec<_>>());
    }
    if wants("samurai") {
        run("samurai", &(0..5).map(|seed| dug(|| samurai().1, seed, 400)).collect::<Vec<_>>());
    }
}

fn time<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64() * 1e3, result)
}

fn run(name: &str, models: &[Model]) {
    if models.is_empty() {
        return;
    }
    let mut run = Run { name: name.into(), times: Vec::new(), nodes: 0, verdicts: [0; 4], worst: Stats::default() };
    let mut worst = 0.0;
    for model in models {
        let mut best = f64::MAX;
        for round in 0..3 {
            let started = Instant::now();
            let stop = || started.elapsed().as_secs_f64() > 10.0;
            let limits = Limits { stop: Some(&stop), ..Limits::none() };
            let (ms, answer) = time(|| Solver::new(model).verdict(&model.board(), &limits));
            best = best.min(ms);
            if round == 0 {
                run.nodes += answer.stats.nodes;
                run.verdicts[match answer.value {
                    Verdict::None => 0,
                    Verdict::Unique(_) => 1,
                    Verdict::Multiple(..) => 2,
                    Verdict::Unknown(_) => 3,
                }] += 1;
            }
            if ms > worst {
                worst = ms;
                run.worst = answer.stats;
            }
            if ms > 1_000.0 {
                break;
            }
        }
        run.times.push(best);
    }
    run.times.sort_by(f64::total_cmp);
    let at = |q: f64| run.times[((run.times.len() - 1) as f64 * q) as usize];
    println!(
        "{:34} {:>6} {:>9.3} {:>9.3} {:>9.3} {:>10}  {:?}",
        run.name,
        run.times.len(),
        at(0.5),
        at(0.9),
        at(1.0),
        run.nodes,
        run.verdicts
    );
    if std::env::var_os("WORST").is_some() {
        println!("    worst: {:?}", run.worst);
    }
}

/// The first puzzles of a file with one puzzle per line. A line of 729 characters lists candidates; a line of 81 characters lists
/// givens.
fn lines(file: &str, take: usize) -> Vec<Model> {
    let path = format!("{}/../../../shared/data/classic/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(output) = std::process::Command::new("gzip").args(["-dc", &path]).output() else { return Vec::new() };
    let text = String::from_utf8_lossy(&output.stdout);
    if text.is_empty() {
        println!("{file}: skipped: no ../shared");
    }
    let mut models = Vec::new();
    for line in text.lines().filter(|l| !l.starts_with('#')).take(take) {
        let line = line.split(|c: char| c == ',' || c.is_whitespace()).next().unwrap_or("");
        let (_, mut build) = classic(9);
        if line.len() >= 729 {
            let origin = build.origin(cluewright_core::Origin::new("givens", "given"));
            for (c, chunk) in line.as_bytes().chunks(9).take(81).enumerate() {
                let allowed = (0..9u8)
                    .filter(|&v| chunk[v as usize].is_ascii_digit() && chunk[v as usize] != b'0')
                    .map(Value)
                    .collect();
                build.restrict(Cell(c as u16), allowed, origin);
            }
        } else {
            givens(&mut build, &line[..81.min(line.len())]);
        }
        models.push(build.finish());
    }
    models
}

fn killers(count: u64) -> Vec<Model> {
    let model = classic(9).1.finish();
    let mut solver = Solver::new(&model);
    (0..count)
        .map(|seed| {
            let grid = solver.random_solution(&model.board(), seed, &Limits::none()).value.expect("a grid");
            random_killer(&mut Random::new(seed), &grid).finish()
        })
        .collect()
}

/// A puzzle with a unique solution. Each given of a random grid is removed if the engine can still prove within `nodes` nodes that
/// the solution is unique.
fn dug(make: impl Fn() -> ModelBuilder, seed: u64, nodes: u64) -> Model {
    let model = make().finish();
    let mut solver = Solver::new(&model);
    let grid = solver.random_solution(&model.board(), seed, &Limits::nodes(200_000)).value.expect("a grid");
    let n = model.len();
    let mut open = vec![false; n];
    let mut random = Random::new(seed);
    for cell in some_cells(&mut random, n, n) {
        open[cell.index()] = true;
        let mut board = model.board();
        for c in (0..n).filter(|&c| !open[c]) {
            board.fix(Cell(c as u16), grid[c]).expect("the grid fits");
        }
        if !matches!(solver.verdict(&board, &Limits::nodes(nodes)).value, Verdict::Unique(_)) {
            open[cell.index()] = false;
        }
    }
    let mut build = make();
    let origin = build.origin(cluewright_core::Origin::new("givens", "given"));
    for c in (0..n).filter(|&c| !open[c]) {
        build.restrict(Cell(c as u16), ValueSet::of(grid[c]), origin);
    }
    build.finish()
}
