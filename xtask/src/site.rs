//! `site`: builds the page as files for any static server, together with the engine, and the same page as a single file.
//!
//! It uses committed files, so it does not need Node: the server's page, the page's script in a single file (`web/single`), the
//! additional files of a site (`web/site`), and the module that `cargo xtask wasm` builds.

use crate::task::{Fail, Task, Words};
use crate::wasm;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use zopfli::{Format, Options};

pub(crate) const TASK: Task = Task {
    name: "site",
    takes: "",
    about: "the page as files for any static server, and as one file",
    options: &[
        ("--out", "DIR", "target/site", "the folder that is written"),
        ("--build", "", "", "build the engine first, even if it already exists (cargo xtask wasm)"),
    ],
    run,
};

/// Files by name.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// The module's file name next to the page.
const MODULE: &str = "cluewright.wasm";
/// The name of the single-file page.
pub(crate) const SINGLE: &str = "cluewright.html";
const PAGE: &str = "index.html";
const SERVICE: &str = "sw.js";
const MANIFEST: &str = "manifest.webmanifest";
/// A folder that contains this file was written by this task and may be overwritten.
const MARK: &str = SERVICE;

/// The page's content security policy: the page may load only the files next to it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?;
    let out = match words.text("--out") {
        Some("target/site") | None => root.join("target/site"),
        Some(other) => PathBuf::from(other),
    };
    let files = files(root, words.has("--build"))?;
    write(&out, &files)?;
    for (name, bytes) in &files {
        println!("{name:<24} {:>9} bytes, {:>9} with gzip", bytes.len(), wasm::packed(bytes)?);
    }
    println!("{}: serve it with any static server, or open {SINGLE} as it is", out.display());
    Ok(())
}

/// The files of the site. If `build` is set, the engine is built first.
pub(crate) fn files(root: &Path, build: bool) -> Result<Files, Fail> {
    let module = module(root, build)?;
    let page = read(&root.join("crates/cluewright-serve/page"))?;
    let (single, extra) = (read(&root.join("web/single"))?, read(&root.join("web/site"))?);
    site(page, &single, extra, module)
}

/// The engine, which is built if it is missing.
pub(crate) fn module(root: &Path, build: bool) -> Result<Vec<u8>, Fail> {
    let mut path = wasm::module(root);
    if build || !path.exists() {
        println!("building the engine for browsers, which takes some minutes the first time");
        path = wasm::made(root, false).map_err(|fail| match fail {
            Fail::Usage(why) | Fail::Found(why) => {
                let what = format!("{} is not there, and cannot be built here", path.display());
                Fail::Found(format!("{what}.\n{why}\nIt may as well be copied there from where it has been built."))
            }
        })?;
    }
    Ok(fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?)
}

/// All files of a folder without subfolders.
pub(crate) fn read(folder: &Path) -> Result<Files, Fail> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files = Files::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).ok_or("a file's name is no text")?.to_owned();
        files.insert(name, fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?);
    }
    Ok(files)
}

fn write(out: &Path, files: &Files) -> Result<(), Fail> {
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    // Files of an earlier version may be removed, but other people's folders must not be lost.
    if out.join(MARK).exists() {
        for entry in fs::read_dir(out).map_err(|e| failed(out, e))? {
            let path = entry.map_err(|e| failed(out, e))?.path();
            if path.is_file() {
                fs::remove_file(&path).map_err(|e| failed(&path, e))?;
            }
        }
    } else if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(format!("{}: there are other files in it", out.display()).into());
    }
    fs::create_dir_all(out).map_err(|e| failed(out, e))?;
    for (name, bytes) in files {
        let path = out.join(name);
        fs::write(&path, bytes).map_err(|e| failed(&path, e))?;
    }
    Ok(())
}

