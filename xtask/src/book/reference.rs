//! Pages that are generated from other sources: the protocol's schema, and the docstrings of the Python package.

use super::{docstrings, fields};
use crate::task::Fail;
use std::path::Path;

pub(super) struct GeneratedPage {
    /// The path of the page, to which links refer.
    pub(super) path: &'static str,
    /// The chapter below which the page is placed.
    pub(super) below: &'static str,
    /// Generates the page's Markdown; the argument is the root of the repository.
    pub(super) write: fn(&Path) -> Result<String, Fail>,
}

pub(super) const PAGES: [GeneratedPage; 2] = [
    GeneratedPage { path: "docs/protocol-reference.md", below: "docs/protocol.md", write: fields::page },
    GeneratedPage { path: "docs/python-reference.md", below: "docs/python.md", write: docstrings::page },
];
