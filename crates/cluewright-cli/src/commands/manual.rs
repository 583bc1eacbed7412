//! `completions` and `man`, generated from the definitions of the arguments.

use crate::args::Cli;
use crate::output::{Exit, Failure, print_text};
use clap::CommandFactory;
use cluewright::BadInput;
use std::path::PathBuf;

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cluewright", &mut text);
    print_text(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

pub(crate) fn man(dir: Option<PathBuf>) -> Result<Exit, Failure> {
    let failed = |e: std::io::Error| BadInput::new(format!("the manual page cannot be written: {e}"));
    let Some(dir) = dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Cli::command()).render(&mut page).map_err(failed)?;
        print_text(&String::from_utf8_lossy(&page))?;
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(&dir).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), &dir).map_err(failed)?;
    Ok(Exit::Done)
}
