//! The sources of the book's pages: Markdown, with the headings to which links may point.

use super::reference;
use crate::task::Fail;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A page in Markdown.
pub(super) struct Page {
    /// The path of the source, relative to the root of the repository: `docs/rules/arrow.md`.
    pub(super) path: String,
    /// The path of the page in the book: `rules/arrow.html`.
    pub(super) out: String,
    pub(super) text: String,
    pub(super) headings: Vec<Heading>,
}

pub(super) struct Heading {
    pub(super) level: HeadingLevel,
    /// The anchor, in the same form as GitHub's.
    pub(super) id: String,
    pub(super) text: String,
}

impl Page {
    fn new(path: String, text: String) -> Self {
        let mut headings: Vec<Heading> = Vec::new();
        let mut open = None;
        for (event, _) in events(&text) {
            match event {
                Event::Start(Tag::Heading { level, .. }) => open = Some((level, String::new())),
                Event::Text(t) | Event::Code(t) => {
                    if let Some((_, text)) = open.as_mut() {
                        text.push_str(&t);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let (level, text) = open.take().expect("a heading that ends has begun");
                    headings.push(Heading { level, id: anchor(&text, &headings), text });
                }
                _ => {}
            }
        }
        Self { out: address(&path), path, text, headings }
    }

    pub(super) fn title(&self) -> &str {
        self.headings.first().map_or(self.path.as_str(), |h| h.text.as_str())
    }

    /// The relative path from this page to the root folder of the book.
    pub(super) fn up(&self) -> String {
        "../".repeat(self.out.matches('/').count())
    }
}

/// The parts of a page, and their places in its text.
pub(super) fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter()
}

/// The anchor of a heading: lower case, without punctuation, a hyphen for each space, and a number if the page already has the same
/// anchor.
fn anchor(text: &str, before: &[Heading]) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let plain: String = kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect();
    let taken = |id: &str| before.iter().any(|h| h.id == id);
    let numbered = (1..).map(|n| format!("{plain}-{n}"));
    std::iter::once(plain.clone()).chain(numbered).find(|id| !taken(id)).expect("there are enough numbers")
}

/// The place of a page in the book: files in `docs` keep their paths, and documents at the root go to a separate folder.
fn address(path: &str) -> String {
    let Some(inner) = path.strip_prefix("docs/") else {
        return format!("project/{}.html", path.trim_end_matches(".md").to_lowercase());
    };
    let stem = inner.trim_end_matches(".md");
    format!("{}.html", stem.strip_suffix("README").map_or(stem.to_owned(), |folder| format!("{folder}index")))
}

/// All pages of the book, and the root folder for resolving links.
pub(super) struct Source {
    root: PathBuf,
    pub(super) pages: BTreeMap<String, Page>,
}

/// The target of a link, relative to the page that contains it.
pub(super) struct Link {
    pub(super) url: String,
    /// A file that must be copied into the book for the link, and its place there.
    pub(super) file: Option<(PathBuf, String)>,
}

impl Source {
    /// Reads the pages of `docs`, the documents at the root, and the generated references.
    pub(super) fn read(root: &Path) -> Result<Self, Fail> {
        let mut texts = BTreeMap::new();
        let mut folders = vec![(root.to_owned(), false), (root.join("docs"), true)];
        while let Some((folder, deep)) = folders.pop() {
            let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if path.is_dir() && deep {
                    folders.push((path, true));
                } else if path.extension().is_some_and(|e| e == "md") {
                    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                    let name = path.strip_prefix(root).map_err(|e| e.to_string())?;
                    texts.insert(name.display().to_string().replace('\\', "/"), text);
                }
            }
        }
        for page in reference::PAGES {
            texts.insert(page.path.to_owned(), (page.write)(root)?);
        }
        Ok(Self::new(root, texts))
    }

    pub(super) fn new(root: &Path, texts: BTreeMap<String, String>) -> Self {
        let pages = texts.into_iter().map(|(path, text)| (path.clone(), Page::new(path, text))).collect();
        Self { root: root.to_owned(), pages }
    }

    /// The page at a path from the root; a folder stands for its `README.md`.
    fn page(&self, path: &str) -> Option<&Page> {
        self.pages.get(path).or_else(|| self.pages.get(&format!("{path}/README.md")))
    }

    /// The page to which a link without an anchor leads.
    pub(super) fn target(&self, from: &Page, link: &str) -> Option<&Page> {
        joined(&from.path, link).ok().and_then(|path| self.page(&path))
    }

    /// Resolves a link of a page. If the target does not exist, the error names similar targets.
    pub(super) fn resolve(&self, from: &Page, link: &str) -> Result<Link, String> {
        if link.contains("://") || link.starts_with("mailto:") {
            return Ok(Link { url: link.to_owned(), file: None });
        }
        let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        let target = if path.is_empty() { from.path.clone() } else { joined(&from.path, path)? };
        if let Some(page) = self.page(&target) {
            let Some(anchor) = anchor else {
                return Ok(Link { url: format!("{}{}", from.up(), page.out), file: None });
            };
            if page.headings.iter().any(|h| h.id == anchor) {
                return Ok(Link { url: format!("{}{}#{anchor}", from.up(), page.out), file: None });
            }
            let near = page.headings.iter().max_by_key(|h| alike(&h.id, anchor));
            let near = near.map_or_else(String::new, |h| format!("; did you mean `#{}`?", h.id));
            return Err(format!("{} has no heading `#{anchor}`{near}", page.path));
        }
        let file = self.root.join(&target);
        if let Some(inner) = target.strip_prefix("docs/").filter(|_| file.is_file()) {
            return Ok(Link { url: format!("{}{inner}", from.up()), file: Some((file, inner.to_owned())) });
        }
        let kind = if file.is_dir() { "tree" } else { "blob" };
        if file.exists() {
            // Source files are not part of the book, so link to the repository.
            return Ok(Link { url: format!("{}/{kind}/main/{target}", env!("CARGO_PKG_REPOSITORY")), file: None });
        }
        Err(format!("there is no `{target}`; a link is a path from the folder of its page"))
    }
}

/// Resolves a relative link of a page at the path `from`. Errors: the link leaves the repository.
fn joined(from: &str, link: &str) -> Result<String, String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or_else(|| format!("`{link}` leads out of the project"))?;
            }
            other => parts.push(other),
        }
    }
    Ok(parts.join("/"))
}

/// The length of the common prefix of two anchors.
fn alike(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_github() {
        let page = Page::new("docs/a.md".into(), "# A `.clue` file\n\n## What's new?\n\n## What's new?\n".into());
        let ids: Vec<&str> = page.headings.iter().map(|h| h.id.as_str()).collect();
        assert_eq!(ids, ["a-clue-file", "whats-new", "whats-new-1"]);
    }

    #[test]
    fn pages_lie_where_links_expect_them() {
        let places = ["docs/README.md", "docs/rules/README.md", "docs/rules/arrow.md", "ARCHITECTURE.md"].map(address);
        assert_eq!(places, ["index.html", "rules/index.html", "rules/arrow.html", "project/architecture.html"]);
        assert_eq!(joined("docs/rules/a.md", "../x.md").as_deref(), Ok("docs/x.md"));
        assert!(joined("docs/a.md", "../../x.md").is_err());
    }
}
