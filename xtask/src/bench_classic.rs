//! `bench classic DIR`: solves every puzzle file of a folder with the classic engine, line by line on one thread. If the path of a
//! tdoku shared library is given, tdoku solves the same puzzles in alternating rounds of the same process, so that the ratio of
//! times is reliable on a shared machine. Each time is the best of all rounds. The time is the CPU time of the thread, if the
//! system reports CPU times.

use crate::clock;
use crate::task::{Fail, Task, Words};
use cluewright_search::classic::{Engine, Kernel, Question, format};
use std::ffi::c_char;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

pub(crate) const TASK: Task = Task {
    name: "bench classic",
    takes: "DIR",
    about: "every puzzle file of a folder through the classic engine, in turns with tdoku",
    options: &[
        ("--tdoku", "LIBRARY.so", "", "a tdoku library to compare with; may be repeated"),
        ("--limit", "N", "2", "solutions counted, or `all`"),
        ("--first", "", "", "find and write a first solution instead"),
        ("--single", "", "", "one puzzle at a time"),
        ("--kernel", "K", "", "portable, neon, wasm128, sse2, avx2 or avx512 instead of the best there is"),
        ("--rounds", "N", "5", "the best of N rounds counts"),
        ("--max", "N", "20000", "the first N puzzles of a file"),
        ("--only", "TEXT", "", "files with TEXT in their names"),
        ("--skip", "TEXT", "", "files without TEXT in their names"),
    ],
    run,
};

struct Options {
    files: Vec<PathBuf>,
    peers: Vec<Peer>,
    limit: u64,
    first: bool,
    single: bool,
    kernel: Kernel,
    rounds: usize,
    max: usize,
}

fn run(words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let kernel = match words.text("--kernel") {
        None => Kernel::best(),
        Some(name) => {
            let known = Kernel::available().into_iter().find(|k| format!("{k:?}").to_lowercase() == name);
            known.ok_or(format!("this processor has no kernel {name}; it has {:?}", Kernel::available()))?
        }
    };
    let mut o = Options {
        files: Vec::new(),
        peers: words.all("--tdoku").map(Peer::load).collect::<Result<_, _>>()?,
        limit: if words.text("--limit") == Some("all") { u64::MAX } else { words.number("--limit")? },
        first: words.has("--first"),
        single: words.has("--single"),
        kernel,
        rounds: words.number("--rounds")?,
        max: words.number("--max")?,
    };
    let dir = Path::new(words.names[0]);
    let skip = words.text("--skip");
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    o.files = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    o.files.retain(|p| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        (name.ends_with(".txt") || name.ends_with(".txt.gz"))
            && words.wants(&name)
            && !skip.is_some_and(|s| name.contains(s))
    });
    o.files.sort();

    println!(
        "mode: {}, {}, kernel {:?}, text parsed{}; {} rounds, at most {} puzzles a file",
        match (o.first, o.limit) {
            (true, _) => "first solution".into(),
            (false, u64::MAX) => "count all".into(),
            (false, n) => format!("count up to {n}"),
        },
        if o.single { "one puzzle at a time" } else { "batch" },
        o.kernel,
        if o.first { " and written" } else { "" },
        o.rounds,
        o.max
    );
    println!(
        "{:<34}{:>8}{:>10}{:>9}{:>9}{:>9}{:>7}{:>8}{:>8}  peers: us/puzzle (times ours; guesses; mismatches)",
        "file", "puzzles", "us/puz", "k/s", "guesses", "sweeps", "busy", "ns/sw", "cycles"
    );
    for file in &o.files {
        one_file(file, &o)?;
    }
    Ok(())
}

