//! A writing process is killed at a random moment: the file stays valid and contains everything reported as saved.

use crate::folder;

use cluewright_serve::library::{Library, NewPuzzle};
use folder::Folder;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// In the child process: the file to write to.
const FILE: &str = "CLUEWRIGHT_TEST_KILLED";
const KILLS: u32 = 20;

/// Writes forever, and prints each saved puzzle.
fn write(path: &Path) {
    let library = Library::open(path).unwrap();
    let made = library.collections().unwrap().first().map(|c| c.id);
    let mine = made.unwrap_or_else(|| library.add_collection("Mine", "", 1).unwrap());
    for n in 0.. {
        let puzzle = NewPuzzle {
            notes: "word ".repeat(n % 500),
            tags: vec!["a".into(), n.to_string()],
            ..NewPuzzle::new("12..34..2.....3.")
        };
        let id = library.add(mine, &puzzle, 1).unwrap().id;
        library.save(id, &format!("[{id}]"), 1.0, 1).unwrap();
        if id % 7 == 0 {
            library.delete(id - 3).unwrap();
            // Use a single write, so that the line is either complete or missing.
            std::io::stdout().write_all(format!("gone {}\n", id - 3).as_bytes()).unwrap();
        }
        std::io::stdout().write_all(format!("saved {id}\n").as_bytes()).unwrap();
    }
}

#[test]
fn nothing_that_was_told_is_lost() {
    if let Some(path) = std::env::var_os(FILE) {
        return write(path.as_ref());
    }
    let folder = Folder::new();
    let path = folder.file("library.db");
    let (mut saved, mut gone): (Vec<i64>, Vec<i64>) = (Vec::new(), Vec::new());
    // Random moments, from xorshift seeded by the clock.
    let mut random = u64::from(std::process::id()) << 32
        ^ std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
        | 1;
    for round in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["library_killed::nothing_that_was_told_is_lost", "--exact", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let reader = std::thread::spawn(move || lines.map_while(Result::ok).collect::<Vec<String>>());
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        // The moment may be before the file is opened or well into the writing; the first round must write something.
        let wait = Duration::from_micros(random % 250_000 + if round == 0 { 500_000 } else { 1_000 });
        std::thread::sleep(wait);
        child.kill().unwrap();
        child.wait().unwrap();
        for line in reader.join().unwrap() {
            let number = |word: &str| line.trim().rsplit_once(word).and_then(|(_, n)| n.trim().parse::<i64>().ok());
            saved.extend(number("saved "));
            gone.extend(number("gone "));
        }
        let begun = Instant::now();
        let library = Library::open(&path).unwrap();
        assert_eq!(library.faults().unwrap(), [""; 0], "killed for the {round}. time");
        assert!(begun.elapsed() < Duration::from_secs(10));
        for &id in &saved {
            let stored = library.get(id);
            if gone.contains(&id) {
                assert!(stored.is_err(), "{id} is back");
                continue;
            }
            match stored {
                Ok(stored) => assert_eq!(stored.progress.unwrap().position.get(), format!("[{id}]")),
                // The puzzle was deleted, but the process was killed before it reported the deletion.
                Err(_) => assert_eq!((id + 3) % 7, 0, "{id} is lost"),
            }
        }
    }
    assert!(saved.len() > 50, "only {} puzzles were saved, which is too few for a test", saved.len());
    println!("killed {KILLS} times, {} puzzles saved, {} deleted", saved.len(), gone.len());
}
