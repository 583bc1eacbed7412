//! The reader of `f-puzzles`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("f-puzzles", data));
