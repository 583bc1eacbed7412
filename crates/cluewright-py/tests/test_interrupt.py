"""Ctrl-C soon ends any work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from common import ENDLESS

WORK = {
    "count": f"cluewright.Puzzle('{ENDLESS}').count()",
    "list of texts": f"cluewright.batch.run('count', ['{ENDLESS}'] * 100, limit=0, nodes=0)",
    "generate": "cluewright.generate(difficulty=(40.0, 50.0), attempts=10**9)",
}


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
@pytest.mark.parametrize("what", WORK)
def test_ctrl_c(what):
    code = f"""
import cluewright, cluewright.batch
print("begun", flush=True)
try:
    {WORK[what]}
    print("done")
except KeyboardInterrupt:
    print("stopped")
print(cluewright.Puzzle("12..34..2.....3.").solution)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline().strip() == "begun"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        rest, _ = process.communicate(timeout=30)
        # Usually a few hundred milliseconds; a busy machine may take longer.
        assert time.monotonic() - sent < 10
        assert rest.split() == ["stopped", "1243342123144132"]
    finally:
        process.kill()
