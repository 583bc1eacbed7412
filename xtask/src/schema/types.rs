//! Writes the types of requests and answers in TypeScript, for the page.

use serde_json::{Map, Value};
use std::fmt::Write;

const HEAD: &str =
    "// The engine's questions and answers. Written by `cargo xtask schema`; what is changed here is lost.\n";

/// Types that keep their names, because the page has other types with the names without `Report`.
const WHOLE: &[&str] = &["PuzzleReport", "RuleReport", "ClueReport"];

/// The page's name for a definition.
fn called<'n>(all: &Value, name: &'n str) -> &'n str {
    let short = name.strip_suffix("Report").filter(|short| !WHOLE.contains(&name) && all["$defs"].get(short).is_none());
    short.unwrap_or(name)
}

/// A type as an expression.
fn typed(all: &Value, schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()) {
        return called(all, name).to_owned();
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(words) = schema["enum"].as_array() {
        return joined(words.iter().map(ToString::to_string));
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(several) = schema[key].as_array() {
            let either = joined(several.iter().map(|one| typed(all, one)));
            // Fields next to the alternatives belong to each alternative.
            return if schema.get("properties").is_some() {
                format!("{} & ({either})", object(all, schema))
            } else {
                either
            };
        }
    }
    if let Some(several) = schema["allOf"].as_array() {
        return several.iter().map(|one| typed(all, one)).collect::<Vec<_>>().join(" & ");
    }
    match &schema["type"] {
        Value::String(one) => plain(all, one, schema),
        Value::Array(several) => joined(several.iter().filter_map(Value::as_str).map(|one| plain(all, one, schema))),
        _ => "unknown".to_owned(),
    }
}

fn joined(types: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for one in types {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all.join(" | ")
}

fn plain(all: &Value, name: &str, schema: &Value) -> String {
    match name {
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => format!("[{}]", items.iter().map(|one| typed(all, one)).collect::<Vec<_>>().join(", ")),
            None if schema["maxItems"].is_u64() && schema["maxItems"] == schema["minItems"] => {
                let item = typed(all, &schema["items"]);
                let many = schema["maxItems"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default();
                format!("[{}]", vec![item; many].join(", "))
            }
            None => {
                let item = typed(all, &schema["items"]);
                if item.contains(' ') && !item.starts_with('{') { format!("({item})[]") } else { format!("{item}[]") }
            }
        },
        "object" => object(all, schema),
        _ => "unknown".to_owned(),
    }
}

fn object(all: &Value, schema: &Value) -> String {
    let none = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&none);
    if fields.is_empty() {
        let of = &schema["additionalProperties"];
        return if of.is_object() {
            format!("Record<string, {}>", typed(all, of))
        } else {
            "Record<string, never>".to_owned()
        };
    }
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = "{\n".to_owned();
    for (name, of) in fields {
        if let Some(about) = of["description"].as_str() {
            let _ = writeln!(out, "  /** {} */", about.replace('\n', " "));
        }
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        // Optional fields are absent rather than null.
        let inner = typed(all, of).replace('\n', "\n  ");
        let inner = if mark.is_empty() { &inner } else { inner.strip_suffix(" | null").unwrap_or(&inner) };
        let _ = writeln!(out, "  {name}{mark}: {inner};");
    }
    out + "}"
}

/// The whole file: a type for every definition.
pub(super) fn types(all: &Value) -> String {
    let mut out = HEAD.to_owned();
    for (name, schema) in all["$defs"].as_object().expect("definitions") {
        if ["Request", "Message"].contains(&name.as_str()) {
            continue;
        }
        if let Some(about) = schema["description"].as_str() {
            let _ = write!(out, "\n/** {} */", about.replace('\n', " "));
        }
        let _ = writeln!(out, "\nexport type {} = {};", called(all, name), typed(all, schema));
    }
    out
}

/// For each operation, by its name: the request, the answer, and the parts of the answer.
pub(super) fn questions(all: &Value) -> String {
    let mut out = "\nexport type Questions = {\n".to_owned();
    let definitions = all["$defs"].as_object().expect("definitions");
    for (name, schema) in definitions {
        let (Some(stem), Some(op)) = (name.strip_suffix("Request"), schema["properties"]["op"]["const"].as_str())
        else {
            continue;
        };
        let part = format!("{stem}Part");
        let part = if definitions.contains_key(&part) { part.as_str() } else { "never" };
        let _ = writeln!(out, "  \"{op}\": {{ request: {name}; answer: {stem}Answer; part: {part} }};");
    }
    out + "};\n"
}
