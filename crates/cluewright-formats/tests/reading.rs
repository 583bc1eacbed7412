//! Texts as other programs write them, with three examples of each kind.

use cluewright_core::fog::{Fog, Trigger};
use cluewright_core::puzzle::Progress;
use cluewright_core::{Cell, Puzzle};
use cluewright_formats::records::{RecordOptions, Records};
use cluewright_formats::{by_id, is_one_line_puzzle, read};
use serde_json::json;

const EMPTY: &str = "000007004000006003860200000509082000640000080000000700000000042010030000703000009";

fn plain() -> Puzzle {
    read(EMPTY).expect("a line").puzzle
}

/// The puzzle in the text, without its notes.
fn puzzle(text: &str) -> Puzzle {
    let puzzle = read(text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
    Puzzle { foreign: None, ..puzzle }
}

/// The plain puzzle as a list of rows, with this for an empty cell.
fn listed(blank: &str) -> String {
    let item = |c: char| if matches!(c, '0' | '.') { blank.to_owned() } else { c.to_string() };
    let row = |r: usize| EMPTY[r * 9..r * 9 + 9].chars().map(item).collect::<Vec<_>>().join(", ");
    format!("[{}]", (0..9).map(|r| format!("[{}]", row(r))).collect::<Vec<_>>().join(", "))
}

#[test]
fn several_grids_in_one_drawing() {
    let drawn = include_str!("reading/samurai.txt");
    let samurai = puzzle(drawn);
    assert_eq!((samurai.shape.grids().len(), samurai.shape.len()), (5, 369));
    assert_eq!(samurai.givens.len(), drawn.chars().filter(char::is_ascii_digit).count());
    let dense = drawn.replace(' ', "").replace('-', ".");
    let line = dense.replace('\n', "");
    // Rows without the places that are not cells.
    let inside = |r: usize, c: usize| {
        let near = |n: usize| !(9..12).contains(&n);
        let middle = |n: usize| (6..15).contains(&n);
        near(r) && near(c) || middle(r) && middle(c)
    };
    let ragged: Vec<String> = (dense.lines().enumerate())
        .map(|(r, row)| row.chars().enumerate().filter(|(c, _)| inside(r, *c)).map(|(_, d)| d).collect())
        .collect();
    for text in [&dense, &line, &ragged.join("\n"), &ragged.concat()] {
        assert_eq!(puzzle(text), samurai, "{text}");
    }
    // Two grids that share a box.
    let two: String = (0..225)
        .map(|i| (i / 15, i % 15))
        .map(|(r, c)| {
            let row = EMPTY.as_bytes();
            if r < 9 && c < 9 {
                char::from(row[r * 9 + c])
            } else if r > 8 && c > 8 {
                "123...456789.....123..4..5..6"[(r * 3 + c) % 20..].chars().next().unwrap_or('.')
            } else {
                '.'
            }
        })
        .collect();
    assert_eq!(puzzle(&two).shape.grids().len(), 2);
    // One large grid is not split into several grids.
    let large = format!("1A{}", ".".repeat(439));
    assert_eq!(puzzle(&large).shape.grids().len(), 1);
}

#[test]
fn other_columns_beside_the_puzzle() {
    let turned: String = EMPTY.chars().rev().collect();
    let text = format!("one-of-two {EMPTY}  7.1\ntwo-of-two {turned}  7.1\n");
    let records = Records::open(text.as_bytes(), &RecordOptions::default()).expect("records");
    let puzzles: Vec<Puzzle> = records.map(|r| puzzle(&r.text.expect("a line"))).collect();
    assert_eq!((puzzles.len(), &puzzles[0]), (2, &plain()));
    let solved = "321597864497816253865243197579182436642375981138964725986751342214639578753428619";
    for line in [
        format!("17,{EMPTY},7.1"),
        format!("hard-one;{EMPTY};a comment"),
        format!("1234567890123456\t{EMPTY}\t7.1"),
        format!("{EMPTY} # 7.1"),
    ] {
        assert!(is_one_line_puzzle(&line), "{line}");
        assert_eq!(puzzle(&line), plain(), "{line}");
    }
    assert_eq!(puzzle(&format!("id9 {EMPTY} {solved}")).solution.len(), 81);
}

#[test]
fn lists_of_programs() {
    let spaced = listed("0");
    let minus = listed("-1");
    let rows: Vec<&str> = (0..9).map(|r| &EMPTY[r * 9..r * 9 + 9]).collect();
    let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let lines = spaced.replace("], ", "],\n ");
    for text in [
        spaced.clone(),
        spaced.replace(' ', ""),
        minus.clone(),
        minus.replace(' ', ""),
        minus.replace("-1", "None"),
        minus.replace("-1", "\".\""),
        minus.replace("-1", "''"),
        spaced.replace("0, ", "0.0, ").replace("7, ", "7., "),
        lines.clone(),
        format!("grid = {lines}\n"),
        format!("board = np.array({spaced})"),
        spaced
            .replace("[[", "((")
            .replace("]]", "))")
            .replace('[', "(")
            .replace(']', ")")
            .replacen('(', "[", 1)
            .replace("))", ")]"),
        format!("[{}]", quoted.join(", ")),
        lines.trim_matches(['[', ']']).replace("],\n ", "\n").replace('[', ""),
        format!("{}\n", &lines[1..lines.len() - 1]),
        minus.replace("], ", "\n").replace(['[', ']'], ""),
        minus.replace("], ", "\n").replace(['[', ']', ','], ""),
        format!("[{}]", quoted.join(",\n")),
        format!("\"{EMPTY}\""),
        format!("'{EMPTY}'"),
        format!("[{}]", EMPTY.chars().map(String::from).collect::<Vec<_>>().join(",")),
    ] {
        assert_eq!(puzzle(&text), plain(), "{text}");
    }
    let two = format!("{spaced}\n{minus}\n");
    assert_eq!(Records::open(two.as_bytes(), &RecordOptions::default()).expect("records").count(), 2);
    let field = format!("{{\"id\": 1, \"grid\": {spaced}}}\n{{\"id\": 2, \"grid\": {minus}}}\n");
    let records = Records::open(field.as_bytes(), &RecordOptions::default()).expect("records");
    let puzzles: Vec<Puzzle> = records.map(|r| puzzle(&r.text.expect("a field"))).collect();
    assert_eq!(puzzles, [plain(), plain()]);
    for bad in
        ["[[1, 2], [3, 4]", "[[[[[[[[1]]]]]]]]", "[]", "[[", "\"", "['", "[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,99]]"]
    {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn digits_found_and_candidates_removed() {
    let text = &format!("+3{}:214 425", &EMPTY.replace('0', ".")[1..]);
    let first = puzzle(text);
    let placed: Vec<&Progress> = first.progress.iter().filter(|p| p.placed.is_some()).collect();
    assert_eq!((first.givens.len(), placed.len(), placed[0].placed), (plain().givens.len(), 1, Some(3)));
    let mark = |cell: usize, digit: i32| {
        first.progress.iter().find(|p| p.cell.index() == cell).is_some_and(|p| !p.marks.contains(&digit))
    };
    // 425 is the candidate 4 in r2c5; the 2 in r1c4 has already been removed.
    assert!(mark(13, 4));
    let cells = text.split(':').next().unwrap_or_default();
    for (text, marks) in
        [(cells.to_owned(), 0), (format!("{cells}:"), 0), (format!("{}:425", cells.replace('+', "")), 1)]
    {
        assert!(is_one_line_puzzle(&text), "{text}");
        let read = puzzle(&text);
        assert_eq!(read.progress.iter().filter(|p| p.placed.is_none()).count(), marks, "{text}");
    }
}

#[test]
fn an_ipuz_object() {
    let text = &format!(
        "{{\"version\":\"http://ipuz.org/v2\",\"kind\":[\"http://ipuz.org/sudoku#1\"],\"puzzle\":{}}}",
        listed("0").replace(' ', "")
    );
    let bare = puzzle(text);
    assert_eq!(bare, plain());
    assert_eq!(puzzle(&text.replace("0,", "{\"cell\": 0},")), plain());
    assert_eq!(puzzle(&text.replace("[0,", "[null,").replace(",\"puzzle\"", ",\n \"puzzle\"")), plain());
    let titled = text.replacen('{', "{\"title\": \"Tiny\", \"author\": \"A\", ", 1);
    assert_eq!((puzzle(&titled).title, puzzle(&titled).givens), ("Tiny".to_owned(), plain().givens));
    let records = Records::open(text.as_bytes(), &RecordOptions::default()).expect("records");
    assert_eq!(records.count(), 1);
}

/// Digits that editors store in the grid: a full grid is the setter's solution, a few digits are a player's.
#[test]
fn digits_that_are_no_givens() {
    let solved = "1234341221434321";
    let object = |filled: usize, solution: &str| {
        let cell = |(i, d): (usize, char)| match i {
            0 => json!({"value": 1, "given": true}),
            i if i < filled => json!({"value": d.to_digit(10)}),
            _ => json!({}),
        };
        let cells: Vec<_> = solved.chars().enumerate().map(cell).collect();
        let rows: Vec<_> = cells.chunks(4).map(|row| json!(row)).collect();
        let mut f_puzzles = json!({"size": 4, "grid": rows});
        if !solution.is_empty() {
            f_puzzles["solution"] = json!(solution);
        }
        let regions = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        let maker = json!({"formatVersion": "1.5.0", "puzzle": {"size": 4, "cells": cells, "constraints": [
            {"type": 0}, {"type": 1, "regions": regions}, {"type": 2003}]}});
        [f_puzzles, maker]
    };
    for object in object(16, "") {
        let read = puzzle(&object.to_string());
        assert_eq!((read.progress.len(), read.solution.len(), read.givens.len()), (0, 16, 1), "{object}");
        assert_eq!(read.solution[15], Some(1));
    }
    for object in object(3, "") {
        let read = puzzle(&object.to_string());
        assert_eq!((read.progress.len(), read.solution.len()), (2, 0), "{object}");
    }
    // If the recorded solution contradicts a full grid, the grid is the player's.
    let [kept, _] = object(16, "1234341221434311");
    assert_eq!(puzzle(&kept.to_string()).progress.len(), 15);
}

#[test]
fn what_sudokumaker_draws() {
    let maker = json!({"formatVersion": "1.5.0", "puzzle": {"size": 4, "cells": vec![json!({}); 16], "constraints": [
        {"type": 0}, {"type": 2003},
        {"type": 2001, "cages": [{"value": "8", "cells": [0, 1]}, {"value": "foglight", "cells": [5]}],
            "style": {"text": {"color": "#000000"}, "cage": {"color": "#ff0000ff"}}},
        {"type": 2002, "params": [
            {"type": "ellipse", "rx": 0.4, "ry": 0.4, "angle": 0, "fill": "#ffffff00", "stroke": "#000000", "strokeWidth": 0.02},
            {"type": "text", "text": "12", "size": 0.5, "angle": 0, "strokeWidth": 0.02, "stroke": "#ffffff", "fill": "#000000"},
            {"type": "arrow", "angle": 90, "length": 0.5, "headSize": 0.125, "strokeWidth": 0.05, "stroke": "#0000007b", "fill": "#000"}],
            "symbols": [[0.5, 1.5], [-0.5, 2.5, 1], [1.5, 0.5, 2], [1, 1, 9]]},
        {"type": 4000, "cells": [0]},
        {"type": 4001, "triggers": [{"cells": [0], "label": "A"}], "effects": [{"cells": [2], "label": "A"}, {"cells": [3], "label": "A"}]}]}});
    let read = puzzle(&maker.to_string());
    let drawn: Vec<_> = read.drawings.iter().map(|d| (d.kind.word(), d.text.as_str(), d.lists[0].clone())).collect();
    assert_eq!(
        drawn,
        [
            ("cage", "8", vec![(0.0, 0.0), (0.0, 1.0)]),
            ("circle", "", vec![(1.0, 0.0)]),
            ("text", "12", vec![(2.0, -1.0)]),
            ("arrow", "", vec![(-0.25, 1.0), (0.25, 1.0)]),
        ]
    );
    assert_eq!((read.drawings[1].width, read.drawings[1].fill.as_str()), (Some(0.8), ""));
    let fog = read.fog.clone().expect("fog");
    assert_eq!(fog.lights, [5, 0].map(Cell));
    assert_eq!(fog.triggers, [Trigger { cells: vec![Cell(0)], shows: vec![Cell(2), Cell(3)] }]);
    // Written without its original text, the puzzle keeps everything but the arrow.
    let anew = Puzzle { drawings: read.drawings[..3].to_vec(), ..read };
    let (link, _) = by_id("sudokumaker").expect("a format").write(&anew).expect("it is written");
    assert_eq!(puzzle(&link), anew);
}

/// Fog is kept in every format that has it and in `.clue` files. A cage that declares fog is not a drawing.
#[test]
fn fog_is_kept() {
    let light = puzzle(include_str!("reading/foglight_cage.json"));
    assert!(light.drawings.is_empty() && light.clues.is_empty(), "{light:?}");
    assert!(!light.fog.as_ref().expect("fog").lights.is_empty());
    let mut top = json!({
        "cellSize": 50, "cells": vec![json!(vec![json!({}); 4]); 4], "regions": [],
        "cages": [{"cells": [[0, 0]], "value": "FOGLIGHT"}, {"cells": [[3, 3]], "value": "FOW"},
            {"value": "foglight: r1c2r1c3, r2c1-r2c2 r9c9"}, {"cells": [[1, 1]], "value": "FoGLIGHT", "unique": true}],
        "foglight": [[0, 3], [-1, -1]],
    });
    let fog = puzzle(&top.to_string()).fog.expect("fog");
    assert_eq!(fog.lights, [0, 10, 11, 14, 15, 1, 2, 4, 5, 3].map(Cell));
    assert!(fog.triggers.is_empty());
    top["triggereffect"] = json!([{"trigger": {"type": "cellvalue", "cell": "r1c1r1c2"},
        "effect": {"type": "foglight", "cells": "r4c1-r4c3"}}]);
    let whole = puzzle(&top.to_string());
    let shows = [12, 13, 14].map(Cell).to_vec();
    assert_eq!(whole.fog.as_ref().expect("fog").triggers, [Trigger { cells: vec![Cell(0), Cell(1)], shows }]);
    for id in ["clue", "scl", "f-puzzles", "sudokumaker"] {
        let (text, _) = by_id(id).expect("a format").write(&whole).expect("it is written");
        assert_eq!(puzzle(&text).fog, whole.fog, "{id}: {text}");
        // If the fog was changed, the new fog is written.
        let mut changed = read(&text).expect("a puzzle").puzzle;
        changed.fog = Some(Fog { lights: vec![Cell(7)], triggers: Vec::new() });
        let (text, _) = by_id(id).expect("a format").write(&changed).expect("it is written");
        assert_eq!(puzzle(&text).fog, changed.fog, "{id}: {text}");
        changed.fog = None;
        let (text, _) = by_id(id).expect("a format").write(&changed).expect("it is written");
        assert_eq!(puzzle(&text).fog, None, "{id}: {text}");
    }
    let f_puzzles = json!({"size": 4, "grid": vec![json!(vec![json!({}); 4]); 4], "fogofwar": ["R1C1"], "foglight": ["R4C4", "R0C0"]});
    assert_eq!(puzzle(&f_puzzles.to_string()).fog.expect("fog").lights, [15, 0, 1, 4, 5].map(Cell));
    for bad in ["grid: 4x4\nfog: r1c1 shows\n", "grid: 4x4\nfog: r9c9\n", "grid: 4x4\nfog: r1c1\nfog: r1c2\n"] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let none = puzzle("grid: 4x4\nfog: none\n");
    assert_eq!(none.fog, Some(Fog::default()));
}

#[test]
fn lines_without_points_and_lines_as_paths() {
    let line = |line: serde_json::Value| {
        json!({"cellSize": 50, "cells": vec![json!(vec![json!({}); 4]); 4], "regions": [], "lines": [line]}).to_string()
    };
    for nothing in [json!({"color": "#fff", "thickness": 5}), json!({"color": "#fff", "wayPoints": []})] {
        let read = read(&line(nothing)).expect("a puzzle");
        assert!(read.notes.is_empty() && read.puzzle.drawings.is_empty(), "{:?}", read.notes);
    }
    let drawn = puzzle(&line(json!({"color": "#fff", "d2": "M32 32L96 32Q96 96 160 96M0,0 L64,64Z"})));
    let bend = (0.75, 1.25);
    let lists = vec![vec![(0.0, 0.0), (0.0, 1.0), bend, (1.0, 2.0)], vec![(-0.5, -0.5), (0.5, 0.5), (-0.5, -0.5)]];
    assert_eq!(drawn.drawings[0].lists, lists);
    for broken in ["M1", "A1 2 3", "L1 2", "Mé", "M1 2Q3", "Z"] {
        assert!(!read(&line(json!({"d": broken}))).expect("a puzzle").notes.is_empty(), "{broken}");
    }
}

/// Other people's puzzles open unsolved, as in their own programs, even if an editor stored digits in their grids.
#[test]
fn no_puzzle_opens_solved() {
    for (file, format) in [("other_formats_corpus", "sudokumaker"), ("fpuzzles_corpus", "f-puzzles")] {
        let path = format!("{}/../../../shared/data/variants/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let Ok(text) = std::fs::read_to_string(path) else {
            println!("skipped: no ../shared");
            return;
        };
        let (mut seen, mut recorded, mut begun, mut solved) = (0, 0, 0, 0);
        for line in text.lines() {
            let record: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let Ok(read) = read(record["raw"].as_str().unwrap_or_default()) else { continue };
            if read.format.info().id != format {
                continue;
            }
            let placed = read.puzzle.progress.iter().filter(|p| p.placed.is_some()).count();
            seen += 1;
            recorded += usize::from(!read.puzzle.solution.is_empty());
            begun += usize::from(placed > 0);
            solved += usize::from(placed * 2 > read.puzzle.shape.len());
        }
        println!("{format}: {seen} puzzles, {recorded} with a solution, {begun} begun, {solved} more than half full");
        assert!(seen > 100 && solved == 0, "{format}: {solved} of {seen} are more than half full");
    }
}
