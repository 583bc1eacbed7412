//! One puzzle per line: one character per cell in reading order, any common character for blanks, `[247]` for several digits of a
//! cell.
//!
//! 81 characters are a 9x9 grid, and other square numbers are grids of the corresponding size. Digits above 9 are letters, with A =
//! 10 if the text also has digits. If the text has only letters, A = 1 in grids up to 52x52 (A to I in 9x9). Grids up to 26x26 may
//! use other letters instead, as many as there are digits; in alphabetical order, the letters stand for the digits. A solution of
//! the same length (`puzzle,solution`) or a comment may follow the puzzle. Any of `.0_*?-xX` is a blank, except that 0 may be a
//! digit in grids larger than 9x9, and X is a digit in grids larger than 23x23 or if it is one of the other letters used as digits.

use crate::notes::Notes;
use crate::{Format, FormatInfo, Likeness, Note, NoteKind, several};
use cluewright_core::error::place_number;
use cluewright_core::puzzle::{Digits, Given};
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};

/// The format `line`.
pub struct Line;

static INFO: FormatInfo = FormatInfo {
    id: "line",
    about: "a single line, with one character per cell: 53..7....6..195...",
    endings: &["sdm", "txt", "csv"],
    writes: true,
    draws: false,
};

const BLANKS: &str = ".0_*?-xX";

