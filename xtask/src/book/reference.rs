//! Pages that are made of what the project declares elsewhere: the protocol's schema, the docstrings of the Python package.

use super::{docstrings, fields};
use crate::task::Fail;
use std::path::Path;

pub(super) struct GeneratedPage {
    /// Where links expect it.
    pub(super) path: &'static str,
    /// The chapter that it stands below.
    pub(super) below: &'static str,
    /// Its Markdown, from the root of the repository.
    pub(super) write: fn(&Path) -> Result<String, Fail>,
}

pub(super) const PAGES: [GeneratedPage; 2] = [
    GeneratedPage { path: "docs/protocol-reference.md", below: "docs/protocol.md", write: fields::page },
    GeneratedPage { path: "docs/python-reference.md", below: "docs/python.md", write: docstrings::page },
];
