//! Finds the phrases of a sentence by the method of Earley (1970): items are found from left to right, word by word, and a phrase
//! is looked for only where a phrase of its kind may occur.

use crate::grammar::{COLOR, Grammar, Kind, NAME, NUMBER, Part, Word};
use cluewright_core::quick::{QuickMap, QuickSet};
use std::collections::BTreeSet;

/// A pattern, the number of its parts found so far, and the place where it began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Item {
    pattern: usize,
    found: usize,
    from: usize,
}

/// A word, and the other roles that it may have.
#[derive(Clone, Default, Debug)]
pub(crate) struct Cell {
    pub(crate) word: String,
    pub(crate) number: bool,
    pub(crate) color: bool,
    /// For each name of a rule that begins here, the place after its end.
    pub(crate) names: Vec<usize>,
}

/// The phrases of a sentence.
pub(crate) struct Chart<'g> {
    grammar: &'g Grammar,
    cells: Vec<Cell>,
    /// For each cell, its word; `None` if no pattern contains the word.
    words: Vec<Option<Word>>,
    /// For each place, the kinds and beginnings of the phrases that end there.
    done: Vec<QuickSet<(Kind, usize)>>,
    /// The patterns of the phrases, by end, kind and beginning.
    patterns: QuickMap<(Kind, usize, usize), Vec<usize>>,
    items: Vec<QuickSet<Item>>,
}

/// The maximum number of items for one sentence.
const MOST: usize = 200_000;

impl<'g> Chart<'g> {
    /// Looks for phrases of the kind `start` that begin at the places `at`.
    pub(crate) fn new(grammar: &'g Grammar, cells: Vec<Cell>, start: Kind, at: &BTreeSet<usize>) -> Self {
        let size = cells.len() + 1;
        let words = cells.iter().map(|cell| grammar.word(&cell.word)).collect();
        let mut chart = Self {
            grammar,
            cells,
            words,
            done: vec![QuickSet::default(); size],
            patterns: QuickMap::default(),
            items: vec![QuickSet::default(); size],
        };
        let mut work = 0;
        // For each place and kind: the items that wait for a phrase of this kind and continue after the phrase.
        let mut waiting: Vec<QuickMap<Kind, Vec<Item>>> = vec![QuickMap::default(); size];
        let mut ahead: Vec<Vec<Item>> = vec![Vec::new(); size];
        for place in 0..size {
            let mut asked: QuickSet<Kind> = QuickSet::default();
            let mut ask: Vec<Kind> = Vec::new();
            if at.contains(&place) {
                ask.push(start);
            }
            let mut open = std::mem::take(&mut ahead[place]);
            let is = chart.cells.get(place).map(|cell| [cell.number, cell.color, !cell.names.is_empty()]);
            let may = |kind: Kind| is.is_some_and(|is| grammar.may_start(kind, chart.words[place], is));
            loop {
                while let Some(kind) = ask.pop() {
                    if may(kind) && asked.insert(kind) {
                        chart.begin(kind, place, &may, &mut open);
                        for end in chart.found_by_code(kind, place) {
                            ahead[end].push(Item { pattern: usize::MAX - kind, found: 0, from: place });
                        }
                    }
                }
                let Some(item) = open.pop() else { break };
                if !chart.items[place].insert(item) || work > MOST {
                    continue;
                }
                work += 1;
                // A kind that is recognised by code has no pattern.
                let (kind, next) = if item.pattern > usize::MAX / 2 {
                    (usize::MAX - item.pattern, None)
                } else {
                    let pattern = &chart.grammar.patterns[item.pattern];
                    (pattern.kind, pattern.parts.get(item.found))
                };
                if matches!(next, Some(Part::Maybe(_))) {
                    open.push(Item { found: item.found + 1, ..item });
                }
                match next.map(Part::itself) {
                    Some(Part::Maybe(_)) => {}
                    None => {
                        let key = (kind, item.from, place);
                        if item.pattern < usize::MAX / 2 {
                            chart.patterns.entry(key).or_default().push(item.pattern);
                        }
                        if chart.done[place].insert((kind, item.from)) {
                            let goes_on = waiting[item.from].get(&kind).into_iter().flatten();
                            open.extend(goes_on.map(|i| Item { found: i.found + 1, ..*i }));
                        }
                    }
                    Some(Part::Word(_)) => {
                        let word = grammar.codes[item.pattern][item.found];
                        if chart.words.get(place).is_some_and(|own| *own == word) {
                            ahead[place + 1].push(Item { found: item.found + 1, ..item });
                        }
                    }
                    Some(Part::Phrase(kind, _)) => {
                        waiting[place].entry(*kind).or_default().push(item);
                        ask.push(*kind);
                    }
                }
            }
        }
        chart
    }

