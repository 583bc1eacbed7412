//! How a server is set up.

use crate::fpuzzles;
use cluewright_protocol::Caps;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// Where a server listens, and what it does for its clients.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address. Any address but a loopback one admits other machines, without a password.
    pub address: IpAddr,
    /// The port; 0: any that is free.
    pub port: u16,
    /// The limits of a request. `bytes` also bounds bodies of requests and frames.
    pub caps: Caps,
    /// The file of the library of puzzles, which is made where there is none; `None`: no library.
    pub library: Option<PathBuf>,
    /// The port at which the server answers other programs' pages in the solver protocol that they use, and the options for that
    /// (which sites may connect, and limits); `None`: no such port is opened.
    pub solver: Option<(u16, fpuzzles::Options)>,
    /// Whether puzzles that a link only names are fetched from their own host.
    pub fetch: bool,
    /// Requests at work at the same time; 0: one for each core, and at least four, so that who waits for a long one can
    /// look at another puzzle meanwhile.
    pub jobs: usize,
    /// Requests that wait for their turn. More are turned down as `busy`.
    pub queue: usize,
    /// Bytes of memory that the whole program may have before work ends and no more is begun; `None`: any number. It is kept
    /// where the system tells how much there is (Linux).
    pub memory: Option<u64>,
    /// Connections at the same time. More have to wait until one ends.
    pub connections: usize,
    /// How long a client may take nothing of what it is sent before it counts as gone.
    pub patience: Duration,
    /// How long a connection may be silent on both sides; at least as long as a request may take.
    pub idle: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            // A puzzle whose rules are as large as rules may be takes a few hundred megabytes.
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
    /// Requests at work at the same time, at least one.
    pub(crate) fn workers(&self) -> usize {
        match self.jobs {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get).max(4),
            n => n.min(1024),
        }
    }

    /// How long a connection may be silent. Over HTTP it is silent while a request is at work.
    pub(crate) fn silence(&self) -> Option<Duration> {
        let longest = Duration::try_from_secs_f64(self.caps.ms? / 1e3).ok()?;
        longest.checked_add(Duration::from_secs(30)).map(|longest| longest.max(self.idle))
    }
}
