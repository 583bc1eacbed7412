//! `bank`: makes the puzzles that come with the page. Each puzzle has one solution, a path without trial, and a level of
//! Cluewright's own scale. The same seeds give the same file.
//!
//! A puzzle of a kind is generated without regard to difficulty; then digits of its solution are added as givens, one by one, until
//! the puzzle is easy enough for the level.

use crate::clock;
use crate::task::{Fail, ONLY, Task, VERBOSE, Words};
use cluewright::core::puzzle::Given;
use cluewright::core::{Cell, Puzzle};
use cluewright::generate::{GenerateOptions, Kind, Kinds, Maker, Quota, Range};
use cluewright::logic::{Outcome, Step};
use cluewright::scale::{OWN_SCALE, Scale, scale};
use cluewright::{Compiled, Document, Limits, TechniqueFilter, Verdict, formats};
use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use std::fs;
use std::path::Path;

pub(crate) const TASK: Task = Task {
    name: "bank",
    takes: "",
    about: "make the puzzles that the page has with it: ten kinds, four levels of each",
    options: &[
        ONLY,
        ("--each", "N", "10", "puzzles of each level of each kind"),
        (
            "--out",
            "FILE",
            "web/src/bank.json",
            "where they are written; kinds that are not made anew stay as they are there",
        ),
        ("--limit-s", "S", "20", "seconds of processor time that one puzzle may take"),
        (
            "--check",
            "",
            "",
            "make nothing: has every puzzle of the file one solution, a path without trial, its level, and need of its rule?",
        ),
        VERBOSE,
    ],
    run,
};

/// The words for the levels of Cluewright's own scale.
const LEVELS: [&str; 4] = ["beginner", "easy", "medium", "hard"];

/// A kind: its name in the file, its rules, the clues to generate, and the number of givens to generate with them.
const KINDS: [(&str, &str, &str, Option<Range<u32>>); 10] = [
    ("classic", "classic", "", None),
    ("killer", "classic", "killer-cage", Some(Range(0, 0))),
    ("thermometer", "classic", "thermometer=4..7:3..6", None),
    ("arrow", "classic", "arrow=4..7:3..4", None),
    ("kropki", "classic", "white-dot=6..14,black-dot=3..9", None),
    ("whispers", "classic", "whispers=3..5:4..6", None),
    ("sandwich", "classic", "sandwich=6..10", None),
    ("little-killer", "classic", "little-killer=5..9", None),
    ("quadruple", "classic", "quadruple=5..8", None),
    ("knight", "classic, anti-knight", "", None),
];

/// The number of attempts to make a puzzle of a level before the kind is abandoned.
const ATTEMPTS: u64 = 400;

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?;
    let file = root.join(words.text("--out").unwrap_or_default());
    let mut bank: Map<String, Value> = match fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?,
        Err(_) => Map::new(),
    };
    if words.has("--check") {
        let (count, faults) = faults(&bank)?;
        println!("{count} puzzles, {} faults", faults.len());
        return if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) };
    }
    let (each, limit): (usize, f64) = (words.number("--each")?, words.number("--limit-s")?);
    for (at, (name, rules, clues, givens)) in KINDS.iter().enumerate().filter(|(_, kind)| words.wants(kind.0)) {
        let begin = clock::thread();
        let base = read(&format!("grid: 9x9\nrules: {rules}\n"))?;
        let mut levels = Map::new();
        for (n, level) in LEVELS.iter().enumerate() {
            let first = ((at * LEVELS.len() + n) as u64 + 1) * 10_000;
            let mut made = Vec::new();
            for seed in first..first + ATTEMPTS {
                if made.len() == each {
                    break;
                }
                let wish = GenerateOptions {
                    clues: kinds(clues)?,
                    givens: *givens,
                    rated: false,
                    seed,
                    ..GenerateOptions::default()
                };
                let Some((points, text)) = one(&base, wish, level, limit)? else { continue };
                if words.has("--verbose") {
                    eprintln!("{name} {level} {seed}: {points} points, {:.0} s", clock::thread() - begin);
                }
                made.push(json!([points, text]));
            }
            if made.len() < each {
                return Err(format!("{name}: {} puzzles instead of {each} are {level}", made.len()).into());
            }
            levels.insert((*level).into(), made.into());
        }
        bank.insert((*name).into(), levels.into());
        let mut sorted = Map::new();
        for (name, ..) in KINDS {
            bank.get(name).inspect(|levels| drop(sorted.insert(name.into(), (*levels).clone())));
        }
        fs::write(&file, lines(&sorted)).map_err(|e| format!("{}: {e}", file.display()))?;
        println!("{name}: {:.0} s", clock::thread() - begin);
    }
    Ok(())
}

