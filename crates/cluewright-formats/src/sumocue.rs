//! `SumoCue` (`SumoCueV1`): one entry per cell, `=15` for the cell with a cage's total and `+9` for a cell in the same cage as
//! cell 9, each followed by the cell's region (`J3`) in jigsaws. Read and written.
//!
//! Source (facts only): a message by `SumoCue`'s author in the forum of sudocue.net (f=1, t=519). Cells are numbered from 0, the
//! total 0 means no total, `D` after the prefix means both diagonals, and white space is ignored. In plain jigsaws `=8J0` is the
//! given 8.

use crate::cages::{self, Content, Has, Room};
use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::error::place_number;
use cluewright_core::{BadInput, Puzzle};

/// The format `sumocue`.
pub struct SumoCue;

static INFO: FormatInfo = FormatInfo {
    id: "sumocue",
    about: "SumoCue's killer and jigsaw puzzles: SumoCueV1=10+0=0...",
    endings: &["sumocue"],
    writes: true,
    draws: false,
};

const MARK: &str = "SumoCueV1";
const ROOM: Room = Room { name: "SumoCue", has: &[Has::Cages, Has::OpenCages, Has::Regions, Has::Diagonals] };

/// The text of one cell.
struct Entry {
    /// Whether this is the cell with its cage's total.
    head: bool,
    number: usize,
    region: Option<usize>,
}

/// The entries of the text, given without its prefix and white space.
fn entries(text: &str) -> Result<Vec<Entry>, BadInput> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let bad = |what: &str| {
            let from: String = rest.chars().take(8).collect();
            Err(BadInput::new(format!("{what} at `{from}`, in entry {}", place_number(entries.len() + 1)))
                .hint("an entry looks like `=15`, `+9` or `=15J3`"))
        };
        if !matches!(sign, '=' | '+') || entries.len() == 256 {
            return bad(if entries.len() == 256 { "there are too many cells" } else { "expected `=` or `+`" });
        }
        let Some((value, after)) = whole(&rest[1..]) else { return bad("expected a number") };
        let (region, after) = match after.strip_prefix(['J', 'j']).map(whole) {
            None => (None, after),
            Some(Some((region, after))) => (Some(region), after),
            Some(None) => return bad("expected a region number"),
        };
        entries.push(Entry { head: sign == '=', number: value, region });
        rest = after;
    }
    Ok(entries)
}

/// The number of at most four digits at the start of the text, and the rest of the text.
fn whole(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok().filter(|n| *n < 10_000)?, &text[end..]))
}

