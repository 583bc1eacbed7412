"""The questions about a puzzle. `cargo xtask schema` writes this file and overwrites changes made by hand."""

from __future__ import annotations

from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .answers import Candidates, Checked, Converted, Counted, Explanation, Generated, Hint, Picture, Rating, Solved, Step
    from .puzzle import Position, Puzzle


class Questions:
    """The questions that can be asked about a puzzle."""

    __slots__ = ()

    def _answer(self, operation: str, asked: dict[str, Any], nodes: int, seconds: float | None) -> Any:
        raise NotImplementedError

    def solve(
        self,
        *,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Solved:
        """Finds the solution of a puzzle and checks whether it is the only one."""
        answer: Solved = self._answer("solve", {}, nodes, seconds)
        return answer

    def count(
        self,
        limit: int = 0,
        *,
        list: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Counted:
        """Counts solutions, all or up to a limit, and lists them if there are few.

        :param limit: stop counting at this number; 0 counts them all.
        :param list: also list the solutions, up to ten thousand.
        """
        answer: Counted = self._answer("count", {"limit": limit, "list": list}, nodes, seconds)
        return answer

    def estimate(
        self,
        samples: int = 1000,
        *,
        seed: int = 0,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Estimates the number of solutions by random dives.

        :param samples: the number of random dives.
        :param seed: the seed: the same seed makes the same dives.
        """
        answer: dict[str, Any] = self._answer("estimate", {"samples": samples, "seed": seed}, nodes, seconds)
        return answer

    def split(
        self,
        cells: str | Iterable[str] | str,
        *,
        limit: int = 0,
        sample: int | None = None,
        seed: int = 0,
        list: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Counts solutions for every combination of values of some cells.

        :param cells: the cells: r1c1,r2c5, or A1,B5 (letter: row), A1-A3, r1, c2, b3.
        :param limit: stop counting at this number for each combination; 0 counts them all.
        :param sample: the number of combinations to choose at random; default: all.
        :param seed: the seed: the same seed chooses the same combinations.
        :param list: also list the solutions, if there are fewer than a hundred in all.
        """
        answer: dict[str, Any] = self._answer("split", {"cells": cells, "limit": limit, "sample": sample, "seed": seed, "list": list}, nodes, seconds)
        return answer

    def candidates(
        self,
        counts: int | None = None,
        *,
        level: str = "true",
        position: Position | None = None,
        fog: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Candidates:
        """Lists the candidates that are part of some solution, with the number of these solutions if requested, or the candidates
        that the rules do not exclude.

        :param counts: also count the solutions of every true candidate, up to this number.
        :param level: which candidates to show. ``true`` (what some solution holds), ``plain`` (what no digit that is seen
            takes away), ``logical`` (what steps that assume nothing leave).
        :param position: the player's grid, for the levels ``plain`` and ``logical``; default: the grid in the puzzle.
        :param fog: for the levels ``plain`` and ``logical``, use only what fog lets the player see in this position.
        """
        answer: Candidates = self._answer("candidates", {"counts": counts, "level": level, "position": position, "fog": fog}, nodes, seconds)
        return answer

    def conflicts(
        self,
        position: Position | None = None,
        *,
        fog: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Lists the digits of an unfinished grid that break a rule or clue.

        :param position: the player's grid; default: the grid in the puzzle.
        :param fog: use only what fog lets the player see.
        """
        answer: dict[str, Any] = self._answer("conflicts", {"position": position, "fog": fog}, nodes, seconds)
        return answer

    def check(
        self,
        *,
        minimise: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Checked:
        """Checks a puzzle or a filled grid, and lists the errors in it.

        :param minimise: also list redundant givens and clues, and write the smaller puzzle.
        """
        answer: Checked = self._answer("check", {"minimise": minimise}, nodes, seconds)
        return answer

    def why(
        self,
        *,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Explains why a puzzle is not valid: gives a minimal conflict, or the place where two solutions differ."""
        answer: dict[str, Any] = self._answer("why", {}, nodes, seconds)
        return answer

    def explain(
        self,
        techniques: str | Iterable[str] | str = (),
        *,
        verify: bool = False,
        summary: bool = False,
        fog: bool = False,
        avoid: str | Iterable[str] | str = (),
        in_order: bool = False,
        trial: bool = True,
        uniqueness: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Explanation:
        """Solves a puzzle as a person would, one step at a time, with the reason for each step.

        :param techniques: use only these techniques, by ids or names; default: the usual ones.
        :param verify: prove every step again from its reasons alone.
        :param summary: include the few steps that make the puzzle hard: at most seven, apart from which the puzzle is easy.
            Not available in fog.
        :param fog: stop where a player in fog cannot continue: each step uses only what is visible at that time.
        :param avoid: do not use these techniques.
        :param in_order: try the techniques in the order in which they are named.
        :param trial: allow steps that assume a candidate and follow it.
        :param uniqueness: allow steps that assume that the puzzle has just one solution.
        """
        answer: Explanation = self._answer("explain", {"techniques": techniques, "verify": verify, "summary": summary, "fog": fog, "avoid": avoid, "in_order": in_order, "trial": trial, "uniqueness": uniqueness}, nodes, seconds)
        return answer

    def steps(
        self,
        position: Position | None = None,
        *,
        cells: str | Iterable[str] | str = (),
        digits: int | str | Iterable[int | str] = (),
        other_ways: bool = False,
        most: int | None = None,
        techniques: str | Iterable[str] | str = (),
        avoid: str | Iterable[str] | str = (),
        in_order: bool = False,
        trial: bool = True,
        uniqueness: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> tuple[Step, ...]:
        """Lists every step that can be made now.

        :param position: the player's grid; default: the grid in the puzzle.
        :param cells: list only steps that conclude something about these cells: r1c1,r2c5, or A1,B5 (letter: row), A1-A3, r1,
            c2, b3.
        :param digits: list only steps that conclude something about these digits.
        :param other_ways: include other ways to the same conclusion.
        :param most: the maximum number of steps to find; default: all.
        :param techniques: use only these techniques, by ids or names; default: the usual ones.
        :param avoid: do not use these techniques.
        :param in_order: try the techniques in the order in which they are named.
        :param trial: allow steps that assume a candidate and follow it.
        :param uniqueness: allow steps that assume that the puzzle has just one solution.
        """
        answer: tuple[Step, ...] = self._answer("steps", {"position": position, "cells": cells, "digits": digits, "other_ways": other_ways, "most": most, "techniques": techniques, "avoid": avoid, "in_order": in_order, "trial": trial, "uniqueness": uniqueness}, nodes, seconds)
        return answer

    def hint(
        self,
        position: Position | None = None,
        *,
        level: int = 4,
        fog: bool = True,
        techniques: str | Iterable[str] | str = (),
        avoid: str | Iterable[str] | str = (),
        in_order: bool = False,
        trial: bool = True,
        uniqueness: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Hint:
        """Points out the errors in the player's grid or, if there are none, gives the next step, in four levels of detail.

        :param position: the player's grid; default: the grid in the puzzle.
        :param level: the level of detail: 1: the technique or the kind of clue; 2: where to look; 3: what to notice there; 4:
            the whole step.
        :param fog: use only what fog lets the player see.
        :param techniques: use only these techniques, by ids or names; default: the usual ones.
        :param avoid: do not use these techniques.
        :param in_order: try the techniques in the order in which they are named.
        :param trial: allow steps that assume a candidate and follow it.
        :param uniqueness: allow steps that assume that the puzzle has just one solution.
        """
        answer: Hint = self._answer("hint", {"position": position, "level": level, "fog": fog, "techniques": techniques, "avoid": avoid, "in_order": in_order, "trial": trial, "uniqueness": uniqueness}, nodes, seconds)
        return answer

    def rate(
        self,
        scales: str | Iterable[str] | str = (),
        *,
        paths: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Rating:
        """Rates how hard a puzzle is for people.

        :param scales: the scales to rate on: ``cluewright`` (our own), ``se`` (Sudoku Explainer), ``sukaku``, ``hodoku``.
        :param paths: include the path that each scale rates: the scale's name for each step, and the step's cost.
        """
        answer: Rating = self._answer("rate", {"scales": scales, "paths": paths}, nodes, seconds)
        return answer

    def render(
        self,
        *,
        theme: str | None = None,
        position: Position | None = None,
        fog: bool = False,
        covered: str | Iterable[str] | str = (),
        candidates: bool = False,
        solution: bool = False,
        step: int | None = None,
        words: bool = False,
        prefix: str = "",
        width: float | None = None,
        techniques: str | Iterable[str] | str = (),
        avoid: str | Iterable[str] | str = (),
        in_order: bool = False,
        trial: bool = True,
        uniqueness: bool = True,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Picture:
        """Draws a puzzle, a position, the solution or a step, as SVG or in layers.

        :param theme: the theme: ``light`` (the default), ``dark``, ``print`` or ``contrast``.
        :param position: the player's grid; default: the grid in the puzzle.
        :param fog: cover what fog hides from the player of this position.
        :param covered: cover these cells, as ``hidden`` lists them.
        :param candidates: show every candidate that the rules do not exclude.
        :param solution: show the solution.
        :param step: show this step of the path, from 1.
        :param words: write title and rules under the grid.
        :param prefix: a prefix for the ids in the SVG, for pages with several pictures: letters, digits, ``-`` and ``_``.
        :param width: the width in pixels; default: the available width.
        :param techniques: use only these techniques, by ids or names; default: the usual ones.
        :param avoid: do not use these techniques.
        :param in_order: try the techniques in the order in which they are named.
        :param trial: allow steps that assume a candidate and follow it.
        :param uniqueness: allow steps that assume that the puzzle has just one solution.
        """
        answer: Picture = self._answer("draw", {"theme": theme, "position": position, "fog": fog, "covered": covered, "candidates": candidates, "solution": solution, "step": step, "words": words, "prefix": prefix, "width": width, "techniques": techniques, "avoid": avoid, "in_order": in_order, "trial": trial, "uniqueness": uniqueness}, nodes, seconds)
        return answer

    def convert(
        self,
        to: str,
        *,
        lossy: bool = False,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> Converted:
        """Writes a puzzle in another format, and lists what the format cannot express.

        :param to: the format to write.
        :param lossy: accept a lossy conversion: the written text may lack some rules or clues, and so may have other
            solutions.
        """
        answer: Converted = self._answer("export", {"to": to, "lossy": lossy}, nodes, seconds)
        return answer

    def canonical(
        self,
        *,
        nodes: int = 0,
        seconds: float | None = None,
    ) -> str:
        """Writes the canonical form of an ordinary 9x9 puzzle, which all rearrangements of the puzzle share."""
        answer: str = self._answer("canonical", {}, nodes, seconds)
        return answer


def solve(
    puzzle: Puzzle | str,
    *,
    nodes: int = 0,
    seconds: float | None = None,
) -> Solved:
    """See :meth:`Puzzle.solve`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).solve(nodes=nodes, seconds=seconds)


def count(
    puzzle: Puzzle | str,
    limit: int = 0,
    *,
    list: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> Counted:
    """See :meth:`Puzzle.count`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).count(limit=limit, list=list, nodes=nodes, seconds=seconds)


def estimate(
    puzzle: Puzzle | str,
    samples: int = 1000,
    *,
    seed: int = 0,
    nodes: int = 0,
    seconds: float | None = None,
) -> dict[str, Any]:
    """See :meth:`Puzzle.estimate`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).estimate(samples=samples, seed=seed, nodes=nodes, seconds=seconds)


def split(
    puzzle: Puzzle | str,
    cells: str | Iterable[str] | str,
    *,
    limit: int = 0,
    sample: int | None = None,
    seed: int = 0,
    list: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> dict[str, Any]:
    """See :meth:`Puzzle.split`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).split(cells=cells, limit=limit, sample=sample, seed=seed, list=list, nodes=nodes, seconds=seconds)


def candidates(
    puzzle: Puzzle | str,
    counts: int | None = None,
    *,
    level: str = "true",
    position: Position | None = None,
    fog: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> Candidates:
    """See :meth:`Puzzle.candidates`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).candidates(counts=counts, level=level, position=position, fog=fog, nodes=nodes, seconds=seconds)


def conflicts(
    puzzle: Puzzle | str,
    position: Position | None = None,
    *,
    fog: bool = True,
    nodes: int = 0,
    seconds: float | None = None,
) -> dict[str, Any]:
    """See :meth:`Puzzle.conflicts`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).conflicts(position=position, fog=fog, nodes=nodes, seconds=seconds)


def check(
    puzzle: Puzzle | str,
    *,
    minimise: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> Checked:
    """See :meth:`Puzzle.check`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).check(minimise=minimise, nodes=nodes, seconds=seconds)


def why(
    puzzle: Puzzle | str,
    *,
    nodes: int = 0,
    seconds: float | None = None,
) -> dict[str, Any]:
    """See :meth:`Puzzle.why`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).why(nodes=nodes, seconds=seconds)


def explain(
    puzzle: Puzzle | str,
    techniques: str | Iterable[str] | str = (),
    *,
    verify: bool = False,
    summary: bool = False,
    fog: bool = False,
    avoid: str | Iterable[str] | str = (),
    in_order: bool = False,
    trial: bool = True,
    uniqueness: bool = True,
    nodes: int = 0,
    seconds: float | None = None,
) -> Explanation:
    """See :meth:`Puzzle.explain`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).explain(techniques=techniques, verify=verify, summary=summary, fog=fog, avoid=avoid, in_order=in_order, trial=trial, uniqueness=uniqueness, nodes=nodes, seconds=seconds)


def steps(
    puzzle: Puzzle | str,
    position: Position | None = None,
    *,
    cells: str | Iterable[str] | str = (),
    digits: int | str | Iterable[int | str] = (),
    other_ways: bool = False,
    most: int | None = None,
    techniques: str | Iterable[str] | str = (),
    avoid: str | Iterable[str] | str = (),
    in_order: bool = False,
    trial: bool = True,
    uniqueness: bool = True,
    nodes: int = 0,
    seconds: float | None = None,
) -> tuple[Step, ...]:
    """See :meth:`Puzzle.steps`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).steps(position=position, cells=cells, digits=digits, other_ways=other_ways, most=most, techniques=techniques, avoid=avoid, in_order=in_order, trial=trial, uniqueness=uniqueness, nodes=nodes, seconds=seconds)


def hint(
    puzzle: Puzzle | str,
    position: Position | None = None,
    *,
    level: int = 4,
    fog: bool = True,
    techniques: str | Iterable[str] | str = (),
    avoid: str | Iterable[str] | str = (),
    in_order: bool = False,
    trial: bool = True,
    uniqueness: bool = True,
    nodes: int = 0,
    seconds: float | None = None,
) -> Hint:
    """See :meth:`Puzzle.hint`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).hint(position=position, level=level, fog=fog, techniques=techniques, avoid=avoid, in_order=in_order, trial=trial, uniqueness=uniqueness, nodes=nodes, seconds=seconds)


def rate(
    puzzle: Puzzle | str,
    scales: str | Iterable[str] | str = (),
    *,
    paths: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> Rating:
    """See :meth:`Puzzle.rate`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).rate(scales=scales, paths=paths, nodes=nodes, seconds=seconds)


def render(
    puzzle: Puzzle | str,
    *,
    theme: str | None = None,
    position: Position | None = None,
    fog: bool = False,
    covered: str | Iterable[str] | str = (),
    candidates: bool = False,
    solution: bool = False,
    step: int | None = None,
    words: bool = False,
    prefix: str = "",
    width: float | None = None,
    techniques: str | Iterable[str] | str = (),
    avoid: str | Iterable[str] | str = (),
    in_order: bool = False,
    trial: bool = True,
    uniqueness: bool = True,
    nodes: int = 0,
    seconds: float | None = None,
) -> Picture:
    """See :meth:`Puzzle.render`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).render(theme=theme, position=position, fog=fog, covered=covered, candidates=candidates, solution=solution, step=step, words=words, prefix=prefix, width=width, techniques=techniques, avoid=avoid, in_order=in_order, trial=trial, uniqueness=uniqueness, nodes=nodes, seconds=seconds)


def convert(
    puzzle: Puzzle | str,
    to: str,
    *,
    lossy: bool = False,
    nodes: int = 0,
    seconds: float | None = None,
) -> Converted:
    """See :meth:`Puzzle.convert`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).convert(to=to, lossy=lossy, nodes=nodes, seconds=seconds)


def canonical(
    puzzle: Puzzle | str,
    *,
    nodes: int = 0,
    seconds: float | None = None,
) -> str:
    """See :meth:`Puzzle.canonical`."""
    from .puzzle import puzzle_of

    return puzzle_of(puzzle).canonical(nodes=nodes, seconds=seconds)


def generate(
    count: int = 1,
    *,
    like: Puzzle | str | None = None,
    same_clues: bool = False,
    size: int | None = None,
    rules: str | Iterable[str] = (),
    attempts: int | None = None,
    clues: str | Iterable[str] | str = (),
    regions: str | None = None,
    prefer: str = "few-givens",
    givens: tuple[int, int] | int | str | None = None,
    minimal: bool | None = None,
    symmetry: str = "none",
    difficulty: tuple[float, float] | float | str | None = None,
    scale: str | None = None,
    distinct: bool = False,
    technique: str | None = None,
    avoid: str | Iterable[str] | str = (),
    rated: bool = True,
    seed: int = 0,
    nodes: int = 0,
    seconds: float | None = None,
) -> list[Generated]:
    """Makes puzzles, with givens only or with clues of any rules. The same seed makes the same puzzles on every machine.

    :param count: the number of puzzles.
    :param attempts: the maximum number of attempts; default: 20,000 per puzzle.
    :param clues: make clues of these rules, as many as needed, or a number or range: ``killer-cage=10..14,arrow``;
        ``thermometer=3:4..6`` makes three thermometers of four to six cells, ``white-dot=all`` makes a white dot wherever it would
        be true.
    :param regions: irregular regions for the grid. ``random`` (as large as a row, new ones for each puzzle).
    :param prefer: what to prefer when clues are made. ``few-givens`` (few givens, then few clues), ``few-clues`` (few clues
        and givens), ``few-kinds`` (few kinds of clues), ``spread`` (clues everywhere in the grid).
    :param givens: the number of givens, or a range; default: as few as possible.
    :param minimal: remove redundant givens and clues; the default if clues are made or a technique is required or avoided.
    :param symmetry: the symmetry of givens and clues. ``none`` (no symmetry), ``rotate`` (half a turn), ``quarter`` (a quarter
        of a turn), ``horizontal`` (left and right), ``vertical`` (top and bottom), ``diagonal`` (the main diagonal),
        ``antidiagonal`` (the other diagonal), ``mirrors`` (left and right, and top and bottom), ``diagonals`` (both diagonals),
        ``full`` (every turn and mirror).
    :param difficulty: the difficulty: a level of our own scale (beginner, easy, medium, hard, expert) or of the scale that
        ``scale`` names; or a number or range, for the hardest step or for that scale's main figure.
    :param scale: the scale of ``difficulty``: ``cluewright`` (a level or points), ``hodoku`` (easy, medium, hard, unfair,
        extreme, or a score), ``se`` (ER), ``sukaku``.
    :param distinct: make only one puzzle for each solution grid; without clues, rearranged grids count as one.
    :param technique: the puzzle must require this technique: the techniques rated below it are not enough to solve the puzzle.
    :param avoid: techniques that the puzzle must not require.
    :param rated: rate the puzzles; rating takes most of the time.
    :param seed: the seed: the same seed makes the same puzzles.
    :param like: a puzzle whose shape and rules the new puzzles have, with about as many clues of the same kinds and sizes;
        default: an empty grid of ``size`` rows and columns (9 if ``size`` is missing).
    :param same_clues: keep the clues of ``like`` as they are, and make only new givens.
    :param rules: additional rules for the new puzzles.

    There may be fewer puzzles than requested if no more exist, or if a limit was reached.

    :raises NoPuzzle: no puzzle meets the request.
    :raises NotUnique: the rules have no solution at all.

    >>> [made] = generate(size=4, seed=7, minimal=True)
    >>> made.puzzle.is_unique, made.puzzle.solution == made.solution
    (True, True)
    >>> [made] = generate(size=4, clues="killer-cage", givens=0, seed=1)
    >>> made.givens, made.clues == len(made.puzzle.clues)
    (0, True)
    """
    from .puzzle import made

    return made(like, same_clues, size, rules, {"count": count, "attempts": attempts, "clues": clues, "regions": regions, "prefer": prefer, "givens": givens, "minimal": minimal, "symmetry": symmetry, "difficulty": difficulty, "scale": scale, "distinct": distinct, "technique": technique, "avoid": avoid, "rated": rated, "seed": seed}, nodes, seconds)
