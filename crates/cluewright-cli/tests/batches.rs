//! Files of many puzzles: one answer per record, in order, equal to that of the puzzle alone; also after stopping and resuming.

use crate::{common, share};

use cluewright::report::AnswerRecord;
use common::{Run, root, run, run_with};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str = ".7.....8414.....9..58.1..3.....92.1...6..7.....5......7..58...6...7.........4.9.2";
const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Every command that takes batches.
const COMMANDS: [&[&str]; 10] = [
    &["solve"],
    &["count", "--limit", "1000"],
    &["candidates"],
    &["explain"],
    &["steps", "--techniques", "naked_single,hidden_single,pointing"],
    &["hint"],
    &["rate"],
    &["check"],
    &["convert", "--to", "line"],
    &["convert", "--to", "clue"],
];

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cluewright-batches-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder");
        fs::write(&path, text).expect("a file for the test");
        path.to_str().expect("a name in UTF-8").to_owned()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a name in UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An example written in another format, on one line.
fn example(name: &str, format: &str) -> String {
    let run = run(&["convert", "--to", format, &format!("examples/{name}.clue")]);
    assert_eq!(run.code, 0, "{}", run.err);
    run.out.trim().to_owned()
}

/// About forty puzzles and texts that resemble puzzles, one per line.
fn mixed() -> Vec<String> {
    let mut rows: Vec<String> = [EASY, OTHER, FULL].map(str::to_owned).to_vec();
    let text = |s: &str| s.to_owned();
    // Invalid ordinary puzzles: clashes, wrong full grids, several solutions, none.
    rows.push(EASY.replacen("53", "55", 1));
    rows.push(FULL.replacen("534", "543", 1));
    rows.push(FULL.replacen('5', ".", 9));
    rows.push(EASY.replace('7', "."));
    rows.push(EASY.replacen("53..7", "53.27", 1));
    rows.push(format!("{EASY} # a remark"));
    rows.push(format!("{EASY},{FULL}"));
    rows.push(EASY.replace('.', "0"));
    // Other sizes.
    rows.push(text("1..............."));
    rows.push(text("12..34..2.....3."));
    rows.push(text("11.............."));
    rows.push(example("sixteen", "line"));
    // Candidates.
    let cell = |c: char| if c == '.' { text("123456789") } else { format!("{c:.>9}") };
    rows.push(EASY.chars().map(cell).collect());
    // Strings, links, packed ids, objects.
    for name in ["arrow", "jigsaw", "killer", "six", "thermometer"] {
        rows.push(example(name, "iss"));
    }
    for name in ["killer", "thermometer", "arrow"] {
        let link = example(name, "f-puzzles");
        rows.push(link.split_once("load=").expect("a link").1.to_owned());
        rows.push(link);
    }
    let givens = |first: &str| {
        let empty = "[{},{},{},{}]";
        format!(r#"{{"size":4,"grid":[[{first},{{}},{{}},{{}}],{empty},{empty},{empty}],"title":"two, three"}}"#)
    };
    rows.push(givens(r#"{"value":1,"given":true}"#));
    rows.push(givens(r#"{"value":7,"given":true}"#));
    rows.push(text(".Shape~4x4.~R1C1_1.~R2C3_2.~R3C4_3"));
    rows.push(text(".Shape~4x4.Cage~55~R1C1~R1C2"));
    rows.push(text(".Shape~4x4.Cage~x~R1C1"));
    rows.push(text(".Shape~4x4.Shape~6x6"));
    rows.push(text(".Shape~4x4.NoSuchThing~R1C1"));
    // No puzzles.
    rows.push(text("nonsense"));
    rows.push(EASY[..80].to_owned());
    rows.push(format!("{EASY}1"));
    rows.push(text("https://f-puzzles.com/?load=N4Ig"));
    rows.push(text("{\"size\":9,"));
    rows.push(text("\u{1b}[31mred"));
    rows.push(OTHER.to_owned());
    assert!(rows.len() >= 38 && rows.iter().all(|r| !r.contains('\n')));
    rows
}

/// The arguments of a command, with those that make its output repeatable.
fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// A CSV text as rows of fields.
fn csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => field.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            c => field.push(c),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty(), "the last row is whole");
    rows
}

/// An answer as JSON without its id and, separately, the line of the error's position.
fn bare(line: &str) -> (Value, Option<u64>) {
    let mut value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let object = value.as_object_mut().expect("an object");
    object.remove("id").expect("an id");
    let place = object.get_mut("place").and_then(|p| p.get_mut(0)).map(Value::take).and_then(|l| l.as_u64());
    (value, place)
}

/// An answer is read back and written again as the same text. Only the first text escapes characters that could control a terminal.
fn told(line: &str) -> AnswerRecord {
    let told: AnswerRecord = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let again = serde_json::to_string(&told).expect("it is written");
    if line.contains("\\u2") {
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(value(&again), value(line));
        return told;
    }
    if let Some(at) = again.bytes().zip(line.bytes()).position(|(a, b)| a != b) {
        let show = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(60)..]).chars().take(120).collect::<String>()
        };
        panic!("it says {}\nread and written {}", show(line), show(&again));
    }
    assert_eq!(again, line);
    told
}

// ---- one answer a record ----

