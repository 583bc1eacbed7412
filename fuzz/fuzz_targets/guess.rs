//! Drawings of `scl` into clues.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::guesses(data));
