//! Inside the crates and the page: no circles of files, floors whose arrows go down only, and no function too long to read.

mod common;
mod uses;

use common::{folder, root, sources};
use std::collections::BTreeMap;
use std::path::Path;
use uses::Uses;
use uses::floors::{Floors, SideFolders};
use uses::functions::lengths;

/// The crates whose files are checked.
const CRATES: &[&str] = &[
    "cluewright-core",
    "cluewright-rules",
    "cluewright-english",
    "cluewright-search",
    "cluewright-logic",
    "cluewright-scales",
    "cluewright-draw",
    "cluewright-formats",
    "cluewright",
    "cluewright-arrow",
    "cluewright-protocol",
    "cluewright-serve",
    "cluewright-py",
    "cluewright-wasm",
    "cluewright-cli",
    "oracle",
    "xtask",
];

/// Circles of files that are there still, as they are: the list only ever gets shorter.
const CIRCLES: &[(&str, &[&str])] = &[];

/// The floors of each crate that has floors.
const FLOORS: &[Floors] = &[
    Floors {
        name: "cluewright-logic",
        order: &[&["board"], &["step"], &["follow"], &["structure"], &["technique"], &["walk"]],
        beside: &[
            SideFolders { folders: &["proof", "text"], uses: &["board", "step"], used_by: &[] },
            SideFolders { folders: &["rating"], uses: &["board", "step", "technique"], used_by: &[] },
        ],
    },
    Floors {
        name: "cluewright-rules",
        order: &[
            &["whole", "rat", "library"],
            &["syntax"],
            &["automaton", "bound", "look", "proposal", "told"],
            &["condition"],
            &["compile"],
            &["code", "words/constants", "places", "args", "extra"],
            // It does not see `eval`, which judges what it makes.
            &["unroll"],
            &["words"],
            &["resolve", "ruleset"],
            &["post"],
            &["follow", "misshapen", "idle", "lint"],
        ],
        beside: &[SideFolders {
            folders: &["eval"],
            uses: &["rat", "syntax", "automaton", "code", "words/constants", "places", "ruleset", "args"],
            used_by: &["words", "post", "follow", "misshapen"],
        }],
    },
];

/// Those of the page's sources in `web/src`; `main` stands above all.
const PAGE: Floors = Floors {
    name: "web",
    order: &[
        &["engine", "handover", "texts"],
        &["board/geometry"],
        &["state"],
        &["board"],
        &["parts"],
        &["screens"],
        &["app"],
    ],
    beside: &[],
};

/// The maximum number of lines between the braces of a function.
const LONGEST: usize = 120;

/// Those that are longer still, with the lines they may have: the list only ever gets shorter.
const LONG: &[(&str, usize)] = &[];

/// The uses between a crate's files.
fn uses_of(name: &str) -> Uses {
    let mut texts: Vec<(String, String)> = sources(name)
        .into_iter()
        .map(|(path, text)| {
            let short = path.strip_prefix(folder(name)).expect("a source of the crate");
            (short.display().to_string().replace('\\', "/"), text)
        })
        .collect();
    // A program beside a library is a crate of its own.
    if texts.iter().any(|(path, _)| path == "lib.rs") {
        texts.retain(|(path, _)| path != "main.rs");
    }
    Uses::of(&texts)
}

/// The files of a folder and of those in it that import something from others there: their names without endings, and texts.
fn scripts(folder: &Path, within: &str, found: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("the page has sources") {
        let path = entry.expect("a readable folder").path();
        let name = format!("{within}{}", path.file_stem().and_then(|n| n.to_str()).expect("a name"));
        if path.is_dir() {
            scripts(&path, &format!("{name}/"), found);
        } else if path.extension().is_some_and(|e| e == "ts" || e == "tsx") {
            let name = name.trim_end_matches("/index").to_owned();
            found.insert(name, std::fs::read_to_string(&path).expect("sources are text"));
        }
    }
}

