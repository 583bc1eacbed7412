//! The reader of `sudoku-exchange`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::reader("sudoku-exchange", data));
