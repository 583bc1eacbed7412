//! Cluewright, the library.
