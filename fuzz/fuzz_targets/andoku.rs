//! The reader of `andoku`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("andoku", data));
