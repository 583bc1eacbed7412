//! `mutants`: plants errors one at a time in a copy of the sources, in code that reading, evaluation and lowering share, so that
//! comparing the results of these three cannot reveal the errors. The witness (crates/cluewright/tests/witness) must find every
//! error. A substitution that no longer applies is also a failure, since the list must then be adapted to the changed code.

use crate::task::{Fail, ONLY, Task, Words};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

pub(crate) const TASK: Task = Task {
    name: "mutants",
    takes: "",
    about: "plant known errors, one at a time, in a copy of the sources: the witness has to find each",
    options: &[ONLY],
    run,
};

/// The folder of the copy and its build.
const FOLDER: &str = "target/mutants";

/// An error to plant: its name, its file, the text to replace, which must occur exactly once, and the replacement.
struct Mutant {
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const PLACES: &str = "crates/cluewright-rules/src/places.rs";
const SHAPE: &str = "crates/cluewright-core/src/shape.rs";
const ARGS: &str = "crates/cluewright-rules/src/args.rs";

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "the first 2x2 square forgotten",
        file: PLACES,
        from: ".filter(|s| s[1] != s[2] && s[0] != s[3])",
        to: ".filter(|s| s[1] != s[2] && s[0] != s[3]).skip(1)",
    },
    Mutant {
        name: "boxes shifted by a row",
        file: SHAPE,
        from: "regions.push(self.block(top + r, left + c, box_height, box_width));",
        to: "regions.push(self.block(top + (r + 1) % height, left + c, box_height, box_width));",
    },
    Mutant {
        name: "diagonals swapped",
        file: PLACES,
        from: "all.push((0..n).filter_map(|i| at(i, i)).collect());\n            \
               all.push((0..n).filter_map(|i| at(n - 1 - i, i)).collect());",
        to: "all.push((0..n).filter_map(|i| at(n - 1 - i, i)).collect());\n            \
             all.push((0..n).filter_map(|i| at(i, i)).collect());",
    },
    Mutant {
        name: "touching without corners",
        file: PLACES,
        from: "Nearness::Touching => d != 0 || r != 0,",
        to: "Nearness::Touching => (d == 0) != (r == 0),",
    },
    Mutant {
        name: "wrap-around wrong at the right edge",
        file: SHAPE,
        from: "col = col.rem_euclid(self.width as i32);",
        to: "col = col.rem_euclid(self.width as i32 + 1);",
    },
    Mutant {
        name: "knight's moves without one direction",
        file: PLACES,
        from: "(a, -b), (a, b), (b, -a), (b, a)];",
        to: "(a, -b), (a, b), (b, -a)];",
    },
    Mutant {
        name: "a parameter's default ignored",
        file: ARGS,
        from: "Some(default.map_err(|e| e.within(format!(\"rule {}\", rule.name)))?)",
        to: "default.map(|_| None).map_err(|e| e.within(format!(\"rule {}\", rule.name)))?",
    },
    Mutant {
        name: "two clue arguments swapped",
        file: ARGS,
        from: "        bound.push(arg);\n    }\n    Ok(bound)",
        to: "        bound.push(arg);\n    }\n    if bound.len() == 3 && rule.params[1].kind == rule.params[2].kind {\n        \
             bound.swap(1, 2);\n    }\n    Ok(bound)",
    },
    Mutant {
        name: "two unnamed clue arguments swapped",
        file: "crates/cluewright-rules/src/bound.rs",
        from: "params.iter().find(fits)",
        to: "params.iter().rev().find(fits)",
    },
    Mutant {
        name: "rows read as columns: line",
        file: "crates/cluewright-formats/src/line.rs",
        from: "puzzle.givens.push(Given { cell: Cell::at(i), digits });",
        to: "let n = usize::from(n);\n                puzzle.givens.push(Given { cell: Cell::at(i % n * n + i / n), digits });",
    },
    Mutant {
        name: "rows read as columns: clues of iss",
        file: "crates/cluewright-formats/src/iss/places.rs",
        from: "(Some(b'R' | b'r'), Some(r)) if (1..=self.rows).contains(&r) => shape.block(r - 1, 0, 1, self.columns),",
        to: "(Some(b'R' | b'r'), Some(r)) if (1..=self.rows).contains(&r) => shape.block(0, r - 1, self.rows, 1),",
    },
    Mutant {
        name: "pairs of the grid without the last",
        file: PLACES,
        from: "all.extend(near(a).into_iter().filter(|&b| both || a < b).map(|b| (a, b)));\n        }\n",
        to: "all.extend(near(a).into_iter().filter(|&b| both || a < b).map(|b| (a, b)));\n        }\n        all.pop();\n",
    },
    Mutant {
        name: "pairs of a list without the last, in lowering",
        file: "crates/cluewright-rules/src/words/pairs.rs",
        from: "all.extend(list.items[i + 1..].iter().map(|b| Val::list(vec![a.clone(), b.clone()])));\n    }\n",
        to: "all.extend(list.items[i + 1..].iter().map(|b| Val::list(vec![a.clone(), b.clone()])));\n    \
             }\n    all.pop();\n",
    },
];