    /// Adds the patterns of a kind that may begin at a place; `may` determines which kinds can begin there.
    fn begin(&self, kind: Kind, place: usize, may: &dyn Fn(Kind) -> bool, open: &mut Vec<Item>) {
        let item = |pattern, found| Item { pattern, found, from: place };
        if let Some(word) = self.words.get(place).copied().flatten() {
            let begun = self.grammar.by_word[kind].get(&word).into_iter().flatten();
            open.extend(begun.map(|(pattern, at)| item(*pattern, *at)));
        }
        let begun = self.grammar.by_phrase[kind].iter().filter(|(.., first)| may(*first));
        open.extend(begun.map(|(pattern, at, _)| item(*pattern, *at)));
    }

    /// The ends of phrases of the kinds that are recognised by code.
    fn found_by_code(&self, kind: Kind, place: usize) -> Vec<usize> {
        let Some(cell) = self.cells.get(place) else { return Vec::new() };
        match kind {
            NUMBER if cell.number => vec![place + 1],
            COLOR if cell.color => vec![place + 1],
            NAME => cell.names.clone(),
            _ => Vec::new(),
        }
    }

    /// Whether there is a phrase of this kind between two places.
    pub(crate) fn has(&self, kind: Kind, from: usize, end: usize) -> bool {
        self.done.get(end).is_some_and(|done| done.contains(&(kind, from)))
    }

    /// The patterns that match a phrase of this kind between two places.
    pub(crate) fn patterns(&self, kind: Kind, from: usize, end: usize) -> &[usize] {
        self.patterns.get(&(kind, from, end)).map_or(&[], |p| &p[..])
    }

    /// All ways to fit the parts of a pattern between two places. Each result is the list of places where the parts begin.
    pub(crate) fn layouts(&self, pattern: usize, from: usize, end: usize) -> Vec<Vec<usize>> {
        let parts = &self.grammar.patterns[pattern].parts;
        let mut out = Vec::new();
        self.lay(pattern, parts, from, end, &mut Vec::new(), &mut out);
        out
    }

    /// Fits the parts of a pattern, from the last part to the first.
    fn lay(
        &self,
        pattern: usize,
        parts: &[Part],
        from: usize,
        end: usize,
        behind: &mut Vec<usize>,
        out: &mut Vec<Vec<usize>>,
    ) {
        if out.len() > 16 {
            return;
        }
        let Some((last, rest)) = parts.split_last() else {
            if from == end {
                out.push(behind.iter().rev().copied().collect());
            }
            return;
        };
        if matches!(last, Part::Maybe(_)) {
            behind.push(end);
            self.lay(pattern, rest, from, end, behind, out);
            behind.pop();
        }
        let begins: Vec<usize> = match last.itself() {
            Part::Maybe(_) => Vec::new(),
            Part::Word(word) => {
                let is = end > from && self.cells[end - 1].word == *word;
                is.then(|| end - 1).into_iter().collect()
            }
            Part::Phrase(kind, _) => (from..end).filter(|at| self.has(*kind, *at, end)).collect(),
        };
        for begin in begins {
            let item = Item { pattern, found: rest.len(), from };
            if self.items[begin].contains(&item) {
                behind.push(begin);
                self.lay(pattern, rest, from, begin, behind, out);
                behind.pop();
            }
        }
    }

    /// The words between two places.
    pub(crate) fn words(&self, from: usize, end: usize) -> &[Cell] {
        &self.cells[from..end]
    }
}
