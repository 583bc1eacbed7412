//! The pages of docs/techniques are tests: on the board of each page the technique finds the step the page shows.
//!
//! A page has sentences, a block `board` (nine rows of nine cells: the candidates; `=` before a filled-in one, `!`
//! before a given) and a block `step` (the step in words). Boards are our own: `CLUEWRIGHT_UPDATE=1 cargo test -p
//! cluewright-logic --test pages` writes the steps again in today's words; with `boards` instead of 1 it also makes
//! random puzzles (for minutes), and gives pages without a board the first one that fits.

mod common;

use cluewright_core::{Candidate, Cell, CellSet, Model, Value, ValueSet};
use cluewright_logic::{Config, Found, Space, State, TECHNIQUES, Technique, View, proof, text, walk};
use common::{Grid, Random, solutions};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques")
}

fn pages() -> Vec<(String, PathBuf, String)> {
    let mut all: Vec<_> = std::fs::read_dir(folder())
        .expect("docs/techniques is part of the project")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| {
            let id = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let page = std::fs::read_to_string(&path).expect("a readable page");
            (id, path, page)
        })
        .collect();
    all.sort();
    all
}

/// The text of a fenced block.
fn block<'p>(page: &'p str, name: &str) -> Option<&'p str> {
    let start = page.find(&format!("```{name}\n"))? + name.len() + 4;
    Some(&page[start..start + page[start..].find("\n```")?])
}

/// The techniques that may give a step of this name.
fn techniques(id: &str) -> Vec<&'static dyn Technique> {
    let all: Vec<_> = TECHNIQUES.iter().copied().filter(|t| t.infos().iter().any(|i| i.id == id)).collect();
    assert!(!all.is_empty(), "docs/techniques/{id}.md is not about a technique");
    all
}

/// What the first sentence concludes.
fn conclusion(words: &str) -> &str {
    let first = words.lines().next().unwrap_or_default();
    first.rsplit(": ").next().unwrap_or_default()
}

fn read_board(board: &str) -> (Model, State) {
    let mut givens = String::new();
    let mut cells: Vec<(char, ValueSet)> = Vec::new();
    for word in board.split_whitespace() {
        let mark = word.chars().next().expect("a word has letters");
        let digits = word.trim_start_matches(['=', '!']);
        let values = digits.bytes().map(|b| Value(b - b'1')).collect();
        givens.push_str(if mark == '!' { digits } else { "." });
        cells.push((mark, values));
    }
    let model = Grid::new(9, &givens).finish();
    let mut board = model.board();
    let mut placed = CellSet::new();
    for (c, (mark, values)) in cells.iter().enumerate() {
        board.keep(Cell(c as u16), *values).expect("a board with candidates");
        if matches!(mark, '=' | '!') {
            placed.insert(Cell(c as u16));
        }
    }
    let state = State::new(&model, board, placed);
    (model, state)
}

