//! The reference of the Python package, from the docstrings in its sources.

use crate::task::Fail;
use std::fmt::Write as _;
use std::path::Path;

const FOLDER: &str = "crates/cluewright-py/python/cluewright";

/// The modules under the names by which programs import them, and the files that define their content.
const MODULES: [(&str, &[&str]); 6] = [
    ("cluewright", &["__init__.py", "puzzle.py", "_questions.py", "_errors.py"]),
    ("cluewright.answers", &["answers.py"]),
    ("cluewright.batch", &["batch.py"]),
    ("cluewright.arrow", &["arrow.py"]),
    ("cluewright.spark", &["spark.py"]),
    ("cluewright.dask", &["dask.py"]),
];

const ABOUT: &str = "# Python, name by name

Everything that the package has, from its docstrings; `help(cluewright.Puzzle)` shows the same. [Python](python.md) is the guide.
";

pub(super) fn page(root: &Path) -> Result<String, Fail> {
    let mut out = ABOUT.to_owned();
    for (module, files) in MODULES {
        let _ = write!(out, "\n## {module}\n");
        for (at, file) in files.iter().enumerate() {
            let path = format!("{FOLDER}/{file}");
            let text = std::fs::read_to_string(root.join(&path)).map_err(|e| format!("{path}: {e}"))?;
            describe(&mut out, &text, at == 0);
        }
    }
    Ok(out)
}

/// Describes all public classes of a file, with their attributes and methods, and all its functions. If `whole` is set, also
/// includes the file's docstring.
fn describe(out: &mut String, text: &str, whole: bool) {
    let lines: Vec<&str> = text.lines().collect();
    if whole && let Some((doc, _)) = docstring(&lines, 0) {
        let _ = write!(out, "\n{}\n", markdown(&doc));
    }
    let (mut class, mut property, mut notes, mut at) = (None::<&str>, false, Vec::new(), 0);
    while at < lines.len() {
        let (line, here) = (lines[at].trim(), at);
        let depth = lines[at].len() - lines[at].trim_start().len();
        at += 1;
        if let Some(note) = line.strip_prefix("#: ") {
            notes.push(note);
            continue;
        }
        if depth == 0 && !line.is_empty() && !line.starts_with(['@', '#', ')']) {
            class = None;
        }
        let named = line.strip_prefix("class ").or_else(|| line.strip_prefix("def "));
        let member = class.filter(|_| depth == 4);
        if let Some(rest) = named.filter(|_| depth == 0 || member.is_some()) {
            let name = rest.split(['(', ':']).next().unwrap_or_default();
            let (head, after) = head(&lines, here);
            let doc = docstring(&lines, after);
            if line.starts_with("class ") {
                class = Some(name);
            }
            if let Some((doc, end)) = doc.filter(|_| !name.starts_with('_')) {
                // Methods that `Puzzle` inherits are listed under `Puzzle`.
                let owner =
                    member.map_or_else(String::new, |c| if c == "Questions" { "Puzzle." } else { c }.to_owned());
                let owner = if owner.is_empty() || owner.ends_with('.') { owner } else { owner + "." };
                let head = if property { name.to_owned() } else { head };
                if name != "Questions" {
                    let _ = write!(out, "\n### {owner}{name}\n\n```python\n{head}\n```\n\n{}\n", markdown(&doc));
                }
                at = end;
            }
        } else if let Some((name, kind)) = member.and(line.split_once(": ")).filter(|_| !notes.is_empty()) {
            let _ = write!(out, "\n- `{name}: {kind}`: {}\n", plain(&notes.join(" ")));
        }
        property = line == "@property";
        notes.clear();
    }
}

/// A signature on one line, without the parts that are only for type checkers, and the index of the next line.
fn head(lines: &[&str], start: usize) -> (String, usize) {
    let (mut text, mut open, mut at) = (Vec::new(), 0_usize, start);
    while at < lines.len() {
        let line = lines[at].trim();
        open += line.matches(['(', '[']).count();
        open = open.saturating_sub(line.matches([')', ']']).count());
        text.push(line);
        at += 1;
        if open == 0 && line.ends_with(':') {
            break;
        }
    }
    let joined = text.join(" ").replace("( ", "(").replace(", )", ")");
    (joined.trim_end_matches(':').to_owned(), at)
}

/// The docstring that begins at a line or after empty lines, without its indentation, and the index of the line after the
/// docstring.
fn docstring(lines: &[&str], start: usize) -> Option<(String, usize)> {
    const MARK: &str = "\"\"\"";
    let at = (start..lines.len()).find(|&i| !lines[i].trim().is_empty())?;
    let indent = lines[at].len() - lines[at].trim_start().len();
    let first = lines[at].trim_start().trim_start_matches('r').strip_prefix(MARK)?;
    if let Some(whole) = first.strip_suffix(MARK) {
        return Some((whole.to_owned(), at + 1));
    }
    let mut text = vec![first];
    for (i, line) in lines.iter().enumerate().skip(at + 1) {
        let line = line.get(indent..).unwrap_or_default();
        if let Some(last) = line.strip_suffix(MARK) {
            text.push(last);
            return Some((text.join("\n"), i + 1));
        }
        text.push(line);
    }
    None
}

/// A docstring as Markdown: examples become code blocks, and parameters become a list.
fn markdown(doc: &str) -> String {
    let (mut out, mut example) = (String::new(), false);
    for line in doc.trim().lines() {
        let starts = line.starts_with(">>> ");
        if starts && !example {
            out.push_str("\n```python\n");
            example = true;
        } else if example && line.trim().is_empty() {
            out.push_str("```\n");
            example = false;
        }
        if example {
            out.push_str(line);
        } else if let Some((name, rest)) = line.strip_prefix(":param ").and_then(|l| l.split_once(": ")) {
            let _ = write!(out, "- `{name}`: {}", plain(rest));
        } else {
            out.push_str(&plain(line));
        }
        out.push('\n');
    }
    if example {
        out.push_str("```\n");
    }
    out
}

/// A line of a docstring with Markdown in place of the markup of reStructuredText.
fn plain(line: &str) -> String {
    let mut line = line.replace("``", "`").replace("::", ":");
    for role in [":mod:", ":class:", ":func:", ":meth:", ":attr:"] {
        line = line.replace(role, "");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_attributes_methods_and_examples_are_found() {
        let text = "\"\"\"A module.\"\"\"\n\nclass One(Base):\n    \"\"\"A class.\n\n    >>> One()\n    1\n    \"\"\"\n\n    #: What it is\n    #: called.\n    name: str\n\n    def ask(\n        self,\n        most: int = 0,\n    ) -> int:\n        \"\"\"Asks.\n\n        :param most: ``0``: all.\n        \"\"\"\n\n    def _own(self):\n        \"\"\"Not for others.\"\"\"\n\n\ndef free(a):\n    \"\"\"Is free.\"\"\"\n";
        let mut out = String::new();
        describe(&mut out, text, true);
        for part in [
            "A module.",
            "### One\n\n```python\nclass One(Base)\n```\n\nA class.\n\n\n```python\n>>> One()\n1\n```\n",
            "- `name: str`: What it is called.",
            "### One.ask\n\n```python\ndef ask(self, most: int = 0) -> int\n```\n\nAsks.\n\n- `most`: `0`: all.\n",
            "### free\n",
        ] {
            assert!(out.contains(part), "{part}\nis not in\n{out}");
        }
        assert!(!out.contains("_own"));
    }
}
