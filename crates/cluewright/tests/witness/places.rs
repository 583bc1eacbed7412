//! The meanings of the words for places: cells listed by hand on small boards. A list is tested from outside: in a puzzle with the
//! digits 1 and 2, a custom rule demands a 2 at the list's k-th place. The only cell that cannot hold a 1 must then be that cell.
//! The evaluation of the rule also judges a grid with the 2 there.

use crate::witness::ask;
use cluewright::rules::syntax::ast::{Nearness, Source};

/// A board, and the meanings of words on it. Cells are letters in reading order, from `a`; `A`, `B` follow after `z`. Spaces
/// separate the lists of a list of lists; a number is written `= 4`.
struct Lists {
    board: &'static str,
    all: &'static [(&'static str, &'static str)],
}

const LISTS: &[Lists] = &[
    // a b c
    // d e f
    // g h i
    Lists {
        board: "grid: 3x3\nboxes: none\n",
        all: &[
            ("size", "= 3"),
            ("height", "= 3"),
            ("width", "= 3"),
            ("first_digit", "= 1"),
            ("last_digit", "= 2"),
            ("digits_count", "= 2"),
            ("length(digits)", "= 2"),
            ("digits[1]", "= 1"),
            ("digits[2]", "= 2"),
            ("cells", "abcdefghi"),
            ("rows", "abc def ghi"),
            ("columns", "adg beh cfi"),
            ("boxes", ""),
            ("regions", ""),
            ("houses", "abc def ghi adg beh cfi"),
            ("squares", "abde bcef degh efhi"),
            ("diagonals", "aei gec"),
            ("neighbours(cell(1, 1))", "bd"),
            ("neighbours(cell(1, 2))", "ace"),
            ("neighbours(cell(1, 3))", "bf"),
            ("neighbours(cell(2, 1))", "aeg"),
            ("neighbours(cell(2, 2))", "bdfh"),
            ("neighbours(cell(2, 3))", "cei"),
            ("neighbours(cell(3, 1))", "dh"),
            ("neighbours(cell(3, 2))", "egi"),
            ("neighbours(cell(3, 3))", "fh"),
            ("touching(cell(1, 1))", "bde"),
            ("touching(cell(1, 2))", "acdef"),
            ("touching(cell(1, 3))", "bef"),
            ("touching(cell(2, 1))", "abegh"),
            ("touching(cell(2, 2))", "abcdfghi"),
            ("touching(cell(2, 3))", "bcehi"),
            ("touching(cell(3, 1))", "deh"),
            ("touching(cell(3, 2))", "defgi"),
            ("touching(cell(3, 3))", "efh"),
            ("above(cell(1, 2))", ""),
            ("above(cell(2, 1))", "a"),
            ("above(cell(3, 3))", "f"),
            ("below(cell(1, 2))", "e"),
            ("below(cell(3, 3))", ""),
            ("left_of(cell(1, 1))", ""),
            ("left_of(cell(2, 2))", "d"),
            ("right_of(cell(2, 2))", "f"),
            ("right_of(cell(1, 3))", ""),
            ("leaps(cell(1, 1), 1, 2)", "fh"),
            ("leaps(cell(1, 2), 1, 2)", "gi"),
            ("leaps(cell(1, 3), 1, 2)", "dh"),
            ("leaps(cell(2, 1), 1, 2)", "ci"),
            ("leaps(cell(2, 2), 1, 2)", ""),
            ("leaps(cell(2, 3), 1, 2)", "ag"),
            ("leaps(cell(3, 1), 1, 2)", "bf"),
            ("leaps(cell(3, 2), 1, 2)", "ac"),
            ("leaps(cell(3, 3), 1, 2)", "bd"),
            ("leaps(cell(3, 3), 2, 1)", "bd"),
            ("leaps(cell(1, 1), 0, 2)", "cg"),
            ("leaps(cell(2, 2), 1, 1)", "acgi"),
            ("leaps(cell(2, 2), 0, 1)", "bdfh"),
            ("leaps(cell(3, 1), 2, 2)", "c"),
            ("leaps(cell(2, 2), 0, 0)", ""),
            ("ray(cell(1, 1), 1, 1)", "ei"),
            ("ray(cell(3, 1), -1, 1)", "ec"),
            ("ray(cell(1, 2), 1, 0)", "eh"),
            ("ray(cell(2, 3), 0, -1)", "ed"),
            ("ray(cell(1, 1), -1, 0)", ""),
            ("ray(cell(1, 1), 1, 2)", "f"),
            ("ray(cell(2, 2), 0, 0)", ""),
            ("row_of(cell(2, 1))", "def"),
            ("row_of(cell(3, 3))", "ghi"),
            ("column_of(cell(1, 3))", "cfi"),
            ("column_of(cell(2, 1))", "adg"),
            ("box_of(cell(2, 2))", ""),
            ("row(cell(2, 3))", "= 2"),
            ("column(cell(2, 3))", "= 3"),
            ("row(cell(3, 1))", "= 3"),
            ("column(cell(3, 1))", "= 1"),
            ("box(cell(3, 1))", "= 0"),
            ("[cell(1, 1)]", "a"),
            ("[cell(2, 3)]", "f"),
            ("[cell(3, 2)]", "h"),
            ("block(1, 2, 2, 2)", "bcef"),
            ("block(2, 1, 1, 3)", "def"),
            ("block(1, 3, 3, 1)", "cfi"),
            ("block(2, 2, 3, 3)", "efhi"),
            ("block(0, 1, 2, 1)", "a"),
            // Pairs of cells, the earlier one first.
            ("[[a, b] for (a, b) in neighbours]", "ab ad bc be cf de dg ef eh fi gh hi"),
            ("[[a, b] for (a, b) in diagonal neighbours]", "ae bd bf ce dh eg ei fh"),
            (
                "[[a, b] for (a, b) in touching neighbours]",
                "ab ad ae bc bd be bf ce cf de dg dh ef eg eh ei fh fi gh hi",
            ),
            ("[[a, b] for (a, b) at moves (1, 2)]", "af ah bg bi cd ch di fg"),
            ("[[a, b] for (a, b) at moves (2, 1)]", "af ah bg bi cd ch di fg"),
            ("[[a, b] for (a, b) at moves (0, 2)]", "ac ag bh ci df gi"),
            ("[[a, b] for (a, b) at moves (2, 2)]", "ai cg"),
            (
                "[[a, b] for (a, b) in neighbours both ways]",
                "ab ad ba bc be cb cf da de dg eb ed ef eh fc fe fi gd gh he hg hi if ih",
            ),
            ("[[a, b] for (a, b) in diagonal neighbours both ways]", "ae bd bf ce db dh ea ec eg ei fb fh ge hd hf ie"),
            (
                "[[a, b] for (a, b) in touching neighbours both ways]",
                "ab ad ae ba bc bd be bf cb ce cf da db de dg dh ea eb ec ed ef eg eh ei fb fc fe fh fi gd ge gh hd he hf \
                 hg hi ie if ih",
            ),
            ("[[a, b] for (a, b) at moves (1, 2) both ways]", "af ah bg bi cd ch dc di fa fg gb gf ha hc ib id"),
            ("[[a, b] for (a, b) along rows[2]]", "de ef"),
            ("[[a, b, c] for (a, b, c) along concat(rows[1], rows[2])]", "abc bcd cde def"),
            ("[[a, b] for (a, b) along [cell(1, 1)]]", ""),
            // Lists made of lists.
            ("pairs(rows[1])", "ab ac bc"),
            ("pairs([cell(3, 1), cell(1, 1), cell(2, 2), cell(1, 3)])", "ga ge gc ae ac ec"),
            ("pairs([cell(1, 1)])", ""),
            ("reading_order([cell(3, 1), cell(1, 2), cell(2, 3), cell(1, 1)])", "abfg"),
            ("reverse(columns[2])", "heb"),
            ("concat(rows[3], columns[1])", "ghiadg"),
            ("concat(rows)", "abcdefghi"),
            ("[first(rows[2]), last(rows[3])]", "di"),
            ("first 2 of rows[2]", "de"),
            ("last 2 of rows[2]", "ef"),
            ("rows[3] before 3", "gh"),
            ("rows[3] before 1", ""),
            ("rows[3] after 1", "hi"),
            ("rows[3] after 3", ""),
            ("between(cell(1, 1), cell(1, 3), rows[1])", "b"),
            ("between(cell(2, 1), cell(2, 2), rows[2])", ""),
            ("[c for i, c in rows[2] where column(c) != 2]", "df"),
            ("[cell(1, i) for i, c in rows[2] where column(c) != 2]", "ab"),
            ("[cell(1, i) for i in positions(rows[1])]", "abc"),
            ("runs([cell(1, 1), cell(1, 2)])", ""),
            ("once([cell(2, 1), cell(1, 1), cell(2, 1), cell(1, 2), cell(1, 1)])", "dab"),
            ("if closed([cell(1, 1), cell(1, 2), cell(2, 2), cell(1, 1)]) then 1 else 0", "= 1"),
            ("if closed([cell(1, 1), cell(1, 2), cell(2, 2), cell(1, 2)]) then 1 else 0", "= 0"),
            ("if closed([cell(1, 1), cell(1, 2), cell(1, 1)]) then 1 else 0", "= 0"),
            ("runs([cell(1, 1), cell(1, 2), cell(2, 2), cell(1, 3)], columns)", "a be c"),
        ],
    },
    // a b c d
    // e f g h
    // i j k l
    // m n o p
    Lists {
        board: "grid: 4x4\n",
        all: &[
            ("size", "= 4"),
            ("boxes", "abef cdgh ijmn klop"),
            ("regions", "abef cdgh ijmn klop"),
            ("houses", "abcd efgh ijkl mnop aeim bfjn cgko dhlp abef cdgh ijmn klop"),
            ("box_of(cell(1, 1))", "abef"),
            ("box_of(cell(2, 3))", "cdgh"),
            ("box_of(cell(3, 2))", "ijmn"),
            ("box(cell(1, 2))", "= 1"),
            ("box(cell(2, 3))", "= 2"),
            ("box(cell(3, 2))", "= 3"),
            ("box(cell(4, 4))", "= 4"),
            ("diagonals", "afkp mjgd"),
            ("squares", "abef bcfg cdgh efij fgjk ghkl ijmn jkno klop"),
            ("leaps(cell(2, 2), 1, 2)", "dlmo"),
            ("leaps(cell(3, 3), 1, 2)", "bdem"),
            ("leaps(cell(2, 3), 1, 2)", "ainp"),
            ("runs([cell(1, 1), cell(1, 2), cell(1, 3), cell(2, 3), cell(2, 2)])", "ab cg f"),
            ("runs([cell(1, 2), cell(1, 3), cell(2, 3), cell(2, 2), cell(1, 2)])", "cg fb"),
            ("runs([cell(1, 2), cell(2, 2), cell(2, 3), cell(1, 3), cell(1, 2)])", "gc bf"),
            ("ray(cell(4, 1), -1, 1)", "jgd"),
        ],
    },
    Lists {
        board: "grid: 5x5\n",
        all: &[("boxes", ""), ("leaps(cell(3, 3), 1, 2)", "bdfjptvx"), ("diagonals", "agmsy uqmie")],
    },
    Lists {
        board: "grid: 4x4\nregions:\n  AAAB\n  CABB\n  CCDB\n  CDDD\n",
        all: &[
            ("boxes", "abcf dghl eijm knop"),
            ("regions", "abcf dghl eijm knop"),
            ("box_of(cell(2, 2))", "abcf"),
            ("box(cell(2, 3))", "= 2"),
            ("box(cell(4, 1))", "= 3"),
            ("box(cell(4, 2))", "= 4"),
            ("runs(rows[2])", "e f gh"),
        ],
    },
    Lists {
        board: "grid: 6x6\n",
        all: &[
            ("boxes", "abcghi defjkl mnostu pqrvwx yzAEFG BCDHIJ"),
            ("box(cell(3, 3))", "= 3"),
            ("box(cell(4, 4))", "= 4"),
            ("box(cell(5, 6))", "= 6"),
            ("box_of(cell(2, 4))", "defjkl"),
            ("diagonals", "ahovCJ Ezupkf"),
        ],
    },
    // a b c d e f
    // g h i j k l
    // m n o p q r
    // s t u v w x
    Lists {
        board: "grid: 4x6\nboxes: 2x3\n",
        all: &[
            ("size", "= 6"),
            ("height", "= 4"),
            ("width", "= 6"),
            ("rows", "abcdef ghijkl mnopqr stuvwx"),
            ("columns", "agms bhnt ciou djpv ekqw flrx"),
            ("boxes", "abcghi defjkl mnostu pqrvwx"),
            ("diagonals", ""),
            ("row_of(cell(3, 5))", "mnopqr"),
            ("column_of(cell(3, 5))", "ekqw"),
            ("ray(cell(4, 6), -1, -1)", "qjc"),
            ("length(squares)", "= 15"),
        ],
    },
    Lists {
        board: "grid: 2x3\nboxes: none\n",
        all: &[
            ("rows", "abc def"),
            ("columns", "ad be cf"),
            ("squares", "abde bcef"),
            ("neighbours(cell(1, 2))", "ace"),
            ("neighbours(cell(2, 3))", "ce"),
            ("leaps(cell(1, 1), 1, 2)", "f"),
            ("leaps(cell(2, 3), 1, 2)", "a"),
            ("[[a, b] for (a, b) at moves (1, 2)]", "af cd"),
        ],
    },
    // a b c d   above a is i, left of it d
    // e f g h
    // i j k l
    Lists {
        board: "grid: 3x4\nboxes: none\nwraps: yes\n",
        all: &[
            ("neighbours(cell(1, 1))", "bdei"),
            ("neighbours(cell(2, 2))", "begj"),
            ("neighbours(cell(3, 4))", "dhik"),
            ("touching(cell(1, 1))", "bdefhijl"),
            ("touching(cell(3, 4))", "acdeghik"),
            ("above(cell(1, 1))", "i"),
            ("below(cell(3, 2))", "b"),
            ("left_of(cell(1, 1))", "d"),
            ("right_of(cell(2, 4))", "e"),
            ("leaps(cell(1, 1), 1, 2)", "fghjkl"),
            ("ray(cell(1, 1), 0, 1)", "bcd"),
            ("ray(cell(1, 1), 0, -1)", "dcb"),
            ("ray(cell(1, 1), 1, 1)", "fkdejchibgl"),
            ("rows", "abcd efgh ijkl"),
            ("row_of(cell(1, 2))", "abcd"),
            ("squares", "abef bcfg cdgh dahe efij fgjk ghkl heli ijab jkbc klcd lida"),
            (
                "[[a, b] for (a, b) in neighbours]",
                "ab ad ae ai bc bf bj cd cg ck dh dl ef eh ei fg fj gh gk hl ij il jk kl",
            ),
            (
                "[[a, b] for (a, b) at moves (1, 2)]",
                "af ag ah aj ak al be bg bh bi bk bl ce cf ch ci cj cl de df dg di dj dk ej ek el fi fk fl gi gj gl hi \
                 hj hk",
            ),
        ],
    },
    // a b c
    // d   e
    // f g h
    Lists {
        board: "grid: 3x3\nboxes: none\nholes: r2c2\n",
        all: &[
            ("cells", "abcdefgh"),
            ("rows", "abc de fgh"),
            ("columns", "adf bg ceh"),
            ("neighbours(cell(1, 2))", "ac"),
            ("touching(cell(1, 2))", "acde"),
            ("row_of(cell(2, 1))", "de"),
            ("ray(cell(1, 2), 1, 0)", ""),
            ("squares", ""),
            ("diagonals", "ah fc"),
            ("leaps(cell(1, 1), 1, 2)", "eg"),
            ("block(1, 1, 2, 2)", "abd"),
            ("[[a, b] for (a, b) in neighbours]", "ab ad bc ce df eh fg gh"),
        ],
    },
    // a b c
    // d e f
    // g h i j k
    //     l m n
    //     o p q
    Lists {
        board: "grid: A 3x3\nboxes: none\ngrid: B 3x3 at r3c3\nboxes: none\n",
        all: &[
            ("size", "= 3"),
            ("height", "= 5"),
            ("width", "= 5"),
            ("rows", "abc def ghi ijk lmn opq"),
            ("columns", "adg beh cfi ilo jmp knq"),
            ("diagonals", "aei gec imq omk"),
            ("row_of(cell(3, 3))", "ghi"),
            ("row_of(cell(3, 4))", "ijk"),
            ("column_of(cell(3, 3))", "cfi"),
            ("column_of(cell(4, 3))", "ilo"),
            ("row(cell(4, 3))", "= 4"),
            ("column(cell(4, 3))", "= 3"),
            ("squares", "abde bcef degh efhi ijlm jkmn lmop mnpq"),
            ("neighbours(cell(3, 3))", "fhjl"),
            ("touching(cell(3, 3))", "efhjlm"),
            ("ray(cell(3, 1), 0, 1)", "hijk"),
        ],
    },
    // Clues that demand nothing, but mark.
    Lists {
        board: "grid: 3x3\nboxes: none\nextra-region r1c2\nextra-region r3c1\nsum r1c1 r1c2\nsum r2c3 r2c2\n",
        all: &[
            ("[k.C[1] for k in clues(extra-region)]", "bg"),
            ("length(clues(extra-region))", "= 2"),
            ("[[a, b] for (a, b) in neighbours marked by sum]", "ab ef"),
            ("[[a, b] for (a, b) in neighbours unless marked by sum]", "ad bc be cf de dg eh fi gh hi"),
            ("[[a, b] for (a, b) in neighbours unless marked by sum, extra-region]", "ad bc be cf de dg eh fi gh hi"),
        ],
    },
];

