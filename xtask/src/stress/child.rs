//! One run of the program, measured from outside: the wall clock, processor time, the most memory it had. From `/proc`, so
//! on Linux only.

use super::monsters::Monster;
use crate::task::Fail;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds after which a run is interrupted to see when it hears that.
pub(super) const INTERRUPT: f64 = 0.3;
/// Seconds after which a run is ended by force.
const HOPELESS: f64 = 30.0;
/// Ticks of processor time in a second: Linux tells user programs of so many, whatever the machine.
const TICKS: f64 = 100.0;

/// What a run took.
pub(super) struct Run {
    pub(super) wall: f64,
    pub(super) cpu: f64,
    /// Bytes.
    pub(super) memory: u64,
    /// None: it was killed.
    pub(super) exit: Option<i32>,
    /// Did it say anything?
    pub(super) told: bool,
}

impl Run {
    pub(super) fn say(&self) -> String {
        let (cpu, wall, mb) = (self.cpu, self.wall, self.memory >> 20);
        format!("{cpu:.2} s ({wall:.2} s on the wall), {mb} MB, {}", self.exit_text())
    }

    pub(super) fn exit_text(&self) -> String {
        self.exit.map_or_else(|| "killed".to_owned(), |code| format!("exit {code}"))
    }
}

/// The program and where its inputs are.
pub(super) struct Runner {
    binary: PathBuf,
    folder: PathBuf,
    keep: bool,
}

impl Drop for Runner {
    fn drop(&mut self) {
        if !self.keep {
            // What is left behind lies in a folder of its own, for temporary things.
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

impl Runner {
    pub(super) fn new(binary: Option<&str>, keep: Option<&str>) -> Result<Self, Fail> {
        if !Path::new("/proc/self/stat").exists() {
            return Err("this measures with /proc, which is not here".into());
        }
        let beside = || std::env::current_exe().map(|exe| exe.with_file_name("cluewright")).map_err(|e| e.to_string());
        let binary = match binary {
            Some(file) => PathBuf::from(file),
            None => beside()?,
        };
        if !binary.is_file() {
            let hint = "build it: cargo build --release -p cluewright-cli";
            return Err(Fail::Found(format!("there is no {} ({hint})", binary.display())));
        }
        let own = || std::env::temp_dir().join(format!("cluewright-stress-{}", std::process::id()));
        let folder = keep.map_or_else(own, PathBuf::from);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(Self { binary, folder, keep: keep.is_some() })
    }

    /// The file of a puzzle.
    pub(super) fn file(&self, monster: &Monster) -> Result<PathBuf, Fail> {
        let file = self.folder.join(format!("{}.{}", monster.name, monster.ending));
        if !file.exists() {
            std::fs::write(&file, &monster.text).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        Ok(file)
    }

    fn spawn(&self, file: &Path, command: &str, timeout: Option<f64>) -> Result<Child, Fail> {
        let mut words = command.split(' ');
        let mut program = Command::new(&self.binary);
        program.arg(words.next().unwrap_or_default()).arg(file).args(words).args(["--threads", "1"]);
        if let Some(seconds) = timeout {
            program.args(["--timeout", &seconds.to_string()]);
        }
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        program.spawn().map_err(|e| Fail::Found(format!("{}: {e}", self.binary.display())))
    }

    /// Runs to the end.
    pub(super) fn run(&self, file: &Path, command: &str, timeout: Option<f64>) -> Result<Run, Fail> {
        let (start, before) = (Instant::now(), children());
        let mut child = self.spawn(file, command, timeout)?;
        let (exit, memory, told) = wait(&mut child, start);
        Ok(Run { wall: start.elapsed().as_secs_f64(), cpu: children() - before, memory, exit, told })
    }

    /// Runs without a limit, presses Ctrl-C after a while and says how long it takes from there: processor time and wall
    /// clock. `None`: it was done before.
    pub(super) fn interrupt(&self, file: &Path, command: &str) -> Result<Option<(f64, f64)>, Fail> {
        let before = children();
        let mut child = self.spawn(file, command, None)?;
        std::thread::sleep(Duration::from_secs_f64(INTERRUPT));
        let (pid, used) = (child.id(), of_process(child.id()).unwrap_or(0.0));
        let running = matches!(child.try_wait(), Ok(None));
        let sent = Instant::now();
        if running {
            let kill = Command::new("kill").args(["-INT", &pid.to_string()]).stderr(Stdio::null()).status();
            kill.map_err(|e| format!("kill: {e}"))?;
        }
        // What `kill` took itself is no child's business any more.
        let killing = children() - before;
        wait(&mut child, sent);
        let heard = (children() - before - killing - used).max(0.0);
        Ok(running.then(|| (heard, sent.elapsed().as_secs_f64())))
    }
}

/// Waits for the end: exit status, the most memory, and whether it said anything.
fn wait(child: &mut Child, start: Instant) -> (Option<i32>, u64, bool) {
    let mut memory = 0;
    let mut said = Vec::new();
    // It may say more than a pipe holds.
    let errors = child.stderr.take();
    let listener = std::thread::spawn(move || {
        if let Some(mut errors) = errors {
            let _ = errors.read_to_end(&mut said);
        }
        !said.is_empty()
    });
    let exit = loop {
        memory = memory.max(peak(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) if start.elapsed().as_secs_f64() > HOPELESS => {
                // It may have ended just now.
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            _ => std::thread::sleep(Duration::from_millis(4)),
        }
    };
    (exit, memory, listener.join().unwrap_or(false))
}

/// The most memory a process has had, in bytes; 0 when it is gone.
fn peak(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Fields of a `stat` file after the name in brackets: the first is the third of the manual.
fn stat(of: &str) -> Option<Vec<u64>> {
    let text = std::fs::read_to_string(format!("/proc/{of}/stat")).ok()?;
    let fields = text.rsplit_once(')')?.1;
    Some(fields.split_whitespace().map(|f| f.parse().unwrap_or(0)).collect())
}

/// Seconds of processor time of all children waited for so far.
fn children() -> f64 {
    stat("self").map_or(0.0, |f| (f[13] + f[14]) as f64 / TICKS)
}

/// Seconds of processor time of a process.
fn of_process(pid: u32) -> Option<f64> {
    stat(&pid.to_string()).map(|f| (f[11] + f[12]) as f64 / TICKS)
}
