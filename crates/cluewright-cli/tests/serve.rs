//! `serve`: what it says, and how it ends.

mod common;

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

    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let error = expect(&["serve", "--port", &port], 2).err;
    assert!(error.contains(&port) && error.contains("--port 0"), "{error}");

    let mut child = Command::new(env!("CARGO_BIN_EXE_cluewright"))
        .args(["serve", "--port", "0"])
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
