"""The director's verbs: each with its reason, on the battle's record, and told to whom it touches."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import DIRECTOR, player_id, players_in
from battles.services import Applied
from campaign.selectors import is_director, role_of
from rulebook.errors import Illegal
from rulebook.table.actions import ChangePlayer, EndBattle, Extend, HandBack, PauseBattle, ResumeBattle, TakeOver
from turns.services.absence import announce_in
from turns.services.change import IDLE, change, lock_battle
from turns.services.limits import check_reason
from turns.services.pulse import read_pulse
from turns.services.settle import credit_all, settle_before
from turns.services.stale import refuse_stale
from turns.services.who import require_director, require_unit, running_state


def pause(*, battle_id: int, director: User, reason: str, at: datetime, version: str | None = None) -> None:
    """Stop every clock; until it is resumed nobody but the director acts (CLOCK-6). Illegal `already-paused`."""
    reason = check_reason(reason)
    if reason == IDLE:
        raise Illegal("reason-taken", f"{reason!r} is what a battle says that paused itself.", {"reason": reason})
    direct(
        battle_id=battle_id,
        director=director,
        action=PauseBattle(at=to_ms(at), reason=reason),
        at=at,
        version=version,
    )


def resume(*, battle_id: int, user: User, at: datetime) -> None:
    """Let the clocks run on with what was left. A battle that paused itself may be resumed by any of its players.

    Raises PermissionDenied, the rulebook's Illegal `not-paused`.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        _require_may_resume(battle, user)
        credit_all(battle, at, read_pulse(at))
        change(battle, ResumeBattle(at=to_ms(at)), at=at, by=user)


def may_resume(battle: Battle, state: Any, user: User) -> bool:
    """May this user end the pause: a director always, a player of the battle when it paused itself."""
    if is_director(user, battle.campaign):
        return True
    plays = user.pk in players_in(battle)
    by_itself = state.paused is not None and state.paused.reason == IDLE
    return by_itself and plays and role_of(user, battle.campaign) is not None


def _require_may_resume(battle: Battle, user: User) -> None:
    if not may_resume(battle, running_state(battle), user):
        raise PermissionDenied


def give_seat(
    *, battle_id: int, director: User, unit: str, player: User | None, at: datetime, version: str | None = None
) -> None:
    """Another player plays this unit from now on, or, of the Overlord, nobody but the directors.

    Raises the rulebook's Refused (`not-a-players-unit`, `bad-player`), Illegal `not-a-member`.
    """
    battle = Battle.objects.select_related("campaign").get(pk=battle_id)
    if player is not None and role_of(player, battle.campaign) is None:
        raise Illegal("not-a-member", f"{player.pk} does not belong to the campaign.", {"player": player.pk})
    action = ChangePlayer(unit=unit, player=DIRECTOR if player is None else player_id(player), at=to_ms(at))
    with transaction.atomic():
        direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)
        if player is not None:
            announce_in(lock_battle(battle_id), [player.pk], at=at)


def extend(
    *,
    battle_id: int,
    director: User,
    unit: str,
    hours: float,
    reason: str,
    at: datetime,
    version: str | None = None,
) -> None:
    """Give the running turn more hours of this table; its player is told."""
    action = Extend(unit=unit, hours=hours, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def take_over(
    *, battle_id: int, director: User, unit: str, reason: str, at: datetime, version: str | None = None
) -> None:
    """Play a player's unit until it is handed back (ABSENT-2)."""
    action = TakeOver(unit=unit, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def hand_back(*, battle_id: int, director: User, unit: str, at: datetime, version: str | None = None) -> None:
    """Give a unit back to its player; a turn that is open gets a fresh length (ABSENT-2)."""
    action = HandBack(unit=unit, at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def end_battle(
    *,
    battle_id: int,
    director: User,
    winner: str | None,
    reason: str,
    at: datetime,
    version: str | None = None,
) -> None:
    """End the battle, or decide one in which both sides were emptied at once (WIN-2)."""
    action = EndBattle(winner=winner, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, at=at, version=version)


def direct(
    *,
    battle_id: int,
    director: User,
    action: Any,
    at: datetime,
    unit: str | None = None,
    version: str | None = None,
) -> Applied:
    """Any director's action. What the clock decided before it stands first; the version is compared after that.

    Raises PermissionDenied, StaleBoard, Unreadable `unknown-unit`, the rulebook's Refused, Battle.DoesNotExist.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        require_director(battle, director)
        running_state(battle)
        if unit is not None:
            require_unit(battle, unit)
        settle_before(battle, at)
        refuse_stale(battle, director, version)
        applied, _posts = change(battle, action, at=at, by=director)
    return applied
