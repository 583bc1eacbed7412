//! The reader of `sudoku-setter`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("sudoku-setter", data));