impl Format for Line {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let body = text.trim_matches(['\r', '\n']);
        let word = puzzle_word(body).1;
        // Only the length and the letters of a full grid of letters distinguish it from a word.
        let letters = word.len() >= 16
            && word.bytes().all(|b| b.is_ascii_uppercase())
            && side(word.len()).is_some_and(|n| word.bytes().all(|b| b - b'A' < n));
        let fits = |c: char| c.is_ascii_alphanumeric() || "._*?-[]".contains(c);
        // At least a quarter of the characters must be digits or blanks; otherwise the text is just a word.
        let said = word.bytes().filter(|b| b.is_ascii_digit() || b"._*?-".contains(b)).count();
        // 729 digits and dots are the candidates of a 9x9 grid, not a 27x27 grid.
        let slots = word.len() == 729 && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        // Grids smaller than 4x4 do not use letters as digits; short words with letters and digits may be ids of puzzles.
        let short = word.len() < 16 && word.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X'));
        if slots || short || body.contains('\n') || body.contains(':') || body.contains('~') {
            Likeness::No
        } else if (word.len() >= 4 && word.chars().all(fits) && said * 4 >= word.len())
            || letters
            || (body.len() == 81 && body.contains(' '))
        {
            Likeness::Maybe("it has a character for each cell")
        } else {
            Likeness::No
        }
    }

    fn is_line(&self, line: &str) -> bool {
        // Nine characters are a row of a 9x9 grid rather than a 3x3 puzzle.
        line.len() >= 16 && self.read(line).is_ok()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let line = text.trim_matches(['\r', '\n']);
        if line.contains('\n') {
            return Err(BadInput::new("more than one line").at(2, 1).hint("in this format, a puzzle is one line"));
        }
        let spaced =
            line.contains(' ') && side(line.len()).is_some() && line.chars().all(|c| c == ' ' || c.is_ascii_digit());
        let (front, word, rest) = if spaced {
            ("", line.to_owned().replace(' ', "."), "")
        } else {
            let (front, word, rest) = puzzle_word(line);
            (front, word.to_owned(), rest)
        };
        let mut notes = Notes::default();
        if !front.is_empty() {
            notes.push(NoteKind::Info, format!("the text before the puzzle is a comment: {front}"));
        }
        if let Some(puzzle) = several::in_line(&word) {
            notes.push(NoteKind::Info, several::told(&puzzle));
            if !rest.is_empty() {
                notes.push(NoteKind::Info, format!("the text after the puzzle is a comment: {rest}"));
            }
            return Ok((puzzle, notes.into_list()));
        }
        let slots = split(&word)?;
        let n = side(slots.len()).ok_or_else(|| wrong_length(slots.len()))?;
        let letters = Letters::of(&slots, n);
        let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
        puzzle.digits = Digits { first: letters.first, count: n };
        puzzle.labels = letters.labels(n);
        puzzle.rules.push(Clue::new("classic", Vec::new()));
        for (i, slot) in slots.iter().enumerate() {
            let digits = letters.digits(slot, n)?;
            if !digits.is_empty() {
                puzzle.givens.push(Given { cell: Cell::at(i), digits });
            }
        }
        if let Some(note) = letters.note(n) {
            notes.push(NoteKind::Info, note);
        }
        let second = rest.split([' ', ',', '\t', ';']).next().unwrap_or("");
        match split(second) {
            Ok(solution) if solution.len() == slots.len() && letters.full(&solution, n).is_some() => {
                puzzle.solution = letters.full(&solution, n).unwrap_or_default().into_iter().map(Some).collect();
            }
            _ if !rest.is_empty() => {
                notes.push(NoteKind::Info, format!("the text after the puzzle is a comment: {rest}"));
            }
            _ => {}
        }
        Ok((puzzle, notes.into_list()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        if puzzle.shape.grids().len() > 1 {
            let line: String = several::written(puzzle)?.concat().split(' ').collect();
            return match several::in_line(&line) {
                Some(read) if read.givens == puzzle.givens => Ok((line, lost(puzzle))),
                _ => {
                    Err(BadInput::new("one line cannot express the layout of these grids")
                        .hint("write the format `grid`"))
                }
            };
        }
        let n = plain_square(puzzle)?;
        let alphabet = (n <= 9 || !puzzle.labels.is_empty()).then(|| crate::alphabet::Alphabet::of(puzzle));
        let name = |d: i32| match &alphabet {
            Some(a) => a.name(d),
            // Digits above 9 are letters: A is 10.
            None => {
                char::from_digit(d as u32, 36).map_or_else(|| "?".to_owned(), |c| c.to_ascii_uppercase().to_string())
            }
        };
        if (puzzle.digits.first..=puzzle.digits.last()).any(|d| name(d).chars().count() != 1) {
            return Err(BadInput::new("a line has one character per cell, but some digits need more")
                .hint("write the format `clue` or `grid`"));
        }
        let mut cells = vec![String::from("."); puzzle.shape.len()];
        for given in puzzle.givens.iter().filter(|g| g.cell.index() < puzzle.shape.len()) {
            let names: String = given.digits.iter().map(|&d| name(d)).collect();
            cells[given.cell.index()] = if given.digits.len() == 1 { names } else { format!("[{names}]") };
        }
        Ok((cells.concat(), lost(puzzle)))
    }
}

/// The separators between the words of a line.
const BETWEEN: [char; 4] = [' ', ',', '\t', ';'];

/// Splits a line into the word with its puzzle and the text before and after it. The puzzle is the longest word that could be a
/// grid, since an id or a number may precede it. If no word could be a grid, the first word is used.
fn puzzle_word(line: &str) -> (&str, &str, &str) {
    let line = line.trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || "._*?-".contains(c);
    let cells = |word: &str| {
        let said = word.bytes().filter(|b| b.is_ascii_digit() || b"._*?-".contains(b)).count();
        let grid = word.len() >= 16 && side(word.len()).is_some() && word.chars().all(fits) && said * 2 >= word.len();
        if grid { word.len() } else { 0 }
    };
    let first = line.find(BETWEEN).unwrap_or(line.len());
    let mut at = 0..first;
    let mut most = cells(&line[..first]);
    let mut from = first;
    while let Some(start) = line[from..].find(|c| !BETWEEN.contains(&c)).map(|i| from + i) {
        from = line[start..].find(BETWEEN).map_or(line.len(), |i| start + i);
        let count = cells(&line[start..from]);
        // Text after `title:` or `a=` is a value with this name, not a puzzle.
        if count > most && !line[..start].contains([':', '=']) {
            (most, at) = (count, start..from);
        }
    }
    let front = line[..at.start].trim_end_matches(BETWEEN);
    (front, &line[at.clone()], line[at.end..].trim_start_matches(BETWEEN))
}

/// The characters of one cell.
struct Slot<'a> {
    text: &'a str,
    bracket: bool,
    column: u32,
}

fn split(word: &str) -> Result<Vec<Slot<'_>>, BadInput> {
    let mut slots = Vec::new();
    let mut rest = word;
    let mut column = 1;
    while let Some(c) = rest.chars().next() {
        let (text, bracket, used) = if c == '[' {
            let end = rest.find(']').ok_or_else(|| {
                BadInput::new("`[` has no matching `]`")
                    .at(1, column)
                    .hint("write several digits of one cell as `[247]`")
            })?;
            (&rest[1..end], true, end + 1)
        } else {
            (&rest[..c.len_utf8()], false, c.len_utf8())
        };
        slots.push(Slot { text, bracket, column });
        column += place_number(rest[..used].chars().count());
        rest = &rest[used..];
    }
    Ok(slots)
}

