"""A puzzle, and the questions about it."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Mapping, Sequence

from . import _args, _native
from ._args import bounds, whole
from ._errors import BadInput, NoPuzzle, NotUnique, Stopped, failed
from ._questions import Questions

# Answer classes are imported with the first answer, not with the package: they take longer to load than everything else, and tables
# do not need them. (`typing` is avoided for the same reason, so `TYPE_CHECKING` is defined here.)
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
        Understood,
        Unread,
    )


def _extra(parts: Iterable[tuple[str, Sequence[int | None], int | None]]) -> tuple[Extra, ...]:
    from . import answers

    return tuple(answers.Extra(name, tuple(values), value) for name, values, value in parts)


class Puzzle(Questions):
    """A puzzle, compiled and ready for questions.

    A puzzle keeps its results: the solution is searched for once, and the path is computed once, however many questions you ask.
    Any number of threads may use a puzzle at the same time; other threads of the program keep running, and Ctrl-C stops the work.

    Two puzzles are equal if they have the same cells, digits, givens, rules and clues; titles and the player's digits do not
    matter.

    All questions have two more arguments: ``nodes`` limits the search (the answer is then the same on every machine; 0 means no
    limit), and ``seconds`` limits the time.

    >>> from cluewright import Puzzle
    >>> puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> puzzle.solution
    '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
    >>> puzzle.rate().word
    'easy'
    >>> print(puzzle.explain()[0])
    r1c6 is 8: it is the only place left for 8 in box 2.

    Each question is a method:

    >>> Puzzle("12..............").solve().status
    'multiple'
    >>> found = Puzzle("12..............").count()
    >>> found.count, found.exact
    (24, True)
    >>> small = Puzzle("12..34..2.....3.")
    >>> path = small.explain(verify=True)
    >>> path.verified, path.rating.hardest_step, path[-1].placements
    (10, 1.2, (Candidate(cell='r3c4', value=4),))
    >>> small.hint({"r1c3": 3}).mistakes
    ('3 in r4c3 and 3 in r1c3 cannot both be right: column 3 does not allow both.',)
    >>> print(small.steps(cells="r4c1")[0])
    r4c1 is 4, the only one missing from column 1.
    >>> puzzle.rate("se").scales[0].text
    'ER 1.2, EP 1.2, ED 1.2'
    >>> Puzzle("1..1............").check().flaws
    ('no solution: 1 occurs twice in row 1, at r1c1 and r1c4',)
    >>> str(small.with_rules("anti-king").convert("iss"))
    '.Shape~4x4.~R1C1_1~R1C2_2~R2C1_3~R2C2_4~R3C1_2~R4C3_3.AntiKing'
    >>> small.render().svg[:4]
    '<svg'

    Rules are given by their names in the library, or as texts:

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

        :param text: a line of digits, the text of a ``.clue`` file, a link, or text in any other format of
            :func:`cluewright.formats`.
        :param rules: rules to add: names of rules for the whole grid, with options if necessary
            (``"leaper(down=1, right=3)"``), or texts of rules.
        :param format: the format of the text; by default it is detected.
        :param guess: whether drawings are read as clues. ``None``: only if the text or the solution supports the reading.
        :param lenient: accept text that is not fully understood; see :attr:`notes`. Answers may then be wrong.
        :raises BadInput: the text cannot be read, or a rule does not fit the puzzle.
        """
        if not isinstance(text, str):
            raise TypeError(f"a puzzle is read from a text, not from {type(text).__name__}; Puzzle.read reads a file")
        self._how = (text, tuple(_args.words("rules", rules)), format, guess, lenient)
        try:
            self._native = _native.Document(text, format, list(self._how[1]), guess, lenient)
        except BadInput as error:
            if "\n" in text or not 0 < len(text) < 256 or not os.path.isfile(text):
                raise
            raise BadInput(error.message, hint="there is a file with this name: Puzzle.read reads it") from None
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
            raise BadInput(f"the file is not a text: {error}") from None

    # Properties.

    def describe(self) -> dict[str, Any]:
        """The puzzle as data: cells, givens, houses, rules, clues and more."""
        if self._data is None:
            [self._data] = _answers(self._native.ask, "puzzle", {}, 0, None)
        return self._data

    @property
    def title(self) -> str:
        """The title of the puzzle; may be empty."""
        return str(self.describe()["title"])

    @property
    def author(self) -> str:
        """The author of the puzzle; may be empty."""
        return str(self.describe()["author"])

    @property
    def text(self) -> str:
        """The setter's rules in prose; may be empty."""
        return str(self.describe()["text"])

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that apply to the whole grid, as in a ``.clue`` file.

        >>> Puzzle("12..34..2.....3.").rules
        ('classic',)
        """
        return tuple(rule["written"] for rule in self.describe()["rules"])

    @property
    def clues(self) -> tuple[str, ...]:
        """The clues, as in a ``.clue`` file."""
        return tuple(clue["written"] for clue in self.describe()["clues"])

    @property
    def givens(self) -> str:
        """The givens as one line, with dots for empty cells.

        >>> Puzzle("12..34..2.....3.").givens
        '12..34..2.....3.'
        """
        return self._native.givens()

    @property
    def rows(self) -> int:
        """The number of rows of the plane that contains the cells."""
        return self._native.size()[0]

    @property
    def columns(self) -> int:
        """The number of columns of the plane that contains the cells."""
        return self._native.size()[1]

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        """Notes on how the puzzle was read, each with a kind (``info``, ``guess``, ``decoration``, ``lost``, ``unknown``) and a
        sentence."""
        return tuple(self._native.notes())

    @property
    def unread(self) -> Unread | None:
        """Drawings and sentences that were not understood; every answer ignores them, and lists them in its ``unread``.

        >>> Puzzle("12..34..2.....3.").unread is None
        True
        """
        from . import answers

        return answers._unread(self.describe().get("unread"))

    @property
    def understood(self) -> Understood:
        """How the puzzle's text was read: the kind of each sentence, and the rules and clues that the sentence states.

        >>> str(Puzzle("grid: 4x4\\ntext: Have fun!\\n").understood)
        'The sentence is understood.'
        """
        from . import answers

        return answers._understood(self.describe().get("understood"))

    def with_rules(self, *rules: str) -> Puzzle:
        """A copy of this puzzle with additional rules.

        >>> Puzzle("12..34..2.....3.").with_rules("anti-king").rules
        ('classic', 'anti-king')
        """
        text, before, format, guess, lenient = self._how
        if not all(isinstance(rule, str) for rule in rules):
            raise TypeError("with_rules takes each rule as a separate argument: with_rules('anti-king', 'anti-knight')")
        return Puzzle(text, rules=(*before, *rules), format=format, guess=guess, lenient=lenient)

    def _written(self, position: Any) -> Any:
        """Converts a player's grid to the form that questions take."""
        if position is None or isinstance(position, str):
            return position
        if isinstance(position, Puzzle):
            return position._how[0]
        if isinstance(position, Sequence):
            position = _args.grid(position, self.columns)
        if not isinstance(position, Mapping) or not all(isinstance(cell, str) for cell in position):
            raise TypeError("a position is a text, rows of digits, or a dict of cells and contents: {'r1c3': 1, 'r2c2': [4, 7]}")
        written = ((cell, *_args.cell(what)) for cell, what in position.items())
        return [{"cell": cell, "digit": digit, "marks": marks} for cell, digit, marks in written]

    # Questions.

    def _answer(self, operation: str, asked: dict[str, Any], nodes: int, seconds: float | None) -> Any:
        from . import answers

        if asked.get("position") is not None:
            asked["position"] = self._written(asked["position"])
        ask = self._native.ask
        [data] = _answers(ask, operation, asked, nodes, seconds)
        return answers._of(operation, self, data, asked, {"nodes": nodes, "seconds": seconds})

    @property
    def solution(self) -> str:
        """The only solution.

        :raises NotUnique: the puzzle has no solution, or more than one.
        """
        solved = self.solve()
        if solved.status == "unique":
            return solved.solutions[0]
        if solved.status == "unknown":
            raise Stopped("a limit was reached before it was known whether there is exactly one solution")
        many = "more than one solution" if solved.count else "no solution"
        why = f": {solved.clash}" if solved.clash else ""
        unread = f"; {solved.unread}" if solved.unread else ""
        raise NotUnique(f"the puzzle has {many}{why}{unread}", 2 if solved.count else 0)

    @property
    def is_unique(self) -> bool:
        """Whether the puzzle has exactly one solution."""
        return bool(self.solve())

    def solutions(self, limit: int = 1000, *, nodes: int = 0, seconds: float | None = None) -> tuple[str, ...]:
        """The solutions of the puzzle, up to a limit, always in the same order.

        >>> len(Puzzle("12..............").solutions())
        24
        """
        return tuple(digits for digits, _ in self.full_solutions(limit, nodes=nodes, seconds=seconds))

    def full_solutions(
        self, limit: int = 1000, *, nodes: int = 0, seconds: float | None = None
    ) -> tuple[tuple[str, tuple[Extra, ...]], ...]:
        """As :meth:`solutions`, but each solution comes with its values of extra cells; solutions may differ only in these values.

        >>> Puzzle("grid: 4x4\\nextra: A 0..1\\ngivens: 1234341221434321").full_solutions(1)
        (('1234341221434321', (Extra(name='A', values=(), value=0),)),)
        """
        found = self._native.solutions(whole("limit", limit), *bounds(nodes, seconds))[0]
        return tuple((digits, _extra(extra)) for digits, extra in found)

    def _repr_svg_(self) -> str:
        return self.render(width=360).svg

    # Methods of values.

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
        """The puzzle as a ``.clue`` file, or as a line if it is an ordinary puzzle."""
        if self.rules == ("classic",) and not self.clues and self.rows == self.columns and not self.title:
            return self.givens
        return str(self.describe().get("clue") or self._how[0])

    def __repr__(self) -> str:
        if self.rules == ("classic",) and not self.clues:
            return f"Puzzle({self.givens!r})"
        about = f" {self.title!r}" if self.title else ""
        clues = f", {len(self.clues)} clues" if self.clues else ""
        return f"<Puzzle{about} {self.rows}x{self.columns}: {', '.join(self.rules) or 'no rules'}{clues}>"


