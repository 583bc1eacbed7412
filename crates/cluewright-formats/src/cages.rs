//! The common parts of killer and jigsaw texts: the cage and region of each cell, and the cages' totals.
//!
//! Each format's file converts its characters to marks of cells; this file interprets the marks. The `also killer-text` lines of
//! the rules determine which rules represent a cage and the two diagonals. A cage of one cell is read as a given: the puzzle is the
//! same, and formats without givens write them in this way. The digits within a cage must differ, as in all programs that use these
//! formats.

use crate::foreign::{self, bound};
use crate::line::Line;
use crate::notes::Notes;
use crate::objects::{Gatherer, STRAIGHT, cell_name, number, object_of, place};
use crate::{Format as _, Note, NoteKind};
use cluewright_core::puzzle::{Foreign, Given};
use cluewright_core::{BadInput, Cell, ClueTree, Puzzle, Shape, Sort};
use cluewright_rules::Ruleset;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The format's name in the rules' `also` lines, the same for all of these formats.
const FAMILY: &str = "killer-text";

/// Cells whose digits differ, and their sum if it is known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cage {
    /// The cells, sorted; at least one.
    pub(crate) cells: Vec<Cell>,
    pub(crate) total: Option<i64>,
}

/// Whether `cells` different digits from 1 to `n` can add up to `total`.
pub(crate) fn is_sum(n: usize, cells: usize, total: i64) -> bool {
    let triangle = |k: usize| (k * (k + 1) / 2) as i64;
    cells <= n && (triangle(cells)..=triangle(n) - triangle(n - cells)).contains(&total)
}

/// The side of a square grid with this many cells; `None` if the side is not a whole number from 4 to 16.
pub(crate) fn side(cells: usize) -> Option<u8> {
    (4..=16).find(|&n| usize::from(n) * usize::from(n) == cells)
}

/// Groups cells by their marks, in the order of the first cells of the groups. Cells without a mark are left out.
pub(crate) fn grouped<K: PartialEq>(marks: impl IntoIterator<Item = Option<K>>) -> Vec<(K, Vec<Cell>)> {
    let mut groups: Vec<(K, Vec<Cell>)> = Vec::new();
    for (i, mark) in marks.into_iter().enumerate() {
        let Some(mark) = mark else { continue };
        match groups.iter_mut().find(|g| g.0 == mark) {
            Some(group) => group.1.push(Cell::at(i)),
            None => groups.push((mark, vec![Cell::at(i)])),
        }
    }
    groups
}

/// Builds regions from a mark for each cell. Fails unless there are `n` regions of `n` cells each.
pub(crate) fn regions<K: PartialEq + std::fmt::Display>(n: u8, marks: &[K]) -> Result<Vec<Vec<Cell>>, BadInput> {
    let groups = grouped(marks.iter().map(Some));
    if let Some((mark, cells)) = groups.iter().find(|g| g.1.len() != usize::from(n)) {
        return Err(BadInput::new(format!("the region `{mark}` has {} cells, expected {n}", cells.len()))
            .hint("every region has as many cells as the grid has rows"));
    }
    Ok(groups.into_iter().map(|g| g.1).collect())
}

/// The connected pieces of cells with equal marks. Each piece is sorted, and the pieces are in the order of their first cells.
pub(crate) fn pieces<K: PartialEq>(n: u8, marks: &[K]) -> Vec<Vec<Cell>> {
    let n = usize::from(n);
    let mut seen = vec![false; marks.len()];
    let mut pieces = Vec::new();
    for start in 0..marks.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let (mut piece, mut next) = (Vec::new(), vec![start]);
        while let Some(at) = next.pop() {
            piece.push(Cell::at(at));
            for beside in beside(n, at).into_iter().flatten() {
                if beside < marks.len() && marks[beside] == marks[start] && !std::mem::replace(&mut seen[beside], true)
                {
                    next.push(beside);
                }
            }
        }
        piece.order();
        pieces.push(piece);
    }
    pieces
}

