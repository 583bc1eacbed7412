//! The user's own folder of rules, and the puzzles that may use it.
//!
//! A puzzle file that the user names may use a rule of the folder by its name. Other input (a link, typed or pasted text, a pipe)
//! may not, because the same input would then give different answers on different machines. `--rules NAME` adds the rule to any
//! puzzle.

use crate::output::warn;
use crate::screen::one_line;
use cluewright::core::Clue;
use cluewright::core::ClueTree;
use cluewright::formats::records::whole;
use cluewright::rules::Ruleset;
use cluewright::rules::syntax::ast::Rule;
use cluewright::rules::syntax::parse;
use cluewright::{BadInput, Puzzle};
use std::path::{Path, PathBuf};

/// A rule of the folder.
pub(crate) struct UserRule {
    /// The rule itself.
    pub(crate) rule: Rule,
    /// The file of the rule.
    pub(crate) file: PathBuf,
}

/// The folder: `$CLUEWRIGHT_RULES`, or `cluewright/rules` in the user's configuration folder.
fn folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    from("CLUEWRIGHT_RULES")
        .or_else(|| from("XDG_CONFIG_HOME").map(|p| p.join("cluewright/rules")))
        .or_else(|| from("HOME").map(|p| p.join(".config/cluewright/rules")))
        .or_else(|| from("APPDATA").map(|p| p.join("cluewright/rules")))
}

/// The text of a file that the user named, which may be compressed with gzip.
pub(crate) fn read_file(name: &str) -> Result<String, BadInput> {
    let file = std::fs::File::open(name).map_err(|e| BadInput::new(format!("the file cannot be opened: {e}")));
    file.and_then(whole).map_err(|e| e.within(name))
}

/// The file in the folder that defines a rule; `None` if there is no such file, or if the library has a rule of this name.
pub(crate) fn file_of(name: &str) -> Option<PathBuf> {
    // The name comes from a puzzle, so it must not point outside the folder.
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !plain || Ruleset::library().rule(name).is_some() {
        return None;
    }
    Some(folder()?.join(format!("{name}.rule"))).filter(|file| file.is_file())
}

/// All rules in the folder, ordered by file and by position in the file. Files that cannot be used are reported and skipped.
pub(crate) fn all() -> Vec<UserRule> {
    let Some(folder) = folder() else { return Vec::new() };
    let is_rule = |path: &Path| path.extension().is_some_and(|e| e == "rule") && path.is_file();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).filter(|p| is_rule(p)).collect();
    files.sort();
    let mut rules = Vec::new();
    for file in files {
        let name = file.to_string_lossy();
        match read_file(&name).and_then(|text| parse(&text).map_err(|e| e.within(name.as_ref()))) {
            Ok(parsed) => rules.extend(parsed.into_iter().map(|rule| UserRule { rule, file: file.clone() })),
            Err(error) => {
                warn(&format!("warning: a file in your folder of rules was skipped: {}", one_line(&error.to_string())));
            }
        }
    }
    rules
}

/// The first use of each rule name in a puzzle that neither the puzzle nor the library defines.
fn unknown(puzzle: &Puzzle) -> Vec<&Clue> {
    let mut wanted: Vec<&Clue> = puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(ClueTree::clues)).collect();
    wanted.sort_by(|a, b| a.rule.cmp(&b.rule));
    wanted.dedup_by(|a, b| a.rule == b.rule);
    let library = Ruleset::library();
    let own = |name: &str| {
        let head = format!("rule {name}");
        let begins = |l: &str| l.trim_end() == head || l.starts_with(&format!("{head} "));
        puzzle.definitions.iter().any(|d| d.text.lines().any(begins))
    };
    wanted.retain(|c| library.rule(&c.rule).is_none() && !own(&c.rule));
    wanted
}

/// The texts of the folder's rules that a puzzle needs because neither the puzzle nor the library defines them.
pub(crate) fn texts_for(puzzle: &Puzzle) -> Result<Vec<String>, BadInput> {
    let files = unknown(puzzle).into_iter().filter_map(|clue| file_of(&clue.rule));
    files.map(|file| read_file(&file.to_string_lossy())).collect()
}

/// Rejects a puzzle that came as a link or as typed text and names a rule of the folder, unless the user asked for that
/// rule.
pub(crate) fn refuse(puzzle: &Puzzle, asked: impl Fn(&str) -> bool) -> Result<(), BadInput> {
    let Some(clue) = unknown(puzzle).into_iter().find(|c| !asked(&c.rule) && file_of(&c.rule).is_some()) else {
        return Ok(());
    };
    let name = &clue.rule;
    let error = BadInput::new(format!(
        "the rule `{name}` is in your folder of rules, which puzzles that come as links or typed text may not use"
    ))
    .hint(format!("`--rules {name}` adds the rule; a puzzle file that you name may also use it"));
    Err(match clue.place {
        Some((line, column)) => error.at(line, column),
        None => error,
    })
}
