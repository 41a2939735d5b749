"""A forecast as plain values, for whoever asks from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook.codec import dump
from rulebook.saga.forecast import forecast
from rulebook.saga.knowledge import Viewer
from rulebook.saga.state import State
from rulebook.saga.steps import Step


def preview(state: State, unit: str, steps: Sequence[Step], viewer: Viewer) -> dict[str, Any]:
    """What steps would cost and do, as far as the viewer can know. Raises what `forecast` raises."""
    foretold = forecast(state, unit, steps, viewer)
    refusal = foretold.refusal
    return {
        "steps": [dump(type(step), step) for step in foretold.steps],
        "refusal": refusal and {"code": refusal.code, "detail": refusal.message},
        "willpower_left": foretold.willpower_left,
        "horn_left": foretold.horn_left,
    }
