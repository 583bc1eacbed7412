//! `batch` keeps finished files, restarts stopped ones, and rejects a run with another question.

use crate::{common, share};

use common::{root, run};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A new folder with files of puzzles.
fn folder(name: &str, files: usize, rows: usize) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cluewright-shards-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("in")).expect("a folder");
    for file in 0..files {
        let mut text = String::from("name,puzzle\n");
        for row in 0..rows {
            let puzzle = match row % 4 {
                0 => UNIQUE.to_owned(),
                // Without the 5s and 3s, these two digits can be exchanged.
                1 => UNIQUE.replace(['5', '3'], "."),
                2 => "nonsense".to_owned(),
                _ => UNIQUE.replacen('.', "5", 1),
            };
            text.push_str(&format!("\"{file}, {row}\",{puzzle}\n"));
        }
        fs::write(folder.join(format!("in/{file:02}.csv")), text).expect("a file");
    }
    folder
}

fn words<'a>(op: &'a str, at: &'a (String, String), more: &[&'a str]) -> Vec<&'a str> {
    [&["batch", op, "--in", &at.0, "--out", &at.1], more].concat()
}

fn at(folder: &Path) -> (String, String) {
    let name = |inside: &str| folder.join(inside).to_string_lossy().into_owned();
    (name("in"), name("out"))
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join("out").join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

#[test]
fn every_row_has_its_status_and_keeps_its_columns() {
    let folder = folder("rows", 2, 9);
    let at = at(&folder);
    let done = run(&words("solve", &at, &[]));
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.err.contains("18 rows in 2 files done: 4 contradiction, 4 invalid_text, 4 multiple, 6 ok"),
        "{}",
        done.err
    );
    let table = read(&folder, "out/00001.csv");
    let mut lines = table.lines();
    let heading = "id,name,status,message,solutions,solution,extra,givens,engine_version,budget_nodes";
    assert_eq!(lines.next(), Some(heading));
    let version = env!("CARGO_PKG_VERSION");
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(lines.next(), Some(&*format!("2,\"1, 0\",ok,,1,{solution},,30,{version},1000000")));
    assert!(read(&folder, "_SUCCESS").contains("\"rows\":18"));
    // The JSON output has the same content.
    let told = run(&words("solve", &(at.0.clone(), format!("{}-json", at.1)), &["--write", "jsonl"]));
    assert_eq!(told.code, 0, "{}", told.err);
    let objects = fs::read_to_string(folder.join("out-json/out/00001.jsonl")).expect("objects");
    let first: serde_json::Value = serde_json::from_str(objects.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["name"], "1, 0");
    assert_eq!((first["solution"].as_str(), first["solutions"].as_i64()), (Some(solution), Some(1)));
    fs::remove_dir_all(folder).expect("it is there");
}

#[test]
fn a_run_is_joined_by_the_same_command_only() {
    let folder = folder("joined", 3, 4);
    let at = at(&folder);
    assert_eq!(run(&words("solve", &at, &["--shard", "2/2"])).code, 0);
    assert!(!folder.join("out/_SUCCESS").exists());
    let again = run(&words("solve", &at, &[]));
    assert!(again.code == 2 && again.err.contains("already contains a run"), "{}", again.err);
    for other in [&["--nodes", "5"][..], &["--rules", "anti-king"], &["--write", "jsonl"], &["--from", "line"]] {
        let wrong = run(&words("solve", &at, &[&["--resume"], other].concat()));
        assert!(wrong.code == 2 && wrong.err.contains("another question"), "{other:?}: {}", wrong.err);
    }
    let wrong = run(&words("rate", &at, &["--resume"]));
    assert!(wrong.code == 2 && wrong.err.contains("another question"), "{}", wrong.err);
    // The number of threads is not an option that affects the answers.
    assert_eq!(run(&words("solve", &at, &["--shard", "1/2", "--threads", "1"])).code, 0);
    assert!(folder.join("out/_SUCCESS").exists());
    fs::write(folder.join("in/01.csv"), "name,puzzle\nnew,nonsense\n").expect("a file");
    let wrong = run(&words("solve", &at, &["--resume"]));
    assert!(wrong.code == 2 && wrong.err.contains("have changed"), "{}", wrong.err);
    fs::remove_dir_all(folder).expect("it is there");
}

/// The finished files and their times.
fn done(folder: &Path) -> BTreeSet<(OsString, SystemTime)> {
    let files = fs::read_dir(folder.join("out/done")).into_iter().flatten().flatten();
    let whole = files.filter(|f| f.path().extension().is_some_and(|e| e == "json"));
    whole.map(|f| (f.file_name(), f.metadata().and_then(|m| m.modified()).expect("a time"))).collect()
}

