//! The pages of docs/techniques are tests: on the board of each page the technique finds the printed step, and every technique has
//! a page.
//!
//! A page has sentences and one or more examples: a block `board` (rows of cells: the candidates; `=` before a filled-in one, `!`
//! before a given) and a block `step` (the step in words). A block `rules` before a board lists the rules besides rows, columns and
//! boxes: `knight`, `nonconsecutive`, `cage 15 r1c1 r1c2`; lines `region r1c1 r1c2 ...` say what there is instead of boxes. Boards
//! are our own: `CLUEWRIGHT_UPDATE=1 cargo test --release -p cluewright-logic --test tests pages::` writes the steps again in
//! today's words; with `boards` instead of 1 it also gives pages without a board the first one that fits, from random puzzles and
//! random positions (for minutes).

use crate::common;

use cluewright_core::{Candidate, Cell, CellSet, Model, Value, ValueSet};
use cluewright_logic::{
    Config, Found, RARE, Space, State, Step, TECHNIQUES, Technique, View, proof, solve_logically, text,
};
use common::{Grid, Random, solutions};
use std::collections::BTreeMap;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/techniques")
}

struct Page {
    id: String,
    path: PathBuf,
    text: String,
}

struct Example<'p> {
    rules: &'p str,
    board: &'p str,
    step: &'p str,
}

impl Page {
    /// The examples of a page, in order.
    fn examples(&self) -> Vec<Example<'_>> {
        let (mut rules, mut board, mut all) = ("", "", Vec::new());
        let mut rest = self.text.as_str();
        while let Some(at) = rest.find("```") {
            let (name, after) = rest[at + 3..].split_once('\n').expect("a block begins on a line of its own");
            let end = after.find("```").expect("a block ends");
            let body = after[..end].trim_end();
            rest = &after[end + 3..];
            match name {
                "rules" => rules = body,
                "board" => board = body,
                "step" => {
                    all.push(Example { rules, board, step: body });
                    (rules, board) = ("", "");
                }
                _ => panic!("{}: no block is called {name}", self.id),
            }
        }
        all
    }
}

/// The beginning of the line with the names of a technique in other sources.
const ELSEWHERE: &str = "\nKnown as ";

impl Page {
    /// The page with the correct line of names.
    fn with_names(&self) -> String {
        let info = all_techniques().flat_map(Technique::infos).find(|i| i.id == self.id).expect("a technique's page");
        let names = info.elsewhere_text().map(|text| format!("{ELSEWHERE}{text}.\n")).unwrap_or_default();
        format!("{}{names}", self.text.split(ELSEWHERE).next().unwrap_or_default())
    }
}

fn pages() -> Vec<Page> {
    let mut all: Vec<Page> = std::fs::read_dir(folder())
        .expect("docs/techniques is part of the project")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| {
            let id = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a readable page");
            Page { id, path, text }
        })
        .collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}

fn all_techniques() -> impl Iterator<Item = &'static dyn Technique> {
    TECHNIQUES.iter().chain(RARE).copied()
}

/// The techniques that may find a step with this name.
fn techniques(id: &str) -> Vec<&'static dyn Technique> {
    all_techniques().filter(|t| t.infos().iter().any(|i| i.id == id)).collect()
}

/// The conclusion of the first sentence.
fn conclusion(words: &str) -> &str {
    let first = words.lines().next().unwrap_or_default();
    first.rsplit(": ").next().unwrap_or_default()
}

/// The grid of size `n`, with the rules of a page and these givens.
fn grid(n: u16, rules: &str, givens: &str) -> Model {
    let cell = |word: &str| {
        let (r, c) = word.trim_start_matches('r').split_once('c').expect("a cell");
        Cell((r.parse::<u16>().expect("a row") - 1) * n + c.parse::<u16>().expect("a column") - 1)
    };
    let regions = rules.lines().filter_map(|line| line.strip_prefix("region "));
    let regions: Vec<Vec<Cell>> = regions.map(|cells| cells.split_whitespace().map(cell).collect()).collect();
    let mut grid = Grid::with_regions(n, givens, &regions);
    for line in rules.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        grid = match words.as_slice() {
            ["region", ..] => grid,
            ["knight"] => grid.leaper("the knight's move rule", &[(1, 2)], |a, b| a == b),
            ["nonconsecutive"] => {
                grid.leaper("the rule that neighbours are not consecutive", &[(0, 1)], |a, b| a.0.abs_diff(b.0) == 1)
            }
            ["cage", total, cells @ ..] => {
                grid.cage(&cells.iter().map(|&c| cell(c)).collect::<Vec<_>>(), total.parse().expect("a total"))
            }
            _ => panic!("no such rule: {line}"),
        };
    }
    grid.finish()
}

