//! Pictures as they were looked at: every word of `draw` lines in every theme. `CLUEWRIGHT_UPDATE=1 cargo test -p
//! cluewright-draw` writes them again, to be looked at again.

use cluewright_core::puzzle::{Definition, Given};
use cluewright_core::{Arg, Cell, Clue, ClueTree, Drawing, DrawingKind, Puzzle, Shape};
use cluewright_draw::{Numbers, Scene, Theme, draw};
use cluewright_rules::{Extra, Ruleset};

fn at(row: u16, col: u16) -> Cell {
    Cell((row - 1) * 9 + col - 1)
}

/// Rules of all shapes, one for each word.
const RULES: &str = r##"
rule a-line "A."
  clue line L
  draw line "#67F067" width 0.3
  require sum(L) > 0
rule a-broken-line "A."
  clue line L
  draw line "#F067F0" dashed
  require sum(L) > 0
rule an-arrow "A."
  clue cells C, lines A
  draw arrow of A from C, circle "#FFFFFF" large at all of C
  require sum(C) > 0
rule a-cage "A."
  clue cage C, n: number
  draw cage dashed "#0072B2", n at corner
  require sum(C) > n
rule a-shade "A."
  clue cells C
  draw shade "#CFE8FF"
  require sum(C) > 0
rule a-shape "A."
  clue cell c
  draw square "#CFCFCF" width 0.7, circle ring
  require c > 0
rule a-diamond "A."
  clue line L
  draw line width 0.1, diamond "#FFFFFF" at ends, circle small at start
  require sum(L) > 0
rule chevrons "A."
  clue cell c
  draw chevrons out
  require c > 0
rule a-dot "A."
  clue edge E, n: number
  draw circle "#000000" width 0.4, n at middle
  require sum(E) > n
rule a-sign "A."
  clue edge E
  draw ">" turned
  require sum(E) > 0
rule a-corner "A."
  clue corner C, values: numbers
  draw circle "#FFFFFF" width 0.7, values
  require sum(C) > 0
rule a-side "A."
  clue outside L, n: number
  draw n, arrow at outside
  require sum(L) > n
rule all-lines "A."
  draw diagonal up, diagonal down, windows, regions
  require sum(row 1) > 0
rule says-nothing "A."
  clue cage C, n: number
  require sum(C) > n
rule is-not-seen "A."
  clue cells C
  draw nothing
  require sum(C) > 0
"##;

fn every_word() -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    let text = RULES.replace("  require sum(row 1) > 0\n", "  for i, R in rows: require distinct(R)\n");
    puzzle.definitions.push(Definition { text, line: 1 });
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    puzzle.rules.push(Clue::new("all-lines", Vec::new()));
    let cells = |list: &[(u16, u16)]| Arg::Cells(list.iter().map(|&(r, c)| at(r, c)).collect());
    let line = |r: u16| (1..=9).map(|c| (r, c)).collect::<Vec<_>>();
    let mut clue = |rule: &str, args: Vec<Arg>| {
        let args = args.into_iter().map(|arg| (String::new(), arg)).collect();
        puzzle.clues.push(ClueTree::One(Clue::new(rule, args)));
    };
    clue("a-line", vec![cells(&[(1, 1), (1, 2), (2, 3), (3, 3)])]);
    clue("a-broken-line", vec![cells(&[(1, 5), (2, 5), (2, 6), (1, 6), (1, 5)])]);
    clue("an-arrow", vec![cells(&[(4, 1), (4, 2)]), Arg::Lists(vec![vec![at(5, 3), at(6, 4)], vec![at(3, 1)]])]);
    clue("a-cage", vec![cells(&[(7, 7), (7, 8), (7, 9), (8, 7), (8, 9), (9, 7), (9, 8), (9, 9)]), Arg::Number(21)]);
    clue("a-shade", vec![cells(&[(5, 8), (5, 9)])]);
    clue("a-shape", vec![Arg::Cell(at(8, 8))]);
    clue("a-diamond", vec![cells(&[(7, 1), (8, 2), (8, 3)])]);
    clue("chevrons", vec![Arg::Cell(at(9, 1))]);
    clue("a-dot", vec![cells(&[(2, 8), (2, 9)]), Arg::Number(7)]);
    clue("a-sign", vec![cells(&[(3, 8), (4, 8)])]);
    clue("a-corner", vec![cells(&[(8, 4), (8, 5), (9, 4), (9, 5)]), Arg::Numbers(vec![1, 2, 3])]);
    clue("a-side", vec![cells(&line(3)), Arg::Number(17)]);
    clue("a-side", vec![cells(&line(3)), Arg::Number(4)]);
    clue("a-side", vec![cells(&[(2, 1), (1, 2)]), Arg::Number(30)]);
    clue("says-nothing", vec![cells(&[(5, 5), (6, 5)]), Arg::Number(11)]);
    clue("is-not-seen", vec![cells(&[(5, 6)])]);
    puzzle.givens.push(Given { cell: at(1, 9), digits: vec![5] });
    puzzle.givens.push(Given { cell: at(6, 9), digits: vec![2, 4, 8] });
    let mut text = Drawing::new(DrawingKind::Text, vec![vec![(9.0, 4.0)]]);
    (text.text, text.size) = ("Überschrift ≤ 5".to_owned(), Some(0.5));
    puzzle.drawings.push(text);
    puzzle
}

