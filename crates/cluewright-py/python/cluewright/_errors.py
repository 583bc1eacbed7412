"""What can go wrong."""

from __future__ import annotations


class Error(Exception):
    """Why a question has no answer.

    What is told of a puzzle (it has no solution, a digit is wrong) is an answer, and no error.
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

    #: What is wrong.
    message: str
    #: The line of the text, from 1, where it is known.
    line: int | None
    #: The column in it, from 1.
    column: int | None
    #: How to mend it.
    hint: str | None
    #: The text that the place is in, where that is not the puzzle's: ``rule camel``.
    source: str | None

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
        source: str | None = None,
    ) -> None:
        # All of them are arguments, so that it can be pickled.
        super().__init__(message, line, column, hint, source)
        self.message, self.line, self.column, self.hint, self.source = message, line, column, hint, source

    def __str__(self) -> str:
        source = f"{self.source}: " if self.source else ""
        place = f"line {self.line}, column {self.column}: " if self.line is not None else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{source}{place}{self.message}{hint}"


class Stopped(Error, TimeoutError):
    """The work ended early: a limit was reached, or the time was up."""


class NotUnique(Error):
    """It is asked of puzzles with one solution, and this one has none or several."""

    #: 0, or 2 for two or more.
    solutions: int

    def __init__(self, message: str, solutions: int) -> None:
        super().__init__(message, solutions)
        self.solutions = solutions

    def __str__(self) -> str:
        return str(self.args[0])


class NoPuzzle(Error):
    """There is no puzzle to be made as it is wanted."""
