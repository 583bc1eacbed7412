//! The reader of `ksudoku`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("ksudoku", data));
