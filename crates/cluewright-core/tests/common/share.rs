//! Long tests with random cases try one part of the cases, a different one each day. `CLUEWRIGHT_WHOLE=1` tries all (`.ci/long`),
//! and `CLUEWRIGHT_DAY=N` the part of day N.

use std::env;
use std::ops::Range;
use std::time::SystemTime;

/// The parts among `of` that this run tries: one, or all.
#[allow(clippy::range_plus_one, reason = "both are ranges of one type")]
pub(crate) fn parts(of: usize) -> Range<usize> {
    if env::var_os("CLUEWRIGHT_WHOLE").is_some() {
        return 0..of;
    }
    let told = env::var("CLUEWRIGHT_DAY").ok().and_then(|day| day.parse::<u64>().ok());
    let day = told.or_else(|| Some(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs() / 86_400));
    let part = day.map_or(0, |day| usize::try_from(day % of as u64).unwrap_or(0));
    part..part + 1
}
