"""Tables of puzzles on Apache Spark, through ``mapInArrow``: retries and exactly-once files are Spark's.

Every worker needs this package and pyarrow; ``PYSPARK_PYTHON`` names the interpreter that has them. Keep the stage right after the
read, and give Spark partitions of some ten thousand rows where puzzles are rated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["run"]


def run(
    df: DataFrame,
    op: str,
    *,
    puzzle: str = "puzzle",
    row_rules: str | None = None,
    keep: Iterable[str] | None = None,
    **options: Any,
) -> DataFrame:
    """Asks the puzzle of every row: see :func:`cluewright.arrow.run`, whose arguments these are.

    A task uses one thread unless ``threads`` says otherwise. A task that is run again gives the same rows.
    """
    from pyspark.sql import types

    from .batch import columns

    options.setdefault("threads", 1)
    kept = None if keep is None else [keep] if isinstance(keep, str) else list(keep)
    names = [name for name in df.columns if name != puzzle] if kept is None else kept
    kinds: dict[str, Any] = {
        "utf8": types.StringType(),
        "bool": types.BooleanType(),
        "int16": types.ShortType(),
        "int32": types.IntegerType(),
        "int64": types.LongType(),
        "float64": types.DoubleType(),
        "binary": types.BinaryType(),
    }
    fields = [df.schema[name] for name in names]
    for name, kind in columns(op, **options).items():
        fields.append(types.StructField(f"cluewright_{name}" if name in names else name, kinds[kind], True))
    # Columns that nobody looks at need not go to Python.
    wanted = list(dict.fromkeys([*names, puzzle, *([row_rules] if row_rules else [])]))
    return df.select(*wanted).mapInArrow(
        partial(_asked, op=op, puzzle=puzzle, row_rules=row_rules, keep=names, options=options),
        types.StructType(fields),
    )


def _asked(
    batches: Iterator[Any], *, op: str, puzzle: str, row_rules: str | None, keep: list[str], options: dict[str, Any]
) -> Iterator[Any]:
    import pyarrow

    from .batch import question

    asked = question(op, **options)
    for batch in batches:
        yield pyarrow.record_batch(asked.record_batch(batch, puzzle, row_rules, keep))
