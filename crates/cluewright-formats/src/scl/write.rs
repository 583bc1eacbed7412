//! Writes the object.

use super::data::{INFO, object, text};
use super::drawings::{KEYS, drawing, items, key_of};
use super::fog::{self, FOG};
use super::read::{Cage, cage_of, read_text, said};
use crate::foreign::{self, Name, bound, cells_of};
use crate::notes::Notes;
use crate::{Note, NoteKind};
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Drawing, Puzzle};
use cluewright_draw::drawings_of;
use cluewright_rules::Ruleset;
use serde_json::{Map, Value, json};

/// The texts for which puzzles have fields.
const WORDS: [&str; 4] = ["title", "author", "rules", "solution"];

pub(super) fn write_json(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    let old = puzzle.foreign.as_ref().filter(|f| f.format == INFO.id);
    if let Some(old) = old {
        // If the puzzle has not changed since it was read, return the original text, zipped or not.
        if read_text(&old.text).is_ok_and(|(same, _)| same == *puzzle) {
            return Ok((old.text.clone(), Vec::new()));
        }
    }
    let [grid] = puzzle.shape.grids() else {
        return Err(BadInput::new("SudokuPad's format supports only one grid").hint("write the format `clue`"));
    };
    if puzzle.shape.len() != usize::from(grid.height) * usize::from(grid.width) {
        return Err(
            BadInput::new("SudokuPad's format does not support holes in a grid").hint("write the format `clue`")
        );
    }
    let before = old.and_then(|f| object(&f.text).ok()).unwrap_or_default();
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let puzzle = &*foreign::spelled_out(puzzle, INFO.id, &rules);
    let names = foreign::names(INFO.id, &rules);
    let kept = Originals::of(puzzle, &before);
    let mut writer = Writer { puzzle, rules: &rules, notes: Notes::default(), names, top: Map::new(), kept };
    writer.start(&before);
    writer.metadata(&before);
    let cells = writer.cells();
    writer.top.insert("cells".into(), cells);
    writer.regions();
    for key in KEYS {
        writer.top.insert(key.into(), json!([]));
    }
    for clue in &puzzle.clues {
        writer.tree(clue);
    }
    for rule in &puzzle.rules {
        writer.rule(rule);
    }
    for drawing in &puzzle.drawings {
        writer.draw(drawing);
    }
    writer.words_of_cages(&before);
    if let Some(fog) = &puzzle.fog {
        fog::write(fog, &puzzle.shape, &mut writer.top);
    }
    Ok((Value::Object(writer.top).to_string(), writer.notes.into_list()))
}

