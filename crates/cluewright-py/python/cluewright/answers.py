"""The answers: plain values that compare, hash and pickle.

Grids are digit strings in reading order, with commas between when a digit needs more than one character. Cells are named
``r1c1``. Difficulties are those of :func:`cluewright.techniques`.
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
    """What the shown extra cells of one name hold: a grid of numbers, or one number.

    >>> import cluewright
    >>> doublers = "grid: 4x4\\nrules: classic, doublers\\ngivens: 2134431212433421\\n"
    >>> found = cluewright.solve(doublers + "killer-cage r2c2-r2c4 total 6\\nkiller-cage r3c1 r3c2 total 5\\n")
    >>> str(found.extra[0][0])
    'double=0010100001000001'
    """

    #: The name, which no other of the puzzle has: that of the rule's cells, of the rule whose clue lists them, or the cell's own.
    name: str
    #: Of a grid of them: the number for each cell of the puzzle's grid in reading order; ``None`` where there is no extra cell,
    #: or its value is not known.
    values: tuple[int | None, ...] = ()
    #: Of one by itself: its number, when it is known.
    value: int | None = None

    def __str__(self) -> str:
        numbers = ["." if n is None else str(n) for n in self.values or (self.value,)]
        return f"{self.name}={('' if all(len(n) == 1 for n in numbers) else ',').join(numbers)}"


@dataclass(frozen=True, slots=True)
class UnreadFigures:
    """Drawings of one look that were not understood."""

    #: What they are: ``4 grey lines``.
    name: str
    #: How many there are.
    count: int
    #: The cells they are at.
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Unread:
    """Drawings and sentences of a puzzle that were not understood: an answer is about the rest.

    >>> import cluewright
    >>> drawn = "grid: 4x4\\ntext: A wiggle line has a sum of 7.\\ndrawings:\\n  line r1c1 r1c2 r1c3 color #CFCFCF\\n"
    >>> print(cluewright.solve(drawn).unread)
    1 grey line and 1 sentence are unread, so this is about the rest.
    """

    #: What is unread, in a sentence.
    says: str
    #: Drawings that look like clues, grouped by look.
    figures: tuple[UnreadFigures, ...] = ()
    #: Sentences of the rules text that say a rule which the puzzle does not have.
    sentences: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class SaidRule:
    """A rule that a sentence says, or may say."""

    #: Its name.
    rule: str
    #: The numbers that the sentence gives it, by parameter.
    numbers: tuple[tuple[str, int], ...] = ()
    #: Whether the puzzle has it, as a rule of the whole grid or in a clue.
    kept: bool = False
    #: Whether its text comes with the puzzle.
    own: bool = False
    #: How many clues of the puzzle have it, with these numbers.
    clues: int = 0
    #: The cells of those clues.
    cells: tuple[str, ...] = ()
    #: The rule text made from the sentence, if no existing rule says the same.
    text: str | None = None
    #: Other readings of the sentence.
    others: tuple[SaidRule, ...] = ()

    def __str__(self) -> str:
        return self.rule


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a puzzle's text, and what it was taken for."""

    #: It.
    text: str
    #: ``rule``, ``remark``, ``example``, ``heading``; ``unread`` when it says a rule that is not understood.
    what: str
    #: The rules that it states.
    rules: tuple[SaidRule, ...] = ()
    #: Whether the rule was recognised only by words that people use for it.
    by_words: bool = False
    #: Whether it continues the sentence before and was therefore taken for the same.
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

    #: How much of the text is understood, in a sentence; empty for no text.
    says: str = ""
    #: Whether every sentence is understood, the puzzle has what they say, and no drawing is left.
    whole: bool = True
    #: The sentences of the text, in order.
    sentences: tuple[Sentence, ...] = ()
    #: Drawings that look like clues and are none, grouped by look.
    figures: tuple[UnreadFigures, ...] = ()

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class Solved:
    """None, one or more solutions."""

    #: ``unique``, ``multiple``, ``none``; ``unknown`` when a limit was met before that was known.
    status: str
    #: The only one, or two that differ.
    solutions: tuple[str, ...]
    #: How many there are; a lower bound unless `exact`.
    count: int
    #: Whether that is the exact number.
    exact: bool
    #: Contradictory givens, if they are the reason that there is none.
    clash: str | None = None
    #: The contents of extra cells in each of them, if the puzzle has any.
    extra: tuple[tuple[Extra, ...], ...] = ()
    #: What of the puzzle was not understood: the answer is about the rest.
    unread: Unread | None = None

    @property
    def solution(self) -> str | None:
        """The only solution."""
        return self.solutions[0] if self.status == "unique" else None

    def __bool__(self) -> bool:
        """Is there just one?"""
        return self.status == "unique"


