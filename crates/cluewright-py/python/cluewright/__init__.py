"""Cluewright: solves, explains, rates, makes and checks Sudoku and its variants.

>>> import cluewright
>>> puzzle = cluewright.Puzzle("12..34..2.....3.")
>>> puzzle.solution
'1243342123144132'
>>> print(puzzle.hint())
Full House: r4c1 is 4, the only one missing from column 1.

For many puzzles, use :mod:`cluewright.batch` (lists of texts), :mod:`cluewright.arrow` (tables: Arrow, Polars, pandas), or
:mod:`cluewright.spark` and :mod:`cluewright.dask` (more than one machine).
"""

from __future__ import annotations

from ._errors import BadInput, Error, NoPuzzle, NotUnique, Stopped
from ._native import __version__
from ._questions import (
    candidates,
    canonical,
    check,
    conflicts,
    convert,
    count,
    estimate,
    explain,
    generate,
    hint,
    rate,
    render,
    solve,
    split,
    steps,
    why,
)
from .puzzle import Position, Puzzle, describe, library, sheet, solutions

# Not imported from `typing`, which takes as long to import as everything else.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import arrow, batch, dask, spark
    from .answers import (
        Blocker,
        Candidate,
        Candidates,
        Checked,
        Converted,
        Counted,
        Explanation,
        Extra,
        Generated,
        Hint,
        Picture,
        Proof,
        Rating,
        Reason,
        SaidRule,
        Scale,
        Sentence,
        Solved,
        Step,
        Sum,
        Summary,
        Understood,
        Unread,
        UnreadFigures,
    )

__all__ = [
    "BadInput",
    "Blocker",
    "Candidate",
    "Candidates",
    "Checked",
    "Converted",
    "Counted",
    "Error",
    "Explanation",
    "Extra",
    "Generated",
    "Hint",
    "NoPuzzle",
    "NotUnique",
    "Picture",
    "Position",
    "Proof",
    "Puzzle",
    "Rating",
    "Reason",
    "SaidRule",
    "Scale",
    "Sentence",
    "Solved",
    "Step",
    "Stopped",
    "Sum",
    "Summary",
    "Understood",
    "Unread",
    "UnreadFigures",
    "__version__",
    "arrow",
    "batch",
    "candidates",
    "canonical",
    "check",
    "conflicts",
    "convert",
    "count",
    "dask",
    "describe",
    "estimate",
    "explain",
    "formats",
    "generate",
    "hint",
    "rate",
    "render",
    "rules",
    "sheet",
    "solutions",
    "solve",
    "spark",
    "split",
    "steps",
    "techniques",
    "why",
]


def formats() -> dict[str, str]:
    """The formats that can be read and written, as a dict from ids to descriptions.

    >>> "clue" in formats()
    True
    """
    return {one["id"]: one["about"] for one in library("formats")}


def techniques() -> list[dict[str, Any]]:
    """The techniques that find steps, each with its id, name, other names, difficulty and source.

    >>> techniques()[0]["id"]
    'full_house'
    """
    return library("techniques")


def rules() -> list[dict[str, Any]]:
    """The rules of the library, each with its name, sentence and parameters.

    >>> "anti-king" in [rule["name"] for rule in rules()]
    True
    """
    return library("rules")


def __getattr__(name: str) -> Any:
    # Modules and answer classes that most programs do not need are imported when they are first used.
    import importlib

    if name in ("answers", "arrow", "batch", "dask", "spark"):
        return importlib.import_module(f".{name}", __name__)
    if name in __all__:
        return getattr(importlib.import_module(".answers", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
