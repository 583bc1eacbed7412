"""Tables of puzzles on Apache Spark, through ``mapInArrow``: retries and exactly-once files are Spark's.

Every worker needs this package and pyarrow; ``PYSPARK_PYTHON`` names the interpreter that has them. Keep the stage right after the
read, and give Spark partitions of some ten thousand rows where puzzles are rated.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["files", "run"]


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
    # Columns that are not used need not go to Python.
    wanted = list(dict.fromkeys([*names, puzzle, *([row_rules] if row_rules else [])]))
    return df.select(*wanted).mapInArrow(
        partial(_asked, op=op, puzzle=puzzle, row_rules=row_rules, keep=names, options=options),
        types.StructType(fields),
    )


def files(
    session: SparkSession,
    op: str,
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    resume: bool = False,
    at_once: int = 4,
    puzzle: str = "puzzle",
    row_rules: str | None = None,
    keep: Iterable[str] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Answers a question about the puzzles of Parquet files, one job for each, and resumes a run whose driver was stopped.

    The folder of the answers is that of ``cluewright batch``: ``manifest.json``, ``out/00000.parquet`` (what Spark writes of the
    first file), ``done/00000.json``, ``_SUCCESS``. Finished files stay as they are, all others are started again; every file of
    answers has the rows of its file of puzzles, which is looked at before it counts as done.

    :param inputs: Parquet files, and folders of such, which driver and workers see at the same place, as they do ``out``.
    :param resume: go on with the run in the folder.
    :param at_once: how many jobs Spark is given at a time, 1 or more.
    :returns: ``files`` and ``rows`` that are done, and ``status``: how many rows have each.
    :raises BadInput: the folder holds a run by another question, other options or another version, or of other files.
    """
    from concurrent.futures import ThreadPoolExecutor

    from ._folder import Folder, named
    from .batch import columns, fingerprint

    kept = None if keep is None else [keep] if isinstance(keep, str) else list(keep)
    # How many threads work changes no answer.
    asked = {name: value for name, value in options.items() if name != "threads"}
    how = f"{op}; {fingerprint(op, **asked)}; columns {puzzle!r}, {row_rules!r}, {kept!r}; seconds {asked.get('seconds')}; spark"
    folder = Folder(out, how, named(inputs, ".parquet"), resume)

    def one(shard: int) -> None:
        given = session.read.parquet(folder.files[shard].as_uri())
        answers = run(given, op, puzzle=puzzle, row_rules=row_rules, keep=kept, **options)
        part = folder.part(shard).as_uri()
        answers.write.mode("overwrite").parquet(part)
        name = answers.columns[-len(columns(op, **options))]
        counted = session.read.schema(answers.schema).parquet(part).groupBy(name).count().collect()
        status = {row[0]: row[1] for row in counted}
        if sum(status.values()) != (rows := given.count()):
            raise RuntimeError(f"{folder.files[shard]}: {rows} rows, and {sum(status.values())} were answered")
        folder.finish(shard, ".parquet", status)

    pool = ThreadPoolExecutor(max(at_once, 1))
    try:
        for work in [pool.submit(one, shard) for shard in folder.open()]:
            work.result()
    finally:
        # One that failed is told at once; those that wait are not begun.
        pool.shutdown(cancel_futures=True)
    return folder.close()


def _asked(
    batches: Iterator[Any], *, op: str, puzzle: str, row_rules: str | None, keep: list[str], options: dict[str, Any]
) -> Iterator[Any]:
    import pyarrow

    from .batch import question

    asked = question(op, **options)
    for batch in batches:
        yield pyarrow.record_batch(asked.record_batch(batch, puzzle, row_rules, keep))
