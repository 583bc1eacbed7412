"""The answers: plain values that can be compared, hashed and pickled.

Grids are strings of digits in reading order, with commas between the digits if any digit has more than one character. Cells are
named ``r1c1``. Difficulties are on the same scale as in :func:`cluewright.techniques`.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

from ._errors import BadInput, NotUnique, Stopped

if TYPE_CHECKING:
    from .puzzle import Puzzle

__all__ = [
    "Candidate",
    "Candidates",
    "Checked",
    "Converted",
    "Counted",
    "Explanation",
    "Extra",
    "Generated",
    "Hint",
    "Picture",
    "Proof",
    "Rating",
    "Reason",
    "SaidRule",
    "Scale",
    "Sentence",
    "Solved",
    "Step",
    "Understood",
    "Unread",
    "UnreadFigures",
]


@dataclass(frozen=True, slots=True)
class Extra:
    """The values of the shown extra cells that have the same name: a grid of numbers, or one number.

    >>> import cluewright
    >>> doublers = "grid: 4x4\\nrules: classic, doublers\\ngivens: 2134431212433421\\n"
    >>> found = cluewright.solve(doublers + "killer-cage r2c2-r2c4 total 6\\nkiller-cage r3c1 r3c2 total 5\\n")
    >>> str(found.extra[0][0])
    'double=0010100001000001'
    """

    #: A name that is unique in the puzzle: the name that the rule gives the cells, the name of the rule whose clue lists the cells,
    #: or the cell's own name.
    name: str
    #: For a grid of extra cells: the number for each cell of the puzzle's grid in reading order; ``None`` if unknown or absent.
    values: tuple[int | None, ...] = ()
    #: For a single extra cell: the number in the cell, if known.
    value: int | None = None

    def __str__(self) -> str:
        numbers = ["." if n is None else str(n) for n in self.values or (self.value,)]
        return f"{self.name}={('' if all(len(n) == 1 for n in numbers) else ',').join(numbers)}"


@dataclass(frozen=True, slots=True)
class UnreadFigures:
    """Drawings that look the same and were not understood."""

    #: A name for the drawings: ``4 grey lines``.
    name: str
    #: The number of drawings.
    count: int
    #: The cells on which the drawings lie.
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Unread:
    """Drawings and sentences of a puzzle that were not understood; an answer is about the rest of the puzzle.

    >>> import cluewright
    >>> drawn = "grid: 4x4\\ntext: A wiggle line has a sum of 7.\\ndrawings:\\n  line r1c1 r1c2 r1c3 color #CFCFCF\\n"
    >>> print(cluewright.solve(drawn).unread)
    1 grey line and 1 sentence are unread, so the answer ignores them.
    """

    #: A sentence that names the unread parts.
    says: str
    #: Unread drawings that look like clues, grouped by appearance.
    figures: tuple[UnreadFigures, ...] = ()
    #: Sentences of the rules text that state a rule the puzzle does not have.
    sentences: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class SaidRule:
    """A rule that a sentence states, or may state."""

    #: The name of the rule.
    rule: str
    #: The numbers that the sentence states for the rule, by parameter.
    numbers: tuple[tuple[str, int], ...] = ()
    #: Whether the puzzle has the rule, for the whole grid or in a clue.
    kept: bool = False
    #: Whether the puzzle contains the text of the rule.
    own: bool = False
    #: The number of clues that have this rule and these numbers.
    clues: int = 0
    #: The cells of the clues of this rule.
    cells: tuple[str, ...] = ()
    #: The text of a rule made from the sentence, if no existing rule means the same.
    text: str | None = None
    #: Other readings of the sentence.
    others: tuple[SaidRule, ...] = ()

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a puzzle's text, and how the sentence was understood."""

    #: The text of the sentence.
    text: str
    #: The kind of sentence: ``rule``, ``remark``, ``example`` or ``heading``; ``unread`` for a sentence that states a rule but is
    #: not understood.
    what: str
    #: The rules that the sentence states.
    rules: tuple[SaidRule, ...] = ()
    #: Whether the rule was recognised only by some of the words in the sentence.
    by_words: bool = False
    #: Whether the sentence continues the previous sentence and is counted as part of it.
    goes_on: bool = False

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Understood:
    """How a puzzle's text was read, sentence by sentence.

    >>> import cluewright
    >>> puzzle = cluewright.Puzzle("grid: 4x4\\nrules: classic\\ntext: Normal sudoku rules apply. A wiggle line has a sum of 7.\\n")
    >>> print(puzzle.understood)
    1 of 2 sentences is unread.
    >>> [(sentence.what, *map(str, sentence.rules)) for sentence in puzzle.understood.sentences]
    [('rule', 'classic'), ('unread',)]
    """

    #: How much of the text is understood, as a sentence; empty if there is no text.
    says: str = ""
    #: Whether every sentence is understood, the puzzle has all the rules that the sentences state, and no drawing is unread.
    whole: bool = True
    #: The sentences of the text, in order.
    sentences: tuple[Sentence, ...] = ()
    #: Drawings that look like clues but were not read as clues, grouped by appearance.
    figures: tuple[UnreadFigures, ...] = ()

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of :func:`cluewright.solve`: whether the puzzle has no, one or several solutions."""

    #: ``unique``, ``multiple`` or ``none``; ``unknown`` if a limit was reached before the answer was known.
    status: str
    #: The only solution, or two different solutions.
    solutions: tuple[str, ...]
    #: The number of solutions; a lower bound unless `exact`.
    count: int
    #: Whether `count` is the exact number.
    exact: bool
    #: The contradictory givens, if they are the reason why there is no solution.
    clash: str | None = None
    #: The values of extra cells in each solution, if the puzzle has any.
    extra: tuple[tuple[Extra, ...], ...] = ()
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None

    @property
    def solution(self) -> str | None:
        """The only solution."""
        return self.solutions[0] if self.status == "unique" else None

    def __bool__(self) -> bool:
        """Whether there is exactly one solution."""
        return self.status == "unique"


@dataclass(frozen=True, slots=True)
class Counted:
    """The result of :func:`cluewright.count`: the number of solutions."""

    #: ``unique``, ``multiple``, ``none`` or ``unknown``.
    status: str
    #: The number of solutions; a lower bound unless `exact`.
    count: int
    #: Whether `count` is the exact number.
    exact: bool
    #: The solutions, if a list was requested: at most ten thousand, and only if the count is exact or fewer than a hundred were
    #: found.
    solutions: tuple[str, ...] = ()
    #: The contradictory givens, if they are the reason why there is no solution.
    clash: str | None = None
    #: The values of extra cells in each solution, if the puzzle has any.
    extra: tuple[tuple[Extra, ...], ...] = ()
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None

    def __int__(self) -> int:
        return self.count


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell and a number that the cell may contain."""

    cell: str
    value: int

    def __str__(self) -> str:
        return f"{self.cell}={self.value}"


