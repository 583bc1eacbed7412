"""The folder of a run over files, with the layout of ``cluewright batch``: the question, the answers, the finished files.

Each file of puzzles is a shard. Its answers are written to ``part/`` and moved to ``out/`` when they are complete, and then
recorded in ``done/``.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ._errors import BadInput

__all__ = ["Folder", "named"]


def named(inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], ending: str) -> list[Path]:
    """The named files, and the files with the given extension in the named folders, sorted by name."""
    given = [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs
    files: list[Path] = []
    for path in map(Path, given):
        inside = sorted(f for f in path.glob(f"*{ending}") if not f.name.startswith((".", "_"))) if path.is_dir() else [path]
        files.extend(file.absolute() for file in inside)
    if not files:
        raise BadInput("there are no files of puzzles")
    return files


def _put(path: Path, data: dict[str, Any]) -> None:
    """Writes a file atomically: completely or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with open(beside, "w", encoding="utf-8") as file:
        file.write(json.dumps(data, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


class Folder:
    """A run in a folder: a new run, or the same run resumed."""

    def __init__(self, out: str | os.PathLike[str], how: str, files: list[Path], resume: bool) -> None:
        """
        :param out: the folder.
        :param how: the question, and everything else that answers depend on except the files.
        :raises BadInput: the folder contains another run, or contains this run and ``resume`` is false.
        """
        self.path = Path(out).absolute()
        self.files = files
        manifest = {"schema": 1, "how": how, "shards": [_shard(file) for file in files]}
        for inside in ("out", "part", "done"):
            (self.path / inside).mkdir(parents=True, exist_ok=True)
        file = self.path / "manifest.json"
        if file.exists():
            there = json.loads(file.read_text(encoding="utf-8"))
            if there.get("how") != how:
                hint = f"the folder is for `{there.get('how')}`, and this run is `{how}`; name another folder"
                raise BadInput("the folder holds answers to another question, or with other options", hint=hint)
            if there != manifest:
                message = "the files of puzzles differ from those of the run in this folder, or have changed"
                raise BadInput(message, hint="name another folder")
            if not resume:
                hint = "use `resume=True` to continue the run, or name another folder"
                raise BadInput("the folder already contains a run", hint=hint)
        else:
            _put(file, manifest)

    def _done(self, shard: int) -> Path:
        return self.path / "done" / f"{shard:05}.json"

    def open(self) -> list[int]:
        """The shards that are not finished."""
        return [shard for shard in range(len(self.files)) if not self._done(shard).exists()]

    def part(self, shard: int) -> Path:
        """The path to which this process alone writes the answers of a shard."""
        return self.path / "part" / f"{shard:05}.{os.getpid()}"

    def finish(self, shard: int, ending: str, status: dict[str, int]) -> None:
        """Records that the answers of a shard are complete."""
        part, target = self.part(shard), self.path / "out" / f"{shard:05}{ending}"
        # If the target exists, an earlier process moved it there, but was stopped before it recorded this.
        if target.is_dir():
            shutil.rmtree(target)
        os.replace(part, target)
        files = [target] if target.is_file() else [f for f in target.rglob("*") if f.is_file()]
        told = {"rows": sum(status.values()), "status": dict(sorted(status.items()))}
        _put(self._done(shard), told | {"bytes": sum(f.stat().st_size for f in files)})

    def close(self) -> dict[str, Any]:
        """Returns the numbers of finished files and rows, and of rows with each status. If all files are finished, marks the folder
        as complete."""
        status: dict[str, int] = {}
        open_ = set(self.open())
        done = [shard for shard in range(len(self.files)) if shard not in open_]
        for shard in done:
            for word, rows in json.loads(self._done(shard).read_text(encoding="utf-8"))["status"].items():
                status[word] = status.get(word, 0) + rows
        told = {"files": len(done), "rows": sum(status.values()), "status": dict(sorted(status.items()))}
        if not open_:
            shutil.rmtree(self.path / "part", ignore_errors=True)
            _put(self.path / "_SUCCESS", told)
        return told


def _shard(file: Path) -> dict[str, Any]:
    try:
        about = file.stat()
    except OSError as error:
        raise BadInput(f"the file `{file}` cannot be read: {error}") from None
    changed = f"{about.st_mtime_ns // 10**9}.{about.st_mtime_ns % 10**9:09}"
    return {"file": str(file), "bytes": about.st_size, "changed": changed}