/// Functions that are about digits and numbers: other tests have them. A function of the language is here or in a list.
const OF_DIGITS: &[&str] = &[
    "sum",
    "product",
    "max",
    "min",
    "count",
    "distinct",
    "increasing",
    "nondecreasing",
    "decreasing",
    "consecutive",
    "equal",
    "same_multiset",
    "equal_sums",
    "contains",
    "contains_exactly",
    "number",
    "position",
    "visible",
    "connected",
    "accepted",
    "region_numbers",
    "ranked",
    "ranked_or_tied",
    "given",
    "digit",
    "value",
    "same",
    "floor",
    "ceil",
    "odd",
    "even",
    "subset_sum",
];

/// The meaning of a list's text: a number, cells, or lists of cells.
enum Meant {
    Number(i64),
    Cells(Vec<usize>),
    Lists(Vec<Vec<usize>>),
}

fn meant(text: &str) -> Meant {
    let cell =
        |c: char| if c.is_ascii_lowercase() { c as usize - 'a' as usize } else { c as usize - 'A' as usize + 26 };
    match text.strip_prefix("= ") {
        Some(number) => Meant::Number(number.parse().expect("a number")),
        None if text.contains(' ') => {
            Meant::Lists(text.split_whitespace().map(|l| l.chars().map(cell).collect()).collect())
        }
        None => Meant::Cells(text.chars().map(cell).collect()),
    }
}