fn read(text: &str) -> Result<Puzzle, Fail> {
    Ok(formats::read_as("clue", text).map_err(|e| e.to_string())?.puzzle)
}

fn kinds(clues: &str) -> Result<Kinds, Fail> {
    if clues.is_empty() {
        return Ok(Kinds::default());
    }
    Ok(Kinds(Kind::read_all(clues).map_err(|e| e.to_string())?))
}

/// The bank as JSON, with one line per puzzle.
fn lines(bank: &Map<String, Value>) -> String {
    let kinds = bank.iter().map(|(kind, levels)| {
        let levels = levels.as_object().into_iter().flatten().map(|(level, puzzles)| {
            let puzzles: Vec<_> = puzzles.as_array().into_iter().flatten().map(Value::to_string).collect();
            format!("\"{level}\":[\n{}\n]", puzzles.join(",\n"))
        });
        format!("\"{kind}\":{{{}}}", levels.collect::<Vec<_>>().join(","))
    });
    format!("{{{}}}\n", kinds.collect::<Vec<_>>().join(",\n"))
}

/// Makes a puzzle for a request, with enough givens for the level. Returns its points and its text; `None` if the puzzle does not
/// have the level.
fn one(base: &Puzzle, wish: GenerateOptions, level: &str, limit: f64) -> Result<Option<(u64, String)>, Fail> {
    let begin = clock::thread();
    let stop = || clock::thread() - begin > limit;
    let limits = Limits { stop: Some(&stop), ..Limits::none() };
    let seed = wish.seed;
    let maker = Maker::new(base.clone(), wish, &limits).map_err(|e| e.to_string())?;
    let quota = Quota { puzzles: 1, attempts: 20, threads: 1 };
    let Some(made) = maker.puzzles(&quota, &limits).ok().and_then(|mut all| all.pop()) else { return Ok(None) };
    let puzzle = made.puzzle;
    let mut open: Vec<usize> = (0..puzzle.solution.len())
        .filter(|&i| puzzle.solution[i].is_some() && !puzzle.givens.iter().any(|given| given.cell.index() == i))
        .collect();
    shuffle(&mut open, seed);
    // Use binary search, since more givens almost always make a puzzle easier.
    let (mut few, mut many) = (0, open.len() * 2 / 3);
    while few <= many {
        let count = few.midpoint(many);
        let easier = with_givens(&puzzle, &open[..count]);
        let Some((points, word)) = rated(&easier, &limits)? else { return Ok(None) };
        let wanted = LEVELS.iter().position(|l| *l == level);
        let found = LEVELS.iter().position(|l| *l == word).unwrap_or(LEVELS.len());
        match wanted.cmp(&Some(found)) {
            Ordering::Equal => {
                let text = written(easier)?;
                // Rate the puzzle that is read back from the text.
                let puzzle = read(&text)?;
                if !is_needed(&puzzle, &limits)? {
                    if count == 0 {
                        return Ok(None);
                    }
                    many = count - 1;
                } else if holds(&puzzle, level, &limits)? {
                    return Ok(Some((points, text)));
                } else {
                    few = count + 1;
                }
            }
            Ordering::Greater if count == 0 => return Ok(None),
            Ordering::Greater => many = count - 1,
            Ordering::Less => few = count + 1,
        }
    }
    Ok(None)
}

/// Shuffles a list. The order depends on the seed (xorshift).
fn shuffle(list: &mut [usize], seed: u64) {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for i in (1..list.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        list.swap(i, (state % (i as u64 + 1)) as usize);
    }
}

/// The puzzle with the digits of its solution in these cells.
fn with_givens(puzzle: &Puzzle, cells: &[usize]) -> Puzzle {
    let mut puzzle = puzzle.clone();
    let more = cells.iter().filter_map(|&i| puzzle.solution[i].map(|value| (i, value)));
    let more: Vec<_> = more.map(|(i, value)| Given { cell: Cell::at(i), digits: vec![value] }).collect();
    puzzle.givens.extend(more);
    puzzle.givens.sort_by_key(|given| given.cell);
    puzzle
}

