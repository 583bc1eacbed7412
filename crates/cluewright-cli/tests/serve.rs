//! `serve`: its messages, and how it ends.

use crate::common;

use common::expect;

#[test]
fn its_options_are_explained() {
    let help = expect(&["help", "serve"], 0).out;
    for option in ["--port", "--address", "--open", "--timeout", "--threads", "2583"] {
        assert!(help.contains(option), "{option}: {help}");
    }
    assert!(expect(&["serve", "--port", "65536"], 2).err.contains("65536"));
    assert!(expect(&["serve", "--address", "here"], 2).err.contains("here"));
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_it_says_so() {
    let error = expect(&["serve"], 2).err;
    assert!(error.contains("built without the server") && error.contains("--features serve"), "{error}");
}

#[cfg(feature = "serve")]
#[test]
fn it_says_where_it_is_and_that_a_port_is_taken() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::process::{Command, Stdio};

    let folder = std::env::temp_dir().join(format!("cluewright-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let wrong = folder.join("wrong.sqlite");
    std::fs::write(&wrong, "this is no library").expect("a file");
    let error = expect(&["serve", "--port", "0", "--library", &wrong.to_string_lossy()], 2).err;
    assert!(error.contains("the library cannot be opened") && error.contains("--no-library"), "{error}");
    let _ = std::fs::remove_dir_all(folder);

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let error = expect(&["serve", "--no-library", "--port", &port], 2).err;
    assert!(error.contains(&port) && error.contains("--port 0"), "{error}");

    let mut child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
        .args(["serve", "--port", "0", "--no-library"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it was piped")).read_line(&mut line).expect("a line");
    let at = line.strip_prefix("Cluewright is at http://").and_then(|l| l.strip_suffix("/\n")).expect("an address");
    let mut stream = TcpStream::connect(at).expect("it listens");
    stream
        .write_all(format!("GET / HTTP/1.1\r\nHost: {at}\r\nConnection: close\r\n\r\n").as_bytes())
        .expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>Cluewright</title>"), "{page}");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

/// The server is killed twenty times while it writes. After a restart, everything that it reported as saved is there.
#[cfg(feature = "serve")]
#[test]
fn a_killed_server_loses_nothing_that_it_said_is_saved() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = std::env::temp_dir().join(format!("cluewright-killed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("library.sqlite");
    let start = || -> (Child, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
            .args(["serve", "--port", "0", "--library", &file.to_string_lossy()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it was piped")).read_line(&mut line).expect("a line");
        let at = line.strip_prefix("Cluewright is at http://").and_then(|l| l.strip_suffix("/\n"));
        (child, at.expect("an address").to_owned())
    };
    // The body of an answer with status 200.
    let ask = |at: &str, method: &str, path: &str, body: &str| -> Option<String> {
        let mut stream = TcpStream::connect(at).ok()?;
        let head = format!(
            "Host: {at}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}",
            body.len()
        );
        stream.write_all(format!("{method} /api/v1/library{path} HTTP/1.1\r\n{head}\r\n\r\n{body}").as_bytes()).ok()?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).ok()?;
        reply.strip_prefix("HTTP/1.1 200")?.split_once("\r\n\r\n").map(|(_, body)| body.to_owned())
    };
    let (mut child, mut at) = start();
    ask(&at, "POST", "/collections", r#"{"name":"Mine"}"#).expect("a collection");
    let mut told = Vec::new();
    for round in 0..20_u64 {
        let victim = std::sync::Mutex::new(&mut child);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20 + 7 * round % 60));
                let _ = victim.lock().expect("nobody panics with it").kill();
            });
            let patience = Instant::now() + Duration::from_secs(20);
            for number in 0.. {
                let puzzle =
                    format!(r#"{{"collection":1,"puzzle":{{"text":"12..34..2.....3.","title":"{round}-{number}"}}}}"#);
                match ask(&at, "POST", "/puzzles", &puzzle) {
                    Some(_) => told.push(format!("{round}-{number}")),
                    None => break,
                }
                assert!(Instant::now() < patience, "the server is killed");
            }
        });
        child.wait().expect("it ended");
        (child, at) = start();
    }
    let all = ask(&at, "GET", "/export", "").expect("the library is whole");
    for title in &told {
        assert!(all.contains(&format!("\"title\":\"{title}\"")), "{title} was told to be saved");
    }
    assert!(told.len() > 20, "{}", told.len());
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    let _ = std::fs::remove_dir_all(folder);
}

/// The script in the book starts the server, asks for a hint and prints what the book says.
#[cfg(feature = "serve")]
#[test]
fn the_script_of_the_page_runs() {
    use std::process::Command;

    let page = std::fs::read_to_string(common::root().join("docs/serve.md")).expect("a page");
    let script = page.split("```py\n").nth(1).and_then(|s| s.split("\n```").next()).expect("a script");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_cluewright")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(program.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("folders");
    let Ok(run) = Command::new("python3").args(["-c", script]).env("PATH", path).output() else {
        println!("skipped: no python3");
        return;
    };
    let printed = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(page.contains(&format!("prints `{}`", printed.trim())), "{printed}");
}
