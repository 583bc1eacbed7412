//! Text from outside may contain anything and controls nothing; contradictory puzzles are not errors; a bad line affects only
//! itself.

use crate::common;

use common::{root, run, run_with};

/// Escape sequences, C1 controls, and marks that reverse the direction of writing, in every text of a puzzle.
const TITLE: &str = "grid: 4x4\ntitle: \u{1b}[31mRED\u{1b}]0;pwned\u{7}\u{1b}[2J\nauthor: \u{1b}[5mx\u{7f}\n\
                     text: \u{9b}0c hi \u{202e}.gnirts \u{200b}\u{2066}\nrules: classic\n";

/// The same in a packed link, with an unknown key.
const LINK: &str = "N4IgzglgXgpiBcAWANCALhNAbO8QB0BXABmIEYAjAbQGYyBbAJQFEARI0ygXWIG4AHAO4A7GABMOpAOyTKVAEwApEKgCGhNAAsA9gCcEBEuWoBWekXnF5MAObCIutGEmkVIXYRxgYaA5ICcFHT0AASaELLUZACCkQoA0m42uhBiCFRUwAC+yNm5OdlcyJkFpflFJflVhcV5daVcRYac1MEUqmIA1jAAnnHE9OmgqghkWVxZQA===";

/// Whether the text contains invisible characters, or characters that control a terminal.
fn steers(text: &str) -> bool {
    text.chars().any(|c| {
        (c.is_control() && c != '\n' && c != '\t')
            || ('\u{200b}'..='\u{200f}').contains(&c)
            || ('\u{202a}'..='\u{202e}').contains(&c)
            || ('\u{2060}'..='\u{206f}').contains(&c)
    })
}

#[test]
fn whatever_is_printed_steers_no_terminal() {
    let commands: &[&[&str]] = &[
        &["solve", "-"],
        &["solve", "--json", "-"],
        &["count", "--limit", "5", "-"],
        &["explain", "-"],
        &["explain", "--json", "-"],
        &["hint", "-"],
        &["check", "-"],
        &["check", "--json", "-"],
        &["candidates", "-"],
        &["convert", "--to", "line", "-"],
        &["convert", "--to", "clue", "--json", "-"],
        &["solve", "-", "--rules", "\u{1b}[31mx"],
        &["solve", "-", "--without", "\u{202e}x"],
        &["convert", "-", "--to", "\u{1b}]0;x\u{7}"],
        &["solve", "\u{1b}[2J.clue"],
        &["solve", "--\u{1b}[31m"],
        &["\u{1b}[31m"],
    ];
    for text in [TITLE, LINK] {
        for args in commands {
            let run = run_with(args, text.as_bytes());
            assert!(!steers(&run.out) && !steers(&run.err), "{args:?}\n{:?}\n{:?}", run.out, run.err);
        }
    }
    // It is escaped, not removed.
    let shown = run_with(&["explain", "-"], TITLE.as_bytes()).out;
    assert!(shown.starts_with("\\u{1b}[31mRED\\u{1b}]0;pwned\\u{7}\\u{1b}[2J, by \\u{1b}[5mx\\u{7f}\n"), "{shown}");
    // Our own colours are present, but no foreign escape sequences.
    let shown = run_with(&["explain", "--color", "always", "-"], TITLE.as_bytes()).out;
    assert!(
        shown.contains("\u{1b}[31m") && !shown.contains("\u{1b}[31mRED") && !shown.contains("\u{1b}[2J"),
        "{shown}"
    );
}

#[test]
fn names_of_cells_labels_and_rules_are_shown_as_well() {
    let text = "grid: 4x4\nlabels: \u{1b}a b\u{9b} \u{202e}c d\nrules: classic, odd\u{1b}x\n";
    let wrong = run_with(&["solve", "-"], text.as_bytes());
    assert!(wrong.code == 2 && !steers(&wrong.err), "{:?}", wrong.err);
    let text = "grid: 4x4\nlabels: \u{1b}a b\u{9b} \u{202e}c d\n\nrule own \"O\u{1b}[2J\"\n  says \"the \u{1b}[31mrule\"\n  \
                for (a, b) at moves (1, 2): require a != b\nrules: classic, own\n";
    for command in ["solve", "candidates", "explain", "steps", "check"] {
        let run = run_with(&[command, "-"], text.as_bytes());
        assert!(!steers(&run.out) && !steers(&run.err), "{command}: {:?}\n{:?}", run.out, run.err);
    }
}

#[test]
fn a_text_of_several_lines_begins_no_line_of_ours() {
    let json = r#"{"size":4,"title":"A\nerror: b","grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"x\nnote: y":[{"a":1}]}"#;
    let run = run_with(&["explain", "-"], json.as_bytes());
    assert!(run.out.starts_with("A\\nerror: b\n"), "{}", run.out);
    assert!(run.err.contains("`x\\nnote: y`"), "{}", run.err);
}

