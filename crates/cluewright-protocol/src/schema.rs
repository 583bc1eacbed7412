//! Descriptions of requests and answers: as JSON Schema, and as an `OpenAPI` document for the HTTP server.

use crate::call::{Described, Generators, Operation, of};
use crate::calls::operations;
use crate::message::{Bounds, Failure, Id, Progress};
use cluewright::question::Field;
use cluewright::report::Unread;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

fn name(operation: &Operation, what: &str) -> String {
    let words = operation.name.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    format!("{}{what}", words.collect::<String>())
}

/// The fields of a request: first those that all requests have, then those of the operation.
fn request(
    operation: &Operation,
    own: &(Vec<Field>, Map<String, Value>),
    whole: bool,
    limits: &Value,
    id: &Value,
) -> Value {
    let mut fields = Map::new();
    let mut required: Vec<Value> = Vec::new();
    let text = |about: &str| json!({"type": "string", "description": about});
    if whole {
        fields.insert("id".into(), id.clone());
        fields.insert("op".into(), json!({"const": operation.name}));
        required.extend([json!("id"), json!("op")]);
        fields.insert("doc".into(), text("The name of an open document."));
        fields.insert("kind".into(), text("The kind of this request; the request cancels older requests of the same kind for the same document. If the kind is empty, it cancels none. Default: the operation's name."));
        fields.insert("progress".into(), json!({"type": "boolean", "description": "Report progress."}));
    }
    if operation.needs_puzzle {
        fields.insert("puzzle".into(), text("A puzzle in any format, instead of `doc`."));
        let rules = "Rules to add to `puzzle`: names of rules, or texts in the rule language.";
        fields.insert("rules".into(), json!({"type": "array", "items": {"type": "string"}, "description": rules}));
        if !whole {
            required.push(json!("puzzle"));
        }
    }
    if operation.needs_doc {
        required.push(json!("doc"));
    }
    fields.insert("limits".into(), limits.clone());
    fields.extend(own.1.clone());
    required.extend(own.0.iter().filter(|field| field.usual.is_none()).map(|field| json!(field.name)));
    let mut object = json!({
        "type": "object",
        "description": operation.about,
        "properties": fields,
        "required": required,
        "additionalProperties": false,
    });
    if whole && operation.needs_puzzle {
        object["oneOf"] = json!([{"required": ["doc"]}, {"required": ["puzzle"]}]);
    }
    object
}

type Operations = Vec<(&'static Operation, Described)>;

/// All operations, all definitions, and the schemas of limits, ids, progress, failures and unread parts. `prefix` is the beginning
/// of all references.
fn described(prefix: &'static str) -> (Operations, Map<String, Value>, [Value; 5]) {
    let settings = SchemaSettings::draft2020_12().with(|s| s.definitions_path = prefix.into());
    let requests = settings.clone().for_deserialize().into_generator();
    let mut generators = Generators { requests, answers: settings.for_serialize().into_generator() };
    let all = operations().iter().map(|o| (o, (o.schema)(&mut generators))).collect();
    let Generators { mut requests, mut answers } = generators;
    let [limits, id, progress, failure, unread] = [
        of::<Bounds>(&mut requests),
        of::<Id>(&mut requests),
        of::<Progress>(&mut answers),
        of::<Failure>(&mut answers),
        of::<Unread>(&mut answers),
    ];
    let mut definitions = requests.take_definitions(true);
    definitions.extend(answers.take_definitions(true));
    (all, definitions, [limits, id, progress, failure, unread])
}

/// JSON Schema (2020-12) of every request and every message: `$defs` has `Request` and `Message`, and for each operation its
/// request, its partial answers and its answer.
pub fn json_schema() -> Value {
    let (all, mut definitions, [limits, id, progress, failure, unread]) = described("/$defs");
    let (mut requests, mut answers, mut partials) = (Vec::new(), Vec::new(), Vec::new());
    let mut named = Map::new();
    for (operation, described) in &all {
        let (takes, tells) = (name(operation, "Request"), name(operation, "Answer"));
        requests.push(json!({"$ref": format!("#/$defs/{takes}")}));
        answers.push(json!({"$ref": format!("#/$defs/{tells}")}));
        named.insert(takes, request(operation, &described.request, true, &limits, &id));
        named.insert(tells, described.answer.clone());
        if let Some(partial) = &described.partial {
            let part = name(operation, "Part");
            partials.push(json!({"$ref": format!("#/$defs/{part}")}));
            named.insert(part, partial.clone());
        }
    }
    definitions.extend(named);
    definitions.insert("Request".into(), json!({"oneOf": requests}));
    definitions.insert(
        "Message".into(),
        json!({
            "type": "object",
            "properties": {
                "id": id,
                "progress": progress,
                "partial": {"anyOf": partials},
                "ok": {"anyOf": answers},
                "error": failure,
                "hash": {"type": "string", "description": "Sent with `ok`: the hash of the puzzle as a solver sees it, without title, drawings and prose."},
                "unread": unread,
            },
            "required": ["id"],
            "additionalProperties": false,
        }),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cluewright's protocol",
        "$ref": "#/$defs/Request",
        "$defs": definitions,
    })
}

/// The paths and the schemas of an `OpenAPI` 3.1 document. Each operation that needs no session has a path, `POST /api/v1/{op}`.
pub fn open_api() -> (Map<String, Value>, Map<String, Value>) {
    let (all, mut schemas, [limits, id, _, failure, unread]) = described("/components/schemas");
    let mut paths = Map::new();
    let mut named = Map::new();
    // Requests without a session open no documents.
    for (operation, described) in all.iter().filter(|(o, _)| !o.needs_doc && o.name != "cancel") {
        let (takes, tells) = (name(operation, "Request"), name(operation, "Answer"));
        named.insert(takes.clone(), request(operation, &described.request, false, &limits, &id));
        named.insert(tells.clone(), described.answer.clone());
        let link = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        let message = json!({
            "type": "object",
            "properties": {"id": id, "ok": link(&tells), "hash": {"type": "string"}, "unread": unread},
            "required": ["ok"],
        });
        let wrong = json!({
            "description": "The request has no answer.",
            "content": {"application/json": {"schema": {
                "type": "object", "properties": {"id": id, "error": failure, "unread": unread}, "required": ["error"],
            }}},
        });
        let post = json!({
            "operationId": operation.name,
            "summary": operation.about,
            "requestBody": {"required": true, "content": {"application/json": {"schema": link(&takes)}}},
            "responses": {
                "200": {"description": "The answer.", "content": {"application/json": {"schema": message}}},
                "default": wrong,
            },
        });
        paths.insert(format!("/api/v1/{}", operation.name), json!({"post": post}));
    }
    schemas.extend(named);
    (paths, schemas)
}
