//! Cluewright: rules.
