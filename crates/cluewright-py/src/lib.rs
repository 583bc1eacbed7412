//! The part of the Python package `cluewright` that is Rust: puzzles that are asked, and tables of them.
//!
//! Questions are requests of `cluewright-protocol`, whose answers `python/cluewright` makes into typed objects; columns go in and out
//! by the Arrow `PyCapsule` interface. The interpreter is left to other threads meanwhile, and Ctrl-C ends the work.

mod columns;
mod document;
mod errors;
mod interrupt;
mod tables;

use pyo3::prelude::*;

/// Many small pieces are made and dropped while a puzzle is compiled and a step is looked for: a fifth faster by this allocator.
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
