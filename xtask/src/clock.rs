//! Measures processor time, because machines may be shared. Systems other than Unix measure wall-clock time instead.

/// Warns on standard error if this program was not built with the release profile, since times are then up to a tenth longer.
pub(crate) fn note_profile() {
    let folder = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.file_name()?.to_owned()));
    if folder.is_some_and(|f| f != "release") {
        eprintln!("note: not built as released; for figures to quote: cargo xtask-release");
    }
}

/// The processor time used by this thread, in seconds.
pub(crate) fn thread() -> f64 {
    #[cfg(unix)]
    return seconds(rustix::time::ClockId::ThreadCPUTime);
    #[cfg(not(unix))]
    wall()
}

/// The processor time used by all threads of this process, in seconds.
pub(crate) fn process() -> f64 {
    #[cfg(unix)]
    return seconds(rustix::time::ClockId::ProcessCPUTime);
    #[cfg(not(unix))]
    wall()
}

#[cfg(unix)]
fn seconds(clock: rustix::time::ClockId) -> f64 {
    let t = rustix::time::clock_gettime(clock);
    t.tv_sec as f64 + t.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn wall() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}
