//! `KSudoku`'s XML files: a graph, which is the usual grid or a list of sets of cells, and values. Read only.
//!
//! Cells are numbered column by column. A value is a letter, `b` for 1, or `_`. A graph of the type `custom` lists its sets
//! (`<clique>`), for example of a samurai; places in no set are not cells. Source (facts only): the program's files.

use crate::cages;
use crate::notes::Notes;
use crate::objects::{Gatherer, cell_name};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::Given;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};
use roxmltree::{Document, Node};
use serde_json::{Map, Value};

/// The format `ksudoku`.
pub struct Ksudoku;

static INFO: FormatInfo = FormatInfo {
    id: "ksudoku",
    about: "KSudoku XML files: Sudoku puzzles, and flat puzzles of any shape",
    endings: &["ksudoku"],
    writes: false,
    draws: false,
};

/// The maximum number of elements in a file. The XML reader recurses for nested elements.
const ELEMENTS: usize = 1_000;
/// The maximum number of attributes. The XML reader compares each attribute with all others of its element.
const ATTRIBUTES: usize = 3_000;

fn broken(what: impl Into<String>) -> BadInput {
    BadInput::new(what).hint("a KSudoku file has a `<puzzle>` element with `<graph order=... type=...>` and `<values>`")
}

/// The number in an attribute.
fn number(node: Node<'_, '_>, name: &str) -> Result<usize, BadInput> {
    let value = node.attribute(name).and_then(|value| value.trim().parse().ok()).filter(|n| (1..=64).contains(n));
    value.ok_or_else(|| broken(format!("`{name}` of the graph is not a number from 1 to 64")))
}

/// The sets of cells of a graph, as lists of cell numbers.
fn sets(graph: Node<'_, '_>, cells: usize) -> Result<Vec<Vec<usize>>, BadInput> {
    let listed = graph.children().filter(|n| n.has_tag_name("clique")).map(|set| {
        let numbers = set.text().unwrap_or("").split_whitespace().map(|word| word.parse().ok().filter(|n| *n < cells));
        numbers.collect::<Option<Vec<usize>>>().ok_or_else(|| broken("a `<clique>` names cells that do not exist"))
    });
    listed.collect()
}

/// The puzzle without its values, and the cell with each number; `None` for numbers of places that are not cells.
fn shape_of(graph: Node<'_, '_>, notes: &mut Notes) -> Result<(Puzzle, Vec<Option<Cell>>), BadInput> {
    let order = number(graph, "order")?;
    let count = u8::try_from(order).unwrap_or(0);
    match graph.attribute("type").unwrap_or("") {
        "sudoku" => {
            let mut puzzle = Puzzle::new(Shape::square(u16::from(count))?, count);
            puzzle.rules.push(Clue::new("classic", Vec::new()));
            let cells = (0..order * order).map(|i| Some(Cell::at(i % order * order + i / order))).collect();
            Ok((puzzle, cells))
        }
        "custom" => {
            let (wide, high, deep) = (number(graph, "sizeX")?, number(graph, "sizeY")?, number(graph, "sizeZ")?);
            if deep != 1 {
                return Err(BadInput::new("the puzzle has three dimensions").hint("only flat puzzles are supported"));
            }
            let sets = sets(graph, wide * high)?;
            let at = |row: usize, column: usize| column * high + row;
            let inside: std::collections::HashSet<usize> = sets.iter().flatten().copied().collect();
            let small = |n: usize| u16::try_from(n).unwrap_or(0);
            let shape = Shape::plane(small(high), small(wide), |p| inside.contains(&at(p.row.into(), p.col.into())))?;
            let place = |i: usize| Some((i32::try_from(i % high).ok()?, i32::try_from(i / high).ok()?));
            let cells: Vec<Option<Cell>> =
                (0..wide * high).map(|i| place(i).and_then(|(r, c)| shape.at(r, c))).collect();
            let mut puzzle = Puzzle::new(shape, count);
            for set in sets {
                let mut set: Vec<Cell> = set.into_iter().filter_map(|i| cells[i]).collect();
                set.order();
                let mut object = Map::new();
                object.insert("cells".into(), set.iter().map(|&c| cell_name(&puzzle.shape, c)).collect::<Value>());
                Gatherer { format: INFO.id, puzzle: &mut puzzle, notes }.clue("clique", "clique", &object, &[])?;
            }
            Ok((puzzle, cells))
        }
        "roxdoku" => {
            Err(BadInput::new("the puzzle is a Roxdoku, in three dimensions").hint("only flat puzzles are supported"))
        }
        other => Err(broken(format!("graphs of the type `{other}` are not supported"))),
    }
}

