//! The reader of `puzz-link`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("puzz-link", data));
