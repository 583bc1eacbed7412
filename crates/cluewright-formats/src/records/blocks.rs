//! Drawn grids one below the other, with titles or empty lines between them: `Grid 01`, nine rows, `Grid 02`, nine rows.

use super::lines::Lines;
use super::record::Record;
use crate::paste::{Block, Cutter, blocks};
use std::io::Read;
use std::sync::Arc;

/// Whether the text begins with several grids.
pub(super) fn are_several(text: &str) -> bool {
    let blocks = blocks(text);
    // Without titles, a row as long as a small grid is a puzzle by itself.
    let titled = blocks.iter().filter(|block| !block.title.is_empty()).count() > 1;
    let small = || blocks.iter().flat_map(|block| block.text.lines()).any(crate::is_one_line_puzzle);
    blocks.len() > 1 && (titled || !small()) && blocks.iter().take(2).all(|block| crate::read(&block.text).is_ok())
}

/// The name of the column with the words above a grid.
pub(super) fn title() -> Arc<str> {
    "title".into()
}

/// The records of text with several grids.
pub(super) struct Blocks<R> {
    lines: Lines<R>,
    cutter: Cutter,
    /// The record for a line that cannot be read, which is returned after the previous grid.
    fault: Option<Record>,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines, cutter: Cutter::default(), fault: None }
    }

    pub(super) fn next(&mut self) -> Option<Record> {
        if let Some(fault) = self.fault.take() {
            return Some(fault);
        }
        let record = |block: Block| Record {
            columns: vec![(title(), block.title)],
            ..Record::new(block.line, Ok(block.text.trim_end().to_owned()))
        };
        while let Some((number, line)) = self.lines.any() {
            match line {
                Ok(line) => {
                    if let Some(block) = self.cutter.push(number, &line) {
                        return Some(record(block));
                    }
                }
                Err(error) => {
                    let fault = Record { columns: vec![(title(), String::new())], ..Record::new(number, Err(error)) };
                    let Some(block) = self.cutter.end() else { return Some(fault) };
                    self.fault = Some(fault);
                    return Some(record(block));
                }
            }
        }
        self.cutter.end().map(record)
    }
}