/// A run that is repeatedly killed in the middle of a file ends with the same result as an undisturbed run, and does not rewrite
/// finished files.
#[test]
fn what_was_killed_is_gone_on_with() {
    let folder = folder("killed", 6, 400);
    let at = at(&folder);
    let whole = (at.0.clone(), format!("{}-whole", at.1));
    assert_eq!(run(&words("rate", &whole, &["--quiet"])).code, 0);
    let mut kills = 0;
    for _ in 0..3 {
        let before = done(&folder);
        let mut child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
            .args(words("rate", &at, &["--resume", "--quiet"]))
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        // As soon as another file is finished, the run is in the middle of the next one.
        while done(&folder) == before && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        kills += usize::from(child.kill().is_ok());
        child.wait().expect("a child");
        assert!(done(&folder).is_superset(&before), "what was done was written again");
    }
    let before = done(&folder);
    assert!(kills > 0 && !before.is_empty() && !folder.join("out/_SUCCESS").exists());
    assert_eq!(run(&words("rate", &at, &["--resume"])).code, 0);
    assert!(done(&folder).is_superset(&before) && folder.join("out/_SUCCESS").exists());
    for file in 0..6 {
        let name = format!("out/{file:05}.csv");
        let wanted = fs::read_to_string(folder.join("out-whole").join(&name)).expect("a file");
        assert!(read(&folder, &name) == wanted, "{name}");
    }
    fs::remove_dir_all(folder).expect("it is there");
}

/// The number of rows kept from a file with incomplete answers.
fn kept(folder: &Path) -> usize {
    let files = fs::read_dir(folder.join("out/out")).into_iter().flatten().flatten().map(|file| file.path());
    let marks = files.filter(|path| path.extension().is_some_and(|ending| ending == "rows"));
    let last = |path: PathBuf| -> Option<usize> {
        let text = fs::read_to_string(path).ok()?;
        let marks = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        marks.filter_map(|mark| usize::try_from(mark["rows"].as_u64()?).ok()).max()
    };
    marks.filter_map(last).max().unwrap_or(0)
}

/// Six hundred variants in one file (in the gate fewer), killed at ten moments: no written row is lost, and the final bytes equal
/// those of an undisturbed run.
#[test]
fn variants_that_are_killed_keep_their_rows() {
    let moments = share::parts(10).len();
    let many = 60 * moments;
    let folder = folder("variants", 0, 0);
    let pages = fs::read_dir(root().join("docs/rules")).expect("the rules' pages").flatten();
    let mut pages: Vec<PathBuf> = pages.map(|page| page.path()).collect();
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    let puzzle = |page: &PathBuf| {
        let text = fs::read_to_string(page).expect("a page");
        text.split_once("```clue\n").and_then(|(_, rest)| Some(rest.split_once("```")?.0.to_owned()))
    };
    let puzzles: Vec<String> = pages.iter().filter_map(puzzle).collect();
    let row = |(id, puzzle)| serde_json::json!({ "id": id, "puzzle": puzzle }).to_string() + "\n";
    let rows: String = puzzles.iter().cycle().take(many).enumerate().map(row).collect();
    fs::write(folder.join("in/00.jsonl"), rows).expect("a file");
    let at = at(&folder);
    let whole = (at.0.clone(), format!("{}-whole", at.1));
    assert_eq!(run(&words("rate", &whole, &["--quiet"])).code, 0);
    let mut before = 0;
    for moment in 1..=moments {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
            .args(words("rate", &at, &["--resume", "--quiet"]))
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let is_done = |child: &mut Child| child.try_wait().expect("a child").is_some();
        while kept(&folder) * (moments + 1) < many * moment && !is_done(&mut child) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!is_done(&mut child), "it ended before moment {moment}");
        child.kill().expect("it runs");
        child.wait().expect("a child");
        let now = kept(&folder);
        assert!(now > before, "at moment {moment} {now} rows are kept, and {before} before");
        before = now;
    }
    assert_eq!(run(&words("rate", &at, &["--resume"])).code, 0);
    let answers = |out: &str| fs::read_to_string(Path::new(out).join("out/00000.jsonl")).expect("a file");
    assert_eq!(answers(&at.1).lines().count(), many);
    assert!(answers(&at.1) == answers(&whole.1), "other bytes after {moments} kills");
    fs::remove_dir_all(folder).expect("it is there");
}