#[test]
fn every_word_in_every_theme_looks_as_it_did() {
    let puzzle = every_word();
    let rules = Ruleset::for_puzzle(&puzzle, &[]).expect("rules that can be read");
    let mut stale = Vec::new();
    for theme in Theme::ALL {
        let svg = draw(&Scene { theme, ..Scene::new(&puzzle, &rules) }).to_svg();
        let path = format!("{}/tests/golden/{}.svg", env!("CARGO_MANIFEST_DIR"), theme.word());
        if std::env::var_os("CLUEWRIGHT_UPDATE").is_some() {
            std::fs::write(&path, &svg).expect("a writable folder");
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != svg {
            stale.push(theme.word());
        }
    }
    assert!(stale.is_empty(), "looks other than tests/golden: {stale:?}");
}

#[test]
fn all_layers_are_there_with_their_titles() {
    let puzzle = every_word();
    let rules = Ruleset::for_puzzle(&puzzle, &[]).expect("rules that can be read");
    let picture = draw(&Scene::new(&puzzle, &rules));
    let names: Vec<&str> = picture.layers.iter().map(|l| l.name).collect();
    let wanted = ["background", "shades", "spots", "lines", "cages", "grid", "regions", "clues", "marks", "digits"];
    assert_eq!(names[..10], wanted);
    assert_eq!(names[10..], ["highlights"]);
    assert!(picture.to_svg().contains("<title>Digits</title><desc>r1c9 5</desc>"));
    assert!(picture.to_svg().contains("<title>a-cage, r7c7 r7c8 r7c9 r8c7 r8c9 r9c7 r9c8 r9c9, n 21</title>"));
}

#[test]
fn sixty_clues_take_sixty_kilobytes_at_most() {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    for i in 0..60 {
        let (r, c) = (1 + i % 9, 1 + i / 9);
        let cells = Arg::Cells(vec![at(r, c), at(r, c + 1), at(r, c + 2)]);
        let (rule, more) = match i % 3 {
            0 => ("thermometer", None),
            1 => ("killer-cage", Some(Arg::Number(15))),
            _ => ("renban", None),
        };
        let args = [Some(cells), more].into_iter().flatten().map(|arg| (String::new(), arg)).collect();
        puzzle.clues.push(ClueTree::One(Clue::new(rule, args)));
    }
    puzzle.givens = (0..81).map(|i| Given { cell: Cell(i), digits: vec![i32::from(i % 9) + 1] }).collect();
    let svg = draw(&Scene::new(&puzzle, &Ruleset::library())).to_svg();
    assert!(svg.len() <= 60_000, "{} bytes", svg.len());
}

/// A puzzle from an untrusted file cannot insert anything but graphics into the picture.
#[test]
fn nothing_but_a_picture_comes_out() {
    let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
    puzzle.title = "<script>alert(1)</script>\u{0}".to_owned();
    for points in [vec![], vec![(f64::NAN, 0.0)], vec![(1e300, -1e300), (0.0, 0.0)], vec![(0.0, 0.0), (1.0, 1.0)]] {
        for kind in DrawingKind::ALL {
            let mut drawing = Drawing::new(kind, vec![points.clone(), vec![]]);
            drawing.color = "red\" onload=\"alert(1)".to_owned();
            drawing.fill = "url(http://example.org)".to_owned();
            drawing.text = "</text><script>\u{1F600}".to_owned();
            (drawing.width, drawing.height) = (Some(f64::INFINITY), Some(-1e9));
            (drawing.size, drawing.angle, drawing.stroke) = (Some(1e9), Some(f64::NAN), Some(f64::MAX));
            puzzle.drawings.push(drawing);
        }
    }
    let svg = draw(&Scene::new(&puzzle, &Ruleset::library())).to_svg();
    for bad in ["<script", "onload=\"", "url(", "NaN", "inf\"", "\u{0}"] {
        assert!(!svg.contains(bad), "{bad}");
    }
}

#[test]
fn small_and_large_grids_are_drawn() {
    for n in [2, 16, 64] {
        let mut puzzle = Puzzle::new(Shape::square(n).expect("a size"), u8::try_from(n).expect("small"));
        puzzle.rules.push(Clue::new("classic", Vec::new()));
        let last = puzzle.shape.len() - 1;
        puzzle.givens.push(Given { cell: Cell::at(last), digits: vec![i32::from(n)] });
        let rules = Ruleset::library();
        let scene = Scene::new(&puzzle, &rules);
        let one = draw(&scene).to_svg();
        assert_eq!(one, draw(&scene).to_svg());
        assert!(one.len() < 40_000, "{n}: {}", one.len());
    }
}

/// The values of extra cells in a solution are drawn as the rule that adds the cells specifies, or else as numbers.
#[test]
fn extra_cells_are_drawn_into_the_grid() {
    let text = "rule own \"Own.\"
  draw \"x\" at corner where loud = 2, regions of land, quiet at corner
  extra shown cell loud[cells]: 0..9
  extra shown cell land[cells]: 0..9
  extra shown cell quiet[cells]: 0..9
  extra shown cell plain[cells]: 0..9
  require distinct(rows[1])
";
    let mut puzzle = Puzzle::new(Shape::rectangle(2, 2, 0, 0).expect("a shape"), 4);
    puzzle.rules.push(Clue::new("own", Vec::new()));
    let rules = Ruleset::for_puzzle(&puzzle, &[text]).expect("a rule");
    let drawn = |name: &str, numbers: [Option<i32>; 4]| {
        let look = Some(("own".to_owned(), name.to_owned()));
        // A cell has no number if it has no extra cell or, in the upper row of `land`, if the number is unknown.
        let cells = (0..4).map(|i| Some(Cell::at(4 + i)).filter(|_| numbers[i].is_some() || name == "land" && i < 2));
        let extra = Extra { name: format!("{name}.7"), cells: cells.collect(), look };
        let scene = Scene { extra: vec![Numbers { extra, numbers: numbers.to_vec() }], ..Scene::new(&puzzle, &rules) };
        let svg = draw(&scene).to_svg();
        let inside = svg.split(&format!("<title>{name}.7</title>")).nth(1).map(|rest| rest.split("<title>").next());
        inside.flatten().unwrap_or_default().to_owned()
    };
    let (one, two) = (Some(1), Some(2));
    // The first cell is at 0 0, a cell is 64 units wide; letters are `use` elements.
    assert_eq!(drawn("loud", [two, one, None, two]).matches("<use").count(), 2);
    assert_eq!(drawn("loud", [one; 4]), "");
    assert_eq!(drawn("quiet", [two, one, None, Some(10)]).matches("<use").count(), 4);
    let borders = drawn("land", [one, one, one, None]);
    let paths: Vec<&str> = borders.matches("<path d=\"M").collect();
    assert_eq!(paths.len(), 2, "{borders}");
    assert!(borders.contains("M64 64L64 128") && borders.contains("M64 64L128 64"), "{borders}");
    assert_eq!(drawn("land", [None, one, one, one]).matches("<path").count(), 0, "what is not known is not parted");
    assert_eq!(drawn("plain", [one, Some(0), None, one]).matches("<rect").count(), 2);
    assert_eq!(drawn("plain", [one, Some(3), None, one]).matches("<use").count(), 3);
}

/// What a setter drew lies in the order of the layers of `SudokuPad`: shapes under the lines of the grid, arrows, lines, cages, the
/// grid, what is over it.
#[test]
fn drawings_lie_in_the_order_of_their_layers() {
    let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
    let mut add = |kind: DrawingKind, color: &str, change: &dyn Fn(&mut Drawing)| {
        let mut drawing = Drawing::new(kind, vec![vec![(0.0, 0.0), (1.0, 1.0)]]);
        drawing.color = color.to_owned();
        change(&mut drawing);
        puzzle.drawings.push(drawing);
    };
    add(DrawingKind::Line, "#000006", &|d| d.above = true);
    add(DrawingKind::Line, "#000003", &|_| {});
    add(DrawingKind::Arrow, "#000002", &|_| {});
    add(DrawingKind::Cage, "#000004", &|d| d.lists = vec![vec![(0.0, 0.0)]]);
    add(DrawingKind::Circle, "#000001", &|d| d.below = true);
    add(DrawingKind::Rectangle, "#000005", &|d| (d.width, d.height, d.stroke) = (Some(1.0), Some(0.5), Some(0.25)));
    let svg = draw(&Scene::new(&puzzle, &Ruleset::library())).to_svg();
    let at = |text: &str| svg.find(text).unwrap_or_else(|| panic!("no {text} in {svg}"));
    let order = ["#000001", "#000002", "#000003", "#000004", "id=\"grid\"", "#000006", "#000005"];
    let mut places: Vec<usize> = order.map(at).to_vec();
    // Drawings over the grid are in their original order.
    let over = places.split_off(5);
    assert!(places.is_sorted() && over.iter().all(|at| *at > places[4]), "{places:?} {over:?}");
    // The outline of a shape is inside its sides: 64 by 32 units, 16 of them outline.
    assert!(svg.contains("width=\"48\" height=\"16\""), "{svg}");
}