/// What scripts import of each other, types and what is loaded later too.
fn imports(scripts: &BTreeMap<String, String>) -> Uses {
    let files: Vec<String> = scripts.keys().cloned().collect();
    let mut edges = BTreeMap::new();
    for (from, (name, text)) in scripts.iter().enumerate() {
        for (at, _) in text.match_indices("\"./").chain(text.match_indices("\"../")) {
            let target = text[at + 1..].split('"').next().unwrap_or_default();
            let mut path: Vec<&str> = name.split('/').collect();
            path.pop();
            for part in target.split('/') {
                match part {
                    "." => {}
                    ".." => drop(path.pop()),
                    _ => path.push(part),
                }
            }
            if let Ok(to) = files.binary_search(&path.join("/")) {
                edges.entry((from, to)).or_insert_with(|| target.to_owned());
            }
        }
    }
    Uses { files, edges }
}

#[test]
fn the_page_has_floors_and_no_circles() {
    let mut found = BTreeMap::new();
    scripts(&root().join("web/src"), "", &mut found);
    let uses = imports(&found);
    assert!(uses.files.len() > 50 && uses.edges.len() > 200, "{} files, {} uses", uses.files.len(), uses.edges.len());
    let faults = PAGE.faults(&uses);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    let circles: Vec<String> = uses.circles().iter().map(|circle| uses.within(circle)).collect();
    assert!(circles.is_empty(), "files that import each other in a circle:\n{}", circles.join("\n\n"));
    found.insert("parts/made-up".into(), "import type { A } from \"../app\"; import(\"./icon\")".into());
    let fault = "parts/made-up uses app, which is not below it (../app)";
    assert_eq!(PAGE.faults(&imports(&found)), [fault]);
}

#[test]
fn files_use_each_other_in_no_circle() {
    let mut faults = Vec::new();
    let mut seen: Vec<(&str, Vec<String>)> = Vec::new();
    for name in CRATES {
        let uses = uses_of(name);
        assert!(uses.files.len() < 4 || !uses.edges.is_empty(), "{name}: files that use each other are found");
        for circle in uses.circles() {
            let mut files: Vec<String> = circle.iter().map(|&f| uses.files[f].clone()).collect();
            files.sort();
            if !CIRCLES.iter().any(|(n, known)| n == name && *known == files) {
                faults.push(format!("{name}: {files:?}\n{}", uses.within(&circle)));
            }
            seen.push((name, files));
        }
    }
    for (name, files) in CIRCLES {
        if !seen.iter().any(|(n, f)| n == name && *f == *files) {
            faults.push(format!("{name}: {files:?} is no circle any more: take it out of CIRCLES"));
        }
    }
    assert!(faults.is_empty(), "files that use each other in a circle, with what they use:\n{}", faults.join("\n"));
}

#[test]
fn floors_use_what_is_below_them() {
    for floors in FLOORS {
        let faults = floors.faults(&uses_of(floors.name));
        assert!(faults.is_empty(), "{}:\n{}", floors.name, faults.join("\n"));
    }
}

#[test]
fn functions_can_be_read() {
    let mut faults = Vec::new();
    let mut listed = vec![false; LONG.len()];
    let mut functions = 0;
    let files = CRATES.iter().flat_map(|name| sources(name));
    for (path, text) in files {
        let short = path.strip_prefix(root().join("crates")).or_else(|_| path.strip_prefix(root())).unwrap_or(&path);
        for (function, lines) in lengths(&text) {
            functions += 1;
            if lines <= LONGEST {
                continue;
            }
            let name = format!("{}: {function}", short.display().to_string().replace('\\', "/"));
            match LONG.iter().position(|l| l.0 == name) {
                Some(at) if lines <= LONG[at].1 => listed[at] = true,
                _ => faults.push(format!("{name} has {lines} lines")),
            }
        }
    }
    for (long, _) in LONG.iter().zip(&listed).filter(|(_, listed)| !**listed) {
        faults.push(format!("{} is short enough now: take it out of LONG", long.0));
    }
    assert!(functions > 100, "functions are found");
    assert!(faults.is_empty(), "at most {LONGEST} lines:\n{}", faults.join("\n"));
}

