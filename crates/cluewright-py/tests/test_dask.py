"""Dask: frames in separate processes, and the column types that are announced before any work is done."""

from __future__ import annotations

import pytest
from cluewright import batch
from common import puzzles

frames = pytest.importorskip("dask.dataframe")
pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


def test_parts_are_asked_in_other_processes():
    from cluewright import dask

    texts = puzzles(100)
    found = dask.run(frames.from_pandas(pd.DataFrame({"id": range(100), "puzzle": texts}), npartitions=3), "rate")
    assert list(found.columns) == ["id", *batch.columns("rate")]
    made = found.compute(scheduler="processes")
    assert dict(made.dtypes) == dict(found.dtypes)
    for name, values in batch.run("rate", texts).items():
        assert [None if pd.isna(v) else v for v in made[name]] == values, name
