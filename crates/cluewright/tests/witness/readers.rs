//! A puzzle by hand for every reader, with an answer that is another one when rows are read as columns, or a side of the
//! grid as the opposite one.

use cluewright::{Compiled, Limits, Verdict, formats, solve};

/// Its rows and columns differ, and so do its columns read as rows.
const FOUR: &str = "2431314242131324";

/// The one solution of the puzzles of nine rows.
const NINE: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Format, text, its one solution.
const PUZZLES: &[(&str, &str, &str)] = &[
    ("line", "2.3.3..........4", FOUR),
    ("line", "2.[34].3[14]....1...24", FOUR),
    ("grid", "2 . | 3 .\n3 . | . .\n----+----\n. . | . .\n. . | . 4\n", FOUR),
    ("grid", "2 134 3 1234\n3 124 124 124\n1234 1234 1234 123\n1234 1234 1234 4\n", FOUR),
    ("sukaku", "2...1234..3.1234..3.1234123412341234123412341234123412341234...4", FOUR),
    ("clue", "grid: 4x4\ngivens:\n  2.3.\n  3...\n  ....\n  ...4\n", FOUR),
    ("clue", "grid: 4x4\ngiven r1c1 2\ngiven r1c3 3\ngiven r2c1 3\ngiven r4c4 4\n", FOUR),
    ("clue", "grid: 4x4\nthermometer r1c4-r4c4\nsum r1c1 r1c2 total 6\nthermometer r1c1 r2c1 r3c1\n", FOUR),
    (
        "clue",
        "grid: 2x4\nboxes: none\nrules: rows, columns\nthermometer r1c1-r1c4\ngiven r2c1 4\ngiven r2c3 1\n",
        "12344312",
    ),
    (
        "clue",
        "grid: 4x2\nboxes: none\nrules: rows, columns\nthermometer r1c1-r4c1\ngiven r1c2 4\ngiven r3c2 1\n",
        "14233142",
    ),
    (
        "f-puzzles",
        r#"{"size":4,"grid":[[{"value":2,"given":true},{},{"value":3,"given":true},{}],[{"value":3,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4,"given":true}]]}"#,
        FOUR,
    ),
    // From the left and the right of row 1, above column 2, below column 3; sandwiches of row 2 and column 4.
    (
        "f-puzzles",
        r#"{"size":4,"grid":[[{"value":2,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"skyscraper":[{"cell":"R1C0","value":"2"},{"cell":"R1C5","value":"3"},{"cell":"R0C2","value":"1"},{"cell":"R5C3","value":"2"}],"sandwichsum":[{"cell":"R2C0","value":"0"},{"cell":"R0C4","value":"5"}]}"#,
        FOUR,
    ),
    (
        "f-puzzles",
        r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"thermometer":[{"lines":[["R1C4","R2C4","R3C4","R4C4"]]},{"lines":[["R1C1","R2C1","R3C1"]]}],"killercage":[{"cells":["R1C1","R1C2"],"value":"6"}]}"#,
        FOUR,
    ),
    ("iss", ".Shape~4x4.~R1C1_2.~R1C3_3.~R2C1_3.~R4C4_4", FOUR),
    ("iss", ".Shape~4x4.~R1C1_2.Skyscraper~R1~2~3.Skyscraper~C2~1~.Skyscraper~C3~~2.Sandwich~0~R2.Sandwich~5~C4", FOUR),
    ("iss", ".Shape~4x4.Thermo~R1C4~R2C4~R3C4~R4C4.Thermo~R1C1~R2C1~R3C1.Cage~6~R1C1~R1C2", FOUR),
    ("iss", ".Shape~2x4.NoBoxes.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_4.~R2C3_1", "12344312"),
    (
        "penpa",
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=Ky4sTSxK1TEBQmMLHQMdQx1DSwMwNjYDIQMoDMksyUm1UnDLLy3ScSwtycgvslIILdbR0fF3c9NJS8wpTuWKhqqN5aqu5apWqvJTsqpWMrRQsopWMlICGqxkqBSro2RkABIwRhIwQxMwMQUJmMAEamu5AA==",
        FOUR,
    ),
    (
        "scl",
        r#"{"cells":[[{"value":2},{},{"value":3},{}],[{"value":3},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4}]],"regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]}"#,
        FOUR,
    ),
    ("sumocue", "SumoCueV1=2=0=3=0=7=0=0=0+4=0=0=0=0=0=0=4", FOUR),
    ("ps", "2x2::k:512:0:770:0:1796:0:0:0:1796:0:0:0:0:0:0:1039:", FOUR),
    ("snarfable", "20307000^0000004", FOUR),
    ("letter-cages", "2.3............4 ....a...a....... a7", FOUR),
    ("jigsaw", "2.3.3..........4AAABCABBCCDBCDDD", FOUR),
    (
        "sudokuwiki-killer",
        "123212121213121212121212121212121212331212121212121212121212121212121212121212121,050306000700000000060000010905000000000908000000000600080000000600000003060000080003000001070000000200000006000600000000020800000000040109000005000000000800000709",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
    ),
    (
        "lisudoku",
        r#"{"gridSize":4,"fixedNumbers":[{"position":{"row":0,"col":0},"value":2},{"position":{"row":0,"col":2},"value":3},{"position":{"row":1,"col":0},"value":3},{"position":{"row":3,"col":3},"value":4}]}"#,
        FOUR,
    ),
    (
        "lisudoku",
        r#"{"gridSize":4,"killerCages":[{"region":[{"row":0,"col":0},{"row":0,"col":1}],"sum":6}],"thermos":[[{"row":0,"col":3},{"row":1,"col":3},{"row":2,"col":3},{"row":3,"col":3}],[{"row":0,"col":0},{"row":1,"col":0},{"row":2,"col":0}]]}"#,
        FOUR,
    ),
    (
        "sudoku-setter",
        r#"{"puzzleInfo":{"title":"By hand","authors":["us"],"ruleset":""},"nRows":4,"nCols":4,"grid":[[{"given":true,"value":2},{},{"given":true,"value":3},{}],[{"given":true,"value":3},{},{},{}],[{},{},{},{}],[{},{},{},{"given":true,"value":4}]],"elements":[{"tool_id":"Thermometer","constraints":[{"cells":["R1C1","R2C1"]}]}]}"#,
        FOUR,
    ),
    ("scf", "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79", NINE),
    ("scf", "classic53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79", NINE),
    ("sudoku-exchange", "https://sudokuexchange.com/play/?s=5NlQ19j9mGca3OIN1bWGk2m41TjS79", NINE),
    (
        "sudokuwiki",
        "https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        NINE,
    ),
    (
        "hodoku",
        ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:113 213:::",
        NINE,
    ),
    (
        "opensudoku",
        "<opensudoku><author>Us</author><game data=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\"/></opensudoku>",
        NINE,
    ),
    ("puzz-link", "https://puzz.link/p?sudoku/4/4/2g3g3p4", FOUR),
    ("solo", "2x2:2a3a3j4", FOUR),
    // Regions and cages from the borders between cells.
    ("solo", "4j:2a3a3j4,abbbbbbba", FOUR),
    (
        "andoku",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79|111222333111222333111222333444555666444555666444555666777888999777888999777888999|",
        NINE,
    ),
    (
        "ksudoku",
        "<!DOCTYPE ksudoku><ksudoku><game had-help=\"0\"><puzzle><graph order=\"4\" type=\"sudoku\"/><values>cd______d______e</values></puzzle></game></ksudoku>",
        FOUR,
    ),
    ("sdk", "#AUs\n[Puzzle]\n2.3.\n3...\n....\n...4\n[State]\n2.3.\n31..\n....\n...4\n", FOUR),
    ("sdx", "#AUs\n2 14 3 14\n3 u1 124 124\n1234 1234 1234 123\n1234 1234 1234 4\n", FOUR),
    ("ss", "2.|3.\n3.|..\n-----\n..|..\n..|.4\n", FOUR),
    (
        "sudokumaker",
        r#"{"formatVersion":"1.5.0","puzzle":{"name":"","size":4,"cells":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}],"constraints":[{"type":0},{"type":1,"regions":[0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]},{"type":300,"slow":false,"thermometers":[[3,7,11,15],[0,4,8]]},{"type":301,"cages":[{"cells":[0,1],"value":6}]}]}}"#,
        FOUR,
    ),
    // From the left and the right of row 1, above column 2, below column 3; sandwiches of row 2 and column 4.
    (
        "sudokumaker",
        r#"{"formatVersion":"1.5.0","puzzle":{"name":"","size":4,"cells":[{"value":2,"given":true},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}],"constraints":[{"type":0},{"type":1,"regions":[0,0,1,1,0,0,1,1,2,2,3,3,2,2,3,3]},{"type":503,"clues":[{"value":2,"outerCell":6},{"value":3,"outerCell":11},{"value":1,"outerCell":2},{"value":2,"outerCell":33}]},{"type":501,"clues":[{"value":0,"outerCell":12},{"value":5,"outerCell":4}]}]}}"#,
        FOUR,
    ),
    ("scf", "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79", NINE),
    ("scf", "classic53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79", NINE),
    ("sudoku-exchange", "https://sudokuexchange.com/play/?s=5NlQ19j9mGca3OIN1bWGk2m41TjS79", NINE),
    (
        "sudokuwiki",
        "https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079",
        NINE,
    ),
    ("sdk", "#AUs\n2.3.\n3...\n....\n...4\n", FOUR),
    ("sdk", "[Puzzle]\n2.3.\n3...\n....\n...4\n[State]\n2131\n3...\n....\n...4\n", FOUR),
    ("sdx", "2 u4 3 12\n3 12 124 124\n14 1234 1234 1234\n124 1234 1234 4\n", FOUR),
    (
        "ss",
        "53.|.7.|...\n6..|195|...\n.98|...|.6.\n-----------\n8..|.6.|..3\n4..|8.3|..1\n7..|.2.|..6\n-----------\n.6.|...|28.\n...|419|..5\n...|.8.|.79\n",
        NINE,
    ),
    ("hodoku", ":0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79::::", NINE),
    (
        "opensudoku",
        "<opensudoku><game data=\"530070000600195000098000060800060003400803001700020006060000280000419005000080079\"/></opensudoku>",
        NINE,
    ),
];

#[test]
fn readers_tell_rows_from_columns() {
    let mut problems = Vec::new();
    for (format, text, solution) in PUZZLES {
        let answer =
            formats::read_as(format, text).and_then(|read| Ok(Compiled::new(read.puzzle)?)).map(
                |compiled| match solve(&compiled, &Limits::none()).value {
                    Verdict::Unique(found) => compiled.digits_text(&found),
                    other => format!("{other:?}"),
                },
            );
        match answer {
            Ok(found) if found == *solution => {}
            other => problems.push(format!("{format}: {text}: {other:?}, not {solution}")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_reader_has_a_puzzle() {
    for format in formats::FORMATS {
        let id = format.info().id;
        assert!(PUZZLES.iter().any(|p| p.0 == id), "no puzzle by hand for the format `{id}`");
    }
}