/// The original JSON of the clues and drawings that have not been written yet.
#[derive(Default)]
struct Originals {
    clues: Vec<(Clue, Value)>,
    drawings: Vec<(Drawing, &'static str, Value)>,
}

impl Originals {
    fn of(puzzle: &Puzzle, before: &Map<String, Value>) -> Self {
        let mut kept = Self::default();
        for key in KEYS {
            for item in before.get(key).and_then(Value::as_array).into_iter().flatten() {
                match if key == "cages" { cage_of(&puzzle.shape, item) } else { Cage::Drawing } {
                    Cage::Clue(clue) => kept.clues.push((clue, item.clone())),
                    Cage::Drawing => {
                        kept.drawings.extend(drawing(key, item).map(|drawing| (drawing, key, item.clone())));
                    }
                    _ => {}
                }
            }
        }
        kept
    }
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    rules: &'a Ruleset,
    notes: Notes,
    names: Vec<Name<'a>>,
    top: Map<String, Value>,
    kept: Originals,
}

impl Writer<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.notes.push(NoteKind::Lost, format!("SudokuPad's format cannot express {what}"));
    }

    /// Copies the original's keys that are not part of the puzzle, unchanged.
    fn start(&mut self, before: &Map<String, Value>) {
        for (key, value) in before {
            let ours = WORDS.contains(&key.as_str()) || KEYS.contains(&key.as_str());
            if !ours
                && !matches!(key.as_str(), "cells" | "regions" | "metadata" | "metaData" | "global")
                && !FOG.contains(&key.as_str())
            {
                self.top.insert(key.clone(), value.clone());
            }
        }
        self.top.entry("cellSize").or_insert_with(|| json!(50));
    }

    /// Writes title, author, rules and solution, and the other metadata of the original text.
    fn metadata(&mut self, before: &Map<String, Value>) {
        let puzzle = self.puzzle;
        let mut words = Map::new();
        let text = foreign::text(puzzle, self.rules);
        for (key, text) in [("title", &*puzzle.title), ("author", &puzzle.author), ("rules", &text)] {
            if !text.is_empty() {
                words.insert(key.into(), json!(text));
            }
        }
        if puzzle.solution.iter().any(Option::is_some) {
            words.insert("solution".into(), json!(self.solution()));
        }
        let told = |key: &str| before.get(key).and_then(Value::as_object).into_iter().flatten();
        for (key, value) in told("metaData").chain(told("metadata")) {
            let rule = foreign::called(INFO.id, key).iter().any(Name::is_switch) || key == "norowcol";
            if !WORDS.contains(&key.as_str()) && !rule {
                words.insert(key.clone(), value.clone());
            }
        }
        self.top.insert("metadata".into(), Value::Object(words));
    }

    fn solution(&self) -> String {
        let puzzle = self.puzzle;
        let separator = if puzzle.digits.last() > 9 { "," } else { "" };
        let (height, width) = (i32::from(puzzle.shape.height()), i32::from(puzzle.shape.width()));
        let digit = |i: i32| {
            let cell = puzzle.shape.at(i / width, i % width);
            let digit = cell.and_then(|c| puzzle.solution.get(c.index()).copied().flatten());
            digit.map_or_else(|| "?".to_owned(), |d| d.to_string())
        };
        (0..height * width).map(digit).collect::<Vec<_>>().join(separator)
    }

    fn cells(&mut self) -> Value {
        let puzzle = self.puzzle;
        let (height, width) = (puzzle.shape.height(), puzzle.shape.width());
        let mut rows = vec![vec![Map::new(); width.into()]; height.into()];
        let mut entry = |cell: Cell, key: &str, value: Value| {
            if cell.index() < puzzle.shape.len() {
                let place = puzzle.shape.place(cell);
                rows[usize::from(place.row)][usize::from(place.col)].insert(key.into(), value);
            }
        };
        let (mut several, mut placed) = (0, 0);
        for given in &puzzle.givens {
            match given.digits[..] {
                [digit] => entry(given.cell, "value", json!(digit)),
                _ => several += 1,
            }
        }
        for progress in &puzzle.progress {
            placed += usize::from(progress.placed.is_some());
            if !progress.marks.is_empty() {
                entry(progress.cell, "centremarks", json!(progress.marks));
            }
        }
        if several > 0 {
            self.lose(format!("the digits allowed in {several} cells"));
        }
        if puzzle.givens.windows(2).any(|p| p[0].cell == p[1].cell) {
            self.lose("two givens of one cell");
        }
        if placed > 0 {
            let text = format!("{placed} digits of the player are left out, as they would become givens");
            self.notes.push(NoteKind::Decoration, text);
        }
        if !puzzle.labels.is_empty() {
            self.notes.push(NoteKind::Decoration, "this format cannot express the digits' labels");
        }
        if !puzzle.extra.is_empty() {
            self.lose(format!("the {} extra cells", puzzle.extra.len()));
        }
        if puzzle.shape.wraps() {
            self.lose("a grid that wraps around at the edges");
        }
        let grid = &puzzle.shape.grids()[0];
        let usual = grid.height.max(grid.width);
        if puzzle.digits.first != 1 || u16::from(puzzle.digits.count) != usual {
            self.lose(format!("the digits {} to {}", puzzle.digits.first, puzzle.digits.last()));
        }
        rows.into_iter().map(|row| row.into_iter().map(Value::Object).collect::<Value>()).collect()
    }

    fn has_rule(&self, names: &[&str]) -> bool {
        self.puzzle.rules.iter().any(|r| names.contains(&r.rule.as_str()))
    }

    /// Writes the regions whose digits differ.
    fn regions(&mut self) {
        let puzzle = self.puzzle;
        let lines = self.has_rule(&["classic", "irregular", "latin"])
            || self.has_rule(&["rows"]) && self.has_rule(&["columns"]);
        let boxes = self.has_rule(&["classic", "irregular", "boxes", "regions"]);
        let place = |cell: &Cell| {
            let place = puzzle.shape.place(*cell);
            json!([place.row, place.col])
        };
        let regions = &puzzle.shape.grids()[0].regions;
        if !lines {
            if self.has_rule(&["rows", "columns"]) {
                self.lose("the rule that digits differ only in rows or only in columns");
            }
            if let Some(Value::Object(words)) = self.top.get_mut("metadata") {
                words.insert("norowcol".into(), json!(true));
            }
        }
        let mut shown = Value::Array(Vec::new());
        if boxes {
            shown = regions.iter().map(|region| region.iter().map(place).collect::<Value>()).collect();
        } else if !regions.is_empty() {
            self.lose("regions whose digits may repeat");
        }
        self.top.insert("regions".into(), shown);
    }

    fn rule(&mut self, rule: &Clue) {
        let base = ["rows", "columns", "boxes", "regions"];
        if foreign::is_base(&rule.rule) || base.contains(&rule.rule.as_str()) {
            return;
        }
        let name = self.names.iter().find(|n| n.is_switch() && n.holds(rule)).map(|n| n.foreign.name.clone());
        match (name, self.top.get_mut("metadata")) {
            (Some(name), Some(Value::Object(words))) => {
                words.insert(name, json!(true));
            }
            _ => self.picture(rule),
        }
    }

    fn tree(&mut self, tree: &ClueTree) {
        for part in foreign::that_hold(tree) {
            match part {
                Ok(clue) if clue.args.is_empty() => self.rule(clue),
                Ok(clue) => self.clue(clue),
                Err(what) => self.lose(what),
            }
        }
    }

    fn clue(&mut self, clue: &Clue) {
        let clue = self.rules.rule(&clue.rule).map_or_else(|| clue.clone(), |rule| bound(clue, &rule.params));
        let Some(cage) = self.cage(&clue) else { return self.picture(&clue) };
        let old = self.kept.clues.iter().position(|(old, _)| old.rule == clue.rule && old.args == clue.args);
        let item = old.map_or(Value::Object(cage), |at| self.kept.clues.remove(at).1);
        self.push("cages", item);
    }

    /// The cage that expresses a clue; `None` if no cage does.
    fn cage(&self, clue: &Clue) -> Option<Map<String, Value>> {
        let cells = cells_of(clue.arg("C")?);
        let shape = &self.puzzle.shape;
        let total = match clue.arg("total") {
            None => None,
            Some(Arg::Number(n)) => Some(*n),
            Some(_) => return None,
        };
        if cells.is_empty()
            || cells.iter().any(|c| c.index() >= shape.len())
            || clue.args.iter().any(|(name, _)| name != "C" && name != "total")
        {
            return None;
        }
        let mut cage = Map::new();
        let places: Value = cells.iter().map(|c| json!([shape.place(*c).row, shape.place(*c).col])).collect();
        cage.insert("cells".into(), places);
        if let Some(n) = total {
            cage.insert("value".into(), json!(n.to_string()));
            cage.insert("sum".into(), json!(n));
        }
        match (clue.rule.as_str(), total) {
            ("killer-cage", _) => cage.insert("unique".into(), json!(true)),
            ("sum", Some(_)) => cage.insert("unique".into(), json!(false)),
            ("extra-region", None) => None,
            _ => return None,
        };
        Some(cage)
    }

    /// Writes a clue as drawings, because the format cannot express it otherwise.
    fn picture(&mut self, clue: &Clue) {
        let drawings = drawings_of(self.puzzle, self.rules, clue);
        if drawings.is_empty() {
            return self.lose(format!("the clue {}", clue.rule));
        }
        self.notes
            .push(NoteKind::Lost, format!("{} is only drawn, and its meaning is only in the rules text", clue.rule));
        for drawing in &drawings {
            self.draw(drawing);
        }
    }

    fn draw(&mut self, drawing: &Drawing) {
        if let Some(at) = self.kept.drawings.iter().position(|(old, ..)| old == drawing) {
            let (_, key, item) = self.kept.drawings.remove(at);
            return self.push(key, item);
        }
        let key = key_of(drawing);
        for item in items(drawing) {
            self.push(key, item);
        }
    }

    fn push(&mut self, key: &str, item: Value) {
        if let Some(Value::Array(list)) = self.top.get_mut(key) {
            list.push(item);
        }
    }

    /// Copies texts in cages that are not fields of the puzzle.
    fn words_of_cages(&mut self, before: &Map<String, Value>) {
        for item in before.get("cages").and_then(Value::as_array).into_iter().flatten() {
            let value = item.get("value").map(text).unwrap_or_default();
            let bare = matches!(cage_of(&self.puzzle.shape, item), Cage::Word(..) | Cage::Nothing);
            let word = said(&value).map_or("", |(word, _)| word);
            let rule = foreign::called(INFO.id, word).iter().any(Name::is_switch);
            if bare && !WORDS.contains(&word) && !rule && word != "foglight" {
                self.push("cages", item.clone());
            }
        }
    }
}