#[test]
fn every_command_answers_each_record_as_if_it_were_alone() {
    let folder = Folder::new("alone");
    let rows = mixed();
    let file = folder.file("all.txt", &(rows.join("\n") + "\n"));
    let alone = folder.path("alone.txt");
    let mut different = Vec::new();
    for command in COMMANDS {
        let args = with(command, &["--json", "--no-times", "--nodes", "2000"]);
        let batch = run(&with(&args, &[&file]));
        let lines: Vec<&str> = batch.out.lines().collect();
        assert_eq!(lines.len(), rows.len(), "{command:?}\n{}", batch.err);
        let mut worst = 0;
        for (i, (row, line)) in rows.iter().zip(&lines).enumerate() {
            assert_eq!(told(line).id, (i + 1).to_string(), "{command:?}");
            fs::write(&alone, format!("{row}\n")).expect("a file");
            let single = run(&with(&args, &[&alone]));
            assert_eq!(single.out.lines().count(), 1, "{command:?} {row}\n{}", single.out);
            let (mut there, place) = bare(line);
            let (mut here, _) = bare(single.out.trim());
            if let Some(place) = place.filter(|&place| place != i as u64 + 1) {
                different.push(format!("{command:?}\n  {row}\n  stands in line {}, not in line {place}", i + 1));
            }
            // Only one of the two may contain the position within a one-line text.
            for answer in [&mut there, &mut here] {
                answer.as_object_mut().expect("an object").remove("place");
            }
            if there != here {
                different.push(format!("{command:?}\n  {row}\n  in a batch: {there}\n  alone: {here}"));
            }
            let rank = |code: i32| [0, 1, 3, 2].iter().position(|&c| c == code).expect("an exit status");
            worst = worst.max(rank(single.code));
        }
        assert_eq!(batch.code, [0, 1, 3, 2][worst], "{command:?}: the worst of all");
    }
    assert!(different.is_empty(), "{} answers differ:\n{}", different.len(), different.join("\n"));
}

#[test]
fn rows_of_text_and_tables_say_what_the_objects_say() {
    let folder = Folder::new("forms");
    let rows = mixed();
    let file = folder.file("all.txt", &(rows.join("\n") + "\n"));
    for command in COMMANDS {
        let args = with(command, &["--no-times", "--nodes", "2000", &file]);
        let plain = with(command, &["--nodes", "2000", &file]);
        let json = run(&with(&args, &["--json"]));
        let objects: Vec<AnswerRecord> = json.out.lines().map(told).collect();
        assert_eq!(objects.len(), rows.len(), "{command:?}");

        let text = run(&plain);
        if command != COMMANDS[9] {
            assert_eq!(text.out.lines().count(), rows.len(), "{command:?}");
            for (object, line) in objects.iter().zip(text.out.lines()) {
                assert_eq!(object.answer.row(), line, "{command:?} {}", object.id);
            }
        }
        let ids = run(&with(&plain, &["--ids"]));
        let expected: String = objects.iter().map(|o| o.id.clone() + "\t" + &o.answer.row() + "\n").collect();
        if command == COMMANDS[9] {
            for n in 1..=rows.len() {
                assert!(ids.out.lines().any(|l| l == format!("# {n}") || l.starts_with(&format!("{n}\t"))), "{n}");
            }
        } else {
            assert_eq!(ids.out, expected, "{command:?}");
        }
        let table = run(&with(&plain, &["--csv"]));
        let cells = csv(&table.out);
        assert_eq!(cells.len(), rows.len() + 1, "{command:?}");
        assert_eq!((cells[0][0].as_str(), cells[0].last().map(String::as_str)), ("id", Some("message")));
        for (object, cells) in objects.iter().zip(&cells[1..]) {
            assert_eq!(object.id, cells[0], "{command:?}");
            assert_eq!(cells.len(), csv(&table.out)[0].len(), "{command:?} {}", object.id);
        }
        for other in [&text, &ids, &table] {
            assert_eq!(other.code, json.code, "{command:?}");
            assert!(!other.out.contains('\u{1b}') && !other.err.contains('\u{1b}'), "{command:?}");
        }
    }
}

#[test]
fn a_batch_from_standard_input_and_on_any_threads_is_the_same() {
    let folder = Folder::new("threads");
    let text = mixed().join("\n") + "\n";
    let file = folder.file("all.txt", &text);
    for command in COMMANDS {
        let args = with(command, &["--json", "--no-times", "--nodes", "500"]);
        let one = run(&with(&args, &["--threads", "1", &file]));
        for threads in ["2", "5"] {
            let more = run(&with(&args, &["--threads", threads, &file]));
            assert_eq!((more.out, more.code), (one.out.clone(), one.code), "{command:?} on {threads}");
        }
        let piped = run_with(&with(&args, &["-"]), text.as_bytes());
        assert_eq!((piped.out, piped.code), (one.out.clone(), one.code), "{command:?} from standard input");
    }
}

