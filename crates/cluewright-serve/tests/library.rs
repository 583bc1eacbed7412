//! Tests the promises of the library through its own functions.

use crate::folder;

use cluewright_serve::library::{Change, Code, Imported, Library, NewPuzzle, Query, Rated, Sort, State, Target};
use folder::Folder;

const SMALL: &str = "12..34..2.....3.";
const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn library() -> (Folder, Library) {
    let folder = Folder::new();
    let library = Library::open(folder.file("library.db")).unwrap();
    (folder, library)
}

/// A different puzzle for each number: a 4x4 grid with a title and one given.
fn numbered(n: u32) -> NewPuzzle {
    let (cell, digit) = (n as usize % 16, n / 16 % 4 + 1);
    let givens: String = (0..16).map(|i| if i == cell { digit.to_string() } else { ".".to_owned() }).collect();
    NewPuzzle::new(format!("title: Number {n}\nauthor: Setter {}\ngrid: 4x4\ngivens: {givens}\n", n % 3))
}

#[expect(clippy::unnecessary_wraps, reason = "as the field takes it")]
fn rating(score: f64) -> Option<Rated> {
    Some(Rated { score, word: "tricky".to_owned(), scale: "cluewright-1".to_owned() })
}

fn found(library: &Library, words: &str) -> Vec<String> {
    let query = Query { words: words.to_owned(), sort: Sort::Title, ..Query::default() };
    library.find(&query).unwrap().puzzles.into_iter().map(|p| p.title).collect()
}

#[test]
fn a_puzzle_is_kept_as_it_was_given() {
    let (_folder, library) = library();
    let mine = library.add_collection("Mine", "", 1).unwrap();
    let puzzle = NewPuzzle {
        title: Some("Another title".into()),
        tags: vec!["b".into(), " a ".into(), "b".into()],
        notes: "ask Ada".into(),
        rating: rating(2.5),
        ..numbered(5)
    };
    let added = library.add(mine, &puzzle, 1_000).unwrap();
    assert_eq!(added.same, [0_i64; 0]);
    let stored = library.get(added.id).unwrap();
    assert_eq!(stored.text, puzzle.text);
    let entry = stored.entry;
    assert_eq!((&*entry.title, &*entry.author, &*entry.format), ("Another title", "Setter 2", "clue"));
    assert_eq!(entry.tags, ["a", "b"]);
    assert_eq!((entry.added, entry.changed, entry.state), (1_000, 1_000, State::New));
    assert_eq!((entry.rating, &*entry.notes, entry.hash), (puzzle.rating, "ask Ada", added.hash));
    assert!(stored.progress.is_none());
}

#[test]
fn what_cannot_be_added_is_told_and_not_there() {
    let (_folder, library) = library();
    let mine = library.add_collection("Mine", "", 1).unwrap();
    let code = |puzzle: &NewPuzzle| library.add(mine, puzzle, 1).unwrap_err().code;
    assert_eq!(code(&NewPuzzle::new("no puzzle at all")), Code::BadInput);
    assert_eq!(code(&NewPuzzle::new("#".repeat(2 << 20))), Code::TooLarge);
    assert_eq!(code(&NewPuzzle { notes: "n".repeat(100_000), ..numbered(1) }), Code::TooLarge);
    assert_eq!(code(&NewPuzzle { tags: vec![" ".into()], ..numbered(1) }), Code::BadInput);
    assert_eq!(code(&NewPuzzle { tags: (0..100).map(|n| n.to_string()).collect(), ..numbered(1) }), Code::TooLarge);
    assert_eq!(code(&NewPuzzle { rating: rating(f64::NAN), ..numbered(1) }), Code::BadInput);
    assert_eq!(library.add(99, &numbered(1), 1).unwrap_err().code, Code::NotFound);
    assert_eq!(library.find(&Query::default()).unwrap().total, 0);
}

