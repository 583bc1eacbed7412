//! The report on how a text was read lists each sentence, and is the same for a puzzle that was saved and reopened.

use crate::guess::{at, disc, drawn, line};
use cluewright::guess::{Guess, guess};
use cluewright::reader::{Reader, Reading};
use cluewright::report::Understood;
use cluewright::rules::Ruleset;
use cluewright::understood::understood;
use cluewright::{Compiled, Puzzle, formats, take_back};
use serde_json::{Value, json};

fn read(parts: &Value, text: &str) -> Puzzle {
    let mut puzzle = drawn(parts, text, "");
    guess(&mut puzzle, &Ruleset::library(), Guess::Agreed, &|| false);
    puzzle
}

fn lines(color: &str) -> Value {
    json!({"lines": [line(color, &[(3.0, 1.0), (4.0, 2.0)]), line(color, &[(6.0, 5.0), (7.0, 6.0)])]})
}

fn told(puzzle: &Puzzle) -> Understood {
    Understood::of(&Compiled::new(puzzle.clone()).expect("a puzzle"))
}

/// For each sentence: its interpretation, its rules and the number of their clues.
fn kinds(read: &Understood) -> Vec<String> {
    let sentence = |s: &cluewright::report::SentenceReport| {
        let rules: Vec<String> =
            s.rules.iter().map(|r| format!(" {}={}{}", r.rule, r.clues, if r.kept { "" } else { "?" })).collect();
        format!("{}{}", s.what, rules.concat())
    };
    read.sentences.iter().map(sentence).collect()
}

fn saved(puzzle: &Puzzle) -> Puzzle {
    let (text, _) = formats::by_id("clue").expect("a format").write(puzzle).expect("a text");
    formats::read(&text).expect("a puzzle").puzzle
}

#[test]
fn every_sentence_says_what_it_was_taken_for() {
    let text = "Normal sudoku rules apply. Adjacent digits on a green line differ by at least 5.\nHave fun!";
    let puzzle = read(&lines("#67F067"), text);
    let understood = told(&puzzle);
    assert_eq!(kinds(&understood), ["rule classic=0", "rule whispers=2", "remark"]);
    assert_eq!(understood.says, "All 3 sentences are understood.");
    assert!(understood.whole);
    assert_eq!(understood.sentences[1].rules[0].cells, ["r3c1", "r4c2", "r6c5", "r7c6"]);
    for sentence in &understood.sentences {
        assert_eq!(puzzle.text[sentence.from..sentence.to], sentence.text);
    }
    assert_eq!(told(&saved(&puzzle)), understood);
}

#[test]
fn what_is_unread_is_marked() {
    let text = "Normal sudoku rules apply. Digits on green lines are zorblaxes. Cells a knight's move apart hold different digits.";
    let mut puzzle = read(&lines("#67F067"), text);
    let understood = told(&puzzle);
    assert_eq!(kinds(&understood), ["rule classic=0", "unread", "rule anti-knight=0"]);
    assert_eq!((understood.whole, understood.says.as_str()), (false, "1 of 3 sentences is unread."));
    assert_eq!(understood.figures[0].name, "2 green lines");
    // A rule that the puzzle does not have is not reported.
    assert!(take_back(&mut puzzle, &Ruleset::library(), "anti-knight"));
    assert!(!take_back(&mut puzzle, &Ruleset::library(), "anti-knight"));
    assert!(!told(&puzzle).whole);
}

/// A sentence that names a colour, a shape, cells or digits, or demands something, may be a rule in unknown words.
#[test]
fn what_may_be_a_rule_is_no_remark() {
    let unread = [
        "Grey wiggles are zorblaxes.",
        "Wiggles must zorblax.",
        "Circles with a zorblax are jolly.",
        "The zorblax may restart.",
        "Every 5 is zorblaxed between neighbours.",
        "Digits along the zorblax increase (not necessarily consecutively).",
        "점선 모양의 전개도는 접힌다.",
    ];
    for text in unread {
        let understood = told(&read(&json!({}), text));
        assert_eq!(kinds(&understood), ["unread"], "{text}");
        assert_eq!(understood.says, "The sentence is unread.", "{text}");
    }
    for text in ["Hello!", "Thanks to Zorblax for testing.", "My first puzzle.", "Not all zorblaxes are given."] {
        assert_eq!(kinds(&told(&read(&json!({}), text))), ["remark"], "{text}");
    }
}

