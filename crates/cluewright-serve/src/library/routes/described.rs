//! The routes for the `OpenAPI` document. Every route must be listed in the table here; a test calls each of them.

use super::{CollectionChange, NewCollection, NewInCollection, Position, Progress, Same, status};
use crate::library::{Added, Change, Code, Collection, Error, Imported, Page, Past, Query, Stored, Tag};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The new entry's number.
#[derive(Serialize, JsonSchema)]
struct Created {
    id: i64,
}

/// An empty answer.
#[derive(Serialize, JsonSchema)]
struct Nothing {}

/// The kind of a body, if there is one.
#[derive(Clone, Copy)]
enum Kind {
    /// JSON of a type.
    Json(fn(&mut SchemaGenerator) -> Value),
    /// JSON lines, or the text of puzzles in any format.
    Lines,
    None,
}

struct Route {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    query: Option<fn(&mut SchemaGenerator) -> Value>,
    takes: Kind,
    tells: Kind,
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

const fn route(method: &'static str, path: &'static str, summary: &'static str, takes: Kind, tells: Kind) -> Route {
    Route { method, path, summary, query: None, takes, tells }
}

const fn with_query(route: Route, query: fn(&mut SchemaGenerator) -> Value) -> Route {
    Route { query: Some(query), ..route }
}

const NOTHING: Kind = Kind::Json(of::<Nothing>);
const IMPORTED: Kind = Kind::Json(of::<Imported>);

static ROUTES: &[Route] = &[
    route("get", "/collections", "Lists all collections.", Kind::None, Kind::Json(of::<Vec<Collection>>)),
    route("post", "/collections", "Creates a collection.", Kind::Json(of::<NewCollection>), Kind::Json(of::<Created>)),
    route(
        "patch",
        "/collections/{id}",
        "Changes the given fields of a collection.",
        Kind::Json(of::<CollectionChange>),
        NOTHING,
    ),
    route("delete", "/collections/{id}", "Deletes a collection with its puzzles.", Kind::None, NOTHING),
    route("get", "/collections/{id}/export", "Exports a collection as JSON lines.", Kind::None, Kind::Lines),
    with_query(
        route("post", "/collections/{id}/import", "Imports puzzles into a collection.", Kind::Lines, IMPORTED),
        of::<Same>,
    ),
    route("get", "/export", "Exports the whole library as JSON lines.", Kind::None, Kind::Lines),
    with_query(route("post", "/import", "Imports puzzles or an export.", Kind::Lines, IMPORTED), of::<Same>),
    with_query(
        route(
            "get",
            "/puzzles",
            "Finds puzzles by words, tags, rating, progress and other properties.",
            Kind::None,
            Kind::Json(of::<Page>),
        ),
        of::<Query>,
    ),
    route("post", "/puzzles", "Adds a puzzle.", Kind::Json(of::<NewInCollection>), Kind::Json(of::<Added>)),
    route(
        "get",
        "/puzzles/{id}",
        "Returns a puzzle with its text and saved game.",
        Kind::None,
        Kind::Json(of::<Stored>),
    ),
    route("patch", "/puzzles/{id}", "Changes the given fields of a puzzle.", Kind::Json(of::<Change>), NOTHING),
    route("delete", "/puzzles/{id}", "Deletes a puzzle.", Kind::None, NOTHING),
    route("put", "/puzzles/{id}/progress", "Saves the player's position.", Kind::Json(of::<Progress>), NOTHING),
    route(
        "delete",
        "/puzzles/{id}/progress",
        "Deletes the player's position and the puzzle's history.",
        Kind::None,
        NOTHING,
    ),
    route(
        "get",
        "/puzzles/{id}/history",
        "Lists the positions in a puzzle's history, oldest first.",
        Kind::None,
        Kind::Json(of::<Vec<Past>>),
    ),
    route(
        "post",
        "/puzzles/{id}/history",
        "Adds a position to a puzzle's history.",
        Kind::Json(of::<Position>),
        NOTHING,
    ),
    route("get", "/tags", "Lists all tags.", Kind::None, Kind::Json(of::<Vec<Tag>>)),
];

/// The content of a body, as in an `OpenAPI` document.
fn content(kind: Kind, generator: &mut SchemaGenerator) -> Option<Value> {
    match kind {
        Kind::Json(schema) => Some(json!({"application/json": {"schema": schema(generator)}})),
        Kind::Lines => Some(json!({"application/x-ndjson": {"schema": {"type": "string"}}})),
        Kind::None => None,
    }
}

/// The body of a request. Where JSON lines are expected, plain text is also accepted: puzzles in any format.
fn body(kind: Kind, generator: &mut SchemaGenerator) -> Option<Value> {
    let mut content = content(kind, generator)?;
    if let Kind::Lines = kind {
        content["text/plain"] = content["application/x-ndjson"].clone();
    }
    Some(json!({"required": true, "content": content}))
}

/// A field of a query. Absent fields are not written as `null`.
fn parameter(name: &str, mut schema: Value) -> Value {
    let description = schema.as_object_mut().and_then(|s| s.remove("description"));
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            schema["type"] = one.clone();
        }
    }
    if let Some(Value::Array(any)) = schema.get_mut("anyOf") {
        any.retain(|s| s["type"] != "null");
        if let [one] = any.as_slice() {
            schema = one.clone();
        }
    }
    if schema["default"].is_null() {
        schema.as_object_mut().and_then(|s| s.remove("default"));
    }
    let mut parameter = json!({"name": name, "in": "query", "schema": schema});
    if let Some(description) = description {
        parameter["description"] = description;
    }
    parameter
}

