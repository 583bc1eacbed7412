//! The list of the techniques in the order in which they are tried, with the first sentence of each page.

use cluewright::logic::{RARE, TECHNIQUES, Technique};
use std::fmt::Write as _;
use std::path::Path;

pub(super) const PAGE: &str = "docs/techniques.md";

const ABOUT: &str = "# The techniques

Each step of an explanation uses a technique. The page of a technique describes how the technique works, and shows a board on which
it finds a step. `cluewright techniques` prints this list, and `cluewright techniques show NAME` prints one page. Techniques are
defined in terms of groups and links of candidates, not of rows and boxes, so they work in variants, too.

## In the order in which they are tried

The difficulty of a technique is the difficulty of its easiest step.
";

const ON_REQUEST: &str = "\n## Only when asked for\n\nThese techniques are rare and slow to find, so they are used only if \
    `--techniques` names them.\n";

pub(super) fn list(root: &Path) -> Result<String, String> {
    let (mut out, mut listed) = (ABOUT.to_owned(), Vec::new());
    table(&mut out, root, TECHNIQUES, &mut listed)?;
    out.push_str(ON_REQUEST);
    table(&mut out, root, RARE, &mut listed)?;
    Ok(out)
}

/// Adds a line for each name that is not listed yet, as several techniques may find steps with the same name.
fn table(
    out: &mut String,
    root: &Path,
    techniques: &[&dyn Technique],
    listed: &mut Vec<&'static str>,
) -> Result<(), String> {
    out.push_str("\n| technique | difficulty | how it works |\n|---|---:|---|\n");
    for info in techniques.iter().flat_map(|t| t.infos()) {
        if listed.contains(&info.id) {
            continue;
        }
        listed.push(info.id);
        let path = format!("docs/techniques/{}.md", info.id);
        let text = std::fs::read_to_string(root.join(&path)).map_err(|e| format!("{path}: {e}"))?;
        let about = text.split("\n\n").nth(1).ok_or_else(|| format!("{path}: no sentences below its title"))?;
        let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
        let end = about.find(". ").map_or(about.len(), |at| at + 1);
        let difficulty = f64::from(info.difficulty) / 10.0;
        let _ = writeln!(out, "| [{}](techniques/{}.md) | {difficulty:.1} | {} |", info.name, info.id, &about[..end]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_that_of_the_techniques() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let there = std::fs::read_to_string(root.join(PAGE)).unwrap_or_default();
        assert_eq!(there, list(&root).expect("every technique has a page"), "run `cargo xtask pages`");
    }
}
