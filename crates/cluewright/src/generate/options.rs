//! The options of `generate`: the rules, numbers and sizes of clues, and requirements on the puzzle.

use super::level::OnScale;
use super::run::Quota;
use crate::compiled::{named_rules, parts};
use crate::names::Named;
use crate::question::{self, FormatId, Word, choices};
use crate::scale::Scale;
use crate::symmetry::Symmetry;
use crate::techniques::{TechniqueId, TechniqueIds};
use cluewright_core::BadInput;
use cluewright_core::puzzle::Args;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::str::FromStr;

/// Clues of one rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// The rule.
    pub rule: String,
    /// The minimum and maximum number of clues; `None`: as many as needed.
    pub clues: Option<(u32, u32)>,
    /// The minimum and maximum number of cells in each list; `None`: the default for the shape.
    pub cells: Option<(u32, u32)>,
    /// Whether the puzzle has a clue wherever a clue would be true.
    pub all: bool,
    /// Arguments common to all clues.
    pub args: Args,
}

impl Kind {
    /// Reads several kinds, separated by commas outside brackets: `killer-cage=10..14,arrow`.
    ///
    /// Errors: as for [`Self::read`].
    ///
    /// ```
    /// use cluewright::generate::Kind;
    /// assert_eq!(Kind::read_all("leaper(down=1, right=3)=2, arrow")?.len(), 2);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<Self>, crate::Error> {
        parts(text).map(Self::read).collect()
    }

    /// Clues of this rule, as many as needed.
    pub fn of(rule: impl Into<String>) -> Self {
        Self { rule: rule.into(), clues: None, cells: None, all: false, args: Args::new() }
    }

    /// Reads one kind: `killer-cage`, `killer-cage=10..14`, `thermometer=3`, `white-dot=all`, `arrow=2..4:3..5` (lists of 3 to 5
    /// cells), `whispers(difference=4)=2`.
    ///
    /// Errors: the text has none of these forms. Whether the rule exists is checked later.
    ///
    /// ```
    /// use cluewright::generate::Kind;
    /// let kind = Kind::read("killer-cage=10..14:2..4")?;
    /// assert_eq!((&*kind.rule, kind.clues, kind.cells), ("killer-cage", Some((10, 14)), Some((2, 4))));
    /// assert!(Kind::read("white-dot=all")?.all);
    /// assert!(Kind::read("killer-cage=many").is_err());
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, crate::Error> {
        let bad = |what: String| {
            BadInput::new(format!("clues {text}: {what}")).hint(
                "`killer-cage=10..14`, `thermometer=3:4..6` (of 4 to 6 cells), `white-dot=all`, or a rule's name alone",
            )
        };
        // Skip the arguments, which may contain an equals sign themselves.
        let behind = text.rfind(')').map_or(0, |at| at + 1);
        let (head, count) = match text[behind..].split_once('=') {
            Some((_, count)) => (&text[..text.len() - count.len() - 1], Some(count.trim())),
            None => (text, None),
        };
        let named = named_rules(head.trim())?;
        let [rule] = &named[..] else { return Err(bad("this is not the name of a rule".to_owned()).into()) };
        let mut kind = Self { args: rule.args.clone(), ..Self::of(rule.rule.clone()) };
        let Some(count) = count else { return Ok(kind) };
        let (count, cells) = match count.split_once(':') {
            Some((count, cells)) => (count, Some(cells)),
            None => (count, None),
        };
        let range = |text: &str| {
            let (low, high) = text.split_once("..").unwrap_or((text, text));
            let range = low.trim().parse().ok().zip(high.trim().parse().ok());
            range.filter(|(low, high): &(u32, u32)| low <= high).ok_or_else(|| bad(format!("`{text}` is not a range")))
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

/// The name and meaning of each preference.
const PREFERENCES: [Named<Prefer>; 4] = [
    (Prefer::FewGivens, "few-givens", "few givens, then few clues"),
    (Prefer::FewClues, "few-clues", "few clues and givens together"),
    (Prefer::FewKinds, "few-kinds", "few kinds of clues"),
    (Prefer::Spread, "spread", "clues everywhere in the grid"),
];

choices!(Prefer, PREFERENCES, "preference", "Prefer");

/// The origin of the grid's regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Regions {
    /// Random regions.
    Random,
}

const REGIONS: [Named<Regions>; 1] =
    [(Regions::Random, "random", "random regions, each as large as a row, and different for each puzzle")];

choices!(Regions, REGIONS, "way to make regions", "Regions");

/// Kinds of clues, read from one text or several: see [`Kind::read_all`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kinds(pub Vec<Kind>);

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|kind| &kind.rule))
    }
}

impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let texts = match Value::deserialize(from)? {
            Value::String(text) => vec![text],
            list => serde_json::from_value(list).map_err(Error::custom)?,
        };
        let lists = texts.iter().map(|text| Kind::read_all(text)).collect::<Result<Vec<_>, _>>();
        Ok(Self(lists.map_err(Error::custom)?.concat()))
    }
}

impl Word for Kinds {
    const KIND: question::Kind = question::Kind::List;
    const SHOWN: &'static str = "RULE=A..B,...";
}

/// An inclusive range, read from a number (which is both ends), from `[from, to]`, or from text that may leave one end open
/// (`24..30`, `..26`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range<T>(pub T, pub T);

impl<T: Serialize> Serialize for Range<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (&self.0, &self.1).serialize(to)
    }
}

impl<T: FromStr + PartialOrd + Copy> Range<T> {
    /// Reads a range from text; `least` and `most` stand for an open end.
    fn read(text: &str, least: T, most: T) -> Option<Self> {
        let part = |part: &str, open: T| if part.trim().is_empty() { Some(open) } else { part.trim().parse().ok() };
        let (low, high) = match text.split_once("..").filter(|sides| *sides != ("", "")) {
            Some((low, high)) => (part(low, least)?, part(high, most)?),
            None => text.trim().parse().ok().map(|both| (both, both))?,
        };
        (low <= high).then_some(Self(low, high))
    }
}

impl<'de> Deserialize<'de> for Range<u32> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        let whole = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
        let read = match &value {
            Value::Array(ends) if ends.len() == 2 => whole(&ends[0]).zip(whole(&ends[1])).map(|(a, b)| Self(a, b)),
            Value::String(text) => Self::read(text, 0, u32::MAX),
            one => whole(one).map(|both| Self(both, both)),
        };
        read.ok_or_else(|| Error::custom(format!("{value} is neither a number nor a range such as 22..26")))
    }
}

impl Word for Range<u32> {
    const KIND: question::Kind = question::Kind::Text;
    const SHOWN: &'static str = "A..B";
}

/// A requested difficulty: the name of a level, or figures.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum HowHard {
    /// The minimum and the maximum figure.
    Figures(f64, f64),
    /// The name of a level, or figures as text: `7.0..7.5`.
    Word(String),
}

impl Serialize for HowHard {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Figures(low, high) => (low, high).serialize(to),
            Self::Word(word) => to.serialize_str(word),
        }
    }
}

impl<'de> Deserialize<'de> for HowHard {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        let read = match &value {
            Value::String(word) => Some(Self::Word(word.clone())),
            Value::Array(ends) if ends.len() == 2 => {
                ends[0].as_f64().zip(ends[1].as_f64()).map(|(low, high)| Self::Figures(low, high))
            }
            one => one.as_f64().map(|both| Self::Figures(both, both)),
        };
        read.ok_or_else(|| {
            Error::custom(format!("{value} is neither a level, a number nor a range such as [2.0, 4.5]"))
        })
    }
}

impl Word for HowHard {
    const KIND: question::Kind = question::Kind::Text;
    const SHOWN: &'static str = "WORD|A..B";
}

#[cfg(feature = "schema")]
mod schemas {
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    impl JsonSchema for super::Kinds {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "ClueKinds".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": ["array", "string"], "items": { "type": "string" } })
        }
    }

    impl JsonSchema for super::Range<u32> {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Range".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": ["array", "integer", "string"],
                "items": { "type": "integer", "minimum": 0 },
                "minItems": 2,
                "maxItems": 2,
            })
        }
    }

    impl JsonSchema for super::HowHard {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "HowHard".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({
                "type": ["array", "number", "string"],
                "items": { "type": "number" },
                "minItems": 2,
                "maxItems": 2,
            })
        }
    }
}

crate::question! {
    /// Makes puzzles with the grid and rules of a given puzzle, either with that puzzle's clues and new givens or with new clues of
    /// any kinds.
    pub struct Generate = "generate" {
        /// The number of puzzles.
        count: u32 = 1,
        /// The maximum number of attempts; default: 20,000 per puzzle.
        attempts: Option<u64> = None,
        /// The format to write.
        to: FormatId = FormatId::default(),
    }
    with {
        /// The requirements on the puzzles.
        wish: GenerateOptions
    }
}

