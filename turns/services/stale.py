"""The board changed while somebody was writing: what they are told instead of an outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.selectors import state_of, view_for, viewer_version
from rulebook.errors import Refused, TooLate
from turns.services.games import game_of


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """Whether what was asked for may still be done on the board as it is now, and if not, why."""

    legal: bool
    reason: Refused | None = None


class StaleBoard(TooLate):
    """Code `board-changed`: something that this viewer may see has changed since the version they saw.

    `seen` is the version they sent, `version` the one that stands, `plan` tells of their steps. Their text is theirs
    to send again: nothing was written.
    """

    def __init__(self, *, seen: str, version: str, plan: PlanCheck | None) -> None:
        data: dict[str, object] = {"version": version, "seen": seen}
        if plan is not None:
            data["plan_legal"] = plan.legal
            data["plan_code"] = plan.reason.code if plan.reason else ""
        super().__init__("board-changed", f"The board has changed since version {seen!r}.", data)
        self.seen = seen
        self.version = version
        self.plan = plan


def refuse_stale(
    battle: Battle, viewer: User, version: str | None, *, check: Callable[[], PlanCheck] | None = None
) -> None:
    """Raise StaleBoard unless `version` is what this viewer would see now; None asks for no comparison."""
    if version is None:
        return
    current = viewer_version(view_for(battle, viewer))
    if version != current:
        raise StaleBoard(seen=version, version=current, plan=check() if check else None)


def check_steps(battle: Battle, unit: str, steps: Sequence[Any]) -> PlanCheck:
    """Are these steps legal on the board as the unit's side knows it now?"""
    try:
        game_of(battle).check_steps(state_of(battle), unit, steps)
    except Refused as refused:
        return PlanCheck(legal=False, reason=refused)
    return PlanCheck(legal=True)