/// Every failure with its status.
fn failures() -> String {
    let codes = [
        Code::BadRequest,
        Code::BadInput,
        Code::NotFound,
        Code::Exists,
        Code::TooLarge,
        Code::Busy,
        Code::Newer,
        Code::Storage,
    ];
    let each =
        codes.map(|code| format!("{} for `{}`", status(code).as_u16(), json!(code).as_str().unwrap_or_default()));
    format!(
        "The request failed. The status is {}. With `bad_request`, the status is 403 if the request does not name this server or \
         comes from a page of another origin, and 404 if the server has no library.",
        each.join(", ")
    )
}

/// Renames all references to the names used in the document.
fn refer(value: &mut Value, named: &impl Fn(&str) -> String) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(to) if key == "$ref" => *to = format!("#/components/schemas/{}", named(to)),
                    _ => refer(value, named),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, named)),
        _ => {}
    }
}

/// The routes as paths of an `OpenAPI` 3.1 document, and its schemas, whose names begin with `Library`.
pub fn open_api() -> (Map<String, Value>, Map<String, Value>) {
    // A field that may be left out of requests is always present in answers, so a type may have two schemas.
    let settings = |path: &'static str| SchemaSettings::draft2020_12().with(|s| s.definitions_path = path.into());
    let mut asked = settings("/asked").for_deserialize().into_generator();
    let mut told = settings("/told").for_serialize().into_generator();
    let wrong = json!({"description": failures(), "content": {"application/json": {"schema": {
        "type": "object", "properties": {"error": of::<Error>(&mut told)}, "required": ["error"],
    }}}});
    let (mut paths, mut queries) = (Map::new(), Vec::new());
    for route in ROUTES {
        let mut parameters = Vec::new();
        if route.path.contains("{id}") {
            let schema = json!({"type": "integer", "format": "int64"});
            parameters.push(json!({"name": "id", "in": "path", "required": true, "schema": schema}));
        }
        if let Some(query) = route.query {
            let schema = query(&mut asked);
            let name = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()).unwrap_or_default().to_owned();
            let object = asked.definitions()[&name].clone();
            for (name, schema) in object["properties"].as_object().into_iter().flatten() {
                parameters.push(parameter(name, schema.clone()));
            }
            queries.push(name);
        }
        let mut operation = json!({
            "operationId": format!("library-{}{}", route.method, route.path.replace("{id}", "one").replace('/', "-")),
            "summary": route.summary,
            "responses": {"default": wrong},
        });
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        if let Some(body) = body(route.takes, &mut asked) {
            operation["requestBody"] = body;
        }
        let content = content(route.tells, &mut told);
        operation["responses"]["200"] = json!({"description": "The request succeeded.", "content": content});
        let path = paths.entry(format!("/api/v1/library{}", route.path)).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    let (mut asked, told) = (asked.take_definitions(true), told.take_definitions(true));
    // The types of queries are left out, as their fields are described as parameters.
    asked.retain(|name, _| !queries.contains(name));
    let twofold =
        |name: &str| told.get(name).is_some_and(|schema| asked.get(name).is_some_and(|other| other != schema));
    let named = |reference: &str| match reference.rsplit_once('/') {
        Some(("#/asked", name)) if twofold(name) => format!("Library{name}Request"),
        Some((_, name)) => format!("Library{name}"),
        None => unreachable!("a reference has a path"),
    };
    let mut schemas = Map::new();
    for (path, definitions) in [("#/asked", &asked), ("#/told", &told)] {
        for (name, schema) in definitions {
            let mut schema = schema.clone();
            refer(&mut schema, &named);
            schemas.insert(named(&format!("{path}/{name}")), schema);
        }
    }
    for path in paths.values_mut() {
        refer(path, &named);
    }
    (paths, schemas)
}
