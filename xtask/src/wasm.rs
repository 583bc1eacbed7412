//! `wasm`: builds the engine for browsers as one WebAssembly module, and compares its speed with the native engine.
//!
//! Rust's own toolchains provide a standard library for this target only through rustup. Debian's `rustc-web` (packaged for
//! building browsers, so it is kept up to date) includes the sources of the standard library, which is built together with the
//! module. Building the standard library requires `RUSTC_BOOTSTRAP`, so the versions are pinned. As a benefit, the standard library
//! also uses vector instructions.

use crate::clock;
use crate::task::{Fail, Task, Words, done};
use cluewright_protocol::{MessageBuffer, Session};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const TASK: Task = Task {
    name: "wasm",
    takes: "[FILE...]",
    about: "build the engine for browsers: target/wasm/cluewright.wasm",
    options: &[
        ("--any", "", "", "with other versions of the packages than those that are pinned"),
        (
            "--times",
            "",
            "",
            "build nothing; time questions about puzzle files (usually all of examples), here and in node",
        ),
        (
            "--compare",
            "",
            "",
            "build nothing; are the messages about FILE's requests those that are sent here, byte by byte?",
        ),
        ("--rounds", "N", "30", "how often each question is asked"),
    ],
    run,
};

/// The packages with the build tools, and their versions (Debian 12).
const PACKAGES: &[(&str, &str)] = &[
    ("rustc-web", "1.96.0+dfsg1-1~deb12u2"),
    ("cargo-web", "1.96.0+dfsg1-1~deb12u2"),
    ("rust-web-src", "1.96.0+dfsg1-1~deb12u2"),
    ("lld-22", "1:22.1.8-1~deb12u1"),
    ("binaryen", "108-1"),
];

/// The questions about each puzzle.
const QUESTIONS: [&str; 4] = ["open", "solve", "explain", "hint"];

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?;
    if words.has("--times") {
        return times(root, words);
    }
    if words.has("--compare") {
        return compare(root, words);
    }
    if !words.names.is_empty() {
        return Err(Fail::Usage("files are for --times and --compare".into()));
    }
    let module = made(root, words.has("--any"))?;
    let bytes = fs::read(&module).map_err(|e| format!("{}: {e}", module.display()))?;
    println!("{}: {} bytes, {} with gzip", module.display(), bytes.len(), packed(&bytes)?);
    Ok(())
}

/// The size of data after gzip, in bytes.
pub(crate) fn packed(bytes: &[u8]) -> Result<usize, String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).map_err(|e| e.to_string())?;
    Ok(packed.finish().map_err(|e| e.to_string())?.len())
}

/// The path of the built module.
pub(crate) fn module(root: &Path) -> PathBuf {
    root.join("target/wasm/cluewright.wasm")
}

/// Builds the module. If `any` is set, the tools may have other versions.
pub(crate) fn made(root: &Path, any: bool) -> Result<PathBuf, Fail> {
    packages(any)?;
    let (built, module) = (build(root)?, module(root));
    // This optimisation saves a tenth of the module's size, or a thirtieth after gzip.
    let mut smaller = Command::new("wasm-opt");
    smaller.arg("-O2").args(FEATURES.map(|feature| format!("--enable-{feature}")));
    done(smaller.args(["--strip-debug", "--strip-producers", "--output"]).arg(&module).arg(&built))?;
    Ok(module)
}

/// The WebAssembly extensions that the module uses: Rust's default set for the target, and vectors.
const FEATURES: [&str; 7] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext", "simd"];

/// Whether the tools are installed.
fn packages(any: bool) -> Result<(), Fail> {
    let version = |name: &str| {
        let found = Command::new("dpkg-query").args(["--show", "--showformat=${Version}", name]).output().ok()?;
        found.status.success().then(|| String::from_utf8_lossy(&found.stdout).into_owned())
    };
    let fits = |&(name, pinned): &(&str, &str)| version(name).is_some_and(|v| v == pinned || any && !v.is_empty());
    if PACKAGES.iter().all(fits) {
        return Ok(());
    }
    let all: Vec<String> = PACKAGES.iter().map(|(name, pinned)| format!("{name}={pinned}")).collect();
    let line = format!("apt-get install --no-install-recommends {}", all.join(" "));
    Err(Fail::Usage(format!(
        "Debian's packages for it are missing, or have other versions (then: cargo xtask wasm --any):\n{line}"
    )))
}

/// Compiler flags (`CARGO_ENCODED_RUSTFLAGS`) that make paths in panic messages relative to the project, so that they are the
/// same on every machine.
pub(crate) fn same_everywhere(root: &Path) -> Result<String, Fail> {
    let home = std::env::var("CARGO_HOME").or_else(|_| Ok(std::env::var("HOME")? + "/.cargo"));
    let home = home.map_err(|e: std::env::VarError| format!("HOME: {e}"))?;
    let project = root.join("");
    let project = project.display();
    Ok(format!("--remap-path-prefix={project}=\x1f--remap-path-prefix={home}/registry/src=crates.io"))
}

