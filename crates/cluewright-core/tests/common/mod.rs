//! Code shared by several tests.
#![allow(dead_code)] // each test uses its part

pub(crate) mod kinds;