#[test]
fn every_kind_of_answer_is_read_back() {
    let folder = Folder::new("read-back");
    // Leave out the large puzzles, which only take time.
    let some: Vec<String> = mixed().into_iter().filter(|r| r.len() < 200).collect();
    assert!(some.len() > 25);
    let file = folder.file("some.txt", &(some.join("\n") + "\n"));
    let table = folder.file("table.csv", &format!("name,puzzle\n\"a, b\",{EASY}\nnone,\n"));
    let forms: [&[&str]; 23] = [
        &["count", "--limit", "300", "--list"],
        &["count", "--limit", "3"],
        &["count", "--split", "r1c1,r1c2", "--limit", "100"],
        &["candidates", "--counts", "3"],
        &["explain", "--verify"],
        &["explain", "--until", "stuck"],
        &["explain", "--techniques", "naked_single"],
        &["steps", "--other-ways"],
        &["steps", "--cells", "r1c1,r1c2,r1c3"],
        &["steps", "--most", "2"],
        &["hint", "--level", "1"],
        &["hint", "--level", "2"],
        &["hint", "--level", "3"],
        &["hint", "--level", "4"],
        &["rate"],
        &["check"],
        &["check", "--minimise"],
        &["convert", "--to", "iss"],
        &["convert", "--to", "f-puzzles"],
        &["convert", "--to", "grid"],
        &["convert", "--to", "sukaku"],
        &["convert", "--to", "canonical"],
        &["solve", "--stats"],
    ];
    for form in forms.iter().chain(&COMMANDS) {
        for (file, n) in [(&file, some.len()), (&table, 2)] {
            for timed in [false, true] {
                let mut args = with(form, &["--json", "--nodes", "300", file]);
                if !timed {
                    args.push("--no-times");
                } else if n > 2 {
                    continue; // the table will do
                }
                let run = run(&args);
                assert_eq!(run.out.lines().count(), n, "{form:?}\n{}", run.err);
                for line in run.out.lines() {
                    let told = told(line);
                    assert_eq!(told.columns.len(), usize::from(n == 2), "{line}");
                    let _ = (told.answer.row(), told.answer.ending(), told.answer.field("status"));
                }
            }
        }
    }
    // The same applies to errors that do not concern a puzzle.
    for args in [&["solve", "--json", "no-such-file"][..], &["rate", "--json", "--rules", "no-such-rule"]] {
        let run = run(args);
        assert_eq!((run.code, run.out.lines().count()), (2, 1), "{args:?} {}", run.out);
        told(run.out.trim());
    }
}

#[test]
fn estimates_are_read_back() {
    for seed in 0..20 {
        let seed = seed.to_string();
        let run = run(&[
            "count",
            "--estimate",
            "--sample",
            "20",
            "--seed",
            &seed,
            "--json",
            "--no-times",
            "12..............",
        ]);
        told(run.out.trim());
    }
}

// ---- parts of a batch ----

#[test]
fn skipping_leaves_the_rest_as_it_is() {
    let folder = Folder::new("skip");
    let rows = mixed();
    let file = folder.file("all.txt", &format!("# a comment\n\n{}\n", rows.join("\n\n")));
    for command in COMMANDS {
        let args = with(command, &["--json", "--no-times", "--nodes", "100", &file]);
        let whole = run(&args);
        let lines: Vec<&str> = whole.out.lines().collect();
        assert_eq!(lines.len(), rows.len());
        for n in [0, 1, 17, rows.len() - 1, rows.len(), 1000] {
            let rest = run(&with(&args, &["--skip", &n.to_string()]));
            assert_eq!(rest.out.lines().collect::<Vec<_>>(), lines[n.min(lines.len())..], "{command:?} --skip {n}");
        }
        let table = run(&with(command, &["--nodes", "100", "--csv", &file]));
        let rest = run(&with(command, &["--nodes", "100", "--csv", "--skip", "20", &file]));
        let (table, rest) = (csv(&table.out), csv(&rest.out));
        assert_eq!((&table[0], &table[21..]), (&rest[0], &rest[1..]), "{command:?}");
    }
}

#[test]
fn several_files_and_folders_name_their_records() {
    let folder = Folder::new("several");
    let a = folder.file("in/a.txt", &format!("{EASY}\n{OTHER}\n"));
    let b = folder.file("in/b.clue", &format!("grid: 9x9\ngivens: {EASY}\n"));
    let c = folder.file("in/c.csv", &format!("name,puzzle\none,{EASY}\ntwo,nonsense\n"));
    let expected = [format!("{a}:1"), format!("{a}:2"), b.clone(), format!("{c}:2"), format!("{c}:3")];
    for command in COMMANDS {
        for inputs in [vec![a.as_str(), &b, &c], vec![&folder.path("in")[..]]] {
            let args = with(command, &["--json", "--no-times"]);
            let answers = run(&with(&args, &inputs));
            let ids: Vec<String> = answers.out.lines().map(|l| told(l).id).collect();
            assert_eq!(ids, expected, "{command:?} {inputs:?}\n{}", answers.err);
            assert_eq!(answers.code, 2);
            assert!(answers.err.contains("c.csv:3"), "{}", answers.err);
        }
        // The same answers as those of each file.
        let all = run(&with(command, &["--json", "--no-times", &a, &b, &c]));
        let each: Vec<Value> = [&a, &b, &c]
            .iter()
            .flat_map(|f| {
                run(&with(command, &["--json", "--no-times", f])).out.lines().map(|l| bare(l).0).collect::<Vec<_>>()
            })
            .collect();
        let all: Vec<Value> = all.out.lines().map(|l| bare(l).0).collect();
        // The names of a row's other columns are also the same.
        assert_eq!(all, each, "{command:?}");
    }
}

