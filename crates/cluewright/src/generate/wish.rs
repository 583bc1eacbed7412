//! What a setter asks for: which rules' clues, how many, how large, and what the puzzle should be like.

use super::level::OnScale;
use crate::compiled::{named_rules, parts};
use crate::error::Error;
use crate::names::{Named, named};
use crate::symmetry::Symmetry;
use cluewright_core::BadInput;
use cluewright_core::puzzle::Args;

/// Clues of one rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// The rule.
    pub rule: String,
    /// Fewest and most clues; `None`: as many as are needed.
    pub clues: Option<(u32, u32)>,
    /// Fewest and most cells of a list; `None`: what is usual for such a shape.
    pub cells: Option<(u32, u32)>,
    /// Is there a clue at every place where one is true?
    pub all: bool,
    /// Arguments that every clue has.
    pub args: Args,
}

impl Kind {
    /// Reads several, with commas between that are in no brackets: `killer-cage=10..14,arrow`.
    ///
    /// Errors: as of [`Self::read`].
    ///
    /// ```
    /// use cluewright::generate::Kind;
    /// assert_eq!(Kind::read_all("leaper(down=1, right=3)=2, arrow")?.len(), 2);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<Self>, Error> {
        parts(text).map(Self::read).collect()
    }

    /// Clues of this rule, as many as are needed.
    pub fn of(rule: impl Into<String>) -> Self {
        Self { rule: rule.into(), clues: None, cells: None, all: false, args: Args::new() }
    }

    /// Reads `killer-cage`, `killer-cage=10..14`, `thermometer=3`, `white-dot=all`, `arrow=2..4:3..5` (lists of 3 to 5
    /// cells), `whispers(difference=4)=2`.
    ///
    /// Errors: it is none of these. Whether there is such a rule is seen later.
    ///
    /// ```
    /// use cluewright::generate::Kind;
    /// let kind = Kind::read("killer-cage=10..14:2..4")?;
    /// assert_eq!((&*kind.rule, kind.clues, kind.cells), ("killer-cage", Some((10, 14)), Some((2, 4))));
    /// assert!(Kind::read("white-dot=all")?.all);
    /// assert!(Kind::read("killer-cage=many").is_err());
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, Error> {
        let bad = |what: String| {
            BadInput::new(format!("clues {text}: {what}")).hint(
                "`killer-cage=10..14`, `thermometer=3:4..6` (of 4 to 6 cells), `white-dot=all`, or a rule's name alone",
            )
        };
        // The sign that counts stands behind the arguments, which have signs of their own.
        let behind = text.rfind(')').map_or(0, |at| at + 1);
        let (head, count) = match text[behind..].split_once('=') {
            Some((_, count)) => (&text[..text.len() - count.len() - 1], Some(count.trim())),
            None => (text, None),
        };
        let named = named_rules(head.trim())?;
        let [rule] = &named[..] else { return Err(bad("this is no rule's name".to_owned()).into()) };
        let mut kind = Self { args: rule.args.clone(), ..Self::of(rule.rule.clone()) };
        let Some(count) = count else { return Ok(kind) };
        let (count, cells) = match count.split_once(':') {
            Some((count, cells)) => (count, Some(cells)),
            None => (count, None),
        };
        let range = |text: &str| {
            let (low, high) = text.split_once("..").unwrap_or((text, text));
            let range = low.trim().parse().ok().zip(high.trim().parse().ok());
            range.filter(|(low, high): &(u32, u32)| low <= high).ok_or_else(|| bad(format!("`{text}` is no range")))
        };
        kind.cells = cells.map(range).transpose()?;
        match count.trim() {
            "all" => kind.all = true,
            "" if cells.is_some() => {}
            count => kind.clues = Some(range(count)?),
        }
        Ok(kind)
    }
}

/// Which of several puzzles for one solution is preferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Prefer {
    /// Few givens, then few clues.
    #[default]
    FewGivens,
    /// Few clues and givens.
    FewClues,
    /// Few kinds of clues.
    FewKinds,
    /// Clues everywhere in the grid.
    Spread,
}

/// What each is called and what it means.
const PREFERENCES: [Named<Prefer>; 4] = [
    (Prefer::FewGivens, "few-givens", "few givens, then few clues"),
    (Prefer::FewClues, "few-clues", "few clues and givens"),
    (Prefer::FewKinds, "few-kinds", "few kinds of clues"),
    (Prefer::Spread, "spread", "clues everywhere in the grid"),
];

impl Prefer {
    /// Names and what they mean.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        PREFERENCES.iter().map(|(_, id, about)| (*id, *about))
    }

    /// Reads a name: `few-givens`, `few-clues`, `few-kinds`, `spread`. Errors: it is none.
    pub fn read(name: &str) -> Result<Self, BadInput> {
        named(&PREFERENCES, "preference", name)
    }
}

/// What a puzzle with clues of its own should be like.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Wish {
    /// Rules whose clues are made.
    pub kinds: Vec<Kind>,
    /// Fewest and most givens; `None`: as few as can be.
    pub givens: Option<(u32, u32)>,
    /// May nothing be left out? (With a symmetry: no places that belong together.) `None`: so where clues are
    /// made or a technique is wanted.
    pub minimal: Option<bool>,
    /// How the places of clues and givens repeat.
    pub symmetry: Symmetry,
    /// Are the regions of the grid made at random?
    pub jigsaw: bool,
    /// What is preferred.
    pub prefer: Prefer,
    /// The difficulty of the hardest step, in tenths, from and to.
    pub difficulty: Option<(u16, u16)>,
    /// A level of a scale.
    pub level: Option<OnScale>,
    /// Has every puzzle a solution grid of its own? Of givens alone that is told whatever the order of rows, columns and digits.
    pub distinct: bool,
    /// The id of a technique without which, and with all that are rated below it, there is no going on.
    pub technique: Option<&'static str>,
    /// Ids of techniques that must not be needed.
    pub avoid: Vec<&'static str>,
    /// How hard a puzzle is need not be told.
    pub unrated: bool,
    /// The seed.
    pub seed: u64,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            givens: None,
            minimal: None,
            symmetry: Symmetry::None,
            jigsaw: false,
            prefer: Prefer::default(),
            difficulty: None,
            level: None,
            distinct: false,
            technique: None,
            avoid: Vec::new(),
            unrated: false,
            seed: 0,
        }
    }
}
