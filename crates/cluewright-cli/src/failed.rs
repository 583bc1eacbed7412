//! The JSON object for an input that could not be used, which every command writes if `--json` is given.

use crate::args::{Cli, Command, Output, Rules, Techniques};
use crate::output::{answer_line, print_text};
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};
use cluewright::BadInput;
use cluewright::report::{Answer, AnswerRecord, Failed};
use cluewright::rules::syntax::nearest;

/// The destination and form of the error report of a command that ends without an answer.
pub(crate) struct Teller {
    json: bool,
    id: String,
}

impl Teller {
    /// Determines the destination and form from the command line.
    pub(crate) fn new(cli: &Cli) -> Self {
        let (output, inputs): (Option<&Output>, Vec<&str>) = match &cli.command {
            Command::Solve(a) => of(&a.common),
            Command::Count(a) => of(&a.common),
            Command::Candidates(a) => of(&a.common),
            Command::Explain(a) => of(&a.common),
            Command::Steps(a) => of(&a.common),
            Command::Hint(a) => of(&a.common),
            Command::Rate(a) => of(&a.common),
            Command::Check(a) => of(&a.common),
            Command::Convert(a) => of(&a.common),
            Command::Read(a) => (Some(&a.output), a.source.inputs.iter().map(String::as_str).collect()),
            Command::Generate(a) => (Some(&a.output), a.like.iter().map(String::as_str).collect()),
            Command::Rules(Rules::List { output }) | Command::Techniques(Techniques::List { output }) => {
                (Some(output), Vec::new())
            }
            Command::Rules(
                Rules::Show { name, output } | Rules::Lint { file: name, output } | Rules::Test { file: name, output },
            )
            | Command::Techniques(Techniques::Show { name, output }) => (Some(output), vec![name]),
            Command::Render(a) => (None, a.source.inputs.iter().map(String::as_str).collect()),
            Command::Rules(Rules::New { .. })
            | Command::Batch(_)
            | Command::Serve(_)
            | Command::Completions { .. }
            | Command::Man { .. } => (None, Vec::new()),
        };
        let id = match inputs[..] {
            ["-"] => "standard input".to_owned(),
            [name] if crate::input::is_named(name) => name.to_owned(),
            [_] => "argument".to_owned(),
            [] => "empty grid".to_owned(),
            _ => String::new(),
        };
        Self { json: output.is_some_and(|o| o.json), id }
    }

    /// Writes the object if `--json` is given.
    pub(crate) fn show(&self, error: &BadInput) {
        if !self.json {
            return;
        }
        let mut failed = Failed::new(error);
        let mut id = self.id.clone();
        match &error.source {
            Some(source) if id.is_empty() => id.clone_from(source),
            // The place of the error is in another text, so the message names that text.
            Some(source) if *source != id => failed.message = format!("{source}: {}", failed.message),
            _ => {}
        }
        // Ignore errors: the reader may be gone, and the message is also written to standard error.
        let _ = print_text(&answer_line(&told(id, failed)));
    }
}

/// The answer for an input that could not be used; `id` is its name.
pub(crate) fn told(id: String, failed: Failed) -> AnswerRecord {
    AnswerRecord::new(id, Answer::Failed(failed))
}

fn of(common: &crate::args::Common) -> (Option<&Output>, Vec<&str>) {
    (Some(&common.output), common.source.inputs.iter().map(String::as_str).collect())
}

/// `help solv` gets the same suggestion as `solv`.
pub(crate) fn with_suggestion(mut usage: clap::Error) -> clap::Error {
    let told = usage.get(ContextKind::SuggestedSubcommand).is_some();
    if let Some(ContextValue::String(name)) = usage.get(ContextKind::InvalidSubcommand).filter(|_| !told) {
        let mut names: Vec<String> = Vec::new();
        for command in Cli::command().get_subcommands() {
            names.extend(std::iter::once(command).chain(command.get_subcommands()).map(|c| c.get_name().to_owned()));
        }
        if let Some(near) = nearest(name, names.iter().map(String::as_str)) {
            let near = ContextValue::Strings(vec![near.to_owned()]);
            usage.insert(ContextKind::SuggestedSubcommand, near);
        }
    }
    usage
}

/// Like [`Teller::print_wrapped`], for a command line that cannot be parsed, of which only the words are known.
pub(crate) fn misused(usage: &clap::Error) {
    if usage.exit_code() != 0 && std::env::args_os().any(|a| a == "--json") {
        let text = usage.render().to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        let message = lines.first().map_or("", |l| l.trim_start_matches("error: "));
        let mut error = BadInput::new(message);
        error.hint = lines.iter().find_map(|l| l.strip_prefix("tip: ")).map(str::to_owned);
        let _ = print_text(&answer_line(&told("command line".to_owned(), Failed::new(&error))));
    }
}