/// Builds the module with cargo, and returns its path.
fn build(root: &Path) -> Result<PathBuf, Fail> {
    let target = root.join("target/wasm");
    let flags = format!("-Ctarget-feature=+simd128\x1f{}", same_everywhere(root)?);
    let mut cargo = Command::new("/usr/bin/cargo");
    // Ignore the caller's settings for building other programs.
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|n| n.starts_with("CARGO_PROFILE_") || n.starts_with("RUST") && n != "RUSTUP_HOME")
        {
            cargo.env_remove(name);
        }
    }
    cargo
        .args(["build", "--release", "--locked", "--target", "wasm32-unknown-unknown", "-Zbuild-std=std,panic_abort"])
        // This option mainly affects the hundred instances of sorting, and saves a twelfth of the module.
        .arg("-Zbuild-std-features=optimize_for_size")
        .arg("--target-dir")
        .arg(&target)
        .current_dir(root.join("crates/cluewright-wasm"))
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22")
        .env("CARGO_ENCODED_RUSTFLAGS", flags);
    done(&mut cargo)?;
    Ok(target.join("wasm32-unknown-unknown/release/cluewright_wasm.wasm"))
}

/// Runs the same session natively and in node, and compares the results.
fn compare(root: &Path, words: &Words) -> Result<(), Fail> {
    let [file] = words.names[..] else {
        return Err(Fail::Usage("--compare wants one FILE of requests, one a line".into()));
    };
    let requests = fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let (session, kept) = (Session::default(), MessageBuffer::default());
    requests.lines().filter(|l| !l.is_empty()).for_each(|line| session.handle(line, &kept));
    let answers = root.join("target/wasm/answers.jsonl");
    fs::write(&answers, kept.messages().join("\n")).map_err(|e| format!("{}: {e}", answers.display()))?;
    done(Command::new("node").arg(root.join("web/engine/compare.mjs")).arg(file).arg(answers))
}

/// A question about a puzzle, with the times of its answers.
struct TimedRequest {
    name: String,
    request: String,
    /// The time of each round, in milliseconds.
    times: Vec<f64>,
}

fn times(root: &Path, words: &Words) -> Result<(), Fail> {
    clock::note_profile();
    let rounds: usize = words.number("--rounds")?;
    let mut files: Vec<PathBuf> = words.names.iter().map(PathBuf::from).collect();
    if files.is_empty() {
        let all = fs::read_dir(root.join("examples")).map_err(|e| format!("examples: {e}"))?;
        files =
            all.filter_map(|f| Some(f.ok()?.path())).filter(|p| p.extension().is_some_and(|e| e == "clue")).collect();
        files.sort();
    }
    let mut asked = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        for op in QUESTIONS {
            let mut request = json!({ "id": 1, "op": op, "doc": name });
            if op == "open" {
                request["text"] = Value::from(text.clone());
            }
            asked.push(TimedRequest { name: format!("{name} {op}"), request: request.to_string(), times: Vec::new() });
        }
    }
    let session = Session::default();
    let ask = |request: &str| {
        let kept = MessageBuffer::default();
        let begun = clock::thread();
        session.handle(request, &kept);
        let took = (clock::thread() - begun) * 1e3;
        (took, kept.messages().pop().is_some_and(|m| m.contains("\"ok\":")))
    };
    // Drop requests that the engine does not support (yet).
    asked.retain(|a| ask(&a.request).1);
    for _ in 0..rounds {
        for a in &mut asked {
            a.times.push(ask(&a.request).0);
        }
    }
    let list = root.join("target/wasm/times.jsonl");
    let lines: Vec<&str> = asked.iter().map(|a| a.request.as_str()).collect();
    fs::write(&list, lines.join("\n")).map_err(|e| format!("{}: {e}", list.display()))?;
    let script = root.join("web/engine/times.mjs");
    let node = Command::new("node").arg(script).arg(&list).arg(rounds.to_string()).output();
    let node = node.map_err(|e| format!("node: {e}"))?;
    if !node.status.success() {
        return Err(Fail::Found(format!("node: {}", String::from_utf8_lossy(&node.stderr))));
    }
    let told = String::from_utf8_lossy(&node.stdout).into_owned();
    let mut told = told.lines();
    println!("in node: {} ms", told.next().unwrap_or_default());
    println!("{:<24} {:>17} {:>17} {:>9} {:>13}", "milliseconds", "native", "wasm", "at first", "times native");
    let mut ratios = Vec::new();
    for TimedRequest { name, mut times, .. } in asked {
        let numbers: Vec<f64> = told.next().unwrap_or_default().split(' ').filter_map(|n| n.parse().ok()).collect();
        let [least, middle, first] = numbers[..] else { return Err("node told too few times".into()) };
        times.sort_by(f64::total_cmp);
        let native = (times[0], times[times.len() / 2]);
        let ratio = (least / native.0, middle / native.1);
        ratios.push(ratio.0.ln());
        println!(
            "{name:<24} {:>8.3} {:>8.3} {least:>8.3} {middle:>8.3} {first:>9.1} {:>6.2} {:>6.2}",
            native.0, native.1, ratio.0, ratio.1
        );
    }
    println!("least and median of {rounds}; geometric mean of the least: {:.2}", mean(&ratios).exp());
    println!("{}", told.next().unwrap_or_default());
    Ok(())
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}
