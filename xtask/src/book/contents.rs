//! The table of contents, from the tables of `docs/README.md`, with a part for each heading. The pages that a chapter's tables
//! list in the folder of the same name (`techniques.md`: `techniques/`; a `README.md`: its folder) are placed below the chapter.

use super::reference;
use super::source::{Page, Source, events};
use pulldown_cmark::{Event, Tag, TagEnd};

/// The first page of the book.
pub(super) const FIRST: &str = "docs/README.md";

pub(super) struct Part {
    pub(super) title: String,
    pub(super) chapters: Vec<Chapter>,
}

/// A chapter: the path of its page, and the paths of the pages below it.
pub(super) struct Chapter {
    pub(super) page: String,
    pub(super) below: Vec<String>,
}

pub(super) struct Contents {
    pub(super) parts: Vec<Part>,
}

impl Contents {
    /// Builds the contents. The errors are the pages that no table lists.
    pub(super) fn new(source: &Source) -> Result<Self, Vec<String>> {
        let first =
            source.pages.get(FIRST).ok_or_else(|| vec![format!("{FIRST}: the book's first page is missing")])?;
        let mut parts: Vec<Part> = Vec::new();
        for (heading, page) in listed(source, first) {
            let title = first.headings.get(heading).map_or_else(String::new, |h| h.text.clone());
            if parts.last().is_none_or(|part| part.title != title) {
                parts.push(Part { title, chapters: Vec::new() });
            }
            let below = below(source, &source.pages[&page]);
            parts.last_mut().expect("one was pushed").chapters.push(Chapter { page, below });
        }
        let contents = Self { parts };
        let all: Vec<&str> = contents.all().collect();
        let fault = |path: &String| format!("{path}: no table of {FIRST}, or of a chapter, lists this page");
        let missing: Vec<String> =
            source.pages.keys().filter(|path| !all.contains(&path.as_str())).map(fault).collect();
        if missing.is_empty() { Ok(contents) } else { Err(missing) }
    }

    /// All pages in reading order.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        let chapters = self.parts.iter().flat_map(|part| &part.chapters);
        let pages = chapters.flat_map(|c| std::iter::once(&c.page).chain(&c.below)).map(String::as_str);
        std::iter::once(FIRST).chain(pages)
    }
}

/// The pages that a page's tables list, without duplicates, each with the index of the heading above the table.
fn listed(source: &Source, page: &Page) -> Vec<(usize, String)> {
    let (mut heading, mut cells, mut all) = (0, 0, Vec::<(usize, String)>::new());
    for (event, _) in events(&page.text) {
        match event {
            Event::End(TagEnd::Heading(_)) => heading += 1,
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(TagEnd::TableCell) => cells -= 1,
            Event::Start(Tag::Link { dest_url, .. }) if cells > 0 => {
                let path = dest_url.split('#').next().unwrap_or_default();
                let target = source.target(page, path);
                if let Some(target) = target.filter(|t| all.iter().all(|(_, path)| *path != t.path)) {
                    all.push((heading.max(1) - 1, target.path.clone()));
                }
            }
            _ => {}
        }
    }
    all
}

/// The pages below a chapter.
fn below(source: &Source, chapter: &Page) -> Vec<String> {
    let stem = chapter.path.trim_end_matches(".md");
    let folder = format!("{}/", stem.strip_suffix("/README").unwrap_or(stem));
    let own = listed(source, chapter).into_iter().map(|(_, path)| path);
    let made = reference::PAGES.iter().filter(|page| page.below == chapter.path).map(|page| page.path.to_owned());
    own.filter(|path| path.starts_with(&folder) && *path != chapter.path).chain(made).collect()
}
