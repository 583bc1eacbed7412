"""Puzzles: questions, values, errors, threads."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor

import cluewright
import pytest
from cluewright import BadInput, NoPuzzle, NotUnique, Puzzle, Stopped
from common import EASY, ENDLESS, MIRACLE, SOLVED, puzzles


def test_questions_have_typed_answers():
    puzzle = Puzzle(EASY)
    solved = puzzle.solve()
    assert (solved.status, solved.solution, solved.count, solved.exact, bool(solved)) == ("unique", SOLVED, 1, True, True)
    proved = puzzle.explain(verify=True)
    assert proved.verified == len(proved) and {step.proof.verdict for step in proved} == {"proved"}
    path = puzzle.explain()
    assert path.status == "solved" and path.grid == SOLVED and len(path) == path.rating.steps
    assert path.rating == puzzle.rate() and path.rating.word == "easy" and path.rating.points == 202
    assert sum(n for _, n in path.rating.techniques) == len(path)
    hint = puzzle.hint()
    assert hint.step == path[0] and any(line.endswith(path[0].text) for line in hint.text)
    assert path[0] in puzzle.steps()
    assert puzzle.check().ok and puzzle.check(minimise=True).removed
    assert puzzle.candidates()["r1c3"] == (4,)
    assert puzzle.canonical() == Puzzle(EASY.translate(str.maketrans("123456789", "234567891"))).canonical()
    assert {type(reason) for step in path for reason in step.because} == {cluewright.Reason}


@pytest.mark.parametrize("line", [EASY, EASY.replace(".", "0"), SOLVED, ENDLESS, "11" + "." * 79])
def test_ordinary_lines_are_read_as_any_text_is(line):
    # If `guess` is given, the text is read by the general reader, not by the fast one for plain lines.
    quick, other = Puzzle(line), Puzzle(line, guess=False)
    assert quick.describe() == other.describe() and quick.notes == other.notes == ()
    assert quick == other and hash(quick) == hash(other) and quick.solve() == other.solve()
    assert quick.check() == other.check() and str(quick) == str(other)
    assert Puzzle(line, rules="anti-king").rules == ("classic", "anti-king")


def test_variants_are_explained_too():
    puzzle = Puzzle(MIRACLE)
    assert puzzle.is_unique and puzzle.rules == ("miracle",)
    # Every digit that a step places is the digit in the solution.
    digits = puzzle.solution
    for step in puzzle.explain():
        for candidate in step.placements:
            row, column = int(candidate.cell[1]), int(candidate.cell[3])
            assert digits[(row - 1) * 9 + column - 1] == str(candidate.value)


def test_rules_are_texts_or_names():
    rule = "rule corners\n  require cell(1, 1) + cell(1, 9) = 7\n"
    assert Puzzle(EASY, rules=[rule]).is_unique
    assert not Puzzle(EASY, rules=[rule.replace("= 7", "= 8")]).is_unique
    assert Puzzle(EASY, rules="anti-king").solve().status == "none"
    with pytest.raises(BadInput) as wrong:
        Puzzle(EASY, rules=["rule corners\n  require cell(1, 1) +\n"])
    assert (wrong.value.line, wrong.value.source) == (2, "the rule's text")
    with pytest.raises(BadInput, match="anti-king"):
        Puzzle(EASY, rules="anti-kin")


def test_usual_slips_are_told(tmp_path, monkeypatch):
    with pytest.raises(TypeError, match=r"Puzzle\.read"):
        Puzzle(tmp_path)  # type: ignore[arg-type]
    (tmp_path / "mine.clue").write_text(MIRACLE)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"Puzzle\.read"):
        Puzzle("mine.clue")
    assert Puzzle.read("mine.clue") == Puzzle(MIRACLE)
    with pytest.raises(TypeError, match="r1c3"):
        Puzzle(EASY).hint({(1, 3): 1})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="list of texts"):
        cluewright.batch.run("solve", EASY)
    with pytest.raises(BadInput, match="bitter"):
        cluewright.generate(difficulty="bitter")
    with pytest.raises(BadInput, match="-1"):
        cluewright.generate(-1)
    assert cluewright.generate(0) == []


def test_several_and_none():
    assert Puzzle("12..............").count(list=True).solutions == tuple(Puzzle("12..............").solutions())
    for solution in Puzzle("12..............").solutions():
        assert solution.startswith("12") and Puzzle(solution).check().ok
    two = Puzzle("1...............")
    with pytest.raises(NotUnique) as wrong:
        two.rate()
    assert wrong.value.solutions == 2
    with pytest.raises(NotUnique) as wrong:
        Puzzle("1..1............").rate()
    assert wrong.value.solutions == 0 and "row 1" in str(wrong.value)
    assert Puzzle("1..1............").explain().why


def test_errors_say_where_and_how():
    with pytest.raises(BadInput) as wrong:
        Puzzle("grid: 9x9\nrules: classic, anti-kin\n")
    error = wrong.value
    assert error.line == 2 and error.hint and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.hint) == (str(error), error.line, error.hint)
    for text in ("", "no puzzle", "\0"):
        with pytest.raises(BadInput):
            Puzzle(text)
    with pytest.raises(BadInput, match="technique"):
        Puzzle(EASY).explain("no such technique")
    with pytest.raises(BadInput, match="format"):
        Puzzle(EASY).convert("no such format")
    with pytest.raises(BadInput, match="cell"):
        Puzzle(EASY).hint({"r0c1": 3})


def test_limits_end_the_work():
    assert Puzzle(ENDLESS).count(nodes=100).status in ("multiple", "unknown")
    assert not Puzzle(ENDLESS).count(nodes=100).exact
    assert not Puzzle(ENDLESS).count(seconds=0.05).exact
    with pytest.raises(Stopped):
        Puzzle(MIRACLE).rate(seconds=0.0)


def test_values_compare_hash_copy_and_pickle():
    puzzle = Puzzle(MIRACLE)
    retold = Puzzle("title: Another name\n" + MIRACLE)
    assert puzzle == retold and hash(puzzle) == hash(retold) and len({puzzle, retold}) == 1
    assert puzzle != Puzzle(EASY) and puzzle != MIRACLE
    for made in (puzzle, Puzzle(EASY, rules=["anti-knight"]), Puzzle(EASY, format="line")):
        for again in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
            assert again == made and hash(again) == hash(made) and again.rules == made.rules
    path = Puzzle(EASY).explain()
    assert pickle.loads(pickle.dumps(path)) == path
    assert hash(path.steps[0]) == hash(Puzzle(EASY).explain().steps[0])
    with pytest.raises(AttributeError):
        path.steps[0].technique = "other"
    assert eval(repr(Puzzle(EASY)), {"Puzzle": Puzzle}) == Puzzle(EASY)


def test_sheets_are_pdf() -> None:
    pages = cluewright.sheet([Puzzle(EASY), MIRACLE], each=2, paper="legal", title="For class 4b", names=True)
    assert pages.startswith(b"%PDF-1.4") and pages.count(b"/Type /Page /") == 2
    assert pages.count(b"[0 0 612 1008]") == 2
    # In a booklet, both pages are on one side of the paper.
    assert cluewright.sheet(EASY, booklet=True, levels=False).count(b"[0 0 841.9 595.3]") == 2
    with pytest.raises(cluewright.BadInput, match="there is no paper `a7`"):
        cluewright.sheet(EASY, paper="a7")
    with pytest.raises(cluewright.BadInput, match="a page"):
        cluewright.sheet(EASY, each=50)


def test_pictures():
    for picture in (Puzzle(EASY).render(), Puzzle(MIRACLE).render(step=1, theme="dark"), Puzzle(EASY).render(solution=True)):
        assert xml.fromstring(picture.svg).tag.endswith("svg")
    assert Puzzle(MIRACLE).render(step=1).text == Puzzle(MIRACLE).explain()[0].text
    html = Puzzle("12..34..2.....3.").explain()._repr_html_()
    assert html.count("<svg") == 10 and html.count("<tr>") == 11
    assert Puzzle(EASY)._repr_svg_() != Puzzle(ENDLESS)._repr_svg_()
    with pytest.raises(BadInput, match="theme"):
        Puzzle(EASY).render(theme="loud")
    with pytest.raises(BadInput, match="step"):
        Puzzle(EASY).render(step=1000)


def test_formats_lead_back():
    for puzzle in (Puzzle(EASY), Puzzle(MIRACLE)):
        for name in ("clue", "f-puzzles", "iss"):
            converted = puzzle.convert(name)
            assert not converted.changed
            assert Puzzle(converted.text).solution == puzzle.solution, name
        assert Puzzle(str(puzzle)) == puzzle


def test_new_puzzles_are_as_wanted_and_repeat():
    made = cluewright.generate(3, size=4, seed=3, minimal=True)
    assert made == cluewright.generate(3, size=4, seed=3, minimal=True)
    assert len({one.text for one in made}) == 3
    for one in made:
        assert one.puzzle.solution == one.solution and one.rating == one.puzzle.rate() or one.rating.word is None
    [hard] = cluewright.generate(difficulty="hard", seed=2)
    rating = hard.puzzle.rate()
    assert hard.word == rating.word == "hard" and hard.points == rating.points
    [king] = cluewright.generate(rules="anti-king", seed=1, symmetry="rotate", rated=False)
    assert king.puzzle.is_unique and "anti-king" in king.puzzle.rules and king.rating is None
    cells = king.puzzle.givens
    assert [c == "." for c in cells] == [c == "." for c in reversed(cells)]
    with pytest.raises(NoPuzzle):
        cluewright.generate(size=4, difficulty=9.0, attempts=20)


def test_new_clues_are_as_wanted():
    [caged] = cluewright.generate(size=6, clues=["killer-cage=3..9:2..3", "arrow"], givens=0, seed=3)
    puzzle = caged.puzzle
    assert puzzle.is_unique and caged.givens == 0 and caged.clues == len(puzzle.clues) and 0 < caged.covered <= 36
    assert {clue.split()[0] for clue in puzzle.clues} <= {"killer-cage", "arrow"}
    # Puzzles like another puzzle: with new clues, or with the same clues.
    [other] = cluewright.generate(like=puzzle, seed=5)
    assert other.puzzle.clues != puzzle.clues and other.puzzle.is_unique
    [same] = cluewright.generate(like=puzzle, same_clues=True, seed=5)
    assert same.puzzle.clues == puzzle.clues
    [own] = cluewright.generate(size=6, regions="random", seed=1, rated=False)
    assert own.puzzle.is_unique and own.puzzle.describe()["houses"] != Puzzle("." * 36).describe()["houses"]
    # Clues of a rule that is not in the library.
    rule = 'rule tie "The ends of the line are equal."\n  clue line L\n  require first(L) = last(L)\n'
    [tied] = cluewright.generate(size=6, rules=rule, clues="tie=2..4", seed=1)
    assert 2 <= tied.clues <= 4 and tied.puzzle.is_unique
    with pytest.raises(BadInput, match="tye"):
        cluewright.generate(size=6, rules=rule, clues="tye")


def test_goals_are_reached():
    [made] = cluewright.generate(scale="hodoku", difficulty="medium", seed=1)
    assert made.scales[0].word == made.puzzle.rate("hodoku").scales[0].word == "Medium"
    [made] = cluewright.generate(scale="se", difficulty=(2.3, 2.6), seed=1)
    assert 2.3 <= dict(made.puzzle.rate("se").scales[0].figures)["er"] <= 2.6
    [made] = cluewright.generate(technique="naked pair", seed=1)
    assert made.puzzle.explain(avoid="naked pair", trial=False).status == "stuck" or made.rating.hardest_step >= 2.3
    for wrong in ({"symmetry": "rotat"}, {"prefer": "much"}, {"regions": "some"}, {"difficulty": "3.0..2.0"}, {"scale": "inches", "difficulty": "3"}):
        with pytest.raises(BadInput):
            cluewright.generate(**wrong)


def test_threads_ask_the_same_puzzle():
    puzzle = Puzzle(MIRACLE)
    alone = (Puzzle(MIRACLE).solve(), Puzzle(MIRACLE).explain(), Puzzle(MIRACLE).rate())
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: (puzzle.solve(), puzzle.explain(), puzzle.rate()), range(16)))
    assert all(one == alone for one in found)


def test_threads_ask_different_puzzles():
    texts = puzzles(200)
    alone = [Puzzle(text).solve() for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: Puzzle(text).solve(), texts)) == alone


def test_other_threads_run_meanwhile():
    beats, over = 0, threading.Event()

    def beat():
        nonlocal beats
        while not over.wait(0.005):
            beats += 1

    thread = threading.Thread(target=beat)
    thread.start()
    Puzzle(ENDLESS).count(seconds=0.5)
    over.set()
    thread.join()
    assert beats > 10


def test_lists_of_what_there_is():
    ids = [technique["id"] for technique in cluewright.techniques()]
    assert "x_wing" in ids and len(ids) == len(set(ids))
    assert any(rule["name"] == "killer-cage" and rule["clue"] for rule in cluewright.rules())
    assert {"clue", "line", "f-puzzles"} <= set(cluewright.formats())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (lambda p: p.solve(nodes=-1), "nodes is -1"),
        (lambda p: p.solve(seconds=-1), "seconds"),
        (lambda p: p.solutions(-1), "limit is -1"),
        (lambda p: p.count("3"), "`limit` is \"3\""),
        (lambda p: p.hint(level=5), "`level` is 5 .* from 1 to 4"),
        (lambda p: p.hint({"r1c3": 4.5}), "a digit must be a number, not 4.5"),
        (lambda p: p.hint({(1, 3): 4}), "r1c3"),
        (lambda p: p.explain(5), "no technique `5`"),
        (lambda p: p.rate("ce"), "no scale is called"),
        (lambda p: p.with_rules(["anti-king"]), "separate argument"),
        (lambda p: p.render(width=0), "`width` is 0"),
        (lambda p: p.render(prefix="<b>"), "prefix"),
        (lambda p: p.render(step=1, solution=True), "step"),
        (lambda p: p.render().save("sudoku.png"), r"\.svg"),
        (lambda p: cluewright.generate(1.5), "`count` is 1.5"),
        (lambda p: cluewright.generate(givens="few"), "nor a range such as"),
        (lambda p: cluewright.generate(givens=(32, 30)), "larger than the maximum"),
        (lambda p: cluewright.generate(givens=100), "81 cells"),
        (lambda p: cluewright.generate(difficulty=(1, 2, 3)), "nor a range such as"),
        (lambda p: cluewright.generate(difficulty=0.5), "the easiest technique is rated"),
        (lambda p: cluewright.generate(difficulty=2.0, technique="x-wing"), "is rated"),
        (lambda p: cluewright.generate(scale="hodoku"), "difficulty on the scale"),
        (lambda p: cluewright.generate(scale="nope", difficulty="easy"), "no scale"),
        (lambda p: cluewright.generate(size=6, scale="se", difficulty=(2.0, 3.0)), "9x9 grids"),
        (lambda p: cluewright.generate(same_clues=True), "like="),
        (lambda p: cluewright.generate(like=p, size=4), "size"),
        (lambda p: cluewright.generate(clues="regex"), "cannot be generated"),
        (lambda p: cluewright.generate(clues="killer-cag"), "did you mean"),
        (lambda p: cluewright.generate(technique="x-wingg"), "x_wing"),
        (lambda p: cluewright.generate(technique="zzz"), r"cluewright\.techniques\(\)"),
        (lambda p: cluewright.generate(minimal="yes"), "`minimal` is \"yes\""),
        (lambda p: cluewright.generate(seed=-1), "`seed` is -1"),
        (lambda p: cluewright.batch.run("solve", [p]), "texts"),
    ],
)
def test_what_cannot_be_taken_is_named(asked, told):
    with pytest.raises((BadInput, TypeError), match=told):
        asked(Puzzle(EASY))


def test_a_players_grid_is_taken_as_it_comes():
    puzzle = Puzzle(EASY)
    wrong = EASY[:2] + "1" + EASY[3:]
    told = puzzle.hint({"r1c3": 1})
    assert told.status == "mistakes"
    rows = [[0 if c == "." else int(c) for c in wrong[i : i + 9]] for i in range(0, 81, 9)]
    for grid in (wrong, Puzzle(wrong), {"r1c3": "1"}, rows, [d for row in rows for d in row], list(wrong), [wrong[i : i + 9] for i in range(0, 81, 9)]):
        assert puzzle.hint(grid).mistakes == told.mistakes, grid
    assert puzzle.hint({"r1c3": ["2", 4]}).status == "step"


def test_a_rating_cut_short_is_none():
    hard = Puzzle("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    with pytest.raises(Stopped, match="at least"):
        hard.rate(seconds=0.02)
    assert hard.rate().word == "beyond patterns"


def test_what_is_not_used_is_not_imported():
    # Run in a separate process, because other tests have imported everything in this one.
    told = "import sys, cluewright; print(*(name for name in sys.modules if name in ('dataclasses', 'cluewright.answers', 'pyarrow')))"
    loaded = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout
    assert loaded.strip() == ""
    assert all(getattr(cluewright, name) is not None for name in set(cluewright.__all__) - {"arrow", "dask", "spark"})
    assert set(cluewright.__all__) <= set(dir(cluewright))
    with pytest.raises(AttributeError, match="no attribute 'solv'"):
        cluewright.solv  # noqa: B018


STAR = """grid: 4x4
rules: classic, star
givens: 1234341221434321