@dataclass(frozen=True, slots=True)
class Reason:
    """A premise of a step."""

    #: The kind of premise: ``group``, ``different``, ``link``, ``constraint``, ``sum``, ``assume``, ``unique`` and so on.
    kind: str
    #: The name of the premise for people, such as ``row 3`` or ``the cage 13 at r4c1``.
    name: str
    #: The rule that is the premise, if there is one.
    rule: str | None = None
    #: The candidates that the premise is about.
    candidates: tuple[Candidate, ...] = ()
    #: For an assumption: the steps that follow from the assumption.
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """The verdict of the checker, which derives a step again from its reasons alone."""

    #: ``proved``, ``refuted``, ``unproved`` (the proof took too much work) or ``stopped``.
    verdict: str
    #: The reason why the step is not proved.
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Blocker:
    """A reason why a digit is excluded from some places of a house."""

    #: The places from which the digit is excluded.
    cells: tuple[str, ...]
    #: The blocking digit; ``None`` if no digit blocks these places.
    by: Candidate | None = None
    #: The house that contains both the digit and these places (``row 3``), or the clue that excludes the value; empty if earlier
    #: steps excluded the value.
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """What is left of a clue's sum after the filled-in cells are subtracted."""

    #: The clue's name: ``the cage 10 at r4c1``.
    name: str
    #: The calculation, such as ``10 - 6 = 4``.
    text: str
    #: The open cells, which add up to what is left.
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a path."""

    #: The technique's id: ``hidden_single``.
    technique: str
    #: The difficulty of the step.
    difficulty: float
    #: Candidates that the step proves true.
    placements: tuple[Candidate, ...]
    #: Candidates that the step proves false.
    eliminations: tuple[Candidate, ...]
    #: A description of the step, in one sentence.
    text: str = ""
    #: The sentences that spell out the argument.
    details: tuple[str, ...] = ()
    #: The reasons of the step.
    because: tuple[Reason, ...] = ()
    #: The checker's verdict on the step, if requested.
    proof: Proof | None = None
    #: The step's name: the name of the technique, or the step's clues and the kind of argument (``Arrow and box 3``).
    name: str = ""
    #: If the step finds the only place of a digit in a house: what blocks the other places.
    blockers: tuple[Blocker, ...] = ()
    #: If the step is about clues that are sums: what is left of each sum for the open cells of its clue.
    sums: tuple[Sum, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Scale:
    """The rating of a puzzle on one scale."""

    #: The name of the scale: ``cluewright``, ``se``, ``sukaku`` or ``hodoku``.
    scale: str
    #: A summary, such as ``ER 7.1, EP 1.2, ED 1.2``; or the reason why there is no rating.
    text: str
    #: The level in the scale's own terms, if the scale has levels.
    word: str | None = None
    #: The figures of the rating, by name; empty if the puzzle has no rating.
    figures: tuple[tuple[str, float], ...] = ()
    #: The name of the hardest step in the program whose scale this is.
    hardest: str | None = None
    #: The number of steps with each name, if the scale counts them.
    techniques: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a puzzle.

    >>> import cluewright
    >>> rating = cluewright.rate("12..34..2.....3.")
    >>> rating.points, rating.word, rating.hardest_step, rating.technique, rating.steps
    (0.0, 'beginner', 1.2, 'hidden_single', 10)
    """

    #: The difficulty of the hardest step; a lower bound if the path is incomplete.
    hardest_step: float
    #: The word of our own scale, from ``beginner`` to ``expert``, or ``beyond patterns``; ``None`` if the rating is incomplete.
    word: str | None = None
    #: The hardest step's technique; ``None`` if there are no steps.
    technique: str | None = None
    #: The number of steps in the path.
    steps: int = 0
    #: The number of steps per technique, in the order in which the techniques are first used.
    techniques: tuple[tuple[str, int], ...] = ()
    #: The name of the scale on which ``hardest_step`` is measured; always ``step``.
    scale: str = "step"
    #: The points on Cluewright's own scale, from 0 to 1000.
    points: float | None = None
    #: The ratings on the requested scales.
    scales: tuple[Scale, ...] = ()
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None
    #: The name of the hardest step: the name of its technique, or its clues and the kind of argument.
    name: str | None = None

    def __float__(self) -> float:
        return self.hardest_step

    @property
    def rating(self) -> float:
        """An old name for ``hardest_step``, to be removed in version 0.2."""
        warnings.warn("`Rating.rating` is now called `hardest_step`", DeprecationWarning, stacklevel=2)
        return self.hardest_step


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, which a notebook displays."""

    #: The picture as SVG.
    svg: str = field(repr=False)
    #: The sentence of the step that the picture shows.
    text: str | None = None

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def save(self, path: Any) -> None:
        """Writes the picture to a file, as SVG."""
        ending = os.path.splitext(path)[1].lower()
        if ending in (".png", ".jpg", ".jpeg", ".gif", ".pdf", ".webp"):
            raise BadInput(f"pictures are saved as SVG; {path} would be {ending[1:].upper()}", hint="use a name that ends in .svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


@dataclass(frozen=True, slots=True)
class Summary:
    """The few steps that make a puzzle hard."""

    #: The positions in the path, from 1, of the steps that make the puzzle hard: at most seven; empty if the difficulty does not
    #: come from a few steps.
    steps: tuple[int, ...]
    #: The summary in words: a line for each of these steps, and a last line for the other steps.
    text: tuple[str, ...]
    #: The difficulty of the hardest technique that the rest of the path needs.
    rest: float | None = None
    #: Whether a limit was reached before the summary was complete.
    limited: bool = False

    def __str__(self) -> str:
        return "\n".join(self.text)


@dataclass(frozen=True, slots=True)
class Explanation(Sequence[Step]):
    """The whole path from the givens, step by step. A notebook shows the path as a table with pictures.

    >>> import cluewright
    >>> path = cluewright.explain("12..34..2.....3.")
    >>> len(path), path[0].technique, str(path[0])
    (10, 'full_house', 'r4c1 is 4, the only one missing from column 1.')
    >>> path.status, path.grid
    ('solved', '1243342123144132')
    """

    #: ``solved``, ``stuck``, ``contradiction`` or ``limit``.
    status: str
    #: The steps of the path.
    steps: tuple[Step, ...]
    #: The grid at the end of the path.
    grid: str
    #: The rating of the path.
    rating: Rating
    #: The verdict on the puzzle's solutions, unless there is exactly one.
    solutions: str | None = None
    #: The reasons why the puzzle has no solution, one sentence per reason.
    why: tuple[str, ...] = ()
    #: The steps that made the puzzle hard, if requested.
    summary: Summary | None = None
    #: The number of steps proved again from their reasons alone, if requested.
    verified: int | None = None
    #: The number of steps whose conclusions do not follow from their reasons.
    refuted: int | None = None
    #: The number of steps not proved within the limits of work or time.
    unproved: int | None = None
    #: The values of extra cells at the end of the path, if the puzzle has any.
    extra: tuple[Extra, ...] = ()
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None
    #: The puzzle that was explained.
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    _by: Any = field(default=None, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __bool__(self) -> bool:
        """Whether the path leads to a full grid."""
        return self.status == "solved"

    def __str__(self) -> str:
        return "\n".join(f"{i}. {step}" for i, step in enumerate(self.steps, 1))

    def pictures(self, first: int = 0, most: int = 1000, *, theme: str = "light", width: float | None = None) -> tuple[Picture,
    ...]:
        """Draws a picture of each step: the position, with the cells and candidates of the step highlighted."""
        if self.puzzle is None:
            return ()
        numbers = range(first + 1, min(first + most, len(self.steps)) + 1)
        return tuple(self.puzzle.render(step=n, theme=theme, width=width, prefix=f"step{n - 1}-", **self._by) for n in numbers)

    def _repr_html_(self) -> str:
        from ._html import path_table

        return path_table(self)


@dataclass(frozen=True, slots=True)
class Hint:
    """The errors in the player's grid, or the next step.

    >>> import cluewright
    >>> hint = cluewright.hint("12..34..2.....3.", level=2)
    >>> hint.status, hint.text, hint.step
    ('step', ('Look for a full house.', 'Look at column 1.'), None)
    """

    #: The kind of answer: ``step``, ``mistakes``, ``done``, ``stuck``, ``limit`` or ``contradiction``; ``none`` or ``multiple`` if
    #: the puzzle does not have exactly one solution.
    status: str
    #: The level of detail: 1 (the technique), 2 (where to look), 3 (what to notice there), 4 (the whole step).
    level: int
    #: The hint; each entry is a sentence or two.
    text: tuple[str, ...] = ()
    #: The step, at level 4.
    step: Step | None = None
    #: The errors in the player's grid.
    mistakes: tuple[str, ...] = ()
    #: Whether the puzzle has several solutions; the hint is then true in all of them.
    several: bool = False
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None

    def __str__(self) -> str:
        return " ".join(self.text)


@dataclass(frozen=True, slots=True)
class Candidates(Mapping[str, tuple[int, ...]]):
    """The candidates that are part of some solution, by cell.

    >>> import cluewright
    >>> found = cluewright.candidates("12..............")
    >>> found["r1c3"], found.complete
    ((3, 4), True)
    """

    #: The candidates that are part of some solution, by cell.
    cells: tuple[tuple[str, tuple[int, ...]], ...]
    #: For each candidate, in the same order, the number of solutions that contain it, up to the requested number.
    counts: tuple[tuple[int, ...], ...] = ()
    #: The candidates that were not decided before a limit was reached, by cell.
    unknown: tuple[tuple[str, tuple[int, ...]], ...] = ()
    #: Whether the answer is known for every candidate.
    complete: bool = True
    #: The contradictory givens, if they are the reason why there is no solution.
    clash: str | None = None
    #: The errors in the player's grid, if the grid was checked; ``cells`` is then empty.
    mistakes: tuple[str, ...] = ()
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None

    def __getitem__(self, cell: str) -> tuple[int, ...]:
        for name, values in self.cells:
            if name == cell:
                return values
        raise KeyError(cell)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def as_dict(self) -> dict[str, tuple[int, ...]]:
        """Returns the candidates as a dictionary, for many lookups."""
        return dict(self.cells)


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a puzzle or a filled grid."""

    #: Whether there are no errors.
    ok: bool
    #: What was checked: a filled ``grid`` or a ``puzzle``.
    checked: str
    #: The number of solutions, if a puzzle was checked.
    status: str | None = None
    #: The errors found, with one sentence for each.
    flaws: tuple[str, ...] = ()
    #: Why there is no solution or, if there are several solutions, a digit that would leave only one.
    why: tuple[str, ...] = ()
    #: Redundant givens and clues, if requested.
    removed: tuple[str, ...] | None = None
    #: The puzzle without its redundant givens and clues, as a ``.clue`` file.
    minimal: str | None = None
    #: Whether a limit was reached before the check was complete.
    limited: bool = False
    #: The parts of the puzzle that were not understood; the answer is about the rest of the puzzle.
    unread: Unread | None = None

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True)
class Converted:
    """A puzzle in another format."""

    #: The id of the format.
    format: str
    #: The puzzle in this format.
    text: str
    #: Notes on losses that may change the solutions.
    lost: tuple[str, ...] = ()
    #: Other notes, such as a title that was left out.
    notes: tuple[str, ...] = ()
    #: Whether the written puzzle may have other solutions than the original, even though `lossy` was not set.
    changed: bool = False

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle."""

    #: The puzzle, as a ``.clue`` file.
    text: str
    #: The solution of the puzzle.
    solution: str
    #: The number of givens.
    givens: int
    #: The rating of the path, if requested and found.
    rating: Rating | None = None
    #: The word of our own scale, if a level of that scale was requested.
    word: str | None = None
    #: The points on our own scale.
    points: float | None = None
    #: The number of clues.
    clues: int = 0
    #: The number of cells that the new clues cover; clues outside the grid cover none.
    covered: int | None = None
    #: The number of the attempt that made the puzzle, from 1. Together with the seed, this number identifies the puzzle.
    attempt: int = 0
    #: The rating on the requested scale.
    scales: tuple[Scale, ...] = ()
    #: The values of extra cells in the solution, if the puzzle has any.
    extra: tuple[Extra, ...] = ()
    #: The parts of the original puzzle that were not understood.
    unread: Unread | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The compiled puzzle."""
        from .puzzle import Puzzle

        return Puzzle(self.text)

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()


