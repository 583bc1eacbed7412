"""Code shared by the tests: puzzles, invalid rows, the command, Spark."""

from __future__ import annotations

import os
import random
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MIRACLE = "grid: 9x9\nrules: miracle\ngiven r5c3 1\ngiven r6c7 2\n"
#: An empty grid: counting its solutions takes very long, but starts at once.
ENDLESS = "." * 81


def poison() -> list[str | None]:
    """Invalid and extreme rows, with some valid rows among them."""
    clash = "11" + "." * 79
    return [EASY, None, "", ENDLESS, clash, "\0\1", "💥" * 81, "x" * 3_000_000, EASY[1:], "rule broken\n  require", MIRACLE, SOLVED]


def puzzles(count: int, seed: int = 1) -> list[str]:
    """Rearrangements of one ordinary puzzle; in some, a given is missing or wrong."""
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        digits = draw.sample("123456789", 9)
        rows = [b * 3 + r for b in draw.sample(range(3), 3) for r in draw.sample(range(3), 3)]
        columns = [b * 3 + c for b in draw.sample(range(3), 3) for c in draw.sample(range(3), 3)]
        cells = [EASY[r * 9 + c] for r in rows for c in columns]
        line = ["." if d == "." else digits[int(d) - 1] for d in cells]
        chance = draw.random()
        if chance < 0.2:
            line[draw.choice([i for i, d in enumerate(line) if d != "."])] = "."
        elif chance < 0.25:
            line[draw.choice([i for i, d in enumerate(line) if d == "."])] = draw.choice("123456789")
        made.append("".join(line))
    return made


def command() -> str:
    """The path of the command to test: `CLUEWRIGHT`, or else the newest one that cargo has built."""
    named = os.environ.get("CLUEWRIGHT")
    built = [ROOT / "target" / kind / "cluewright" for kind in ("release", "debug")]
    found = [str(path) for path in built if path.is_file()]
    path = named or (max(found, key=os.path.getmtime) if found else shutil.which("cluewright"))
    if not path:
        pytest.skip("the command is not built: run `cargo build -p cluewright-cli`, or set CLUEWRIGHT to its path")
    return path


def started(master: str):
    """Starts Spark on this machine, with one session per process; skips the test if Spark or Java is missing."""
    pyspark = pytest.importorskip("pyspark")
    if not shutil.which("java") and not os.environ.get("JAVA_HOME"):
        pytest.skip("Spark needs Java, and there is none")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = pyspark.sql.SparkSession.builder.master(master).appName("cluewright")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        # The jobs are too small for code generation and full compilation to pay off.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto",
        "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "256",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def below(pid: int) -> dict[int, tuple[int, str]]:
    """The descendants of a process: for each process id, its parent and its command line (Linux)."""
    about: dict[int, tuple[int, str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                line = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            about[int(entry.name)] = (int(stat.rsplit(")", 1)[1].split()[1]), line.replace("\0", " "))

    def ours(one: int) -> bool:
        while one in about and one != pid:
            one = about[one][0]
        return one == pid

    return {one: told for one, told in about.items() if one != pid and ours(one)}


def workers(pid: int) -> list[int]:
    """Spark's Python workers among the descendants of a process: the processes that Spark's daemons have started."""
    inside = below(pid)
    daemons = {one for one, (_, line) in inside.items() if "pyspark" in line and "daemon" in line}
    return [one for one in daemons if inside[one][0] in daemons]