/// All files of the site, from the page's files, its single script, the additional files of a site, and the engine's module.
fn site(page: Files, single: &Files, mut extra: Files, module: Vec<u8>) -> Result<Files, Fail> {
    let index = text(&page, PAGE)?.to_owned();
    let service = String::from_utf8(extra.remove(SERVICE).ok_or("web/site/sw.js is missing")?);
    let service = service.map_err(|e| format!("web/site/{SERVICE}: {e}"))?;
    let one = one_file(&index, single, &page, &module)?;
    let mut files = page;
    files.extend(extra);
    files.insert(MODULE.into(), module);
    files.insert(PAGE.into(), for_workers(&index)?.into_bytes());
    files.insert(MANIFEST.into(), manifest(&files)?.into_bytes());
    let service = filled(&service, &files)?;
    files.insert(SERVICE.into(), service.into_bytes());
    // The single-file page is not cached by the service worker, since it has the same content as the other files.
    files.insert(SINGLE.into(), one.into_bytes());
    Ok(files)
}

fn text<'f>(files: &'f Files, name: &str) -> Result<&'f str, Fail> {
    let bytes = files.get(name).ok_or_else(|| format!("{name} is missing"))?;
    Ok(std::str::from_utf8(bytes).map_err(|e| format!("{name}: {e}"))?)
}

/// Replaces a part of a text that must occur exactly once.
fn replaced(text: &str, old: &str, new: &str) -> Result<String, Fail> {
    match text.matches(old).count() {
        1 => Ok(text.replacen(old, new, 1)),
        n => Err(format!("there has to be one {old} in it, and there are {n}").into()),
    }
}

const CHARSET: &str = "<meta charset=\"utf-8\" />\n";
const BY_SERVER: &str = "<meta name=\"engine\" content=\"server\" />";
const ICON: &str = "<link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\" />";
const SCRIPT: &str = "<script type=\"module\" crossorigin src=\"./app.js\"></script>";
const STYLE: &str = "<link rel=\"stylesheet\" crossorigin href=\"./style.css\">";

/// The page with this content security policy and engine, instead of the server's.
fn with_engine(index: &str, policy: &str, engine: &str) -> Result<String, Fail> {
    // Put the policy at the beginning, because it does not apply to earlier elements; only the character encoding must come
    // before it.
    let meta = format!("{CHARSET}    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />\n");
    let page = replaced(index, CHARSET, &meta)?;
    replaced(&page, BY_SERVER, &BY_SERVER.replace("server", engine))
}

fn for_workers(index: &str) -> Result<String, Fail> {
    let page = with_engine(index, POLICY, "worker")?;
    let links = format!(
        "{ICON}\n    <link rel=\"apple-touch-icon\" href=\"icon-192.png\" />\n    <link rel=\"manifest\" href=\"{MANIFEST}\" />"
    );
    replaced(&page, ICON, &links)
}

/// The web application manifest.
fn manifest(files: &Files) -> Result<String, Fail> {
    let mut icons = vec![json!({"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"})];
    for side in [192, 512] {
        let name = format!("icon-{side}.png");
        let bytes = files.get(&name).ok_or_else(|| format!("web/site/{name} is missing"))?;
        // Read the size from the first block of the PNG file.
        let size = [16, 20].map(|at| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes));
        if size != [Some(side), Some(side)] {
            return Err(format!("web/site/{name} is not of {side} by {side} points").into());
        }
        icons.push(json!({"src": name, "sizes": format!("{side}x{side}"), "type": "image/png"}));
    }
    let manifest = json!({
        "name": "Cluewright",
        "short_name": "Cluewright",
        "description": "Solves, explains, rates, makes and checks Sudoku and its variants.",
        "lang": "en",
        // Without `id`, the application is identified by this address; an `id` would be relative to the whole host.
        "start_url": ".",
        "scope": ".",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#1d4e9e",
        "icons": icons,
    });
    Ok(pretty(&manifest))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("plain keys") + "\n"
}

/// The service worker with its list of cached files, and a version that changes whenever one of the files or the worker itself
/// changes.
fn filled(service: &str, files: &Files) -> Result<String, Fail> {
    let mut hashes = serde_json::Map::new();
    let mut version = Sha256::new_with_prefix(service);
    for (name, bytes) in files {
        let hash = format!("sha256-{}", BASE64.encode(Sha256::digest(bytes)));
        version.update(format!("{name} {hash}\n"));
        hashes.insert(name.clone(), hash.into());
    }
    let version = version.finalize();
    let version = version.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
    let service = replaced(service, "/* files */ {}", pretty(&hashes.into()).trim_end())?;
    replaced(&service, "/* version */ \"\"", &format!("\"{version:016x}\""))
}

