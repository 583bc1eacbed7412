"""What a row costs: `python measure.py library|command|list|arrow|spark|dask [ROWS [OP [FILE]]]`; `python measure.py one` for
puzzles one by one, and `python measure.py import` for the package's import. FILE has a puzzle a line, and is repeated until there are so many rows; without it they are ordinary puzzles.
`RUNS` (5) is how often each is measured; Spark and Dask once more, for their first time is another one.

Processor time of all processes for each row, which a busy machine changes little, and the most memory at a time (Linux). `library` is
`crates/cluewright-arrow/examples/library.rs` (`cargo build --release --package cluewright-arrow --example library`), which `LIBRARY`
names.
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
    """Seconds of processor time, and bytes, of this process and those below it."""
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
    """Does some work and prints what it took; `alone`: the memory of the programs that it starts, without this one's."""
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
    print(f"{what}: {cpu / rows * 1e6:.2f} us of processor time a row, {wall:.1f} s, {peak[0] / 1e6:.0f} MB", flush=True)


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
    print(f"solve() of a puzzle that is solved, so what Python takes alone: {best(puzzle.solve, 3000):.1f} us")
    print(f"Puzzle(text).solve(): {best(lambda: Puzzle(EASY).solve(), 100):.1f} us")


def imported() -> None:
    """The middle of 21 new processes, and of as many that import nothing, in turns."""

    def took(program: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3

    pairs = [(took("import cluewright"), took("pass")) for _ in range(21)]
    whole, bare = (sorted(times)[10] for times in zip(*pairs, strict=True))
    print(f"import cluewright: {whole - bare:.0f} ms of processor time over a bare interpreter's {bare:.0f}")


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
        # What was needed to write them is not part of what is measured.
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
