//! `gallery`: draws a picture for each rule of the library (the puzzle of its page) and each technique (the step of its page).

use crate::pages::block;
use crate::task::{Fail, Task, Words};
use cluewright::core::{CellSet, Clue, Value, ValueSet};
use cluewright::draw::{Scene, draw};
use cluewright::logic::{Found, RARE, Space, State, Step, TECHNIQUES, View, text};
use cluewright::rules::Ruleset;
use cluewright::{Cell, Compiled, formats, picture};
use std::path::Path;

pub(crate) const TASK: Task = Task {
    name: "gallery",
    takes: "",
    about: "write the pictures of docs/rules and docs/techniques",
    options: &[],
    run,
};

/// Runs the task. The working directory must be the root of the repository.
fn run(_: &Words) -> Result<(), Fail> {
    let mut failed = Vec::new();
    for rule in Ruleset::library().rules() {
        keep(&mut failed, "rules", &rule.name, of_rule(Path::new("."), &rule.name));
    }
    for id in techniques() {
        keep(&mut failed, "techniques", id, of_technique(Path::new("."), id));
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("no picture for:\n{}", failed.join("\n")).into()) }
}

fn keep(failed: &mut Vec<String>, folder: &str, name: &str, svg: Result<String, String>) {
    let folder = format!("docs/{folder}/pictures");
    let written = svg.and_then(|svg| {
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        std::fs::write(format!("{folder}/{name}.svg"), svg).map_err(|e| e.to_string())
    });
    if let Err(why) = written {
        failed.push(format!("{name}: {why}"));
    }
}

fn page(root: &Path, folder: &str, name: &str) -> Result<String, String> {
    let path = root.join(format!("docs/{folder}/{name}.md"));
    std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
}

/// The puzzle of a rule's page.
pub(crate) fn of_rule(root: &Path, name: &str) -> Result<String, String> {
    let page = page(root, "rules", name)?;
    let clue = block(&page, "clue").ok_or("the page has no puzzle")?;
    let puzzle = formats::read_as("clue", clue).map_err(|e| e.to_string())?.puzzle;
    let rules = Ruleset::for_puzzle(&puzzle, &[]).map_err(|e| e.to_string())?;
    Ok(draw(&Scene::new(&puzzle, &rules)).sized(Some(360.0)))
}

/// Every technique that has a page.
fn techniques() -> impl Iterator<Item = &'static str> {
    TECHNIQUES.iter().chain(RARE).flat_map(|t| t.infos()).map(|info| info.id)
}

/// The first step of a technique's page.
pub(crate) fn of_technique(root: &Path, id: &str) -> Result<String, String> {
    let page = page(root, "techniques", id)?;
    let board = block(&page, "board").ok_or("the page has no board")?;
    let before = &page[..page.find("```board").unwrap_or(0)];
    let compiled = compiled(block(before, "rules").unwrap_or_default(), board)?;
    let state = state(&compiled, board)?;
    let words = block(&page, "step").unwrap_or_default().trim();
    // The board may come from a puzzle whose text is not on the page. In this case, only the position is used.
    let step = found(&compiled, &state, id, words);
    let mut scene = picture::scene(&compiled);
    scene.board = picture::marks(&compiled, &state, true);
    scene.highlights = step.map(|step| picture::highlights(&compiled, &state, &step)).unwrap_or_default();
    Ok(draw(&scene).sized(Some(540.0)))
}

/// The puzzle of a board: its givens, with additional rules besides the rules for rows, columns and boxes.
fn compiled(rules: &str, board: &str) -> Result<Compiled, String> {
    let n = board.lines().count();
    let line: String = board.split_whitespace().map(|w| w.strip_prefix('!').unwrap_or(".")).collect();
    let mut puzzle = formats::read_as("line", &line).map_err(|e| e.to_string())?.puzzle;
    for rule in rules.lines() {
        let words: Vec<&str> = rule.split_whitespace().collect();
        match words[..] {
            ["knight"] => puzzle.rules.push(Clue::new("anti-knight", Vec::new())),
            ["nonconsecutive"] => puzzle.rules.push(Clue::new("nonconsecutive", Vec::new())),
            ["cage", total, ref cells @ ..] => {
                let clue = format!("grid: {n}x{n}\nkiller-cage {total} {}\n", cells.join(" "));
                puzzle.clues.extend(formats::read_as("clue", &clue).map_err(|e| e.to_string())?.puzzle.clues);
            }
            ["region", ..] => {}
            _ => return Err(format!("no such rule: {rule}")),
        }
    }
    let cell = |name: &str| puzzle.shape.cells().find(|&c| puzzle.cell_name(c) == name);
    let regions = rules.lines().filter_map(|rule| rule.strip_prefix("region "));
    let regions: Option<Vec<Vec<Cell>>> = regions.map(|cells| cells.split_whitespace().map(cell).collect()).collect();
    let regions = regions.ok_or("a region names a cell that is not there")?;
    if !regions.is_empty() {
        puzzle.shape.set_regions(0, regions);
    }
    Compiled::new(puzzle).map_err(|e| e.to_string())
}

