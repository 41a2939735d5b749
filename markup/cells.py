"""Tables that would be far larger than what was typed: a row may be two characters long and as wide as the first."""

from __future__ import annotations

MOST_CELLS = 5_000
RULE = "|-: \t>"
"""What stands in the line below a table's first; in a quotation, its marks too."""


def too_many(text: str) -> bool:
    """Whether the tables of a Markdown text might come to more cells than anybody fills in one post."""
    cells = columns = 0
    for line in text.split("\n"):
        if not line.strip(" \t>"):
            columns = 0
        elif "|" in line and not line.strip(RULE):
            columns = max(columns, line.count("|") + 1)
        cells += columns
    return cells > MOST_CELLS