/// Runs the task. The working directory must be the root of the repository.
fn run(words: &Words) -> Result<(), Fail> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = root.join(FOLDER).join("tree");
    copy(&root, &tree).map_err(|e| format!("{}: {e}", tree.display()))?;
    let mut wrong = Vec::new();
    // Without an error the witness must pass; this run also builds everything.
    match failures(&tree)? {
        Some(failed) if failed.is_empty() => {}
        Some(failed) => return Err(format!("the witness fails without a planted error: {}", failed.join(", ")).into()),
        None => return Err("the copy does not build".into()),
    }
    for mutant in MUTANTS.iter().filter(|m| words.wants(m.name)) {
        let path = tree.join(mutant.file);
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", mutant.file))?;
        if text.matches(mutant.from).count() != 1 {
            wrong.push(format!("{}: its text is not in {} once", mutant.name, mutant.file));
            continue;
        }
        let start = Instant::now();
        std::fs::write(&path, text.replace(mutant.from, mutant.to)).map_err(|e| format!("{}: {e}", mutant.file))?;
        let found = failures(&tree);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", mutant.file))?;
        let told = match found? {
            None => "does not build".to_owned(),
            Some(failed) if failed.is_empty() => "NOT CAUGHT".to_owned(),
            Some(failed) => format!("caught by {}", failed.join(", ")),
        };
        println!("{}: {told} ({} s)", mutant.name, start.elapsed().as_secs());
        if !told.starts_with("caught") {
            wrong.push(format!("{}: {told}", mutant.name));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The tests of the witness that fail in this tree; `None` if the tree does not build.
fn failures(tree: &Path) -> Result<Option<Vec<String>>, String> {
    let cargo = |extra: &[&str]| {
        Command::new("cargo")
            .args(["test", "--quiet", "--package", "cluewright", "--test", "tests", "witness::"])
            .args(extra)
            .current_dir(tree)
            .env("CARGO_TARGET_DIR", tree.join("../build"))
            .output()
            .map_err(|e| format!("cargo: {e}"))
    };
    let built = cargo(&["--no-run"])?;
    if !built.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&built.stderr));
        return Ok(None);
    }
    let tested = cargo(&[])?;
    let text = String::from_utf8_lossy(&tested.stdout);
    let mut failed: Vec<String> = text
        .lines()
        .filter_map(|l| l.strip_prefix("---- ")?.strip_suffix(" stdout ----"))
        .map(|name| name.rsplit("::").next().unwrap_or(name).to_owned())
        .collect();
    if failed.is_empty() && !tested.status.success() {
        failed.push("the test's end by itself".to_owned());
    }
    Ok(Some(failed))
}

/// Copies the files that are needed to build. Unchanged files are not touched, so that cargo rebuilds little.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "target" || name == ".git" {
            continue;
        }
        let (source, copied) = (entry.path(), to.join(&name));
        if entry.file_type()?.is_dir() {
            copy(&source, &copied)?;
        } else {
            let bytes = std::fs::read(&source)?;
            if std::fs::read(&copied).ok().as_ref() != Some(&bytes) {
                std::fs::write(&copied, bytes)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every error can still be planted. The list is tested here because the task itself runs rarely.
    #[test]
    fn substitutions_apply() {
        for mutant in MUTANTS {
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(mutant.file);
            let text = std::fs::read_to_string(path).expect("a file of the project");
            assert_eq!(text.matches(mutant.from).count(), 1, "{}: {}", mutant.name, mutant.file);
        }
    }
}
