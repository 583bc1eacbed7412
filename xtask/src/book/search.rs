//! The search index of the book: a script with one list, so that the search also works for files on a disk.

use super::contents::Contents;
use super::source::{Page, Source, events};
use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};
use serde_json::{Value, json};

/// The kinds of code blocks with only digits, which are not indexed.
const NUMBERS: [&str; 3] = ["board", "grid", "iss"];

/// The script that defines `bookIndex`, a list of entries with path, title of the page, heading and text.
pub(super) fn index(source: &Source, contents: &Contents) -> String {
    let mut all = Vec::new();
    for chapter in contents.parts.iter().flat_map(|part| &part.chapters) {
        sections(&source.pages[&chapter.page], true, &mut all);
        // The pages below a chapter are short, so each of them is one entry.
        for path in &chapter.below {
            let page = &source.pages[path];
            sections(page, page.headings.len() > 20, &mut all);
        }
    }
    format!("var bookIndex = {};\n", Value::from(all))
}

/// Adds the text of a page, either as one entry for each heading or as a single entry.
fn sections(page: &Page, split: bool, all: &mut Vec<Value>) {
    let (mut at, mut text, mut silent) = (0, String::new(), false);
    let mut push = |at: usize, text: &mut String| {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.clear();
        let heading = page.headings.get(at);
        let (url, name) = match heading {
            Some(heading) if at > 0 => (format!("{}#{}", page.out, heading.id), heading.text.as_str()),
            _ => (page.out.clone(), ""),
        };
        if !words.is_empty() || at == 0 {
            all.push(json!([url, page.title(), name, words]));
        }
    };
    let mut seen = 0;
    for (event, _) in events(&page.text) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                if split && seen > 0 {
                    push(at, &mut text);
                    at = seen;
                }
                seen += 1;
                // A heading is not part of the text below it.
                silent = split;
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => silent = NUMBERS.contains(&&*name),
            Event::End(TagEnd::Heading(_) | TagEnd::CodeBlock) => silent = false,
            Event::Text(t) | Event::Code(t) if !silent => text.push_str(&t),
            Event::SoftBreak | Event::HardBreak | Event::End(_) => text.push(' '),
            _ => {}
        }
    }
    push(at, &mut text);
}
