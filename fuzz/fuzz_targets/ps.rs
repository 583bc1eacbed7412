//! The reader of `ps`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("ps", data));
