//! The page, which the program carries in itself.

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::Response;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The files: path, kind, content.
static FILES: &[(&str, &str, &[u8])] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/app.js", "text/javascript; charset=utf-8", include_bytes!("../page/app.js")),
    ("/style.css", "text/css; charset=utf-8", include_bytes!("../page/style.css")),
    ("/api/v1/openapi.json", "application/json", include_bytes!("../openapi.json")),
];

/// What a browser may know a file by, in the order of the files.
static TAGS: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| FILES.iter().map(|(_, _, bytes)| tag(bytes)).collect());

/// FNV-1a of 64 bits (Fowler, Noll, Vo): it tells versions of a file apart, and nothing else depends on it.
fn tag(bytes: &[u8]) -> HeaderValue {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    let mut text = String::new();
    let _ = write!(text, "\"{hash:016x}\"");
    HeaderValue::from_str(&text).expect("plain characters")
}

/// The file at this path, or that the browser has it already.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let at = FILES.iter().position(|(name, _, _)| *name == path)?;
    let (_, kind, bytes) = FILES[at];
    let tag = &TAGS[at];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|t| t.to_str().ok()).is_some_and(|known| {
        known.split(',').map(|t| t.trim().trim_start_matches("W/")).any(|t| t == "*" || t.as_bytes() == tag.as_bytes())
    });
    let mut response = Response::new(if known { Body::empty() } else { Body::from(bytes) });
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::ETAG, tag.clone());
    // It may be kept, and has to be asked for anew: the program may be another one next time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}