@dataclass(frozen=True, slots=True)
class Counted:
    """How many solutions."""

    #: ``unique``, ``multiple``, ``none``, ``unknown``.
    status: str
    #: How many there are; a lower bound unless `exact`.
    count: int
    #: Whether that is the exact number.
    exact: bool
    #: The solutions, if a list was requested and there are fewer than a hundred.
    solutions: tuple[str, ...] = ()
    #: Contradictory givens, if they are the reason that there is none.
    clash: str | None = None
    #: The contents of extra cells in each of them, if the puzzle has any.
    extra: tuple[tuple[Extra, ...], ...] = ()
    #: What of the puzzle was not understood: the answer is about the rest.
    unread: Unread | None = None

    def __int__(self) -> int:
        return self.count


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number in a cell."""

    cell: str
    value: int

    def __str__(self) -> str:
        return f"{self.cell}={self.value}"


@dataclass(frozen=True, slots=True)
class Reason:
    """A premise of a step."""

    #: ``group``, ``different``, ``link``, ``constraint``, ``sum``, ``assume``, ``unique`` and so on.
    kind: str
    #: What people call it: ``row 3``, ``the cage 13 at r4c1``.
    name: str
    #: The rule that says so, when one does.
    rule: str | None = None
    #: The candidates it is about.
    candidates: tuple[Candidate, ...] = ()
    #: Of an assumption: the steps that follow from it.
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """What the checker says of a step, which derives it again from its reasons alone."""

    #: ``proved``, ``refuted``, ``unproved`` (it took too much work), ``stopped``.
    verdict: str
    #: Why it is not proved.
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Blocker:
    """What keeps a digit out of some places of a house."""

    #: The places.
    cells: tuple[str, ...]
    #: The digit that is filled in; ``None`` when it is none.
    by: Candidate | None = None
    #: What the digit and these places share (``row 3``), or the clue that keeps it out; empty where earlier steps did.
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """A clue's sum without the filled-in cells."""

    #: The clue: ``the cage 10 at r4c1``.
    name: str
    #: How it is worked out: ``10 - 6 = 4``.
    text: str
    #: The cells that make what is left.
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a person's way through a puzzle."""

    #: The technique's id: ``hidden_single``.
    technique: str
    #: Its difficulty.
    difficulty: float
    #: Candidates found true.
    placements: tuple[Candidate, ...]
    #: Candidates found false.
    eliminations: tuple[Candidate, ...]
    #: The step in one sentence.
    text: str = ""
    #: The argument spelled out.
    details: tuple[str, ...] = ()
    #: All its reasons.
    because: tuple[Reason, ...] = ()
    #: The checker's verdict, if requested.
    proof: Proof | None = None
    #: What the step is called: the technique's name, or what its clues and the argument are (``Arrow and box 3``).
    name: str = ""
    #: Of a digit with only one place in a house: what blocks the other places.
    blockers: tuple[Blocker, ...] = ()
    #: Of a step about clues that are sums: what is left of each for its open cells.
    sums: tuple[Sum, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Scale:
    """What a scale says of a puzzle."""

    #: ``cluewright``, ``se``, ``sukaku``, ``hodoku``.
    scale: str
    #: In short: ``ER 7.1, EP 1.2, ED 1.2``; or why there is no rating.
    text: str
    #: The level in the scale's own word, if it has levels.
    word: str | None = None
    #: Its numbers by name; empty if there is no rating.
    figures: tuple[tuple[str, float], ...] = ()
    #: The hardest step, as the program calls it.
    hardest: str | None = None
    #: How many steps of each name, if they are counted.
    techniques: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is for people.

    >>> import cluewright
    >>> rating = cluewright.rate("12..34..2.....3.")
    >>> rating.points, rating.word, rating.hardest_step, rating.technique, rating.steps
    (0.0, 'beginner', 1.2, 'hidden_single', 10)
    """

    #: The difficulty of the hardest step; of a path that was not found to its end the least it can be.
    hardest_step: float
    #: The word of our own scale, from ``beginner`` to ``expert``, or ``beyond patterns``; ``None`` when its end was not reached.
    word: str | None = None
    #: The hardest step's technique; ``None`` when there is no step.
    technique: str | None = None
    #: How many steps.
    steps: int = 0
    #: How many steps of each technique, in the order of their first use.
    techniques: tuple[tuple[str, int], ...] = ()
    #: The scale of ``hardest_step``: ``step``, the difficulty of a step.
    scale: str = "step"
    #: The points of our own scale, from 0 to 1000.
    points: float | None = None
    #: The ratings on the requested scales.
    scales: tuple[Scale, ...] = ()
    #: What of the puzzle was not understood: the answer is about the rest.
    unread: Unread | None = None
    #: What the hardest step is called: the technique's name, or what its clues and the argument are.
    name: str | None = None

    def __float__(self) -> float:
        return self.hardest_step

    @property
    def rating(self) -> float:
        """The same as ``hardest_step``: an old name, which goes with version 0.2."""
        warnings.warn("`rating` of a rating is called `hardest_step`", DeprecationWarning, stacklevel=2)
        return self.hardest_step


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: a notebook shows it."""

    #: It as SVG.
    svg: str = field(repr=False)
    #: What the step that it shows says.
    text: str | None = None

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def save(self, path: Any) -> None:
        """Writes it to a file, as SVG."""
        ending = os.path.splitext(path)[1].lower()
        if ending in (".png", ".jpg", ".jpeg", ".gif", ".pdf", ".webp"):
            raise BadInput(f"pictures are saved as SVG; {path} would be {ending[1:].upper()}", hint="a name that ends in .svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


@dataclass(frozen=True, slots=True)
class Summary:
    """The few steps that made a puzzle hard."""

    #: Their numbers in the path, from 1: seven at most; none where no few steps stand out.
    steps: tuple[int, ...]
    #: The summary in words: a line for each step and one for the rest.
    text: tuple[str, ...]
    #: The rating of the hardest technique that is needed beside them.
    rest: float | None = None
    #: Whether a limit was reached before that was known.
    limited: bool = False

    def __str__(self) -> str:
        return "\n".join(self.text)


@dataclass(frozen=True, slots=True)
class Explanation(Sequence[Step]):
    """The whole path from the givens, step by step. A notebook shows it as a table with pictures.

    >>> import cluewright
    >>> path = cluewright.explain("12..34..2.....3.")
    >>> len(path), path[0].technique, str(path[0])
    (10, 'full_house', 'r4c1 is 4, the only one missing from column 1.')
    >>> path.status, path.grid
    ('solved', '1243342123144132')
    """

    #: ``solved``, ``stuck``, ``contradiction``, ``limit``.
    status: str
    #: The steps.
    steps: tuple[Step, ...]
    #: The grid at the end.
    grid: str
    #: How hard the path is.
    rating: Rating
    #: What is known of the puzzle's solutions, when that is not that it has one.
    solutions: str | None = None
    #: Why it has none, one sentence each.
    why: tuple[str, ...] = ()
    #: What made it hard, if requested.
    summary: Summary | None = None
    #: Steps proved again from their reasons alone, if requested.
    verified: int | None = None
    #: Steps whose conclusions do not follow from their reasons.
    refuted: int | None = None
    #: Steps not proved within the bound of work or time.
    unproved: int | None = None
    #: The contents of extra cells at the end, if the puzzle has any.
    extra: tuple[Extra, ...] = ()
    #: What of the puzzle was not understood: the answer is about the rest.
    unread: Unread | None = None
    #: The puzzle.
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
        """Does the path lead to a full grid?"""
        return self.status == "solved"

    def __str__(self) -> str:
        return "\n".join(f"{i}. {step}" for i, step in enumerate(self.steps, 1))

    def pictures(self, first: int = 0, most: int = 1000, *, theme: str = "light", width: float | None = None) -> tuple[Picture, ...]:
        """A picture of each step: the position, and what the step points at."""
        if self.puzzle is None:
            return ()
        numbers = range(first + 1, min(first + most, len(self.steps)) + 1)
        return tuple(self.puzzle.render(step=n, theme=theme, width=width, prefix=f"step{n - 1}-", **self._by) for n in numbers)

    def _repr_html_(self) -> str:
        from ._html import path_table

        return path_table(self)


@dataclass(frozen=True, slots=True)
class Hint:
    """What is wrong in the player's grid, or the next step.

    >>> import cluewright
    >>> hint = cluewright.hint("12..34..2.....3.", level=2)
    >>> hint.status, hint.text, hint.step
    ('step', ('Look for a full house.', 'Look at column 1.'), None)
    """

    #: ``step``, ``mistakes``, ``done``, ``stuck``, ``limit``, ``contradiction``, or what is wrong with the puzzle: ``none``,
    #: ``multiple``.
    status: str
    #: The level of detail: 1 the technique, 2 where to look, 3 what to see there, 4 everything.
    level: int
    #: The hint, a sentence or two each.
    text: tuple[str, ...] = ()
    #: The step, at level 4.
    step: Step | None = None
    #: What is wrong in the player's grid.
    mistakes: tuple[str, ...] = ()
    #: Whether the puzzle has several solutions, so that the hint is limited to what is true in all of them.
    several: bool = False
    #: What of the puzzle was not understood: the answer is about the rest.
    unread: Unread | None = None

    def __str__(self) -> str:
        return " ".join(self.text)


@dataclass(frozen=True, slots=True)
class Candidates(Mapping[str, tuple[int, ...]]):
    """The candidates that are in some solution, by cell.

    >>> import cluewright
    >>> found = cluewright.candidates("12..............")
    >>> found["r1c3"], found.complete
    ((3, 4), True)
    """

    #: Those that some solution holds, by cell.
    cells: tuple[tuple[str, tuple[int, ...]], ...]
    #: How many solutions have each, up to the requested number, in the same order.
    counts: tuple[tuple[int, ...], ...] = ()
    #: Those that are not decided, by cell, when a limit was met.
    unknown: tuple[tuple[str, tuple[int, ...]], ...] = ()
    #: Was every candidate decided?
    complete: bool = True
    #: Contradictory givens, if they are the reason that there is none.
    clash: str | None = None
    #: What is wrong in the player's grid, where that was looked at: then there are no cells.
    mistakes: tuple[str, ...] = ()
    #: What of the puzzle was not understood: the answer is about the rest.
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
        """As a dictionary, for many look-ups."""
        return dict(self.cells)


@dataclass(frozen=True, slots=True)
class Checked:
    """Is a puzzle sound, or a filled grid right?"""

    #: Whether there are no errors.
    ok: bool
    #: What was checked: a filled ``grid``, or a ``puzzle``.
    checked: str
    #: The solutions of a puzzle.
    status: str | None = None
    #: What is wrong, one sentence each.
    flaws: tuple[str, ...] = ()
    #: Why there is no solution; of several which digit would leave one.
    why: tuple[str, ...] = ()
    #: Redundant givens and clues, if requested.
    removed: tuple[str, ...] | None = None
    #: The puzzle without it, as a ``.clue`` file.
    minimal: str | None = None
    #: Whether a limit was reached before the end.
    limited: bool = False
    #: What of the puzzle was not understood: the answer is about the rest.
    unread: Unread | None = None

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True)
class Converted:
    """A puzzle in another format."""

    #: The format's id.
    format: str
    #: The puzzle in it.
    text: str
    #: What may change the solutions.
    lost: tuple[str, ...] = ()
    #: Other notes.
    notes: tuple[str, ...] = ()
    #: Whether the text may have other solutions and `lossy` did not allow that.
    changed: bool = False

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle."""

    #: The puzzle, as a ``.clue`` file.
    text: str
    #: Its solution.
    solution: str
    #: How many givens it has.
    givens: int
    #: How hard it is, if requested and found.
    rating: Rating | None = None
    #: The word of our own scale, if a level of it was requested.
    word: str | None = None
    #: Its points.
    points: float | None = None
    #: How many clues it has.
    clues: int = 0
    #: On how many cells they lie, where they were made; those that look along a line from outside lie on none.
    covered: int | None = None
    #: The number of the attempt that made it, from 1; seed and number identify the puzzle.
    attempt: int = 0
    #: The rating on the requested scale.
    scales: tuple[Scale, ...] = ()
    #: What its solution holds in extra cells, where it has such.
    extra: tuple[Extra, ...] = ()
    #: What of the puzzle whose rules it has was not understood.
    unread: Unread | None = None

    @property
    def puzzle(self) -> Puzzle:
        """It, ready to be asked."""
        from .puzzle import Puzzle

        return Puzzle(self.text)

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()


#: What the parts of answers are, by the names of fields.
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
    """A value of a class, from the fields of an answer that it has, and more."""
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
        # Givens contradict each other: there is no path.
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
            raise Stopped(f"a limit was reached on the way; its hardest step is {data['hardest_step']} at least")
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
        # Another scale, or the points of ours, led to it; the steps were not listed.
        from .puzzle import Puzzle

        with suppress(Stopped):
            told = Puzzle(data["puzzle"]).rate(**how)
    made: Generated = _read(Generated, data, text=data["puzzle"], rating=told, word=word, points=points)
    return made


def _of(operation: str, puzzle: Puzzle, data: dict[str, Any], asked: dict[str, Any], how: dict[str, Any]) -> Any:
    """The answer to a question of a puzzle."""
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