/// The indices of the cells that share an edge with a cell of a grid of side `n`; `None` outside the grid.
pub(crate) fn beside(n: usize, at: usize) -> [Option<usize>; 4] {
    let (row, col) = (at / n, at % n);
    [
        (row > 0).then(|| at - n),
        (row + 1 < n).then_some(at + n),
        (col > 0).then(|| at - 1),
        (col + 1 < n).then_some(at + 1),
    ]
}

/// The head of each cell's cage. Every cell that is not a head points to another cell of its cage.
pub(crate) fn heads(shape: &Shape, links: &[Option<usize>]) -> Result<Vec<usize>, BadInput> {
    let mut heads = Vec::with_capacity(links.len());
    for start in 0..links.len() {
        let (mut at, mut steps) = (start, 0);
        while let Some(next) = links[at] {
            at = next;
            steps += 1;
            if steps > links.len() {
                return Err(BadInput::new(format!(
                    "the cells from {} on refer to each other in a circle",
                    shape.place(Cell::at(start))
                ))
                .hint("one cell of each cage must contain the total"));
            }
        }
        heads.push(at);
    }
    Ok(heads)
}

/// Builds cages from references between cells: `links` contains the cell to which each cell refers (`None` for heads), and `totals`
/// the totals of the heads, with 0 for no total.
pub(crate) fn cages_of(shape: &Shape, links: &[Option<usize>], totals: &[i64]) -> Result<Vec<Cage>, BadInput> {
    let heads = heads(shape, links)?;
    let cage = |(head, cells): (usize, Vec<Cell>)| Cage { cells, total: Some(totals[head]).filter(|t| *t != 0) };
    Ok(grouped(heads.into_iter().map(Some)).into_iter().map(cage).collect())
}

/// A puzzle with the classic rules.
pub(crate) fn classic(n: u8) -> Result<Puzzle, BadInput> {
    let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
    puzzle.rules.push(cluewright_core::Clue::new("classic", Vec::new()));
    Ok(puzzle)
}

/// A puzzle with the givens of a line of digits for this many cells. An empty line gives no givens.
pub(crate) fn with_givens(line: &str, cells: usize, notes: &mut Notes) -> Result<Puzzle, BadInput> {
    if let (true, Some(n)) = (line.is_empty(), side(cells)) {
        return classic(n);
    }
    let (puzzle, told) = Line.read(line).map_err(|e| e.hint("the first part must be the grid"))?;
    if puzzle.shape.len() != cells {
        return Err(BadInput::new(format!("the grid has {} cells, expected {cells}", puzzle.shape.len()))
            .hint("write one character for each cell"));
    }
    for note in told {
        notes.push(note.kind, note.text);
    }
    Ok(puzzle)
}

/// Adds cages to a puzzle. Cages of one cell become givens.
pub(crate) fn add_cages(puzzle: &mut Puzzle, cages: &[Cage], notes: &mut Notes) -> Result<(), BadInput> {
    let n = usize::from(puzzle.digits.count);
    for cage in cages {
        let at = puzzle.shape.place(cage.cells[0]);
        let size = cage.cells.len();
        if size > n {
            return Err(BadInput::new(format!("the cage at {at} has {size} cells"))
                .hint(format!("there are {n} digits, and the digits of a cage must differ")));
        }
        match cage.total {
            Some(total) if !is_sum(n, size, total) => {
                let cells = if size == 1 { "one cell".to_owned() } else { format!("{size} cells") };
                return Err(BadInput::new(format!(
                    "the cage at {at}: {total} is not a sum of different digits in {cells}"
                )));
            }
            Some(digit) if size == 1 => {
                let digits = vec![i32::try_from(digit).unwrap_or_default()];
                let given = Given { cell: cage.cells[0], digits };
                if puzzle.givens.iter().any(|g| g.cell == given.cell && g.digits != given.digits) {
                    return Err(BadInput::new(format!("{at} has two different givens")));
                }
                if !puzzle.givens.contains(&given) {
                    puzzle.givens.push(given);
                }
                continue;
            }
            None if size == 1 => continue,
            None => {
                let text = format!("the cage at {at} has no total, so only its digits must differ");
                notes.push(NoteKind::Info, text);
            }
            Some(_) => {}
        }
        let mut object = Map::new();
        let names: Value = cage.cells.iter().map(|&c| cell_name(&puzzle.shape, c)).collect();
        object.insert("cells".into(), names);
        if let Some(total) = cage.total {
            object.insert("value".into(), json!(total));
        }
        Gatherer { format: FAMILY, puzzle, notes }.clue("cage", "cage", &object, &[])?;
    }
    puzzle.givens.order_by_key(|g| g.cell);
    Ok(())
}