/// The page as a single file that contains everything it needs.
fn one_file(index: &str, single: &Files, page: &Files, module: &[u8]) -> Result<String, Fail> {
    let (script, worker) =
        (inline("app.js", text(single, "app.js")?)?, inline("worker.js", text(single, "worker.js")?)?);
    let style = text(single, "style.css")?;
    if style.contains("</") {
        return Err("style.css: it cannot stand in the page".into());
    }
    let icon = BASE64.encode(page.get("icon.svg").ok_or("icon.svg is missing")?);
    let module = letters(&packed(module)?);
    // The policy allows only the embedded scripts, identified by their hashes, and the embedded worker, so no text of a puzzle
    // can run as a script.
    let hash = BASE64.encode(Sha256::digest(&script));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src blob: data:; \
         worker-src blob:; base-uri 'none'; form-action 'none'"
    );
    let page = with_engine(index, &policy, "inline")?;
    let page = replaced(&page, ICON, &format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\" />"))?;
    let page = replaced(&page, STYLE, &format!("<style>{style}</style>"))?;
    // Data that is needed later comes after the visible content.
    let page = replaced(&page, &format!("    {SCRIPT}\n"), "")?;
    let rest = format!(
        "    <script type=\"module\">{script}</script>\n    <script type=\"text/plain\" id=\"engine-worker\">{worker}</script>\n    \
         <script type=\"text/plain\" id=\"engine-module\">{module}</script>\n  </body>"
    );
    replaced(&page, "  </body>", &rest)
}

/// Escapes a script for embedding in a page: `<` is escaped in sequences that would end the script element or keep it from ending.
/// Such sequences occur only in strings and regular expressions, where the escape has the same meaning.
fn inline(name: &str, script: &str) -> Result<String, Fail> {
    if script.contains(['\r', '\0']) {
        return Err(format!("{name}: there are characters in it that a page would change").into());
    }
    let mut rest = script;
    let mut out = String::with_capacity(script.len());
    while let Some((before, after)) = rest.split_once('<') {
        out += before;
        let opens = after.starts_with("!--") || after.get(..7).is_some_and(|s| s.eq_ignore_ascii_case("/script"));
        out += if opens { "\\x3c" } else { "<" };
        rest = after;
    }
    Ok(out + rest)
}

/// Encodes bytes as text for a page, with five characters for every four bytes, which is a sixteenth shorter than base64. The
/// characters are digits in base 85, starting at `#`, with `x` instead of `<`. If the last group has fewer bytes, it has one
/// character more than it has bytes.
fn letters(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for part in bytes.chunks(4) {
        let number = (0..4).fold(0, |number, i| number << 8 | u32::from(part.get(i).copied().unwrap_or(0)));
        let digits = [85_u32.pow(4), 85_u32.pow(3), 85_u32.pow(2), 85, 1].map(|unit| number / unit % 85);
        text.extend(digits[..=part.len()].iter().map(|&digit| match char::from(b'#' + digit as u8) {
            '<' => 'x',
            letter => letter,
        }));
    }
    text
}

/// The number of compression passes. Further passes take longer and save hardly anything.
const LOOKS: NonZeroU64 = NonZeroU64::new(2).expect("it is not 0");

