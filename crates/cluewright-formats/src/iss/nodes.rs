//! Splits a string into nodes `.Type~arg~arg`. Nodes between `.Or` and `.End` are children of the `.Or`.

use crate::percent::percent_decoded;
use cluewright_core::BadInput;
use std::borrow::Cow;

/// One `.Type~arg~arg`, with the nodes between it and its `.End` as children.
#[derive(Clone, Debug)]
pub(super) struct Node<'t> {
    pub(super) kind: Cow<'t, str>,
    pub(super) args: Vec<Cow<'t, str>>,
    pub(super) children: Vec<Node<'t>>,
    /// The node's number in the text, from 1, for messages.
    pub(super) number: usize,
}

impl Node<'_> {
    pub(super) fn error(&self, message: impl std::fmt::Display) -> BadInput {
        let kind = if self.kind.is_empty() { "Given" } else { &self.kind };
        BadInput::new(format!("constraint {} (.{kind}): {message}", self.number))
    }

    fn is_composite(&self) -> bool {
        matches!(&*self.kind, "Or" | "And" | "Replicate")
    }
}

/// The constraint string in a link; for any other text, the text itself.
pub(super) fn string_of(text: &str) -> Result<String, BadInput> {
    let body = text.trim();
    if body.starts_with("http") || body.starts_with('?') {
        if body.split_whitespace().nth(1).is_some() {
            return Err(BadInput::new("there is more text after the link")
                .hint("the text can contain only one puzzle, with one link"));
        }
        let query = body.split_once("?q=").or_else(|| body.split_once("&q=")).map_or("", |(_, q)| q);
        return Ok(percent_decoded(query.split(['&', '#']).next().unwrap_or("")));
    }
    Ok(body.lines().filter(|l| !l.starts_with('#')).collect())
}

/// The constraints in text without white space.
pub(super) fn nodes(text: &str) -> Result<Vec<Node<'_>>, BadInput> {
    let Some(text) = text.strip_prefix('.') else {
        return Err(BadInput::new("a constraint string must start with `.`")
            .at(1, 1)
            .hint("such as `.Thermo~R1C1~R1C2`"));
    };
    let mut open: Vec<Node> = Vec::new();
    let mut root = Vec::new();
    for (i, item) in text.split('.').enumerate() {
        let mut words = item.split('~').map(Cow::Borrowed);
        let kind = words.next().unwrap_or_default();
        let node = Node { kind, args: words.collect(), children: Vec::new(), number: i + 1 };
        let done = match &*node.kind {
            "End" => open.pop().ok_or_else(|| node.error("there is no constraint to end"))?,
            _ if node.is_composite() => {
                if open.len() > 40 {
                    return Err(node.error("constraints are nested too deeply"));
                }
                open.push(node);
                continue;
            }
            _ => node,
        };
        open.last_mut().map_or(&mut root, |parent| &mut parent.children).push(done);
    }
    match open.last() {
        Some(node) => Err(node.error("has no `.End`")),
        None => Ok(root),
    }
}
