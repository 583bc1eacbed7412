//! Tasks of the project itself: corpora, benches, tables.
fn main() {}
