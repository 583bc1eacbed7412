//! The values of shown extra cells in solutions: every form of an answer contains them, and they distinguish solutions. The correct
//! values were found independently, by trying all possibilities for the digits of each page.

use cluewright::batch::NoClock;
use cluewright::operation::{self, Operation};
use cluewright::report::{Answer, AnswerRecord, ExtraReport, lines};
use cluewright::table::{Options, Question};
use cluewright::{Document, Limits, Verdict, draw, picture};

/// The page of a rule: digits, the name, the values of its cells, and the expected number of elements in the solution's picture.
type Page = (&'static str, &'static str, &'static str, &'static str, (&'static str, usize));

const PAGES: [Page; 3] = [
    ("doublers", "2134431212433421", "double", "0010100001000001", ("<circle", 4)),
    ("yin-yang", "4132321414232341", "yin-yang", "0001010101010111", ("<rect", 8)),
    ("chaos-construction", "1234432134122143", "chaos-construction", "1233123312241444", ("<path", 11)),
];

/// A star on one of two 1s; it may be at r1c1 or r2c3.
const STAR: &str = "grid: 4x4
rules: classic, star
givens:
  1234
  3412
  2143
  432.

rule star \"A star lies on a 1 in the upper half.\"
  extra shown cell star[cells]: 0..1
  extra shown cell total: 0..20
  require exactly 1 c in cells: star[c] = 1
  for c in cells: require star[c] = 1 => c = 1 and row(c) < 3
  require total = star[cell(1, 1)] + 16
";

/// The puzzle of a rule's page.
fn page(rule: &str) -> String {
    let file = format!("{}/../../docs/rules/{rule}.md", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("a page");
    let block = text.split("```clue\n").nth(1).and_then(|rest| rest.split("```").next());
    block.expect("a page has a puzzle").to_owned()
}

fn ask(text: &str, question: &dyn Operation) -> Answer {
    let document = Document::read(text).expect("a puzzle");
    document.ask(question, &Limits::none()).expect("an answer")
}

#[test]
fn one_solution_has_its_extra_cells_in_every_form() {
    for (rule, digits, name, held, _) in PAGES {
        let text = page(rule);
        let numbers: Vec<Option<i32>> = held.bytes().map(|b| Some(i32::from(b - b'0'))).collect();
        let word = format!("{name}={held}");
        let solved = ask(&text, &operation::Solve::default());
        assert_eq!(solved.row(), format!("unique {digits} {word}"));
        assert_eq!((solved.field("solutions"), solved.field("extra")), (digits.to_owned(), word.clone()));
        let json = serde_json::to_value(&solved).expect("an object");
        assert_eq!(json["extra"], serde_json::json!([[{ "name": name, "values": numbers }]]));
        let again: AnswerRecord = serde_json::from_value(serde_json::json!({
            "id": "1", "status": "unique", "solutions": [digits], "extra": json["extra"], "count": 1, "exact": true
        }))
        .expect("it is read back");
        assert_eq!(again.answer, solved);
        let Answer::Counted(counted) = ask(&text, &operation::Count { limit: 0, list: true }) else { panic!("{rule}") };
        assert!(lines(&counted.solutions, &counted.extra).eq([format!("{digits} {word}")]), "{rule}");
        let question = Question::new("solve", &Options::default()).expect("a question");
        let at = |name: &str| question.columns().iter().position(|c| c.name == name).expect("a column");
        let row = &question.rows(&[&*text], &NoClock, 1)[0];
        assert_eq!([row[at("solution")].text(), row[at("extra")].text()], [Some(digits), Some(&*word)], "{rule}");
    }
}

#[test]
fn solutions_that_differ_there_alone_are_told_apart() {
    let digits = "1234341221434321";
    let one = "star=0000001000000000 total=16".to_owned();
    let another = "star=1000000000000000 total=17".to_owned();
    let told = |row: &str| {
        let at = |words: &str| row.find(words).unwrap_or_else(|| panic!("{words} is not in {row}"));
        let (left, right) = (at(&one), at(&another));
        (left.min(right), left.max(right))
    };
    let solved = ask(STAR, &operation::Solve::default());
    let (first, second) = told(&solved.row());
    assert_eq!((first, second), ("multiple ".len() + 17, "multiple ".len() + 17 + one.len() + 18), "{}", solved.row());
    assert_eq!(solved.field("solutions"), format!("{digits} {digits}"));
    assert_eq!(told(&solved.field("extra")), (0, one.len() + 3));
    let Answer::Counted(counted) = ask(STAR, &operation::Count { limit: 0, list: true }) else { panic!("a count") };
    let mut all: Vec<String> = lines(&counted.solutions, &counted.extra).collect();
    all.sort();
    assert_eq!(all, [format!("{digits} {one}"), format!("{digits} {another}")]);
    let Answer::Checked(checked) = ask(STAR, &operation::Check::default()) else { panic!("a check") };
    told(&checked.flaws.concat());
    let cells = ["r1c1"].into_iter().collect();
    let Answer::Split(split) = ask(STAR, &operation::Split { cells, list: true, ..Default::default() }) else {
        panic!("a split")
    };
    let listed: Vec<String> = lines(&split.scenarios[0].solutions, &split.scenarios[0].extra).collect();
    assert_ne!(listed[0], listed[1]);
    let Answer::Explained(explained) = ask(&page("doublers"), &operation::Explain::default()) else { panic!("a path") };
    assert_eq!(
        (&*explained.grid, ExtraReport::words(&explained.extra)),
        (PAGES[0].1, "double=0010100001000001".to_owned())
    );
    // No digit is open, but every unknown value is null.
    let Answer::Explained(explained) = ask(STAR, &operation::Explain::default()) else { panic!("a path") };
    assert_eq!((explained.extra[0].values[0], explained.extra[1].value), (None, None));
    assert_eq!(ExtraReport::words(&explained.extra[1..]), "total=.");
}

/// The SVG of a group of the picture, by its title.
fn group<'a>(svg: &'a str, title: &str) -> &'a str {
    let from = svg.split(&format!("<g><title>{title}</title>")).nth(1).expect("it is drawn");
    from.split("<title>").next().expect("its elements")
}

#[test]
fn pictures_of_solutions_show_them_by_their_rules_looks() {
    for (rule, _, name, _, (element, count)) in PAGES {
        let puzzle = Document::read(&page(rule)).expect("a puzzle");
        let Verdict::Unique(solution) = puzzle.solve(&Limits::none()).value else { panic!("{rule} has one solution") };
        let mut scene = picture::scene(puzzle.compiled());
        assert!(
            !draw::draw(&scene).to_svg().contains(&format!("<title>{name}</title>")),
            "{rule}: before it is solved"
        );
        picture::put_solution(&mut scene, puzzle.compiled(), &solution);
        let svg = draw::draw(&scene).to_svg();
        assert_eq!(group(&svg, name).matches(element).count(), count, "{rule}: {}", group(&svg, name));
    }
    let stars = Document::read(STAR).expect("a puzzle");
    let Verdict::Multiple(one, another) = stars.solve(&Limits::none()).value else { panic!("two solutions") };
    let drawn = [one, another].map(|solution| {
        let mut scene = picture::scene(stars.compiled());
        picture::put_solution(&mut scene, stars.compiled(), &solution);
        draw::draw(&scene)
    });
    for one in &drawn {
        // The rule states no appearance, so the one cell that holds 1 is shaded. The extra number has no place in the grid, so it
        // is written on a line below.
        assert_eq!(group(&one.to_svg(), "star").matches("<rect").count(), 1);
        assert!(one.layers.iter().any(|layer| layer.name == "words" && layer.desc.contains("total = 1")));
    }
    assert_ne!(drawn[0].to_svg(), drawn[1].to_svg());
}

/// A position shows the decided values: none at the start of a path, all at its end.
#[test]
fn pictures_of_positions_show_those_that_are_decided() {
    for (rule, _, name, _, (element, count)) in PAGES {
        let puzzle = Document::read(&page(rule)).expect("a puzzle");
        let walked = puzzle.explain(&cluewright::TechniqueFilter::default(), &Limits::none());
        let drawn = |state: &cluewright::logic::State| {
            let mut scene = picture::scene(puzzle.compiled());
            picture::put_position(&mut scene, puzzle.compiled(), state);
            let svg = draw::draw(&scene).to_svg();
            svg.contains(&format!("<title>{name}</title>")).then(|| group(&svg, name).matches(element).count())
        };
        let positions = walked.path.positions(puzzle.compiled().model());
        let mut counts: Vec<usize> = positions.map(|(state, _)| drawn(&state).unwrap_or(0)).collect();
        counts.push(drawn(&walked.path.end).expect("all is decided"));
        assert!(counts[0] < count && counts.is_sorted() && counts[counts.len() - 1] == count, "{rule}: {counts:?}");
    }
}

#[test]
fn names_are_each_its_own_and_grids_need_a_cell_for_each() {
    let text = "grid: 2x2
boxes: none
rules: latin
extra: total 5..9, P 1..2, Q 1..2, R 1..2, S 1..2, H 0..1 helper
given total 9
box-of r1c1 / P Q R S
line-of r1c1 r1c2
line-of r2c1 r2c2
givens: 1221

rule box-of
  clue cell c, cells shade
  draw nothing, shade where shade = 1
  for i in positions(shade): require shade[i] = 3 - cells[i]
rule line-of
  clue line L
  extra shown cell total: 10..12
  extra shown cell on[L]: -1..1
  extra shown cell held[rows]: 0..9
  require total = 9 + first 1 of L
  for c in L: require on[c] = 0 - 1
  for R in rows: require held[R] = 3
";
    let text = text.replace("first 1 of L", "L[1]");
    let Answer::Solved(solved) = ask(&text, &operation::Solve::default()) else { panic!("a verdict") };
    assert_eq!(solved.solutions, ["1221"]);
    // The clue's list is a grid by its rule's look, cells of lines are grids with gaps, and those of rows stand by themselves.
    let words = "box-of=2112 total=9 total.2=10 on=-1,-1,.,. held-of-row-1=3 held-of-row-2=3 \
                 total.3=11 on.2=.,.,-1,-1 held-of-row-1.2=3 held-of-row-2.2=3";
    assert_eq!(ExtraReport::words(&solved.extra[0]), words);
}

#[test]
fn puzzles_without_them_say_nothing_of_them() {
    let solved = ask("1234341221434321", &operation::Solve::default());
    assert_eq!(solved.row(), "unique 1234341221434321");
    assert!(!serde_json::to_string(&solved).expect("an object").contains("extra"));
    // A helper cell is not part of the answer.
    let helper = ask("grid: 4x4\nextra: A 0..1 helper\ngivens: 1234341221434321\n", &operation::Solve::default());
    assert_eq!(helper.row(), "unique 1234341221434321");
}