/// The side of a square grid with this many cells; `None` if the side is not in `2..=61` (there are 61 characters for digits).
pub(crate) fn side(cells: usize) -> Option<u8> {
    (2..=61).find(|&n| usize::from(n) * usize::from(n) == cells)
}

fn wrong_length(cells: usize) -> BadInput {
    let near = (2..=61usize).min_by_key(|n| (n * n).abs_diff(cells)).expect("a range that is not empty");
    let off = (near * near) as i64 - cells as i64;
    let how = if off > 0 { format!("{off} missing") } else { format!("{} too many", -off) };
    BadInput::new(format!("{cells} cells do not make a square grid"))
        .at(1, place_number(cells.min(near * near) + 1))
        .hint(format!("a {near}x{near} grid has {}: {how}?", near * near))
}

/// The meaning of a line's characters.
struct Letters {
    /// The digit that the letter A means.
    a: i32,
    /// The smallest digit.
    first: i32,
    /// Whether 0 is a blank rather than a digit.
    zero_blank: bool,
    any: bool,
    /// Whether `x` is a digit rather than a blank.
    x: bool,
    /// The letters, sorted, if they are not the first letters of the alphabet. The first letter is digit 1, the second letter is
    /// digit 2, and so on.
    chosen: Vec<char>,
}