/// The points of a puzzle and the word for its level; `None` if the puzzle does not have exactly one solution, or the time ran out.
fn rated(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<Option<(u64, String)>, Fail> {
    let own: &dyn Scale = scale(OWN_SCALE).map_err(|e| e.to_string())?;
    let compiled = Compiled::new(puzzle.clone()).map_err(|e| e.to_string())?;
    let stop = || limits.stop.is_some_and(|stop| stop());
    let Ok(measured) = own.rate(&compiled, &stop) else { return Ok(None) };
    let points = measured.figures.get("points").map(|points| *points as u64);
    Ok(points.zip(measured.word.map(|word| word.to_string())))
}

/// Whether the clues are needed, that is, whether the givens alone have several solutions in an ordinary grid.
fn is_needed(puzzle: &Puzzle, limits: &Limits<'_>) -> Result<bool, Fail> {
    let mut plain = read("grid: 9x9\n")?;
    if puzzle.clues.is_empty() && puzzle.rules.len() == plain.rules.len() {
        return Ok(true);
    }
    plain.givens.clone_from(&puzzle.givens);
    let document = Document::from(Compiled::new(plain).map_err(|e| e.to_string())?);
    Ok(!matches!(document.truth(limits).verdict, Verdict::Unique(_)))
}

/// Whether the puzzle has one solution, this level, and a path without trial.
fn holds(puzzle: &Puzzle, level: &str, limits: &Limits<'_>) -> Result<bool, Fail> {
    if rated(puzzle, limits)?.is_none_or(|(_, word)| word != level) {
        return Ok(false);
    }
    let document = Document::from(Compiled::new(puzzle.clone()).map_err(|e| e.to_string())?);
    if !matches!(document.truth(limits).verdict, Verdict::Unique(_)) {
        return Ok(false);
    }
    let explained = document.explain(&TechniqueFilter::default(), limits);
    let path = &explained.path;
    Ok(path.outcome == Outcome::Solved && !path.steps.iter().any(Step::is_trial))
}

/// The puzzle as a file that is as short as possible: no title, no solution, and givens on one line.
fn written(mut puzzle: Puzzle) -> Result<String, Fail> {
    puzzle.title.clear();
    puzzle.text.clear();
    puzzle.solution.clear();
    let text = formats::by_id("clue").and_then(|f| f.write(&puzzle)).map_err(|e| e.to_string())?.0;
    let mut short = String::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        // Join rows of givens to one line.
        let (between, part) = line.strip_prefix("  ").map_or(("\n", line), |row| (" ", row));
        short += between;
        short += part;
    }
    Ok(short.trim_start().to_owned())
}

/// The number of puzzles, and the errors found in them.
fn faults(bank: &Map<String, Value>) -> Result<(usize, Vec<String>), Fail> {
    let mut faults = Vec::new();
    let mut count = 0;
    let limits = Limits::none();
    for (kind, levels) in bank {
        for (level, puzzles) in levels.as_object().into_iter().flatten() {
            for puzzle in puzzles.as_array().into_iter().flatten() {
                count += 1;
                let puzzle = read(puzzle[1].as_str().unwrap_or_default())?;
                if !holds(&puzzle, level, &limits)? || !is_needed(&puzzle, &limits)? {
                    faults.push(format!("{kind} {level}: {}", written(puzzle)?));
                }
            }
        }
    }
    Ok((count, faults))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn committed() -> Map<String, Value> {
        serde_json::from_str(include_str!("../../web/src/bank.json")).expect("JSON")
    }

    #[test]
    fn puzzles_of_the_bank_are_as_they_have_to_be() {
        let bank = committed();
        assert_eq!(bank.len(), KINDS.len());
        for (kind, ..) in KINDS {
            for level in LEVELS {
                assert_eq!(bank[kind][level].as_array().map(Vec::len), Some(10), "{kind} {level}");
            }
        }
        let (count, faults) = faults(&bank).expect("they are read");
        assert_eq!((count, faults), (400, Vec::new()));
    }

    #[test]
    fn what_is_wrong_with_a_puzzle_is_found() {
        let one = |level: &str, text: &str| {
            let bank = json!({ "killer": { level: [[0, text]] } });
            faults(bank.as_object().expect("an object")).expect("they are read").1.len()
        };
        let bank = committed();
        let text = bank["killer"]["easy"][0][1].as_str().expect("a text");
        assert_eq!(one("easy", text), 0);
        assert_eq!(one("hard", text), 1, "another level");
        let (head, clues) = text.split_once("killer-cage").expect("a cage");
        assert_eq!(
            one("easy", &head.replace(|c: char| ('1'..='8').contains(&c) && c != '9', ".")),
            1,
            "many solutions"
        );
        let plain = bank["classic"]["easy"][0][1].as_str().expect("a text");
        let cage = clues.lines().next().expect("a line");
        assert_eq!(one("easy", &format!("{plain}\nkiller-cage{cage}")), 1, "no cage is needed, or none fits");
    }
}
