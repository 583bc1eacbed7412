//! Writes the JSON. The drawings and settings of the original text are kept unchanged.

use super::data::{INFO, drawn_kind};
use super::drawings::{covers, drawing, in_format, object};
use super::read::read_json;
use crate::foreign::{self, Name, bound, lists_of};
use crate::notes::Notes;
use crate::objects::{DIAGONALS, STRAIGHT, cell_name, object_of};
use crate::scl::fog::{self, FOG};
use crate::{Note, NoteKind};
use cluewright_core::{BadInput, Cell, Clue, ClueTree, Drawing, DrawingKind, Puzzle, Shape};
use cluewright_draw::drawings_of;
use cluewright_rules::Ruleset;
use serde_json::{Map, Value, json};

/// Keys that the site itself draws; for other keys, a drawing is added.
const DRAWN_BY_SITE: &[&str] = &[
    "arrow",
    "betweenline",
    "clone",
    "difference",
    "even",
    "extraregion",
    "killercage",
    "littlekillersum",
    "maximum",
    "minimum",
    "odd",
    "palindrome",
    "quadruple",
    "ratio",
    "sandwichsum",
    "thermometer",
    "xv",
];

/// Capitalises a word: `killer` becomes `Killer`.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn write_json(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    let old = puzzle.foreign.as_ref().filter(|f| f.format == INFO.id);
    if let Some(old) = old {
        // If the puzzle has not changed since it was read, return the original text.
        if read_json(&old.text).is_ok_and(|(same, _)| same == *puzzle) {
            return Ok((old.text.clone(), Vec::new()));
        }
    }
    let n = crate::line::plain_square(puzzle)?;
    if puzzle.digits.first != 1 || usize::from(puzzle.digits.count) != n {
        return Err(BadInput::new(format!("f-puzzles supports only the digits 1 to {n} in a grid of {n}x{n}"))
            .hint("write the format `clue`"));
    }
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let puzzle = &*foreign::spelled_out(puzzle, INFO.id, &rules);
    let names = foreign::names(INFO.id, &rules);
    let before = match old.and_then(|f| serde_json::from_str(&f.text).ok()) {
        Some(Value::Object(before)) => before,
        _ => Map::new(),
    };
    let drawn = drawn(&before);
    let mut writer = Writer { puzzle, rules: &rules, notes: Notes::default(), names, top: Map::new(), drawn };
    writer.top.insert("size".into(), json!(n));
    let text = foreign::text(puzzle, &rules);
    for (key, text) in [("title", &*puzzle.title), ("author", &puzzle.author), ("ruleset", &text)] {
        if !text.is_empty() {
            writer.top.insert(key.into(), json!(text));
        }
    }
    let grid = writer.grid(n);
    writer.top.insert("grid".into(), grid);
    for rule in &puzzle.rules {
        writer.rule(rule);
    }
    for tree in &puzzle.clues {
        writer.tree(tree);
    }
    if puzzle.givens.windows(2).any(|p| p[0].cell == p[1].cell) {
        writer.lose("two givens of one cell");
    }
    if !puzzle.extra.is_empty() {
        writer.lose(format!("the {} extra cells", puzzle.extra.len()));
    }
    if puzzle.solution.iter().any(Option::is_some) {
        let digits: Vec<Value> =
            puzzle.solution.iter().take(n * n).map(|d| d.map_or_else(|| json!("."), |d| json!(d))).collect();
        writer.top.insert("solution".into(), Value::Array(digits));
    }
    for drawing in &puzzle.drawings {
        writer.draw(drawing);
    }
    writer.keep_settings(&before);
    if let Some(fog) = &puzzle.fog {
        fog::write(fog, &puzzle.shape, &mut writer.top);
        let names = fog.lights.iter().map(|cell| json!(cell_name(&puzzle.shape, *cell)));
        writer.top.insert("foglight".into(), names.collect());
    }
    Ok((Value::Object(writer.top).to_string(), writer.notes.into_list()))
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    rules: &'a Ruleset,
    notes: Notes,
    names: Vec<Name<'a>>,
    top: Map<String, Value>,
    /// The drawings of the original text with their original JSON. Drawings that have been written are removed from this list.
    drawn: Vec<(Drawing, Value)>,
}

fn drawn(before: &Map<String, Value>) -> Vec<(Drawing, Value)> {
    let mut all = Vec::new();
    for kind in DrawingKind::TAKEN {
        let items = before.get(kind.word()).and_then(Value::as_array).into_iter().flatten();
        all.extend(items.filter_map(|item| Some((drawing(kind, item)?, item.clone()))));
    }
    all
}

