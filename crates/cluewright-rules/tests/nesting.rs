//! Deeply nested texts: for any kind of nesting, parsing, typing, checking, lowering, printing and dropping must end
//! with a result, also on a thread with a small stack.

use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::{Ruleset, check, lower, parse, print};
use std::fmt::Write;

/// The stack size of a thread in bytes: a quarter of what programs usually have, and the maximum on some systems.
const STACK: usize = 2 << 20;

fn on_a_small_stack<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(STACK).spawn(f).expect("a thread").join().expect("it ends with an answer")
}

/// The result of using the last rule of the text; a rule with clues gets the first three cells of a 4x4 grid.
fn outcome(text: String) -> Result<(), String> {
    on_a_small_stack(move || {
        if let Ok(rules) = parse(&text) {
            // Nested chains are printed without their brackets, and may be too long for a single chain.
            let written: String = rules.iter().map(print).collect();
            match parse(&written) {
                Ok(again) => assert_eq!(again, rules, "what is written is read back"),
                Err(e) => assert!(["in a row", "terms", "factors"].iter().any(|w| e.message.contains(w)), "{e}"),
            }
        }
        let mut puzzle = Puzzle::new(Shape::square(4).expect("a usual size"), 4);
        let rules = Ruleset::for_puzzle(&puzzle, &[&text]).map_err(|e| e.to_string())?;
        let rule = rules.own_rules().next().expect("the text has a rule");
        let cells = Arg::Cells((0..3).map(Cell).collect());
        let args = if rule.is_clue { vec![(String::new(), cells)] } else { Vec::new() };
        let clue = Clue::new(rule.name.clone(), args);
        if rule.is_clue {
            puzzle.clues.push(ClueTree::One(clue));
        } else {
            puzzle.rules.push(clue);
        }
        lower(&rules, &puzzle).map_err(|e| e.to_string())?;
        check(&rules, &puzzle, &[1; 16]).map_err(|e| e.to_string())?;
        Ok(())
    })
}

fn required(condition: &str) -> String {
    format!("rule deep\n  clue cells L\n  require {condition}\n")
}

