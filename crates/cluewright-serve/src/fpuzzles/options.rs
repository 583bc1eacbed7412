//! The origins that may connect, and the limits of their requests.

/// The options of the solver for other programs' pages: the sites that may connect, and the limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Origins of pages that may connect, as browsers write them: `https://sudokupad.app`. Pages served from this machine
    /// (`localhost`, on any port) and programs other than browsers may also connect.
    pub sites: Vec<String>,
    /// The maximum number of simultaneous connections.
    pub connections: usize,
    /// The maximum number of requests that run at the same time; further requests wait.
    pub jobs: usize,
    /// The maximum length of a message in bytes.
    pub bytes: usize,
    /// The maximum number of random dives of one estimate, which then ends as if it were cancelled.
    pub dives: u64,
}

impl Default for Options {
    fn default() -> Self {
        let sites = [
            "https://f-puzzles.com",
            "https://www.f-puzzles.com",
            "https://sudokupad.app",
            "https://app.crackingthecryptic.com",
        ];
        Self {
            sites: sites.map(str::to_owned).to_vec(),
            connections: 32,
            jobs: std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
            bytes: 2 << 20,
            dives: 50_000_000,
        }
    }
}

impl Options {
    /// Whether a page from this origin may connect.
    ///
    /// ```
    /// use cluewright_serve::fpuzzles::Options;
    /// let options = Options::default();
    /// assert!(options.allows("https://sudokupad.app") && options.allows("http://localhost:8080"));
    /// assert!(!options.allows("https://example.org") && !options.allows("null"));
    /// ```
    pub fn allows(&self, origin: &str) -> bool {
        if self.sites.iter().any(|site| site.trim_end_matches('/').eq_ignore_ascii_case(origin)) {
            return true;
        }
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        ["localhost", "127.0.0.1", "[::1]"].iter().any(|host| {
            let port = rest.and_then(|rest| rest.strip_prefix(host));
            port.is_some_and(|port| {
                port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
            })
        })
    }
}
