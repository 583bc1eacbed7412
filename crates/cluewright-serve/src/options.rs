//! The options of a server.

use crate::fpuzzles;
use cluewright_protocol::Caps;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// The addresses on which a server listens, the limits for clients, and optional features.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on. Any address except a loopback address lets other machines connect, without a password.
    pub address: IpAddr,
    /// The port to listen on; 0: any free port.
    pub port: u16,
    /// The limits of a request. `bytes` also limits the length of request bodies and of frames.
    pub caps: Caps,
    /// The file of the library of puzzles, which is created if it does not exist; `None`: no library.
    pub library: Option<PathBuf>,
    /// The port of the solver for other programs' pages, with the options of that solver (which sites may connect, and limits);
    /// `None`: no such port is opened.
    pub solver: Option<(u16, fpuzzles::Options)>,
    /// Whether puzzles are downloaded if a link contains only their id.
    pub fetch: bool,
    /// The number of requests that run at the same time. 0: one per core, but at least four, so that a client whose request takes
    /// long can use another puzzle in the meantime.
    pub jobs: usize,
    /// The maximum number of requests in the queue. Further requests are rejected as `busy`.
    pub queue: usize,
    /// The memory limit of the whole program in bytes: if the program uses more, running work ends and no further work starts.
    /// `None`: no limit. The limit is enforced only if the operating system reports the memory in use (Linux).
    pub memory: Option<u64>,
    /// The maximum number of simultaneous connections. Further connections wait until one ends.
    pub connections: usize,
    /// The time after which a client that reads none of the data sent to it is disconnected.
    pub patience: Duration,
    /// The time after which a connection without any traffic is closed; it should be at least the time limit of a request.
    pub idle: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            // A puzzle with rules of the maximum size needs a few hundred megabytes.
            caps: Caps { documents: 16, ms: Some(60_000.0), ..Caps::default() },
            library: None,
            solver: None,
            fetch: false,
            jobs: 0,
            queue: 256,
            memory: Some(4 << 30),
            connections: 256,
            patience: Duration::from_secs(20),
            idle: Duration::from_secs(120),
        }
    }
}

impl Options {
    /// The number of requests that run at the same time, at least one.
    pub(crate) fn workers(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get).max(4),
            n => n.min(1024),
        }
    }

    /// The time after which a silent connection is closed; `None`: never. An HTTP connection is silent while its request runs.
    pub(crate) fn silence(&self) -> Option<Duration> {
        let longest = Duration::try_from_secs_f64(self.caps.ms? / 1e3).ok()?;
        longest.checked_add(Duration::from_secs(30)).map(|longest| longest.max(self.idle))
    }
}