impl Generate {
    /// The number of puzzles and attempts.
    pub fn quota(&self, threads: usize) -> Quota {
        let attempts = self.attempts.unwrap_or(u64::from(self.count).saturating_mul(Quota::default().attempts));
        Quota { puzzles: self.count, attempts, threads }
    }
}

crate::question! {
    /// The requirements on new puzzles.
    pub struct GenerateOptions = "wish" {
        /// Make clues of these rules: as many as needed, or the given number or range (`killer-cage=10..14,arrow`).
        /// `thermometer=3:4..6` makes three thermometers of four to six cells; `white-dot=all` makes a white dot wherever it would
        /// be true.
        clues: Kinds = Kinds::default(),
        /// Leave out the puzzle's own clues; unless `clues` names rules, make about as many new clues of the same kinds and sizes.
        like: bool = false,
        /// Irregular regions for the grid.
        regions: Option<Regions> = None,
        /// What to prefer when clues are made.
        prefer: Prefer = Prefer::FewGivens,
        /// The number of givens, or a range; default: as few as possible.
        givens: Option<Range<u32>> = None,
        /// Remove redundant givens and clues; this is the default if clues are made or a technique is required or avoided.
        minimal: Option<bool> = None,
        /// The symmetry of givens and clues.
        symmetry: Symmetry = Symmetry::None,
        /// The difficulty: a level (beginner, easy, medium, hard, expert, or a level of the scale in `scale`), or a number or range
        /// for the hardest step or, with `scale`, for that scale's main figure.
        difficulty: Option<HowHard> = None,
        /// The scale of `difficulty`: `cluewright` (a level or points), `hodoku` (easy, medium, hard, unfair, extreme, or a score),
        /// `se` or `sukaku` (ER).
        scale: Option<&'static dyn Scale> = None,
        /// Make only one puzzle for each solution grid; for puzzles without clues, rearranged grids count as the same grid.
        distinct: bool = false,
        /// The puzzle must require this technique: the techniques rated below it are not enough to solve the puzzle.
        technique: Option<TechniqueId> = None,
        /// Techniques that the puzzle must not require.
        avoid: TechniqueIds = TechniqueIds::default(),
        /// Rate the puzzles; rating takes most of the time.
        rated: bool = true,
        /// The seed for the random choices: the same seed makes the same puzzles.
        seed: u64 = 0,
    }
}

/// The requested difficulty, checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Hardness {
    /// The range for the difficulty of the hardest step, in tenths.
    pub(super) step: Option<(u16, u16)>,
    /// A level of a scale.
    pub(super) level: Option<OnScale>,
}

impl GenerateOptions {
    /// The requested difficulty.
    ///
    /// Errors: the scale has no such level, or a scale was given without a level.
    pub(super) fn hardness(&self) -> Result<Hardness, crate::Error> {
        // A number too large to represent becomes the maximum.
        let tenths = |x: f64| format!("{:.0}", (x * 10.0).clamp(0.0, f64::from(u16::MAX))).parse().unwrap_or(u16::MAX);
        let step = |low: f64, high: f64| Hardness { step: Some((tenths(low), tenths(high))), level: None };
        let level = |level: OnScale| Hardness { step: None, level: Some(level) };
        match (&self.difficulty, self.scale.map(Scale::id)) {
            (None, None) => Ok(Hardness::default()),
            (None, Some(scale)) => Err(BadInput::new(format!("the difficulty on the scale `{scale}` is missing"))
                .hint("give `difficulty` as a level, or as a range of figures")
                .into()),
            (Some(HowHard::Figures(low, high)), None) => Ok(step(*low, *high)),
            (Some(HowHard::Figures(low, high)), Some(scale)) => {
                OnScale::read(scale, &format!("{low}..{high}")).map(level)
            }
            (Some(HowHard::Word(word)), scale) => {
                if let Some(wanted) = OnScale::asked(scale, word)? {
                    return Ok(level(wanted));
                }
                let Range(low, high) = Range::read(word, 0.0, f64::INFINITY).ok_or_else(|| {
                    BadInput::new(format!("`{word}` is not a difficulty"))
                        .hint("use a range for the hardest step such as 2.0..4.5, or a level such as hard")
                })?;
                Ok(step(low, high))
            }
        }
    }

    /// The id of the required technique.
    pub(super) fn technique(&self) -> Option<&'static str> {
        self.technique.map(|technique| technique.0)
    }
}
