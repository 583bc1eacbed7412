"""Tables of puzzles on Apache Spark, through ``mapInArrow``: Spark handles retries and writes each file exactly once.

Every worker needs this package and pyarrow; ``PYSPARK_PYTHON`` names the interpreter that has them. Put this stage right after
the read, and use partitions of about ten thousand rows for ratings.
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
    """Answers a question about the puzzle in every row. The arguments are those of :func:`cluewright.arrow.run`.

    A task uses one thread unless you pass ``threads``. If a task runs again, it gives the same rows.
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
    # Do not send unused columns to Python.
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
    """Answers a question about the puzzles of Parquet files, with one Spark job per file, and can resume a run whose driver died.

    The folder for the answers has the layout of ``cluewright batch``: ``manifest.json``, ``out/00000.parquet`` (written by Spark
    for the first file), ``done/00000.json``, ``_SUCCESS``. Finished files are left as they are, and all others are started again. A
    file of answers counts as finished only if it has as many rows as its file of puzzles.

    :param inputs: Parquet files, or folders of Parquet files. These and ``out`` must have the same paths on the driver and on all
        workers.
    :param resume: continue the run in the folder.
    :param at_once: the number of jobs that are submitted to Spark at a time, at least 1.
    :returns: the numbers of finished ``files`` and ``rows``, and ``status``: the number of rows with each status.
    :raises BadInput: the folder holds a run with another question, other options, another version, or other files.
    """
    from concurrent.futures import ThreadPoolExecutor

    from ._folder import Folder, named
    from .batch import columns, fingerprint

    kept = None if keep is None else [keep] if isinstance(keep, str) else list(keep)
    # The number of threads does not change answers.
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
            raise RuntimeError(f"{folder.files[shard]} has {rows} rows, but {sum(status.values())} were answered")
        folder.finish(shard, ".parquet", status)

    pool = ThreadPoolExecutor(max(at_once, 1))
    try:
        for work in [pool.submit(one, shard) for shard in folder.open()]:
            work.result()
    finally:
        # Report the first failure at once, and do not start the waiting jobs.
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