impl Letters {
    fn of(slots: &[Slot<'_>], n: u8) -> Self {
        let chars = || slots.iter().flat_map(|s| s.text.chars());
        let top = chars()
            .filter(char::is_ascii_alphabetic)
            .map(|c| c.to_ascii_uppercase())
            .filter(|&c| c != 'X' || n > 23)
            .max();
        let has = |wanted: char| chars().any(|c| c == wanted);
        let other_blank = chars().any(|c| "._*?-".contains(c));
        let digits = ('1'..='9').any(has) || (has('0') && other_blank);
        let letters = top.is_some() && (n > 9 || !digits);
        // If the text also has digits, A is 10. If the text has only letters, A is 1, provided the alphabet has enough letters.
        let a = if letters && !digits && n <= 52 { 1 } else { 10 };
        let mut chosen: Vec<char> = Vec::new();
        if a == 1 && n <= 26 && top.is_some_and(|top| top as i32 - 'A' as i32 >= i32::from(n)) {
            let letter = |c: &char| c.is_ascii_alphabetic() && (other_blank || !c.eq_ignore_ascii_case(&'x'));
            chosen = chars().filter(letter).map(|c| c.to_ascii_uppercase()).collect();
            chosen.order();
            chosen.dedup();
            // If there are fewer letters than digits, it is ambiguous which letter is missing.
            if chosen.len() != usize::from(n) {
                chosen.clear();
            }
        }
        // 0 is a digit in hexadecimal grids, in which another character is the blank and no letter has a value above n - 1.
        let top_value = top.map_or(0, |c| c as i32 - 'A' as i32 + a);
        // In a full grid without blanks, 0 occurs as often as each other digit.
        let full = || chars().count() == slots.len() && chars().filter(|&c| c == '0').count() == usize::from(n);
        let from_zero = a == 10
            && n > 9
            && has('0')
            && top_value < i32::from(n)
            && (other_blank || (top_value == i32::from(n) - 1 && full()));
        let x = n > 23 || chosen.contains(&'X');
        Self { a, first: i32::from(!from_zero), zero_blank: !from_zero, any: letters, x, chosen }
    }

    /// A note on how letters were read.
    fn note(&self, n: u8) -> Option<String> {
        if !self.any {
            return None;
        }
        let names = self.labels(n);
        if !self.chosen.is_empty() {
            return Some(format!("letters represent digits in alphabetical order: {} for 1 to {n}", names.concat()));
        }
        let (first, last) = (names.first()?, names.last()?);
        let what = format!("the digits are {first} to {last}");
        Some(match (self.a, self.first) {
            (1, _) => format!("letters represent digits: A is 1, {what}"),
            (_, 0) => format!("letters represent digits: A is 10, {what}, and 0 is not a blank"),
            _ => format!("letters represent digits: A is 10, {what}"),
        })
    }

    fn labels(&self, n: u8) -> Vec<String> {
        if !self.any {
            return Vec::new();
        }
        if !self.chosen.is_empty() {
            return self.chosen.iter().map(char::to_string).collect();
        }
        (self.first..self.first + i32::from(n))
            .map(|d| {
                let c = if d < self.a { char::from_digit(d as u32, 10).unwrap_or('?') } else { letter(d - self.a) };
                c.to_string()
            })
            .collect()
    }

    /// The digits of a full grid; `None` if a cell is empty or has several digits.
    fn full(&self, slots: &[Slot<'_>], n: u8) -> Option<Vec<i32>> {
        let one = |slot: &Slot<'_>| self.digits(slot, n).ok().filter(|d| d.len() == 1).map(|d| d[0]);
        slots.iter().map(one).collect()
    }

    fn digits(&self, slot: &Slot<'_>, n: u8) -> Result<Vec<i32>, BadInput> {
        let mut out = Vec::new();
        for c in slot.text.chars() {
            let blank = match c {
                '0' => self.zero_blank,
                'x' | 'X' => !self.x,
                c => BLANKS.contains(c),
            };
            if blank && !slot.bracket {
                return Ok(out);
            }
            let chosen = |c: char| self.chosen.iter().position(|&l| l == c.to_ascii_uppercase());
            let value = match c {
                _ if !self.chosen.is_empty() => chosen(c).map(|at| place_number(at + 1) as i32),
                '0'..='9' => Some(c as i32 - '0' as i32),
                'A'..='Z' => Some(c as i32 - 'A' as i32 + self.a),
                'a'..='z' if n <= 35 => Some(c as i32 - 'a' as i32 + self.a),
                'a'..='z' => Some(c as i32 - 'a' as i32 + self.a + 26),
                _ => None,
            };
            match value.filter(|v| (self.first..self.first + i32::from(n)).contains(v)) {
                Some(v) => out.push(v),
                None => {
                    return Err(BadInput::new(format!("`{c}` is not a digit of a {n}x{n} grid"))
                        .at(1, slot.column)
                        .hint(if self.any && n <= 9 {
                            "for letters alone, use A for 1, B for 2 and so on, or as many different letters as there are digits"
                        } else {
                            "use digits, letters above 9, and `.` or `0` for a blank cell"
                        }));
                }
            }
        }
        out.order();
        out.dedup();
        if slot.bracket && out.is_empty() {
            return Err(BadInput::new("`[]` leaves no digit for the cell")
                .at(1, slot.column)
                .hint("write `.` for a blank cell"));
        }
        Ok(out)
    }
}

fn letter(i: i32) -> char {
    ('A'..='Z').chain('a'..='z').nth(i as usize).expect("at most 52 digits are letters")
}

/// The side of the puzzle's only grid, if it is a full square.
pub(crate) fn plain_square(puzzle: &Puzzle) -> Result<usize, BadInput> {
    let shape = &puzzle.shape;
    let n = shape.height() as usize;
    if shape.height() != shape.width() || shape.len() != n * n || shape.grids().len() != 1 {
        return Err(
            BadInput::new("this format supports only one square grid without holes").hint("write the format `clue`")
        );
    }
    Ok(n)
}

/// Notes on all parts of a puzzle that a format for classic puzzles cannot express.
pub(crate) fn lost(puzzle: &Puzzle) -> Vec<Note> {
    let mut notes = Notes::default();
    let mut lose = |what: String| notes.push(NoteKind::Lost, format!("this format cannot express {what}"));
    for rule in puzzle.rules.iter().filter(|r| !crate::foreign::is_base(&r.rule)) {
        lose(format!("the rule {}", rule.rule));
    }
    if !puzzle.rules.iter().any(|r| crate::foreign::is_base(&r.rule)) {
        lose("a puzzle without the classic rules".to_owned());
    }
    if !puzzle.clues.is_empty() {
        lose(format!("the {} clues", puzzle.clues.len()));
    }
    if !puzzle.extra.is_empty() {
        lose(format!("the {} extra cells", puzzle.extra.len()));
    }
    if puzzle.givens.windows(2).any(|p| p[0].cell == p[1].cell) {
        lose("two givens of one cell".to_owned());
    }
    let n = puzzle.shape.height();
    let one = puzzle.shape.grids().len() == 1;
    if one && Shape::square(n).is_ok_and(|usual| usual.grids()[0].regions != puzzle.shape.grids()[0].regions) {
        lose("the regions".to_owned());
    }
    crate::foreign::without_decoration(puzzle, &mut notes);
    notes.into_list()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Puzzle {
        Line.read(text).map_or_else(|e| panic!("{text}: {e}"), |(p, _)| p)
    }

    #[test]
    fn blanks_and_brackets() {
        for blank in [".", "0", "_", "*", "?", "-", "x", "X", " "] {
            let text = format!("1{}4", blank.repeat(14));
            assert_eq!(read(&text).givens.len(), 2, "{blank}");
        }
        let p = read("1[24]..............");
        assert_eq!(p.givens[1].digits, [2, 4]);
        assert_eq!(Line.write(&p).unwrap().0, "1[24]..............");
    }

    #[test]
    fn letters() {
        let a1 = read(&format!("AP{}", ".".repeat(254)));
        assert_eq!((a1.givens[0].digits[0], a1.givens[1].digits[0]), (1, 16));
        let a10 = read(&format!("9G{}", ".".repeat(254)));
        assert_eq!((a10.givens[0].digits[0], a10.givens[1].digits[0]), (9, 16));
        let hex = read(&format!("0F{}", ".".repeat(254)));
        assert_eq!((hex.givens[0].digits[0], hex.digits.first), (0, 0));
        let zero_blank = read(&format!("1G{}", "0".repeat(254)));
        assert_eq!(zero_blank.givens.len(), 2);
    }

    #[test]
    fn letters_alone() {
        let digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let with = |names: &str, blank: &str| -> String {
            let name = |c: char| c.to_digit(10).map(|d| names[d as usize - 1..d as usize].to_owned());
            digits.chars().map(|c| name(c).unwrap_or_else(|| blank.to_owned())).collect()
        };
        let plain = read(digits).givens;
        for (text, names, said) in [
            (with("ABCDEFGHI", "."), "ABCDEFGHI", "A is 1, the digits are A to I"),
            (with("abcdefghi", "0"), "ABCDEFGHI", "A is 1, the digits are A to I"),
            (with("CEMOPRTUX", "_"), "CEMOPRTUX", "in alphabetical order: CEMOPRTUX for 1 to 9"),
        ] {
            let (p, notes) = Line.read(&text).unwrap();
            assert_eq!((&p.givens, p.labels.concat().as_str()), (&plain, names), "{text}");
            assert!(notes.len() == 1 && notes[0].kind == NoteKind::Info && notes[0].text.contains(said), "{notes:?}");
            assert!(Line.likeness(&text).is_possible(), "{text}");
        }
        // With only eight different letters, the ninth is unknown; and a text with both digits and letters does not consist of
        // letters alone.
        for bad in [with("CEMOPRTZZ", "."), with("1BCDEFGHI", ".")] {
            assert!(Line.read(&bad).is_err(), "{bad}");
        }
        let y25 = read(&format!("AYX{}", ".".repeat(622)));
        assert_eq!(y25.givens.iter().map(|g| g.digits[0]).collect::<Vec<_>>(), [1, 25, 24]);
    }

    /// The fuzz target `detection` found this case.
    #[test]
    fn letters_alone_are_too_few_for_the_largest_grids() {
        for n in [52, 53, 61] {
            let p = read(&format!("AB{}", ".".repeat(n * n - 2)));
            assert_eq!(p.givens[0].digits[0], if n == 52 { 1 } else { 10 }, "{n}");
            assert_eq!(p.labels.len(), n);
        }
    }

    #[test]
    fn full_grids_of_letters() {
        let hex: Vec<char> = "0123456789ABCDEF".chars().collect();
        let full =
            |names: &[char]| -> String { (0..256).map(|i| names[(i % 16 + i / 16 % 4 * 4 + i / 64) % 16]).collect() };
        let p = read(&full(&hex));
        assert_eq!((p.givens.len(), p.digits.first), (256, 0));
        let letters: Vec<char> = ('A'..='P').collect();
        assert!(Line.likeness(&full(&letters)).is_possible());
        assert_eq!(read(&full(&letters)).givens.len(), 256);
        assert_eq!(Line.likeness("CONSTITUTIONALLY"), Likeness::No);
    }

    #[test]
    fn solution_beside_it() {
        let p = read("1...............,1234341221434321");
        assert_eq!(p.solution.len(), 16);
        assert_eq!(p.solution[15], Some(1));
    }

    #[test]
    fn wrong_length_says_how_many() {
        let e = Line.read(&".".repeat(80)).unwrap_err().to_string();
        assert_eq!(e, "line 1, column 81: 80 cells do not make a square grid (a 9x9 grid has 81: 1 missing?)");
    }
}
