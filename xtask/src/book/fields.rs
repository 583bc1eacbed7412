//! Writes the reference of the protocol from its schema: every request with its fields, and every type of an answer.

use crate::task::Fail;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::path::Path;

const SCHEMA: &str = "docs/protocol.schema.json";

const ABOUT: &str = "# The protocol, field by field

Every request and every type of an answer, from [protocol.schema.json](protocol.schema.json). [The protocol](protocol.md) says how
requests and answers belong together. A field without *needed* may be left out of a request, and may be missing in an answer.
";

pub(super) fn page(root: &Path) -> Result<String, Fail> {
    let text = std::fs::read_to_string(root.join(SCHEMA)).map_err(|e| format!("{SCHEMA}: {e}"))?;
    let schema: Value = serde_json::from_str(&text).map_err(|e| format!("{SCHEMA}: {e}"))?;
    let types = schema["$defs"].as_object().ok_or("the schema has no types")?;
    let requests: Vec<&str> = variants(&types["Request"]).iter().filter_map(name).collect();
    let mut out = ABOUT.to_owned();
    let common = common(types, &requests);
    out.push_str("\n## Fields of requests\n\nThese mean the same in every request that has them.\n\n");
    if let Some(one) = requests.last().and_then(|name| types[*name]["properties"].as_object()) {
        table(&mut out, one.iter().filter(|(field, _)| common.contains(&field.as_str())), &[]);
    }
    out.push_str("\n## Requests\n");
    for request in &requests {
        let one = &types[*request];
        let op = one["properties"]["op"]["const"].as_str().ok_or_else(|| format!("{request} has no `op`"))?;
        let _ = write!(out, "\n### Request `{op}`\n\n{}\n\n", said(one));
        let own = one["properties"].as_object().into_iter().flatten();
        table(&mut out, own.filter(|(field, _)| !common.contains(&field.as_str())), &needed(one));
        let answer = &types[&request.replace("Request", "Answer")];
        let _ = write!(out, "\nIts answer is {}.\n", kind(answer));
    }
    out.push_str("\n## Types\n");
    for (name, one) in types {
        if requests.contains(&name.as_str()) || name == "Request" || name.ends_with("Answer") {
            continue;
        }
        let _ = write!(out, "\n### {name}\n\n");
        if !said(one).is_empty() {
            let _ = write!(out, "{}\n\n", said(one));
        }
        match one["properties"].as_object() {
            Some(fields) => table(&mut out, fields.iter(), &needed(one)),
            None => cases(&mut out, one),
        }
    }
    Ok(out)
}

/// The fields that all requests have with the same meaning, except `op`, which names the request.
fn common<'t>(types: &'t Map<String, Value>, requests: &[&str]) -> Vec<&'t str> {
    let fields = |name: &&str| types[*name]["properties"].as_object();
    let Some(first) = requests.last().and_then(fields) else { return Vec::new() };
    let all =
        |field: &str, about: &Value| requests.iter().all(|r| fields(r).is_some_and(|f| f.get(field) == Some(about)));
    first.iter().filter(|(field, about)| *field == "op" || all(field, about)).map(|(field, _)| field.as_str()).collect()
}

fn table<'t>(out: &mut String, fields: impl Iterator<Item = (&'t String, &'t Value)>, needed: &[&str]) {
    let mut lines = String::new();
    for (name, about) in fields {
        let mut words = vec![said(about)];
        if needed.contains(&name.as_str()) {
            words.insert(0, "*Needed.*".into());
        }
        if let Some(default) = about.get("default").filter(|d| !d.is_null()) {
            words.push(format!("Default: `{default}`."));
        }
        let words = words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
        let _ = writeln!(lines, "| `{name}` | {} | {} |", cell(&kind(about)), cell(&words));
    }
    if lines.is_empty() {
        out.push_str("It has no other fields.\n");
    } else {
        let _ = write!(out, "| field | type | meaning |\n|---|---|---|\n{lines}");
    }
}

/// Lists the cases of a type without fields, one line per case, if they have descriptions.
fn cases(out: &mut String, one: &Value) {
    let cases = variants(one);
    if cases.iter().any(|case| !said(case).is_empty()) {
        for case in cases {
            let _ = writeln!(out, "- {}: {}", kind(case), said(case));
        }
    } else {
        let _ = writeln!(out, "It is {}.", kind(one));
    }
}

fn variants(one: &Value) -> &[Value] {
    ["oneOf", "anyOf"].iter().find_map(|key| one[*key].as_array()).map_or(&[], Vec::as_slice)
}

fn name(one: &Value) -> Option<&str> {
    one["$ref"].as_str()?.strip_prefix("#/$defs/")
}

fn needed(one: &Value) -> Vec<&str> {
    one["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn said(one: &Value) -> String {
    one["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// A type in words, with links to named types.
fn kind(one: &Value) -> String {
    if let Some(name) = name(one) {
        // Answers are described with their requests.
        if name.ends_with("Answer") {
            return "the answer of its request".into();
        }
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(only) = one.get("const") {
        return format!("`{only}`");
    }
    if let Some(values) = one["enum"].as_array() {
        return values.iter().map(|v| format!("`{v}`")).collect::<Vec<_>>().join(" or ");
    }
    if !variants(one).is_empty() {
        let mut kinds: Vec<String> = variants(one).iter().map(kind).collect();
        kinds.dedup();
        return kinds.join(" or ");
    }
    match &one["type"] {
        Value::Array(all) => {
            all.iter().map(|t| plain(t.as_str().unwrap_or_default(), one)).collect::<Vec<_>>().join(" or ")
        }
        Value::String(word) => plain(word, one),
        _ => "anything".into(),
    }
}

fn plain(word: &str, one: &Value) -> String {
    match word {
        "array" => match (one["prefixItems"].as_array(), one.get("items")) {
            (Some(parts), _) => format!("a list of {}", parts.iter().map(kind).collect::<Vec<_>>().join(", then ")),
            (None, Some(items)) => format!("a list of {}", kind(items)),
            (None, None) => "a list".into(),
        },
        "object" => match one["properties"].as_object() {
            Some(fields) => {
                let fields = fields.iter().map(|(name, about)| format!("`{name}` ({})", kind(about)));
                format!("an object with {}", fields.collect::<Vec<_>>().join(", "))
            }
            None => "an object".into(),
        },
        "string" => "a text".into(),
        "integer" => "a whole number".into(),
        "number" => "a number".into(),
        "boolean" => "`true` or `false`".into(),
        other => format!("`{other}`"),
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