#[test]
fn columns_of_a_table_stay_with_its_answers() {
    let folder = Folder::new("columns");
    let file = folder
        .file("t.csv", &format!("\"the name\",puzzle,status\n\"a, \"\"b\"\"\",{EASY},x\n\"two\nlines\",{OTHER},\n"));
    for command in COMMANDS {
        let table = csv(&run(&with(command, &["--csv", &file])).out);
        let plain = csv(&run(&with(command, &["--csv", "examples/killer.clue"])).out);
        assert_eq!(table.len(), 3, "{command:?}");
        let at = |name: &str| table[0].iter().position(|c| c == name);
        let name = at("the name").unwrap_or_else(|| panic!("{command:?}: {:?}", table[0]));
        assert_eq!((table[1][name].as_str(), table[2][name].as_str()), ("a, \"b\"", "two\nlines"), "{command:?}");
        // All input columns are kept, including the puzzle's. If a name is taken, our column gets another one.
        assert!(table[0].len() == plain[0].len() + 3, "{command:?}: {:?}", table[0]);
        let mut names = table[0].clone();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), table[0].len(), "{command:?}: {:?}", table[0]);
        let objects: Vec<AnswerRecord> = run(&with(command, &["--json", &file])).out.lines().map(told).collect();
        assert_eq!(objects[0].columns["the name"], "a, \"b\"");
        assert_eq!(objects[0].columns["status"], "x");
        // A field is chosen by its name; an unknown field is an error.
        let named = run(&with(command, &["--json", "--no-times", "--field", "puzzle", &file]));
        assert_eq!(named.out.lines().count(), 2);
        let bad = run(&with(command, &["--json", "--field", "nothing", &file]));
        assert!(bad.code == 2 && bad.err.contains("nothing"), "{command:?} {}", bad.err);
    }
}

// ---- stopping and resuming ----

/// A running process, and the time at which it was started.
struct Started {
    child: std::process::Child,
    begin: Instant,
}

