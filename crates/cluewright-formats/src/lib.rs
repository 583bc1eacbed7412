//! Cluewright: formats.
