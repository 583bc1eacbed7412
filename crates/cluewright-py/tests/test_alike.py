"""Sends the protocol's list of requests through the package: the answers equal those of the Rust library, byte for byte."""

import json
import subprocess
from pathlib import Path

import pytest
from cluewright import _native

ROOT = Path(__file__).parents[3]
REQUESTS = ROOT / "crates/cluewright-protocol/tests/requests.jsonl"


def library() -> Path | None:
    """The example program of the Rust library that answers requests; `cargo test` builds it."""
    built = [ROOT / "target" / profile / "examples/answers" for profile in ("debug", "release")]
    return next((path for path in built if path.exists()), None)


def last(messages: list[str]) -> str:
    return next(m for m in reversed(messages) if '"partial":' not in m)


def test_every_request() -> None:
    program = library()
    if program is None or not REQUESTS.exists():
        pytest.skip("the library's program that answers requests is not built")
    requests = REQUESTS.read_text(encoding="utf-8").splitlines()
    run = subprocess.run([program], input="\n".join(requests), capture_output=True, text=True, check=True)
    wanted = [line for line in run.stdout.splitlines() if '"partial":' not in line and line.startswith('{"id":')]
    document = _native.Document("." * 16, None, [], None, True)
    found = [last(document.ask(request)) for request in requests]
    assert len(found) == len(wanted) >= 300
    different = [json.loads(r)["id"] for r, a, b in zip(requests, found, wanted, strict=True) if a != b]
    assert different == []
