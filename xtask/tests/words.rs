//! Public texts are in plain English: sentences have subjects that exist, and say who does what. The phrases below are signs of
//! sentences that do not.

mod common;

use common::{root, sources};
use std::path::{Path, PathBuf};

/// A phrase in small letters, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("nobody", "name the subject, or use the passive"),
    ("somebody", "say who it is: a person, the player, the caller"),
    ("whoever", "say who it is: you, a program, the caller"),
    ("what is told", "say what is printed, answered or reported"),
    ("is to be told", "\"report\""),
    ("no going on", "\"every technique gets stuck\""),
    ("come to no end", "\"get stuck\""),
    ("comes to no end", "\"gets stuck\""),
    ("to be had", "say where it is"),
    ("to be found out", "\"by default it is detected\""),
    ("found out in time", "\"the time ran out\""),
    ("be content with", "\"accept\""),
    ("was asked for", "\"if requested\", \"the requested ...\""),
    ("gone on with", "\"resumed\", \"continued\""),
    ("goes on with it", "\"resumes it\", \"continues it\""),
    ("without it the usual", "\"default: ...\""),
    ("begin anew", "\"start again\""),
    ("begun anew", "\"started again\""),
    ("says no rule", "\"does not say a rule\""),
    ("as it is wanted", "\"as requested\", \"that meets the request\""),
    ("are told at once", "\"are rejected at once\", \"are reported at once\""),
    ("nothing is told", "say what is left out"),
    ("make no grid", "\"do not make a grid\""),
    ("make no square", "\"do not make a square\""),
    ("this is no", "\"this is not a ...\""),
    ("` is no digit", "\"is not a digit\""),
    ("` is no cell", "\"is not a cell\""),
    ("` is no number", "\"is not a number\""),
];

/// Files that people read as a whole, by folder, ending, and whether folders inside are read, too.
const WHOLE: &[(&str, &str, bool)] = &[
    ("", "md", false),
    ("docs", "md", true),
    ("docs", "json", false),
    ("web/npm", "md", false),
    ("web/src/texts", "ts", false),
    ("crates/cluewright-serve", "json", false),
    ("crates/cluewright-py/python/cluewright", "py", false),
    ("crates/cluewright-rules/library", "rule", false),
    ("examples", "clue", true),
];

/// Crates whose texts in quotes people read: messages, errors, help. The words of other people's sentences are not ours.
const CRATES: &[&str] = &[
    "cluewright-core",
    "cluewright-rules",
    "cluewright-logic",
    "cluewright-formats",
    "cluewright",
    "cluewright-arrow",
    "cluewright-protocol",
    "cluewright-serve",
    "cluewright-cli",
    "cluewright-py",
];

fn files(folder: &Path, ending: &str, deep: bool, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() && deep {
            files(&path, ending, deep, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

/// The texts in quotes of a source, and the comments that become help, each with its line.
fn texts(source: &str, help: bool) -> Vec<(usize, String)> {
    let (mut all, mut line, mut rest) = (Vec::new(), 1, source);
    while let Some(at) = rest.find(['"', '/', '\'', '\n']) {
        let (mark, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = match mark {
            b'\n' => {
                line += 1;
                after
            }
            b'/' if after.starts_with('/') => {
                let end = after.find('\n').unwrap_or(after.len());
                if help && after.starts_with("// ") {
                    all.push((line, after[..end].to_owned()));
                }
                &after[end..]
            }
            // A quotation mark as a character.
            b'\'' if after.starts_with("\"'") => &after[2..],
            b'\'' if after.starts_with("\\\"'") => &after[3..],
            b'"' => {
                let mut end = 0;
                while end < after.len() && after.as_bytes()[end] != b'"' {
                    end += if after.as_bytes()[end] == b'\\' { 2 } else { 1 };
                }
                let text = after.get(..end).unwrap_or(after);
                all.push((line, text.to_owned()));
                line += text.matches('\n').count();
                after.get(end + 1..).unwrap_or_default()
            }
            _ => after,
        };
    }
    all
}

/// Phrases of the list that stand in a text as words of their own.
fn found(text: &str) -> Vec<&'static (&'static str, &'static str)> {
    let text = text.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let alone = |phrase: &str, at: usize| {
        let begins = !is_letter(phrase.chars().next()) || !is_letter(text[..at].chars().next_back());
        begins && !is_letter(text[at + phrase.len()..].chars().next())
    };
    PHRASES.iter().filter(|(phrase, _)| text.match_indices(phrase).any(|(at, _)| alone(phrase, at))).collect()
}

#[test]
fn public_texts_are_in_plain_english() {
    let root = root();
    let mut all: Vec<(String, usize, String)> = Vec::new();
    let short = |path: &Path| path.strip_prefix(&root).unwrap_or(path).display().to_string().replace('\\', "/");
    for (folder, ending, deep) in WHOLE {
        let mut paths = Vec::new();
        files(&root.join(folder), ending, *deep, &mut paths);
        assert!(!paths.is_empty(), "there are .{ending} files in `{folder}`");
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("text");
            all.extend(text.lines().enumerate().map(|(at, line)| (short(&path), at + 1, line.to_owned())));
        }
    }
    for name in CRATES {
        for (path, text) in sources(name) {
            let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let name = short(&path);
            let help = name.starts_with("crates/cluewright-cli/src/args");
            all.extend(texts(text, help).into_iter().map(|(line, text)| (name.clone(), line, text)));
        }
    }
    assert!(all.len() > 20_000, "the texts are found");
    let mut faults = Vec::new();
    for (name, line, text) in &all {
        for (phrase, instead) in found(text) {
            faults.push(format!("{name}:{line}: `{phrase}`: better {instead}"));
        }
    }
    assert!(faults.is_empty(), "{} sentences to write in plain English:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn texts_and_phrases_are_found() {
    let source = "/// Be content with it.\nlet a = '\"'; // \"nobody\"\nlet b = \"x \\\" nobody\n there\";\nlet c = \"later\";\n";
    let read: Vec<(usize, &str)> = vec![(1, "// Be content with it."), (3, "x \\\" nobody\n there"), (5, "later")];
    assert_eq!(texts(source, true), read.iter().map(|(l, t)| (*l, (*t).to_owned())).collect::<Vec<_>>());
    assert_eq!(texts(source, false).len(), 2);
    assert_eq!(found("Nobody is content; be content with it").len(), 2);
    assert_eq!(found("`x` is no cell").len(), 1);
    assert!(found("unknown: nobodys; there is no cell").is_empty());
}