fn one_file(file: &Path, o: &Options) -> Result<(), String> {
    let text = read_lines(file, o.max)?;
    let puzzles = text.split_inclusive(|&b| b == b'\n').count();
    let mut engine = Engine::with(o.kernel).expect("the kernel was found available");
    let (mut ours, mut answers, mut written) = (Vec::new(), Vec::new(), Vec::new());
    let mut best = f64::INFINITY;
    let mut peer_best = vec![f64::INFINITY; o.peers.len()];
    let mut peer_runs: Vec<PeerRun> = Vec::new();
    for round in 0..o.rounds {
        let fresh = Engine::with(o.kernel).expect("the kernel was found available");
        engine = fresh;
        let t = clock::thread();
        if o.first {
            engine.solve_lines(&text, &Question { limit: 1, ..Question::default() }, &mut answers);
            // The others write the solutions, too.
            written.clear();
            for grid in answers.iter().filter_map(|a| a.solution.as_ref()) {
                written.extend_from_slice(&format(grid));
                written.push(b'\n');
            }
            ours = answers.iter().map(|a| a.count).collect();
        } else if o.single {
            ours.clear();
            let mut one = Vec::new();
            for line in text.split_inclusive(|&b| b == b'\n') {
                engine.count_lines(line, o.limit, &mut one);
                ours.extend_from_slice(&one);
            }
        } else {
            let bad = engine.count_lines(&text, o.limit, &mut ours);
            if let Some((n, e)) = bad.first() {
                return Err(format!("{}:{}: {e}", file.display(), n + 1));
            }
        }
        best = best.min(clock::thread() - t);
        for (i, peer) in o.peers.iter().enumerate() {
            let t = clock::thread();
            let run = peer.run(&text, if o.first { 1 } else { o.limit }, o.first);
            peer_best[i] = peer_best[i].min(clock::thread() - t);
            if round == 0 {
                peer_runs.push(run);
            }
        }
    }
    let n = puzzles as f64;
    let s = engine.stats();
    print!(
        "{:<34}{:>8}{:>10.3}{:>9.1}{:>9.2}{:>9.1}{:>7.1}{:>8.2}{:>8}",
        file.file_name().unwrap_or_default().to_string_lossy(),
        puzzles,
        best / n * 1e6,
        n / best / 1e3,
        s.guesses as f64 / n,
        s.sweeps as f64 / n,
        s.sweeps as f64 / s.rounds.max(1) as f64,
        best * 1e9 / s.sweeps.max(1) as f64,
        megahertz().map_or_else(|| "-".to_owned(), |f| format!("{:.0}", best * f * 1e6 / s.rounds.max(1) as f64))
    );
    for (t, run) in peer_best.iter().zip(&peer_runs) {
        let mismatches = ours.iter().zip(&run.counts).filter(|(a, b)| a != b).count() + ours.len().abs_diff(puzzles);
        print!("  {:.3} ({:.2}x; {:.2}; {mismatches})", t / n * 1e6, t / best, run.guesses as f64 / n);
    }
    println!();
    Ok(())
}

/// The first `max` lines of a file, each with a line feed at its end.
fn read_lines(file: &Path, max: usize) -> Result<Vec<u8>, String> {
    let fail = |e: std::io::Error| format!("{}: {e}", file.display());
    let raw = fs::read(file).map_err(fail)?;
    let mut text = Vec::new();
    if file.extension().is_some_and(|e| e == "gz") {
        flate2::read::MultiGzDecoder::new(raw.as_slice()).read_to_end(&mut text).map_err(fail)?;
    } else {
        text = raw;
    }
    if text.last().is_some_and(|&b| b != b'\n') {
        text.push(b'\n');
    }
    let end = text.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(max.saturating_sub(1));
    if let Some((end, _)) = end {
        text.truncate(end + 1);
    }
    Ok(text)
}

/// The processor's clock as reported by the system; the column `cycles` (of a sweep of all lanes, including overhead) is only as
/// accurate as this value.
fn megahertz() -> Option<f64> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|l| l.starts_with("cpu MHz"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}

/// `size_t TdokuSolverDpllTriadSimd(const char *input, size_t limit, uint32_t configuration, char *solution,
/// size_t *num_guesses)`, from tdoku.h.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

struct Peer {
    library: libloading::Library,
}

struct PeerRun {
    counts: Vec<u64>,
    guesses: u64,
}

#[allow(unsafe_code, reason = "a foreign library can only be called so; nothing else in this program is unsafe")]
impl Peer {
    fn load(path: &str) -> Result<Self, String> {
        // SAFETY: the user names a tdoku library; loading it runs its static constructors only.
        let library = unsafe { libloading::Library::new(path) }.map_err(|e| format!("{path}: {e}"))?;
        Ok(Self { library })
    }

    fn run(&self, text: &[u8], limit: u64, grids: bool) -> PeerRun {
        // SAFETY: the name and the signature are taken from tdoku.h.
        let solve: libloading::Symbol<'_, Solve> =
            unsafe { self.library.get(b"TdokuSolverDpllTriadSimd\0") }.expect("the library exports tdoku's solver");
        // tdoku reads a few bytes past the end of a line.
        let mut padded = text.to_vec();
        padded.extend_from_slice(&[0; 128]);
        let mut out = PeerRun { counts: Vec::new(), guesses: 0 };
        let mut written = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = at + if text.get(at + 81) == Some(&b'\n') { 81 } else { 729 };
            let (mut solution, mut guesses) = ([0u8; 82], 0);
            // SAFETY: at least 81 (or 729) characters and the 128 bytes after them can be read; 81 bytes of the solution can be
            // written.
            let n = unsafe {
                solve(padded[at..].as_ptr().cast(), limit as usize, 0, solution.as_mut_ptr().cast(), &raw mut guesses)
            };
            if grids {
                solution[81] = b'\n';
                written.extend_from_slice(&solution);
            }
            out.counts.push(n as u64);
            out.guesses += guesses as u64;
            at = end + 1;
        }
        std::hint::black_box(written);
        out
    }
}
