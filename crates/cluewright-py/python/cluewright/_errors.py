"""The exceptions."""

from __future__ import annotations

# Not imported from `typing`, which takes long to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Error(Exception):
    """The question could not be answered.

    A broken puzzle (no solution, a wrong digit) is a normal answer, not an exception.
    """


class BadInput(Error, ValueError):
    """The puzzle, a rule's text or an option cannot be used.

    >>> import cluewright
    >>> try:
    ...     cluewright.Puzzle("grid: 9x9\\nrules: classic\\nkiller-cage r1c1 r0c3 total 3\\n")
    ... except cluewright.BadInput as error:
    ...     print(error.line, error.column, error.message)
    3 18 r0c3 is outside the grid of 9 rows and 9 columns
    """

    #: The error message.
    message: str
    #: The line of the text in which the error is, counted from 1, if known.
    line: int | None
    #: The column in this line, counted from 1.
    column: int | None
    #: How to fix the error.
    hint: str | None
    #: The text that contains the error, if this is not the text of the puzzle: ``rule camel``.
    source: str | None

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
        source: str | None = None,
    ) -> None:
        # All fields are arguments, so that the exception can be pickled.
        super().__init__(message, line, column, hint, source)
        self.message, self.line, self.column, self.hint, self.source = message, line, column, hint, source

    def __str__(self) -> str:
        source = f"{self.source}: " if self.source else ""
        place = f"line {self.line}, column {self.column}: " if self.line is not None else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{source}{place}{self.message}{hint}"


class Stopped(Error, TimeoutError):
    """The work ended early: a limit was reached, or the time ran out."""


class NotUnique(Error):
    """The question needs a puzzle with exactly one solution, but this puzzle has none or several."""

    #: The number of solutions: 0, or 2 for two or more.
    solutions: int

    def __init__(self, message: str, solutions: int) -> None:
        super().__init__(message, solutions)
        self.solutions = solutions

    def __str__(self) -> str:
        return str(self.args[0])


class NoPuzzle(Error):
    """No puzzle meets the requirements."""


#: Words in messages that refer to the command line, each with the corresponding words for Python.
_HERE = (("`cluewright rules list`", "`cluewright.rules()`"), ("`cluewright techniques list`", "`cluewright.techniques()`"), ("--rules ", "rules="))


def failed(failure: str | dict[str, Any], unread: dict[str, Any] | None = None) -> Error:
    """Converts a failure message of the protocol to an exception; the message includes the puzzle's unread parts."""
    if isinstance(failure, str):
        import json

        failure = dict(json.loads(failure))
    code, message = failure["code"], failure["message"]
    if code in ("bad_input", "bad_request"):
        hint = failure.get("hint")
        for word, here in _HERE:
            message, hint = message.replace(word, here), hint and hint.replace(word, here)
        line, column = failure.get("place") or (None, None)
        return BadInput(message, line, column, hint, failure.get("source"))
    if code == "not_unique":
        told = f"{message}; {unread['says']}" if unread else message
        return NotUnique(told, 0 if "no solution" in message else 2)
    if code == "no_puzzle":
        return NotUnique(message, 0) if "no solution" in message else NoPuzzle(message)
    return Stopped(message) if code in ("limit", "cancelled") else Error(message)
