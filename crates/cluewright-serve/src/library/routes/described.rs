//! The routes as an `OpenAPI` document has them. A route that is added above is added to the table here; a test asks every
//! one of them.

use super::{CollectionChange, NewCollection, NewInCollection, Position, Same};
use crate::library::{Added, Change, Collection, Error, Imported, Page, Past, Query, Stored, Tag};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What was made, by its number.
#[derive(Serialize, JsonSchema)]
struct Made {
    id: i64,
}

/// There is nothing to tell.
#[derive(Serialize, JsonSchema)]
struct Nothing {}

/// A kind of body, or none.
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
    route("get", "/collections", "All collections.", Kind::None, Kind::Json(of::<Vec<Collection>>)),
    route("post", "/collections", "Makes a collection.", Kind::Json(of::<NewCollection>), Kind::Json(of::<Made>)),
    route("patch", "/collections/{id}", "Changes what is given.", Kind::Json(of::<CollectionChange>), NOTHING),
    route("delete", "/collections/{id}", "Deletes a collection with its puzzles.", Kind::None, NOTHING),
    route("get", "/collections/{id}/export", "A collection as JSON lines.", Kind::None, Kind::Lines),
    with_query(
        route("post", "/collections/{id}/import", "Reads puzzles into a collection.", Kind::Lines, IMPORTED),
        of::<Same>,
    ),
    route("get", "/export", "Everything as JSON lines.", Kind::None, Kind::Lines),
    with_query(route("post", "/import", "Reads puzzles, or what was exported.", Kind::Lines, IMPORTED), of::<Same>),
    with_query(
        route(
            "get",
            "/puzzles",
            "Puzzles by their words and what is known of them.",
            Kind::None,
            Kind::Json(of::<Page>),
        ),
        of::<Query>,
    ),
    route("post", "/puzzles", "Adds a puzzle.", Kind::Json(of::<NewInCollection>), Kind::Json(of::<Added>)),
    route("get", "/puzzles/{id}", "A puzzle whole.", Kind::None, Kind::Json(of::<Stored>)),
    route("patch", "/puzzles/{id}", "Changes what is given.", Kind::Json(of::<Change>), NOTHING),
    route("delete", "/puzzles/{id}", "Deletes a puzzle.", Kind::None, NOTHING),
    route("put", "/puzzles/{id}/progress", "Saves where the player is.", Kind::Json(of::<Position>), NOTHING),
    route("delete", "/puzzles/{id}/progress", "Forgets where the player is, and the history.", Kind::None, NOTHING),
    route("get", "/puzzles/{id}/history", "Positions, the oldest first.", Kind::None, Kind::Json(of::<Vec<Past>>)),
    route("post", "/puzzles/{id}/history", "Adds a position.", Kind::Json(of::<Position>), NOTHING),
    route("get", "/tags", "All tags.", Kind::None, Kind::Json(of::<Vec<Tag>>)),
];

/// What a body is, in an `OpenAPI` document.
fn content(kind: Kind, generator: &mut SchemaGenerator) -> Option<Value> {
    match kind {
        Kind::Json(schema) => Some(json!({"application/json": {"schema": schema(generator)}})),
        Kind::Lines => Some(json!({"application/x-ndjson": {"schema": {"type": "string"}}})),
        Kind::None => None,
    }
}

/// The routes as paths of an `OpenAPI` 3.1 document, and its schemas, whose names begin with `Library`.
pub fn open_api() -> (Map<String, Value>, Map<String, Value>) {
    let settings = SchemaSettings::draft2020_12().with(|s| s.definitions_path = "/components/schemas".into());
    let mut asked = settings.clone().for_deserialize().into_generator();
    let mut told = settings.for_serialize().into_generator();
    let wrong = json!({"schema": {
        "type": "object", "properties": {"error": of::<Error>(&mut told)}, "required": ["error"],
    }});
    let mut paths = Map::new();
    for route in ROUTES {
        let mut parameters = Vec::new();
        if route.path.contains("{id}") {
            parameters.push(json!({"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}));
        }
        if let Some(query) = route.query {
            let schema = query(&mut asked);
            let name = schema["$ref"].as_str().and_then(|r| r.rsplit('/').next()).unwrap_or_default().to_owned();
            let object = asked.definitions()[&name].clone();
            for (name, schema) in object["properties"].as_object().into_iter().flatten() {
                parameters.push(json!({"name": name, "in": "query", "schema": schema}));
            }
        }
        let mut operation = json!({
            "operationId": format!("library-{}{}", route.method, route.path.replace("{id}", "one").replace('/', "-")),
            "summary": route.summary,
            "responses": {"default": {"description": "It is not done.", "content": {"application/json": wrong}}},
        });
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        if let Some(content) = content(route.takes, &mut asked) {
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        let content = content(route.tells, &mut told);
        operation["responses"]["200"] = json!({"description": "It is done.", "content": content});
        let path = paths.entry(format!("/api/v1/library{}", route.path)).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    let mut schemas = asked.take_definitions(true);
    schemas.extend(told.take_definitions(true));
    let named = |value: &Value| -> Value {
        let text = value.to_string().replace("#/components/schemas/", "#/components/schemas/Library");
        serde_json::from_str(&text).expect("it was JSON before")
    };
    let paths = paths.iter().map(|(path, value)| (path.clone(), named(value))).collect();
    (paths, schemas.iter().map(|(name, value)| (format!("Library{name}"), named(value))).collect())
}
