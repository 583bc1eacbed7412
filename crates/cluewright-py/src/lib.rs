//! The Rust part of the Python package `cluewright`: puzzles, and tables of them.
//!
//! Operations are requests of `cluewright-protocol`; `python/cluewright` turns the answers into typed objects. Columns are passed
//! through the Arrow `PyCapsule` interface. The interpreter's lock is released during the work, which Ctrl-C ends.

mod columns;
mod document;
mod errors;
mod interrupt;
mod tables;

use pyo3::prelude::*;

/// Compiling puzzles and finding steps allocate many small pieces of memory; with this allocator they are a fifth faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", cluewright::table::VERSION)?;
    module.add_class::<document::Document>()?;
    module.add_class::<tables::Question>()?;
    module.add_function(wrap_pyfunction!(document::ask, module)?)?;
    module.add_function(wrap_pyfunction!(tables::questions, module)?)?;
    Ok(())
}
