//! Cluewright: core.
