//! Writes the JSON, with keys in alphabetical order, as on the site.

use super::read::ID;
use crate::foreign::{self, Name, bound};
use crate::notes::Notes;
use crate::objects::{STRAIGHT, number, object_of, place};
use crate::{Note, NoteKind};
use cluewright_core::{BadInput, Clue, ClueTree, Puzzle, Shape, Sort};
use cluewright_rules::Ruleset;
use serde_json::{Map, Value, json};

pub(super) fn write_json(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    let n = crate::line::plain_square(puzzle)?;
    if !matches!(n, 4 | 6 | 9) || puzzle.digits.first != 1 || usize::from(puzzle.digits.count) != n {
        return Err(BadInput::new("lisudoku supports only grids of 4x4, 6x6 and 9x9 whose digits start at 1")
            .hint("write the format `clue`"));
    }
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let puzzle = &*foreign::spelled_out(puzzle, ID, &rules);
    let mut writer = Writer { puzzle, names: foreign::names(ID, &rules), top: Map::new(), notes: Notes::default() };
    writer.top.insert("gridSize".into(), json!(n));
    writer.givens();
    writer.regions(n);
    for rule in puzzle.rules.iter().filter(|r| !foreign::is_base(&r.rule)) {
        match writer.names.iter().find(|name| name.is_switch() && name.holds(rule)).map(|name| &name.foreign.name) {
            Some(key) => drop(writer.top.insert(key.clone(), json!(true))),
            None => writer.lose(format!("the rule {}", rule.rule)),
        }
    }
    if !puzzle.rules.iter().any(|r| foreign::is_base(&r.rule)) {
        writer.lose("a puzzle without the classic rules");
    }
    for tree in &puzzle.clues {
        writer.tree(tree);
    }
    if !puzzle.extra.is_empty() {
        writer.lose(format!("the {} extra cells", puzzle.extra.len()));
    }
    foreign::without_decoration(puzzle, &mut writer.notes);
    Ok((sorted(Value::Object(writer.top)).to_string(), writer.notes.into_list()))
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    names: Vec<Name<'a>>,
    top: Map<String, Value>,
    notes: Notes,
}

/// The value with the keys of its objects in alphabetical order.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut fields: Vec<(String, Value)> = object.into_iter().collect();
            fields.order_by(|a, b| a.0.cmp(&b.0));
            fields.into_iter().map(|(key, value)| (key, sorted(value))).collect()
        }
        Value::Array(list) => list.into_iter().map(sorted).collect(),
        other => other,
    }
}

fn cell_json(name: &Value) -> Value {
    let (row, col) = name.as_str().and_then(place).unwrap_or_default();
    json!({ "col": col, "row": row })
}

fn cells_json(names: Option<&Value>) -> Vec<Value> {
    names.and_then(Value::as_array).into_iter().flatten().map(cell_json).collect()
}

impl Writer<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.notes.push(NoteKind::Lost, format!("lisudoku cannot express {what}"));
    }

    fn place_of(&self, cell: cluewright_core::Cell) -> Value {
        let at = self.puzzle.shape.place(cell);
        json!({ "col": at.col, "row": at.row })
    }

    fn givens(&mut self) {
        let mut list = Vec::new();
        for given in &self.puzzle.givens {
            // Cells outside the grid are reported elsewhere.
            if given.cell.index() >= self.puzzle.shape.len() {
                continue;
            }
            match given.digits[..] {
                [digit] => list.push(json!({ "position": self.place_of(given.cell), "value": digit })),
                _ => self.lose(format!("the digits allowed in {}", self.puzzle.cell_name(given.cell))),
            }
        }
        if !list.is_empty() {
            self.top.insert("fixedNumbers".into(), Value::Array(list));
        }
    }

    fn regions(&mut self, n: usize) {
        let regions = &self.puzzle.shape.grids()[0].regions;
        let usual = u16::try_from(n).is_ok_and(|n| Shape::square(n).is_ok_and(|s| s.grids()[0].regions == *regions));
        let boxes = self.puzzle.rules.iter().any(|r| matches!(r.rule.as_str(), "classic" | "irregular"));
        let base = self.puzzle.rules.iter().any(|r| foreign::is_base(&r.rule));
        if base && (!boxes || regions.is_empty()) {
            self.lose("a puzzle without regions");
        } else if !usual {
            let list = |cells: &Vec<_>| cells.iter().map(|&c| self.place_of(c)).collect::<Value>();
            let regions = regions.iter().map(list).collect::<Value>();
            self.top.insert("regions".into(), regions);
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

    fn clue(&mut self, clue: &Clue) {
        for name in self.names.clone() {
            let clue = bound(clue, &name.rule.params);
            if name.is_switch() || !name.holds(&clue) {
                continue;
            }
            let Some(object) = object_of(&self.puzzle.shape, &name, &clue, &STRAIGHT) else { continue };
            for item in items(&name, &object) {
                if let Value::Array(list) =
                    self.top.entry(name.foreign.name.clone()).or_insert_with(|| Value::Array(Vec::new()))
                {
                    list.push(item);
                }
            }
            return;
        }
        self.lose(format!("the clue {}", clue.rule));
    }
}

/// The list items under a key that express an object whose cells have names.
fn items(name: &Name<'_>, object: &Map<String, Value>) -> Vec<Value> {
    let cells = cells_json(object.get("cells"));
    if let Some(cell) = object.get("cell") {
        return vec![cell_json(cell)];
    }
    if let Some(lines) = object.get("lines").and_then(Value::as_array) {
        let arm = |line| cells_json(Some(line)).split_off(1);
        return lines.iter().map(|line| json!({ "circleCells": cells, "arrowCells": arm(line) })).collect();
    }
    match (&name.foreign.word, name.foreign.name.as_str(), &cells[..]) {
        (Some(word), _, [a, b]) => vec![json!({ "cell1": a, "cell2": b, "dotType": word })],
        (_, "killerCages", _) => {
            let sum = object.get("value").and_then(number);
            vec![json!({ "region": cells, "sum": sum })]
        }
        _ => vec![Value::Array(cells)],
    }
}
