//! Downloads puzzles from links that contain only an id, if the user has enabled downloads (`serve --fetch`).
//!
//! The request is made by the program `curl`, which uses the operating system's TLS certificates. A built-in client would take
//! longer to compile than the rest of the server, for one request per puzzle. Only hosts on a fixed list are contacted, only over
//! https, and only at a public address to which curl is pinned; redirects are not followed, and time and size are limited.

use crate::client::{failed, refused};
use crate::guard::json;
use crate::shared::Shared;
use axum::extract::{Json, State};
use axum::http::StatusCode;
use axum::response::Response;
use cluewright_protocol::{Code, Failure, Id};
use serde::Deserialize;
use std::io::Read;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A host from which puzzles can be downloaded.
struct Host {
    /// The names of the host, with which links start after `https://`; requests go to the first name.
    names: &'static [&'static str],
    /// The path of the puzzle texts, to which the puzzle's id is appended.
    path: &'static str,
}

/// `SudokuPad` is reachable under both names.
const HOSTS: &[Host] = &[Host { names: &["sudokupad.app", "app.crackingthecryptic.com"], path: "/api/puzzle/" }];

/// The maximum duration of a download in seconds, and its maximum size in bytes.
const TIME: u32 = 10;
const SIZE: u64 = 1 << 20;

/// A request to download a puzzle.
#[derive(Deserialize)]
pub(crate) struct FetchRequest {
    link: String,
}

/// Answers `POST /api/v1/fetch`.
pub(crate) async fn answer(State(shared): State<Arc<Shared>>, Json(wanted): Json<FetchRequest>) -> Response {
    if !shared.options.fetch {
        let failure = refused("this server does not download puzzles").hint("start the server with `--fetch`");
        return json(StatusCode::NOT_FOUND, failed(Id::None(()), failure));
    }
    let found = tokio::task::spawn_blocking(move || {
        let (host, name) = named(&wanted.link).ok_or_else(|| {
            wrong("this is not a link to a puzzle on a supported host")
                .hint("expected `https://sudokupad.app/` and the id of the puzzle")
        })?;
        let at = addresses(host.names[0], 443)?;
        asked(&format!("https://{}{}{name}", host.names[0], host.path), at, TIME)
    });
    match found.await.unwrap_or_else(|_| Err(Failure::new(Code::Internal, "the download failed unexpectedly"))) {
        Ok(text) => json(StatusCode::OK, serde_json::json!({ "id": null, "ok": { "text": text } }).to_string()),
        Err(failure) => json(StatusCode::BAD_GATEWAY, failed(Id::None(()), failure)),
    }
}

fn wrong(message: impl Into<String>) -> Failure {
    Failure::new(Code::BadInput, message)
}

/// The host of a link, and the puzzle's id on that host; an id without a link belongs to the first host. `None` if the host is not
/// listed.
fn named(link: &str) -> Option<(&'static Host, &str)> {
    let link = link.trim();
    let bare = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://")).unwrap_or(link);
    let of = |host: &'static Host| {
        let rest = host.names.iter().find_map(|name| bare.strip_prefix(name)?.strip_prefix('/'))?;
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let asked = rest.split(['?', '&', '#']).find_map(|part| part.strip_prefix("puzzleid="));
        Some((host, asked.unwrap_or_else(|| path.strip_prefix("sudoku/").unwrap_or(path))))
    };
    let (host, name) =
        HOSTS.iter().find_map(of).or_else(|| Some((&HOSTS[0], bare)).filter(|(_, name)| !name.contains('.')))?;
    let name = name.trim_end_matches('/');
    let plain =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    (name.len() <= 100 && name.split('/').all(plain)).then_some((host, name))
}

/// Whether this is an address of this machine or of a private network, or not a usable address.
fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [a, b, ..] = ip.octets();
            let shared = a == 100 && (64..128).contains(&b);
            let odd = a == 0 || a >= 224 || (a, b) == (192, 0) || (a == 198 && (b & 0xfe) == 18);
            ip.is_loopback() || ip.is_private() || ip.is_link_local() || shared || odd
        }
        IpAddr::V6(ip) => {
            let first = ip.segments()[0];
            // Public IPv6 addresses begin with 2 or 3; some of these contain IPv4 addresses.
            let public = (0x2000..0x4000).contains(&first) && first != 0x2002 && ip.segments()[..2] != [0x2001, 0];
            ip.to_ipv4_mapped().map_or(!public, |ip| is_private(ip.into()))
        }
    }
}

/// The address of a host. Errors: the host is not found, or its address is private.
fn addresses(host: &str, port: u16) -> Result<(String, SocketAddr), Failure> {
    let unknown = |_| wrong(format!("{host} was not found")).hint("is this machine connected to the internet?");
    let all: Vec<SocketAddr> = (host, port).to_socket_addrs().map_err(unknown)?.collect();
    if let Some(at) = all.iter().find(|at| is_private(at.ip())) {
        return Err(wrong(format!("{host} has the address {}, which is private", at.ip())));
    }
    // Prefer IPv4, as many networks have no working IPv6.
    let best = all.iter().find(|at| at.is_ipv4()).or(all.first());
    best.map(|&at| (host.to_owned(), at)).ok_or_else(|| wrong(format!("{host} was not found")))
}

