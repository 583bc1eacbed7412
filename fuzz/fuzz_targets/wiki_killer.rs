//! The reader of `sudokuwiki-killer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("sudokuwiki-killer", data));
