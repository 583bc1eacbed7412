//! `weight`: measures the cost of builds: processor time by crate, compiler runs, executables and sizes, for the README's first
//! command and for the tests. The table is committed (`docs/weight.md`), so that growth becomes visible.
//!
//! Cargo runs this program instead of the compiler (`RUSTC_WRAPPER`); the program then runs the compiler and records its time.

use crate::task::{Fail, Task, Words};
use crate::wasm;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

pub(crate) const TASK: Task = Task {
    name: "weight",
    takes: "",
    about: "what a build takes: processor time by crate, executables, sizes (Linux; some minutes)",
    options: &[("--write", "", "", "also write the table to docs/weight.md")],
    run,
};

/// The environment variable with the path of the file to which compiler runs are recorded, one per line: crate, seconds.
const LIST: &str = "CLUEWRIGHT_WEIGHT";

/// The builds: their names and cargo arguments.
const BUILDS: &[(&str, &[&str])] = &[
    ("the command", &["build", "--release", "--locked"]),
    ("the tests", &["test", "--workspace", "--locked", "--no-run"]),
];

/// One build.
struct Build {
    /// Compiler runs and their seconds, by crate.
    crates: BTreeMap<String, (usize, f64)>,
    /// The total seconds, including cargo, build scripts and C compilers.
    seconds: f64,
    executables: usize,
}

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?;
    let target = root.join("target/weight");
    let _ = fs::remove_dir_all(&target);
    let builds = BUILDS.iter().map(|(_, call)| build(root, &target, call)).collect::<Result<Vec<_>, _>>()?;
    let table = table(root, &target, &builds);
    print!("{table}");
    if words.has("--write") {
        let page = root.join("docs/weight.md");
        let text = fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
        let before = text.split("\n| ").next().unwrap_or_default();
        fs::write(&page, format!("{}\n\n{table}", before.trim_end()))
            .map_err(|e| format!("{}: {e}", page.display()))?;
    }
    Ok(())
}

/// Builds in `target`, and records every compiler run.
fn build(root: &Path, target: &Path, call: &[&str]) -> Result<Build, Fail> {
    fs::create_dir_all(target).map_err(|e| format!("{}: {e}", target.display()))?;
    let list = target.join("compiled.txt");
    let _ = fs::remove_file(&list);
    let before = children()?;
    let this = std::env::current_exe().map_err(|e| format!("where this program is: {e}"))?;
    let done = Command::new("cargo")
        .args(call)
        .current_dir(root)
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTC_WRAPPER", this)
        .env(LIST, &list)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if !done.success() {
        return Err(Fail::Found(format!("cargo {}: {done}", call.join(" "))));
    }
    let seconds = children()? - before;
    let mut crates: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for line in fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?.lines() {
        let (name, took) = line.split_once('\t').ok_or("a line of the list has a crate and its seconds")?;
        let sum = crates.entry(name.to_owned()).or_default();
        *sum = (sum.0 + 1, sum.1 + took.parse::<f64>().map_err(|e| format!("{line}: {e}"))?);
    }
    let folder = target.join(if call.contains(&"--release") { "release" } else { "debug" });
    Ok(Build { crates, seconds, executables: executables(&folder.join("deps")) })
}

/// The number of executables in a folder.
fn executables(folder: &Path) -> usize {
    let programs = fs::read_dir(folder).into_iter().flatten().flatten().filter(|file| {
        file.path().extension().is_none() && file.metadata().is_ok_and(|data| data.is_file() && is_executable(&data))
    });
    programs.count()
}

