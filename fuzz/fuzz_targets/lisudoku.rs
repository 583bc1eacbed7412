//! The reader of `lisudoku`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("lisudoku", data));
