//! Cluewright: logic.
