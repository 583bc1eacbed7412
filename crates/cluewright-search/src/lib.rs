//! Cluewright: search.
