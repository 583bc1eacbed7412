//! The reader of `letter-cages`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("letter-cages", data));
