//! The kind of a sentence in a puzzle's text: a rule, the rules of every sudoku, or a remark.

use crate::guess::is_color;

/// The subjects of rules, as beginnings of words.
const SUBJECTS: &str = "digit number value cell line cage circle dot arrow square diamond box row column region area clue letter \
    thermo diagonal neighbo polyomino shape loop path border edge corner symbol shaded bulb tip room building \
    domino pair set group block pentomino wall house grid star disc outline";

/// The predicates of rules, as beginnings of words.
const CLAIMS: &str = "must cannot cant not never no sum sums add adds total equal increas decreas consecutive nonconsecutive \
    differ contain appear repeat same between larger greater higher less lower smaller bigger even odd ratio \
    multipl product divi indicat give form unique exactly least most count twice double half once share adjacent \
    separated alternat consist belong include visible see touch overlap connect move rotat act show represent \
    denote match read rise fall distinct remainder hold";

/// Words with which a sentence demands or allows something.
const ASKS: &str = "must mustnt cannot cant may";

/// Words of sentences about the presence of clues.
const THERE: &str = "given shown marked drawn present indicated placed provided possible constraint constraints";

/// Beginnings of sentences that do not state a rule.
const REMARKS: [&str; 22] = [
    "for example",
    "for instance",
    "example",
    "eg",
    "e g",
    "note",
    "hint",
    "have fun",
    "enjoy",
    "thank",
    "solve",
    "click",
    "use",
    "happy",
    "good luck",
    "exported",
    "created",
    "please",
    "see",
    "ie",
    "if you",
    "you can",
];

/// Whether a word begins with an entry of the list.
fn has(words: &[String], list: &str) -> bool {
    words.iter().any(|word| list.split(' ').any(|begin| word.starts_with(begin)))
}

/// Whether one of the words is in the list.
pub(super) fn is(words: &[String], list: &str) -> bool {
    words.iter().any(|word| list.split(' ').any(|other| word == other))
}

/// Whether two successive words are a pair in the list.
fn pair(words: &[String], list: &[[&str; 2]]) -> bool {
    words.windows(2).any(|two| list.iter().any(|pair| two[0] == pair[0] && two[1] == pair[1]))
}

/// Whether the word is a subject that occurs in sentences of any kind.
pub(super) fn is_subject(word: &str) -> bool {
    SUBJECTS.split(' ').any(|begin| word.starts_with(begin))
}

/// Whether the sentence may state something that a grid can break. A sentence that mentions cells, digits, figures or colours, or
/// that demands something, is not a remark, even if the rest of it is not understood.
pub(crate) fn says_rule(text: &str, words: &[String]) -> bool {
    let start = words.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(" ");
    let starts = |begin: &&str| start == **begin || start.starts_with(&format!("{begin} "));
    let is_remark = text.ends_with('?') || REMARKS.iter().any(starts);
    // Fog is cleared by the solving site, and sentences about decoration say that it is decoration.
    if is_remark || is(words, "http https fog button decorative decoration cosmetic") {
        return false;
    }
    // "Not all dots are given" says nothing about any grid.
    let some = [["not", "all"], ["not", "every"], ["not", "necessarily"], ["no", "negative"], ["if", "any"]];
    if pair(words, &some) && is(words, THERE) {
        return false;
    }
    let applies = [["rules", "apply"], ["rule", "applies"], ["constraint", "applies"], ["constraints", "apply"]];
    // "Every 5 is next to a 4."
    let is_digit = |word: &String| word.len() == 1 && word.parse::<u8>().is_ok();
    let claims = has(words, CLAIMS) && (is(words, "x xs v vs") || words.iter().any(is_digit));
    let names = has(words, SUBJECTS) || words.iter().any(|word| is_color(word));
    // Text in a non-Latin script is never understood, so it counts as stating a rule.
    let foreign = words.iter().filter(|word| word.chars().all(|c| !c.is_ascii())).count();
    pair(words, &applies) || claims || names || is(words, ASKS) || foreign * 2 > words.len()
}

/// Whether the sentence continues the previous one.
pub(crate) fn goes_on(words: &[String]) -> bool {
    let first = &words[..words.len().min(1)];
    is(first, "it they their its this these those such ie thus hence therefore so")
        || pair(&words[..words.len().min(2)], &[["in", "other"], ["that", "is"], ["i", "e"]])
}

/// Whether the sentence states the rules of every sudoku: "normal sudoku rules apply", or that rows, columns and boxes contain each
/// digit once.
pub(super) fn is_of_grid(words: &[String]) -> bool {
    const USUAL: &str = "normal standard regular classic classical usual ordinary basic common irregular jigsaw the all of and \
        conventional typical traditional default plain familiar sudoku";
    let size = |word: &str| word.split_once('x').is_some_and(|(a, b)| [a, b].iter().all(|n| n.parse::<u8>().is_ok()));
    let usual = |word: &String| USUAL.split(' ').any(|other| word == other) || size(word);
    let before = |at: usize| words[..at].iter().all(usual);
    let rules = words.iter().position(|word| word == "rules" || word == "rule");
    if rules.is_some_and(|at| at > 0 && before(at)) {
        return true;
    }
    let sudoku = words.iter().position(|word| word == "sudoku");
    if sudoku.is_some_and(before) && has(words, "constraint apply applies restrict") {
        return true;
    }
    // "Place the digits 1 to 6 without repeats".
    let places = is(&words[..words.len().min(1)], "place fill enter put write use") && has(words, "digit number");
    let drawn = "line cage circle dot arrow square diamond area thermo diagonal shape symbol shaded bulb wall star disc outline";
    if places && !has(words, drawn) {
        return true;
    }
    let houses = has(words, "row") && has(words, "column");
    houses
        && has(words, "once repeat contain different every each unique")
        && !has(words, "add indicates outside between shade clue position visible adjacent")
        && !is(words, "sum")
}