impl Format for Ksudoku {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim_start();
        if text.starts_with('<') && text.contains("<ksudoku") {
            Likeness::Sure("it has an element `ksudoku`")
        } else {
            Likeness::No
        }
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let elements = text.match_indices('<').filter(|(at, _)| !text[at + 1..].starts_with(['/', '!', '?'])).count();
        if elements > ELEMENTS || text.matches('=').count() > ATTRIBUTES {
            return Err(
                BadInput::new(format!("the file has {elements} elements")).hint("a file must contain one puzzle")
            );
        }
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = Document::parse_with_options(text, options).map_err(|e| {
            let place = e.pos();
            BadInput::new("the XML is broken").at(place.row.max(1), place.col.max(1)).hint(e.to_string())
        })?;
        let find = |name: &str| document.descendants().find(|node| node.has_tag_name(name));
        let graph = find("graph").ok_or_else(|| broken("the file has no graph"))?;
        let mut notes = Notes::default();
        let (mut puzzle, cells) = shape_of(graph, &mut notes)?;
        let values = find("values").and_then(|node| node.text()).unwrap_or("").trim();
        if values.chars().count() != cells.len() {
            return Err(broken(format!("there are {} values for {} cells", values.chars().count(), cells.len())));
        }
        for (cell, value) in cells.iter().zip(values.chars()) {
            let digit = (value as i32).saturating_sub('a' as i32);
            match cell {
                Some(_) if value == '_' => {}
                Some(cell) if (1..=puzzle.digits.last()).contains(&digit) => {
                    puzzle.givens.push(Given { cell: *cell, digits: vec![digit] });
                }
                Some(_) => {
                    return Err(broken(format!("`{value}` is not a value; values are `b` for 1, `c` for 2 and so on")));
                }
                None => {}
            }
        }
        puzzle.givens.order_by_key(|given| given.cell);
        graph.attribute("name").unwrap_or("").trim().clone_into(&mut puzzle.title);
        if find("cage").is_some() {
            notes.push(NoteKind::Unknown, "the cages of the file are not understood");
        }
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }
}

#[cfg(test)]
mod tests {
    use crate::read;

    fn file(graph: &str, values: &str) -> String {
        format!(
            "<!DOCTYPE ksudoku>\n<ksudoku><game had-help=\"0\"><puzzle>{graph}<values>{values}</values></puzzle><history/></game></ksudoku>\n"
        )
    }

    #[test]
    fn columns_come_first() {
        let puzzle = read(&file("<graph order=\"4\" type=\"sudoku\"/>", "_b______________")).unwrap();
        assert_eq!((puzzle.format.info().id, puzzle.puzzle.givens.len()), ("ksudoku", 1));
        assert_eq!(puzzle.puzzle.cell_name(puzzle.puzzle.givens[0].cell), "r2c1");
        assert_eq!(puzzle.puzzle.givens[0].digits, [1]);
    }

    #[test]
    fn sets_of_a_shape() {
        let graph = "<graph order=\"3\" type=\"custom\" name=\"Corner\" ncliques=\"2\" sizeX=\"3\" sizeY=\"3\" sizeZ=\"1\"><clique size=\"3\">0 1 2</clique><clique size=\"3\">0 3 6</clique></graph>";
        let puzzle = read(&file(graph, "_b_______")).unwrap().puzzle;
        assert_eq!((puzzle.shape.len(), puzzle.clues.len(), puzzle.title.as_str()), (5, 2, "Corner"));
        assert_eq!(puzzle.cell_name(puzzle.givens[0].cell), "r2c1");
    }

    #[test]
    fn mistakes_are_named() {
        let square = "<graph order=\"4\" type=\"sudoku\"/>";
        for (text, part) in [
            (file(square, "_b"), "2 values for 16 cells"),
            (file(square, "z_______________"), "`z` is not a value"),
            (file("<graph order=\"9\" type=\"roxdoku\"/>", "_"), "three dimensions"),
            (file("<graph order=\"x\" type=\"sudoku\"/>", "_"), "`order` of the graph"),
            (file("", "_"), "no graph"),
            ("<ksudoku><game>".to_owned(), "XML is broken"),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
