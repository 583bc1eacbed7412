//! The reader of `solo`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("solo", data));
