"""Hours that a player takes for a running turn, where the table grants some: counted, and on the battle's record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Sum

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import DIRECTOR
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.table.actions import Extend
from turns.models import ExtraHours, Turn
from turns.services.change import change, lock_battle
from turns.services.settle import settle_before
from turns.services.who import actor_for, running_state

GRANTED = "granted"
"""The reason on record of an extension that a player took by the table's leave."""
USUAL_HOURS = 12


@dataclass(frozen=True, slots=True)
class Grant:
    """What a player may still take in a battle: of `all` hours `left` are left; `hours` is what one request takes."""

    all: float
    left: float

    @property
    def hours(self) -> float:
        """Twelve hours, or what is left of them."""
        return min(USUAL_HOURS, self.left)


def grant_for(battle: Battle, state: Any, user: User) -> Grant:
    """What the table grants this player in this battle, and what is left of it; nothing where the game grants none."""
    taken = ExtraHours.objects.filter(battle=battle, user=user).aggregate(hours=Sum("hours"))["hours"] or 0
    granted = float(getattr(state.rules, "extension_grants", 0))
    return Grant(granted, max(0.0, granted - taken))


def taken_for(turn: Turn) -> bool:
    """Whether its player has taken hours for this turn, or for another that one clock runs for: once is all."""
    of_player = ExtraHours.objects.filter(battle=turn.battle_id, user=turn.player_id)
    return of_player.filter(turn__closed_at__isnull=True).exists()


def take_hours(*, turn_id: int, player: User, at: datetime, hours: float | None = None) -> ExtraHours:
    """Add hours of this table to the player's own open turn; without a number, twelve or what is left.

    Raises Turn.DoesNotExist, PermissionDenied, TooLate `turn-closed`, Illegal `no-hours-granted` (the table grants
    none, or none are left), `hours-taken` (once a turn), `paused` (CLOCK-6), Unreadable `bad-hours`, the rulebook's
    `no-deadline`.
    """
    with transaction.atomic():
        battle = lock_battle(Turn.objects.values_list("battle_id", flat=True).get(pk=turn_id))
        settle_before(battle, at)
        turn = Turn.objects.get(pk=turn_id)
        _check_open(battle, turn, player)
        grant = grant_for(battle, running_state(battle), player)
        wanted = _wanted(grant, hours, turn)
        action = Extend(unit=turn.unit, hours=wanted, reason=GRANTED, at=to_ms(at))
        change(battle, action, at=at, by=player)
        return ExtraHours.objects.create(turn=turn, battle=battle, user=player, hours=wanted, at=at)


def _check_open(battle: Battle, turn: Turn, player: User) -> None:
    if turn.closed_at is not None or turn.kind != Turn.Kind.TURN:
        raise TooLate("turn-closed", f"The turn of {turn.unit} is over.", {"unit": turn.unit})
    if turn.player_id != player.pk or actor_for(battle, player, turn.unit) == DIRECTOR:
        raise PermissionDenied
    if running_state(battle).paused is not None:
        raise Illegal("paused", "The battle is paused.")
    if taken_for(turn):
        raise Illegal("hours-taken", f"Hours were taken for this turn of {turn.unit}.", {"unit": turn.unit})


def _wanted(grant: Grant, hours: float | None, turn: Turn) -> float:
    if grant.left <= 0:
        raise Illegal("no-hours-granted", "This table grants no more hours here.", {"granted": grant.all})
    wanted = grant.hours if hours is None else hours
    if not 0 < wanted <= grant.left:
        raise Unreadable("bad-hours", f"{hours!r} hours cannot be taken.", {"hours": hours, "left": grant.left})
    return wanted
