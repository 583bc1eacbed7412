//! Starts a server from its options.

use crate::client::Surroundings;
use crate::guard::{Guard, guard};
use crate::library::{self, Library};
use crate::line::Door;
use crate::pool::Pool;
use crate::shared::Shared;
use crate::{Options, fetch, fpuzzles, http, socket};
use axum::Router;
use axum::extract::Path;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::{Semaphore, watch};

/// The interval at which the stop signal is polled.
const GLANCE: Duration = Duration::from_millis(25);
/// The maximum time to wait for the last answers, which report that the work was cancelled.
const FAREWELL: Duration = Duration::from_millis(50);

/// The addresses of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Addresses {
    /// The address of the page and the messages.
    pub page: SocketAddr,
    /// The address of the solver for other programs' pages; `None` if there is no such solver.
    pub solver: Option<SocketAddr>,
}

/// Serves until `stop` returns true; `stop` is polled every 25 ms. `ready` is called with the addresses as soon as the server
/// listens on them.
///
/// Errors: the server cannot listen on an address, or the library cannot be opened.
pub fn serve(
    options: Options,
    ready: impl FnOnce(Addresses),
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> io::Result<()> {
    let library = options.library.as_ref().map(Library::open).transpose().map_err(io::Error::other)?.map(Arc::new);
    // Connections need little work; requests run on their own threads.
    let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
    let (ended, ending) = watch::channel(false);
    let since = Instant::now();
    let (pool, workers) = Pool::new(options.workers(), options.queue)?;
    let result = runtime.block_on(async {
        let listener = TcpListener::bind((options.address, options.port)).await?;
        let at = listener.local_addr()?;
        let door = Door {
            listener,
            places: Arc::new(Semaphore::new(options.connections.clamp(1, Semaphore::MAX_PERMITS))),
            patience: options.patience,
            silence: options.silence(),
        };
        let full = Arc::new(AtomicBool::new(false));
        tokio::spawn(weigh(options.memory, Arc::clone(&full)));
        let surroundings = Surroundings { ending, full, since, handle: runtime::Handle::current() };
        let solver = match &options.solver {
            Some((port, sites)) => {
                let listener = TcpListener::bind((options.address, *port)).await?;
                let at = listener.local_addr()?;
                let mut listeners = vec![listener];
                // Scripts use `localhost`, which may be either of this machine's addresses.
                if options.address == Ipv4Addr::LOCALHOST {
                    listeners.extend(TcpListener::bind((Ipv6Addr::LOCALHOST, at.port())).await);
                }
                for listener in listeners {
                    let mut over = surroundings.ending.clone();
                    let ended = async move {
                        let _ = over.wait_for(|over| *over).await;
                    };
                    tokio::spawn(fpuzzles::listen(sites.clone(), listener, ended));
                }
                Some(at)
            }
            None => None,
        };
        let shared = Arc::new(Shared { options, pool: Arc::clone(&pool), surroundings });
        ready(Addresses { page: at, solver });
        let stopped = async move {
            while !stop() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        tokio::select! {
            ended = async { axum::serve(door, router(shared, Guard::new(at), library)).await } => ended,
            () = stopped => {
                let _ = ended.send(true);
                tokio::time::sleep(FAREWELL).await;
                Ok(())
            }
        }
    });
    let _ = ended.send(true);
    pool.end();
    runtime.shutdown_background();
    // Work normally polls the signal every few milliseconds; do not wait for work that fails to.
    let patience = Instant::now() + FAREWELL;
    while Instant::now() < patience && !workers.iter().all(std::thread::JoinHandle::is_finished) {
        std::thread::sleep(Duration::from_millis(2));
    }
    result
}

/// The interval at which the memory is measured.
const WEIGHED: Duration = Duration::from_millis(200);

/// Keeps `full` up to date: whether the program uses more than `most` bytes of memory. Returns at once if there is no limit or
/// the memory cannot be measured.
async fn weigh(most: Option<u64>, full: Arc<AtomicBool>) {
    while let (Some(most), Some(bytes)) = (most, memory()) {
        full.store(bytes > most, Ordering::Relaxed);
        tokio::time::sleep(WEIGHED).await;
    }
}

/// The program's memory in bytes, if the system reports it.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

fn router(shared: Arc<Shared>, at: Guard, library: Option<Arc<Library>>) -> Router {
    let puzzles = match library {
        Some(library) => library::routes::router(library),
        None => Router::new().route("/api/v1/library/{*rest}", any(http::no_library)),
    };
    Router::new()
        .route("/api/v1/ws", get(socket::open))
        .route("/api/v1/meta", get(http::meta).post(|s, r| http::post(s, Path("meta".to_owned()), r)))
        .route("/api/v1/openapi.json", get(http::other))
        .route("/api/v1/fetch", post(fetch::answer))
        .route("/api/v1/{op}", post(http::post))
        .fallback(http::other)
        .method_not_allowed_fallback(http::method)
        .layer(from_fn_with_state(at, guard))
        .with_state(shared)
        .merge(puzzles.layer(from_fn_with_state(at, guard)))
}
