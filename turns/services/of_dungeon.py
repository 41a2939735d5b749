"""Verbs that the dungeon alone has: answers to trades and free strikes, standing words, windows passed, models set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from rulebook.dungeon.actions import AnswerStrike, AnswerTrade, Correct, Instruct, PassScope, PassWindows
from rulebook.dungeon.state import Corrected, Strikes
from rulebook.dungeon.steps import OVERLORD
from turns.services.change import change, lock_battle
from turns.services.direct import direct
from turns.services.limits import check_reason
from turns.services.settle import settle_before
from turns.services.stale import refuse_stale
from turns.services.who import actor_for, player_of, running_state


def answer_trade(*, battle_id: int, player: User, accept: bool, at: datetime, version: str | None = None) -> None:
    """Take or refuse the trade that is on offer (DS-ITEM-06). Raises `no-offer`, `not-your-unit`, StaleBoard."""

    def action(battle: Battle) -> AnswerTrade:
        offer = getattr(running_state(battle), "offer", None)
        by = actor_for(battle, player, offer.other) if offer else player_of(battle, player)
        return AnswerTrade(by=by, accept=accept, at=to_ms(at))

    _say(battle_id, player, action, at, version)


def answer_strike(
    *, battle_id: int, player: User, unit: str, strike: bool, at: datetime, version: str | None = None
) -> None:
    """Make, or let go, the free strike that is asked about (IMP-03). Raises `nobody-asked`, `not-your-unit`."""
    _say(
        battle_id,
        player,
        lambda battle: AnswerStrike(by=actor_for(battle, player, unit), unit=unit, strike=strike, at=to_ms(at)),
        at,
        version,
    )


def instruct(
    *,
    battle_id: int,
    player: User,
    unit: str,
    strikes: Strikes,
    at: datetime,
    declined: Sequence[str] = (),
    version: str | None = None,
) -> None:
    """Standing instructions of a model: its free strikes, and items it does not use (IMP-03).

    Raises `not-your-unit`, `bad-instruction`, `unknown-item`, StaleBoard.
    """

    def action(battle: Battle) -> Instruct:
        by = actor_for(battle, player, unit)
        return Instruct(by=by, unit=unit, at=to_ms(at), strikes=strikes, declined=tuple(declined))

    _say(battle_id, player, action, at, version)


def pass_windows(*, battle_id: int, player: User, scope: PassScope, at: datetime, version: str | None = None) -> None:
    """The Overlord passes the open window, those of this round, or all until he says `none` (IMP-01).

    Raises `not-your-unit`, `no-window`, `bad-scope`, StaleBoard.
    """
    _say(
        battle_id,
        player,
        lambda battle: PassWindows(by=actor_for(battle, player, OVERLORD), scope=scope, at=to_ms(at)),
        at,
        version,
    )


def correct_model(
    *,
    battle_id: int,
    director: User,
    unit: str,
    to: Corrected,
    reason: str,
    at: datetime,
    version: str | None = None,
) -> None:
    """Set a model's wounds, place, facing or items in a dungeon. Raises the rulebook's Refused, `reason-needed`."""
    action = Correct(unit=unit, to=to, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def _say(battle_id: int, player: User, action: Callable[[Battle], Any], at: datetime, version: str | None) -> None:
    """What the clock decided before stands first; the version is compared after that."""
    with transaction.atomic():
        battle = lock_battle(battle_id)
        action(battle)
        settle_before(battle, at)
        refuse_stale(battle, player, version)
        change(battle, action(battle), at=at, by=player)
