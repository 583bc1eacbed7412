//! Runs the program as a user does.
#![allow(dead_code, unreachable_pub)] // each test file uses some of it
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: i32,
}

/// The root of the repository: examples are named from there.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in crates/").to_owned()
}

/// Runs the program with these arguments and this standard input.
pub fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
        .args(args)
        .current_dir(root())
        .env_remove("CLUEWRIGHT_RULES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_vec();
    // A program that ends early closes the pipe: not our failure.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Run {
        out: String::from_utf8(output.stdout).expect("answers are UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        code: output.status.code().expect("no signal ended it"),
    }
}

/// Runs it without standard input.
pub fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs it and expects this exit status.
pub fn expect(args: &[&str], code: i32) -> Run {
    let run = run(args);
    assert_eq!(run.code, code, "{args:?}\n{}\n{}", run.out, run.err);
    run
}