/// Downloads the text at a URL with curl, which connects only to the given address.
fn asked(url: &str, (host, at): (String, SocketAddr), seconds: u32) -> Result<String, Failure> {
    let scheme = url.split("://").next().unwrap_or_default();
    let mut curl = Command::new("curl");
    // `--disable`, which ignores the user's curl settings, must be the first argument.
    curl.args(["--disable", "--silent", "--show-error", "--globoff", "--noproxy", "*", "--max-redirs", "0"]);
    curl.args([
        "--proto",
        &format!("={scheme}"),
        "--max-time",
        &seconds.to_string(),
        "--max-filesize",
        &SIZE.to_string(),
    ]);
    let ip = if at.is_ipv6() { format!("[{}]", at.ip()) } else { at.ip().to_string() };
    curl.args(["--resolve", &format!("{host}:{}:{ip}", at.port())]);
    curl.args(["--user-agent", "cluewright", "--write-out", "\n%{http_code}", "--", url]);
    let started = curl.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = started.map_err(|e| {
        wrong(format!("the program `curl` cannot be started: {e}"))
            .hint("install curl, or copy the long link from SudokuPad")
    })?;
    let mut bytes = Vec::new();
    let out = child.stdout.take().expect("it is a pipe");
    // Stop reading an answer that is longer than the limit.
    let read = out.take(SIZE + 16).read_to_end(&mut bytes);
    if read.is_err() || bytes.len() as u64 >= SIZE + 16 {
        let _ = child.kill();
    }
    let ended = child.wait_with_output().map_err(|e| wrong(format!("waiting for `curl` failed: {e}")))?;
    if bytes.len() as u64 >= SIZE + 16 {
        return Err(wrong(format!("the answer from {host} has more than {} KB", SIZE >> 10)));
    }
    if !ended.status.success() {
        let said = String::from_utf8_lossy(&ended.stderr);
        let mut failure = wrong(format!("{host} did not answer: {}", said.trim().trim_start_matches("curl: ")));
        // The exit code of curl after a timeout.
        if ended.status.code() == Some(28) {
            failure.code = Code::Limit;
        }
        return Err(failure);
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong(format!("the answer from {host} is not text")))?;
    match text.rsplit_once('\n') {
        Some((text, "200")) if !text.trim().is_empty() => Ok(text.to_owned()),
        Some((_, "404")) => Err(wrong(format!("{host} has no puzzle with this id"))),
        Some((_, status)) => Err(wrong(format!("{host} answered with status {status}"))),
        None => Err(wrong(format!("{host} did not answer"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::TcpListener;
    use std::time::Duration;

    #[test]
    fn links_of_known_hosts_name_puzzles() {
        let name = |link| named(link).map(|(host, name)| (host.names[0], name));
        let found = Some(("sudokupad.app", "abcD123"));
        for link in [
            "https://sudokupad.app/abcD123",
            "https://app.crackingthecryptic.com/sudoku/abcD123?x=1",
            "sudokupad.app/?puzzleid=abcD123",
            " abcD123 ",
        ] {
            assert_eq!(name(link), found, "{link}");
        }
        assert_eq!(name("https://sudokupad.app/setter/a-name"), Some(("sudokupad.app", "setter/a-name")));
        for link in [
            "https://example.com/abcD123",
            "https://sudokupad.app.example.com/abcD123",
            "https://sudokupad.app@127.0.0.1/abcD123",
            "https://sudokupad.app/../admin",
            "https://sudokupad.app//127.0.0.1",
            "https://sudokupad.app/a%2f..",
            "127.0.0.1/abcD123",
            "file:///etc/passwd",
            "",
        ] {
            assert!(name(link).is_none(), "{link}: {:?}", name(link));
        }
    }

    #[test]
    fn private_addresses_are_not_asked() {
        let private = "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 :: ::1 \
                       fe80::1 fc00::1 ::ffff:127.0.0.1 ::127.0.0.1 2002:7f00:1:: 64:ff9b::7f00:1 ff02::1";
        for ip in private.split_whitespace() {
            assert!(is_private(ip.parse().unwrap()), "{ip}");
        }
        for ip in ["104.18.2.3", "100.63.0.1", "172.32.0.1", "2606:4700::1111"] {
            assert!(!is_private(ip.parse().unwrap()), "{ip}");
        }
        let said = addresses("localhost", 443).unwrap_err().message;
        assert!(said.contains("is private"), "{said}");
    }

    /// The result of a download if the host, which is a test server on this machine, sends this answer.
    fn standing_in(answer: &'static str, more: usize, wait: Duration) -> Result<String, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            std::thread::sleep(wait);
            let _ = stream.write_all(answer.as_bytes());
            // The client may hang up before everything is written.
            (0..more).all(|_| stream.write_all(&[b'x'; 1024]).is_ok());
        });
        asked(&format!("http://stand.in.example:{}/api/puzzle/a", at.port()), ("stand.in.example".to_owned(), at), 2)
    }

    #[test]
    fn a_stand_in_is_asked() {
        if Command::new("curl").arg("--version").output().is_err() {
            println!("skipped: no curl");
            return;
        }
        let soon = Duration::ZERO;
        let said = |answer, more, wait| standing_in(answer, more, wait).map_err(|e| e.message);
        let right = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nsclAbc\nde";
        assert_eq!(said(right, 0, soon), Ok("sclAbc\nde".to_owned()));
        let away =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno";
        assert!(said(away, 0, soon).unwrap_err().contains("status 302"));
        let none = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno";
        assert!(said(none, 0, soon).unwrap_err().contains("no puzzle with this id"));
        // The answer is too large according to its header, or actually too long.
        let large = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n";
        assert!(said(large, 1, soon).is_err());
        let endless = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
        assert!(said(endless, 5000, soon).is_err());
        let late = standing_in(right, 0, Duration::from_secs(4)).unwrap_err();
        assert_eq!(late.code, Code::Limit, "{late:?}");
    }
}
