//! The definition of a task (its name, its arguments, the function that runs it), and the parsed arguments of a call.

use std::fmt::Write;
use std::process::Command;
use std::str::FromStr;

/// A task of the project.
pub(crate) struct Task {
    /// The name as users type it: `bench corpus`.
    pub(crate) name: &'static str,
    /// The positional arguments: `FILE` is required, `[SEED]` is optional, `FILE...` means one or more, `[RULE...]` any number.
    pub(crate) takes: &'static str,
    /// A description of the task in one line.
    pub(crate) about: &'static str,
    pub(crate) options: &'static [Opt],
    pub(crate) run: fn(&Words) -> Result<(), Fail>,
}

/// An option: its name, the placeholder of its value (empty if it has no value), its default (empty if it has no default), and its
/// description.
pub(crate) type Opt = (&'static str, &'static str, &'static str, &'static str);

/// Options that several tasks have.
pub(crate) const ONLY: Opt = ("--only", "TEXT", "", "those with TEXT in their names");
pub(crate) const VERIFY: Opt = ("--verify", "", "", "prove every step");
pub(crate) const ANEW: Opt = (
    "--anew",
    "",
    "",
    "forget what conditions were compiled to before each puzzle, as if it were a process's first (an older build has to know this, too)",
);
pub(crate) const VERBOSE: Opt = ("--verbose", "", "", "a line for each puzzle as it is done, on standard error");

/// The reason why a task fails.
#[derive(Debug)]
pub(crate) enum Fail {
    /// The arguments are invalid.
    Usage(String),
    /// The task found an error.
    Found(String),
}

impl From<String> for Fail {
    fn from(what: String) -> Self {
        Self::Found(what)
    }
}

impl From<&str> for Fail {
    fn from(what: &str) -> Self {
        Self::Found(what.to_owned())
    }
}

/// Runs a program, which must succeed.
pub(crate) fn done(command: &mut Command) -> Result<(), Fail> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Fail::Found(format!("{}: {status}", command.get_program().display()))),
        Err(error) => Err(Fail::Found(format!("{}: {error}", command.get_program().display()))),
    }
}

impl Task {
    /// The help text: usage and options.
    pub(crate) fn usage(&self) -> String {
        let mut text = format!("{}\n\nusage: cargo xtask {}", self.about, self.call());
        if !self.options.is_empty() {
            text += " [OPTIONS]\n\noptions:";
        }
        for (name, value, usual, about) in self.options {
            let usual = if usual.is_empty() { String::new() } else { format!(" [{usual}]") };
            let _ = write!(text, "\n  {:<20} {about}{usual}", format!("{name} {value}"));
        }
        text
    }

    /// The name with the positional arguments.
    pub(crate) fn call(&self) -> String {
        format!("{} {}", self.name, self.takes).trim_end().to_owned()
    }

    /// Parses the arguments after the task's name.
    pub(crate) fn read<'a>(&self, words: &[&'a str]) -> Result<Words<'a>, Fail> {
        let (mut names, mut given) = (Vec::new(), Vec::new());
        let mut rest = words.iter();
        while let Some(&word) = rest.next() {
            if !word.starts_with("--") {
                names.push(word);
                continue;
            }
            let Some((name, value, ..)) = self.options.iter().find(|o| o.0 == word) else {
                return Err(Fail::Usage(format!("there is no option {word}")));
            };
            let value = match (*value, rest.as_slice()) {
                ("", _) => "",
                (value, []) => return Err(Fail::Usage(format!("{name} wants a value: {name} {value}"))),
                _ => rest.next().copied().unwrap_or_default(),
            };
            given.push((*name, value));
        }
        let taken: Vec<&str> = self.takes.split_whitespace().collect();
        let least = taken.iter().filter(|t| !t.starts_with('[')).count();
        let most = if self.takes.contains("...") { usize::MAX } else { taken.len() };
        if let Some(missing) = taken.get(names.len()).filter(|_| names.len() < least) {
            return Err(Fail::Usage(format!("{missing} is missing")));
        }
        if let Some(more) = names.get(most) {
            return Err(Fail::Usage(format!("{more} is not expected")));
        }
        Ok(Words { names, given, options: self.options })
    }
}

/// The parsed arguments of a call.
pub(crate) struct Words<'a> {
    /// The positional arguments, in order.
    pub(crate) names: Vec<&'a str>,
    given: Vec<(&'static str, &'a str)>,
    options: &'static [Opt],
}

impl<'a> Words<'a> {
    /// Whether the option was given.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.given.iter().any(|g| g.0 == option)
    }

    /// Every value of an option that may be repeated.
    pub(crate) fn all(&self, option: &str) -> impl Iterator<Item = &'a str> {
        self.given.iter().filter(move |g| g.0 == option).map(|g| g.1)
    }

    /// The value of an option: the last value given, or the default; `None` if neither exists.
    pub(crate) fn text(&self, option: &str) -> Option<&'a str> {
        let usual = self.options.iter().find(|o| o.0 == option).expect("a task reads its own options").2;
        self.all(option).last().or_else(|| (!usual.is_empty()).then_some(usual))
    }

    /// An option's value as a number.
    pub(crate) fn number<T: FromStr<Err: std::fmt::Display>>(&self, option: &str) -> Result<T, Fail> {
        let text = self.text(option).unwrap_or_default();
        text.parse().map_err(|e| Fail::Usage(format!("{option} {text}: {e}")))
    }

    /// Whether a name contains the text of `--only`; true if `--only` was not given.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.text("--only").is_none_or(|only| name.contains(only))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: Task = Task {
        name: "count sheep",
        takes: "FIELD...",
        about: "counts sheep",
        options: &[ONLY, VERIFY, ("--most", "N", "100", "where to stop")],
        run: |_| Ok(()),
    };

    fn wrong(words: &[&str]) -> String {
        match TASK.read(words) {
            Err(Fail::Usage(why)) => why,
            _ => panic!("{words:?} should be wrong"),
        }
    }

    #[test]
    fn words_are_read_by_the_table() {
        let words = TASK.read(&["a", "--only", "black", "b", "--only", "white"]).unwrap_or_else(|_| panic!("fine"));
        assert_eq!(words.names, ["a", "b"]);
        assert!(words.wants("white sheep") && !words.wants("black sheep") && !words.has("--verify"));
        assert_eq!(words.all("--only").collect::<Vec<_>>(), ["black", "white"]);
        assert_eq!(words.number::<u32>("--most").ok(), Some(100));
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert_eq!(wrong(&[]), "FIELD... is missing");
        assert_eq!(wrong(&["a", "--often"]), "there is no option --often");
        assert_eq!(wrong(&["a", "--most"]), "--most wants a value: --most N");
        let many = TASK.read(&["a", "--most", "many"]).unwrap_or_else(|_| panic!("read as it is"));
        assert!(matches!(many.number::<u32>("--most"), Err(Fail::Usage(why)) if why.starts_with("--most many: ")));
        let one = Task { takes: "FIELD [SEED]", ..TASK };
        assert!(one.read(&["a"]).is_ok() && one.read(&["a", "1"]).is_ok());
        assert!(matches!(one.read(&["a", "1", "2"]), Err(Fail::Usage(why)) if why == "2 is not expected"));
    }

    #[test]
    fn the_usage_names_everything() {
        let usage = TASK.usage();
        assert!(usage.contains("usage: cargo xtask count sheep FIELD... [OPTIONS]"), "{usage}");
        assert!(usage.contains("  --most N             where to stop [100]"), "{usage}");
    }
}
