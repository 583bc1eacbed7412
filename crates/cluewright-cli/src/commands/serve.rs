//! `serve`: the page and the engine for other programs, on this machine.

use crate::args::Serve;
use crate::output::{Exit, Failure};

pub(crate) fn run(args: Serve) -> Result<Exit, Failure> {
    Ok(made::serve(&args)?)
}

#[cfg(feature = "serve")]
mod made {
    use crate::args::Serve;
    use crate::output::{Exit, remark, tell};
    use crate::screen::mute;
    use crate::stop::{cancelled, threads_of};
    use cluewright::BadInput;
    use cluewright_serve::{Caps, Options, serve as answer};
    use std::io::ErrorKind;
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
    use std::process::Command;

    pub(super) fn serve(args: &Serve) -> Result<Exit, BadInput> {
        let usual = Options::default();
        let threads = threads_of(args.threads);
        let ms = args.timeout.map(|seconds| seconds * 1e3).or(usual.caps.ms);
        let caps = Caps { ms, threads, ..usual.caps };
        let options = Options { address: args.address, port: args.port, caps, jobs: threads, ..usual };
        if !args.address.is_loopback() {
            remark("note: whoever reaches this address may ask, and nobody is asked for a password");
        }
        let ready = |at: SocketAddr| {
            let page = page(at);
            // Nobody may be there to read it, and the page is still there.
            let _ = tell(&format!("Cluewright is at {page}\n"));
            if args.open && !open(&page) {
                remark("note: no browser could be started; open the address in one");
            }
        };
        answer(options, ready, cancelled).map_err(|e| {
            let at = SocketAddr::new(args.address, args.port);
            let error = BadInput::new(format!("the server cannot listen at {at}: {e}"));
            match e.kind() {
                ErrorKind::AddrInUse => error.hint("it may run already; `--port 0` takes any port that is free"),
                ErrorKind::PermissionDenied => error.hint("ports from 1024 on are for everybody"),
                _ => error.hint("`--address` is one of this machine's own, and 127.0.0.1 without it"),
            }
        })?;
        Ok(Exit::Done)
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

    /// Starts the browser; could it be?
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
            .hint("build it with `cargo install --features serve`"))
    }
}