impl Writer<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.notes.push(NoteKind::Lost, format!("f-puzzles cannot express {what}"));
    }

    pub(super) fn grid(&mut self, n: usize) -> Value {
        let puzzle = self.puzzle;
        let regions = &puzzle.shape.grids()[0].regions;
        let usual = u16::try_from(n).is_ok_and(|n| Shape::square(n).is_ok_and(|s| s.grids()[0].regions == *regions));
        let rows = (0..n).map(|r| {
            let row = (0..n).map(|c| {
                let cell = Cell::at(r * n + c);
                let mut entry = Map::new();
                if let Some(given) = puzzle.givens.iter().find(|g| g.cell == cell) {
                    if let [digit] = given.digits[..] {
                        entry.insert("value".into(), json!(digit));
                        entry.insert("given".into(), json!(true));
                    } else {
                        entry.insert("givenPencilMarks".into(), json!(given.digits));
                    }
                }
                if let Some(progress) = puzzle.progress.iter().find(|p| p.cell == cell) {
                    if let Some(digit) = progress.placed.filter(|_| !entry.contains_key("value")) {
                        entry.insert("value".into(), json!(digit));
                    }
                    if !progress.marks.is_empty() {
                        entry.insert("centerPencilMarks".into(), json!(progress.marks));
                    }
                }
                if !usual {
                    let region = regions.iter().position(|region| region.contains(&cell));
                    entry.insert("region".into(), json!(region));
                }
                Value::Object(entry)
            });
            Value::Array(row.collect())
        });
        Value::Array(rows.collect())
    }

    pub(super) fn rule(&mut self, rule: &Clue) {
        if foreign::is_base(&rule.rule) {
            return;
        }
        let name = self.names.iter().find(|n| n.is_switch() && n.holds(rule)).map(|n| n.foreign);
        match name {
            None => self.picture(rule),
            Some(foreign) => match &foreign.word {
                None => {
                    self.top.insert(foreign.name.clone(), json!(true));
                }
                Some(word) => self.push(&foreign.name, json!(word)),
            },
        }
    }

    pub(super) fn push(&mut self, key: &str, value: Value) {
        if let Value::Array(list) = self.top.entry(key).or_insert_with(|| json!([])) {
            list.push(value);
        }
    }

    fn tree(&mut self, tree: &ClueTree) {
        for part in foreign::that_hold(tree) {
            match part {
                Ok(clue) => self.clue(clue),
                Err(what) => self.lose(what),
            }
        }
    }

    pub(super) fn clue(&mut self, clue: &Clue) {
        for name in self.names.clone() {
            let clue = bound(clue, &name.rule.params);
            if name.is_switch() || !name.holds(&clue) {
                continue;
            }
            let steps = if name.foreign.name == "littlekillersum" { &DIAGONALS } else { &STRAIGHT };
            if let Some(mut object) = object_of(&self.puzzle.shape, &name, &clue, steps) {
                if let Some(word) = &name.foreign.word {
                    object.insert("value".into(), json!(word));
                }
                let mut item = Value::Object(object);
                if let (Some(kind), Value::Object(fields)) = (drawn_kind(&name.foreign.name), &mut item) {
                    // A drawing that was read as a clue is written with its original JSON.
                    *fields = in_format(kind, std::mem::take(fields));
                    if let Some(kept) = drawing(kind, &item).and_then(|ours| self.kept(&ours, covers)) {
                        item = kept;
                    }
                }
                self.push(&name.foreign.name, item);
                self.twin(&name, &clue);
                return;
            }
        }
        self.picture(clue);
    }

    /// Writes a clue or rule that has no key as drawings, with a note that its meaning is only in the rules text. A clue without
    /// drawings is reported as lost.
    fn picture(&mut self, clue: &Clue) {
        let drawings = drawings_of(self.puzzle, self.rules, clue);
        let is_clue = self.rules.rule(&clue.rule).is_some_and(|rule| rule.is_clue);
        if is_clue && drawings.is_empty() {
            return self.lose(format!("the clue {}", clue.rule));
        }
        let drawn = if is_clue { "is drawn, and its meaning" } else { "has no key: it" };
        self.notes.push(NoteKind::Lost, format!("{} {drawn} is only in the rules text", clue.rule));
        for drawing in &drawings {
            self.draw(drawing);
        }
    }

    fn draw(&mut self, drawing: &Drawing) {
        let kept = self.kept(drawing, |a, b| a == b);
        // The format has no plain arrows, so draw a line.
        let kind = if drawing.kind == DrawingKind::Arrow { DrawingKind::Line } else { drawing.kind };
        let item = kept.unwrap_or_else(|| Value::Object(object(&Drawing { kind, ..drawing.clone() })));
        self.push(kind.word(), item);
    }

    /// Adds a plain line to a clue of a rule that the site does not draw. The line is marked as part of the clue.
    fn twin(&mut self, name: &Name<'_>, clue: &Clue) {
        let mut words = name.rule.draw.iter().flat_map(|d| d.split_whitespace());
        let colour = words.find_map(|w| w.trim_matches('"').strip_prefix('#'));
        let drawn = |key: &str| DRAWN_BY_SITE.contains(&key) || drawn_kind(key).is_some();
        let Some(colour) = colour.filter(|_| !drawn(&name.foreign.name)) else { return };
        let lines: Vec<Value> = clue
            .args
            .iter()
            .flat_map(|(_, arg)| lists_of(arg))
            .map(|line| line.iter().map(|&c| cell_name(&self.puzzle.shape, c)).collect())
            .collect();
        let shown = name.rule.name.split('-').map(capitalised).collect::<Vec<_>>().join(" ");
        let twin = json!({ "lines": lines, "outlineC": format!("#{colour}"), "width": 0.25, "fromConstraint": shown });
        self.push("line", twin);
    }

    /// Takes a drawing's original JSON out of the list, so that it is used only once; `None` if the list has no such drawing.
    fn kept(&mut self, wanted: &Drawing, same: fn(&Drawing, &Drawing) -> bool) -> Option<Value> {
        let at = self.drawn.iter().position(|(drawing, _)| same(wanted, drawing))?;
        Some(self.drawn.remove(at).1)
    }

    /// Copies the settings and the fog of the original text.
    fn keep_settings(&mut self, old: &Map<String, Value>) {
        for (key, value) in old {
            let known = self.names.iter().any(|n| n.foreign.name == *key)
                || drawn_kind(key).is_some()
                || FOG.contains(&key.as_str());
            if known || matches!(key.as_str(), "size" | "grid" | "title" | "author" | "ruleset" | "solution") {
                continue;
            }
            match value {
                Value::Array(items) => {
                    for item in items.iter().filter(|i| i.get("fromConstraint").is_none()) {
                        self.push(key, item.clone());
                    }
                }
                other => {
                    self.top.insert(key.clone(), other.clone());
                }
            }
        }
    }
}
