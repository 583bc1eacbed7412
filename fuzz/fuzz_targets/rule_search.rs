//! From a rule's text to a search.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cluewright_fuzz::rule_search(data));
