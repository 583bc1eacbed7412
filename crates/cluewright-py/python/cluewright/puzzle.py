"""A puzzle that is asked."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence

from . import _args, _native
from ._args import bounds, whole
from ._errors import BadInput, NotUnique, Stopped

# Answers are imported with the first one, and not with the package: who asks about tables needs none of them, and they take longer
# to load than all the rest. (`TYPE_CHECKING` is that of `typing`, which takes as long.)
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .answers import (
        Candidates,
        Checked,
        Converted,
        Counted,
        Explanation,
        Extra,
        Generated,
        Hint,
        Picture,
        Rating,
        Solved,
        Step,
    )


def _extra(parts: Iterable[tuple[str, Sequence[int | None], int | None]]) -> tuple[Extra, ...]:
    from . import answers

    return tuple(answers.Extra(name, tuple(values), value) for name, values, value in parts)


def _ways(only: str | Iterable[str] | None, avoid: str | Iterable[str] | None, in_order: bool, trial: bool, uniqueness: bool) -> tuple[Any, ...]:
    return _args.words("techniques", only), _args.words("avoid", avoid), in_order, trial, uniqueness


class Puzzle:
    """A puzzle, ready to be asked.

    What is found out is kept: the solution is searched for once, and the path is walked once, however many questions there are.
    Any number of threads may ask at the same time; other threads of the program run meanwhile, and Ctrl-C ends the work.

    Two puzzles are equal when they say the same to a solver: cells, digits, givens, rules and clues; titles and what a player has
    written do not matter.

    Arguments that all questions have: ``nodes`` bounds the search (0: any number of nodes; the answer is the same on every machine),
    ``seconds`` the time.

    >>> from cluewright import Puzzle
    >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> puzzle.solution
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> puzzle.rate().word
    'easy'
    >>> print(puzzle.explain()[0])
    r1c6 is 8: it is the only place left for 8 in box 2.

    Rules are names of the library's or texts:

    >>> Puzzle("................", rules=["anti-king", "rule low\\n  require cell(1, 1) = 1"]).count().count
    0
    """

    __slots__ = ("_data", "_how", "_logical", "_native")

    def __init__(
        self,
        text: str,
        *,
        rules: str | Iterable[str] = (),
        format: str | None = None,
        guess: bool | None = None,
        lenient: bool = False,
    ) -> None:
        """Reads a puzzle.

        :param text: a line of digits, a ``.clue`` file, a link, or any other of :func:`cluewright.formats`.
        :param rules: rules added to it: names of rules of the whole grid, with options if they have some
            (``"leaper(down=1, right=3)"``), and texts of rules.
        :param format: the format of the text, when it is not to be found out.
        :param guess: are drawings read as clues? ``None``: where text or solution speak for it.
        :param lenient: takes a text that says something that is not understood; see :attr:`notes`. Answers may then be wrong.
        :raises BadInput: it is no puzzle that can be read, or a rule does not fit.
        """
        if not isinstance(text, str):
            raise TypeError(f"a puzzle is made of a text, not of {type(text).__name__}; Puzzle.read reads a file")
        self._how = (text, tuple(_args.words("rules", rules)), format, guess, lenient)
        try:
            self._native = _native.Document(text, format, list(self._how[1]), guess, lenient)
        except BadInput as error:
            if "\n" in text or not 0 < len(text) < 256 or not os.path.isfile(text):
                raise
            raise BadInput(error.message, hint="there is a file of this name: Puzzle.read reads it") from None
        self._data: dict[str, Any] | None = None
        self._logical: str | None = None

    @classmethod
    def read(cls, path: Any, **how: Any) -> Puzzle:
        """Reads a puzzle from a file."""
        with open(path, "rb") as file:
            data = file.read()
        try:
            return cls(data.decode("utf-8"), **how)
        except UnicodeDecodeError as error:
            raise BadInput(f"the file is no text: {error}") from None

    # What it is.

    def describe(self) -> dict[str, Any]:
        """The puzzle as data: cells, givens, houses, rules, clues and more."""
        if self._data is None:
            self._data = json.loads(self._native.describe())
        return self._data

    @property
    def title(self) -> str:
        """Its title; may be empty."""
        return str(self.describe()["title"])

    @property
    def author(self) -> str:
        """Its author; may be empty."""
        return str(self.describe()["author"])

    @property
    def text(self) -> str:
        """The setter's rules in prose; may be empty."""
        return str(self.describe()["text"])

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the whole grid, as a ``.clue`` file writes them.

        >>> Puzzle("12..34..2.....3.").rules
        ('classic',)
        """
        return tuple(rule["written"] for rule in self.describe()["rules"])

    @property
    def clues(self) -> tuple[str, ...]:
        """The clues, as a ``.clue`` file writes them."""
        return tuple(clue["written"] for clue in self.describe()["clues"])

    @property
    def givens(self) -> str:
        """The givens as one line, with dots for none.

        >>> Puzzle("12..34..2.....3.").givens
        '12..34..2.....3.'
        """
        return self._native.givens()

    @property
    def rows(self) -> int:
        """Rows of the plane that its cells lie in."""
        return self._native.size()[0]

    @property
    def columns(self) -> int:
        """Columns of it."""
        return self._native.size()[1]

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        """What there is to say of how it was read: kind (``info``, ``guess``, ``decoration``, ``lost``, ``unknown``) and sentence."""
        return tuple(self._native.notes())

    def with_rules(self, *rules: str) -> Puzzle:
        """The same with more rules.

        >>> Puzzle("12..34..2.....3.").with_rules("anti-king").rules
        ('classic', 'anti-king')
        """
        text, before, format, guess, lenient = self._how
        if not all(isinstance(rule, str) for rule in rules):
            raise TypeError("with_rules takes rules one by one: with_rules('anti-king', 'anti-knight')")
        return Puzzle(text, rules=(*before, *rules), format=format, guess=guess, lenient=lenient)

    def _written(self, position: Any) -> Any:
        """A player's grid as the part in Rust takes it."""
        if position is None or isinstance(position, str):
            return position
        if isinstance(position, Puzzle):
            return position._how[0]
        if isinstance(position, Sequence):
            position = _args.grid(position, self.columns)
        if not isinstance(position, Mapping) or not all(isinstance(cell, str) for cell in position):
            raise TypeError("a position is a text, rows of digits, or what is in some cells: {'r1c3': 1, 'r2c2': [4, 7]}")
        return [(cell, *_args.cell(what)) for cell, what in position.items()]

    # Questions.

    def solve(self, *, nodes: int = 0, seconds: float | None = None) -> Solved:
        """None, one or more solutions?

        >>> Puzzle("12..............").solve().status
        'multiple'
        """
        from . import answers

        status, solutions, count, exact, clash, extra = self._native.solve(*bounds(nodes, seconds))
        return answers.Solved(status, tuple(solutions), count, exact, clash, tuple(_extra(one) for one in extra))

    @property
    def solution(self) -> str:
        """The only solution.

        :raises NotUnique: there is none, or more than one.
        """
        solved = self.solve()
        if solved.status == "unique":
            return solved.solutions[0]
        if solved.status == "unknown":
            raise Stopped("it is not known whether there is one solution")
        many = "more than one solution" if solved.count else "no solution"
        why = f": {solved.clash}" if solved.clash else ""
        raise NotUnique(f"the puzzle has {many}{why}", 2 if solved.count else 0)

    @property
    def is_unique(self) -> bool:
        """Has it just one solution?"""
        return bool(self.solve())

    def solutions(self, limit: int = 1000, *, nodes: int = 0, seconds: float | None = None) -> tuple[str, ...]:
        """Its solutions, up to a limit, in an order that is the same every time.

        >>> len(Puzzle("12..............").solutions())
        24
        """
        return tuple(digits for digits, _ in self.full_solutions(limit, nodes=nodes, seconds=seconds))

    def full_solutions(
        self, limit: int = 1000, *, nodes: int = 0, seconds: float | None = None
    ) -> tuple[tuple[str, tuple[Extra, ...]], ...]:
        """The same, each with what it holds in extra cells: solutions may differ there alone.

        >>> Puzzle("grid: 4x4\\nextra: A 0..1\\ngivens: 1234341221434321").full_solutions(1)
        (('1234341221434321', (Extra(name='A', values=(), value=0),)),)
        """
        found = self._native.solutions(whole("limit", limit), *bounds(nodes, seconds))[0]
        return tuple((digits, _extra(extra)) for digits, extra in found)

    def count(
        self, limit: int = 0, *, list: bool = False, nodes: int = 0, seconds: float | None = None
    ) -> Counted:
        """How many solutions are there, up to a limit (0: all)?

        >>> found = Puzzle("12..............").count()
        >>> found.count, found.exact
        (24, True)
        """
        from . import answers

        data = json.loads(self._native.count(whole("limit", limit), list, *bounds(nodes, seconds)))
        extra = tuple(answers._extra(one) for one in data.get("extra", ()))
        solutions = tuple(data["solutions"])
        return answers.Counted(data["status"], data["count"], data["exact"], solutions, data.get("clash"), extra)

    def candidates(
        self, counts: int | None = None, *, nodes: int = 0, seconds: float | None = None
    ) -> Candidates:
        """Which candidates are in some solution? With ``counts`` also in how many, up to that number."""
        from . import answers

        counts = None if counts is None else whole("counts", counts)
        return answers._found(json.loads(self._native.candidates(counts, *bounds(nodes, seconds))))

    def explain(
        self,
        techniques: str | Iterable[str] | None = None,
        *,
        avoid: str | Iterable[str] | None = None,
        in_order: bool = False,
        trial: bool = True,
        uniqueness: bool = True,
        verify: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Explanation:
        """How would a person solve it?

        :param techniques: only these, by ids or names (:func:`cluewright.techniques`).
        :param avoid: none of these.
        :param in_order: are ``techniques`` tried in the order they are named?
        :param trial: may steps assume a candidate and follow it?
        :param uniqueness: may steps assume that there is one solution?
        :param verify: is every step proved again from its reasons alone?

        >>> path = Puzzle("12..34..2.....3.").explain(verify=True)
        >>> path.verified, path.rating.hardest_step, path[-1].placements
        (10, 1.2, (Candidate(cell='r3c4', value=4),))
        """
        from . import answers

        by = _ways(techniques, avoid, in_order, trial, uniqueness)
        data = json.loads(self._native.explain(by, verify, *bounds(nodes, seconds)))
        if "steps" not in data:
            # Givens contradict each other: there is no path.
            rating = answers.Rating(0.0, None, None, 0, ())
            return answers.Explanation("contradiction", (), "", rating, "none", (data["clash"],), puzzle=self, _by=by)
        word = points = None
        if data["status"] == "solved" and by == _ways(None, None, False, True, True) and data.get("solutions") is None:
            rated = self.rate(nodes=nodes, seconds=seconds)
            word, points = rated.word, rated.points
        return answers.Explanation(
            data["status"],
            tuple(answers._step(s) for s in data["steps"]),
            data["grid"],
            answers._rating(data["rating"], word, points),
            data.get("solutions"),
            tuple(data.get("why", ())),
            data.get("verified"),
            data.get("refuted"),
            data.get("unproved"),
            answers._extra(data.get("extra", ())),
            puzzle=self,
            _by=by,
        )

    def hint(
        self,
        position: Position | None = None,
        *,
        level: int = 4,
        techniques: str | Iterable[str] | None = None,
        avoid: str | Iterable[str] | None = None,
        trial: bool = True,
        uniqueness: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Hint:
        """What is wrong in the player's grid, or else the next step.

        :param position: the player's grid, when that is not what the puzzle itself says.
        :param level: how much is told: 1 the technique or the kind of clue, 2 where to look, 3 what to see there, 4 everything.

        >>> Puzzle("12..34..2.....3.").hint({"r1c3": 3}).mistakes
        ('3 in r4c3 and 3 in r1c3 cannot both be right: column 3 does not allow it.',)
        """
        from . import answers

        by = _ways(techniques, avoid, False, trial, uniqueness)
        level = whole("level", level, 1, 4)
        return answers._hint(json.loads(self._native.hint(self._written(position), level, by, *bounds(nodes, seconds))))

    def steps(
        self,
        position: Position | None = None,
        *,
        cells: str | Iterable[str] = (),
        digits: int | str | Iterable[int | str] = (),
        techniques: str | Iterable[str] | None = None,
        avoid: str | Iterable[str] | None = None,
        trial: bool = True,
        uniqueness: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> tuple[Step, ...]:
        """Every step that can be made now.

        >>> print(Puzzle("12..34..2.....3.").steps(cells="r4c1")[0])
        r4c1 is 4, the only one missing from column 1.
        """
        from . import answers

        by = _ways(techniques, avoid, False, trial, uniqueness)
        names = [str(digit) for digit in ([digits] if isinstance(digits, (int, str)) else digits)]
        data = json.loads(self._native.steps(self._written(position), _args.words("cells", cells), names, by, *bounds(nodes, seconds)))
        return tuple(answers._step(s) for s in data.get("steps", ()))

    def rate(
        self, scales: str | Iterable[str] = (), *, nodes: int = 0, seconds: float | None = None
    ) -> Rating:
        """How hard is it for people?

        :param scales: those of other programs that are asked, too: ``se``, ``sukaku``, ``hodoku``.
        :raises NotUnique: it has not one solution.
        :raises Stopped: a limit was reached before the end of the path.

        >>> rating = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").rate("se")
        >>> rating.word, rating.scales[0].text
        ('easy', 'ER 1.2, EP 1.2, ED 1.2')
        """
        from . import answers

        data = json.loads(self._native.rate(_args.listed("scales", scales), *bounds(nodes, seconds)))
        if "hardest_step" in data:
            if not data.get("solved") and (nodes or seconds is not None):
                raise Stopped(f"a limit was reached on the way; its hardest step is {data['hardest_step']} at least")
            return answers._rating(data, data.get("word"), data.get("points"), answers._scales(data))
        if data["status"] == "unknown":
            raise Stopped("a limit was reached before it was known whether there is one solution")
        many = "no solution" if data["status"] == "none" else "more than one solution"
        why = f": {data['clash']}" if data.get("clash") else ""
        raise NotUnique(f"the puzzle has {many}{why}", 0 if data["status"] == "none" else 2)

    def check(self, *, minimise: bool = False, nodes: int = 0, seconds: float | None = None) -> Checked:
        """Is the puzzle sound, or is a filled grid right? With ``minimise`` also what it could do without.

        >>> Puzzle("1..1............").check().flaws
        ('no solution: 1 stands twice in row 1, at r1c1 and r1c4',)
        """
        from . import answers

        data = json.loads(self._native.check(minimise, *bounds(nodes, seconds)))
        removed = data.get("removed")
        return answers.Checked(
            data["ok"],
            data["checked"],
            data.get("status"),
            tuple(data["flaws"]),
            tuple(data.get("why", ())),
            None if removed is None else tuple(removed),
            data.get("minimal"),
            data.get("limited", False),
        )

    def convert(self, to: str, *, lossy: bool = False, nodes: int = 0, seconds: float | None = None) -> Converted:
        """The puzzle in another format (:func:`cluewright.formats`).

        What the format cannot say is listed in ``lost``; ``changed`` says that the text may have other solutions by that, unless
        ``lossy`` says that this is fine.

        >>> str(Puzzle("12..34..2.....3.", rules="anti-king").convert("iss"))
        '.Shape~4x4.~R1C1_1~R1C2_2~R2C1_3~R2C2_4~R3C1_2~R4C3_3.AntiKing'
        """
        from . import answers

        data = json.loads(self._native.convert(to, lossy, *bounds(nodes, seconds)))
        return answers.Converted(
            data["format"],
            data["text"],
            tuple(data["lost"]),
            tuple(data.get("notes", ())),
            data.get("changed", False),
        )

    def canonical(self, *, nodes: int = 0, seconds: float | None = None) -> str:
        """The smallest rearrangement of an ordinary 9x9 puzzle, as a line: the same for all rearrangements.

        :raises BadInput: no ordinary 9x9 puzzle with one solution.
        """
        return str(json.loads(self._native.canonical(*bounds(nodes, seconds)))["text"])

    def render(
        self,
        *,
        step: int | None = None,
        solution: bool = False,
        candidates: bool = False,
        position: Position | None = None,
        theme: str = "light",
        words: bool = False,
        width: float | None = None,
        prefix: str = "",
    ) -> Picture:
        """A picture: of the puzzle, a position, its solution, or a step of its path (from 1).

        :param theme: ``light``, ``dark``, ``print``, ``contrast``.
        :param words: do title and rules stand under the grid?
        :param width: in pixels; without it the picture is as wide as there is room.
        :param prefix: what the ids in it begin with, for pages with several pictures.

        >>> Puzzle("12..34..2.....3.").render().svg[:4]
        '<svg'
        """
        from . import answers

        if step is not None and (solution or candidates or position is not None):
            raise BadInput("a step is drawn in its own position", hint="step, or else solution, candidates or position")
        if width is not None and not 0 < width < 1e6:
            raise BadInput(f"width is {width}", hint="it is in pixels")
        if not prefix.replace("-", "").replace("_", "").isalnum() and prefix:
            raise BadInput(f"the prefix `{prefix}`", hint="letters, digits, - and _")
        svg, text = self._native.svg(
            step=None if step is None else whole("step", step, 1),
            solution=solution,
            candidates=candidates,
            position=self._written(position),
            theme=theme,
            words=words,
            width=width,
            prefix=prefix,
        )
        return answers.Picture(svg, text)

    def _repr_svg_(self) -> str:
        return self.render(width=360).svg

    # What values do.

    def _same(self) -> str:
        if self._logical is None:
            self._logical = self._native.logical()
        return self._logical

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or self._same() == other._same()

    def __hash__(self) -> int:
        return hash(self._same())

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, self._how

    def __str__(self) -> str:
        """The puzzle as a ``.clue`` file; an ordinary one as a line."""
        if self.rules == ("classic",) and not self.clues and self.rows == self.columns and not self.title:
            return self.givens
        return str(self.describe().get("clue") or self._how[0])

    def __repr__(self) -> str:
        if self.rules == ("classic",) and not self.clues:
            return f"Puzzle({self.givens!r})"
        about = f" {self.title!r}" if self.title else ""
        clues = f", {len(self.clues)} clues" if self.clues else ""
        return f"<Puzzle{about} {self.rows}x{self.columns}: {', '.join(self.rules) or 'no rules'}{clues}>"


#: A player's grid: a text (digits, or pencil marks, in any format), a puzzle, what is in some cells (a digit, or several marks), or a
#: list of rows or of all cells, with 0 for an open one.
Position = str | Puzzle | Mapping[str, int | str | Iterable[int]] | Sequence[object]


def _again(text: str, rules: Sequence[str], format: str | None, guess: bool | None, lenient: bool) -> Puzzle:
    """Of a pickle."""
    return Puzzle(text, rules=rules, format=format, guess=guess, lenient=lenient)


def puzzle_of(puzzle: Puzzle | str) -> Puzzle:
    """A puzzle, or that of a text."""
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def solve(puzzle: Puzzle | str, **how: Any) -> Solved:
    """See :meth:`Puzzle.solve`.

    >>> solve("12..34..2.....3.").solution
    '1243342123144132'
    """
    return puzzle_of(puzzle).solve(**how)


def count(puzzle: Puzzle | str, limit: int = 0, **how: Any) -> Counted:
    """See :meth:`Puzzle.count`."""
    return puzzle_of(puzzle).count(limit, **how)


def solutions(puzzle: Puzzle | str, limit: int = 1000, **how: Any) -> tuple[str, ...]:
    """See :meth:`Puzzle.solutions`."""
    return puzzle_of(puzzle).solutions(limit, **how)


def steps(puzzle: Puzzle | str, position: Position | None = None, **how: Any) -> tuple[Step, ...]:
    """See :meth:`Puzzle.steps`."""
    return puzzle_of(puzzle).steps(position, **how)


def canonical(puzzle: Puzzle | str, **how: Any) -> str:
    """See :meth:`Puzzle.canonical`."""
    return puzzle_of(puzzle).canonical(**how)


def describe(puzzle: Puzzle | str) -> dict[str, Any]:
    """See :meth:`Puzzle.describe`."""
    return puzzle_of(puzzle).describe()


def candidates(puzzle: Puzzle | str, counts: int | None = None, **how: Any) -> Candidates:
    """See :meth:`Puzzle.candidates`."""
    return puzzle_of(puzzle).candidates(counts, **how)


def explain(puzzle: Puzzle | str, techniques: str | Iterable[str] | None = None, **how: Any) -> Explanation:
    """See :meth:`Puzzle.explain`."""
    return puzzle_of(puzzle).explain(techniques, **how)


def hint(puzzle: Puzzle | str, position: Position | None = None, **how: Any) -> Hint:
    """See :meth:`Puzzle.hint`."""
    return puzzle_of(puzzle).hint(position, **how)


def rate(puzzle: Puzzle | str, scales: str | Iterable[str] = (), **how: Any) -> Rating:
    """See :meth:`Puzzle.rate`."""
    return puzzle_of(puzzle).rate(scales, **how)


def check(puzzle: Puzzle | str, **how: Any) -> Checked:
    """See :meth:`Puzzle.check`."""
    return puzzle_of(puzzle).check(**how)


def convert(puzzle: Puzzle | str, to: str, **how: Any) -> Converted:
    """See :meth:`Puzzle.convert`."""
    return puzzle_of(puzzle).convert(to, **how)


def render(puzzle: Puzzle | str, **how: Any) -> Picture:
    """See :meth:`Puzzle.render`."""
    return puzzle_of(puzzle).render(**how)


def generate(
    count: int = 1,
    *,
    like: Puzzle | str | None = None,
    same_clues: bool = False,
    size: int | None = None,
    rules: str | Iterable[str] = (),
    clues: str | Iterable[str] = (),
    regions: str | None = None,
    prefer: str = "few-givens",
    givens: int | tuple[int, int] | None = None,
    difficulty: float | tuple[float, float] | str | None = None,
    scale: str | None = None,
    technique: str | None = None,
    avoid: str | Iterable[str] = (),
    symmetry: str = "none",
    minimal: bool | None = None,
    distinct: bool = False,
    seed: int = 0,
    rated: bool = True,
    attempts: int | None = None,
    nodes: int = 0,
    seconds: float | None = None,
) -> list[Generated]:
    """Makes puzzles: of givens alone, or with clues of any rules. The same seed makes the same ones, on every machine.

    :param like: a puzzle whose shape and rules they have; about as many clues of the same kinds and sizes are made. Without it the
        empty grid of ``size`` rows (9).
    :param same_clues: are the clues of ``like`` kept as they are, so that givens alone are new?
    :param rules: rules they have besides.
    :param clues: rules whose clues are made, each with how many, and of how many cells behind a colon: ``"killer-cage=10..14"``,
        ``"arrow"`` (as many as are needed), ``"thermometer=3:4..6"``, ``"white-dot=all"`` (one wherever one is true).
    :param regions: ``random``: irregular regions, of each puzzle its own.
    :param prefer: of clues: ``few-givens``, ``few-clues``, ``few-kinds``, ``spread``.
    :param givens: how many, or from and to; without it as few as can be.
    :param difficulty: a word of our own scale such as ``"hard"``; or a number, that of the hardest step, or from and to. With ``scale`` a
        level or figures of that scale.
    :param scale: ``cluewright``, ``hodoku``, ``se``, ``sukaku``.
    :param technique: one without which, and with all rated below it, there is no going on.
    :param avoid: techniques that must not be needed.
    :param symmetry: how the places of givens and clues repeat: ``none``, ``rotate``, ``quarter``, ``horizontal`` (left and right),
        ``vertical`` (top and bottom), ``diagonal``, ``antidiagonal``, ``mirrors`` (both sides and both ends), ``diagonals``, ``full``.
    :param minimal: is every given and clue needed? Without it so where clues are made or a technique is wanted.
    :param distinct: has each a solution grid of its own, rearranged ones among them?
    :param rated: is it told how hard they are? That takes most of the time.
    :raises NoPuzzle: no puzzle is as it is wanted.
    :raises NotUnique: the rules have no solution at all.

    There may be fewer than wanted when there are no more, or a limit was reached.

    >>> [made] = generate(size=4, seed=7, minimal=True)
    >>> made.puzzle.is_unique, made.puzzle.solution == made.solution
    (True, True)
    >>> [made] = generate(size=4, clues="killer-cage", givens=0, seed=1)
    >>> made.givens, made.clues == len(made.puzzle.clues)
    (0, True)
    """
    from ._errors import NoPuzzle

    count = whole("count", count, 0, 2**32 - 1)
    if regions not in (None, "random"):
        raise BadInput(f"there are no regions `{regions}`", hint="random")
    if same_clues and like is None:
        raise BadInput("same_clues is about the clues of another puzzle", hint="like=, the puzzle")
    if scale is not None and difficulty is None:
        raise BadInput(f"what difficulty on the scale {scale}?", hint="difficulty=, a level's name or figures")
    if like is not None and size is not None:
        raise BadInput("the size is that of the other puzzle", hint="like=, or size=")
    if count == 0:
        return []
    if like is None:
        side = whole("size", 9 if size is None else size, 1, 64)
        base = Puzzle(f"grid: {side}x{side}\nrules: classic\n", rules=rules)
    else:
        base = puzzle_of(like).with_rules(*_args.words("rules", rules))
    level = difficulty if isinstance(difficulty, str) else None
    many = _args.band("givens", givens)
    wished = {
        "count": count,
        "clues": _args.words("clues", clues),
        "like": not same_clues,
        "jigsaw": regions is not None,
        "prefer": _args.word("prefer", prefer),
        "givens": many and tuple(whole("givens", end, 0, 2**32 - 1) for end in many),
        "difficulty": None if level is not None else _args.band("difficulty", difficulty),
        "level": level,
        "scale": None if scale is None else _args.word("scale", scale),
        "technique": None if technique is None else _args.word("technique", technique),
        "avoid": _args.words("avoid", avoid),
        "symmetry": _args.word("symmetry", symmetry),
        "minimal": None if minimal is None else _args.truth("minimal", minimal),
        "distinct": _args.truth("distinct", distinct),
        "seed": whole("seed", seed),
        "rated": _args.truth("rated", rated),
        "attempts": None if attempts is None else whole("attempts", attempts),
    }
    made, ended = _native.generate(base._native, wished, *bounds(nodes, seconds))
    if not made and ended:
        raise NoPuzzle(ended)
    return [_generated(json.loads(one), rated, nodes, seconds) for one in made]


def _generated(data: dict[str, Any], rated: bool, nodes: int, seconds: float | None) -> Generated:
    from . import answers

    rating = data.get("rating")
    own: dict[str, Any] = next((scale for scale in data.get("scales", ()) if scale["scale"] == "cluewright"), {})
    word, points = own.get("word"), own.get("figures", {}).get("points")
    told = answers._rating(rating, word, points) if rating and data["solved"] else None
    if rated and rating is None:
        # Another scale, or the points of ours, led to it; the steps were not listed.
        with contextlib.suppress(Stopped):
            told = Puzzle(data["puzzle"]).rate(nodes=nodes, seconds=seconds)
    return answers.Generated(
        data["puzzle"],
        data["solution"],
        data["givens"],
        told,
        word,
        points,
        data["clues"],
        data.get("covered"),
        data["attempt"],
        answers._scales(data),
        answers._extra(data.get("extra", ())),
    )
