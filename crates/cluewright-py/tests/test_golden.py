"""One table through every interface: lists, Arrow, the command, Spark and Dask give the same rows, even for invalid puzzles."""

from __future__ import annotations

import csv
import functools
import itertools
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cluewright
import pytest
from cluewright import arrow, batch
from common import MIRACLE, ROOT, command, poison, puzzles, started

pa = pytest.importorskip("pyarrow")

OPS = sorted(batch.questions())
#: The texts of the table. Long ones are cut off, because no work limit ends soon on them.
TEXTS = [*puzzles(40, 3), *(text if text is None else text[:2000] for text in poison()), MIRACLE, *puzzles(20, 4)]


@functools.cache
def direct(op: str) -> list[dict[str, Any]]:
    """The answers of `batch.run`, with one row per text."""
    return numbered(batch.run(op, TEXTS))


def numbered(found: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(("id", *found), (i, *row), strict=True)) for i, row in enumerate(zip(*found.values(), strict=True))]


@pytest.mark.parametrize("op", OPS)
def test_arrow(op):
    rows = arrow.run(op, pa.table({"id": range(len(TEXTS)), "puzzle": TEXTS})).to_pylist()
    assert rows == direct(op)


def asked(op: str, folder: Path, written: str, texts: list[str | None] = TEXTS, more: tuple[str, ...] = ()) -> Path:
    """The file that `cluewright batch` writes for a file of texts."""
    with open(folder / "in.jsonl", "w", encoding="utf-8") as file:
        for i, text in enumerate(texts):
            file.write(json.dumps({"id": i, "puzzle": text}) + "\n")
    words = [command(), "batch", op, "--in", folder / "in.jsonl", "--out", folder / "out", "--write", written, "--quiet"]
    subprocess.run([*words, *more], check=True)
    return folder / "out" / "out" / f"00000.{written}"


