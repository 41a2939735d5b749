"""The one way a running battle changes: apply an action, then repeat in rows what the state now says."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import waits_of
from battles.services import Applied, apply_action
from notifications.tasks import nudge
from rulebook.saga.actions import Action, PauseBattle
from rulebook.saga.events import RoundEnded
from turns.models import TurnPost
from turns.services.plans import settle_plans
from turns.services.posts import Words, write_posts
from turns.services.sync import sync_turns
from turns.services.tell import tell

IDLE = "idle-rounds"
"""The reason of a pause that the battle took itself: any of its players may end it."""


def lock_battle(battle_id: int) -> Battle:
    """The battle's row, locked until the transaction ends. Raises Battle.DoesNotExist."""
    return Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)


def change(
    battle: Battle, action: Action, *, at: datetime, by: User | None = None, words: Words | None = None
) -> tuple[Applied, list[TurnPost]]:
    """Apply an action to a locked battle and write what follows from it, in the caller's transaction.

    Posts for the turns taken, the rows of what is waited for, early turns and notices; when too many rounds have
    passed without a player's post, the battle's own pause. Raises the rulebook's Refused and then leaves nothing.
    """
    applied = apply_action(battle, action, by)
    if not applied.events:
        return applied, []
    posts = follow(battle, applied, at=at, by=by, words=words)
    _pause_when_idle(battle, applied, at=at)
    transaction.on_commit(nudge, robust=True)
    return applied, posts


def follow(
    battle: Battle, applied: Applied, *, at: datetime, by: User | None = None, words: Words | None = None
) -> list[TurnPost]:
    """Write the rows that follow from what was applied."""
    posts = write_posts(battle, applied, words)
    settle_plans(battle, applied)
    synced = sync_turns(battle, waits_of(applied.state), applied.events, state=applied.state, at=at)
    tell(battle, applied, synced, by=by, at=at)
    return posts


def _pause_when_idle(battle: Battle, applied: Applied, *, at: datetime) -> None:
    """Count the rounds that ended without a player's post; after so many the battle pauses itself.

    Only where the director set `pause_after_idle_rounds`, as the demonstration does on its fast clock.
    """
    ended = [event for event in applied.events if isinstance(event, RoundEnded)]
    if not battle.pause_after_idle_rounds or not ended:
        return
    before = battle.rounds_without_post
    for event in ended:
        battle.rounds_without_post = 0 if _a_player_posted(battle, event.round) else battle.rounds_without_post + 1
    if battle.rounds_without_post >= battle.pause_after_idle_rounds and applied.state.phase == "running":
        battle.rounds_without_post = 0
        follow(battle, apply_action(battle, PauseBattle(at=applied.state.moment, reason=IDLE), None), at=at)
    if battle.rounds_without_post != before:
        battle.save(update_fields=["rounds_without_post"])


def _a_player_posted(battle: Battle, round_: int) -> bool:
    rows = TurnPost.objects.filter(battle=battle, round=round_)
    return rows.exclude(manner=TurnPost.Manner.DIRECTOR).exists()


def moment_of(applied: Applied) -> datetime:
    """The moment the state has reached."""
    return to_datetime(applied.state.moment)
