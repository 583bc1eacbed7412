//! The reader of `opensudoku`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("opensudoku", data));
