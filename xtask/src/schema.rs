//! `schema`: writes the files that follow from the declarations of requests: `docs/protocol.schema.json` (JSON Schema), the table
//! of operations in `docs/protocol.md`, the server's `OpenAPI` document, the methods of the Python package and the page's types.

mod prose;
mod python;
mod types;

use crate::task::{Fail, Task, Words};
use cluewright_protocol::{open_api, operations};
use prose::only_prose;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub(crate) const TASK: Task = Task {
    name: "schema",
    takes: "",
    about: "writes what follows from the questions: schemas, `OpenAPI`, Python's methods, the page's types",
    options: &[("--check", "", "", "write nothing: are they as they would be written?")],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let mut old = Vec::new();
    for (path, text) in files(root)? {
        if std::fs::read_to_string(&path).is_ok_and(|now| now == text) {
            continue;
        }
        if words.has("--check") {
            old.push(path.display().to_string());
        } else {
            std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            println!("wrote {}", path.display());
        }
    }
    if old.is_empty() {
        Ok(())
    } else {
        Err(format!("to be written again by `cargo xtask schema`: {}", old.join(", ")).into())
    }
}

/// The TypeScript types of all requests and answers, and the type `Questions`, which relates them by operation.
pub(crate) fn declarations() -> String {
    let schema = json_schema();
    types::types(&schema) + &types::questions(&schema)
}

/// The schema of the protocol.
fn json_schema() -> Value {
    let mut schema = cluewright_protocol::json_schema();
    only_prose(&mut schema);
    schema
}

/// The paths and contents of the generated files.
fn files(root: &Path) -> Result<Vec<(PathBuf, String)>, Fail> {
    let pretty = |value: &Value| serde_json::to_string_pretty(value).expect("plain keys") + "\n";
    let page = root.join("docs/protocol.md");
    let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
    let (begin, end) = ("<!-- operations -->\n", "<!-- end of operations -->");
    let whole = text.split_once(begin).and_then(|(head, rest)| Some((head, rest.split_once(end)?.1)));
    let (head, tail) = whole.ok_or("docs/protocol.md has no place for the operations")?;
    let schema = json_schema();
    Ok(vec![
        (root.join("crates/cluewright-py/python/cluewright/_questions.py"), python::questions(&schema)),
        (root.join("web/src/engine/types.ts"), types::types(&schema)),
        (root.join("docs/protocol.schema.json"), pretty(&schema)),
        (root.join("crates/cluewright-serve/openapi.json"), pretty(&document())),
        (page, format!("{head}{begin}{}{end}{tail}", table())),
    ])
}

/// The table has one line per operation, and one line per field.
fn table() -> String {
    let mut out = "| `op` | what it does | about a puzzle |\n|---|---|---|\n".to_owned();
    for operation in operations() {
        let puzzle = if operation.needs_puzzle { "yes" } else { "" };
        let _ = writeln!(out, "| `{}` | {} | {puzzle} |", operation.name, operation.about);
    }
    out += "\nThe fields of each operation, besides the fields that all requests have:\n\n";
    out += "| `op` | field | default | meaning |\n|---|---|---|---|\n";
    for operation in operations() {
        for field in (operation.fields)() {
            let usual = match &field.usual {
                None => "needed".to_owned(),
                Some(Value::Null) => String::new(),
                Some(Value::Array(list)) if list.is_empty() => String::new(),
                Some(Value::String(text)) if text.is_empty() => String::new(),
                Some(usual) => format!("`{usual}`"),
            };
            let _ = writeln!(out, "| `{}` | `{}` | {usual} | {} |", operation.name, field.name, field.explained());
        }
    }
    out
}

/// The server's `OpenAPI` document.
fn document() -> Value {
    let (mut paths, mut schemas) = open_api();
    let (library, of_library) = cluewright_serve::library::routes::open_api();
    paths.extend(library);
    schemas.extend(of_library);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Cluewright",
            "version": "1",
            "description": "Questions about Sudoku and its variants, answered on this machine. The same messages go over the WebSocket at /api/v1/ws.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": schemas},
    });
    only_prose(&mut document);
    document
}

#[cfg(test)]
mod tests {
    use cluewright_protocol::{MessageBuffer, Session, json_schema};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;

    /// A schema for validating values.
    struct Schema {
        all: boon::Schemas,
        this: boon::SchemaIndex,
    }

    impl Schema {
        fn new(schema: Value) -> Self {
            let at = "http://localhost/schema.json";
            let (mut all, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
            compiler.add_resource(at, schema).expect("it is JSON");
            let this = compiler.compile(at, &mut all).unwrap_or_else(|error| panic!("it is a schema: {error}"));
            Self { all, this }
        }

        /// The errors in a value.
        fn fault(&self, value: &Value) -> Option<String> {
            self.all.validate(value, self.this).err().map(|error| error.to_string())
        }
    }

    /// The schema of one definition.
    fn validator(name: &str) -> Schema {
        Schema::new(json!({"$defs": json_schema()["$defs"], "$ref": format!("#/$defs/{name}")}))
    }

    /// Three hundred requests and all messages about them match the schema, and the schema rejects invalid requests.
    #[test]
    fn what_is_said_is_as_described() {
        let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/cluewright-protocol/tests/requests.jsonl");
        let (request, mut parts) = (validator("Request"), BTreeMap::new());
        let (session, kept) = (Session::default(), MessageBuffer::default());
        for line in std::fs::read_to_string(list).expect("the list of requests").lines() {
            session.handle(line, &kept);
            let asked: Value = serde_json::from_str(line).expect("JSON");
            let op = asked["op"].as_str().expect("an operation");
            let name: String = op.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect();
            let mut wrong = false;
            for message in kept.messages() {
                let message: Value = serde_json::from_str(&message).expect("JSON");
                wrong |= message["error"]["code"] == "bad_request";
                for (key, what) in [("ok", "Answer"), ("partial", "Part"), ("error", "")] {
                    let Some(said) = message.get(key) else { continue };
                    let name = if key == "error" { "Failure".to_owned() } else { format!("{name}{what}") };
                    let schema = parts.entry(name.clone()).or_insert_with(|| validator(&name));
                    if let Some(error) = schema.fault(said) {
                        panic!("{name}: {error}");
                    }
                }
            }
            assert_eq!(request.fault(&asked).is_none(), !wrong, "{line}");
        }
    }

    #[test]
    fn what_describes_the_protocol_is_up_to_date() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
        for (path, text) in super::files(root).expect("they can be made") {
            let now = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(now == text, "{}: write it again by `cargo xtask schema`", path.display());
        }
    }
}
