//! `book`: converts the documents to pages for a browser, with a table of contents and a search. The files can be served by any
//! server or opened from a disk. A broken link is an error with its page and line.

mod contents;
mod docstrings;
mod fields;
mod html;
mod reference;
mod search;
mod source;

use crate::site::Files;
use crate::task::{Fail, Task, Words};
use contents::Contents;
use html::Found;
use source::Source;
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) const TASK: Task = Task {
    name: "book",
    takes: "",
    about: "the book: docs as pages for a browser, in target/book, with all links checked",
    options: &[("--open", "", "", "open it in the browser")],
    run,
};

fn run(words: &Words) -> Result<(), Fail> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask lies in the workspace")?;
    let (files, out) = (files(root)?, root.join("target/book"));
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    if out.exists() {
        fs::remove_dir_all(&out).map_err(|e| failed(&out, e))?;
    }
    for (name, bytes) in &files {
        let path = out.join(name);
        let folder = path.parent().ok_or("a file lies in a folder")?;
        fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
        fs::write(&path, bytes).map_err(|e| failed(&path, e))?;
    }
    let first = out.join("index.html");
    let size: usize = files.values().map(Vec::len).sum();
    println!("{}: {} files, {:.1} MB; begin with {}", out.display(), files.len(), size as f64 / 1e6, first.display());
    if words.has("--open") { open(&first) } else { Ok(()) }
}

/// Opens a page in the default browser.
fn open(page: &Path) -> Result<(), Fail> {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    match command.arg(page).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("no browser could be started; open {} in one", page.display()).into()),
    }
}

/// The files of the book, by their paths in the book.
pub(crate) fn files(root: &Path) -> Result<Files, Fail> {
    made(&Source::read(root)?)
}

fn made(source: &Source) -> Result<Files, Fail> {
    let contents = Contents::new(source).map_err(|faults| faults.join("\n"))?;
    let (mut files, mut found) = (Files::new(), Found::default());
    for page in source.pages.values() {
        files.insert(page.out.clone(), html::page(source, &contents, page, &mut found).into_bytes());
    }
    if !found.faults.is_empty() {
        return Err(found.faults.join("\n").into());
    }
    for (place, file) in found.files {
        let bytes = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        files.insert(place, bytes);
    }
    files.insert("search.js".into(), search::index(source, &contents).into_bytes());
    files.insert("book.js".into(), include_bytes!("book/book.js").to_vec());
    files.insert("book.css".into(), include_bytes!("book/book.css").to_vec());
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeMap;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository")
    }

    /// The book can be built, and no link or anchor in the documents is broken.
    #[test]
    fn the_book_of_this_project_is_made() {
        let files = files(root()).unwrap_or_else(|e| panic!("{e:?}"));
        let text = |name: &str| std::str::from_utf8(&files[name]).expect("text").to_owned();
        let first = text("index.html");
        for reader in ["Player", "Setter", "Teacher", "Collector", "Developer", "Contributor"] {
            assert!(first.contains(&format!("<strong>{reader}")), "the first page has no way for the {reader}");
        }
        assert!(text("rules/arrow.html").contains("<img src=\"../rules/pictures/arrow.svg\""));
        assert!(files.contains_key("rules/pictures/arrow.svg"));
        assert!(text("protocol-reference.html").contains("<h3 id=\"request-hint\">"));
        assert!(text("python-reference.html").contains("<h3 id=\"puzzlehint\">"));
        let index = text("search.js");
        let list = index.strip_prefix("var bookIndex = ").and_then(|rest| rest.trim_end().strip_suffix(';'));
        let list: Value = serde_json::from_str(list.expect("one list")).expect("JSON");
        let places: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|one| one[0].as_str()).collect();
        assert!(places.contains(&"rules/arrow.html") && places.contains(&"techniques/xy_wing.html"));
        for place in places {
            let (file, anchor) = place.split_once('#').unwrap_or((place, "text"));
            assert!(text(file).contains(&format!("id=\"{anchor}\"")), "{place} is not there");
        }
    }

    fn failed(pages: &[(&str, &str)]) -> String {
        let texts: BTreeMap<String, String> = pages.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect();
        match made(&Source::new(root(), texts)) {
            Err(Fail::Found(what)) => what,
            other => panic!("{:?}", other.map(|files| files.into_keys().collect::<Vec<_>>())),
        }
    }

    #[test]
    fn broken_links_are_told_with_page_and_line() {
        let first = "# Book\n\n## Part\n\n| | |\n|---|---|\n| [a](a.md) | |\n";
        let text = "# A\n\n[here](#one-way) and\n[there](nowhere.md), ![x](x.svg),\n[out](../../x), [fine](#one) [fine](../xtask)\n\n## One\n";
        let told = failed(&[("docs/README.md", first), ("docs/a.md", text)]);
        let lines: Vec<&str> = told.lines().collect();
        let part = |line: usize, start: &str| {
            assert!(lines[line].starts_with(&format!("docs/a.md:{start}")), "{told}");
        };
        assert_eq!(lines.len(), 4, "{told}");
        part(0, "3: the link `#one-way` is broken: docs/a.md has no heading `#one-way`; did you mean `#one`?");
        part(1, "4: the link `nowhere.md` is broken: there is no `docs/nowhere.md`");
        part(2, "4: the link `x.svg` is broken");
        part(3, "5: the link `../../x` is broken: `../../x` leads out of the project");
    }

    #[test]
    fn a_page_that_no_table_lists_is_an_error() {
        let told = failed(&[("docs/README.md", "# Book\n\n[a](a.md)\n"), ("docs/a.md", "# A\n")]);
        assert_eq!(told, "docs/a.md: no table of docs/README.md, or of a chapter, lists this page");
    }
}
