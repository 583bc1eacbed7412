//! Parses the cases in `cases.txt`: a line `# name`, followed by lines that begin with a keyword.

/// The drawings, and the clues that readers should recognise in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    pub(super) name: String,
    /// The format: `scl` or `f-puzzles`, followed by ` link` if the text is packed.
    pub(super) format: String,
    /// Lines of `.clue` text about the grid: size, digits.
    board: Vec<String>,
    /// The basic rules of the grid, which brute force also applies.
    base: String,
    /// Additional rules of the whole grid.
    pub(super) rules: Vec<String>,
    /// The texts of rules that the library does not have (yet).
    own: Vec<String>,
    pub(super) clues: Vec<String>,
    /// Clues that the setter intends but no reader can know.
    pub(super) secrets: Vec<String>,
    pub(super) every: Vec<Every>,
    pub(super) marks: Vec<String>,
    pub(super) text: String,
    pub(super) title: String,
    pub(super) seed: u64,
    /// Whether the solution is recorded.
    pub(super) recorded: bool,
    /// Whether texts are stored in cages, as in older puzzles.
    pub(super) in_cages: bool,
    /// The missing feature that the case waits for; empty if the case is already read correctly.
    pub(super) waits: String,
    /// Words of the drawings and sentences that no rule accounts for.
    pub(super) unread: Vec<String>,
}

/// A kind of clue that is placed at all pairs of neighbours that pass a test.
#[derive(Clone, Debug)]
pub(super) struct Every {
    pub(super) test: String,
    pub(super) rule: String,
    /// The mark, with `PAIR` as a placeholder for the cells.
    pub(super) mark: String,
}

pub(super) fn read(text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, l)| !l.trim().is_empty() && !l.starts_with("//")) {
        let wrong = |what: &str| format!("cases.txt:{number}: {what}: {line}");
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "#" {
            let base = "classic".to_owned();
            cases.push(Case { name: rest.to_owned(), format: "scl".to_owned(), base, ..Case::default() });
            continue;
        }
        let case = cases.last_mut().ok_or_else(|| wrong("no case yet"))?;
        let rest = rest.to_owned();
        match word {
            "as" => case.format = rest,
            "board" => case.board.push(rest),
            "base" => case.base = rest,
            "rule" => case.rules.push(rest),
            "own" => case.own.push(rest),
            "clue" => case.clues.push(rest),
            "secret" => case.secrets.push(rest),
            "mark" => case.marks.push(rest),
            "title" => case.title = rest,
            "seed" => case.seed = rest.parse().map_err(|_| wrong("no number"))?,
            "recorded" => case.recorded = true,
            "in-cages" => case.in_cages = true,
            "waits" => case.waits = rest,
            "unread" => case.unread.push(rest),
            "every" => {
                let mut words = rest.splitn(3, ' ').map(str::to_owned);
                let (Some(test), Some(rule), Some(mark)) = (words.next(), words.next(), words.next()) else {
                    return Err(wrong("a test, a rule and a mark"));
                };
                case.every.push(Every { test, rule, mark });
            }
            "text" if case.text.is_empty() => case.text = rest,
            "text" => case.text = format!("{}\n{rest}", case.text),
            _ => return Err(wrong("not understood")),
        }
    }
    Ok(cases)
}

impl Case {
    /// The rules that apply while a grid is generated. If all clues of a kind are given, the rule about them does not apply yet,
    /// because there are no clues.
    pub(super) fn rules_before_clues(&self) -> Vec<String> {
        if self.every.is_empty() { self.rules.clone() } else { Vec::new() }
    }

    /// The puzzle as `.clue` text, with additional rules, clues, givens and a solution.
    pub(super) fn right(&self, rules: &[String], clues: &[String], givens: &str, solution: &str) -> String {
        let lines = |lines: &[String]| lines.iter().fold(String::new(), |text, line| text + line + "\n");
        let rules = [std::slice::from_ref(&self.base), rules].concat().join(", ");
        let called = |name: &str| clues.iter().any(|c| c.split(' ').next() == Some(name));
        // Include the texts of only those rules that are used.
        let mut own = String::new();
        let mut used = false;
        for line in &self.own {
            if let Some(rest) = line.strip_prefix("rule ") {
                used = called(rest.split(' ').next().unwrap_or(""));
            }
            if used {
                own.extend([line, "\n"]);
            }
        }
        format!("{}rules: {rules}\n{givens}{}{solution}{own}", lines(&self.board), lines(clues))
    }
}