#: The classes for the parts of answers, by field name.
_PARTS: dict[str, type] = {
    "because": Reason,
    "blockers": Blocker,
    "by": Candidate,
    "candidates": Candidate,
    "eliminations": Candidate,
    "extra": Extra,
    "placements": Candidate,
    "proof": Proof,
    "scales": Scale,
    "step": Step,
    "steps": Step,
    "summary": Summary,
    "sums": Sum,
}


def _figures(data: Mapping[str, Any]) -> tuple[UnreadFigures, ...]:
    return tuple(UnreadFigures(one["name"], one["count"], tuple(one["cells"])) for one in data.get("figures", ()))


def _unread(data: Mapping[str, Any] | None) -> Unread | None:
    if not data:
        return None
    return Unread(data["says"], _figures(data), tuple(data.get("sentences", ())))


def _said(data: Mapping[str, Any]) -> SaidRule:
    return SaidRule(
        data["rule"],
        tuple(data.get("numbers", {}).items()),
        data.get("kept", False),
        data.get("own", False),
        data.get("clues", 0),
        tuple(data.get("cells", ())),
        data.get("text"),
        tuple(map(_said, data.get("others", ()))),
    )


def _understood(data: Mapping[str, Any] | None) -> Understood:
    if not data:
        return Understood()
    sentences = tuple(
        Sentence(
            one["text"],
            one["what"],
            tuple(map(_said, one.get("rules", ()))),
            one.get("by_words", False),
            one.get("goes_on", False),
        )
        for one in data.get("sentences", ())
    )
    return Understood(data["says"], data["whole"], sentences, _figures(data))