/// Compresses with gzip, without a name and time. The result is a twentieth smaller than the result of common encoders, but the
/// compression takes some seconds.
pub(crate) fn packed(bytes: &[u8]) -> Result<Vec<u8>, Fail> {
    let (mut packed, options) = (Vec::new(), Options { iteration_count: LOOKS, ..Options::default() });
    zopfli::compress(options, Format::Gzip, bytes, &mut packed).map_err(|e| e.to_string())?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(module: &[u8]) -> Files {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
        let folder = |name: &str| read(&root.join(name)).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let (page, single, extra) = (folder("crates/cluewright-serve/page"), folder("web/single"), folder("web/site"));
        site(page, &single, extra, module.to_vec()).unwrap_or_else(|e| panic!("{e:?}"))
    }

    fn part<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
        text.split_once(begin).and_then(|(_, rest)| rest.split_once(end)).map_or_else(|| panic!("{begin}"), |p| p.0)
    }

    #[test]
    fn the_page_asks_the_engine_beside_it() {
        let files = made(b"module");
        let index = text(&files, PAGE).expect("text");
        assert!(index.contains("<meta name=\"engine\" content=\"worker\" />") && index.contains(MANIFEST));
        assert!(!index.contains("unsafe-inline") && !index.contains("'unsafe-eval'"));
        assert!(index.find("Content-Security-Policy") < index.find("<script"), "the policy binds all");
        let manifest: Value = serde_json::from_str(text(&files, MANIFEST).expect("text")).expect("JSON");
        for icon in manifest["icons"].as_array().expect("icons") {
            assert!(files.contains_key(icon["src"].as_str().expect("a name")));
        }
    }

    #[test]
    fn the_service_worker_keeps_all_files_and_knows_versions() {
        let files = made(b"module");
        let service = text(&files, SERVICE).expect("text");
        let list = part(service, "Object.entries(", "))");
        let list: BTreeMap<String, String> = serde_json::from_str(list).expect("JSON");
        let kept: Vec<&String> = files.keys().filter(|n| *n != SERVICE && *n != SINGLE).collect();
        assert_eq!(list.keys().collect::<Vec<_>>(), kept);
        assert_eq!(list[MODULE], format!("sha256-{}", BASE64.encode(Sha256::digest(b"module"))));
        let version = |files: &Files| part(text(files, SERVICE).expect("text"), "const VERSION = \"", "\"").to_owned();
        assert_eq!(version(&files), version(&made(b"module")));
        assert_ne!(version(&files), version(&made(b"another")));
    }

    #[test]
    fn one_file_has_all_in_it() {
        let module: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        let files = made(&module);
        let page = text(&files, SINGLE).expect("text");
        assert_eq!(page.matches("</script").count(), 3);
        let head = page.split_once("<script").expect("a script").0;
        assert!(!head.contains(" src=") && head.matches(" href=").count() == head.matches(" href=\"data:").count());
        let text = part(page, "id=\"engine-module\">", "</script>");
        assert_eq!(text, letters(&packed(&module).unwrap_or_else(|e| panic!("{e:?}"))));
        let script = part(page, "<script type=\"module\">", "</script>");
        assert!(page.contains(&format!("'sha256-{}'", BASE64.encode(Sha256::digest(script)))));
        // A worker created from text has no base address from which to import other scripts.
        let worker = part(page, "id=\"engine-worker\">", "</script>");
        assert!(!worker.contains("import"), "{worker}");
    }

    #[test]
    fn bytes_are_told_by_letters_that_end_no_page() {
        let read = |text: &str| -> Vec<u8> {
            let digit = |letter: u8| u64::from(if letter == b'x' { b'<' } else { letter } - b'#');
            let word = |part: &[u8]| (0..5).fold(0, |n, i| n * 85 + part.get(i).map_or(84, |&letter| digit(letter)));
            let bytes = |part: &[u8]| word(part).to_be_bytes()[4..3 + part.len()].to_vec();
            text.as_bytes().chunks(5).flat_map(bytes).collect()
        };
        let bytes: Vec<u8> = (0..=255).chain([255; 9]).chain([0; 9]).chain((0..=255).rev()).collect();
        for end in 0..bytes.len() {
            let text = letters(&bytes[..end]);
            assert_eq!(read(&text), bytes[..end], "{text}");
            assert!(
                text.bytes().all(|letter| letter.is_ascii_graphic() && letter != b'<') && text.len() <= end * 5 / 4 + 1
            );
        }
        assert!(letters(&bytes).contains('x'), "the letter that stands for another one is among them");
    }

    #[test]
    fn a_script_cannot_end_the_page() {
        let inlined = inline("a", "a<b, '</SCRIPT>', `<!--`, '</p><script>'").unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(inlined, "a<b, '\\x3c/SCRIPT>', `\\x3c!--`, '</p><script>'");
        assert!(inline("a", "a\r\nb").is_err());
    }
}
