//! The integration tests of this crate, as one program with one module per file.

mod common;
mod folder;

mod alike;
mod fpuzzles;
mod fpuzzles_records;
mod http;
mod library;
mod library_described;
mod library_killed;
mod library_routes;
mod socket;