def objects(file: Path) -> list[dict[str, Any]]:
    """The rows of a JSON lines file. Row numbers, which the file contains as texts, become numbers."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [row | {"id": int(row["id"])} for row in rows]


def plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


@pytest.mark.parametrize("op", OPS)
def test_the_command_in_json_lines(op, tmp_path):
    wanted = [{name: plain(value) for name, value in row.items()} for row in direct(op)]
    assert objects(asked(op, tmp_path, "jsonl")) == wanted


def test_the_command_in_a_table(tmp_path):
    with open(asked("rate", tmp_path, "csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))

    def written(value: Any) -> str:
        return "" if value is None else str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

    assert rows == [{name: written(value) for name, value in row.items()} for row in direct("rate")]


def by_dask(op: str, texts: list[str | None], parts: int = 3, **options: Any) -> list[dict[str, Any]]:
    frames = pytest.importorskip("dask.dataframe")
    pd = pytest.importorskip("pandas")
    from cluewright import dask

    frame = frames.from_pandas(pd.DataFrame({"id": range(len(texts)), "puzzle": texts}), npartitions=parts)
    found = dask.run(frame, op, **options).compute(scheduler="threads", num_workers=2)
    return [{name: None if pd.isna(value) else value for name, value in row.items()} for row in found.to_dict("records")]


def by_spark(op: str, texts: list[str | None], **options: Any) -> list[dict[str, Any]]:
    pytest.importorskip("pyspark")
    from cluewright import spark

    session = started("local[2,4]")
    frame = session.createDataFrame(list(enumerate(texts)), "id bigint, puzzle string")
    rows = [row.asDict() for row in spark.run(frame, op, **options).collect()]
    rows = [{n: bytes(v) if isinstance(v, bytearray) else v for n, v in row.items()} for row in rows]
    # Partitions may arrive in any order.
    return sorted(rows, key=lambda row: row["id"])


@pytest.mark.parametrize("op", OPS)
def test_dask(op):
    assert by_dask(op, TEXTS) == direct(op)


@pytest.mark.parametrize("op", OPS)
def test_spark(op):
    assert by_spark(op, TEXTS) == direct(op)


#: A puzzle and its correct rating, as in `crates/cluewright-cli/tests/names.rs`.
NAMED = "3...8.......7....51..............36...2..4....7...........6.13..452...........8.."
RIGHT = {"points": 364, "word": "hard", "hardest_step": 3.4, "technique": "hidden_pair", "steps": 77}
#: The old column names that tables also have, in all versions 0.1.
OLD = {"points": "rating", "word": "level", "technique": "hardest"}
DOORS: dict[str, Callable[[Path], dict[str, Any]]] = {
    "a puzzle": lambda _: vars_of(cluewright.rate(NAMED)),
    "a path": lambda _: vars_of(cluewright.explain(NAMED).rating),
    "lists": lambda _: numbered(batch.run("rate", [NAMED]))[0],
    "arrow": lambda _: arrow.run("rate", pa.table({"puzzle": [NAMED]})).to_pylist()[0],
    "the command": lambda folder: objects(asked("rate", folder, "jsonl", [NAMED]))[0],
    "dask": lambda _: by_dask("rate", [NAMED], 1)[0],
    "spark": lambda _: by_spark("rate", [NAMED])[0],
}


def vars_of(rating: cluewright.Rating) -> dict[str, Any]:
    return {name: getattr(rating, name) for name in RIGHT}


@pytest.mark.parametrize("door", DOORS)
def test_a_name_means_one_thing_at_every_door(door, tmp_path):
    said = DOORS[door](tmp_path)
    assert {name: said[name] for name in RIGHT} == RIGHT
    if "engine_version" in said:
        assert said["engine_version"] == cluewright.__version__
        assert {name: said[old] for name, old in OLD.items()} == {name: RIGHT[name] for name in OLD}


def test_old_names_say_so():
    with pytest.warns(DeprecationWarning, match="hardest_step"):
        assert cluewright.rate(NAMED).rating == RIGHT["hardest_step"]
    found = batch.run("explain", [NAMED])
    assert found["hardest_step"] == found["rating"] == [RIGHT["hardest_step"]]
    assert found["technique"] == found["hardest"] == [RIGHT["technique"]]


#: The maximum number of search nodes per row, so that every machine stops at the same point, and soon: 20 nodes take about 60 ms
#: per row, 200 nodes ten times as long.
NODES = int(os.environ.get("CLUEWRIGHT_NODES", "20"))
ROWS = int(os.environ.get("CLUEWRIGHT_ROWS", "10000"))


def variants() -> list[str | None]:
    """Two corpora of variants by other people, which are not part of this project, repeated to the number of rows."""
    folder = ROOT.parent / "shared" / "data" / "variants"
    files = {folder / "fpuzzles_corpus.jsonl": "raw", folder / "iss_examples.jsonl": "iss"}
    if not all(file.is_file() for file in files):
        pytest.skip("no ../shared")
    texts = [json.loads(line)[field] for file, field in files.items() for line in file.read_text(encoding="utf-8").splitlines()]
    return list(itertools.islice(itertools.cycle(texts), ROWS))


@pytest.mark.slow
def test_ten_thousand_variants_are_rated_alike(tmp_path):
    texts = variants()

    def told(way: str, work: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
        began = time.monotonic()
        rows = work()
        words = {word: sum(row["status"] == word for row in rows) for word in sorted({row["status"] for row in rows})}
        print(f"{way}: {len(rows)} rows, {NODES} nodes, {time.monotonic() - began:.0f} s, {words}", flush=True)
        return rows

    more = ("--nodes", str(NODES))
    wanted = told("the command", lambda: objects(asked("rate", tmp_path, "jsonl", texts, more)))
    assert [row["id"] for row in wanted] == list(range(ROWS))
    assert told("Dask", lambda: by_dask("rate", texts, 40, nodes=NODES)) == wanted
    assert told("Spark", lambda: by_spark("rate", texts, nodes=NODES)) == wanted