#[test]
fn collections_are_named_once_and_take_their_puzzles_along() {
    let (_folder, library) = library();
    let first = library.add_collection("First", "the first", 1).unwrap();
    let second = library.add_collection("Second", "", 2).unwrap();
    assert_eq!(library.add_collection(" First ", "", 3).unwrap_err().code, Code::Exists);
    assert_eq!(library.add_collection(" ", "", 3).unwrap_err().code, Code::BadInput);
    assert_eq!(library.change_collection(second, Some("First"), None).unwrap_err().code, Code::Exists);
    library.change_collection(second, Some("Second"), Some("the other")).unwrap();
    let one = library.add(first, &numbered(1), 5).unwrap().id;
    let two = library.add(second, &numbered(2), 5).unwrap().id;
    library.save(one, "[1]", 3.0, 6).unwrap();
    let all = library.collections().unwrap();
    let told: Vec<_> = all.iter().map(|c| (&*c.name, &*c.about, c.puzzles)).collect();
    assert_eq!(told, [("First", "the first", 1), ("Second", "the other", 1)]);
    library.delete_collection(first).unwrap();
    assert_eq!(library.get(one).unwrap_err().code, Code::NotFound);
    assert_eq!(found(&library, "number"), ["Number 2"]);
    library.delete(two).unwrap();
    assert_eq!(library.delete(two).unwrap_err().code, Code::NotFound);
    assert_eq!(library.delete_collection(first).unwrap_err().code, Code::NotFound);
    assert_eq!(found(&library, "number"), [""; 0]);
    assert_eq!(library.faults().unwrap(), [""; 0]);
}

