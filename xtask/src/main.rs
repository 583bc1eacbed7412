//! Development tasks: corpora, benches, tables. Each task is one file and a line in the list below.

mod ablation;
mod agree;
mod archive;
mod bank;
mod bench;
mod bench_classic;
mod bench_corpus;
mod bench_models;
mod book;
mod broken;
mod classics;
mod clock;
mod cores;
mod corpus;
mod dist;
mod drawn;
mod engines;
mod exemplars;
mod fuzz;
mod gallery;
mod genres;
mod guesses;
mod hodoku;
mod human;
mod make;
mod mutants;
mod page;
mod pages;
mod paths;
mod paths_people;
mod paths_variants;
mod picture;
mod planted;
mod polls;
mod reglib;
mod sample_classic;
mod sample_large;
mod schema;
mod se;
mod site;
mod stages;
mod stress;
mod sudokupad;
mod task;
mod threads;
mod turned;
mod unread;
mod wasm;
mod weight;
mod witness;
mod written;

use std::process::ExitCode;
use task::{Fail, Task};

/// Longer names come before their prefixes.
const TASKS: &[&Task] = &[
    &ablation::TASK,
    &bank::TASK,
    &bench_classic::TASK,
    &bench_corpus::TASK,
    &bench_models::TASK,
    &bench::TASK,
    &book::TASK,
    &broken::TASK,
    &cores::TASK,
    &corpus::TASK,
    &dist::TASK,
    &drawn::TASK,
    &engines::TASK,
    &exemplars::TASK,
    &fuzz::TASK,
    &gallery::TASK,
    &genres::TASK,
    &guesses::TASK,
    &hodoku::TASK,
    &human::TASK,
    &agree::TASK,
    &archive::TASK,
    &make::TASK,
    &polls::TASK,
    &mutants::TASK,
    &page::TASK,
    &pages::TASK,
    &paths_variants::TASK,
    &paths::TASK,
    &picture::TASK,
    &pages::PUZZLE,
    &reglib::TASK,
    &sample_classic::TASK,
    &sample_large::TASK,
    &schema::TASK,
    &se::TASK,
    &site::TASK,
    &stages::TASK,
    &stress::TASK,
    &sudokupad::TASK,
    &turned::TASK,
    &unread::TASK,
    &wasm::TASK,
    &weight::TASK,
    &witness::TASK,
    &written::TASK,
];

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Exit codes: 0 for success, 1 if the task found an error, 2 for a usage error.
fn main() -> ExitCode {
    if let Some(list) = weight::list() {
        return weight::compile(&list);
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let help = words.iter().any(|w| matches!(*w, "--help" | "-h"));
    let named = |task: &&&Task| words.starts_with(&task.name.split(' ').collect::<Vec<_>>());
    let Some(task) = TASKS.iter().find(named) else {
        if words.is_empty() || help {
            println!("{}", list());
            return ExitCode::SUCCESS;
        }
        eprintln!("there is no task `{}`\n\n{}", words.join(" "), list());
        return ExitCode::from(2);
    };
    if help {
        println!("{}", task.usage());
        return ExitCode::SUCCESS;
    }
    let words = &words[task.name.split(' ').count()..];
    match task.read(words).and_then(|words| (task.run)(&words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Fail::Found(what)) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
        Err(Fail::Usage(why)) => {
            eprintln!("{why}\n\n{}", task.usage());
            ExitCode::from(2)
        }
    }
}

fn list() -> String {
    let line = |t: &&Task| format!("\n  {:<28} {}", t.call(), t.about);
    format!("tasks (`cargo xtask TASK --help` says more):{}", TASKS.iter().map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Every task is mentioned in a document or a gate, because people could not find the task otherwise.
    #[test]
    fn every_task_is_named_in_a_document_or_a_gate() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
        let mut texts = String::new();
        for folder in ["", "docs", ".ci", ".github/workflows", "crates/cluewright-search/benches"] {
            for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
                let path = entry.expect("a readable folder").path();
                if path.is_file() && !path.ends_with("CHANGELOG.md") {
                    texts += &std::fs::read_to_string(&path).unwrap_or_default();
                }
            }
        }
        let is_named = |name: &str| {
            ["xtask ", "xtask-release ", "xtask\" "].iter().any(|call| {
                let call = format!("{call}{name}");
                let after = texts.match_indices(&call).map(|(at, _)| texts[at + call.len()..].chars().next());
                after.flatten().any(|next| !next.is_alphanumeric() && next != '-')
            })
        };
        let unnamed: Vec<&str> = TASKS.iter().map(|task| task.name).filter(|name| !is_named(name)).collect();
        assert!(unnamed.is_empty(), "name them in CONTRIBUTING.md: {unnamed:?}");
        assert!(is_named("dist") && !is_named("dis"));
    }
}