/// Adds the rule that the digits on each of the two diagonals differ.
pub(crate) fn add_diagonals(puzzle: &mut Puzzle, notes: &mut Notes) {
    Gatherer { format: FAMILY, puzzle, notes }.switch("diagonals", "diagonals");
}

/// Sets the grid's regions, unless they are the standard boxes.
pub(crate) fn add_regions(puzzle: &mut Puzzle, mut regions: Vec<Vec<Cell>>) {
    regions.order();
    let mut usual = puzzle.shape.grids()[0].regions.clone();
    usual.order();
    if regions != usual {
        puzzle.shape.set_regions(0, regions);
    }
}

/// Completes a puzzle: stores the text from which it was read, and returns it with its notes.
pub(crate) fn finished(mut puzzle: Puzzle, notes: Notes, format: &str, text: &str) -> (Puzzle, Vec<Note>) {
    puzzle.foreign = Some(Foreign { format: format.to_owned(), text: text.trim().to_owned() });
    (puzzle, notes.into_list())
}

/// The text that a puzzle was read from, if the puzzle is unchanged.
pub(crate) fn unchanged(puzzle: &Puzzle, format: &dyn crate::Format) -> Option<(String, Vec<Note>)> {
    let old = puzzle.foreign.as_ref().filter(|f| f.format == format.info().id)?;
    format.read(&old.text).is_ok_and(|(same, _)| same == *puzzle).then(|| (old.text.clone(), Vec::new()))
}

/// The features that a format of this family supports.
pub(crate) struct Room {
    /// The format's name in notes.
    pub(crate) name: &'static str,
    pub(crate) has: &'static [Has],
}

/// A feature that a format may support.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Has {
    Cages,
    /// Cages without a total.
    OpenCages,
    /// Givens. In a format without givens, they become cages of one cell.
    Givens,
    Regions,
    Diagonals,
}

impl Room {
    fn has(&self, what: Has) -> bool {
        self.has.contains(&what)
    }
}

/// The content of a killer or jigsaw text.
pub(crate) struct Content {
    /// The side of the grid.
    pub(crate) n: usize,
    /// The cages, in the order of their first cells; no cell is in two cages.
    pub(crate) cages: Vec<Cage>,
    /// The given digit of each cell.
    pub(crate) givens: Vec<Option<i32>>,
    /// The regions, unless they are the standard boxes.
    pub(crate) regions: Option<Vec<Vec<Cell>>>,
    pub(crate) diagonals: bool,
    pub(crate) notes: Notes,
}

impl Content {
    /// The part of a puzzle that the format can express.
    pub(crate) fn of(puzzle: &Puzzle, room: &Room) -> Result<Self, BadInput> {
        let n = crate::line::plain_square(puzzle)?;
        if side(n * n).is_none() || puzzle.digits.first != 1 || usize::from(puzzle.digits.count) != n {
            return Err(BadInput::new(format!(
                "{} supports only grids from 4x4 to 16x16 whose digits start at 1",
                room.name
            ))
            .hint("write the format `clue`"));
        }
        let rules = Ruleset::for_puzzle(puzzle, &[])?;
        let puzzle = &*foreign::spelled_out(puzzle, FAMILY, &rules);
        let content = Self {
            n,
            cages: Vec::new(),
            givens: vec![None; n * n],
            regions: None,
            diagonals: false,
            notes: Notes::default(),
        };
        let mut gather = Gather { puzzle, room, rules: &rules, taken: HashSet::new(), content };
        gather.rules();
        gather.regions();
        for tree in &puzzle.clues {
            gather.tree(tree);
        }
        gather.givens();
        if !puzzle.extra.is_empty() {
            gather.lose(format!("the {} extra cells", puzzle.extra.len()));
        }
        let mut content = gather.content;
        content.cages.order_by(|a, b| a.cells.cmp(&b.cells));
        foreign::without_decoration(puzzle, &mut content.notes);
        Ok(content)
    }