#[test]
fn changes_change_what_they_name() {
    let (_folder, library) = library();
    let (mine, other) =
        (library.add_collection("Mine", "", 1).unwrap(), library.add_collection("Other", "", 1).unwrap());
    let id = library.add(mine, &NewPuzzle { rating: rating(3.0), ..numbered(1) }, 1).unwrap().id;
    let change: Change = serde_json::from_str(r#"{"notes":"good","tags":["x"],"state":"solved"}"#).unwrap();
    library.change(id, &change, 7).unwrap();
    let entry = library.get(id).unwrap().entry;
    assert_eq!((&*entry.title, &*entry.notes, entry.state, entry.changed), ("Number 1", "good", State::Solved, 7));
    assert_eq!((entry.rating, entry.tags), (rating(3.0), vec!["x".to_owned()]));
    let change: Change = serde_json::from_str(r#"{"rating":null,"title":"New"}"#).unwrap();
    library.change(id, &Change { collection: Some(other), ..change }, 8).unwrap();
    let entry = library.get(id).unwrap().entry;
    assert_eq!((entry.rating, &*entry.title, entry.collection), (None, "New", other));
    assert_eq!((found(&library, "number"), found(&library, "new x good")), (vec![], vec!["New".to_owned()]));
    // A new text changes the fields that come from the text, but not the player's progress and notes.
    library.save(id, "{}", 60.0, 9).unwrap();
    library.change(id, &Change { text: Some(CLASSIC.into()), ..Change::default() }, 10).unwrap();
    let stored = library.get(id).unwrap();
    assert_eq!((&*stored.entry.title, &*stored.entry.format, &*stored.text), ("", "line", CLASSIC));
    assert_eq!((stored.progress.unwrap().seconds, &*stored.entry.notes), (60.0, "good"));
    // A change is made completely or not at all.
    let bad = Change { notes: Some("lost".into()), collection: Some(77), ..Change::default() };
    assert_eq!(library.change(id, &bad, 11).unwrap_err().code, Code::NotFound);
    assert_eq!(library.get(id).unwrap().entry.notes, "good");
}

#[test]
fn progress_and_a_bounded_history() {
    let (_folder, library) = library();
    let mine = library.add_collection("Mine", "", 1).unwrap();
    let id = library.add(mine, &numbered(1), 1).unwrap().id;
    library.save(id, r#"{"cells": [1, 2]}"#, 12.5, 100).unwrap();
    let stored = library.get(id).unwrap();
    assert_eq!((stored.entry.state, stored.entry.seconds), (State::Started, 12.5));
    let saved = stored.progress.unwrap();
    assert_eq!((saved.position.get(), saved.at), (r#"{"cells": [1, 2]}"#, 100));
    assert_eq!(library.save(id, "{", 1.0, 1).unwrap_err().code, Code::BadInput);
    assert_eq!(library.save(id, "{}", -1.0, 1).unwrap_err().code, Code::BadInput);
    assert_eq!(library.save(id, &format!("\"{}\"", "x".repeat(300_000)), 1.0, 1).unwrap_err().code, Code::TooLarge);
    assert_eq!(library.save(id + 1, "{}", 1.0, 1).unwrap_err().code, Code::NotFound);
    for n in 0..250 {
        library.remember(id, &n.to_string(), n).unwrap();
    }
    let history = library.history(id).unwrap();
    assert_eq!((history.len(), history[0].position.get(), history[199].at), (200, "50", 249));
    assert_eq!(library.history(id + 1).unwrap_err().code, Code::NotFound);
    library.restart(id).unwrap();
    assert!(library.get(id).unwrap().progress.is_none() && library.history(id).unwrap().is_empty());
    assert_eq!(library.get(id).unwrap().entry.state, State::New);
}

#[test]
fn the_same_puzzle_is_known_whatever_it_is_written_in() {
    let (_folder, library) = library();
    let mine = library.add_collection("Mine", "", 1).unwrap();
    let first = library.add(mine, &NewPuzzle::new(SMALL), 1).unwrap();
    let titled = format!("title: Small\ngrid: 4x4\ngivens: {SMALL}\n");
    assert_eq!(library.same(&titled).unwrap(), [first.id]);
    let again = library.add(mine, &NewPuzzle::new(titled), 2).unwrap();
    assert_eq!((again.same, &again.hash), (vec![first.id], &first.hash));
    assert_eq!(library.same(CLASSIC).unwrap(), [0_i64; 0]);
    let query = Query { hash: Some(first.hash), ..Query::default() };
    assert_eq!(library.find(&query).unwrap().total, 2);
}

#[test]
fn words_filters_and_pages() {
    let (_folder, library) = library();
    let (mine, other) =
        (library.add_collection("Mine", "", 1).unwrap(), library.add_collection("Other", "", 1).unwrap());
    for n in 0..30 {
        let tags = if n % 2 == 0 { vec!["even".to_owned()] } else { vec![] };
        let puzzle = NewPuzzle { tags, rating: rating(f64::from(n)).filter(|_| n > 9), ..numbered(n) };
        library.add(if n < 20 { mine } else { other }, &puzzle, i64::from(n)).unwrap();
    }
    let find = |query: Query| library.find(&query).unwrap();
    let titles = |query: Query| find(query).puzzles.into_iter().map(|p| p.title).collect::<Vec<_>>();
    assert_eq!(find(Query { collection: Some(other), ..Query::default() }).total, 10);
    assert_eq!(find(Query { tag: Some("even".into()), from: Some(11.0), to: Some(15.0), ..Query::default() }).total, 2);
    assert_eq!(find(Query { scale: Some("another".into()), from: Some(0.0), ..Query::default() }).total, 0);
    assert_eq!(find(Query { state: Some(State::Started), ..Query::default() }).total, 0);
    assert_eq!(find(Query { words: "number setter".into(), tag: Some("even".into()), ..Query::default() }).total, 15);
    assert_eq!(
        titles(Query { words: "num".into(), sort: Sort::Hardest, limit: Some(2), ..Query::default() }),
        ["Number 29", "Number 28"]
    );
    assert_eq!(titles(Query { sort: Sort::Easiest, limit: Some(1), ..Query::default() }), ["Number 10"]);
    assert_eq!(titles(Query { offset: 29, ..Query::default() }), ["Number 0"]);
    assert_eq!(titles(Query { offset: u64::MAX, ..Query::default() }), [""; 0]);
    assert_eq!(find(Query { limit: Some(0), ..Query::default() }).total, 30);
    let tags = library.tags().unwrap();
    assert_eq!((tags.len(), &*tags[0].name, tags[0].puzzles), (1, "even", 15));
    // A match in the title counts more than a match in the notes; accents and case do not matter.
    let notes = NewPuzzle { notes: "like the éclair".into(), ..numbered(40) };
    let title = NewPuzzle { title: Some("Eclair".into()), ..numbered(41) };
    let title = library.add(mine, &title, 1).unwrap().id;
    let notes = library.add(mine, &notes, 2).unwrap().id;
    let ids = |words: &str| {
        find(Query { words: words.into(), ..Query::default() }).puzzles.iter().map(|p| p.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("ECLAIR"), [title, notes]);
    let rules = "grid: 4x4\ntext: Digits along a thermometer increase from the bulb.\n";
    let rules = library.add(mine, &NewPuzzle::new(rules), 3).unwrap().id;
    assert_eq!(ids("thermom bulb"), [rules]);
}

/// Everything that a user types is read as words, never as an operator or a column, and never causes an error.
#[test]
fn hostile_words() {
    let (_folder, library) = library();
    let mine = library.add_collection("Mine", "", 1).unwrap();
    let title = "It's a \"trap\": C++ (AND) *never* NEAR-by";
    library.add(mine, &NewPuzzle { title: Some(title.into()), ..numbered(1) }, 1).unwrap();
    library.add(mine, &numbered(2), 1).unwrap();
    for words in [
        "it's",
        "\"trap\"",
        "\"tr",
        "c++",
        "(and)",
        "*never*",
        "near-by",
        "it's \"trap",
        "AND never",
        "title",
        "-never",
    ] {
        let expected: &[&str] = if words == "title" { &[] } else { &[title] };
        assert_eq!(found(&library, words), expected, "{words}");
    }
    let nothing = [
        "NOT x",
        "title:number",
        "{title author}:trap",
        "a OR number",
        "NEAR(trap never)",
        "^zzz",
        "'; DROP TABLE puzzle; --",
        "\u{0}x\u{0}",
    ];
    for words in nothing {
        assert_eq!(found(&library, words), [""; 0], "{words}");
    }
    // A query without words matches everything.
    for words in ["", "  ", "\"", "***", "()", "\u{0}", "- - -"] {
        assert_eq!(found(&library, words).len(), 2, "{words}");
    }
    let long = [
        "x".repeat(100_000),
        "\u{301}".repeat(500) + "a",
        "a ".repeat(50_000),
        "\u{10ffff}a".repeat(1_000),
        "\"*".repeat(9_999) + "a",
    ];
    for words in long {
        let _ = found(&library, &words);
    }
    assert_eq!(library.find(&Query::default()).unwrap().total, 2);
}

fn exported(library: &Library, collection: Option<i64>) -> String {
    let mut text = Vec::new();
    library.export(collection, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn an_export_is_read_back_whole() {
    let (folder, library) = library();
    let mine = library.add_collection("Mine", "what I \"like\"\nmost", 11).unwrap();
    let empty = library.add_collection("Empty", "", 12).unwrap();
    let other = library.add_collection("Other", "", 13).unwrap();
    for n in 0..20 {
        let puzzle = NewPuzzle {
            title: (n % 4 == 0).then(|| format!("Ünïcode 🧩 {n}")),
            tags: (0..n % 3).map(|t| format!("tag {t}")).collect(),
            notes: if n % 5 == 0 { "line\nbreak \u{0} and \"quotes\"".to_owned() } else { String::new() },
            rating: if n % 2 == 0 { rating(0.1 + f64::from(n)) } else { None },
            state: if n == 7 { State::Solved } else { State::New },
            ..numbered(n)
        };
        let id = library.add(if n % 2 == 0 { mine } else { other }, &puzzle, 100 + i64::from(n)).unwrap().id;
        if n % 3 == 0 {
            library
                .save(id, &format!(r#"{{"big":12345678901234567890.12345,"n":{n}}}"#), 0.1 + f64::from(n), 500)
                .unwrap();
            for at in 0..n {
                library.remember(id, &format!("[{at}]"), at.into()).unwrap();
            }
        }
        if n == 9 {
            library.change(id, &Change { notes: Some("changed".into()), ..Change::default() }, 900).unwrap();
        }
    }
    let text = exported(&library, None);
    let again = Library::open(folder.file("again.db")).unwrap();
    let done = again.import(text.as_bytes(), &Target::default(), 7_000).unwrap();
    assert_eq!((done.added, done.failed), (20, 0));
    assert_eq!(exported(&again, None), text);
    assert_eq!(found(&again, "unicode").len(), 5);
    // The second import adds nothing, if requested.
    let skip = Target { skip_same: true, ..Target::default() };
    let done = again.import(text.as_bytes(), &skip, 8_000).unwrap();
    assert_eq!((done.added, done.skipped), (0, 20));
    assert_eq!(exported(&again, None), text);
    // Export one collection, and import into one collection.
    let one = exported(&library, Some(mine));
    assert_eq!(one.lines().count(), 1 + 1 + 10);
    assert_eq!(exported(&library, Some(empty)).lines().count(), 2);
    let into = again.add_collection("Into", "", 1).unwrap();
    let done = again.import(text.as_bytes(), &Target { collection: Some(into), skip_same: false }, 1).unwrap();
    assert_eq!((done.added, done.same), (20, 20));
    assert_eq!(again.collections().unwrap().len(), 4);
    assert_eq!(library.export(Some(99), &mut Vec::new()).unwrap_err().code, Code::NotFound);
    assert_eq!(again.faults().unwrap(), [""; 0]);
}

#[test]
fn files_of_any_format_are_imported() {
    let (_folder, library) = library();
    let mine = library.add_collection("Mine", "", 1).unwrap();
    let into = Target { collection: Some(mine), skip_same: false };
    let import = |text: &str| library.import(text.as_bytes(), &into, 5).unwrap();
    let done = import(&format!("# a remark\n{CLASSIC}\n{SMALL}\nno puzzle\n.~R1C1_5.Cage~3~R1C2~R1C3\n"));
    assert_eq!((done.added, done.failed, done.failures[0].line), (3, 1, 4));
    assert_eq!(done.failures[0].error.code, Code::BadInput);
    let done = import(&format!("name,puzzle\nThe first,{CLASSIC}\n"));
    assert_eq!((done.added, done.same), (1, 1));
    assert_eq!(found(&library, "first"), ["The first"]);
    let done = import(&format!("{{\"title\":\"Of JSON\",\"author\":\"Ada\",\"puzzle\":\"{CLASSIC}\"}}\n"));
    assert_eq!(done.added, 1);
    assert_eq!(found(&library, "ada"), ["Of JSON"]);
    assert_eq!(import("title: Alone\ngrid: 4x4\n").added, 1);
    assert_eq!(library.find(&Query::default()).unwrap().total, 6);
    let nowhere = library.import(CLASSIC.as_bytes(), &Target::default(), 1).unwrap_err();
    assert_eq!(nowhere.code, Code::BadInput);
    let unknown = Target { collection: Some(99), skip_same: false };
    assert_eq!(library.import(CLASSIC.as_bytes(), &unknown, 1).unwrap_err().code, Code::NotFound);
}

#[test]
fn exports_that_somebody_has_tampered_with() {
    let (_folder, library) = library();
    let head = r#"{"cluewright":{"what":"library","version":1}}"#;
    let collection = r#"{"collection":{"name":"A","added":1}}"#;
    let puzzle = |more: &str| format!(r#"{{"puzzle":{{"puzzle":{{"text":"{SMALL}"}},"added":1,"changed":1{more}}}}}"#);
    let import = |lines: &[&str]| library.import(lines.join("\n").as_bytes(), &Target::default(), 1);
    let newer = head.replace("\"version\":1", "\"version\":2");
    assert_eq!(import(&[&newer]).unwrap_err().code, Code::Newer);
    assert_eq!(import(&[head, &puzzle("")]).unwrap_err().code, Code::BadInput);
    let long = format!(r#","progress":{{"position":"{}","seconds":1,"at":1}}"#, "x".repeat(300_000));
    let past = vec![r#"{"position":1,"at":1}"#; 300].join(",");
    let bad = [
        puzzle(&long),
        puzzle(r#","progress":{"position":1,"seconds":-1,"at":1}"#),
        puzzle(&format!(r#","history":[{past}]"#)),
        puzzle(r#","unknown":1"#),
        "nonsense".to_owned(),
        r#"{"puzzle":{"puzzle":{"text":"no puzzle"},"added":1,"changed":1}}"#.to_owned(),
    ];
    let mut lines = vec![head, collection];
    lines.extend(bad.iter().map(String::as_str));
    let good = puzzle("");
    lines.push(&good);
    let Imported { added, failed, failures, .. } = import(&lines).unwrap();
    assert_eq!((added, failed), (1, 6));
    assert_eq!(failures.iter().map(|f| f.line).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8]);
}

#[test]
fn files_that_are_no_library_are_left_alone() {
    let folder = Folder::new();
    let text = folder.file("text.db");
    std::fs::write(&text, "no database, but long enough to be looked at ".repeat(100)).unwrap();
    assert_eq!(Library::open(&text).unwrap_err().code, Code::Storage);
    let foreign = folder.file("foreign.db");
    rusqlite::Connection::open(&foreign)
        .unwrap()
        .execute_batch("CREATE TABLE theirs (x); PRAGMA user_version = 1")
        .unwrap();
    let before = std::fs::read(&foreign).unwrap();
    let error = Library::open(&foreign).unwrap_err();
    assert!(error.message.contains("another program's"), "{error}");
    assert_eq!(std::fs::read(&foreign).unwrap(), before);
    assert_eq!(Library::open(folder.file("not/there.db")).unwrap_err().code, Code::Storage);
    let newer = folder.file("newer.db");
    drop(Library::open(&newer).unwrap());
    rusqlite::Connection::open(&newer).unwrap().execute_batch("PRAGMA user_version = 999").unwrap();
    let error = Library::open(&newer).unwrap_err();
    assert_eq!(error.code, Code::Newer);
    assert!(error.message.contains("schema 999"), "{error}");
}

/// Two handles share nothing but the file, like two processes.
#[test]
fn two_handles_write_to_one_file() {
    let folder = Folder::new();
    let path = folder.file("library.db");
    let made = Library::open(&path).unwrap().add_collection("Mine", "", 1).unwrap();
    std::thread::scope(|scope| {
        for part in 0..2 {
            let path = &path;
            scope.spawn(move || {
                let library = Library::open(path).unwrap();
                for n in 0..50 {
                    let id = library.add(made, &numbered(part * 50 + n), 1).unwrap().id;
                    library.save(id, "[]", 1.0, 1).unwrap();
                    assert_eq!(library.get(id).unwrap().entry.state, State::Started);
                    assert!(
                        library.find(&Query { words: "number".into(), ..Query::default() }).unwrap().total > n.into()
                    );
                }
            });
        }
        // Several threads also share one handle.
        let library = Library::open(&path).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..20).for_each(|_| drop(library.collections().unwrap())));
            }
        });
    });
    let library = Library::open(&path).unwrap();
    let page = library.find(&Query { sort: Sort::Title, limit: Some(500), ..Query::default() }).unwrap();
    let mut titles: Vec<_> = page.puzzles.into_iter().map(|p| p.title).collect();
    titles.dedup();
    assert_eq!(titles.len(), 100);
    assert_eq!(library.faults().unwrap(), [""; 0]);
}

#[test]
fn many_begin_a_file_together() {
    let folder = Folder::new();
    let path = folder.file("library.db");
    std::thread::scope(|scope| {
        for n in 0..8 {
            let path = &path;
            scope.spawn(move || Library::open(path).unwrap().add_collection(&n.to_string(), "", 1).unwrap());
        }
    });
    assert_eq!(Library::open(&path).unwrap().collections().unwrap().len(), 8);
}
