"""Dask: row for row what the package answers itself."""

from __future__ import annotations

import pytest
from cluewright import batch
from common import poison, puzzles

frames = pytest.importorskip("dask.dataframe")
pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_rows_are_those_of_the_package(scheduler):
    from cluewright import dask

    texts = [*puzzles(100), *poison()]
    table = pd.DataFrame({"id": range(len(texts)), "puzzle": texts})
    for op in ("solve", "rate", "canonical"):
        found = dask.run(frames.from_pandas(table, npartitions=3), op)
        assert list(found.columns) == ["id", *batch.columns(op)]
        made = found.compute(scheduler=scheduler)
        assert dict(made.dtypes) == dict(found.dtypes)
        for name, values in batch.run(op, texts).items():
            assert [None if pd.isna(v) else v for v in made[name]] == values, (op, name)
