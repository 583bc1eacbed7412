//! The access rules: programs on this machine and the server's own page are answered, but other pages are not.
//!
//! A foreign page can send requests to any address that the browser can reach, and with a host name that resolves to 127.0.0.1 (DNS
//! rebinding) it could even read the answers. So a request must address the server by a name that cannot be rebound (`Host`), and
//! must come either from the server's own page or from no page at all (`Origin`). No headers allow other pages to read answers
//! (CORS).

use crate::client::{failed, refused};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;
use cluewright_protocol::Id;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Checks requests against the server's own names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    at: SocketAddr,
}

impl Guard {
    pub(crate) fn new(at: SocketAddr) -> Self {
        Self { at }
    }

    /// Whether this is an accepted name of the server, such as `localhost:2583`.
    fn is_ours(self, authority: &str) -> bool {
        let Ok(named) = authority.parse::<Authority>() else { return false };
        if authority.contains('@') || named.port_u16().unwrap_or(80) != self.at.port() {
            return false;
        }
        let host = named.host();
        if host.eq_ignore_ascii_case("localhost") {
            return true;
        }
        match host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            // Unlike a host name, an IP address cannot be rebound.
            Ok(ip) => {
                ip == Ipv4Addr::LOCALHOST
                    || ip == Ipv6Addr::LOCALHOST
                    || ip == self.at.ip()
                    || self.at.ip().is_unspecified()
            }
            Err(_) => false,
        }
    }

    /// The reason for rejecting a request; `None` if it is allowed.
    pub(crate) fn objection(self, headers: &HeaderMap, uri: &Uri) -> Option<&'static str> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|h| h.to_str().ok()).unwrap_or_default();
        if !self.is_ours(host) || hosts.next().is_some() || uri.authority().is_some_and(|a| !self.is_ours(a.as_str())) {
            return Some(
                "the request does not name this server, which is reachable only as `localhost` or by its IP address",
            );
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let own = |origin: &HeaderValue| {
            let named = origin.to_str().ok().and_then(|o| o.strip_prefix("http://"));
            named.is_some_and(|named| named.eq_ignore_ascii_case(host))
        };
        if !origins.all(own) {
            return Some(
                "the request comes from a page of another origin, and only this server's own page is answered",
            );
        }
        None
    }
}

/// The headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Rejects requests that must not be answered.
pub(crate) async fn guard(State(at): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match at.objection(request.headers(), request.uri()) {
        Some(why) => json(StatusCode::FORBIDDEN, failed(Id::None(()), refused(why))),
        None => next.run(request).await,
    };
    for &(name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// A response with this status and a message as JSON.
pub(crate) fn json(status: StatusCode, message: String) -> Response {
    let mut response = Response::new(Body::from(message));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use axum::http::{HeaderMap, Uri};

    fn objection(at: &str, host: &[&str], origin: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for host in host {
            headers.append("host", host.parse().expect("a value"));
        }
        for origin in origin {
            headers.append("origin", origin.parse().expect("a value"));
        }
        Guard::new(at.parse().expect("an address")).objection(&headers, &Uri::from_static("/")).is_some()
    }

    #[test]
    fn names_that_lead_here() {
        let home = "127.0.0.1:2583";
        for host in ["localhost:2583", "LOCALHOST:2583", "127.0.0.1:2583", "[::1]:2583"] {
            assert!(!objection(home, &[host], &[]), "{host}");
            assert!(!objection(home, &[host], &[&format!("http://{host}")]), "{host}");
        }
        for host in [
            "localhost",
            "localhost:80",
            "127.0.0.1:2584",
            "evil.example:2583",
            "localhost.evil.example:2583",
            "",
            "127.0.0.1.evil.example:2583",
            "evil@localhost:2583",
            "0.0.0.0:2583",
            "192.168.0.7:2583",
            "2130706433:2583",
        ] {
            assert!(objection(home, &[host], &[]), "{host}");
        }
        assert!(objection(home, &[], &[]));
        assert!(objection(home, &["localhost:2583", "localhost:2583"], &[]));
        assert!(!objection("127.0.0.1:80", &["localhost"], &["http://localhost"]));
        assert!(!objection("192.168.0.7:2583", &["192.168.0.7:2583"], &[]));
        assert!(!objection("0.0.0.0:2583", &["192.168.0.7:2583"], &[]));
        assert!(objection("0.0.0.0:2583", &["evil.example:2583"], &[]));
    }

    #[test]
    fn pages_of_others() {
        let (home, host) = ("127.0.0.1:2583", ["localhost:2583"].as_slice());
        for origin in [
            "null",
            "http://evil.example",
            "http://localhost:3000",
            "https://localhost:2583",
            "http://127.0.0.1:2583",
            "",
        ] {
            assert!(objection(home, host, &[origin]), "{origin}");
        }
        assert!(objection(home, host, &["http://localhost:2583", "http://evil.example"]));
    }
}