def _value(name: str, value: Any) -> Any:
    if name == "unread":
        return _unread(value)
    if isinstance(value, list):
        return tuple(_value(name, one) for one in value)
    if isinstance(value, dict):
        part = _PARTS.get(name)
        return _read(part, value) if part else tuple(value.items())
    return value


@lru_cache(maxsize=None)
def _names(cls: type) -> frozenset[str]:
    return frozenset(one.name for one in fields(cls))


def _read(cls: Any, data: Mapping[str, Any], **more: Any) -> Any:
    """Creates an instance of a class from the fields that the answer and the class share, and from additional fields."""
    known = _names(cls)
    return cls(**{name: _value(name, value) for name, value in data.items() if name in known and name not in more}, **more)


def _found(data: dict[str, Any]) -> Candidates:
    cells = data["cells"]
    return Candidates(
        tuple((c["cell"], tuple(c["candidates"])) for c in cells),
        tuple(tuple(c["counts"]) for c in cells if "counts" in c),
        tuple((c["cell"], tuple(c["unknown"])) for c in cells if "unknown" in c),
        data["complete"],
        data.get("clash"),
        tuple(data.get("mistakes", ())),
        _unread(data.get("unread")),
    )


def _explained(puzzle: Puzzle, data: dict[str, Any], asked: dict[str, Any], how: dict[str, Any]) -> Explanation:
    by = {name: value for name, value in asked.items() if name not in ("verify", "summary")}
    if "steps" not in data:
        # The givens contradict each other, so there is no path.
        rating = Rating(0.0, None, None, 0, ())
        unread = _unread(data.get("unread"))
        return Explanation("contradiction", (), "", rating, "none", (data["clash"],), unread=unread, puzzle=puzzle, _by=by)
    rating = _read(Rating, data["rating"])
    usual = not by["techniques"] and not by["avoid"] and by["trial"] and by["uniqueness"]
    if usual and data["status"] == "solved" and data.get("solutions") is None:
        rated = puzzle.rate(**how)
        rating = replace(rating, word=rated.word, points=rated.points)
    explained: Explanation = _read(Explanation, data, rating=rating, puzzle=puzzle, _by=by)
    return explained


