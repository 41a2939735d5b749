"""How much a player may write."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markup.private import has_private
from rulebook.errors import Unreadable

LONGEST_TEXT = 20_000
LARGEST_PLAN = 20_000
LONGEST_KEY = 64
LONGEST_REASON = 500


def check_text(text: str) -> None:
    """Raise Unreadable `text-too-long` for more than 20,000 characters."""
    if len(text) > LONGEST_TEXT:
        data = {"length": len(text), "most": LONGEST_TEXT}
        raise Unreadable("text-too-long", f"The text has {len(text)} characters; {LONGEST_TEXT} fit.", data)


def check_narrative(text: str) -> None:
    """The words of a turn, which everybody who reads the battle reads.

    Raise Unreadable `text-too-long` for more than 20,000 characters, `private-in-turn` where a part of them is marked
    as private, or looks as if it were meant to be.
    """
    check_text(text)
    if has_private(text):
        raise Unreadable("private-in-turn", "A turn's text is for all readers; a private passage has no place in it.")


def check_plan(plan: Mapping[str, Any]) -> None:
    """Raise Unreadable `plan-too-large` when a plan takes more than 20,000 characters as JSON."""
    size = len(json.dumps(dict(plan)))
    if size > LARGEST_PLAN:
        data = {"length": size, "most": LARGEST_PLAN}
        raise Unreadable("plan-too-large", f"The plan takes {size} characters; {LARGEST_PLAN} fit.", data)


def check_key(key: str) -> None:
    """Raise Unreadable `bad-key` unless the key has 1 to 64 printable characters."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Unreadable("bad-key", f"{key!r} is no order key of 1 to {LONGEST_KEY} characters.", {"key": key})


def check_reason(reason: str) -> str:
    """The reason without outer spaces. Raises Unreadable `reason-needed` when empty, `text-too-long` beyond 500."""
    reason = reason.strip()
    if not reason:
        raise Unreadable("reason-needed", "A reason is needed: it stays on record.")
    if len(reason) > LONGEST_REASON:
        data = {"length": len(reason), "most": LONGEST_REASON}
        raise Unreadable("text-too-long", f"The reason has {len(reason)} characters; {LONGEST_REASON} fit.", data)
    return reason