#[test]
fn data_arrives_as_it_is_and_is_shown_on_a_terminal() {
    let file = std::env::temp_dir().join(format!("cluewright-hostile-{}.clue", std::process::id()));
    std::fs::write(&file, TITLE).expect("a file");
    let path = file.to_str().expect("a name in letters");
    let piped = run(&["convert", "--to", "clue", path]);
    assert!(piped.out.contains("title: \u{1b}[31mRED\u{1b}]0;pwned\u{7}\u{1b}[2J\n"), "{:?}", piped.out);
    // `script` of util-linux runs a command in a terminal.
    let command = format!("{} convert --to clue {path}", env!("CARGO_BIN_EXE_cluewright"));
    let seen = std::process::Command::new("script").args(["-qec", &command, "/dev/null"]).current_dir(root()).output();
    std::fs::remove_file(&file).expect("the file is ours");
    let Ok(seen) = seen else {
        println!("skipped: there is no `script`");
        return;
    };
    let seen = String::from_utf8_lossy(&seen.stdout).replace("\r\n", "\n");
    assert!(seen.contains("title: \\u{1b}[31mRED") && seen.contains("note: characters that control"), "{seen:?}");
    let own = seen.replace("\u{1b}[0m", "");
    assert!(!steers(&own), "{own:?}");
}

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn contradicting_givens_are_no_solution_and_are_named() {
    let clash = "5...5....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let said = "5 occurs twice in row 1, at r1c1 and r1c5";
    for command in ["solve", "count", "check", "candidates", "explain", "steps", "hint", "rate"] {
        let run = run(&[command, clash]);
        assert_eq!(run.code, 1, "{command}: {}", run.err);
        assert!((run.out.clone() + &run.err).contains(&format!("no solution: {said}")), "{command}: {run:?}");
        let json = common::run(&[command, "--json", clash]);
        assert_eq!(json.code, 1, "{command}");
        assert!(json.out.contains(said), "{command}: {}", json.out);
        serde_json::from_str::<serde_json::Value>(&json.out).expect("one object");
    }
    assert_eq!(run(&["solve", "-q", clash]).out, "none\n");
    // In batches, both with the classic engine and without it.
    let lines = format!("{EASY}\n{clash}\n{EASY}\n");
    for args in [&["solve", "-"][..], &["solve", "--nodes", "1000000", "-"], &["count", "-"], &["rate", "-"]] {
        let run = run_with(args, lines.as_bytes());
        assert_eq!((run.code, run.out.lines().count()), (1, 3), "{args:?}: {}", run.err);
        assert_eq!(run.err, format!("standard input:2: no solution: {said}\n"), "{args:?}");
    }
    for (text, said) in [
        ("given r1c1 1\ngiven r1c1 2\n", "the givens of r1c1 contradict each other"),
        ("killer-cage r1c1 r2c2 total 6\ngiven r1c1 3\ngiven r2c2 3\n", "3 occurs twice in "),
        ("rules: classic, anti-knight\ngiven r1c1 1\ngiven r2c3 1\n", "the givens 1 at r1c1 and 1 at r2c3 contradict"),
        ("even r1c1\ngiven r1c1 1\n", "the given 1 at r1c1 contradicts "),
    ] {
        let run = run_with(&["solve", "-"], format!("grid: 4x4\n{text}").as_bytes());
        assert_eq!(run.code, 1, "{text}: {}", run.err);
        assert!(run.err.contains(&format!("no solution: {said}")), "{text}: {}", run.err);
    }
}

#[test]
fn a_bad_byte_is_the_business_of_its_line() {
    for bad in [&b"\xff\xfe"[..], b"53..7....6\xc3", b"\0\0\0"] {
        for place in 0..3 {
            let mut lines = vec![EASY.as_bytes(); 2];
            lines.insert(place, bad);
            for args in [&["solve", "-"][..], &["solve", "--nodes", "1000000", "-"], &["rate", "-"]] {
                let run = run_with(args, &lines.join(&b'\n'));
                let answers: Vec<bool> = run.out.lines().map(|l| l == "error").collect();
                let wanted: Vec<bool> = (0..3).map(|i| i == place).collect();
                assert_eq!((answers, run.code), (wanted, 2), "{args:?} {place} {bad:?}: {}", run.err);
                assert!(run.err.starts_with(&format!("error: standard input:{}:", place + 1)), "{}", run.err);
            }
        }
    }
    // One puzzle of several lines is not answered in part.
    let text = [b"grid: 4x4\ntitle: \xff\n".as_slice(), b"rules: classic\n"].concat();
    let run = run_with(&["solve", "-"], &text);
    assert!(run.code == 2 && run.err.contains(":2:8: this is not UTF-8 text"), "{}", run.err);
}

#[test]
fn a_flood_of_warnings_is_a_few_lines() {
    // As JSON; packed into a link it has 11 KB.
    let mut json = String::from(r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"x":[0"#);
    json.push_str(&",1".repeat(300_000));
    json.push_str("],\"y\":[0");
    (0..20_000).for_each(|i| json.push_str(&format!(",{i}")));
    json.push_str("]}");
    let run = run_with(&["solve", "-"], json.as_bytes());
    assert!(run.err.lines().count() < 20 && run.err.len() < 2_000, "{}", run.err);
    assert!(
        run.err.contains("(300,000 times)") && run.err.contains(" more of this kind; answers may be wrong"),
        "{}",
        run.err
    );
}

#[test]
fn a_batch_of_remarks_is_bounded() {
    let line = "1...............  # a comment of its own\n";
    let run = run_with(&["solve", "-"], line.repeat(5_000).as_bytes());
    assert_eq!(run.out.lines().count(), 5_000);
    assert!(run.err.lines().count() < 250 && run.err.contains("and 4800 more remarks"), "{}", run.err);
}

#[test]
fn sides_without_digits_say_so() {
    let run = run_with(&["solve", "-"], b"grid: 65x65\nrules: rows\n");
    assert!(run.code == 2 && run.err.contains(":1:1:") && run.err.contains("at most 64 digits"), "{}", run.err);
    let run = run_with(&["convert", "--to", "clue", "-"], b"grid: 65x65\ndigits: 1..64\nrules: none\n");
    assert!(run.code == 0 && run.out.contains("digits: 1..64"), "{}{}", run.out, run.err);
}
