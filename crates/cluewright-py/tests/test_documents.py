"""The output shown in the documents and in the notebook is correct."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil

import cluewright
import pytest
from common import ROOT

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


MODULES = ["cluewright", *(f"cluewright.{module.name}" for module in pkgutil.iter_modules(cluewright.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    if name == "cluewright.arrow":
        pytest.importorskip("pyarrow")
    assert not doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed


def test_there_are_docstrings_with_examples():
    finder = doctest.DocTestFinder()
    tests = [test for name in MODULES for test in finder.find(importlib.import_module(name))]
    assert sum(len(test.examples) for test in tests) > 40


@pytest.mark.parametrize("page", ["docs/python.md", "docs/scale.md"])
def test_pages(page):
    pytest.importorskip("polars")
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert tried > 3 and not failed


def test_the_notebook_runs():
    book = json.loads((ROOT / "examples/explain.ipynb").read_text(encoding="utf-8"))
    names: dict = {}
    cells = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    for source in cells:
        *body, last = source.rstrip().split("\n")
        exec("\n".join(body), names)
        value = eval(last, names)
        shown = getattr(value, "_repr_svg_", getattr(value, "_repr_html_", None))
        assert shown is None or "<svg" in shown()
    assert len(cells) > 4
