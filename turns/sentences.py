"""What the sentences of a chronicle are made with, whatever game is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from accounts.when import span
from turns.wording import Names

Tone = Literal["", "head", "act", "why", "hit", "miss", "fall", "clock", "director"]
Say = Callable[[Any, Names], tuple[str, Tone]]


def with_reason(text: str, reason: str) -> tuple[str, Tone]:
    """A sentence about what the director did, with the reason where one was given."""
    return (f"{text}: {closed(reason)}" if reason else f"{text}."), "director"


def closed(reason: str) -> str:
    """Somebody's own words as the end of a sentence, with a full stop unless they bring their own."""
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."


def span_words(ms: int) -> str:
    """A length of milliseconds in words."""
    return span(ms / 1000)