/// The position that a board shows.
fn state(compiled: &Compiled, text: &str) -> Result<State, String> {
    let mut board = compiled.model().board();
    let mut placed = CellSet::new();
    for (i, word) in text.split_whitespace().enumerate() {
        let digits = word.trim_start_matches(['=', '!']);
        let values: ValueSet = digits.bytes().map(|b| Value(b.saturating_sub(b'1'))).collect();
        board.keep(Cell::at(i), values).map_err(|_| format!("the board has no candidates in cell {i}"))?;
        if word.starts_with(['=', '!']) {
            placed.insert(Cell::at(i));
        }
    }
    Ok(State::new(compiled.model(), board, placed))
}

/// The step that the page shows, or else any step of the technique.
fn found(compiled: &Compiled, state: &State, id: &str, words: &str) -> Option<Step> {
    let model = compiled.model();
    let space = Space::new(model);
    let view = View::new(&space, state, None);
    let accept = |s: &Step| s.technique.id == id;
    let mut first = None;
    for technique in TECHNIQUES.iter().chain(RARE).filter(|t| t.infos().iter().any(|i| i.id == id)) {
        let mut found = Found::new(10_000, 50_000_000).accepting(&accept);
        technique.find(&view, &mut found);
        for step in found.into_steps() {
            if text::describe(model, state, &step).to_string().trim() == words {
                return Some(step);
            }
            first.get_or_insert(step);
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    /// Checks that every rule's picture exists and is up to date. If you change how a rule is drawn, this test lists all pictures
    /// that change.
    #[test]
    fn the_pictures_of_rules_are_those_that_are_drawn() {
        let mut stale = Vec::new();
        for rule in Ruleset::library().rules() {
            let path = root().join(format!("docs/rules/pictures/{}.svg", rule.name));
            let there = std::fs::read_to_string(path).unwrap_or_default();
            if of_rule(&root(), &rule.name).expect("a page with a puzzle") != there {
                stale.push(rule.name.clone());
            }
        }
        assert!(stale.is_empty(), "run `cargo xtask gallery` and look at {stale:?}");
    }

    /// Checks that the arrows and marks of two chains are unchanged.
    #[test]
    fn pictures_of_chains_are_those_that_are_drawn() {
        for id in ["xy_chain", "als_chain"] {
            let there = std::fs::read_to_string(root().join(format!("docs/techniques/pictures/{id}.svg")));
            let drawn = of_technique(&root(), id).expect("a page with a step");
            assert!(there.unwrap_or_default() == drawn, "run `cargo xtask gallery` and look at {id}");
        }
    }

    #[test]
    fn every_technique_has_its_picture_and_its_page_shows_it() {
        let missing: Vec<&str> =
            techniques().filter(|id| !root().join(format!("docs/techniques/pictures/{id}.svg")).is_file()).collect();
        assert!(missing.is_empty(), "run `cargo xtask gallery`: {missing:?}");
        // Directly above the first block.
        let picture = |id: &str| format!(": the first step shown below](pictures/{id}.svg)\n\n```");
        let shown = |id: &&str| page(&root(), "techniques", id).is_ok_and(|text| text.contains(&picture(id)));
        let hidden: Vec<&str> = techniques().filter(|id| !shown(id)).collect();
        assert!(
            hidden.is_empty(),
            "put `![NAME: the first step shown below](pictures/ID.svg)` above the board of {hidden:?}"
        );
    }
}
