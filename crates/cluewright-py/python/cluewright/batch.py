"""Answers a question about many puzzles, which are given as a list of texts. The answers are lists, one for each column.

Every row has a ``status``; an invalid row does not affect the other rows:

=================== ============================================================
``ok``              there is one solution, or the answer is known
``multiple``        there is more than one solution
``contradiction``   there is no solution, or a filled grid breaks a rule
``budget_exceeded`` a limit was reached before the answer was known
``stuck``           no technique finds a step (``explain``)
``lossy``           the format cannot express the whole puzzle (``convert``)
``invalid_text``    the text is not a puzzle; ``message`` says why
``unsupported``     the question does not apply to this puzzle
``internal_error``  a bug in Cluewright; please report it
=================== ============================================================

The answer for a row depends only on the row, the options and the version, unless ``seconds`` limits its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _native

__all__ = ["columns", "fingerprint", "questions", "run"]

#: The default number of search nodes per row: far more than ordinary puzzles need, but used up within some seconds.
NODES = 1_000_000


def question(
    op: str,
    *,
    nodes: int = NODES,
    seconds: float | None = None,
    limit: int = 2,
    to: str = "clue",
    format: str | None = None,
    rules: str | Iterable[str] = (),
    scales: str | Iterable[str] = (),
    threads: int = 0,
) -> _native.Question:
    """A question about many rows; the options are those of :func:`run`."""
    added, told = ([words] if isinstance(words, str) else list(words) for words in (rules, scales))
    return _native.Question(
        op,
        nodes=nodes,
        limit=limit,
        to=to,
        format=format,
        rules=added,
        scales=told,
        seconds=seconds,
        threads=threads,
    )


def run(op: str, puzzles: Iterable[str | None], **options: Any) -> dict[str, list[Any]]:
    """Answers a question about every puzzle, with a list for each column.

    :param op: one of :func:`questions`.
    :param puzzles: texts in any format.
    :param nodes: the maximum number of search nodes per row; 0: no limit.
    :param seconds: the time limit per row. Answers may then differ from machine to machine.
    :param limit: the number at which ``count`` stops; 0: no limit.
    :param to: the format that ``convert`` writes.
    :param format: the format of the texts; by default it is detected.
    :param rules: rules added to every puzzle, as for :class:`cluewright.Puzzle`.
    :param scales: the scales of other programs on which ``rate`` also rates: ``se``, ``sukaku``, ``hodoku``.
    :param threads: the number of threads; 0: one for each core.

    >>> found = run("solve", ["12..34..2.....3.", "nonsense", "1..............."])
    >>> found["status"], found["solution"][0]
    (['ok', 'invalid_text', 'multiple'], '1243342123144132')
    """
    if isinstance(puzzles, str):
        # A string is also a sequence of strings, of one character each.
        raise TypeError("this is a single text; pass a list of texts")
    if hasattr(puzzles, "columns") and hasattr(puzzles, "shape"):
        # Iterating over a frame yields its column names.
        raise TypeError("this is a table: pass it to cluewright.arrow.run, or pass one of its columns here")
    texts = list(puzzles)
    wrong = next((text for text in texts if not (text is None or isinstance(text, str))), None)
    if wrong is not None:
        raise TypeError(f"puzzles must be texts or None, not {type(wrong).__name__}")
    return question(op, **options).lists(texts)


def columns(op: str, **options: Any) -> dict[str, str]:
    """The names and Arrow types of the answer columns.

    >>> columns("solve")["solution"]
    'utf8'
    """
    return dict(question(op, **options).columns())


def fingerprint(op: str, **options: Any) -> str:
    """One line with everything that answers depend on besides the rows; options with the same answers have the same line."""
    return question(op, **options).fingerprint()


def questions() -> dict[str, str]:
    """The questions that can be asked about every row, with a description of each.

    >>> questions()["rate"]
    'how hard a puzzle is for people'
    """
    return dict(_native.questions())
