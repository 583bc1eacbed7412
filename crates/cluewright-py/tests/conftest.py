import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also tests that start clusters and kill parts of them")


def pytest_collection_modifyitems(config, items):
    import pytest

    if not config.getoption("--slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="minutes; --slow runs it"))
