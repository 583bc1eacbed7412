//! `OpenSudoku`'s XML: `<game data="..."/>`, with or without folders around it. Read and written.
//!
//! `data` is 81 digits, or a version followed by the digit of each cell, its notes as bits, and whether it can be changed (0: a
//! given). Later versions have two kinds of notes and a colour. Source (facts only): the program's files.

use crate::foreign::unchanged;
use crate::notes::Notes;
use crate::plain::{Held, Keeps, cells_of, line_cells, line_of, puzzle_of};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::Foreign;
use cluewright_core::{BadInput, Puzzle};
use roxmltree::{Document, Node};

/// The format `opensudoku`.
pub struct OpenSudoku;

static INFO: FormatInfo = FormatInfo {
    id: "opensudoku",
    about: "OpenSudoku XML files that contain one game",
    endings: &["opensudoku", "xml"],
    writes: true,
    draws: false,
};

const CELLS: usize = 81;
/// The maximum number of elements in a file of one game. The XML reader recurses for nested elements.
const ELEMENTS: usize = 100;
/// The maximum number of attributes. The XML reader compares each attribute with all others of its element.
const ATTRIBUTES: usize = 2_000;
/// The message for text with more than one game.
const ONE: &str =
    "the text can contain only one puzzle: put each `<game .../>` on a separate line, without the enclosing elements";
/// Attributes of a game that describe its progress, not the puzzle.
const PASSED_OVER: [&str; 6] = ["data", "created", "state", "time", "last_played", "command_stack"];

fn broken(what: impl Into<String>) -> BadInput {
    BadInput::new(what).hint("`data` must be 81 digits, or `version: 1` to 5 followed by a record for each of 81 cells")
}

/// The digits in a set of bits, in which the lowest bit stands for 1.
fn bits(field: &str) -> Option<Vec<i32>> {
    let bits: u32 = field.parse().ok().filter(|bits| *bits < 512)?;
    Some((1..=9).filter(|d| bits >> (d - 1) & 1 == 1).collect())
}

/// The notes of a cell in version 1: `1,5,`, or `-` for none.
fn listed(field: &str) -> Option<Vec<i32>> {
    let words = field.split(',').map(str::trim).filter(|word| !word.is_empty() && *word != "-");
    words.map(|word| word.parse().ok()).collect()
}

/// The cells in a `data` attribute.
fn cells_in(data: &str, notes: &mut Notes) -> Result<Vec<Held>, BadInput> {
    let data = data.trim();
    let Some(rest) = data.strip_prefix("version:") else {
        let line: String = data.chars().filter(|c| !c.is_whitespace()).collect();
        let cells = line_cells(&line).filter(|cells| cells.len() == CELLS);
        return cells.ok_or_else(|| broken("the game's data is not 81 digits"));
    };
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let version: u32 = rest[..end].parse().map_err(|_| broken("the game's data has no version"))?;
    let wide = match version {
        1..=3 => 3,
        4 => 4,
        5 => 5,
        _ => return Err(broken(format!("data of version {version} is not supported"))),
    };
    let fields: Vec<&str> = rest[end..].split('|').map(str::trim).filter(|field| !field.is_empty()).collect();
    if fields.len() != CELLS * wide {
        return Err(broken(format!("there are {} fields, but version {version} has {}", fields.len(), CELLS * wide)));
    }
    let mut cells = Vec::with_capacity(CELLS);
    for (i, record) in fields.chunks(wide).enumerate() {
        let name = format!("r{}c{}", i / 9 + 1, i % 9 + 1);
        let bad = || broken(format!("the record `{}` of {name} is not understood", record.join("|")));
        let digit: i32 = record[0].parse().ok().filter(|d| (0..=9).contains(d)).ok_or_else(bad)?;
        let marks = if version == 1 { listed(record[1]) } else { bits(record[1]) }.ok_or_else(bad)?;
        let centre = if wide >= 4 { bits(record[2]).ok_or_else(bad)? } else { Vec::new() };
        let changed = match record[wide - 1] {
            "0" => false,
            "1" => true,
            _ => return Err(bad()),
        };
        if wide == 5 && !matches!(record[3], "0" | "-1") {
            notes.push(NoteKind::Decoration, format!("the colour of {name}"));
        }
        if !marks.is_empty() && !centre.is_empty() {
            notes.push(NoteKind::Info, format!("{name} has two kinds of notes; the notes in the centre were read"));
        }
        let marks = if centre.is_empty() { marks } else { centre };
        if digit != 0 && !marks.is_empty() {
            notes.push(NoteKind::Info, format!("{name} has a digit, and its notes are left out"));
        }
        cells.push(match (digit, changed) {
            (0, _) if marks.is_empty() => Held::Nothing,
            (0, _) => Held::Marks(marks),
            (digit, true) => Held::Placed(digit),
            (digit, false) => Held::Given(digit),
        });
    }
    Ok(cells)
}

