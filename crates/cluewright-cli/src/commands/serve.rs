//! `serve`: serves the page, and the engine for other programs, on this machine.

use crate::args::Serve;
use crate::output::{Exit, Failure};

pub(crate) fn run(args: Serve) -> Result<Exit, Failure> {
    Ok(made::serve(&args)?)
}

#[cfg(feature = "serve")]
mod made {
    use crate::args::Serve;
    use crate::output::{Exit, print_wrapped, warn};
    use crate::screen::mute;
    use crate::stop::{cancelled, threads_of};
    use cluewright::BadInput;
    use cluewright_serve::{Addresses, Caps, Options, fpuzzles, serve as answer};
    use std::io::ErrorKind;
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
    use std::path::PathBuf;
    use std::process::Command;

    pub(super) fn serve(args: &Serve) -> Result<Exit, BadInput> {
        let usual = Options::default();
        let threads = threads_of(args.threads);
        let ms = args.timeout.map(|seconds| seconds * 1e3).or(usual.caps.ms);
        let caps = Caps { ms, threads, ..usual.caps };
        let solver = args.fpuzzles_port.map(|port| {
            let mut sites = fpuzzles::Options { jobs: threads, ..fpuzzles::Options::default() };
            sites.sites.extend(args.allow.iter().cloned());
            (port, sites)
        });
        let library =
            if args.no_library { None } else { args.library.clone().map_or_else(usual_library, |l| Ok(Some(l)))? };
        let options = Options {
            address: args.address,
            port: args.port,
            caps,
            jobs: args.threads,
            library,
            solver,
            fetch: args.fetch,
            ..usual
        };
        if !args.address.is_loopback() {
            warn("note: anyone who can reach this address can use the server without a password");
        }
        let ready = |at: Addresses| {
            let page = page(at.page);
            // Standard output may be closed; serve the page anyway.
            let _ = print_wrapped(&format!("Cluewright is at {page}\n"));
            if let Some(solver) = at.solver {
                let _ = print_wrapped(&format!(
                    "Solver scripts of f-puzzles and SudokuPad can connect to port {}\n",
                    solver.port()
                ));
            }
            if args.open && !open(&page) {
                warn("note: no browser could be started; open the address in your browser");
            }
        };
        answer(options, ready, cancelled).map_err(|e| {
            let at = SocketAddr::new(args.address, args.port);
            if e.kind() == ErrorKind::Other {
                return BadInput::new(format!("the library cannot be opened: {e}"))
                    .hint("use another file with `--library FILE`, or no library with `--no-library`");
            }
            let error = BadInput::new(format!("the server cannot listen at {at}: {e}"));
            match e.kind() {
                ErrorKind::AddrInUse => error.hint("the server may already be running; `--port 0` uses any free port"),
                ErrorKind::PermissionDenied => error.hint("ports 1024 and above need no special permission"),
                _ => error.hint("`--address` must be an address of this machine; the default is 127.0.0.1"),
            }
        })?;
        Ok(Exit::Done)
    }

    /// The default path of the library, in the user's data folder, which is created if necessary.
    fn usual_library() -> Result<Option<PathBuf>, BadInput> {
        let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let folder = from("XDG_DATA_HOME")
            .or_else(|| from("HOME").map(|home| home.join(".local/share")))
            .or_else(|| from("LOCALAPPDATA"));
        let Some(folder) = folder.map(|folder| folder.join("cluewright")) else { return Ok(None) };
        std::fs::create_dir_all(&folder).map_err(|e| {
            BadInput::new(format!("the folder for the library cannot be created: {e}"))
                .within(folder.to_string_lossy())
                .hint("use another place with `--library FILE`, or no library with `--no-library`")
        })?;
        Ok(Some(folder.join("library.sqlite")))
    }

    /// The address of the page for a browser on this machine.
    fn page(at: SocketAddr) -> String {
        let ip = match at.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, at.port()))
    }

    /// Opens the page in the browser. Returns whether the browser could be started.
    fn open(page: &str) -> bool {
        let (program, before): (&str, &[&str]) = if cfg!(windows) {
            ("cmd", &["/C", "start", ""])
        } else if cfg!(target_os = "macos") {
            ("open", &[])
        } else {
            ("xdg-open", &[])
        };
        let mut command = Command::new(program);
        let Ok(mut child) = mute(command.args(before).arg(page)).spawn() else { return false };
        std::thread::spawn(move || child.wait());
        true
    }
}

#[cfg(not(feature = "serve"))]
mod made {
    use crate::args::Serve;
    use crate::output::Exit;
    use cluewright::BadInput;

    pub(super) fn serve(_args: &Serve) -> Result<Exit, BadInput> {
        Err(BadInput::new("this program was built without the server")
            .hint("build the program without `--no-default-features`, or with `--features serve`"))
    }
}
