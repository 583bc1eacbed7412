//! Writes a page of the book as HTML: its text, with links within the book, surrounded by the contents, the search, and links to
//! the previous and the next page.

use super::contents::{Contents, FIRST};
use super::source::{Page, Source, events};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Tag, TagEnd};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Additional results of generating pages.
#[derive(Default)]
pub(super) struct Found {
    /// Files that pages show, by their places in the book.
    pub(super) files: BTreeMap<String, PathBuf>,
    /// Broken links, each with page and line.
    pub(super) faults: Vec<String>,
}

/// The whole page as HTML.
pub(super) fn page(source: &Source, contents: &Contents, page: &Page, found: &mut Found) -> String {
    let (body, up) = (body(source, page, found), page.up());
    let title = match page.path.as_str() {
        FIRST => "Cluewright".to_owned(),
        _ => format!("{} - Cluewright", escaped(page.title())),
    };
    let (nav, here, around) = (chapters(source, contents, page), headings(page), around(source, contents, page));
    format!(
        r##"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{up}book.css">
<script src="{up}book.js" data-up="{up}"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="contents">Contents</button>
<a class="home" href="{up}index.html">Cluewright</a>
<form role="search"><label class="unseen" for="query">Search the book</label>
<input type="search" id="query" autocomplete="off" placeholder="Search ( / )" aria-controls="results"></form>
<button type="button" id="theme">Dark</button>
</header>
<section id="results" aria-label="Search results" hidden><p role="status"></p><ol></ol></section>
<nav id="contents" aria-label="Contents">
{nav}</nav>
<main id="text" tabindex="-1">
{body}{around}</main>
{here}</body>
</html>
"##
    )
}

fn body(source: &Source, page: &Page, found: &mut Found) -> String {
    let mut headings = page.headings.iter();
    let mut out = Vec::new();
    let mut leads = |dest: &CowStr<'_>, at: usize| -> CowStr<'static> {
        match source.resolve(page, dest) {
            Ok(link) => {
                if let Some((file, place)) = link.file {
                    found.files.insert(place, file);
                }
                link.url.into()
            }
            Err(why) => {
                let line = page.text[..at].matches('\n').count() + 1;
                found.faults.push(format!("{}:{line}: the link `{dest}` is broken: {why}", page.path));
                String::new().into()
            }
        }
    };
    for (event, at) in events(&page.text) {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = headings.next().map(|h| CowStr::from(h.id.as_str()));
                out.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = leads(&dest_url, at.start);
                out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = leads(&dest_url, at.start);
                out.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Table(_)) => out.extend([Event::Html("<div class=\"wide\">".into()), event]),
            Event::End(TagEnd::Table) => out.extend([event, Event::Html("</div>\n".into())]),
            _ => out.push(event),
        }
    }
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, out.into_iter());
    without_empty_heads(&html)
}

/// Removes the empty first row that Markdown requires in tables without headings. In other tables, an empty cell of the first row
/// becomes an ordinary cell.
fn without_empty_heads(html: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(html.len()), html);
    while let Some((before, after)) = rest.split_once("<thead>") {
        let Some((head, after)) = after.split_once("</thead>") else { break };
        out += before;
        let is_empty = head.split('<').all(|part| part.split_once('>').is_none_or(|(_, text)| text.trim().is_empty()));
        if !is_empty {
            let cells = head.split("<th").enumerate().map(|(at, cell)| match cell.split_once("</th>") {
                Some((open, rest)) if open.find('>') == Some(open.len() - 1) => format!("<td{open}</td>{rest}"),
                _ if at == 0 => cell.to_owned(),
                _ => format!("<th{cell}"),
            });
            let _ = write!(out, "<thead>{}</thead>", cells.collect::<String>());
        }
        rest = after;
    }
    out + rest
}

/// The contents, including the pages below the current chapter.
fn chapters(source: &Source, contents: &Contents, page: &Page) -> String {
    let link = |path: &str| {
        let target = &source.pages[path];
        let current = if path == page.path { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{}{}\"{current}>{}</a>", page.up(), target.out, escaped(target.title()))
    };
    let mut out = format!("<ul><li>{}</li></ul>\n", link(FIRST));
    for part in &contents.parts {
        let _ = writeln!(out, "<h2>{}</h2>\n<ul>", escaped(&part.title));
        for chapter in &part.chapters {
            out += "<li>";
            out += &link(&chapter.page);
            if !chapter.below.is_empty() && (chapter.page == page.path || chapter.below.contains(&page.path)) {
                let below = chapter.below.iter().map(|path| format!("<li>{}</li>\n", link(path)));
                let _ = write!(out, "\n<ul>\n{}</ul>\n", below.collect::<String>());
            }
            out += "</li>\n";
        }
        out += "</ul>\n";
    }
    out
}

/// The contents of this page, if the page has more than one heading below its title.
fn headings(page: &Page) -> String {
    let all: Vec<String> = page
        .headings
        .iter()
        .filter(|h| h.level == HeadingLevel::H2)
        .map(|h| format!("<li><a href=\"#{}\">{}</a></li>\n", h.id, escaped(&h.text)))
        .collect();
    if all.len() < 2 {
        return String::new();
    }
    format!(
        "<nav id=\"here\" aria-label=\"On this page\">\n<h2>On this page</h2>\n<ul>\n{}</ul>\n</nav>\n",
        all.concat()
    )
}

/// Links to the previous and the next page.
fn around(source: &Source, contents: &Contents, page: &Page) -> String {
    let all: Vec<&str> = contents.all().collect();
    let at = all.iter().position(|path| *path == page.path).expect("contents list every page");
    let link = |path: Option<&&str>, rel: &str, word: &str| {
        let target = path.map(|path| &source.pages[*path]);
        target.map_or_else(String::new, |target| {
            let (up, title) = (page.up(), escaped(target.title()));
            format!("<a rel=\"{rel}\" href=\"{up}{}\"><small>{word}</small> {title}</a>\n", target.out)
        })
    };
    let before = at.checked_sub(1).and_then(|at| all.get(at));
    let links = link(before, "prev", "Before") + &link(all.get(at + 1), "next", "Next");
    format!("<nav class=\"around\" aria-label=\"Pages before and after\">\n{links}</nav>\n")
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_heads_go_and_empty_cells_are_no_headings() {
        let empty = "<table><thead><tr><th></th><th style=\"a\"> </th></tr></thead><tbody></tbody></table>";
        assert_eq!(without_empty_heads(empty), "<table><tbody></tbody></table>");
        let half = "<table><thead><tr><th></th><th><code>x</code></th></tr></thead></table>";
        let kept = "<table><thead><tr><td></td><th><code>x</code></th></tr></thead></table>";
        assert_eq!(without_empty_heads(half), kept);
    }
}
