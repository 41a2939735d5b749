"""The one way a running battle changes: apply an action, then repeat in rows what the state now says."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.services import Applied, apply_action
from rulebook.table.actions import PauseBattle
from rulebook.table.events import RoundEnded
from turns.models import TurnPost
from turns.services.games import game_of
from turns.services.pending import Pending
from turns.services.sync import sync_turns
from turns.services.tell import tell
from turns.services.words import Words

IDLE = "idle-rounds"
"""The reason of a pause that the battle took itself: any of its players may end it."""


NOBODYS = (TurnPost.Manner.DIRECTOR, TurnPost.Manner.ORDERED, TurnPost.Manner.AUTOMATIC)
"""Posts that no player made."""


def lock_battle(battle_id: int) -> Battle:
    """The battle's row, locked until the transaction ends. Raises Battle.DoesNotExist."""
    return Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)


def change(
    battle: Battle,
    action: Any,
    *,
    at: datetime,
    by: User | None = None,
    words: Words | None = None,
    pending: Pending | None = None,
) -> tuple[Applied, list[TurnPost]]:
    """Apply an action to a locked battle and write what follows from it, in the caller's transaction.

    Posts for the turns taken, the rows of what is waited for, early turns and notices; when too many rounds have
    passed without a player's post, the battle's own pause. With `pending`, the caller writes. Raises the rulebook's
    Refused and then leaves nothing.
    """
    mine = Pending() if pending is None else pending
    applied = apply_action(battle, action, by, rows=mine.rows)
    posts = follow(mine, battle, applied, at=at, by=by, words=words) if applied.events else []
    _pause_when_idle(mine, battle, applied, at=at)
    if pending is None:
        mine.write(at=at)
    return applied, posts


def follow(
    pending: Pending,
    battle: Battle,
    applied: Applied,
    *,
    at: datetime,
    by: User | None = None,
    words: Words | None = None,
) -> list[TurnPost]:
    """The rows that follow from what was applied. Posts are written at once, the rest is gathered."""
    game = game_of(battle)
    posts = game.write_posts(battle, applied, words)
    game.settle_plans(battle, applied)
    synced = sync_turns(pending, battle, applied.events, at=at)
    tell(pending, battle, applied, synced, by=by, at=at)
    return posts


def _pause_when_idle(pending: Pending, battle: Battle, applied: Applied, *, at: datetime) -> None:
    """Count the rounds that ended without a player's post; after so many the battle pauses itself (SK-90).

    Only where the director set `pause_after_idle_rounds`, as the demonstration does on its fast clock.
    """
    ended = [event for event in applied.events if isinstance(event, RoundEnded)]
    if not battle.pause_after_idle_rounds or not ended:
        return
    before = battle.rounds_without_post
    for event in ended:
        battle.rounds_without_post = 0 if _a_player_posted(battle, event.round) else battle.rounds_without_post + 1
    if battle.rounds_without_post >= battle.pause_after_idle_rounds and applied.state.phase != "over":
        battle.rounds_without_post = 0
        pause = PauseBattle(at=applied.state.moment, reason=IDLE)
        follow(pending, battle, apply_action(battle, pause, None, rows=pending.rows), at=at)
    if battle.rounds_without_post != before:
        battle.save(update_fields=["rounds_without_post"])


def _a_player_posted(battle: Battle, round_: int) -> bool:
    rows = TurnPost.objects.filter(battle=battle, round=round_)
    return rows.exclude(manner__in=NOBODYS).exists()