/// Is the expression this number?
fn number(board: &str, expression: &str, expected: i64) -> Result<(), String> {
    let text = format!(
        "{board}digits: 1..2\nextra: X 0..63\nrules: none\nprobe X\nrule probe \"It is the number.\"\n  clue cell x\n  \
         require x = {expression}\n"
    );
    let puzzle = ask::compiled(&text)?;
    let possible = ask::possible(&puzzle).pop().expect("the extra cell");
    if possible != [expected] {
        return Err(format!("{expression} is {possible:?}, not {expected}"));
    }
    let mut grid = vec![1; puzzle.puzzle().cell_count()];
    for n in [expected, expected + 1] {
        *grid.last_mut().expect("the extra cell") = n;
        if ask::is_right(&puzzle, &grid) != (n == expected) {
            return Err(format!("{expression}, evaluated, is not {expected}"));
        }
    }
    Ok(())
}

/// Does the expression give this cell?
fn is_cell(board: &str, expression: &str, expected: usize) -> Result<(), String> {
    let text = format!(
        "{board}digits: 1..2\nrules: none, probe\nrule probe \"A 2 there.\"\n  require digit({expression}) = 2\n"
    );
    let puzzle = ask::compiled(&text)?;
    let twos: Vec<usize> =
        ask::possible(&puzzle).iter().enumerate().filter(|(_, p)| **p == [2]).map(|(c, _)| c).collect();
    if twos != [expected] {
        return Err(format!("{expression} is {twos:?}, not {expected} (cells from 0 in reading order)"));
    }
    let grid: Vec<i64> = (0..puzzle.puzzle().cell_count()).map(|c| if c == expected { 2 } else { 1 }).collect();
    if !ask::is_right(&puzzle, &grid) {
        return Err(format!("{expression}, evaluated, is not {expected} (cells from 0 in reading order)"));
    }
    Ok(())
}