/// The unread parts in answers are those in the list of sentences.
#[test]
fn answers_and_sentences_tell_the_same_unread() {
    let mut problems = Vec::new();
    for record in crate::drawn::records() {
        let (compiled, _) = Reader::of(&Reading::default())
            .and_then(|reader| reader.read(&record.drawn, &|| false))
            .unwrap_or_else(|e| panic!("{}: {e}", record.name));
        let of_answers: Vec<String> =
            compiled.unread().into_iter().flat_map(|unread| unread.sentences.clone()).collect();
        let understood = compiled.understood();
        let lost = understood.sentences.iter().filter(|s| !s.is_kept() && !s.goes_on).map(|s| s.text.clone());
        let lost: Vec<String> = lost.collect();
        if of_answers.len() != lost.len() {
            problems.push(format!("{}: {of_answers:?}, {lost:?}", record.name));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A rule that differs from every rule of the library becomes a new rule made from the sentence, and is found again.
#[test]
fn rules_that_are_made_of_sentences_are_found_again() {
    let text = "Normal sudoku rules apply. Cells joined by a white dot never sum to 5.";
    let dots = json!({"overlays": [disc(at(1.0, 1.5), 0.3, "#FFFFFF", ""), disc(at(4.5, 4.0), 0.3, "#FFFFFF", "")]});
    let puzzle = read(&dots, text);
    let understood = told(&puzzle);
    let [.., last] = &understood.sentences[..] else { panic!("sentences") };
    let own: Vec<_> = last.rules.iter().filter(|rule| rule.own).collect();
    assert!(!own.is_empty(), "{last:#?}");
    assert!(own.iter().all(|rule| rule.clues == 2 && rule.text.is_some()), "{own:#?}");
    assert!(!last.by_words);
    assert_eq!(told(&saved(&puzzle)), understood);
    // After the rule is withdrawn, its clues are drawings again and its text is gone.
    let mut back = puzzle.clone();
    let name = own[0].rule.clone();
    let rules = Ruleset::for_puzzle(&back, &[]).expect("rules");
    assert!(take_back(&mut back, &rules, &name));
    assert_eq!(back.drawings.len(), 2);
    assert!(back.definitions.iter().all(|definition| !definition.text.contains(&name)));
    assert!(!told(&back).whole);
}

/// The rule reported for a sentence is one that the puzzle has: a rule made of the one that accounts for the sentence, or a rule
/// that has the same name in another program.
#[test]
fn a_rule_that_accounts_is_one_of_the_puzzles() {
    for (clue, sentence) in [
        ("rules: miracle", "Cells a king's move apart, somehow, hold different digits, zorblax."),
        ("difference r1c1 r1c2 n 1", "Zorblax white dots are consecutive."),
    ] {
        let text = format!("grid: 4x4\n{clue}\ntext: {sentence}\n");
        let read = told(&formats::read(&text).expect("a puzzle").puzzle);
        assert!(read.sentences.iter().all(|s| s.rules.iter().all(|rule| rule.kept)), "{read:#?}");
    }
}

#[test]
fn texts_of_any_kind_have_their_ranges() {
    let texts = [
        "",
        "\u{2026}",
        "a;;b. (c. d",
        "é is ü!  ?",
        "\n\n1. \u{201c}X\u{201d} \u{2014} they also are.",
        "- They. They. It",
    ];
    for text in texts {
        let puzzle = drawn(&json!({}), text, "");
        for sentence in understood(&puzzle, &Ruleset::library()).sentences {
            assert_eq!(puzzle.text.get(sentence.at), Some(sentence.text.as_str()));
        }
    }
}
