"""Spark: work that was killed is run again with the same results, and finished files are kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cluewright import BadInput, batch
from common import below, puzzles, started, workers

pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found by /proc")
#: Only a few different puzzles, so that the expected answers are computed quickly.
TEXTS = puzzles(60)


@pytest.fixture(scope="module")
def spark():
    return started("local[2,4]")


def frame(spark, rows, partitions=2):
    texts = [(i, TEXTS[i % len(TEXTS)]) for i in range(rows)]
    made = spark.createDataFrame(texts, "id bigint, puzzle string")
    # If there are as many partitions as threads, no shuffle is needed.
    return made if partitions == 2 else made.repartition(partitions)


def is_right(rows: list[dict], op: str, count: int) -> None:
    """Checks that each input row occurs exactly once, without additional rows, and has the same answer as from `batch.run`."""
    rows = sorted(rows, key=lambda row: row["id"])
    assert [row["id"] for row in rows] == list(range(count))
    for name, values in batch.run(op, TEXTS).items():
        assert [row[name] for row in rows] == [values[i % len(TEXTS)] for i in range(count)], name


def written(folder: Path) -> list[dict]:
    return [row for file in sorted(folder.rglob("*.parquet")) if file.is_file() for row in pq.read_table(file).to_pylist()]


def when(found, what, seconds: float = 300.0):
    """Waits until `found` returns something, calls `what` with it, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if one := found():
            what(one)
            return one
        time.sleep(0.02)
    raise AssertionError("found no process to kill")


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def test_equal_puzzles_are_found_by_their_canonical_form(spark):
    from cluewright import spark as cluewright_spark

    found = cluewright_spark.run(frame(spark, 60), "canonical").where("status = 'ok'")
    forms = {c for c in batch.run("canonical", TEXTS)["canonical"] if c is not None}
    assert found.dropDuplicates(["canonical"]).count() == found.dropDuplicates(["canon_hash"]).count() == len(forms)


@proc
def test_a_worker_that_is_killed_is_run_again(spark, tmp_path):
    from cluewright import spark as cluewright_spark

    asked = cluewright_spark.run(frame(spark, 6000, 8), "rate", keep=["id"])
    # Workers left from earlier tests are idle, so find one that is using processor time.
    killed: list[int] = []

    def busy() -> int | None:
        def ticks(pid: int) -> int:
            try:
                return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
            except OSError:
                return 0

        before = {pid: ticks(pid) for pid in workers(os.getpid())}
        time.sleep(0.1)
        return next((pid for pid, then in before.items() if ticks(pid) > then), None)

    def kill_one() -> None:
        killed.append(when(busy, kill))

    thread = threading.Thread(target=kill_one)
    thread.start()
    asked.write.parquet(str(tmp_path / "out"))
    thread.join()
    assert killed
    is_right(written(tmp_path / "out"), "rate", 6000)
    assert (tmp_path / "out" / "_SUCCESS").exists()


def test_a_worker_that_aborts_is_run_again(spark, tmp_path):
    from cluewright import spark as cluewright_spark

    flag = str(tmp_path / "aborted")
    whole = cluewright_spark.run(frame(spark, 1200), "solve", keep=["id"])

    def fatal(batches):
        for one in batches:
            if 700 in one.column("id").to_pylist() and not os.path.exists(flag):
                open(flag, "w").close()
                # Simulates a crash in native code.
                os.abort()
            yield one

    rows = whole.mapInArrow(fatal, whole.schema).collect()
    assert os.path.exists(flag)
    is_right([row.asDict() for row in rows], "solve", 1200)


def parts(folder: Path, files: int, rows: int) -> int:
    """Writes Parquet files with `rows` rows each; returns the total number of rows."""
    folder.mkdir()
    for file in range(files):
        ids = range(file * rows, (file + 1) * rows)
        table = pa.table({"id": pa.array(ids, pa.int64()), "puzzle": [TEXTS[i % len(TEXTS)] for i in ids]})
        pq.write_table(table, folder / f"{file:02}.parquet")
    return files * rows


