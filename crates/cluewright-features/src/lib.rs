//! No code. Cargo compiles a dependency with the features that all packages of one build ask for. The command, the Python
//! package, the tasks and the tests ask for different ones; so each of them, built alone, would compile `serde`, `tokio` and
//! Cluewright's own crates again. The manifest of this crate asks for all of these features, and all programs depend on it.
//!
//! `xtask/tests/architecture.rs` compares them (`programs_share_what_they_compile`) and names what is missing here.
