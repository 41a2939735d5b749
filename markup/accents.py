"""Accents piled upon each other: a few make a letter, thousands make every comparison of texts very slow."""

from __future__ import annotations

import re
import unicodedata

MOST = 30
# Accents are no letters, blanks or ASCII; what else is none of these (an emoji, a dash) is told from them afterwards.
PILE = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST + 1},}}")


def few(text: str) -> str:
    """The text with at most thirty accents on any letter; the others are left out."""
    return PILE.sub(lambda found: _few(found.group()), text)


def _few(run: str) -> str:
    kept: list[str] = []
    high = 0
    for character in run:
        high = high + 1 if unicodedata.combining(character) else 0
        if high <= MOST:
            kept.append(character)
    return "".join(kept)
