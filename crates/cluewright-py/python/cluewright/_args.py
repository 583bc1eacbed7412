"""Reads arguments in all the forms that people use; error messages name the argument."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from ._errors import BadInput

# Not imported from `typing`, which takes long to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The maximum of a count or a seed.
MOST = 2**64 - 1


def whole(name: str, value: object, least: int = 0, most: int = MOST) -> int:
    """Checks that a value, of Python or NumPy, is a whole number in a range, and returns the number."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not least <= number <= most:
        allowed = f"at least {least}" if most >= MOST and number < least else f"from {least} to {most}"
        raise BadInput(f"{name} is {number}", hint=f"it must be {allowed}")
    return number


def bounds(nodes: int, seconds: float | None) -> tuple[int, float | None]:
    """Checks the limits of a question, and returns them."""
    if seconds is not None and not (isinstance(seconds, (int, float)) and seconds >= 0):
        raise TypeError(f"seconds must be a number that is at least 0, or None, not {seconds!r}")
    return whole("nodes", nodes), seconds


def words(name: str, value: object) -> list[str]:
    """Returns a list of the given words: one, several, or none."""
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    given = list(value) if isinstance(value, Iterable) else [value]
    texts = [word for word in given if isinstance(word, str)]
    if len(texts) < len(given):
        raise TypeError(f"{name} must be a text or a list of texts, not {value!r}")
    return texts


def digit(value: object) -> int:
    """Reads a digit that is given as a number or as text."""
    if isinstance(value, str) and value.strip().lstrip("-").isdigit():
        return int(value)
    if isinstance(value, bool):
        raise TypeError(f"a digit must be a number, not {value!r}")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"a digit must be a number, not {value!r}") from None


def cell(value: object) -> tuple[int | None, list[int]]:
    """Reads the contents of a cell: a digit, or marks."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        return None, [digit(mark) for mark in value]
    return digit(value), []


def grid(rows: Iterable[Any], columns: int) -> dict[str, Any]:
    """Converts a list of rows, or of all cells in reading order, to a dict by cell name; 0, dots and None mean open cells."""
    given = list(rows)
    if not all(isinstance(row, Iterable) for row in given) or all(isinstance(row, str) and len(row) <= 1 for row in given):
        given = [given[i : i + columns] for i in range(0, len(given), columns)]
    named = {f"r{r}c{c}": value for r, row in enumerate(given, 1) for c, value in enumerate(row, 1)}
    return {name: value for name, value in named.items() if not (value is None or isinstance(value, (str, int)) and value in (0,
    "0", ".", "", " "))}
