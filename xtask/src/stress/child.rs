//! Measures one run of the program from outside: wall-clock time, processor time, peak memory. The values come from `/proc`, which
//! exists on Linux only.

use super::monsters::Monster;
use crate::task::Fail;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time in seconds after which a run is interrupted, to measure how fast it responds.
pub(super) const INTERRUPT: f64 = 0.3;
/// The time in seconds after which a run is ended by force.
pub(super) const KILLED_AFTER: f64 = 30.0;
/// Ticks of processor time per second, as Linux reports them to user programs on every machine.
const TICKS: f64 = 100.0;

/// The resources that a run used.
pub(super) struct Run {
    pub(super) wall: f64,
    pub(super) cpu: f64,
    /// The processor time that the run used after its time limit, in seconds. Other programs on the machine do not influence this
    /// time.
    pub(super) late: f64,
    /// The peak memory, in bytes.
    pub(super) memory: u64,
    /// The exit code; `None` if the run was killed.
    pub(super) exit: Option<i32>,
    /// The beginning and the end of the run's output on both streams.
    pub(super) said: String,
}

/// The message of a program that was ended by force because it did not notice that its time had run out.
const FORCED: &str = "Stopped before there was a result";

impl Run {
    pub(super) fn say(&self) -> String {
        let (cpu, wall, mb) = (self.cpu, self.wall, self.memory >> 20);
        let late = self.late;
        let forced = if self.is_forced() { ", ended by force" } else { "" };
        let wrong = match self.exit {
            Some(2) => {
                format!(": {}", self.said.lines().next().unwrap_or_default().chars().take(100).collect::<String>())
            }
            _ => String::new(),
        };
        let exit = self.exit_text();
        format!("{cpu:.2} s ({wall:.2} s on the wall), {late:.2} s late, {mb} MB, {exit}{forced}{wrong}")
    }

    /// An estimate of the run's time on an idle machine: its time limit, and the processor time that it used after the limit.
    pub(super) fn taken(&self, timeout: f64) -> f64 {
        if self.late > 0.0 { timeout + self.late } else { self.cpu }
    }

    /// Whether the run was ended by force because it exceeded its time limit.
    pub(super) fn is_forced(&self) -> bool {
        self.said.contains(FORCED)
    }

    /// Whether the run reported that a limit was reached.
    pub(super) fn is_told(&self) -> bool {
        ["the time limit was reached", "limit", "at least"].iter().any(|words| self.said.contains(words))
    }

    pub(super) fn exit_text(&self) -> String {
        self.exit.map_or_else(|| "killed".to_owned(), |code| format!("exit {code}"))
    }
}

/// The program, and the folder with its inputs.
pub(super) struct Runner {
    binary: PathBuf,
    folder: PathBuf,
    keep: bool,
}

impl Drop for Runner {
    fn drop(&mut self) {
        if !self.keep {
            // If this fails, files remain in a temporary folder.
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Builds the command with the release profile, in the `target` folder of this program, and returns its path.
fn released() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let target = own.parent().and_then(Path::parent).ok_or("this program lies in no folder of `target`")?;
    Ok(target.join("release").join("cluewright"))
}

impl Runner {
    pub(super) fn new(binary: Option<&str>, keep: Option<&str>) -> Result<Self, Fail> {
        if !Path::new("/proc/self/stat").exists() {
            return Err("this measures with /proc, which is not here".into());
        }
        let binary = match binary {
            Some(file) => PathBuf::from(file),
            None => released()?,
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

    /// The path of the program.
    pub(super) fn binary(&self) -> &Path {
        &self.binary
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
        program.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program.spawn().map_err(|e| Fail::Found(format!("{}: {e}", self.binary.display())))
    }

    /// Runs a command to its end.
    pub(super) fn run(&self, file: &Path, command: &str, timeout: Option<f64>) -> Result<Run, Fail> {
        let (start, before) = (Instant::now(), children());
        let mut child = self.spawn(file, command, timeout)?;
        let end = wait(&mut child, start, timeout);
        let cpu = children() - before;
        let late = end.before.map_or(0.0, |before| (cpu - before).max(0.0));
        Ok(Run { wall: start.elapsed().as_secs_f64(), cpu, late, memory: end.memory, exit: end.exit, said: end.said })
    }

    /// Runs a command without a time limit and sends Ctrl-C after a while. Returns the processor time and the wall-clock time from
    /// the Ctrl-C to the end of the command; `None` if the command ended earlier.
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
        // Subtract the processor time of `kill` itself.
        let killing = children() - before;
        wait(&mut child, sent, None);
        let heard = (children() - before - killing - used).max(0.0);
        Ok(running.then(|| (heard, sent.elapsed().as_secs_f64())))
    }
}

/// How a run ended.
struct End {
    exit: Option<i32>,
    memory: u64,
    said: String,
    /// The processor time up to the time limit; `None` if the run ended before the limit.
    before: Option<f64>,
}

/// The number of bytes of output that are stored, from the beginning and from the end.
const KEPT: usize = 1 << 16;

/// Reads a program's output to the end, and keeps the beginning and the end, where a limit is reported.
fn listen(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut said = Vec::new();
        if let Some(mut stream) = stream {
            // If the stream breaks, keep what has been read so far.
            let mut part = vec![0; KEPT];
            while let Ok(read @ 1..) = stream.read(&mut part) {
                said.extend_from_slice(&part[..read]);
                if said.len() > 2 * KEPT {
                    said.drain(KEPT..said.len() - KEPT);
                }
            }
        }
        String::from_utf8_lossy(&said).into_owned()
    })
}

/// Waits for the end of a process.
fn wait(child: &mut Child, start: Instant, timeout: Option<f64>) -> End {
    let (mut memory, mut before) = (0, None);
    let heard = [listen(child.stderr.take()), listen(child.stdout.take())];
    let exit = loop {
        memory = memory.max(peak(child.id()));
        let passed = start.elapsed().as_secs_f64();
        if before.is_none() && timeout.is_some_and(|t| passed >= t) {
            before = of_process(child.id());
        }
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Ok(None) if passed > KILLED_AFTER => {
                // Ignore errors, as the process may have just ended.
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            _ => std::thread::sleep(Duration::from_millis(4)),
        }
    };
    let said = heard.map(|h| h.join().unwrap_or_default()).join("\n");
    End { exit, memory, said: said.trim_start().to_owned(), before }
}

/// The peak memory of a process in bytes; 0 if it has ended.
pub(super) fn peak(pid: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Fields of a `stat` file after the name in brackets: the first of them is the third field in the manual.
fn stat(of: &str) -> Option<Vec<u64>> {
    let text = std::fs::read_to_string(format!("/proc/{of}/stat")).ok()?;
    let fields = text.rsplit_once(')')?.1;
    Some(fields.split_whitespace().map(|f| f.parse().unwrap_or(0)).collect())
}

/// The processor time, in seconds, of all child processes that have ended and been waited for.
fn children() -> f64 {
    stat("self").map_or(0.0, |f| (f[13] + f[14]) as f64 / TICKS)
}

/// The processor time used by a process, in seconds.
pub(super) fn of_process(pid: u32) -> Option<f64> {
    stat(&pid.to_string()).map(|f| (f[11] + f[12]) as f64 / TICKS)
}
