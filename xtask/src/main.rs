//! Tasks of the project itself: corpora, benches, tables.

mod bench_classic;
mod corpus;
mod paths;
mod reglib;

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["bench", "classic", rest @ ..] => bench_classic::run(rest),
        ["corpus", rest @ ..] => corpus::run(rest),
        ["paths", rest @ ..] => paths::run(rest),
        ["reglib", rest @ ..] => reglib::run(rest),
        _ => Err(format!(
            "no such task: {words:?}\ntasks:\n  {}\n  {}\n  {}\n  {}",
            bench_classic::USAGE,
            corpus::USAGE,
            reglib::USAGE,
            paths::USAGE
        )),
    }
}