def _rated(data: dict[str, Any], how: dict[str, Any]) -> Rating:
    if "hardest_step" in data:
        if not data.get("solved") and (how["nodes"] or how["seconds"] is not None):
            raise Stopped(f"a limit was reached before the end; the hardest step is rated at least {data['hardest_step']}")
        rating: Rating = _read(Rating, data)
        return rating
    if data["status"] == "unknown":
        raise Stopped("a limit was reached before it was known whether there is one solution")
    many = "no solution" if data["status"] == "none" else "more than one solution"
    why = f": {data['clash']}" if data.get("clash") else ""
    unread = f"; {data['unread']['says']}" if data.get("unread") else ""
    raise NotUnique(f"the puzzle has {many}{why}{unread}", 0 if data["status"] == "none" else 2)


def _generated(data: dict[str, Any], rated: bool, how: dict[str, Any]) -> Generated:
    rating, told = data.get("rating"), None
    own: dict[str, Any] = next((scale for scale in data.get("scales", ()) if scale["scale"] == "cluewright"), {})
    word, points = own.get("word"), own.get("figures", {}).get("points")
    if rating and data["solved"]:
        told = _read(Rating, rating, word=word, points=points)
    if rated and rating is None:
        # The difficulty was on another scale, or in points, so the steps were not listed.
        from .puzzle import Puzzle

        with suppress(Stopped):
            told = Puzzle(data["puzzle"]).rate(**how)
    made: Generated = _read(Generated, data, text=data["puzzle"], rating=told, word=word, points=points)
    return made


def _of(operation: str, puzzle: Puzzle, data: dict[str, Any], asked: dict[str, Any], how: dict[str, Any]) -> Any:
    """The typed answer to a question about a puzzle."""
    simple = {"solve": Solved, "count": Counted, "check": Checked, "hint": Hint, "export": Converted, "draw": Picture}
    if operation in simple:
        return _read(simple[operation], data)
    if operation == "candidates":
        return _found(data)
    if operation == "explain":
        return _explained(puzzle, data, asked, how)
    if operation == "rate":
        return _rated(data, how)
    if operation == "steps":
        return tuple(_read(Step, one) for one in data.get("steps", ()))
    return data["text"] if operation == "canonical" else data