impl Format for SumoCue {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let ours = text.trim_start().starts_with(MARK);
        if ours { Likeness::Sure("it starts with `SumoCueV1`") } else { Likeness::No }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure() && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let body: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let Some(body) = body.strip_prefix(MARK) else {
            return Err(BadInput::new("the text does not start with `SumoCueV1`").at(1, 1));
        };
        let (diagonals, body) = body.strip_prefix(['D', 'd']).map_or((false, body), |rest| (true, rest));
        let entries = entries(body)?;
        let Some(n) = cages::side(entries.len()) else {
            return Err(BadInput::new(format!("{} entries do not make a grid", entries.len()))
                .hint("a 9x9 grid has 81 entries"));
        };
        let mut puzzle = cages::classic(n)?;
        let mut notes = Notes::default();
        let (mut links, mut totals) = (Vec::new(), Vec::new());
        for (i, entry) in entries.iter().enumerate() {
            if !entry.head && (entry.number >= entries.len() || entry.number == i) {
                let at = puzzle.shape.place(cluewright_core::Cell::at(i));
                return Err(BadInput::new(format!("`+{}` in {at} is not another cell", entry.number))
                    .hint("cells count from 0"));
            }
            links.push((!entry.head).then_some(entry.number));
            totals.push(if entry.head { i64::try_from(entry.number).unwrap_or_default() } else { 0 });
        }
        let list = cages::cages_of(&puzzle.shape, &links, &totals)?;
        cages::add_cages(&mut puzzle, &list, &mut notes)?;
        if diagonals {
            cages::add_diagonals(&mut puzzle, &mut notes);
        }
        let regions: Vec<usize> = entries.iter().filter_map(|e| e.region).collect();
        if !regions.is_empty() {
            if regions.len() < entries.len() {
                return Err(BadInput::new("some entries have a region, and others have none"));
            }
            cages::add_regions(&mut puzzle, cages::regions(n, &regions)?);
        }
        Ok(cages::finished(puzzle, notes, INFO.id, text))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if let Some(same) = cages::unchanged(puzzle, self) {
            return Ok(same);
        }
        let content = Content::of(puzzle, &ROOM)?;
        let regions = content.region_by_cell();
        let mut text = format!("{MARK}{}", if content.diagonals { "D" } else { "" });
        for (i, cage) in content.cage_by_cell().into_iter().enumerate() {
            let cage = cage.map(|c| &content.cages[c]);
            match cage.map(|c| (c.cells[0].index(), c.total)) {
                None => text.push_str("=0"),
                Some((head, total)) if head == i => text.push_str(&format!("={}", total.unwrap_or(0))),
                Some((head, _)) => text.push_str(&format!("+{head}")),
            }
            if let Some(region) = regions.as_ref().and_then(|r| r[i]) {
                text.push_str(&format!("J{region}"));
            }
        }
        Ok((text, content.notes.into_list()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoteKind;

    #[test]
    fn the_example() {
        let text = format!("SumoCueV1=10+0{}=23+9{}+9{}", "=0".repeat(7), "=0".repeat(7), "=0".repeat(62));
        let (puzzle, notes) = SumoCue.read(&text).unwrap();
        assert!(notes.is_empty() && puzzle.givens.is_empty(), "{notes:?}");
        let bare = Puzzle { foreign: None, ..puzzle.clone() };
        assert_eq!(SumoCue.write(&bare).unwrap(), (text.clone(), Vec::new()));
        assert_eq!(SumoCue.write(&puzzle).unwrap(), (text, Vec::new()));
        assert_eq!(puzzle.clues.len(), 2);
    }

    #[test]
    fn regions_givens_and_diagonals() {
        let text = "SumoCueV1D\r\n=1J0=0J0=0J0=0J1 =0J0=0J2=0J1=0J1\n=0J2+8J2=0J3=0J1=0J2=0J3=0J3=0J3";
        let (puzzle, notes) = SumoCue.read(text).unwrap();
        assert_eq!((puzzle.givens.len(), puzzle.givens[0].digits[0]), (1, 1));
        assert_eq!(puzzle.rules.iter().map(|r| r.rule.as_str()).collect::<Vec<_>>(), ["classic", "diagonals"]);
        assert_eq!(puzzle.shape.grids()[0].regions[0].len(), 4);
        assert!(notes.len() == 1 && notes[0].kind == NoteKind::Info, "a cage without a total is told: {notes:?}");
        assert_eq!(SumoCue.write(&puzzle).unwrap().0, text);
        let (anew, _) = SumoCue.write(&Puzzle { foreign: None, ..puzzle.clone() }).unwrap();
        assert_eq!(anew, text.replace(['\r', '\n', ' '], ""));
    }

    #[test]
    fn mistakes_are_named() {
        let with = |start: &str, more: usize| format!("SumoCueV1{start}{}", "=0".repeat(more));
        for (text, part) in [
            (with("", 80), "80 entries"),
            (with("+1+0", 79), "refer to each other"),
            (with("+0", 80), "not another cell"),
            (with("+81", 80), "not another cell"),
            (with("=46+0", 79), "not a sum"),
            (with("=x", 80), "expected a number"),
            (with("=0J0", 80), "others have none"),
            ("SumoCueV1".to_owned() + &"=0J0".repeat(81), "81 cells, expected 9"),
            (with("=99999999999999999999999", 80), "expected a number"),
        ] {
            let error = SumoCue.read(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