    /// Removes the cages that fail a test, and adds a note with the reason.
    pub(crate) fn keep(&mut self, puzzle: &Puzzle, room: &Room, why: &str, passes: impl Fn(&Cage) -> bool) {
        let (cages, out) = std::mem::take(&mut self.cages).into_iter().partition::<Vec<_>, _>(passes);
        self.cages = cages;
        for cage in out {
            let at = puzzle.shape.place(cage.cells[0]);
            self.notes.push(NoteKind::Lost, format!("{} cannot express the cage at {at}: {why}", room.name));
        }
    }

    /// For each cell, the index of its cage.
    pub(crate) fn cage_by_cell(&self) -> Vec<Option<usize>> {
        numbered(self.n, self.cages.iter().map(|c| &c.cells[..]))
    }

    /// For each cell, the index of its region; `None` if the regions are the standard boxes.
    pub(crate) fn region_by_cell(&self) -> Option<Vec<Option<usize>>> {
        self.regions.as_ref().map(|regions| numbered(self.n, regions.iter().map(|r| &r[..])))
    }
}

/// For each cell, the index of the list that contains it.
pub(crate) fn numbered<'a>(n: usize, lists: impl Iterator<Item = &'a [Cell]>) -> Vec<Option<usize>> {
    let mut of = vec![None; n * n];
    for (i, list) in lists.enumerate() {
        list.iter().filter(|c| c.index() < n * n).for_each(|c| of[c.index()] = Some(i));
    }
    of
}

struct Gather<'a> {
    puzzle: &'a Puzzle,
    room: &'a Room,
    rules: &'a Ruleset,
    /// The cells that are already in cages.
    taken: HashSet<Cell>,
    content: Content,
}