#: A player's grid: a text (digits or pencil marks, in any format), a puzzle, a dict from cells to their contents (a digit, or
#: several marks), or a list of rows or of all cells, in which 0 is an open cell.
Position = str | Puzzle | Mapping[str, int | str | Iterable[int]] | Sequence[object]


def _again(text: str, rules: Sequence[str], format: str | None, guess: bool | None, lenient: bool) -> Puzzle:
    """Restores a pickled puzzle."""
    return Puzzle(text, rules=rules, format=format, guess=guess, lenient=lenient)


def puzzle_of(puzzle: Puzzle | str) -> Puzzle:
    """Returns a puzzle as it is, or reads a puzzle from text."""
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def _plain(value: object) -> object:
    """Converts values that JSON cannot represent: numbers from other libraries, and iterables."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"{value!r} cannot be an argument")


def _answers(ask: Any, name: str, asked: dict[str, Any], nodes: int, seconds: float | None) -> list[dict[str, Any]]:
    """Sends a request, and returns the partial answers in order, followed by the final answer."""
    nodes, seconds = bounds(nodes, seconds)
    # JSON cannot represent infinity.
    limits = {"nodes": nodes} if seconds is None or seconds > 1e9 else {"nodes": nodes, "ms": seconds * 1e3}
    request = {"id": 1, "op": name, "doc": "", "kind": "", "limits": limits, **asked}
    messages = [json.loads(message) for message in ask(json.dumps(request, default=_plain))]
    last = messages.pop()
    if "error" in last:
        raise failed(last["error"], last.get("unread"))
    if last.get("unread") and isinstance(last["ok"], dict):
        # `unread` accompanies the answer to any question.
        last["ok"]["unread"] = last["unread"]
    return [message["partial"] for message in messages if "partial" in message] + [last["ok"]]


def library(name: str) -> list[dict[str, Any]]:
    """The engine's list of ``formats``, ``rules`` or ``techniques``."""
    operation = "meta" if name == "formats" else name
    [last] = [json.loads(message) for message in _native.ask(json.dumps({"id": 1, "op": operation}))]
    return list(last["ok"][name])