#[cfg(unix)]
fn is_executable(data: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

/// The table that compares both builds, with one row for each of our crates and one row for all other crates, followed by sizes.
fn table(root: &Path, target: &Path, builds: &[Build]) -> String {
    let ours = |name: &str| name.starts_with("cluewright") || matches!(name, "xtask" | "tests");
    let mut text = String::from("| processor seconds (compiler runs) |");
    text.extend(BUILDS.iter().map(|(name, _)| format!(" {name} |")));
    text += "\n|---|";
    text += &"---:|".repeat(builds.len());
    let mut row = |name: &str, cell: &dyn Fn(&Build) -> String| {
        let _ = write!(text, "\n| {name} |");
        text.extend(builds.iter().map(|b| format!(" {} |", cell(b))));
    };
    let mut names: Vec<&String> = builds.iter().flat_map(|b| b.crates.keys()).filter(|n| ours(n)).collect();
    names.sort_unstable();
    names.dedup();
    let of = |b: &Build, fits: &dyn Fn(&str) -> bool| {
        let all = b.crates.iter().filter(|(name, _)| fits(name)).map(|(_, sum)| *sum);
        let (runs, seconds) = all.fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        if runs == 0 { String::new() } else { format!("{seconds:.0} ({runs})") }
    };
    for name in names {
        row(name, &|b| of(b, &|n| n == name));
    }
    row("crates of others", &|b| of(b, &|n| !ours(n)));
    row("cargo, build scripts, C", &|b| {
        format!("{:.0}", (b.seconds - b.crates.values().map(|sum| sum.1).sum::<f64>()).max(0.0))
    });
    row("**all**", &|b| format!("**{:.0}**", b.seconds));
    row("executables", &|b| b.executables.to_string());
    text += "\n\n| size | MB |\n|---|---:|";
    let program = target.join("release").join(format!("cluewright{}", std::env::consts::EXE_SUFFIX));
    let wheel = newest_wheel(&root.join("target/wheels"));
    for (name, file) in [("the command", Some(program)), ("the wheel", wheel)] {
        let size = file.and_then(|f| fs::metadata(f).ok());
        let size = size.map_or("not built".to_owned(), |data| format!("{:.1}", data.len() as f64 / 1e6));
        let _ = write!(text, "\n| {name} | {size} |");
    }
    let module = fs::read(wasm::module(root)).ok().and_then(|bytes| wasm::packed(&bytes).ok());
    let size = module.map_or("not built".to_owned(), |size| format!("{:.2}", size as f64 / 1e6));
    let _ = writeln!(text, "\n| the WebAssembly module, with gzip | {size} |");
    text
}

fn newest_wheel(folder: &Path) -> Option<std::path::PathBuf> {
    let files = fs::read_dir(folder).ok()?.flatten().map(|f| f.path());
    let wheels = files.filter(|f| f.extension() == Some(OsStr::new("whl")));
    wheels.max_by_key(|f| fs::metadata(f).and_then(|data| data.modified()).ok())
}

/// The processor time, in seconds, of all finished child processes.
fn children() -> Result<f64, Fail> {
    let stat =
        fs::read_to_string("/proc/self/stat").map_err(|e| format!("/proc/self/stat, which is there on Linux: {e}"))?;
    // Take the fields after the program's name, since the name may contain blanks. Times are in hundredths of a second on every
    // Linux.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    Ok((ticks(13) + ticks(14)) / 100.0)
}

/// The path of the file for compiler runs, if this process was started by a build that is being measured.
pub(crate) fn list() -> Option<OsString> {
    std::env::var_os(LIST)
}

/// Runs the compiler with cargo's arguments, and records the time.
pub(crate) fn compile(list: &OsStr) -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let Some(compiler) = words.next() else { return ExitCode::from(2) };
    let words: Vec<OsString> = words.collect();
    let Ok(done) = Command::new(&compiler).args(&words).status() else { return ExitCode::FAILURE };
    let name = words.windows(2).find(|pair| pair[0] == "--crate-name").map(|pair| pair[1].to_string_lossy());
    // If cargo only queries the compiler's version, the crate name is missing or `___`.
    if let (Some(name), Ok(seconds)) = (name.filter(|n| n != "___"), children())
        && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(list)
    {
        // Write each line with a single call, because several compilers run at the same time.
        let _ = file.write_all(format!("{name}\t{seconds}\n").as_bytes());
    }
    ExitCode::from(u8::try_from(done.code().unwrap_or(1)).unwrap_or(1))
}
