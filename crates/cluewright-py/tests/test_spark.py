"""Spark: row for row what the package answers itself; what is killed is run again and comes to the same."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from cluewright import batch
from common import poison, puzzles

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")


def session(master: str):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = pyspark.sql.SparkSession.builder.master(master).appName("cluewright")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "256",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


@pytest.fixture(scope="module")
def spark():
    try:
        made = session("local[2,4]")
    except Exception as error:  # No Java, or none that Spark takes.
        pytest.skip(f"Spark does not start: {error}")
    yield made
    made.stop()


def frame(spark, texts, partitions=3):
    rows = [(i, text) for i, text in enumerate(texts)]
    return spark.createDataFrame(rows, "id bigint, puzzle string").repartition(partitions)


@pytest.mark.parametrize("op", sorted(batch.questions()))
def test_rows_are_those_of_the_package(spark, op):
    from cluewright import spark as cluewright_spark

    texts = [*puzzles(100), *(text if text is None else text[:200_000] for text in poison())]
    found = cluewright_spark.run(frame(spark, texts), op)
    rows = sorted(found.collect(), key=lambda row: row["id"])
    direct = batch.run(op, texts)
    assert found.columns == ["id", *direct]
    assert [row["id"] for row in rows] == list(range(len(texts)))
    for name, values in direct.items():
        assert [bytes(v) if isinstance(v, bytearray) else v for v in (row[name] for row in rows)] == values, name


def test_equal_puzzles_are_found_by_their_canonical_form(spark):
    from cluewright import spark as cluewright_spark

    texts = puzzles(60)
    found = cluewright_spark.run(frame(spark, texts), "canonical").where("status = 'ok'")
    direct = batch.run("canonical", texts)
    forms = {c for c in direct["canonical"] if c is not None}
    assert found.dropDuplicates(["canonical"]).count() == found.dropDuplicates(["canon_hash"]).count() == len(forms)


def workers() -> list[int]:
    """The Python workers of Spark that work in our name: children of its daemon below our own process."""
    parents, lines = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                lines[int(entry.name)] = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rsplit(")", 1)[1].split()[1])

    def ours(pid: int) -> bool:
        while pid in parents:
            if pid == os.getpid():
                return True
            pid = parents[pid]
        return False

    daemons = {pid for pid, line in lines.items() if "pyspark" in line and "daemon" in line and ours(pid)}
    return [pid for pid in daemons if parents.get(pid) in daemons]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found by /proc")
def test_a_worker_that_is_killed_is_run_again(spark, tmp_path):
    from cluewright import spark as cluewright_spark

    texts = puzzles(60) * 100
    asked = cluewright_spark.run(frame(spark, texts, 8), "rate", keep=["id"])
    killed = []

    def kill():
        end = time.monotonic() + 120
        while time.monotonic() < end and not done.is_set():
            for pid in workers()[:1]:
                time.sleep(0.3)
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
                killed.append(pid)
                return
            time.sleep(0.01)

    done = threading.Event()
    thread = threading.Thread(target=kill)
    thread.start()
    asked.write.parquet(str(tmp_path / "out"))
    done.set()
    thread.join()
    assert killed, "no worker was there to be killed"
    rows = sorted(spark.read.parquet(str(tmp_path / "out")).collect(), key=lambda row: row["id"])
    assert [row["id"] for row in rows] == list(range(len(texts)))
    direct = batch.run("rate", texts)
    for name, values in direct.items():
        assert [row[name] for row in rows] == values, name
    assert (tmp_path / "out" / "_SUCCESS").exists()
