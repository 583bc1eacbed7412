//! The integration tests of this crate: one program, a module a file.

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