impl Gather<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.content.notes.push(NoteKind::Lost, format!("{} cannot express {what}", self.room.name));
    }

    fn rules(&mut self) {
        let puzzle = self.puzzle;
        let has = |name: &str| puzzle.rules.iter().any(|r| r.rule == name && r.args.is_empty());
        let both: Vec<String> = foreign::called(FAMILY, "diagonals")
            .iter()
            .filter(|name| name.is_switch())
            .flat_map(|name| {
                let parts = self.rules.parts(&name.rule.name).unwrap_or_default();
                let whole = has(&name.rule.name);
                let all = !parts.is_empty() && parts.iter().all(|part| has(part));
                let mut said = if whole { vec![name.rule.name.clone()] } else { Vec::new() };
                said.extend(if whole || all { parts } else { Vec::new() });
                said
            })
            .collect();
        let both = if self.room.has(Has::Diagonals) { both } else { Vec::new() };
        self.content.diagonals = !both.is_empty();
        for rule in puzzle.rules.iter().filter(|r| !foreign::is_base(&r.rule)) {
            if !(both.contains(&rule.rule) && rule.args.is_empty()) {
                self.lose(format!("the rule {}", rule.rule));
            }
        }
        if !puzzle.rules.iter().any(|r| foreign::is_base(&r.rule)) {
            self.lose("a puzzle without the classic rules");
        }
    }

    fn regions(&mut self) {
        let n = self.content.n;
        let mut regions = self.puzzle.shape.grids()[0].regions.clone();
        let base = self.puzzle.rules.iter().any(|r| foreign::is_base(&r.rule));
        let boxes = self.puzzle.rules.iter().any(|r| matches!(r.rule.as_str(), "classic" | "irregular"));
        for region in &mut regions {
            region.order();
        }
        regions.order();
        let usual = u16::try_from(n).ok().and_then(|n| Shape::square(n).ok());
        let mut usual = usual.map_or_else(Vec::new, |s| s.grids()[0].regions.clone());
        usual.order();
        // Grids of 5x5 and 7x7 have no standard boxes.
        if base && (!boxes || regions.is_empty()) && !(regions.is_empty() && usual.is_empty()) {
            self.lose("a puzzle without regions");
            return;
        }
        if regions == usual {
            return;
        }
        let whole = regions.len() == n
            && regions.iter().all(|r| r.len() == n)
            && numbered(n, regions.iter().map(|r| &r[..])).iter().all(Option::is_some);
        if self.room.has(Has::Regions) && whole {
            self.content.regions = Some(regions);
        } else if self.room.has(Has::Regions) {
            self.lose("regions that do not divide the grid into pieces of equal size");
        } else {
            self.lose("the regions");
        }
    }

    fn tree(&mut self, tree: &ClueTree) {
        match tree {
            ClueTree::One(clue) => match self.cage(clue) {
                Ok(cage) => self.content.cages.extend(cage),
                Err(what) => self.lose(what),
            },
            ClueTree::All(parts) => parts.iter().for_each(|p| self.tree(p)),
            ClueTree::Any(_) => self.lose("clues joined by `any`"),
            ClueTree::Not(_) => self.lose("a negated clue"),
        }
    }

    /// Converts a clue to a cage. Returns `None` if the clue became a given, and an error if the clue is lost.
    fn cage(&mut self, clue: &cluewright_core::Clue) -> Result<Option<Cage>, String> {
        let shape = &self.puzzle.shape;
        let object = foreign::names(FAMILY, self.rules).into_iter().find_map(|name| {
            let clue = bound(clue, &name.rule.params);
            let fits = name.foreign.name == "cage" && name.holds(&clue);
            fits.then(|| object_of(shape, &name, &clue, &STRAIGHT)).flatten()
        });
        let Some(object) = object else { return Err(format!("the clue {}", clue.rule)) };
        let names = object.get("cells").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut cells: Vec<Cell> =
            names.iter().filter_map(|v| place(v.as_str()?)).filter_map(|(r, c)| shape.at(r, c)).collect();
        cells.order();
        let Some(&first) = cells.first() else { return Err("a cage without cells".to_owned()) };
        let at = shape.place(first);
        let total = object.get("value").and_then(number);
        if cells.windows(2).any(|p| p[0] == p[1]) {
            return Err(format!("the cage at {at}, which contains a cell twice"));
        }
        if let ([cell], Some(total), true) = (&cells[..], total, self.room.has(Has::Givens))
            && is_sum(self.content.n, 1, total)
            && self.content.givens[cell.index()].is_none()
        {
            self.content.givens[cell.index()] = i32::try_from(total).ok();
            return Ok(None);
        }
        match total {
            _ if !self.room.has(Has::Cages) => return Err(format!("the cage at {at}")),
            // A cage of one cell without a total has no effect.
            None if cells.len() == 1 => return Ok(None),
            None if !self.room.has(Has::OpenCages) => return Err(format!("the cage at {at}, which has no total")),
            Some(total) if !is_sum(self.content.n, cells.len(), total) => {
                return Err(format!("the cage at {at}, whose total is impossible"));
            }
            None if cells.len() > self.content.n => return Err(format!("the cage at {at}, which has too many cells")),
            _ => {}
        }
        if cells.iter().any(|c| self.taken.contains(c)) {
            return Err(format!("the cage at {at}, which shares cells with another cage"));
        }
        if total.is_none() {
            let text = "other programs may ignore cages without a total".to_owned();
            self.content.notes.push(NoteKind::Info, text);
        }
        self.taken.extend(&cells);
        Ok(Some(Cage { cells, total }))
    }

    fn givens(&mut self) {
        for given in &self.puzzle.givens {
            let name = self.puzzle.cell_name(given.cell);
            let Some(digit) = self.content.givens.get(given.cell.index()).copied() else { continue };
            let [wanted] = given.digits[..] else {
                self.lose(format!("the digits allowed in {name}"));
                continue;
            };
            if digit.is_some_and(|d| d != wanted) {
                self.lose(format!("two givens of {name}"));
            } else if self.room.has(Has::Givens) {
                self.content.givens[given.cell.index()] = Some(wanted);
            } else if self.content.cages.iter().any(|c| c.cells == [given.cell] && c.total == Some(wanted.into())) {
                // A cage of one cell expresses the given.
            } else if self.taken.insert(given.cell) {
                let cage = Cage { cells: vec![given.cell], total: Some(wanted.into()) };
                self.content.cages.push(cage);
            } else {
                self.lose(format!("the given in {name}, because the cell is in a cage"));
            }
        }
    }
}
