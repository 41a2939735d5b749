"""Requests drawn from what an operation of the API says it takes (G22): a few in every run, a hundred in a soak."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.reliability.figures import SOAK, figure

FULL = 100
"""Examples of each operation, for each kind of caller, with `make soak`."""
SEED = int(os.environ.get("SKALD_SEED") or (random.SystemRandom().randrange(10**6) if SOAK else 20261130))
"""The same in every usual run, so that what passes here passes there; SKALD_SEED repeats a long one."""


def send_drawn(operation: Any, send: Callable[[Any], None], *, usual: int) -> None:
    """Call `send` with each request drawn for this operation; raises what it raises, for the smallest such request."""

    @seed(SEED)
    @settings(
        max_examples=figure(usual, FULL),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def drawn(case: Any) -> None:
        send(case)

    try:
        drawn()
    except Exception as error:
        error.add_note(f"SKALD_SEED={SEED}")
        raise
