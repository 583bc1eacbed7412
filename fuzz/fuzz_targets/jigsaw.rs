//! The reader of `jigsaw`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("jigsaw", data));
