//! Converts finished columns to lists of Python values.

use arrow_array::ArrayRef;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int16Type, Int32Type, Int64Type};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

/// Converts a finished column to a list of Python values.
pub(crate) fn list<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    macro_rules! values {
        ($column:expr) => {
            PyList::new(py, $column.iter())
        };
    }
    match column.data_type() {
        DataType::Boolean => values!(column.as_boolean()),
        DataType::Int16 => values!(column.as_primitive::<Int16Type>()),
        DataType::Int32 => values!(column.as_primitive::<Int32Type>()),
        DataType::Int64 => values!(column.as_primitive::<Int64Type>()),
        DataType::Float64 => values!(column.as_primitive::<Float64Type>()),
        DataType::Binary => PyList::new(py, column.as_binary::<i32>().iter().map(|b| b.map(|b| PyBytes::new(py, b)))),
        _ => {
            // Successive equal words share one Python object.
            let mut last: Option<(&str, Bound<'_, PyString>)> = None;
            let texts = column.as_string::<i32>().iter().map(|text| {
                text.map(|text| match &last {
                    Some((word, object)) if *word == text => object.clone(),
                    _ => {
                        let object = PyString::new(py, text);
                        last = Some((text, object.clone()));
                        object
                    }
                })
            });
            PyList::new(py, texts.collect::<Vec<_>>())
        }
    }
}
