//! `techniques`: list and show techniques.

use crate::args::Techniques;
use crate::output::{Exit, Failure, Paint, json, print_text, print_wrapped};
use cluewright::logic::{RARE, TECHNIQUES, TechniqueInfo};
use cluewright::report::TechniqueReport;
use cluewright::techniques::techniques_named;
use serde::Serialize;

/// The id, the description and the example step of each technique, from its documentation page.
static PAGES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/techniques.rs"));

/// A technique as it is printed.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    known: TechniqueReport,
    about: String,
    example: String,
}

impl Entry {
    fn new(info: &'static TechniqueInfo) -> Self {
        let page = PAGES.iter().find(|(id, ..)| *id == info.id);
        // Join the lines of each paragraph.
        let flowing = |text: &str| {
            let paragraphs = text.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
            paragraphs.collect::<Vec<_>>().join("\n\n")
        };
        Self {
            known: TechniqueReport::new(info),
            about: page.map_or_else(String::new, |(_, about, _)| flowing(about)),
            example: page.map_or_else(String::new, |(.., step)| flowing(step)),
        }
    }
}

pub(crate) fn run(command: Techniques) -> Result<Exit, Failure> {
    match command {
        Techniques::List { output } => {
            let mut infos: Vec<&'static TechniqueInfo> = Vec::new();
            for info in TECHNIQUES.iter().chain(RARE).flat_map(|t| t.infos()) {
                if !infos.iter().any(|i| i.id == info.id) {
                    infos.push(info);
                }
            }
            let entries: Vec<Entry> = infos.into_iter().map(Entry::new).collect();
            if output.json {
                return print_text(&entries.iter().map(json).collect::<String>()).map(|()| Exit::Done);
            }
            let paint = Paint::new(output);
            let width = entries.iter().map(|e| e.known.id.len()).max().unwrap_or(0);
            let mut out = String::new();
            let titles = [(false, "In the order in which they are tried"), (true, "Only if named with --techniques")];
            for (on_request, title) in titles {
                out.push_str(&format!("{}\n", paint.bold(title)));
                for e in entries.iter().filter(|e| e.known.on_request == on_request) {
                    let other = if e.known.elsewhere.is_empty() {
                        String::new()
                    } else {
                        format!(", known as {}", e.known.elsewhere)
                    };
                    let known = &e.known;
                    out.push_str(&format!("  {:4.1}  {:width$}  {}{other}\n", known.difficulty, known.id, known.name));
                }
                out.push('\n');
            }
            if !output.quiet {
                out.push_str("The number before each name is the difficulty of the technique's easiest step. `cluewright techniques show NAME` describes a technique.\n");
            }
            print_wrapped(&out)?;
        }
        Techniques::Show { name, output } => {
            let entries: Vec<Entry> = techniques_named(&name)?.into_iter().map(Entry::new).collect();
            if output.json {
                return print_text(&entries.iter().map(json).collect::<String>()).map(|()| Exit::Done);
            }
            let paint = Paint::new(output);
            let shown: Vec<String> = entries.iter().map(|e| show(e, paint)).collect();
            print_wrapped(&shown.join("\n"))?;
        }
    }
    Ok(Exit::Done)
}

fn show(entry: &Entry, paint: Paint) -> String {
    let mut out = format!(
        "{} ({}), difficulty {:.1} or more\n",
        paint.bold(&entry.known.name),
        entry.known.id,
        entry.known.difficulty
    );
    if !entry.known.other_names.is_empty() {
        out.push_str(&format!("Also called {}.\n", entry.known.other_names.join(", ")));
    }
    if !entry.known.elsewhere.is_empty() {
        out.push_str(&format!("Known as {}.\n", entry.known.elsewhere));
    }
    if entry.known.on_request {
        out.push_str("Used only if --techniques names it.\n");
    }
    if !entry.about.is_empty() {
        out.push_str(&format!("\n{}\n", entry.about));
    }
    if !entry.example.is_empty() {
        out.push_str(&format!("\nAn example: {}\n", entry.example));
    }
    if !entry.known.source.is_empty() {
        out.push_str(&format!("\n{}\n", paint.dim(&format!("Source: {}", entry.known.source))));
    }
    out
}
