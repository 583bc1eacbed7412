//! Writes the methods and functions of the Python package that send requests: keyword arguments, types and docstrings.

use cluewright::question::Field;
use cluewright_protocol::operations;
use serde_json::Value;
use std::fmt::Write;

/// The methods: the operation, the method's name, the type of its result, the positional argument, and the operation's fields that
/// the method lacks.
const METHODS: &[(&str, &str, &str, &str, &[&str])] = &[
    ("solve", "solve", "Solved", "", &["stats"]),
    ("count", "count", "Counted", "limit", &[]),
    ("estimate", "estimate", "dict[str, Any]", "samples", &[]),
    ("split", "split", "dict[str, Any]", "cells", &[]),
    ("candidates", "candidates", "Candidates", "counts", &[]),
    ("conflicts", "conflicts", "dict[str, Any]", "position", &[]),
    ("check", "check", "Checked", "", &[]),
    ("why", "why", "dict[str, Any]", "", &[]),
    ("explain", "explain", "Explanation", "techniques", &["stream", "positions"]),
    ("steps", "steps", "tuple[Step, ...]", "position", &[]),
    ("hint", "hint", "Hint", "position", &[]),
    ("rate", "rate", "Rating", "scales", &["own"]),
    ("draw", "render", "Picture", "", &["highlights", "layers"]),
    ("export", "convert", "Converted", "to", &[]),
    ("canonical", "canonical", "str", "", &[]),
];

const HEAD: &str = r#""""The questions about a puzzle. `cargo xtask schema` writes this file and overwrites changes made by hand."""

from __future__ import annotations

from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .answers import Candidates, Checked, Converted, Counted, Explanation, Generated, Hint, Picture, Rating, Solved, Step
    from .puzzle import Position, Puzzle


class Questions:
    """The questions that can be asked about a puzzle."""

    __slots__ = ()

    def _answer(self, operation: str, asked: dict[str, Any], nodes: int, seconds: float | None) -> Any:
        raise NotImplementedError
"#;

/// The further parameters of `generate` in Python: the source of the grid and its rules.
const BASE: &str = "    like: Puzzle | str | None = None,
    same_clues: bool = False,
    size: int | None = None,
    rules: str | Iterable[str] = (),
";

const BASE_DOCS: &str = "    :param like: a puzzle whose shape and rules the new puzzles have, with about as many clues of the same kinds and sizes;
        default: an empty grid of ``size`` rows and columns (9 if ``size`` is missing).
    :param same_clues: keep the clues of ``like`` as they are, and make only new givens.
    :param rules: additional rules for the new puzzles.
";

const AFTER: &str = r#"
    There may be fewer puzzles than requested if no more exist, or if a limit was reached.

    :raises NoPuzzle: no puzzle meets the request.
    :raises NotUnique: the rules have no solution at all.

    >>> [made] = generate(size=4, seed=7, minimal=True)
    >>> made.puzzle.is_unique, made.puzzle.solution == made.solution
    (True, True)
    >>> [made] = generate(size=4, clues="killer-cage", givens=0, seed=1)
    >>> made.givens, made.clues == len(made.puzzle.clues)
    (0, True)
"#;

/// The schema of a field in the requests of an operation.
fn schema<'v>(all: &'v Value, operation: &str, field: &str) -> &'v Value {
    let name: String = operation.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect();
    &all["$defs"][format!("{name}Request")]["properties"][field]
}

/// A Python type.
fn typed(all: &Value, schema: &Value, field: &Field) -> String {
    match field.name {
        "position" => return "Position | None".to_owned(),
        "digits" => return "int | str | Iterable[int | str]".to_owned(),
        _ => {}
    }
    let mut names: Vec<String> = Vec::new();
    gather(all, schema, &mut names);
    if field.usual.as_ref().is_some_and(Value::is_null) && !names.iter().any(|name| name == "None") {
        names.push("None".to_owned());
    }
    names.sort_by_key(|name| name == "None");
    names.dedup();
    names.join(" | ")
}

fn gather(all: &Value, schema: &Value, names: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
        return gather(all, &all["$defs"][reference], names);
    }
    for one in schema["anyOf"].as_array().into_iter().flatten() {
        gather(all, one, names);
    }
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    for one in types {
        match one {
            "boolean" => names.push("bool".to_owned()),
            "integer" => names.push("int".to_owned()),
            "number" => names.push("float".to_owned()),
            "string" => names.push("str".to_owned()),
            "null" => names.push("None".to_owned()),
            "array" if schema.get("maxItems").is_some() => {
                let mut inner = Vec::new();
                gather(all, &schema["items"], &mut inner);
                let inner = inner.join(" | ");
                names.push(format!("tuple[{inner}, {inner}]"));
            }
            "array" => names.extend(["str".to_owned(), "Iterable[str]".to_owned()]),
            _ => names.push("object".to_owned()),
        }
    }
}