rule star "A star lies on a 1 in the upper half."
  extra shown cell star[cells]: 0..1
  require exactly 1 c in cells: star[c] = 1
  for c in cells: require star[c] = 1 => c = 1 and row(c) < 3
"""


def test_extra_cells_are_part_of_answers():
    puzzle = Puzzle(STAR)
    solved = puzzle.solve()
    digits = "1234341221434321"
    words = {"star=1000000000000000", "star=0000001000000000"}
    assert solved.status == "multiple" and solved.solutions == (digits, digits)
    assert {str(extra) for (extra,) in solved.extra} == words
    first = solved.extra[0][0]
    assert (first.name, sum(first.values), first.value) == ("star", 1, None)
    assert {str(extra) for _, (extra,) in puzzle.full_solutions()} == words
    counted = puzzle.count(list=True)
    assert {str(extra) for (extra,) in counted.extra} == words and len(counted.solutions) == 2
    one = Puzzle(STAR.replace("c = 1 and", "c = 4 and row(c) = 1 and"))
    assert str(one.solve().extra[0][0]) == str(one.explain().extra[0]) == "star=0001000000000000"
    assert "<title>star</title>" in one.render(solution=True).svg
    assert Puzzle(EASY).solve().extra == ()
    found = cluewright.batch.run("solve", [STAR.replace("c = 1 and", "c = 4 and row(c) = 1 and"), EASY])
    assert found["extra"] == ["star=0001000000000000", None]
