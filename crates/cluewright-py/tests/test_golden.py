"""One table, every way: lists, Arrow, the command's files, Spark and Dask have the same rows, those that are no puzzles, too."""

from __future__ import annotations

import csv
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cluewright import arrow, batch
from common import MIRACLE, command, poison, puzzles, started

pa = pytest.importorskip("pyarrow")

OPS = sorted(batch.questions())
#: What no limit of work ends soon is left out where whole paths are asked for.
TEXTS = [*puzzles(40, 3), *(text if text is None else text[:2000] for text in poison()), MIRACLE, *puzzles(20, 4)]


#: A file of text has no nulls.
WRITTEN = [text or "" for text in TEXTS]


def direct(op: str, texts: list[str | None] | list[str] = TEXTS) -> list[dict[str, Any]]:
    found = batch.run(op, texts)
    return [dict(zip(("id", *found), (i, *row), strict=True)) for i, row in enumerate(zip(*found.values(), strict=True))]


@pytest.mark.parametrize("op", OPS)
def test_arrow(op):
    rows = arrow.run(op, pa.table({"id": range(len(TEXTS)), "puzzle": TEXTS})).to_pylist()
    assert rows == direct(op)


def asked(op: str, folder: Path, written: str) -> Path:
    """What `batch` writes about a file of the texts."""
    with open(folder / "in.jsonl", "w", encoding="utf-8") as file:
        for i, text in enumerate(WRITTEN):
            file.write(json.dumps({"id": i, "puzzle": text}) + "\n")
    words = [command(), "batch", op, "--in", folder / "in.jsonl", "--out", folder / "out", "--write", written, "--quiet"]
    subprocess.run(words, check=True)
    return folder / "out" / "out" / f"00000.{written}"


def plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


@pytest.mark.parametrize("op", OPS)
def test_the_command_in_json_lines(op, tmp_path):
    file = asked(op, tmp_path, "jsonl")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    wanted = [{name: plain(value) for name, value in row.items()} for row in direct(op, WRITTEN)]
    # The number of a row is a text there, as all that was read from a file is.
    assert [row | {"id": int(row["id"])} for row in rows] == wanted


def test_the_command_in_a_table(tmp_path):
    with open(asked("rate", tmp_path, "csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    def written(value: Any) -> str:
        return "" if value is None else str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

    assert rows == [{name: written(value) for name, value in row.items()} for row in direct("rate", WRITTEN)]


@pytest.mark.parametrize("op", OPS)
def test_dask(op):
    frames = pytest.importorskip("dask.dataframe")
    pd = pytest.importorskip("pandas")
    from cluewright import dask

    frame = frames.from_pandas(pd.DataFrame({"id": range(len(TEXTS)), "puzzle": TEXTS}), npartitions=3)
    found = dask.run(frame, op).compute(scheduler="threads", num_workers=2)
    rows = [{name: None if pd.isna(value) else value for name, value in row.items()} for row in found.to_dict("records")]
    assert rows == direct(op)


@pytest.mark.parametrize("op", OPS)
def test_spark(op):
    pytest.importorskip("pyspark")
    from cluewright import spark

    session = started("local[2,4]")
    frame = session.createDataFrame(list(enumerate(TEXTS)), "id bigint, puzzle string").repartition(3)
    rows = [row.asDict() for row in spark.run(frame, op).orderBy("id").collect()]
    assert [{n: bytes(v) if isinstance(v, bytearray) else v for n, v in row.items()} for row in rows] == direct(op)
