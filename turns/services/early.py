"""Early turns (EARLY-1 to EARLY-4): left, changed, withdrawn by their player; published by the director."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from rulebook.errors import TooLate
from rulebook.table.actions import WithdrawPlan
from turns.models import EarlyTurn
from turns.services.change import change, lock_battle
from turns.services.drafts import drop_published_draft
from turns.services.games import game_of
from turns.services.limits import check_narrative
from turns.services.plans import OPEN
from turns.services.settle import settle_before
from turns.services.who import actor_for, running_state


def leave_early_turn(
    *,
    battle_id: int,
    unit: str,
    player: User,
    text: str,
    at: datetime,
    alternatives: Sequence[Any] = (),
    steps: Sequence[Any] = (),
    after: Sequence[str] = (),
    language: str = "en",
    draft_fork: int = 0,
    written_for: int | None = None,
) -> EarlyTurn:
    """Leave, or change, an early turn for the current round. It counts as submitted; nothing is to be confirmed.

    In the saga it is `alternatives`; in the dungeon `steps` for the hero's next turn, which waits for the heroes in
    `after`. Its words are kept here for the author and the director alone. When the unit's turn opens in the same
    instant, it is played at once. `written_for` is the round its author saw: once that is over, it is `round-over`.
    Raises the rulebook's Refused (`plan-frozen`, `already-acted`, `bad-plan`, …), Illegal `not-your-unit`.
    """
    check_narrative(text)
    with transaction.atomic():
        battle = lock_battle(battle_id)
        settle_before(battle, at)
        actor = actor_for(battle, player, unit)
        _refuse_past(battle, written_for)
        game = game_of(battle)
        plan = game.plan_of(alternatives, steps, after)
        row = _keep_words(battle, unit, player, game.plan_to_json(plan), text, language)
        action = game.planning(actor, unit, plan, to_ms(at), written_for=written_for)
        change(battle, action, at=at, by=player)
        drop_published_draft(battle=battle, user=player, unit=unit, purpose="plan", fork=draft_fork)
    row.refresh_from_db()
    return row


def _refuse_past(battle: Battle, written_for: int | None) -> None:
    """Raise TooLate `round-over` for what was written for an earlier round."""
    if written_for is not None and written_for < running_state(battle).round:
        message = f"Round {written_for} is over; this is round {running_state(battle).round}."
        raise TooLate("round-over", message, {"round": written_for})


def _keep_words(battle: Battle, unit: str, player: User, written: list[Any], text: str, language: str) -> EarlyTurn:
    row, _created = EarlyTurn.objects.update_or_create(
        battle=battle,
        unit=unit,
        status=EarlyTurn.Status.WAITING,
        defaults={
            "author": player,
            "round": running_state(battle).round,
            "alternatives": written,
            "narrative": text,
            "language": language,
        },
    )
    return row


def withdraw_early_turn(*, battle_id: int, unit: str, player: User, at: datetime) -> None:
    """Take an early turn back before it is frozen. Raises the rulebook's Refused (`no-plan`, `plan-frozen`)."""
    with transaction.atomic():
        battle = lock_battle(battle_id)
        settle_before(battle, at)
        actor = actor_for(battle, player, unit)
        rows = EarlyTurn.objects.filter(battle=battle, unit=unit, status__in=OPEN)
        rows.update(status=EarlyTurn.Status.WITHDRAWN, changed_at=at)
        change(battle, WithdrawPlan(by=actor, unit=unit, at=to_ms(at)), at=at, by=player)
