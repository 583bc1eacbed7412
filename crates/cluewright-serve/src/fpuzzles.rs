//! The solver for f-puzzles and `SudokuPad`: the protocol of dclamage's `SudokuSolver` (1.3), which the sites' user scripts use to
//! talk to `ws://localhost:4545`.
//!
//! A frame is a JSON object. A request has a `nonce`, which its replies repeat, a `command`, and a puzzle: `dataType` is
//! `fpuzzles`, and `data` is the puzzle as LZ-string base64. Any new message cancels the previous request of the connection.
//!
//! | command | uses | reply |
//! |---|---|---|
//! | `truecandidates` | givens | the number of solutions with each candidate, up to a cap |
//! | `solve` | givens | any solution |
//! | `check` | givens | 0, 1 or 2, for no, one or several solutions |
//! | `count` | givens | the number of solutions, and the number so far while counting |
//! | `estimate` | givens, digits and marks | an estimate of the number of solutions, which improves until it is cancelled |
//! | `solvepath` | givens, digits and marks | the path as far as logic leads, one step per line |
//! | `step` | givens, digits and marks | the next step |
//! | `cancel` | | `canceled` |
//!
//! Any page in a browser can try to connect to a port on the user's machine, so only listed sites are allowed ([`Options::sites`]).

mod answer;
mod connection;
mod estimate;
mod message;
mod options;
mod puzzles;
mod replies;
mod shared;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use options::Options;
use puzzles::Puzzles;
use shared::Shared;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// The port to which the sites' scripts connect.
pub const PORT: u16 = 4545;

/// Serves until `stop` completes; then closes all connections and cancels their requests.
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
    // The scripts connect without a path.
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
    // Check the origin before anything else, so that other pages learn only that a server is listening.
    let mut site = None;
    for origin in headers.get_all(header::ORIGIN) {
        if !origin.to_str().is_ok_and(|origin| shared.options.allows(origin)) {
            return (StatusCode::FORBIDDEN, "pages from this origin may not use the solver\n").into_response();
        }
        site = Some(origin.clone());
    }
    let Ok(socket) = socket else {
        // A page can send a plain HTTP request to find out whether a server is listening; this also makes the browser ask the user
        // for permission to connect to this machine.
        let mut response =
            "a solver for f-puzzles and SudokuPad listens here for WebSocket connections\n".into_response();
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
