//! The Rust part of the Python package `cluewright`: puzzles, and tables of them.
//!
//! Questions are requests of `cluewright-protocol`; `python/cluewright` turns the answers into typed objects. Columns are passed by
//! the Arrow `PyCapsule` interface. Work releases the interpreter's lock, and Ctrl-C ends it.

mod columns;
mod document;
mod errors;
mod interrupt;
mod tables;

use pyo3::prelude::*;

/// Compiling a puzzle and finding a step allocates many small pieces, which is a fifth faster with this allocator.
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