/// The process that takes over a shard removes the files of the killed one, but not files that are still being written.
#[test]
fn leftovers_of_a_kill_are_removed() {
    let folder = folder("left", 3, 2);
    let at = at(&folder);
    assert_eq!(run(&words("solve", &at, &["--shard", "1/3"])).code, 0);
    let part = |name: &str| folder.join("out/out").join(name);
    let [left, held, other] = [".00001.csv.1", ".00001.csv.2", ".00002.csv.1"].map(part);
    for path in [&left, &held, &other] {
        fs::write(path, "half").expect("a file");
    }
    let writer = fs::File::open(&held).expect("it is there");
    writer.try_lock().expect("nobody else has it");
    assert_eq!(run(&words("solve", &at, &["--shard", "2/3"])).code, 0);
    assert_eq!([&left, &held, &other].map(|path| path.exists()), [false, true, true]);
    drop(writer);
    assert_eq!(run(&words("solve", &at, &["--resume"])).code, 0);
    let mut files: Vec<OsString> =
        fs::read_dir(folder.join("out/out")).expect("a folder").flatten().map(|f| f.file_name()).collect();
    files.sort();
    assert_eq!(files, ["00000.csv", "00001.csv", "00002.csv"]);
    fs::remove_dir_all(folder).expect("it is there");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_parquet_it_says_so() {
    let folder = folder("without", 1, 1);
    let done = run(&words("solve", &at(&folder), &["--write", "parquet"]));
    assert!(done.code == 2 && done.err.contains("built without Parquet"), "{}", done.err);
    fs::remove_dir_all(folder).expect("it is there");
}

#[cfg(feature = "parquet")]
#[test]
fn columns_go_in_and_out() {
    let folder = folder("columns", 1, 9);
    let at = at(&folder);
    let done = run(&words("canonical", &at, &["--write", "parquet"]));
    assert_eq!(done.code, 0, "{}", done.err);
    // Its own output has no column of puzzles; a text does, and a table of `convert` with its name changed.
    let texts = (at.0.clone(), format!("{}-texts", at.1));
    assert_eq!(run(&words("convert", &texts, &["--to", "line", "--write", "parquet"])).code, 0);
    let again = (format!("{}/out", texts.1), format!("{}-again", at.1));
    let done = run(&words("solve", &again, &["--field", "text"]));
    assert!(done.err.contains("9 rows in 1 file done"), "{}", done.err);
    let wrong = run(&words("solve", &again, &["--field", "text", "--write", "csv", "--resume"]));
    assert_eq!(wrong.code, 2);
    fs::remove_dir_all(folder).expect("it is there");
}

/// The answers have a column for the values of extra cells. Solutions that differ only there count as different.
#[test]
fn extra_cells_are_a_column() {
    let folder = folder("extra", 0, 0);
    // A star in one of the two cells that hold a 1; the second puzzle fixes which one.
    let two = "grid: 2x2\nboxes: none\nrules: latin, star\ngivens:\n  12\n  2.\n\nrule star\n  \
               extra shown cell star[cells]: 0..1\n  require exactly 1 c in cells: star[c] = 1\n  \
               for c in cells: require star[c] = 1 => c = 1\n";
    let one = two.replace("exactly 1 c in cells: star[c] = 1", "star[cell(2, 2)] = 1 and star[cell(1, 1)] = 0");
    let lines = format!("{{\"puzzle\":{two:?}}}\n{{\"puzzle\":{one:?}}}\n");
    fs::write(folder.join("in/00.jsonl"), lines).expect("a file");
    let at = at(&folder);
    let done = run(&words("solve", &at, &["--write", "csv"]));
    assert!(done.err.contains("1 multiple, 1 ok"), "{}", done.err);
    assert_eq!(read(&folder, "out/00000.csv").matches("star=0001").count(), 1);
    #[cfg(feature = "parquet")]
    {
        use arrow_array::cast::AsArray;
        let again = (at.0.clone(), format!("{}-parquet", at.1));
        assert_eq!(run(&words("solve", &again, &["--write", "parquet"])).code, 0);
        let file = fs::File::open(Path::new(&again.1).join("out/00000.parquet")).expect("a file");
        let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).expect("a table");
        let rows = reader.build().expect("rows").next().expect("a batch").expect("it is whole");
        let column = |name: &str| rows.column_by_name(name).expect("a column").as_string::<i32>().clone();
        assert_eq!(column("status").iter().flatten().collect::<Vec<_>>(), ["multiple", "ok"]);
        assert_eq!(column("extra").iter().collect::<Vec<_>>(), [None, Some("star=0001")]);
    }
    fs::remove_dir_all(folder).expect("it is there");
}
