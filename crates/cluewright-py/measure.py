"""Measures the cost of a row: `python measure.py library|command|list|arrow|spark|dask [ROWS [OP [FILE]]]`. `python measure.py one`
measures puzzles one by one, and `python measure.py import` measures the import of the package. FILE has one puzzle per line, and
its lines are repeated until there are ROWS rows; without FILE, ordinary puzzles are used. Each measurement is repeated `RUNS` times
(default: 5); Spark and Dask run once more, because their first run is slower.

Prints the processor time per row of all processes, which hardly depends on other load on the machine, and the maximum memory in use
(Linux only). `library` measures `crates/cluewright-arrow/examples/library.rs`; build it with `cargo build --release --package
cluewright-arrow --example library`, and set `LIBRARY` to the path of the program.
"""

from __future__ import annotations

import functools
import gzip
import itertools
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "tests"))

from common import EASY, command, puzzles  # noqa: E402

RUNS = int(os.environ.get("RUNS", "5"))
TICKS = os.sysconf("SC_CLK_TCK")


def used() -> tuple[float, float]:
    """The processor time, in seconds, and the memory, in bytes, used by this process and its descendants."""
    parents, seconds, memory = {}, {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        pid = int(name)
        parents[pid], memory[pid] = int(fields[1]), int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        seconds[pid] = sum(map(int, fields[11:15])) / TICKS

    def ours(pid: int) -> bool:
        while pid in parents and pid != os.getpid():
            pid = parents[pid]
        return pid == os.getpid()

    all_ours = [pid for pid in parents if ours(pid)]
    return sum(seconds[pid] for pid in all_ours), sum(memory[pid] for pid in all_ours)


def measured(what: str, rows: int, work, alone: bool = False) -> None:
    """Does some work and prints its cost. `alone`: report the memory of the programs that the work starts, not of this process."""
    peak, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            peak[0] = max(peak[0], used()[1])

    thread = threading.Thread(target=watch)
    thread.start()
    before, began = used()[0], time.monotonic()
    work()
    cpu, wall = used()[0] - before, time.monotonic() - began
    over.set()
    thread.join()
    peak[0] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 if alone else max(peak[0], used()[1])
    print(f"{what}: {cpu / rows * 1e6:.2f} us of processor time per row, {wall:.1f} s, {peak[0] / 1e6:.0f} MB", flush=True)


def one() -> None:
    from cluewright import Puzzle

    def best(work, times: int) -> float:
        found = []
        for _ in range(15):
            began = time.process_time()
            for _ in range(times):
                work()
            found.append((time.process_time() - began) / times * 1e6)
        return min(found)

    puzzle = Puzzle(EASY)
    print(f"solve() of a puzzle already solved (only the overhead of Python): {best(puzzle.solve, 3000):.1f} us")
    print(f"Puzzle(text).solve(): {best(lambda: Puzzle(EASY).solve(), 100):.1f} us")


def imported() -> None:
    """Prints the median import time in 21 new processes, compared with 21 processes that import nothing, run alternately."""

    def took(program: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3

    pairs = [(took("import cluewright"), took("pass")) for _ in range(21)]
    whole, bare = (sorted(times)[10] for times in zip(*pairs, strict=True))
    print(f"import cluewright: {whole - bare:.0f} ms of processor time, in addition to {bare:.0f} ms for a bare interpreter")


def main(what: str, rows: int, op: str, file: str | None) -> None:
    if file:
        with (gzip.open(file, "rt") if file.endswith(".gz") else open(file)) as lines:
            some = [line.strip() for line in lines]
        texts = list(itertools.islice(itertools.cycle(some), rows))
    else:
        texts = puzzles(rows, 7)
    if what == "list":
        from cluewright import batch

        for _ in range(RUNS):
            measured(what, rows, lambda: batch.run(op, texts, threads=1))
        return
    folder = tempfile.mkdtemp()
    path = functools.partial(os.path.join, folder)
    if what in ("library", "command", "batch"):
        with open(path("in.csv"), "w") as lines:
            lines.writelines(["id,puzzle\n", *(f"{i},{text}\n" for i, text in enumerate(texts))])
        with open(path("in.txt"), "w") as lines:
            lines.writelines(f"{text}\n" for text in texts)
        # Free the texts, so that their memory is not measured.
        texts.clear()
        for i in range(RUNS):
            words = {
                "library": [os.environ.get("LIBRARY", "library"), op, path("in.txt")],
                "command": [command(), op, path("in.txt"), "--quiet", "--threads", "1", "-o", path(f"out{i}.txt")],
                "batch": [command(), "batch", op, "--in", path("in.csv"), "--quiet", "--threads", "1", "--out", path(f"out{i}")],
            }[what]
            measured(what, rows, lambda: subprocess.run(words, stdout=subprocess.DEVNULL), alone=True)
        shutil.rmtree(folder)
        return
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"id": pa.array(range(rows)), "puzzle": texts})
    if what == "arrow":
        from cluewright import arrow

        table = pa.Table.from_batches(table.to_batches(max_chunksize=8192))
        for _ in range(RUNS):
            measured(what, rows, lambda: arrow.run(op, table, threads=1))
        return
    source, target = path("in"), path("out")
    os.mkdir(source)
    part = -(-rows // 16)
    for i in range(16):
        pq.write_table(table.slice(i * part, part), f"{source}/{i:02}.parquet", compression="zstd")
    if what == "spark":
        os.environ["PYSPARK_PYTHON"] = sys.executable
        from cluewright import spark
        from pyspark.sql import SparkSession

        session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()

        def work() -> None:
            spark.run(session.read.parquet(source), op).write.mode("overwrite").parquet(target)
    else:
        import dask.dataframe as frames
        from cluewright import dask

        def work() -> None:
            frame = dask.run(frames.read_parquet(source), op)
            frame.to_parquet(target, overwrite=True, compute=False).compute(scheduler="threads", num_workers=2)

    for time_ in range(RUNS + 1):
        measured(f"{what}, {'again' if time_ else 'first'}", rows, work)
    shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1] == "one":
        one()
    elif sys.argv[1] == "import":
        imported()
    else:
        rows, op, file, *_ = [*sys.argv[2:], *["1000000", "solve", None][len(sys.argv) - 2 :]]
        main(sys.argv[1], int(rows), op, file)