/// The uses between invented source files, each given as path and text.
fn made_up(files: &[(&str, &str)]) -> Uses {
    let files: Vec<_> = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    Uses::of(&files)
}

/// `a.rs -> b.rs` for every use.
fn arrows(uses: &Uses) -> Vec<String> {
    let mut all: Vec<String> =
        uses.edges.keys().map(|&(from, to)| format!("{} -> {}", uses.files[from], uses.files[to])).collect();
    all.sort();
    all
}

#[test]
fn paths_lead_to_the_files_that_define_names() {
    let uses = made_up(&[
        ("lib.rs", "mod a; mod b; mod c; mod d; pub use a::{One, deep::{self, Two}}; pub(crate) use b::Three as Tres;"),
        ("a/mod.rs", "pub mod deep; pub use deep::Two; pub struct One; // use crate::b::Three;\n"),
        (
            "a/deep.rs",
            "use std::fmt; pub struct Two; impl fmt::Debug for Two { fn x(c: char) { let _ = 'a'; \"crate::b::X\"; } }",
        ),
        (
            "b.rs",
            "/* super::c::X /* */ crate::d::X */ pub struct Three; #[cfg(test)] mod tests { use crate::c::Four; }",
        ),
        (
            "c.rs",
            "use crate::{Tres, a::{Two as Second, One}}; pub struct Four; fn f<'a>(x: &'a str) { r#\"crate::d::X\"#; }",
        ),
        (
            "d.rs",
            "use super::a; use crate::deep; pub(in crate::c) fn f() { a::deep::Two; a::One; mod e { super::super::c::Four; } }",
        ),
    ]);
    assert_eq!(
        arrows(&uses),
        [
            "c.rs -> a/deep.rs",
            "c.rs -> a/mod.rs",
            "c.rs -> b.rs",
            "d.rs -> a/deep.rs",
            "d.rs -> a/mod.rs",
            "d.rs -> c.rs",
        ]
    );
    assert!(uses.circles().is_empty());
}

#[test]
fn names_taken_in_by_a_star_lead_to_the_files_that_define_them() {
    let uses = made_up(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "pub struct One; pub use crate::b::*;"),
        ("b.rs", "pub struct Two; pub const THREE: usize = 3;"),
        ("c.rs", "use super::a::*; fn f(x: Two) { x.one(); }"),
    ]);
    assert_eq!(arrows(&uses), ["c.rs -> b.rs"]);
}

#[test]
fn a_module_and_its_children_are_a_circle_only_when_both_use_the_other() {
    let children = |parent: &str, child: &str| {
        made_up(&[("lib.rs", "mod a; mod user;"), ("a.rs", parent), ("a/b.rs", child), ("user.rs", "use crate::a::B;")])
    };
    // A parent that names its children and hands their names on uses nothing.
    let uses = children("mod b; pub use b::B; pub trait Shape { }", "use super::Shape; pub struct B;");
    assert_eq!(arrows(&uses), ["a/b.rs -> a.rs", "user.rs -> a/b.rs"]);
    assert!(uses.circles().is_empty());
    // A parent that does something with a re-exported name uses the child.
    let uses = children("mod b; pub use b::B; pub trait Shape { fn b() -> B; }", "use super::Shape; pub struct B;");
    assert_eq!(uses.circles(), [vec![1, 3]], "files are numbered parents first");
    assert!(uses.within(&uses.circles()[0]).contains("a.rs -> a/b.rs (line 1: B)"));
    // A name that is only re-exported through the parent does not count as a use of the parent.
    let uses = children("mod b; pub use b::B; pub use crate::user::User;", "use super::User; pub struct B;");
    assert_eq!(arrows(&uses), ["a/b.rs -> user.rs", "user.rs -> a/b.rs"]);
}

#[test]
fn circles_go_by_way_of_others_too() {
    let uses = made_up(&[
        ("lib.rs", "mod a; mod b; mod c; mod d; mod tests;"),
        ("a.rs", "fn a() { crate::b::b() }"),
        ("b.rs", "pub fn b() { super::c::c() }"),
        ("c.rs", "pub fn c() { <u8 as crate::a::A>::a() }"),
        ("d.rs", "fn d() { super::a::a() }"),
    ]);
    assert_eq!(uses.circles(), [vec![1, 2, 3]]);
}