/// Title, author and other texts from the elements and attributes around the game.
fn words(root: Node<'_, '_>, game: Node<'_, '_>, puzzle: &mut Puzzle, notes: &mut Notes) {
    let folder = game.parent().filter(|p| p.has_tag_name("folder")).and_then(|p| p.attribute("name"));
    folder.unwrap_or("").trim().clone_into(&mut puzzle.title);
    for element in root.children().filter(Node::is_element) {
        let name = element.tag_name().name();
        let says = element.text().unwrap_or("").trim();
        match name {
            "folder" | "game" => {}
            _ if says.is_empty() => {}
            "name" if puzzle.title.is_empty() => says.clone_into(&mut puzzle.title),
            "author" => says.clone_into(&mut puzzle.author),
            _ => notes.push(NoteKind::Info, format!("the file's {name}: \"{says}\"")),
        }
    }
    for attribute in game.attributes() {
        let (name, says) = (attribute.name(), attribute.value().trim());
        if !PASSED_OVER.contains(&name) && !says.is_empty() {
            notes.push(NoteKind::Info, format!("the game's {name}: \"{says}\""));
        }
    }
}

fn read(text: &str) -> Result<(Puzzle, Notes), BadInput> {
    let elements = text.match_indices('<').filter(|(at, _)| !text[at + 1..].starts_with(['/', '!', '?'])).count();
    if elements > ELEMENTS {
        return Err(BadInput::new(format!("the file has {elements} elements")).hint(ONE));
    }
    let attributes = text.matches('=').count();
    if attributes > ATTRIBUTES {
        return Err(BadInput::new(format!(
            "the file has {attributes} attributes, but at most {ATTRIBUTES} are allowed"
        ))
        .hint(ONE));
    }
    let document = Document::parse(text).map_err(|e| {
        let place = e.pos();
        BadInput::new("the XML is broken").at(place.row.max(1), place.col.max(1)).hint(e.to_string())
    })?;
    let root = document.root_element();
    let mut games = root.descendants().filter(|node| node.has_tag_name("game"));
    let game = games.next().ok_or_else(|| BadInput::new("the file contains no game").hint("`<game data=\"...\"/>`"))?;
    let more = games.count();
    if more > 0 {
        return Err(BadInput::new(format!("the file has {} games", more + 1)).hint(ONE));
    }
    let data = game.attribute("data").ok_or_else(|| broken("the game has no `data`"))?;
    let mut notes = Notes::default();
    let mut puzzle = puzzle_of(cells_in(data, &mut notes)?)?;
    words(root, game, &mut puzzle, &mut notes);
    Ok((puzzle, notes))
}