fn write_board(model: &Model, state: &State) -> String {
    let cell = |c: usize| {
        let cell = Cell(c as u16);
        let digits: String = state.board.values(cell).iter().map(|v| char::from(b'1' + v.0)).collect();
        match (model.given(cell).is_some(), state.placed.contains(cell)) {
            (true, _) => format!("!{digits}"),
            (false, true) => format!("={digits}"),
            _ => digits,
        }
    };
    let width = (0..81).map(|c| cell(c).len()).max().unwrap_or(1);
    let row = |r: usize| (0..9).map(|c| format!("{:width$}", cell(r * 9 + c))).collect::<Vec<_>>().join(" ");
    (0..9).map(|r| row(r).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_page_shows_a_step_that_is_found() {
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        refresh();
        if std::env::var("CLUEWRIGHT_UPDATE").is_ok_and(|v| v == "boards") {
            update();
        }
    }
    let mut shown = 0;
    for (id, _, page) in pages() {
        let techniques = techniques(&id);
        let (Some(board), Some(step)) = (block(&page, "board"), block(&page, "step")) else { continue };
        let (model, state) = read_board(board);
        let space = Space::new(&model);
        let view = View::new(&space, &state, None);
        let fits = techniques.iter().any(|technique| {
            let mut found = Found::new(10_000, 50_000_000);
            technique.find(&view, &mut found);
            let mut words = found.into_steps().into_iter().filter(|s| s.technique.id == id).map(|s| {
                assert_eq!(proof::verify(&model, &state, &s), Ok(()), "{id}");
                text::describe(&model, &state, &s).to_string()
            });
            // The same conclusion can have several derivations; the page shows one of them.
            words.any(|w| conclusion(&w) == conclusion(step))
        });
        assert!(fits, "{id}: the page's step is not found");
        shown += 1;
    }
    assert!(shown >= 30, "{shown} pages have a board");
}

/// What a conclusion says, whatever its wording: the candidates it speaks of.
fn meaning(conclusion: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for part in conclusion.trim_end_matches('.').trim_start_matches("remove ").split("; ") {
        let words = |text: &str| {
            let names = text.split([',', ' ']).filter(|w| !w.is_empty() && *w != "and" && *w != "remove");
            names.map(str::to_owned).collect::<Vec<_>>()
        };
        let Some((values, cells)) = part.split_once(" from ") else {
            all.push((String::new(), part.to_owned()));
            continue;
        };
        for v in words(values) {
            all.extend(words(cells).into_iter().map(|c| (v.clone(), c)));
        }
    }
    all.sort();
    all
}

/// Writes the steps of all pages again, in today's words.
fn refresh() {
    for (id, file, page) in pages() {
        let (Some(board), Some(step)) = (block(&page, "board"), block(&page, "step")) else { continue };
        let (model, state) = read_board(board);
        let space = Space::new(&model);
        let view = View::new(&space, &state, None);
        let said = |technique: &&dyn Technique| {
            let mut found = Found::new(10_000, 50_000_000);
            technique.find(&view, &mut found);
            let steps = found.into_steps().into_iter().filter(|s| s.technique.id == id);
            let mut words = steps.map(|s| text::describe(&model, &state, &s).to_string()).collect::<Vec<_>>();
            words.retain(|w| meaning(conclusion(w)) == meaning(conclusion(step)));
            // The same derivation where there are several.
            let same = words.iter().position(|w| w.lines().nth(1) == step.lines().nth(1)).unwrap_or(0);
            words.into_iter().nth(same)
        };
        if let Some(words) = techniques(&id).iter().find_map(said) {
            std::fs::write(file, page.replace(step, &words)).expect("a writable page");
        }
    }
}

/// Gives boards to the pages that have none, from random puzzles.
fn update() {
    let mut missing: Vec<(String, PathBuf, String)> =
        pages().into_iter().filter(|(_, _, page)| block(page, "board").is_none()).collect();
    let mut random = Random(20_240_229);
    for _ in 0..400 {
        if missing.is_empty() {
            return;
        }
        let model = Grid::new(9, &puzzle(&mut random)).finish();
        let path = walk(&model, State::start(&model), &Config { work: 100_000_000, ..Config::default() });
        for (state, step) in path.positions(&model) {
            let Some(at) = missing.iter().position(|(id, ..)| id == step.technique.id) else { continue };
            let (_, file, page) = missing.swap_remove(at);
            let board = write_board(&model, &state);
            let words = text::describe(&model, &state, step);
            let page = format!("{}\n\n```board\n{board}\n```\n\n```step\n{words}\n```\n", page.trim_end());
            std::fs::write(file, page).expect("a writable page");
        }
    }
}

/// A random puzzle with one solution, without needless givens.
fn puzzle(random: &mut Random) -> String {
    let blank = Grid::new(9, "").finish();
    let mut state = State::start(&blank);
    let full = loop {
        for _ in 0..12 {
            let cell = Cell(random.below(81) as u16);
            let values: Vec<Value> = state.board.values(cell).iter().collect();
            if values.len() > 1 {
                state.settle(&blank, Candidate::new(cell, values[random.below(values.len())]));
            }
        }
        let found = if state.board.is_broken() { None } else { solutions(&blank, &state.board, 1).pop() };
        match found {
            Some(full) => break full,
            None => state = State::start(&blank),
        }
    };
    let mut keep = vec![true; 81];
    let mut order: Vec<usize> = (0..81).collect();
    for i in (1..81).rev() {
        order.swap(i, random.below(i + 1));
    }
    for c in order {
        keep[c] = false;
        let mut state = State::start(&blank);
        for (c, &v) in full.iter().enumerate().filter(|(c, _)| keep[*c]) {
            state.settle(&blank, Candidate::new(Cell(c as u16), v));
        }
        if solutions(&blank, &state.board, 2).len() > 1 {
            keep[c] = true;
        }
    }
    full.iter().zip(&keep).map(|(v, k)| if *k { char::from(b'1' + v.0) } else { '.' }).collect()
}