def done(out: Path) -> dict[str, int]:
    """The finished files of answers, each with the time of the last change to its contents."""
    whole = [file.stem for file in (out / "done").glob("*.json")] if (out / "done").is_dir() else []
    return {
        name: max(f.stat().st_mtime_ns for f in (out / "out" / f"{name}.parquet", *(out / "out" / f"{name}.parquet").iterdir()))
        for name in whole
        if not name.startswith(".")
    }


def test_files_and_the_folder_of_a_run(spark, tmp_path):
    from cluewright import spark as cluewright_spark

    source, out = tmp_path / "in", tmp_path / "out"
    rows = parts(source, 3, 70)
    told = cluewright_spark.files(spark, "solve", source, out)
    assert told["files"] == 3 and told["rows"] == rows == sum(told["status"].values())
    assert json.loads((out / "_SUCCESS").read_text()) == told
    is_right(written(out / "out"), "solve", rows)
    before = done(out)
    with pytest.raises(BadInput, match="already contains a run"):
        cluewright_spark.files(spark, "solve", source, out)
    for op, options in (("rate", {}), ("solve", {"nodes": 5}), ("solve", {"keep": "id"}), ("solve", {"rules": "anti-king"})):
        with pytest.raises(BadInput, match="another question"):
            cluewright_spark.files(spark, op, source, out, resume=True, **options)
    # The number of threads does not affect the answers.
    assert cluewright_spark.files(spark, "solve", source, out, resume=True, threads=2) == told
    assert done(out) == before
    # A file that was moved to its place but not recorded as finished is processed again.
    (out / "done" / "00001.json").unlink()
    assert cluewright_spark.files(spark, "solve", source, out, resume=True) == told
    assert {name: since for name, since in done(out).items() if name != "00001"} == {n: s for n, s in before.items() if n != "00001"}
    pq.write_table(pa.table({"id": [1], "puzzle": ["?"]}), source / "01.parquet")
    with pytest.raises(BadInput, match="have changed"):
        cluewright_spark.files(spark, "solve", source, out, resume=True)


DRIVER = """
import sys
sys.path.insert(0, {tests!r})
from common import started
from cluewright import spark
session = started({master!r})
told = spark.files(session, "rate", {source!r}, {out!r}, resume=True, at_once={at_once})
print(told["rows"])
"""


def driver(master: str, source: Path, out: Path, at_once: int = 1) -> subprocess.Popen:
    here = str(Path(__file__).parent)
    code = DRIVER.format(tests=here, master=master, source=str(source), out=str(out), at_once=at_once)
    # Use a separate process group, because the driver consists of the interpreter and the JVM.
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, start_new_session=True)


@pytest.mark.slow
@proc
def test_a_driver_that_is_killed_is_gone_on_with(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    rows = parts(source, 6, 2000)
    seen: dict[str, int] = {}
    for _ in range(2):
        process = driver("local[2,4]", source, out)
        # As soon as one more file is finished, the driver is busy with the next file.
        when(lambda: len(done(out)) > len(seen) or process.poll() is not None, lambda _: None)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        after = done(out)
        assert seen.items() <= after.items() and len(after) < 6 and not (out / "_SUCCESS").exists()
        assert len(after) > len(seen)
        seen = after
    told, _ = driver("local[2,4]", source, out).communicate(timeout=900)
    assert int(told) == rows and (out / "_SUCCESS").exists()
    assert seen.items() <= done(out).items(), "what was done was written again"
    is_right(written(out / "out"), "rate", rows)


@pytest.mark.slow
@proc
def test_an_executor_that_is_killed_is_made_up_for(tmp_path):
    source, out = tmp_path / "in", tmp_path / "out"
    rows = parts(source, 4, 6000)
    process = driver("local-cluster[2,1,1024]", source, out, at_once=4)

    def busy() -> int | None:
        inside = below(process.pid)
        executors = [pid for pid, (_, line) in inside.items() if "CoarseGrainedExecutorBackend" in line and "java" in line]
        return next((pid for pid in executors if workers(pid)), None)

    def later(pid: int) -> None:
        time.sleep(1)
        kill(pid)

    try:
        when(busy, later)
        assert not (out / "_SUCCESS").exists()
        told, _ = process.communicate(timeout=1200)
    finally:
        process.kill()
    assert process.returncode == 0 and int(told) == rows
    is_right(written(out / "out"), "rate", rows)
