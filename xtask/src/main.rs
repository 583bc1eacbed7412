//! Tasks of the project itself: corpora, benches, tables. One file a task, and a line in the list below.

mod ablation;
mod bench;
mod bench_classic;
mod bench_corpus;
mod clock;
mod corpus;
mod engines;
mod exemplars;
mod looks;
mod pages;
mod paths;
mod paths_variants;
mod perft;
mod picture;
mod planted;
mod reglib;
mod sample_classic;
mod stages;

/// A task: its words, how it is used, and what runs it on the words after.
type Task = (&'static [&'static str], &'static str, fn(&[&str]) -> Result<(), String>);

/// Longer names stand before shorter ones.
const TASKS: &[Task] = &[
    (&["ablation"], ablation::USAGE, ablation::run),
    (&["bench", "classic"], bench_classic::USAGE, bench_classic::run),
    (&["bench", "corpus"], bench_corpus::USAGE, bench_corpus::run),
    (&["bench"], bench::USAGE, bench::run),
    (&["corpus"], corpus::USAGE, corpus::run),
    (&["engines"], engines::USAGE, engines::run),
    (&["exemplars"], exemplars::USAGE, exemplars::run),
    (&["looks"], looks::USAGE, looks::run),
    (&["paths", "variants"], paths_variants::USAGE, paths_variants::run),
    (&["pages"], pages::USAGE, pages::run),
    (&["paths"], paths::USAGE, paths::run),
    (&["perft"], perft::USAGE, perft::run),
    (&["picture"], picture::USAGE, picture::run),
    (&["puzzle"], pages::PUZZLE_USAGE, pages::puzzle),
    (&["reglib"], reglib::USAGE, reglib::run),
    (&["sample", "classic"], sample_classic::USAGE, sample_classic::run),
    (&["stages"], stages::USAGE, stages::run),
];

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some((name, _, run)) = TASKS.iter().find(|(name, ..)| words.starts_with(name)) {
        run(&words[name.len()..])
    } else {
        let tasks: Vec<&str> = TASKS.iter().map(|t| t.1).collect();
        Err(format!("no such task: {words:?}\ntasks:\n  {}", tasks.join("\n  ")))
    }
}
