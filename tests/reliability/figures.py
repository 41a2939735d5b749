"""How much each reliability test does: in every run a little, with `make soak` the full figures.

`SKALD_SOAK` is the share of the full figures, 1 with `make soak` unless told: `SKALD_SOAK=0.1 make soak` does a tenth.
"""

from __future__ import annotations

import os
import sys

SHARE = float(os.environ.get("SKALD_SOAK") or 0)
SOAK = SHARE > 0


def figure(usual: int, full: int) -> int:
    """The count for this run: never less than usual."""
    return max(usual, round(full * SHARE))


def tell(sentence: str) -> None:
    """Print what was done, past whatever captures a test's output."""
    print(f"\n{sentence}", file=sys.__stderr__, flush=True)


KILLS = figure(30, 500)
ORDERS = figure(30, 10_000)
"""Sent while those kills happen."""
DATABASE_CRASHES = figure(1, 20)
BROKER_RESTARTS = figure(3, 20)
DEADLINES = figure(2_000, 10_000)
OVERDUE = figure(2_000, 10_000)
SUBMIT_ROUNDS = figure(20, 1_000)
RACES = figure(200, 5_000)
BEATS = figure(3, 5)
SWEEPERS = figure(2, 5)
POISONED_OF = figure(200, 1_000)
RESTORES = figure(3, 200)
RETRIES = figure(50, 1_000)
THROWS = figure(100_000, 1_000_000)
RESTARTS = figure(3, 50)
MESSAGES = figure(300, 10_000)
SENDERS_KILLED = figure(10, 300)
GAMES = figure(1, 50)
"""In which nobody finds out what is hidden."""
EXPRESSIONS = figure(2_000, 100_000)
HOSTILE_POSTS = figure(200, 10_000)
HOSTILE_FILES = figure(20, 200)
"""Pictures, and as many archives."""