def made(
    like: Puzzle | str | None,
    same_clues: bool,
    size: int | None,
    rules: str | Iterable[str],
    asked: dict[str, Any],
    nodes: int,
    seconds: float | None,
) -> list[Generated]:
    """See :func:`cluewright.generate`."""
    from . import answers

    if same_clues and like is None:
        raise BadInput("same_clues keeps the clues of another puzzle", hint="pass this puzzle as like=")
    if like is not None and size is not None:
        raise BadInput("like= already determines the size", hint="pass either like= or size=")
    if asked["count"] == 0:
        return []
    if like is None:
        side = whole("size", 9 if size is None else size, 1, 64)
        base = Puzzle(f"grid: {side}x{side}\nrules: classic\n", rules=rules)
    else:
        base = puzzle_of(like).with_rules(*_args.words("rules", rules))
    parts = _answers(base._native.ask, "generate", {"like": not same_clues, **asked}, nodes, seconds)
    end = parts.pop()
    if not parts and end.get("ended"):
        raise NoPuzzle(end["ended"])
    how = {"nodes": nodes, "seconds": seconds}
    for one in parts:
        one["unread"] = end.get("unread")
    return [answers._generated(one, asked["rated"], how) for one in parts]


def sheet(
    puzzles: Puzzle | str | Iterable[Puzzle | str],
    *,
    each: int = 1,
    paper: str = "a4",
    title: str = "",
    names: bool = False,
    solutions: bool = True,
    levels: bool = True,
    booklet: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> bytes:
    """Lays out puzzles for printing, and returns a PDF with their titles and rules, and with the parts that you choose.

    :param each: the number of puzzles per page, at most 20.
    :param paper: ``a4``, ``letter`` or ``legal``.
    :param title: a title at the top of each page.
    :param names: leave a line for a name and a date.
    :param solutions: put the solutions on separate pages at the end.
    :param levels: print the level and the hardest technique of each puzzle.
    :param booklet: put two pages on each side of the paper, in the order of a booklet folded in the middle.

    >>> sheet(["12..34..2.....3."], title="Monday", names=True)[:8]
    b'%PDF-1.4'
    """
    many: Iterable[Puzzle | str] = [puzzles] if isinstance(puzzles, (str, Puzzle)) else puzzles
    texts = [str(puzzle_of(puzzle)) for puzzle in many]
    asked = {
        "puzzles": texts,
        "each": each,
        "paper": paper,
        "title": title,
        "names": names,
        "solutions": solutions,
        "levels": levels,
        "booklet": booklet,
    }
    [answer] = _answers(_native.ask, "sheet", {"doc": None, **asked}, nodes, seconds)
    return str(answer["pdf"]).encode("ascii")


def solutions(puzzle: Puzzle | str, limit: int = 1000, **how: Any) -> tuple[str, ...]:
    """See :meth:`Puzzle.solutions`."""
    return puzzle_of(puzzle).solutions(limit, **how)


def describe(puzzle: Puzzle | str) -> dict[str, Any]:
    """See :meth:`Puzzle.describe`."""
    return puzzle_of(puzzle).describe()
