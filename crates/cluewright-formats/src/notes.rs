//! Collects and groups the notes made while a text is read or a puzzle is written: a short text can cause millions of notes, of
//! which a person reads only a few.

use crate::{Note, NoteKind};

/// The maximum number of remarks of a group that are listed individually.
const TOLD: usize = 10;
/// The maximum number of separate groups; later notes are counted as one group per kind.
const GROUPS: usize = 100;
/// The maximum length of a remark, in characters, since it may quote the text.
const LONGEST: usize = 300;

/// Remarks, grouped by wording. The memory that they occupy does not depend on the number of remarks.
#[derive(Default)]
pub(crate) struct Notes {
    groups: Vec<Group>,
    /// The index of the last remark's group, because the next remark often belongs to the same group.
    last: usize,
}

struct Group {
    kind: NoteKind,
    /// The words that all remarks of the group share, without quoted parts and numbers.
    words: String,
    /// The distinct remarks, and the number of times each was made.
    told: Vec<(String, u64)>,
    /// The number of remarks of the group that are not listed.
    more: u64,
}

impl Notes {
    /// Adds a remark.
    pub(crate) fn push(&mut self, kind: NoteKind, text: impl Into<String>) {
        let text = shortened(text.into());
        let words = words_of(&text);
        let fits = |g: &Group| g.kind == kind && g.words == words;
        let at = if self.groups.get(self.last).is_some_and(fits) {
            self.last
        } else {
            self.groups.iter().position(fits).unwrap_or_else(|| self.new_group(kind, words))
        };
        self.last = at;
        let group = &mut self.groups[at];
        match group.told.iter().position(|(told, _)| *told == text) {
            Some(at) => group.told[at].1 += 1,
            None if group.told.len() < TOLD => group.told.push((text, 1)),
            None => group.more += 1,
        }
    }

    /// Adds a group and returns its index. If there are too many groups, this is the group for all other remarks of its kind.
    fn new_group(&mut self, kind: NoteKind, words: String) -> usize {
        // If there are too many groups, the remark goes into a group without words, of which there is one for each kind.
        let words = if self.groups.len() < GROUPS { words } else { String::new() };
        let same = |g: &Group| g.kind == kind && g.words == words;
        self.groups.iter().position(same).unwrap_or_else(|| {
            self.groups.push(Group { kind, words, told: Vec::new(), more: 0 });
            self.groups.len() - 1
        })
    }

    /// All remarks, group by group. The groups are in the order of their first remarks.
    pub(crate) fn into_list(self) -> Vec<Note> {
        let mut list = Vec::new();
        for group in self.groups {
            for (text, times) in group.told {
                let text = if times > 1 { format!("{text} ({} times)", thousands(times)) } else { text };
                list.push(Note::new(group.kind, text));
            }
            if group.more > 0 {
                list.push(Note::new(group.kind, format!("… and {} more of this kind", thousands(group.more))));
            }
        }
        list
    }
}

fn shortened(mut text: String) -> String {
    // A character has at least one byte, so the characters of short texts need not be counted.
    if text.len() > LONGEST
        && let Some((at, _)) = text.char_indices().nth(LONGEST)
    {
        text.truncate(at);
        text.push('…');
    }
    text
}

fn words_of(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut until = None;
    for c in text.chars() {
        match until {
            Some(mark) if c == mark => until = None,
            Some(_) => {}
            None if c == '`' || c == '"' => until = Some(c),
            None if c.is_ascii_digit() => {}
            None => words.push(c),
        }
    }
    words
}

/// Writes a number with commas between thousands: `3,999,990`.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(notes: Notes) -> Vec<String> {
        notes.into_list().into_iter().map(|n| n.text).collect()
    }

    #[test]
    fn a_flood_is_told_in_a_few_lines() {
        let mut notes = Notes::default();
        for i in 0..20_000 {
            notes.push(NoteKind::Unknown, format!("the rule `r{i}` is not known"));
            notes.push(NoteKind::Info, format!("region {} has 3 cells", i % 5));
            notes.push(NoteKind::Unknown, "the same");
        }
        let texts = texts(notes);
        assert_eq!(texts.len(), 11 + 5 + 1);
        assert_eq!(texts[10], "… and 19,990 more of this kind");
        assert_eq!(texts[11], "region 0 has 3 cells (4,000 times)");
        assert_eq!(texts[16], "the same (20,000 times)");
    }

    #[test]
    fn remarks_of_all_sorts_and_long_ones_take_no_more_memory() {
        let mut notes = Notes::default();
        let name = |i: u32| -> String { (0..16).map(|b| if i >> b & 1 == 1 { 'x' } else { 'y' }).collect() };
        for i in 0..5_000 {
            notes.push(NoteKind::Lost, format!("{} {}", name(i), "é".repeat(2_000)));
        }
        let texts = texts(notes);
        assert_eq!(texts.len(), GROUPS + TOLD + 1);
        assert!(texts.iter().all(|t| t.chars().count() <= LONGEST + 1));
        assert_eq!(texts.last().map(String::as_str), Some("… and 4,890 more of this kind"));
    }

    #[test]
    fn few_remarks_stay_as_they_are() {
        let mut notes = Notes::default();
        notes.push(NoteKind::Info, "one");
        notes.push(NoteKind::Lost, "one");
        assert_eq!(notes.into_list(), [Note::new(NoteKind::Info, "one"), Note::new(NoteKind::Lost, "one")]);
    }
}
