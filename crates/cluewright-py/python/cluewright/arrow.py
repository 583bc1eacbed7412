"""Tables of puzzles, through the Arrow PyCapsule interface: Arrow, Polars, pandas, DuckDB and every other library that supports it.

Input columns are neither copied nor converted, and texts may have any of Arrow's layouts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._errors import BadInput
from .batch import question

__all__ = ["run"]


def run(
    op: str,
    data: Any,
    *,
    puzzle: str = "puzzle",
    row_rules: str | None = None,
    keep: Iterable[str] | None = None,
    **options: Any,
) -> Any:
    """Answers a question about the puzzle in every row.

    The result has the type of the input: a record batch or table of pyarrow, or a frame of Polars or pandas. For any other input,
    the result is an object with the Arrow PyCapsule interface. The columns of the result are those of the input, followed by those
    of the answers (:func:`cluewright.batch.columns`).

    :param op: one of :func:`cluewright.batch.questions`.
    :param puzzle: the column with the puzzles.
    :param row_rules: a column with rules for the row's puzzle: the text of a rule, or names separated by ``;``; empty or null if
        there are no such rules.
    :param keep: columns of the input to copy; default: all but the puzzle column.
    :param options: the options of :func:`cluewright.batch.run`.
    :raises BadInput: a column is missing or does not contain texts, or an option is wrong. A row never raises an exception; its
        ``status`` names the error.

    >>> import pyarrow as pa
    >>> table = pa.table({"id": [1, 2], "puzzle": ["12..34..2.....3.", "nonsense"]})
    >>> run("solve", table).select(["id", "status"]).to_pylist()
    [{'id': 1, 'status': 'ok'}, {'id': 2, 'status': 'invalid_text'}]
    """
    asked = question(op, **options)
    kept = None if keep is None else [keep] if isinstance(keep, str) else list(keep)
    kind, given = _kind(data)
    if given == "pandas.DataFrame":
        return _pandas(asked, data, puzzle, row_rules, kept)
    if kind == "batch":
        return _back(given, asked.record_batch(data, puzzle, row_rules, kept))
    if not hasattr(data, "__arrow_c_stream__"):
        hint = "pyarrow.table(...) makes a table of columns; cluewright.batch.run takes a list of texts"
        raise TypeError(f"{given} is not an Arrow table (it has no __arrow_c_stream__): {hint}")
    return _back(given, asked.table(data, puzzle, row_rules, kept))


def _kind(data: Any) -> tuple[str, str]:
    """Whether the input is one batch or several, and the library that it comes from."""
    given = type(data).__module__.split(".")[0] + "." + type(data).__name__
    single = hasattr(data, "__arrow_c_array__") and not hasattr(data, "__arrow_c_stream__")
    return ("batch" if single or given == "pyarrow.RecordBatch" else "table"), given


def _pandas(asked: Any, data: Any, puzzle: str, row_rules: str | None, kept: list[str] | None) -> Any:
    """Converts only the columns of a pandas frame that are read to Arrow; the index and all other columns stay as they are."""
    import pandas
    import pyarrow

    looked_at = [name for name in dict.fromkeys((puzzle, row_rules)) if name is not None]
    names = [name for name in data.columns if name != puzzle] if kept is None else kept
    for name in (*looked_at, *names):
        if name not in data.columns:
            hint = "columns: " + ", ".join(map(str, data.columns))
            raise BadInput(f"there is no column `{name}`", hint=hint)
    # In a column without values, the type cannot be inferred.
    schema = pyarrow.schema([(name, pyarrow.string()) for name in looked_at])
    columns = pyarrow.Table.from_pandas(data[looked_at], schema=schema, preserve_index=False)
    kinds = {
        pyarrow.bool_(): pandas.BooleanDtype(),
        pyarrow.int16(): pandas.Int16Dtype(),
        pyarrow.int32(): pandas.Int32Dtype(),
        pyarrow.int64(): pandas.Int64Dtype(),
        pyarrow.float64(): pandas.Float64Dtype(),
    }
    answers = pyarrow.table(asked.table(columns, puzzle, row_rules, [])).to_pandas(types_mapper=kinds.get)
    answers.index = data.index
    taken = {name: f"cluewright_{name}" for name in answers.columns if name in names}
    return pandas.concat([data[names], answers.rename(columns=taken)], axis=1)


def _back(given: str, answers: Any) -> Any:
    if given == "pyarrow.RecordBatch":
        import pyarrow

        return pyarrow.record_batch(answers)
    if given in ("pyarrow.Table", "pyarrow.RecordBatchReader"):
        import pyarrow

        return pyarrow.table(answers)
    if given == "polars.DataFrame":
        import polars

        return polars.DataFrame(answers)
    return answers
