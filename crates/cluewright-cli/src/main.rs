//! The `cluewright` command: arguments in, answers to standard output, messages to standard error, an exit status.

mod args;
mod batch;
mod commands;
mod draw;
mod failed;
mod input;
mod output;
mod pictured;
mod screen;
mod shards;
mod stop;
mod target;
mod user_rules;
mod watched;

use args::{Cli, Command};
use clap::Parser;
use output::Exit;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => return misused(&failed::with_suggestion(usage)),
    };
    stop::listen();
    let teller = failed::Teller::new(&cli);
    // A closed pipe (`| head`) is not an error, and a message would not be read.
    match run(cli) {
        Ok(exit) => exit.into(),
        Err(output::Failure::Pipe) => Exit::Done.into(),
        Err(output::Failure::Input(error)) if error.stopped => {
            batch::stopped(&error);
            teller.show(&error);
            Exit::Limit.into()
        }
        Err(output::Failure::Input(error)) => {
            output::report_error(&error);
            teller.show(&error);
            Exit::BadInput.into()
        }
    }
}

/// Prints a usage error or help. The message quotes the arguments, and a file name may contain any characters.
fn misused(usage: &clap::Error) -> ExitCode {
    failed::misused(usage);
    if std::env::args_os().any(|a| a.to_string_lossy().chars().any(screen::is_hidden)) {
        output::warn(usage.render().to_string().trim_end());
        return Exit::BadInput.into();
    }
    usage.exit()
}

fn run(cli: Cli) -> Result<Exit, output::Failure> {
    match cli.command {
        Command::Solve(args) => commands::solve::run(args),
        Command::Count(args) => commands::count::run(args),
        Command::Candidates(args) => commands::candidates::run(args),
        Command::Explain(args) => commands::explain::run(args),
        Command::Steps(args) => commands::steps::run(args),
        Command::Hint(args) => commands::hint::run(args),
        Command::Rate(args) => commands::rate::run(args),
        Command::Generate(args) => commands::generate::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Convert(args) => commands::convert::run(args),
        Command::Read(args) => commands::read::run(args),
        Command::Batch(args) => shards::run(args),
        Command::Render(args) => commands::render::run(args),
        Command::Serve(args) => commands::serve::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::Techniques(args) => commands::techniques::run(args),
        Command::Completions { shell } => commands::manual::completions(shell),
        Command::Man { dir } => commands::manual::man(dir),
    }
}
