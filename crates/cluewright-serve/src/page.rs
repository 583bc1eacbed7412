//! The browser page, whose files are embedded in the program.

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::Response;
use std::fmt::Write as _;
use std::sync::LazyLock;

macro_rules! page {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("/", $name), kind_of($name), include_bytes!(concat!("../page/", $name)))),*]
    };
}

/// The files of the page: path, media type, content. They are built from `web` (`cargo xtask page`).
static FILES: &[(&str, &str, &[u8])] =
    page!["index.html", "app.js", "others.js", "bank.js", "code.js", "local.js", "worker.js", "style.css", "icon.svg"];
/// Other files that are served in the same way.
static API: (&str, &str, &[u8]) = ("/api/v1/openapi.json", "application/json", include_bytes!("../openapi.json"));

const fn kind_of(name: &str) -> &'static str {
    match name.as_bytes() {
        [.., b'h', b't', b'm', b'l'] => "text/html; charset=utf-8",
        [.., b'j', b's'] => "text/javascript; charset=utf-8",
        [.., b'c', b's', b's'] => "text/css; charset=utf-8",
        [.., b's', b'v', b'g'] => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn all() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static [u8])> {
    FILES.iter().chain([&API])
}

/// The entity tag of each file, in the order of the files, by which a browser recognises its cached copy.
static TAGS: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| all().map(|(_, _, bytes)| tag(bytes)).collect());

/// FNV-1a of 64 bits (Fowler, Noll, Vo): it only distinguishes versions of a file.
fn tag(bytes: &[u8]) -> HeaderValue {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    let mut text = String::new();
    let _ = write!(text, "\"{hash:016x}\"");
    HeaderValue::from_str(&text).expect("plain characters")
}

/// The response with the file at this path, or 304 if the browser already has it; `None` if there is no such file.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let path = if path == "/" { "/index.html" } else { path };
    let (at, &(_, kind, bytes)) = all().enumerate().find(|(_, (name, _, _))| *name == path)?;
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
    // Browsers may cache the file but must revalidate it, as the next version of the program may contain a different file.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn the_list_names_what_was_built() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).expect("the page");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("a file").file_name().into_string();
        let mut built: Vec<String> = folder.map(|entry| format!("/{}", name(entry).expect("a plain name"))).collect();
        let mut listed: Vec<&str> = FILES.iter().map(|file| file.0).collect();
        built.sort();
        listed.sort_unstable();
        assert_eq!(listed, built);
        // With `nosniff`, browsers do not show a file without a type.
        assert!(FILES.iter().all(|file| file.1 != "application/octet-stream"));
    }
}
