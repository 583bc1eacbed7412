//! `Pair`, `NFA` and `Regex`: tables that become rules defined by the puzzle.

use super::codes;
use super::nodes::Node;
use super::reader::{OwnRule, Reader};
use crate::percent::percent_decoded;
use cluewright_core::puzzle::Definition;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree};
use cluewright_rules::Ruleset;

impl Reader {
    /// Reads `Pair`, `NFA` and `Regex`: each table becomes a rule that the puzzle defines, with a clue for each group of cells
    /// that follows.
    pub(super) fn own_rule(&mut self, node: &Node<'_>, out: &mut Vec<ClueTree>) -> Result<(), BadInput> {
        let [code, items @ ..] = &node.args[..] else { return Err(node.error("nothing in it")) };
        let kind = node.kind.replace("Binary", "Pair");
        // The old form of these tables swaps two characters of the code.
        let code = if node.kind.starts_with("Binary") {
            code.chars()
                .map(|c| {
                    if c == '-' {
                        '_'
                    } else if c == '_' {
                        '-'
                    } else {
                        c
                    }
                })
                .collect()
        } else {
            code.clone()
        };
        let mut title = String::new();
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        let mut fresh = true;
        for item in items {
            if item.is_empty() {
                fresh = true;
            } else if let Some(name) = item.strip_prefix('_').filter(|_| kind != "Regex") {
                name.clone_into(&mut title);
                fresh = true;
            } else {
                if fresh {
                    groups.push((title.clone(), Vec::new()));
                }
                groups.last_mut().expect("one was pushed").1.push(item);
                fresh = false;
            }
        }
        if groups.is_empty() {
            self.says_nothing(node);
        }
        for (title, words) in groups {
            let mut lists: Vec<Vec<Cell>> = vec![Vec::new()];
            for word in words {
                if word == "-" && kind == "NFA" {
                    lists.push(Vec::new());
                } else {
                    lists.last_mut().expect("one list").push(self.must_cell(node, word)?);
                }
            }
            let several = lists.len() > 1;
            let rule = self.definition(node, &kind, &code, &title, several)?;
            let arg = if several { Arg::Lists(lists) } else { Arg::Cells(lists.remove(0)) };
            let name = if several { "S" } else { "L" };
            out.push(ClueTree::One(Clue::new(rule, vec![(name.to_owned(), arg)])));
        }
        Ok(())
    }

    /// The rule for this table, which is created at its first use.
    fn definition(
        &mut self,
        node: &Node<'_>,
        kind: &str,
        code: &str,
        title: &str,
        several: bool,
    ) -> Result<String, BadInput> {
        let shown = percent_decoded(title);
        let also = codes::also(kind, code, title, several);
        if let Some(old) = self.own_rules.iter().find(|own| own.also == also) {
            return Ok(old.name.clone());
        }
        let base = codes::slug(&shown, kind);
        let taken =
            |name: &str| self.own_rules.iter().any(|own| own.name == name) || Ruleset::library().rule(name).is_some();
        let name = (1..).map(|i| if i == 1 { base.clone() } else { format!("{base}-{}", codes::letters(i)) });
        let name = name.into_iter().find(|n| !taken(n)).expect("names do not end");
        let text = codes::rule_text(&name, kind, code, &shown, &also, several, self.puzzle.digits)
            .map_err(|what| node.error(what))?;
        self.puzzle.definitions.push(Definition { text, line: 1 });
        self.own_rules.push(OwnRule { name: name.clone(), also });
        Ok(name)
    }
}