fn is_list(board: &str, expression: &str, expected: &[usize]) -> Result<(), String> {
    number(board, &format!("length({expression})"), expected.len() as i64)?;
    expected.iter().enumerate().try_for_each(|(i, c)| is_cell(board, &format!("({expression})[{}]", i + 1), *c))
}

#[test]
fn places_are_the_cells_listed_by_hand() {
    let mut problems = Vec::new();
    for Lists { board, all } in LISTS {
        for (expression, expected) in *all {
            let found = match meant(expected) {
                Meant::Number(n) => number(board, expression, n),
                Meant::Cells(cells) => is_list(board, expression, &cells),
                Meant::Lists(lists) => {
                    number(board, &format!("length({expression})"), lists.len() as i64).and_then(|()| {
                        let each =
                            |(i, l): (usize, &Vec<usize>)| is_list(board, &format!("({expression})[{}]", i + 1), l);
                        lists.iter().enumerate().try_for_each(each)
                    })
                }
            };
            problems.extend(found.err().map(|what| format!("{}: {what}", board.replace('\n', "; "))));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_word_for_places_has_a_list() {
    let expressions = || LISTS.iter().flat_map(|l| l.all).map(|e| e.0);
    let listed = |word: &str| {
        expressions().any(|e| e.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word))
    };
    for (name, _) in cluewright::rules::functions() {
        assert!(
            listed(name) || OF_DIGITS.contains(&name),
            "`{name}`: if it speaks of places, write a list of cells for it in LISTS, else its name in OF_DIGITS"
        );
    }
    // The kinds of sources of a `for`. A new kind causes a compile error here.
    let words = |source: &Source| match source {
        Source::In(_) => "for i, c in ",
        Source::Along(_) => "along ",
        Source::Moves(_, _, false) => "at moves (1, 2)]",
        Source::Moves(_, _, true) => "at moves (1, 2) both ways",
        Source::Neighbours(near, both) => match (near, both) {
            (Nearness::Orthogonal, false) => "in neighbours]",
            (Nearness::Diagonal, false) => "in diagonal neighbours]",
            (Nearness::Touching, false) => "in touching neighbours]",
            (Nearness::Orthogonal, true) => "in neighbours both ways",
            (Nearness::Diagonal, true) => "in diagonal neighbours both ways",
            (Nearness::Touching, true) => "in touching neighbours both ways",
        },
    };
    let text = "rule all \"Every source.\"\n  for i, c in cells: require true\n  for (a, b) along cells: require true\n  \
                for (a, b) at moves (1, 2): require true\n  for (a, b) at moves (1, 2) both ways: require true\n";
    let mut text = text.to_owned();
    for near in ["", "diagonal ", "touching "] {
        for both in ["", " both ways"] {
            text += &format!("  for (a, b) in {near}neighbours{both}: require true\n");
        }
    }
    let rule = &cluewright::rules::parse(&text).expect("a rule")[0];
    assert_eq!(rule.body.len(), 10);
    for statement in &rule.body {
        let cluewright::rules::syntax::ast::StmtKind::For(binder, _) = &statement.kind else { panic!("a `for`") };
        let words = words(&binder.source);
        assert!(expressions().any(|e| e.contains(words)), "no list for `{words}`");
    }
}