/// Starts the program; standard output goes into a file.
fn start(args: &[&str], out: &Path) -> Started {
    let child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
        .args(args)
        .current_dir(root())
        .env_remove("CLUEWRIGHT_RULES")
        .stdin(Stdio::null())
        .stdout(fs::File::create(out).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    Started { child, begin: Instant::now() }
}

impl Started {
    /// Waits, sends a signal and waits for the end. Returns the exit status, or `None` if a signal ended the process.
    fn stop(mut self, after: Duration, signal: &str) -> Option<i32> {
        std::thread::sleep(after.saturating_sub(self.begin.elapsed()));
        if self.child.try_wait().expect("it is ours").is_none() {
            let _ = Command::new("kill").args([signal, &self.child.id().to_string()]).stderr(Stdio::null()).status();
        }
        let asked = Instant::now();
        let status = self.child.wait().expect("it ends");
        assert!(asked.elapsed() < Duration::from_secs(5), "it does not hear {signal}");
        status.code()
    }
}

/// A number from 0 to 1 that differs on each call.
fn random() -> f64 {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").subsec_nanos();
    f64::from(nanos.wrapping_mul(2_654_435_761) >> 8) / f64::from(1u32 << 24)
}

/// A file of mixed records over and over that keeps a command busy for some time, its answer and the time.
fn busy(folder: &Folder, args: &[&str]) -> (String, Run, Duration) {
    let rows: Vec<String> = mixed();
    let block = rows.join("\n") + "\n";
    let mut times = 4;
    loop {
        let file = folder.file("busy.txt", &block.repeat(times));
        let begin = Instant::now();
        let whole = run(&with(args, &[&file]));
        let took = begin.elapsed();
        if took > Duration::from_millis(300) || times > 2000 {
            return (file, whole, took);
        }
        times *= (Duration::from_millis(400).as_micros() / took.as_micros().max(1)).clamp(2, 20) as usize;
    }
}

/// A chain of runs with `-o`, each stopped at some moment and resumed by the next one.
fn stopped_and_gone_on_with(command: &[&str], form: &[&str]) {
    let folder = Folder::new(&format!("stop-{}", [command, form].concat().join("")));
    let args = with(command, &with(&["-q", "--no-times", "--nodes", "60"], form));
    let (file, whole, took) = busy(&folder, &args);
    let (out, part) = (folder.path("answers"), folder.path("answers.part"));
    let long = with(&args, &[&file, "-o", &out]);
    let stdout = folder.path("stdout");
    let (mut stopped, mut last) = (0, 0);
    for (i, signal) in ["-INT", "-KILL", "-INT", "-KILL", "-INT"].into_iter().enumerate() {
        let args = if Path::new(&part).exists() { with(&long, &["--resume"]) } else { long.clone() };
        let code = start(&args, Path::new(&stdout)).stop(took.mul_f64(0.03 + 0.4 * random()), signal);
        assert_eq!(fs::read_to_string(&stdout).expect("a file"), "", "with -o nothing goes to standard output");
        if Path::new(&out).exists() {
            break;
        }
        assert!(code.is_none_or(|c| c == 3 || c == 2), "{args:?}: {code:?}");
        let written = fs::read_to_string(&part).unwrap_or_default();
        assert!(whole.out.starts_with(&written), "{args:?}, stop {i} by {signal}: no beginning of the answer");
        // A run that was stopped has recorded all its work. A killed run may have written answers that are not in its journal; the
        // next run computes them again, and may be stopped before that.
        assert!(written.len() >= last, "{args:?}, stop {i} by {signal}: what was written is lost");
        if signal == "-INT" {
            last = written.len();
        }
        stopped += 1;
        // A run with another question does not resume it, and a run without --resume does not destroy it.
        if Path::new(&part).exists() && i == 2 {
            let other = run(&with(&with(&long, &["--resume"]), &["--rules", "anti-knight"]));
            assert_eq!(other.code, 2, "another command line: {}", other.err);
            assert_eq!(fs::read_to_string(&part).unwrap_or_default(), written, "a refusal changes nothing");
        }
    }
    if !Path::new(&out).exists() {
        let done = run(&with(&long, &["--resume"]));
        assert_eq!(done.code, whole.code, "{command:?}: the exit status is that of all records\n{}", done.err);
    }
    let answer = fs::read_to_string(&out).expect("the answers are there");
    assert!(answer == whole.out, "{args:?}: not the same bytes after {stopped} stops");
    assert!(!Path::new(&part).exists(), "nothing is left beside the answers");
    let left = fs::read_dir(&folder.0).expect("the folder").count();
    assert_eq!(left, 3, "the batch, the answers, standard output: nothing else");
    println!("{command:?} {form:?}: {stopped} stops, {} bytes, {took:?}", answer.len());
}

macro_rules! stops {
    ($($name:ident $at:literal $form:expr;)*) => {$(
        #[test]
        #[cfg(unix)]
        fn $name() {
            stopped_and_gone_on_with(COMMANDS[$at], &$form);
        }
    )*};
}

stops! {
    solve_is_stopped_and_goes_on 0 [];
    solve_with_ids_is_stopped_and_goes_on 0 ["--ids"];
    count_is_stopped_and_goes_on 1 ["--json"];
    candidates_is_stopped_and_goes_on 2 ["--csv"];
    explain_is_stopped_and_goes_on 3 ["--json"];
    steps_is_stopped_and_goes_on 4 [];
    hint_is_stopped_and_goes_on 5 ["--csv"];
    rate_is_stopped_and_goes_on 6 ["--json"];
    check_is_stopped_and_goes_on 7 ["--csv"];
    convert_to_line_is_stopped_and_goes_on 8 [];
    convert_to_clue_is_stopped_and_goes_on 9 [];
    convert_to_clue_in_a_table_is_stopped_and_goes_on 9 ["--csv"];
}

#[test]
#[cfg(unix)]
fn what_is_on_standard_output_is_a_beginning_and_skip_gives_the_rest() {
    for command in COMMANDS {
        let folder = Folder::new(&format!("stdout-{}", command.join("")));
        let args = with(command, &["-q", "--no-times", "--nodes", "60", "--json"]);
        let (file, whole, took) = busy(&folder, &args);
        let args = with(&args, &[&file]);
        let out = folder.0.join("stdout");
        for signal in ["-INT", "-KILL"] {
            let code = start(&args, &out).stop(took.mul_f64(0.1 + 0.6 * random()), signal);
            let written = fs::read_to_string(&out).expect("a file");
            assert!(whole.out.starts_with(&written), "{args:?} by {signal}: no beginning of the answer");
            if signal == "-INT" {
                assert!(code == Some(3) || code == Some(2), "{code:?}");
                assert!(written.is_empty() || written.ends_with('\n'), "the last answer is whole");
                let rest = run(&with(&args, &["--skip", &written.lines().count().to_string()]));
                assert!(written + &rest.out == whole.out, "{args:?}: the rest is another one");
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn a_batch_that_is_stopped_ends_with_3() {
    let folder = Folder::new("status");
    let file = folder.file("many.txt", &format!("{OTHER}\n").repeat(200_000));
    for command in [&["rate"][..], &["explain"], &["solve", "--from", "line"]] {
        let out = folder.0.join("stdout");
        let code = start(&with(command, &["-q", &file]), &out).stop(Duration::from_millis(250), "-INT");
        let written = fs::read_to_string(&out).expect("a file");
        if written.lines().count() < 200_000 {
            assert_eq!(code, Some(3), "{command:?}");
            let one = run(&with(command, &["-q", OTHER]));
            assert!(written.lines().all(|l| l == written.lines().next().unwrap_or("")), "{command:?} {}", one.out);
        }
    }
}

#[test]
#[cfg(unix)]
fn other_command_lines_and_inputs_do_not_go_on() {
    let folder = Folder::new("other");
    let block = mixed().join("\n") + "\n";
    let file = folder.file("many.txt", &block.repeat(40));
    let second = folder.file("other.txt", &block.repeat(40));
    let (out, part) = (folder.path("answers"), folder.path("answers.part"));
    let args = ["rate", "-q", "--no-times", "--json", "--nodes", "60", &file, "-o", &out];
    start(&args, &folder.0.join("stdout")).stop(Duration::from_millis(150), "-INT");
    assert!(Path::new(&part).exists(), "the batch is too short for the test");
    let before = fs::read(&part).expect("a part");
    let others: [&[&str]; 6] = [
        &["rate", "-q", "--no-times", "--nodes", "60", &file, "-o", &out],
        &["rate", "-q", "--no-times", "--json", "--nodes", "61", &file, "-o", &out],
        &["check", "-q", "--no-times", "--json", "--nodes", "60", &file, "-o", &out],
        &["rate", "-q", "--no-times", "--json", "--nodes", "60", &second, "-o", &out],
        &["rate", "-q", "--no-times", "--json", "--nodes", "60", "--skip", "3", &file, "-o", &out],
        &["rate", "-q", "--no-times", "--json", "--nodes", "60", "--rules", "anti-king", &file, "-o", &out],
    ];
    for other in others {
        let run = run(&with(other, &["--resume"]));
        assert_eq!(run.code, 2, "{other:?} {}", run.err);
        assert!(run.err.contains("hint:"), "{}", run.err);
        assert_eq!(fs::read(&part).expect("a part"), before, "{other:?}");
        assert!(!Path::new(&out).exists());
    }
    // Threads, quietness and colours change no answer, so a run with different ones may be resumed, or may be rejected unharmed.
    let whole = run(&args[..args.len() - 2]);
    let _ = run(&with(&args, &["--resume", "--threads", "1"]));
    if !Path::new(&out).exists() {
        assert_eq!(run(&with(&args, &["--resume"])).code, whole.code);
    }
    assert!(fs::read_to_string(&out).expect("answers") == whole.out);
}

#[test]
#[cfg(unix)]
fn a_changed_batch_is_not_gone_on_with() {
    let folder = Folder::new("changed");
    let block = mixed().join("\n") + "\n";
    let file = folder.file("many.txt", &block.repeat(40));
    let (out, part) = (folder.path("answers"), folder.path("answers.part"));
    let args = ["rate", "-q", "--no-times", "--json", "--nodes", "60", &file, "-o", &out];
    start(&args, &folder.0.join("stdout")).stop(Duration::from_millis(150), "-INT");
    assert!(Path::new(&part).exists(), "the batch is too short for the test");
    fs::write(&file, format!("{OTHER}\n{}", block.repeat(40))).expect("a file");
    let resumed = run(&with(&args, &["--resume"]));
    let fresh = run(&args[..args.len() - 2]);
    if resumed.code == 2 && !Path::new(&out).exists() {
        return; // refused
    }
    let answers = fs::read_to_string(&out).expect("the answers are there");
    assert!(answers == fresh.out, "half of the answers are those of another file");
}

#[test]
fn output_into_a_file_is_what_goes_to_standard_output() {
    let folder = Folder::new("output");
    let file = folder.file("all.txt", &(mixed().join("\n") + "\n"));
    for command in COMMANDS {
        for form in [&["--json"][..], &["--csv"], &["--ids"]] {
            let out = folder.path("answers");
            let args = with(command, &with(&["--no-times", "--nodes", "60", &file], form));
            let shown = run(&args);
            let written = run(&with(&args, &["-o", &out]));
            assert_eq!((written.out.as_str(), written.code), ("", shown.code), "{command:?} {form:?} {}", written.err);
            assert_eq!(fs::read_to_string(&out).expect("answers"), shown.out, "{command:?} {form:?}");
            // Threads may write remarks in any order.
            let sorted = |text: &str| {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort();
                lines
            };
            assert_eq!(sorted(&shown.err), sorted(&written.err), "{command:?} {form:?}");
            // --resume does not change a complete file of answers.
            let again = run(&with(&args, &["-o", &out, "--resume"]));
            assert!(again.out.is_empty(), "{}", again.out);
            assert_eq!(fs::read_to_string(&out).expect("answers"), shown.out);
            fs::remove_file(&out).expect("it was there");
        }
    }
    // A single puzzle works, too; a folder that does not exist is an error.
    let out = folder.path("one");
    assert_eq!(run(&["solve", EASY, "-o", &out]).code, 0);
    assert!(fs::read_to_string(&out).expect("an answer").contains(FULL) || fs::metadata(&out).expect("it").len() > 81);
    let bad = run(&["solve", &file, "-o", &folder.path("nowhere/answers")]);
    assert!(bad.code == 2 && bad.err.contains("nowhere"), "{} {}", bad.code, bad.err);
}

// ---- the classic engine gives the same answers as the general one ----

/// Ordinary lines made from `n` grids: puzzles with one solution, several or none, puzzles with clashes, and full grids, correct
/// and incorrect.
fn ordinary(n: usize) -> Vec<String> {
    let mut state = 20_240_131u64;
    let mut pick = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut rows = Vec::new();
    for _ in 0..n {
        // With digits renamed, rows and columns of a band exchanged, and the grid transposed.
        let mut digits: Vec<u8> = (b'1'..=b'9').collect();
        for i in (1..9).rev() {
            digits.swap(i, pick(i + 1));
        }
        let lines = |pick: &mut dyn FnMut(usize) -> usize| {
            let mut at: Vec<usize> = (0..9).collect();
            for band in 0..3 {
                at.swap(3 * band + pick(3), 3 * band + pick(3));
            }
            at
        };
        let (down, right, over) = (lines(&mut pick), lines(&mut pick), pick(2) == 1);
        let full: Vec<u8> = (0..81)
            .map(|i| {
                let (r, c) = (down[i / 9], right[i % 9]);
                let at = if over { 9 * c + r } else { 9 * r + c };
                digits[(FULL.as_bytes()[at] - b'1') as usize]
            })
            .collect();
        let text = |line: &[u8]| String::from_utf8(line.to_vec()).expect("ASCII");
        let mut line = full.clone();
        for givens in [60, 40, 32, 27, 24] {
            while line.iter().filter(|&&c| c != b'.').count() > givens {
                line[pick(81)] = b'.';
            }
            rows.push(text(&line));
            let mut wrong = line.clone();
            let at = pick(81);
            wrong[at] = b"123456789"[pick(9)];
            rows.push(text(&wrong));
        }
        rows.push(text(&full));
        let mut wrong = full.clone();
        wrong.swap(pick(81), pick(81));
        rows.push(text(&wrong));
        // Without the digits that can be exchanged between two rows of a band, there are several solutions.
        let mut deadly = full;
        let (a, b) = (deadly[0], deadly[1]);
        deadly.iter_mut().filter(|c| **c == a || **c == b).for_each(|c| *c = b'.');
        rows.push(text(&deadly));
    }
    rows.extend([".".repeat(81).replacen('.', "1", 1), "0".repeat(30) + &FULL[30..], EASY.replace('.', "0")]);
    rows.extend([EASY.replace('.', "-"), EASY.replace('.', "*"), EASY.replace('.', "_"), EASY.replace('.', "x")]);
    rows
}

#[test]
fn ordinary_lines_are_answered_alike_on_every_way() {
    let folder = Folder::new("ways");
    let rows = ordinary(14);
    let file = folder.file("lines.txt", &(rows.join("\n") + "\n"));
    let ways: [&[&str]; 6] = [
        &[],
        &["--rules", "classic"],
        &["--nodes", "100000000"],
        &["--timeout", "1000"],
        &["--from", "line"],
        &["--threads", "1", "--from", "line", "--nodes", "100000000"],
    ];
    let commands: [&[&str]; 8] = [
        &["solve"],
        &["count", "--limit", "50"],
        &["count", "--limit", "2"],
        &["count", "--limit", "1000", "--list"],
        &["check"],
        &["candidates"],
        &["rate"],
        &["hint", "--level", "2"],
    ];
    let mut kinds = std::collections::BTreeSet::new();
    let mut different = Vec::new();
    for command in commands {
        // A grid with a single digit has too many solutions to list them all.
        for form in [&["--json"][..], &[], &["--csv"]] {
            let answers: Vec<Run> =
                ways.iter().map(|way| run(&[command, way, form, &["--no-times", &file]].concat())).collect();
            for (way, answer) in ways.iter().zip(&answers).skip(1) {
                let n = rows.len() + usize::from(form == ["--csv"]);
                assert_eq!(answer.out.lines().count(), n, "{command:?} {way:?}\n{}", answer.err);
                for (i, (fast, slow)) in answers[0].out.lines().zip(answer.out.lines()).enumerate() {
                    if fast != slow {
                        let row = rows.get(i).map_or("", String::as_str);
                        different.push(format!("{command:?} {form:?} {way:?} {row}\n  {fast}\n  {slow}"));
                    }
                }
                if answer.code != answers[0].code || answer.err != answers[0].err {
                    different.push(format!(
                        "{command:?} {form:?} {way:?}: exit status {} and {}, messages of {} and {} lines",
                        answers[0].code,
                        answer.code,
                        answers[0].err.lines().count(),
                        answer.err.lines().count()
                    ));
                }
            }
            if form == ["--json"] && command == ["solve"] {
                for line in answers[0].out.lines() {
                    kinds.insert(told(line).answer.field("status"));
                }
            }
        }
    }
    assert!(["unique", "multiple", "none"].iter().all(|k| kinds.contains(*k)), "{kinds:?}");
    let shown: Vec<&String> = different.iter().take(12).collect();
    assert!(different.is_empty(), "{} differences: {shown:#?}", different.len());
}

#[test]
fn ordinary_lines_are_answered_as_clue_files_are() {
    let folder = Folder::new("clue-files");
    let rows = ordinary(3);
    let mut names = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let givens: String = row.chars().map(|c| if c.is_ascii_digit() && c != '0' { c } else { '.' }).collect();
        names.push(folder.file(&format!("{i:03}.clue"), &format!("grid: 9x9\ngivens: {givens}\n")));
    }
    let file = folder.file("lines.txt", &(rows.join("\n") + "\n"));
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    for command in [&["solve"][..], &["count", "--limit", "9"], &["check"], &["candidates"], &["rate"], &["hint"]] {
        let lines = run(&with(command, &["--json", "--no-times", &file]));
        let apart = run(&with(command, &[&["--json", "--no-times"], &files[..]].concat()));
        let bare_all = |run: &Run| run.out.lines().map(|l| bare(l).0).collect::<Vec<_>>();
        let (lines, apart) = (bare_all(&lines), bare_all(&apart));
        assert_eq!(lines.len(), apart.len());
        for ((line, alone), row) in lines.iter().zip(&apart).zip(&rows) {
            assert_eq!(line, alone, "{command:?} {row}");
        }
    }
}

// ---- exit status ----

#[test]
fn the_exit_status_is_the_worst_of_all_records() {
    let several = EASY.replace('7', ".");
    let clash = EASY.replacen("53", "55", 1);
    let deep = example("killer", "iss");
    let cases: [(&[&str], &[&str], i32); 14] = [
        (&["solve"], &[EASY, EASY], 0),
        (&["solve"], &[EASY, &clash], 1),
        (&["solve"], &[&clash, EASY], 1),
        (&["solve"], &[EASY, &several, EASY], 1),
        (&["solve"], &["nonsense", EASY, &clash], 2),
        (&["solve", "--nodes", "1"], &[EASY, ".Shape~16x16", EASY], 3),
        (&["solve", "--nodes", "1"], &[&clash, ".Shape~16x16", EASY], 3),
        (&["solve", "--nodes", "1"], &[&clash, ".Shape~16x16", "nonsense", EASY], 2),
        (&["check"], &[EASY, FULL], 0),
        (&["check"], &[EASY, &several], 1),
        (&["convert", "--to", "line"], &[EASY, &deep], 1),
        (&["convert", "--to", "line", "--lossy"], &[EASY, &deep], 0),
        (&["count"], &[EASY, OTHER], 0),
        (&["count"], &[EASY, &clash], 1),
    ];
    for (command, rows, code) in cases {
        for threads in ["1", "3"] {
            let args = with(command, &["--threads", threads, "-"]);
            for form in [&[][..], &["--json"], &["--csv"], &["-q"]] {
                let run = run_with(&with(&args, form), (rows.join("\n") + "\n").as_bytes());
                assert_eq!(run.code, code, "{command:?} {form:?} {rows:?}\n{}\n{}", run.out, run.err);
            }
        }
    }
}

#[test]
fn messages_of_a_batch_name_the_line() {
    let (several, clash, link) = (EASY.replace('7', "."), EASY.replacen("53", "55", 1), example("killer", "f-puzzles"));
    let rows = [EASY, "nonsense", &clash, ".Cage~x~R1C1", ".NoSuchThing~R1C1", &several, &link, OTHER];
    let mut unnamed = std::collections::BTreeSet::new();
    for command in COMMANDS {
        let run = run_with(&with(command, &["-"]), (rows.join("\n") + "\n").as_bytes());
        for line in run.err.lines().filter(|l| !l.starts_with(" hint:") && !l.contains("more of this kind")) {
            if !(1..=rows.len()).any(|n| line.contains(&format!("standard input:{n}"))) {
                unnamed.insert(line.to_owned());
            }
        }
    }
    assert!(unnamed.is_empty(), "which puzzles are these about? {unnamed:#?}");
}

#[test]
fn a_rule_that_the_puzzle_has_already_is_told_once() {
    let wrong = "1234341221434312"; // 4x4, with two clashes
    let plain = run(&["check", "--json", "--no-times", wrong]);
    let twice = run(&["check", "--json", "--no-times", "--rules", "classic", wrong]);
    assert_eq!(plain.out, twice.out);
}

#[test]
fn no_puzzles_are_no_answers() {
    let folder = Folder::new("nothing");
    for (name, text) in [("empty.txt", ""), ("comments.txt", "# nothing\n\n"), ("heading.csv", "name,puzzle\n")] {
        let file = folder.file(name, text);
        for command in COMMANDS {
            let run = run(&with(command, &[&file]));
            assert_eq!(run.code, 2, "{command:?} {name}: {}\n{}", run.out, run.err);
            assert!(!run.err.is_empty());
        }
    }
    fs::create_dir_all(folder.0.join("none")).expect("a folder");
    let run = run(&["solve", &folder.path("none")]);
    assert!(run.code == 2 && !run.err.is_empty(), "{} {}", run.code, run.err);
}

/// Other people's collections, if they exist here.
#[test]
fn collections_of_strings_and_links_are_answered_line_by_line() {
    let folder = root().join("../shared/data/variants");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: no ../shared");
        return;
    };
    let mut seen = 0;
    for path in entries.map(|e| e.expect("an entry").path()) {
        if !path.extension().is_some_and(|e| e == "jsonl" || e == "txt") {
            continue;
        }
        let lines = fs::read_to_string(&path).expect("text").lines().count();
        let file = path.to_str().expect("a name in UTF-8");
        let commands =
            [&["check"][..], &["solve"], &["convert", "--to", "clue"], &["hint", "--techniques", "naked_single"]];
        for command in share::parts(4).map(|part| commands[part]) {
            let run = run(&with(command, &["--json", "--nodes", "20", "--timeout", "5", "-q", file]));
            let ids: Vec<String> = run.out.lines().map(|l| told(l).id).collect();
            assert_eq!(ids, (1..=lines).map(|n| n.to_string()).collect::<Vec<_>>(), "{command:?} {file}\n{}", run.err);
        }
        seen += 1;
    }
    assert!(seen > 0);
    println!("{seen} collections");
}

/// A run that ended between the heading of its table and the first answer has written the heading.
#[cfg(unix)]
#[test]
fn a_heading_is_written_once() {
    let folder = Folder::new("heading");
    let out = folder.path("out.csv");
    let args = ["rate", "--csv", "-o", &out, "-"];
    let input = format!("{EASY}\n{OTHER}\n");
    assert_eq!(run_with(&args, input.as_bytes()).code, 0);
    let whole = fs::read_to_string(&out).expect("a table");
    fs::remove_file(&out).expect("it was there");
    let heading = whole.split_inclusive('\n').next().expect("a heading");
    fs::write(format!("{out}.part"), heading).expect("a file");
    let command = format!("cluewright {} {}", env!("CARGO_PKG_VERSION"), args.join(" "));
    fs::write(format!("{out}.resume"), format!("{command}\n-\n0 {} 0 0\n", heading.len())).expect("a file");
    let resumed = run_with(&[&args[..], &["--resume"]].concat(), input.as_bytes());
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(fs::read_to_string(&out).expect("a table"), whole);
}
