"""A line of a found post, round the first word that was looked for; only from what the reader sees."""

from __future__ import annotations

import re

from markup.plain import fold, plain
from markup.private import unwrapped
from story.selectors.reading import Shown

BEFORE = 12
WORDS = 40
# Where a mark or a roll stood before it: what was typed had no blank there.
LOOSE = re.compile(r"(?<=\w) (?=[.,;:!?)»”](?:\s|$))|(?<=[(«“]) (?=\w)")


def snippet(shown: Shown, looked_for: str) -> str:
    """About forty words of the post."""
    words = LOOSE.sub("", plain(unwrapped(f"{shown.text['body']}\n{shown.text['note']}"))).split()
    wanted = fold(looked_for).split()[:1]
    first = next((index for index, word in enumerate(words) if wanted and wanted[0] in fold(word)), 0)
    start = max(0, first - BEFORE)
    line = " ".join(words[start : start + WORDS])
    return f"{'… ' if start else ''}{line}{' …' if start + WORDS < len(words) else ''}"
