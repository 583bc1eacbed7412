//! The solver behind f-puzzles and `SudokuPad`: the protocol of dclamage's `SudokuSolver` (1.3), which their user scripts
//! speak to `ws://localhost:4545`.
//!
//! A frame is a JSON object. A request has a `nonce`, which its replies bear too, a `command`, and a puzzle: `dataType`
//! `fpuzzles`, `data` its LZ base64. Any new message of a connection ends what that connection asked before.
//!
//! | command | of the puzzle | reply |
//! |---|---|---|
//! | `truecandidates` | givens | how many solutions each candidate is in, up to a cap |
//! | `solve` | givens | a solution, any of them |
//! | `check` | givens | 0, 1 or 2 solutions: none, one, more |
//! | `count` | givens | how many; on the way how many so far |
//! | `estimate` | digits and marks, too | about how many, ever better until it is cancelled |
//! | `solvepath` | digits and marks, too | the path as far as logic goes, a step a line |
//! | `step` | digits and marks, too | the next step |
//! | `cancel` | | `canceled` |
//!
//! A page in a browser may connect to any port of its user's machine, so those that may are listed ([`Options::sites`]).

mod answer;
mod connection;
mod estimate;
mod message;
mod puzzles;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use puzzles::Puzzles;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// The port that the sites' scripts connect to.
pub const PORT: u16 = 4545;

/// Sites that may ask, and bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Origins of pages that may connect, as browsers write them: `https://sudokupad.app`. Pages of this machine
    /// (`localhost`, at any port) and programs that are no browsers may, too.
    pub sites: Vec<String>,
    /// Connections at the same time.
    pub connections: usize,
    /// Questions worked on at the same time; others wait.
    pub jobs: usize,
    /// Bytes of a message.
    pub bytes: usize,
    /// Random dives of one estimate, after which it ends as if it were cancelled.
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
    /// May a page of this origin connect?
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

/// What all connections share.
#[derive(Debug)]
struct Shared {
    options: Options,
    puzzles: Puzzles,
    connections: Arc<Semaphore>,
    jobs: Arc<Semaphore>,
    /// What random solutions are drawn from, another one each time.
    seeds: AtomicU64,
    stopped: watch::Receiver<bool>,
}

/// Serves until `stop` is there. Connections are then closed and what they asked is ended.
///
/// Errors: the listener fails.
pub async fn listen(
    options: Options,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (say, stopped) = watch::channel(false);
    let shared = Shared {
        puzzles: Puzzles::default(),
        connections: Arc::new(Semaphore::new(options.connections.clamp(1, 10_000))),
        jobs: Arc::new(Semaphore::new(options.jobs.clamp(1, 256))),
        seeds: AtomicU64::new(1),
        stopped,
        options,
    };
    // The scripts name no path.
    let app = Router::new().fallback(upgrade).with_state(Arc::new(shared));
    axum::serve(listener, app)
        .with_graceful_shutdown(async move {
            stop.await;
            let _ = say.send(true);
        })
        .await
}

async fn upgrade(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    // Before anything else: another page learns nothing but that somebody listens.
    let mut site = None;
    for origin in headers.get_all(header::ORIGIN) {
        if !origin.to_str().is_ok_and(|origin| shared.options.allows(origin)) {
            return (StatusCode::FORBIDDEN, "pages of this origin may not ask the solver\n").into_response();
        }
        site = Some(origin.clone());
    }
    let Ok(socket) = socket else {
        // A plain request is how a page finds out that somebody listens, and how it makes the browser ask its user whether it
        // may connect to this machine.
        let mut response = "a solver for f-puzzles and SudokuPad listens here, by WebSocket\n".into_response();
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(site) = site {
            response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, site);
        }
        return response;
    };
    let Ok(room) = Arc::clone(&shared.connections).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections\n").into_response();
    };
    let bytes = shared.options.bytes;
    socket.max_message_size(bytes).max_frame_size(bytes).on_upgrade(move |socket| async move {
        connection::serve(socket, shared).await;
        drop(room);
    })
}
