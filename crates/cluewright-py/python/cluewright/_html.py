"""Tables for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .answers import Explanation

#: The maximum number of steps shown with pictures; a notebook stores all pictures in its file.
MOST = 30


def path_table(path: Explanation) -> str:
    """Formats a path as a table with number, technique, difficulty, sentence and picture."""
    pictures = path.pictures(0, MOST, width=260)
    rows = []
    for i, step in enumerate(path.steps):
        picture = pictures[i].svg if i < len(pictures) else ""
        rows.append(
            f"<tr><td>{i + 1}</td><td>{escape(step.name)}</td><td>{step.difficulty:.1f}</td>"
            f"<td style='text-align:left'>{escape(step.text)}</td><td>{picture}</td></tr>"
        )
    word = f", {path.rating.word}" if path.rating.word else ""
    caption = f"{path.status}: {len(path)} steps, {path.rating.hardest_step:.1f}{word}"
    if len(path) > MOST:
        caption += f" (pictures of the first {MOST})"
    head = "<tr><th></th><th>technique</th><th></th><th>step</th><th></th></tr>"
    return f"<table><caption>{escape(caption)}</caption><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