/// Escapes text for XML.
fn escaped(text: &str) -> String {
    let plain = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    text.chars()
        .filter(|c| plain(*c) && !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .map(|c| match c {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            '\n' => "&#10;".to_owned(),
            '\t' => "&#9;".to_owned(),
            c => c.to_string(),
        })
        .collect()
}

impl Format for OpenSudoku {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let text = text.trim_start();
        let start: String = text.chars().take(1_000).collect();
        if start.starts_with('<') && start.contains("<opensudoku") {
            Likeness::Sure("it has an element `opensudoku`")
        } else if start.starts_with("<game ") && text.contains("data=") {
            Likeness::Sure("it is an element `game` with `data`")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        line.starts_with('<') && self.likeness(line).is_sure() && read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let text = text.trim();
        let (mut puzzle, notes) = read(text)?;
        puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
        Ok((puzzle, notes.into_list()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(text) = unchanged(puzzle, self) {
            return Ok((text, Vec::new()));
        }
        let (cells, notes) = cells_of(puzzle, &[9], Keeps { placed: true, marks: true, words: true })?;
        let plain = cells.iter().all(|held| matches!(held, Held::Nothing | Held::Given(_)));
        let record = |held: &Held| match held {
            Held::Nothing => "0|0|1|".to_owned(),
            Held::Given(digit) => format!("{digit}|0|0|"),
            Held::Placed(digit) => format!("{digit}|0|1|"),
            Held::Marks(marks) => format!("0|{}|1|", marks.iter().map(|d| 1u32 << (d - 1)).sum::<u32>()),
        };
        let data = if plain {
            line_of(&cells, false, '0')
        } else {
            format!("version: 3&#10;{}", cells.iter().map(record).collect::<String>())
        };
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n");
        if !puzzle.author.is_empty() {
            out.push_str(&format!("<author>{}</author>\n", escaped(&puzzle.author)));
        }
        // The program shows games in folders, and every folder must have a name.
        let title = if puzzle.title.is_empty() { " " } else { &puzzle.title };
        let game = format!("<game created=\"0\" state=\"1\" time=\"0\" last_played=\"0\" note=\"\" data=\"{data}\"/>");
        out.push_str(&format!(
            "<folder name=\"{}\" created=\"0\">\n{game}\n</folder>\n</opensudoku>\n",
            escaped(title)
        ));
        Ok((out, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read as read_any;
    use cluewright_core::Cell;
    use cluewright_core::puzzle::Progress;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn digits_and_records_come_back() {
        let mut puzzle = read_any(LINE).unwrap().puzzle;
        puzzle.title = "A \"title\" & more".to_owned();
        puzzle.author = "Us <us>".to_owned();
        for _ in 0..2 {
            let (text, notes) = OpenSudoku.write(&puzzle).unwrap();
            assert!(notes.is_empty(), "{notes:?}");
            let found = read_any(&text).unwrap();
            assert_eq!(found.format.info().id, "opensudoku");
            assert_eq!(OpenSudoku.write(&found.puzzle).unwrap().0, text.trim());
            assert_eq!(Puzzle { foreign: None, ..found.puzzle }, puzzle, "{text}");
            puzzle.progress.push(Progress { cell: Cell::at(2), placed: None, marks: vec![1, 2, 4] });
            puzzle.progress.push(Progress { cell: Cell::at(3), placed: Some(6), marks: Vec::new() });
        }
    }

    #[test]
    fn every_version() {
        for (version, blank, given, placed, marked) in [
            (1, "0|-|1|", "5|-|0|", "3|-|1|", "0|1,5,|1|"),
            (2, "0|0|1||", "5|0|0||", "3|0|1||", "0|17|1||"),
            (3, "0|0|1|", "5|0|0|", "3|0|1|", "0|17|1|"),
            (4, "0|0|0|1|", "5|0|0|0|", "3|0|0|1|", "0|17|0|1|"),
            (5, "0|0|0|0|1|", "5|0|0|0|0|", "3|0|0|0|1|", "0|0|17|0|1|"),
        ] {
            let data = format!("version: {version}\n{given}{placed}{marked}{}", blank.repeat(78));
            let text =
                format!("<opensudoku><author>Us</author><level>hard</level><game data=\"{data}\" /></opensudoku>");
            let found = read_any(&text).unwrap_or_else(|e| panic!("{version}: {e}"));
            assert_eq!((found.puzzle.givens.len(), found.puzzle.progress.len()), (1, 2), "{version}");
            assert_eq!(found.puzzle.progress[0].placed, Some(3));
            assert_eq!(found.puzzle.progress[1].marks, [1, 5]);
            assert_eq!((found.puzzle.author.as_str(), found.notes.len()), ("Us", 1));
        }
        let game = format!("<game data=\"{LINE}\"/>");
        let attributes = |before: &str| (0..90_000).map(|i| format!("{before}a{i}=\"\"")).collect::<Vec<_>>().join(" ");
        assert_eq!(read_any(&game).unwrap().puzzle.givens.len(), 30);
        for bad in [
            format!("<opensudoku>{game}{game}</opensudoku>"),
            "<opensudoku></opensudoku>".to_owned(),
            "<opensudoku><game/></opensudoku>".to_owned(),
            "<opensudoku><game data=\"version: 9|\"/></opensudoku>".to_owned(),
            "<opensudoku><game".to_owned(),
            format!("<opensudoku>{}", "<a>".repeat(200_000)),
            format!("<opensudoku>{}", "<a>".repeat(99)),
            format!("<opensudoku><game data=\"{LINE}\" {}/></opensudoku>", attributes("")),
            format!("<opensudoku {}><game data=\"{LINE}\"/></opensudoku>", attributes("xmlns:")),
            "<!DOCTYPE o [<!ENTITY a \"b\">]><opensudoku><game data=\"&a;\"/></opensudoku>".to_owned(),
        ] {
            assert!(read_any(&bad).unwrap_err().hint.is_some(), "{bad}");
        }
    }
}
