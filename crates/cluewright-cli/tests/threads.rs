//! Answers are the same on any number of threads, including the reported work.

use crate::common;

use common::run;

/// The answer without the time it took, with the work.
fn told(args: &[&str], threads: &str) -> (String, i32) {
    let run = run(&[args, &["--json", "--stats", "--no-times", "--threads", threads]].concat());
    (run.out, run.code)
}

#[test]
fn counts_lists_and_candidates_are_those_of_one_thread() {
    let empty = ".".repeat(80);
    let start = format!("1{empty}");
    let knight = ["--rules", "classic,anti-knight", &start];
    let miracle = ["--rules", "miracle"];
    let commands: [&[&str]; 5] = [
        &["count", "--limit", "9000"],
        &["count", "--list", "--limit", "7000"],
        &["count", "--list", "--limit", "90"],
        &["candidates"],
        &["candidates", "--counts", "3"],
    ];
    for puzzle in [&knight[..], &miracle] {
        for command in commands {
            let args = [command, puzzle].concat();
            let one = told(&args, "1");
            assert!(one.0.contains("\"nodes\":") && one.1 != 2, "{one:?}");
            assert_eq!(told(&args, "2"), one, "{args:?}");
            assert_eq!(told(&args, "5"), one, "{args:?}");
        }
    }
}