/// The default value of a field in Python.
fn usual(field: &Field) -> String {
    match field.usual.as_ref() {
        None => String::new(),
        Some(Value::Null) => " = None".to_owned(),
        Some(Value::Bool(yes)) => format!(" = {}", if *yes { "True" } else { "False" }),
        Some(Value::Array(list)) if list.is_empty() => " = ()".to_owned(),
        Some(other) => format!(" = {other}"),
    }
}

/// Wraps a text; all lines but the first are indented by `behind` spaces.
fn folded(text: &str, behind: usize) -> String {
    let (mut out, mut width) = (String::new(), behind);
    for word in text.replace('`', "``").split(' ') {
        if width + word.len() > 130 && width > behind {
            let _ = write!(out, "\n{}", " ".repeat(behind));
            width = behind;
        } else if !out.is_empty() {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += word.len();
    }
    out
}

/// The fields of an operation that become arguments of a method, with the positional argument first.
fn fields(operation: &str, first: &str, without: &[&str]) -> Vec<Field> {
    let found = operations().iter().find(|o| o.name == operation).expect("an operation");
    let mut fields = (found.fields)();
    fields.retain(|field| !without.contains(&field.name));
    fields.sort_by_key(|field| field.name != first);
    fields
}

/// The arguments, one per line.
fn arguments(all: &Value, operation: &str, fields: &[Field], named: bool, indent: &str) -> String {
    let mut out = String::new();
    for (i, field) in fields.iter().enumerate() {
        if i == usize::from(!named) {
            let _ = writeln!(out, "{indent}*,");
        }
        let of = typed(all, schema(all, operation, field.name), field);
        let _ = writeln!(out, "{indent}{}: {of}{},", field.name, usual(field));
    }
    if fields.len() <= usize::from(!named) {
        let _ = writeln!(out, "{indent}*,");
    }
    let _ = write!(out, "{indent}nodes: int = 0,\n{indent}seconds: float | None = None,\n");
    out
}

fn docs(fields: &[Field], indent: &str) -> String {
    let mut out = String::new();
    for field in fields {
        let mut about = field.explained().trim_end_matches('.').to_owned();
        about[..1].make_ascii_lowercase();
        let told = folded(&format!(":param {}: {about}.", field.name).replace("?.", "?"), indent.len() + 4);
        let _ = writeln!(out, "{indent}{told}");
    }
    out
}

fn asked(fields: &[Field]) -> String {
    let each: Vec<String> = fields.iter().map(|field| format!("\"{0}\": {0}", field.name)).collect();
    format!("{{{}}}", each.join(", "))
}

/// The content of the generated file.
pub(super) fn questions(all: &Value) -> String {
    let mut out = HEAD.to_owned();
    for (operation, method, answer, first, without) in METHODS {
        let fields = fields(operation, first, without);
        let about = operations().iter().find(|o| o.name == *operation).expect("an operation").about;
        let _ = write!(out, "\n    def {method}(\n        self,\n");
        out += &arguments(all, operation, &fields, first.is_empty(), "        ");
        let _ = write!(out, "    ) -> {answer}:\n        \"\"\"{}", folded(about, 8));
        if !fields.is_empty() {
            let _ = write!(out, "\n\n{}        ", docs(&fields, "        "));
        }
        let _ = write!(
            out,
            "\"\"\"\n        answer: {answer} = self._answer(\"{operation}\", {}, nodes, seconds)\n        return answer\n",
            asked(&fields)
        );
    }
    for (operation, method, answer, first, without) in METHODS {
        let fields = fields(operation, first, without);
        let _ = write!(out, "\n\ndef {method}(\n    puzzle: Puzzle | str,\n");
        out += &arguments(all, operation, &fields, first.is_empty(), "    ");
        let named: Vec<String> = fields.iter().map(|field| format!("{0}={0}, ", field.name)).collect();
        let _ = write!(
            out,
            ") -> {answer}:\n    \"\"\"See :meth:`Puzzle.{method}`.\"\"\"\n    from .puzzle import puzzle_of\n\n    return puzzle_of(puzzle).{method}({}nodes=nodes, seconds=seconds)\n",
            named.concat()
        );
    }
    let fields = fields("generate", "count", &["like", "to"]);
    let lines = arguments(all, "generate", &fields, false, "    ");
    let (count, rest) = lines.split_once("*,\n").expect("one argument without a name");
    let _ = write!(out, "\n\ndef generate(\n{count}*,\n{BASE}{rest}) -> list[Generated]:\n");
    let _ = write!(
        out,
        "    \"\"\"Makes puzzles, with givens only or with clues of any rules. The same seed makes the same puzzles on every machine.\n\n{}{BASE_DOCS}{AFTER}    \"\"\"\n",
        docs(&fields, "    ")
    );
    let _ = write!(
        out,
        "    from .puzzle import made\n\n    return made(like, same_clues, size, rules, {}, nodes, seconds)\n",
        asked(&fields)
    );
    out
}