/// `open` repeated `times` times, then `middle`, then `close` repeated as often.
fn nested(open: &str, times: usize, middle: &str, close: &str) -> String {
    format!("{}{middle}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn expressions_end_however_deep_they_are() {
    for (open, middle, close) in [
        ("first ", "1 of L", ""),
        ("first 1 of ", "L = L", ""),
        ("first(1) of ", "L = L", ""),
        ("last ", "1", " of L"),
        ("exactly ", "1 of (true)", " of (true)"),
        ("at least ", "1 of (true)", ""),
        ("at most 1 of (", "true", ")"),
        ("{", "1", "} = 1"),
        ("{1..", "2", "}"),
        ("[", "1", "]"),
        ("(", "1 = 1", ")"),
        ("|", "1", "| = 1"),
        ("| ", "1", " | = 1"),
        ("not ", "true", ""),
        ("-", "1 = 1", ""),
        ("- ", "1 = 1", ""),
        ("true => ", "true", ""),
        ("if true then true else ", "true", ""),
        ("if ", "true", " then true else false"),
        ("every c in L: ", "c = 1", ""),
        ("every c in [", "1", "]: true"),
        ("sum(", "L", ") = 1"),
        ("sum(c for c in ", "L", ") = 1"),
        ("fold s = ", "0", " for c in L: s"),
        ("fold s = 0 for c in L: ", "s", ""),
        ("L[", "1", "] = 1"),
        ("L before ", "1", " = 1"),
        ("(1 + ", "1", ") = 2"),
        ("(2 * ", "1", ") = 2"),
        ("every ", "c", " in L: true"),
        ("L matches (", "\"1\"", ")"),
    ] {
        for times in [70, 3_000, 100_000] {
            let text = required(&nested(open, times, middle, close));
            if text.len() < 1 << 20 {
                let told = outcome(text).expect_err(open);
                assert!(told.contains("line 3, column"), "{open} {times}: {told}");
            }
        }
    }
}

#[test]
fn the_text_that_ended_the_process() {
    let told = outcome(required(&nested("first ", 3_000, "1 of L", ""))).expect_err("too deep");
    assert!(
        told.contains("more than 64 levels of nesting (give parts names with `let` instead of nesting them)"),
        "{told}"
    );
}

#[test]
fn chains_within_chains_end() {
    let plus = " + 1".repeat(190);
    let times = " * 1".repeat(90);
    for levels in [1, 2, 8, 60] {
        for text in [
            nested("(", levels, "1", &format!("{plus})")),
            nested("(", levels, "1", &format!("{times}{plus})")),
            nested("(", levels, "1", &format!("{plus}){times}")),
            nested("(", levels, "L", &format!("{})", "[1]".repeat(19))),
        ] {
            let told = outcome(required(&format!("{text} = 1")));
            let fits = levels == 1 && told.is_ok();
            assert!(fits || told.as_ref().is_err_and(|t| t.contains("line 3, column")), "{levels} {told:?}");
        }
    }
}

#[test]
fn statements_and_rules_in_each_other_end() {
    // Statements in one line and on separate lines.
    for (open, close) in [("for c in L: ", ""), ("if true: ", ""), ("any: ", "")] {
        let text = format!("rule deep\n  clue cells L\n  {}require true{close}\n", open.repeat(5_000));
        assert!(outcome(text).is_err(), "{open}");
    }
    let mut text = "rule deep\n".to_owned();
    for level in 1..400 {
        let _ = writeln!(text, "{}for c{level} in [1]:", "  ".repeat(level));
    }
    let _ = writeln!(text, "{}require true", "  ".repeat(400));
    assert!(outcome(text).is_err());
    // Twenty rules with fifty nested loops each; the innermost loop of each rule uses the rule before it.
    let loops = |n: usize| (0..n).fold(String::new(), |all, i| all + &format!("for c{n}_{i} in [1]: "));
    for (rules, deep) in [(20, 50), (10, 60), (24, 58)] {
        let mut text = "rule r0\n  require true\n".to_owned();
        for n in 1..rules {
            let _ = write!(text, "rule r{n}\n  {}use r{}\n", loops(deep), n - 1);
        }
        let told = outcome(text).expect_err("too deep");
        assert!(told.contains("nested more than 200 levels deep"), "{told}");
    }
    // A nesting that people may write.
    let mut text = "rule r0\n  require true\n".to_owned();
    for n in 1..20 {
        let _ = write!(text, "rule r{n}\n  {}use r{}\n", loops(8), n - 1);
    }
    assert_eq!(outcome(text), Ok(()));
}

#[test]
fn functions_with_many_parameters_or_within_each_other_end() {
    for many in [150, 1_000, 3_900] {
        let names: Vec<String> = (0..many).map(|n| format!("p{n}")).collect();
        let numbers: Vec<String> = (0..many).map(|n| n.to_string()).collect();
        let (names, numbers) = (names.join(", "), numbers.join(", "));
        let text = format!("rule deep\n  let f({names}) = p0\n  require f({numbers}) = 0\n");
        let told = outcome(text);
        assert!(told.is_ok() == (many == 150), "{many}: {told:?}");
    }
    for (depth, fits) in [(20, true), (300, false)] {
        let mut text = "rule deep\n  let f0(x, y, z) = x\n".to_owned();
        for n in 1..depth {
            let _ = writeln!(text, "  let f{n}(x, y, z) = f{}(y, z, x) + 1", n - 1);
        }
        let _ = writeln!(text, "  require f{}(1, 2, 3) > 0", depth - 1);
        let told = outcome(text);
        assert_eq!(told.is_ok(), fits, "{depth}: {told:?}");
    }
}

#[test]
fn foreign_arguments_end() {
    for times in [70, 100_000] {
        let text = format!(
            "rule deep\n  clue cells L\n  also f-puzzles x {{cells: {}}}\n  require true\n",
            nested("[", times, "L", "]")
        );
        assert!(outcome(text).expect_err("too deep").contains("line 3"), "{times}");
    }
}

#[test]
fn regular_expressions_end() {
    for (open, middle, close, fits) in [
        ("(", "1", ")", false),
        ("", "1", "?", false),
        ("", "1", "*", false),
        ("", "1", "{1}", false),
        ("", "1", "{1,1}", false),
        ("", "1", "|", false),
        ("|", "", "", false),
        ("()", "1", "", false),
        ("1?", "1", "", false),
        ("", "1", " ", true),
    ] {
        for times in [5_000, 100_000] {
            let text = required(&format!("L matches \"{}\"", nested(open, times, middle, close)));
            let told = outcome(text);
            assert_eq!(told.is_ok(), fits, "{open}{middle}{close} {times}: {told:?}");
            let placed = told.as_ref().is_err_and(|t| t.contains("line 3, column") && t.contains("regular expression"));
            assert!(fits || placed, "{told:?}");
        }
    }
    // Long expressions that people may write, or that a parameter may contain.
    for text in
        ["1{0,1900}", "1{1900}", "(12|21|33?)*.{0,4}", "((((((1|2)*3?)+){2}){1,2})?)", "1*+?{1,2}*+?", "(|1)(2|)||3"]
    {
        assert_eq!(outcome(required(&format!("L matches \"{text}\" or true"))), Ok(()), "{text}");
    }
    let many = (0..900).map(|n| (n % 9 + 1).to_string()).collect::<Vec<_>>().join("|");
    assert_eq!(outcome(required(&format!("L matches \"{many}\" or true"))), Ok(()));
}
