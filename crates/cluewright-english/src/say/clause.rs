//! Clauses: a subject and a statement about it.

use super::figure::join;
use cluewright_rules::syntax::ast::Expr;

/// A clause.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Clause {
    /// A subject, with a verb and the verb's complement.
    Says {
        subject: String,
        /// Whether the subject is in the plural.
        is_many: bool,
        verb: Verb,
        /// The subject as an expression of the rule's text: clauses with the same subject can be joined.
        about: Option<Expr>,
    },
    /// Any other clause, such as "if ..., ...".
    Whole(String),
}

/// A verb and its complement, in the singular and the plural.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Verb {
    pub(super) one: String,
    pub(super) many: String,
}

impl Verb {
    /// A form of "be" (is, are, is not, are not) and its complement.
    pub(super) fn be(yes: bool, rest: &str) -> Self {
        let not = if yes { "" } else { "not" };
        Self { one: join(&["is", not, rest]), many: join(&["are", not, rest]) }
    }

    /// A verb ("differs", "do not differ") and its complement.
    pub(super) fn of(yes: bool, verb: &str, rest: &str) -> Self {
        let (verb, second) = verb.split_once(' ').unwrap_or((verb, ""));
        let rest = &join(&[second, rest]);
        let one = match verb {
            "have" => "has".to_owned(),
            _ if verb.ends_with("ss") || verb.ends_with("ch") => format!("{verb}es"),
            _ if verb.ends_with("ly") => format!("{}ies", verb.trim_end_matches('y')),
            _ => format!("{verb}s"),
        };
        if yes {
            return Self { one: join(&[&one, rest]), many: join(&[verb, rest]) };
        }
        Self { one: join(&["does not", verb, rest]), many: join(&["do not", verb, rest]) }
    }
}

impl Clause {
    pub(super) fn new(subject: &str, is_many: bool, verb: Verb) -> Self {
        Self::Says { subject: subject.to_owned(), is_many, verb, about: None }
    }

    pub(super) fn about(self, what: &Expr) -> Self {
        match self {
            Self::Says { subject, is_many, verb, .. } => {
                Self::Says { subject, is_many, verb, about: Some(what.clone()) }
            }
            whole @ Self::Whole(_) => whole,
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Says { subject, is_many, verb, .. } => {
                join(&[subject, if *is_many { &verb.many } else { &verb.one }])
            }
            Self::Whole(text) => text.clone(),
        }
    }

    /// Whether the two clauses have the same subject.
    fn is_about_same(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Says { subject, is_many, about, .. },
                Self::Says { subject: subject2, is_many: is_many2, about: about2, .. },
            ) => is_many == is_many2 && (subject == subject2 || (about.is_some() && about == about2)),
            _ => false,
        }
    }

    /// The verb, with the subject's expression; `None` for other clauses.
    pub(super) fn verb(&self) -> Option<(&Verb, &Option<Expr>)> {
        match self {
            Self::Says { verb, about, .. } => Some((verb, about)),
            Self::Whole(_) => None,
        }
    }

    /// Joins several clauses with a word; with "or", "either" comes before the alternatives.
    pub(super) fn joined(all: &[Self], word: &str) -> Option<Self> {
        let (first, rest) = all.split_first()?;
        if rest.is_empty() {
            return Some(first.clone());
        }
        if let Self::Says { subject, is_many, verb, about } = first
            && rest.iter().all(|other| first.is_about_same(other))
        {
            let others: Vec<&Verb> = rest.iter().filter_map(|one| Some(one.verb()?.0)).collect();
            let either = if word == "or" { "either" } else { "" };
            let line = |first: &str, rest: Vec<&str>| {
                let all: Vec<&str> = std::iter::once(first).chain(rest).collect();
                join(&[either, &listed(&all, word)])
            };
            let verb = Verb {
                one: line(&verb.one, others.iter().map(|v| v.one.as_str()).collect()),
                many: line(&verb.many, others.iter().map(|v| v.many.as_str()).collect()),
            };
            return Some(Self::Says { subject: subject.clone(), is_many: *is_many, verb, about: about.clone() });
        }
        let texts: Vec<String> = all.iter().map(Self::text).collect();
        // Commas inside a clause would make it unclear which parts belong together.
        if all.len() > 2 && texts.iter().any(|text| text.contains(", ") || text.contains(" or ")) {
            return None;
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let either = if word == "or" { "either" } else { "" };
        Some(Self::Whole(join(&[either, &listed(&texts, word)])))
    }
}

/// A list in words: "a, b and c".
pub(super) fn listed(all: &[&str], word: &str) -> String {
    match all {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// An ordinal number: "first", "second", "12th".
pub(super) fn ordinal(n: i64) -> String {
    const WORDS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let known = usize::try_from(n - 1).ok().and_then(|n| WORDS.get(n));
    known.map_or_else(|| format!("{n}th"), |word| (*word).to_owned())
}
