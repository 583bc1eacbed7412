"""Tables of puzzles on Dask: each partition is a task."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["run"]


def run(
    df: Any,
    op: str,
    *,
    puzzle: str = "puzzle",
    row_rules: str | None = None,
    keep: Iterable[str] | None = None,
    **options: Any,
) -> Any:
    """Answers a question about the puzzle in every row of a Dask frame. The arguments are those of :func:`cluewright.arrow.run`.

    A task uses one thread unless you pass ``threads``. If a task runs again, it gives the same rows.
    """
    options.setdefault("threads", 1)
    kept = None if keep is None else [keep] if isinstance(keep, str) else list(keep)
    how: dict[str, Any] = {"op": op, "puzzle": puzzle, "row_rules": row_rules, "keep": kept, "options": options}
    return df.map_partitions(_asked, meta=_asked(df._meta, **how), **how)


def _asked(
    frame: Any, op: str, puzzle: str, row_rules: str | None, keep: list[str] | None, options: dict[str, Any]
) -> Any:
    from .arrow import run as asked

    return asked(op, frame, puzzle=puzzle, row_rules=row_rules, keep=keep, **options)