/// The cells that the words name, each as often as it is named.
fn cells_named(words: &str) -> Vec<&str> {
    let is_cell = |w: &&str| w.starts_with('r') && w[1..].starts_with(|c: char| c.is_ascii_digit());
    words.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_cell).collect()
}

/// The meaning of a conclusion, whatever its wording: the candidates that it names.
fn meaning(conclusion: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    // Immediate consequences follow the conclusion; ignore them.
    let conclusion = conclusion.split(", so ").next().unwrap_or_default();
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

fn read_board(rules: &str, board: &str) -> (Model, State) {
    let mut givens = String::new();
    let mut cells: Vec<(char, ValueSet)> = Vec::new();
    for word in board.split_whitespace() {
        let mark = word.chars().next().expect("a word has letters");
        let digits = word.trim_start_matches(['=', '!']);
        let values = digits.bytes().map(|b| Value(b - b'1')).collect();
        givens.push_str(if mark == '!' { digits } else { "." });
        cells.push((mark, values));
    }
    let model = grid(board.lines().count() as u16, rules, &givens);
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

fn write_board(model: &Model, state: &State, n: usize) -> String {
    let cell = |c: usize| {
        let cell = Cell(c as u16);
        let digits: String = state.board.values(cell).iter().map(|v| char::from(b'1' + v.0)).collect();
        match (model.given(cell).is_some(), state.placed.contains(cell)) {
            (true, _) => format!("!{digits}"),
            (false, true) => format!("={digits}"),
            _ => digits,
        }
    };
    let width = (0..n * n).map(|c| cell(c).len()).max().unwrap_or(1);
    let row = |r: usize| (0..n).map(|c| format!("{:width$}", cell(r * n + c))).collect::<Vec<_>>().join(" ");
    (0..n).map(|r| row(r).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_page_shows_a_step_that_is_found() {
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        refresh();
        for page in pages() {
            std::fs::write(&page.path, page.with_names()).expect("a page can be written");
        }
        if std::env::var("CLUEWRIGHT_UPDATE").is_ok_and(|v| v == "boards") {
            update();
        }
    }
    let mut bare = Vec::new();
    for page in pages() {
        let id = page.id.as_str();
        let techniques = techniques(id);
        assert!(!techniques.is_empty(), "docs/techniques/{id}.md is not about a technique");
        let examples = page.examples();
        if examples.is_empty() {
            bare.push(id.to_owned());
        }
        for example in examples {
            let (model, state) = read_board(example.rules, example.board);
            let accept = |s: &Step| s.technique.id == id;
            let fits = techniques.iter().any(|technique| {
                let steps = find(*technique, &model, &state, Found::new(10_000, 50_000_000).accepting(&accept));
                let mut words = steps.into_iter().map(|s| {
                    assert_eq!(proof::verify(&model, &state, &s), Ok(()), "{id}");
                    text::describe(&model, &state, &s).to_string()
                });
                // The same conclusion can have several derivations; the page shows one of them.
                words.any(|w| w.trim_end() == example.step.trim_end())
            });
            assert!(fits, "{id}: no step is found in the page's words: {}", example.step);
        }
    }
    assert_eq!(bare, Vec::<String>::new(), "pages without a board");
}

#[test]
fn every_technique_has_a_page() {
    let pages: Vec<String> = pages().into_iter().map(|p| p.id).collect();
    for info in all_techniques().flat_map(Technique::infos) {
        assert!(pages.iter().any(|p| p == info.id), "docs/techniques/{}.md is missing", info.id);
    }
}

/// The steps of a technique.
fn find(technique: &dyn Technique, model: &Model, state: &State, mut found: Found) -> Vec<Step> {
    let space = Space::new(model);
    let view = View::new(&space, state, None);
    technique.find(&view, &mut found);
    found.into_steps()
}

/// Writes the steps of all pages again, in the current wording.
fn refresh() {
    for page in pages() {
        let mut text = page.text.clone();
        for example in page.examples() {
            let (model, state) = read_board(example.rules, example.board);
            let accept = |s: &Step| s.technique.id == page.id;
            let said = |technique: &&dyn Technique| {
                let steps = find(*technique, &model, &state, Found::new(10_000, 50_000_000).accepting(&accept));
                let all: Vec<String> =
                    steps.into_iter().map(|s| text::describe(&model, &state, &s).to_string()).collect();
                let mut words = all.clone();
                words.retain(|w| meaning(conclusion(w)) == meaning(conclusion(example.step)));
                if words.is_empty() {
                    // The wording of the conclusion has changed: use the conclusion about the same cells.
                    let known = cells_named(example.step.lines().next().unwrap_or_default());
                    let other = |w: &&String| {
                        let named = cells_named(w.lines().next().unwrap_or_default());
                        let not_in = |a: &[&str], b: &[&str]| a.iter().filter(|cell| !b.contains(cell)).count();
                        not_in(&known, &named) + not_in(&named, &known)
                    };
                    words.extend(all.iter().min_by_key(other).cloned());
                }
                // If there are several derivations, keep the one on the page.
                let same = words.iter().position(|w| w.lines().nth(1) == example.step.lines().nth(1)).unwrap_or(0);
                words.into_iter().nth(same)
            };
            if let Some(words) = techniques(&page.id).iter().find_map(said) {
                text = text.replace(example.step, words.trim_end());
            }
        }
        std::fs::write(&page.path, text).expect("a writable page");
    }
}

/// Finds boards for the pages without one.
struct MissingBoards {
    pages: BTreeMap<String, PathBuf>,
}

impl MissingBoards {
    /// Searches for steps for the pages without a board, and writes them there.
    fn look(&mut self, model: &Model, state: &State, rules: &str, n: usize) {
        for technique in all_techniques() {
            if !technique.infos().iter().any(|i| self.pages.contains_key(i.id)) {
                continue;
            }
            let accept = |s: &Step| self.pages.contains_key(s.technique.id);
            for step in find(technique, model, state, Found::new(200, 3_000_000).accepting(&accept)) {
                let Some(path) = self.pages.get(step.technique.id) else { continue };
                if proof::verify(model, state, &step).is_err() {
                    continue;
                }
                let board = write_board(model, state, n);
                let words = text::describe(model, state, &step);
                let page = std::fs::read_to_string(path).expect("a readable page");
                let rules = if rules.is_empty() { String::new() } else { format!("```rules\n{rules}\n```\n\n") };
                let page = format!("{}\n\n{rules}```board\n{board}\n```\n\n```step\n{words}\n```\n", page.trim_end());
                std::fs::write(path, page).expect("a writable page");
                eprintln!("{} has a board; {} left", step.technique.id, self.pages.len() - 1);
                self.pages.remove(step.technique.id);
            }
        }
    }
}

/// Adds boards to the pages without one.
fn update() {
    let bare = pages().into_iter().filter(|p| p.examples().is_empty());
    let mut wanted = MissingBoards { pages: bare.map(|p| (p.id, p.path)).collect() };
    let mut random = Random::new(20_240_229);
    // For techniques that need no clues: positions on the solution paths of random puzzles.
    for _ in 0..60 {
        if wanted.pages.keys().all(|id| ["clue", "innies"].iter().any(|w| id.contains(w))) {
            break;
        }
        let model = Grid::new(9, &puzzle(&mut random)).finish();
        let path = solve_logically(&model, State::start(&model), &Config { work: 100_000_000, ..Config::default() });
        for (state, step) in path.positions(&model) {
            if step.technique.difficulty >= 30 {
                wanted.look(&model, &state, "", 9);
            }
        }
    }
    for round in 0..2_000 {
        if wanted.pages.is_empty() {
            return;
        }
        // Random positions of a puzzle with one solution.
        let blank = Grid::new(9, "").finish();
        let full = full_grid(&blank, &mut random);
        let state = position(&blank, &full, &mut random);
        if solutions(&blank, &state.board, 2).len() == 1 {
            wanted.look(&blank, &state, "", 9);
        }
        for _ in 0..20 {
            let state = narrow(&blank, &full, &mut random);
            if solutions(&blank, &state.board, 2).len() == 1 {
                wanted.look(&blank, &state, "", 9);
            }
        }
        if wanted.pages.contains_key("tridagon") {
            tridagon(&blank, &full, &mut wanted);
        }
        // Random positions with further rules, on a small grid.
        let rules = match round % 3 {
            0 => "knight".to_owned(),
            1 => "nonconsecutive".to_owned(),
            _ => String::new(),
        };
        let mut rules = rules;
        let plain = grid(6, &rules, "");
        let full = full_grid(&plain, &mut random);
        if round % 3 == 2 {
            rules = cages(&full, &mut random);
        }
        let model = grid(6, &rules, "");
        let state = position(&model, &full, &mut random);
        wanted.look(&model, &state, &rules, 6);
    }
}

/// A random solution of the model.
fn full_grid(blank: &Model, random: &mut Random) -> Vec<Value> {
    let n = blank.len();
    loop {
        let mut state = State::start(blank);
        for _ in 0..n / 7 {
            let cell = Cell(random.below(n) as u16);
            let values: Vec<Value> = state.board.values(cell).iter().collect();
            if values.len() > 1 {
                state.settle(blank, Candidate::new(cell, values[random.below(values.len())]));
            }
        }
        let found = if state.board.is_broken() { None } else { solutions(blank, &state.board, 1).pop() };
        if let Some(full) = found {
            return full;
        }
    }
}

/// A position that leads to the given solution: some cells are filled in, and some candidates are removed.
fn position(model: &Model, full: &[Value], random: &mut Random) -> State {
    let mut state = State::start(model);
    let (filled, kept) = (random.below(6), 2 + random.below(5));
    for (c, &truth) in full.iter().enumerate() {
        if random.below(10) < filled {
            state.settle(model, Candidate::new(Cell(c as u16), truth));
        }
    }
    for (c, &truth) in full.iter().enumerate() {
        for v in state.board.values(Cell(c as u16)).without(truth) {
            if random.below(10) >= kept {
                state.eliminate(Candidate::new(Cell(c as u16), v));
            }
        }
    }
    state
}

/// A position in which two to four values are still possible in all their cells and in a few additional cells.
fn narrow(blank: &Model, full: &[Value], random: &mut Random) -> State {
    let count = 2 + random.below(3);
    let values: ValueSet = (0..count).map(|_| Value(random.below(9) as u8)).collect();
    let extra: Vec<usize> = (0..=random.below(3)).map(|_| random.below(81)).collect();
    let mut state = State::start(blank);
    for (i, &truth) in full.iter().enumerate() {
        if !values.contains(truth) && !extra.contains(&i) {
            state.settle(blank, Candidate::new(Cell(i as u16), truth));
        }
    }
    for (c, &truth) in full.iter().enumerate() {
        for v in state.board.values(Cell(c as u16)).without(truth) {
            if random.below(10) < 2 || !values.contains(v) {
                state.eliminate(Candidate::new(Cell(c as u16), v));
            }
        }
    }
    state
}

/// Some cages of two to five cells in the rows or columns of a 6x6 grid; a row or column may have two cages.
fn cages(full: &[Value], random: &mut Random) -> String {
    let mut lines = Vec::new();
    let down = random.below(2) == 0;
    for r in 0..6 {
        let (first, split) = (random.below(3), 2 + random.below(3));
        let second = if random.below(2) == 0 { first + split..6 } else { 0..0 };
        for range in [first..(first + split).min(6), second] {
            let at = |c: usize| if down { (c, r) } else { (r, c) };
            let places: Vec<(usize, usize)> = range.map(at).collect();
            if places.len() >= 2 {
                let total: usize = places.iter().map(|&(r, c)| full[r * 6 + c].0 as usize + 1).sum();
                let cells: Vec<String> = places.iter().map(|(r, c)| format!("r{}c{}", r + 1, c + 1)).collect();
                lines.push(format!("cage {total} {}", cells.join(" ")));
            }
        }
    }
    lines.join("\n")
}

/// Positions where three values are open in all their cells and in one other cell, so a tridagon is possible.
fn tridagon(blank: &Model, full: &[Value], wanted: &mut MissingBoards) {
    for a in 0..7 {
        for b in a + 1..8 {
            for c in b + 1..9 {
                let triple: ValueSet = [a, b, c].into_iter().map(Value).collect();
                for extra in (0..81).filter(|&i| !triple.contains(full[i])) {
                    let mut state = State::start(blank);
                    for (i, &truth) in full.iter().enumerate() {
                        if !triple.contains(truth) && i != extra {
                            state.settle(blank, Candidate::new(Cell(i as u16), truth));
                        }
                    }
                    wanted.look_for(blank, &state, "tridagon");
                    if !wanted.pages.contains_key("tridagon") {
                        return;
                    }
                }
            }
        }
    }
}

impl MissingBoards {
    fn look_for(&mut self, model: &Model, state: &State, id: &str) {
        let Some(path) = self.pages.remove(id) else { return };
        let mut one = Self { pages: BTreeMap::from([(id.to_owned(), path)]) };
        one.look(model, state, "", 9);
        self.pages.append(&mut one.pages);
    }
}

/// A random puzzle with one solution and no redundant givens.
fn puzzle(random: &mut Random) -> String {
    let blank = Grid::new(9, "").finish();
    let full = full_grid(&blank, random);
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

/// The names of a technique in `HoDoKu` and on Sudopedia are at the end of its page.
#[test]
fn pages_name_what_others_say() {
    if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
        return;
    }
    for page in pages() {
        assert_eq!(page.with_names(), page.text, "{}: CLUEWRIGHT_UPDATE=1 writes its names", page.path.display());
    }
}
