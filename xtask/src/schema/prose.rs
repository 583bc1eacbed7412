//! Removes the code from descriptions: what a documentation comment shows in Rust is of no use in a schema.

use serde_json::Value;

/// Removes code blocks, with the sentences that lead to them, from all descriptions of a schema.
pub(super) fn only_prose(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if name == "description" => *text = prose(text),
                    _ => only_prose(field),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(only_prose),
        _ => {}
    }
}

/// A text without its code blocks. A sentence that ends with a colon before a block leads to the block.
fn prose(text: &str) -> String {
    let mut parts: Vec<&str> = text.split("```").step_by(2).map(str::trim).collect();
    let blocks = parts.len() - 1;
    for part in &mut parts[..blocks] {
        if part.ends_with(':') {
            let ends = [". ", ".\n"].iter().filter_map(|end| part.rfind(end));
            *part = ends.max().map_or("", |end| &part[..=end]);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_description_is_prose() {
        let code = |before: &str| format!("{before}\n\n```\nlet x = 1;\n```");
        let mut schema = json!({
            "description": code("A number."),
            "default": "``` ```",
            "anyOf": [
                {"description": code("A number. For example:")},
                {"description": code("For example:") + "\n\nIt is small: 1 to 4."},
                {"description": "One of:"},
            ],
        });
        only_prose(&mut schema);
        let rest = [
            json!({"description": "A number."}),
            json!({"description": "It is small: 1 to 4."}),
            json!({"description": "One of:"}),
        ];
        assert_eq!(schema, json!({"description": "A number.", "default": "``` ```", "anyOf": rest}));
    }
}