#[test]
fn modules_for_tests_are_left_out() {
    let uses = made_up(&[
        ("lib.rs", "mod a; mod b; #[cfg(test)] mod laws; #[cfg(test)] use b::{B, C}; #[cfg(test)] fn f() { b::B; }"),
        ("a.rs", "pub struct A;"),
        ("b.rs", "use crate::a::A; pub struct B; pub struct C;"),
        ("laws.rs", "use crate::b::B; mod more;"),
        ("laws/more.rs", "use crate::a::A;"),
    ]);
    assert_eq!(uses.files, ["lib.rs", "a.rs", "b.rs"]);
    assert_eq!(arrows(&uses), ["b.rs -> a.rs"]);
}

#[test]
fn floors_are_held() {
    let floors = Floors {
        name: "made up",
        order: &[&["board"], &["step", "reason"], &["technique"], &["walk"]],
        beside: &[SideFolders { folders: &["text"], uses: &["step"], used_by: &["walk"] }],
    };
    let good = [
        ("lib.rs", "pub use walk::walk; fn f() { text::say(); }"),
        ("board/mod.rs", "mod space; pub use space::Space;"),
        ("board/space.rs", "pub struct Space;"),
        ("step.rs", "use crate::board::Space; pub struct Step;"),
        ("reason.rs", "use crate::step::Step;"),
        ("technique/mod.rs", "pub mod als; pub trait Technique { fn t() -> crate::step::Step; }"),
        ("technique/als.rs", "use super::Technique; use crate::board::Space;"),
        ("walk.rs", "pub fn walk() { crate::technique::als::find(); crate::text::say(); }"),
        ("text/mod.rs", "pub fn say() { crate::step::Step; }"),
    ];
    assert_eq!(floors.faults(&made_up(&good)), Vec::<String>::new());
    let with = |file: &str, text: &str| {
        let mut files: Vec<_> = good.iter().filter(|f| f.0 != file).copied().collect();
        files.push((file, text));
        files.sort_unstable();
        floors.faults(&made_up(&files))
    };
    assert_eq!(
        with("board/other.rs", "use crate::walk;\nfn f() { walk::walk() }"),
        ["board/other.rs uses walk.rs, which is not below it (line 2: walk::walk)"]
    );
    // Beside: what is named, and not what that sees in turn.
    assert_eq!(
        with("text/sets.rs", "use crate::board::Space;"),
        ["text/sets.rs uses board/space.rs, which is not below it (line 1: crate::board::Space)"]
    );
    assert_eq!(
        with("technique/fish.rs", "use crate::text::say;"),
        ["technique/fish.rs uses text/mod.rs, which is not below it (line 1: crate::text::say)"]
    );
    // The root is above all floors.
    assert_eq!(with("reason.rs", "use crate::f;"), ["reason.rs uses lib.rs, which is not below it (line 1: crate::f)"]);
    assert_eq!(with("other.rs", ""), ["other.rs belongs to no floor"]);
    assert_eq!(with("walk.rs", "").len(), 0);
    let files: Vec<_> = good.iter().filter(|f| f.0 != "walk.rs").copied().collect();
    assert_eq!(floors.faults(&made_up(&files)), ["walk has no file"]);
}

#[test]
fn lines_of_functions_are_counted_between_their_braces() {
    let text = "fn a() {}\nfn b() -> [u8; 2]\nwhere\n{\n  1;\n  // no code\n\n  fn c() {\n    '{';\n  }\n}\ntrait T { fn d(); }\n#[cfg(test)]\nmod tests { fn e() {\n\n} }\nfn f() -> F { F {\n#[cfg(test)]\ng: 0,\n} }\n";
    let names = [("a", 0), ("b", 6), ("c", 1), ("f", 2)];
    assert_eq!(lengths(text), names.map(|(name, lines)| (name.to_owned(), lines)));
}
