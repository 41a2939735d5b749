"""Turn 0: a battle begins, and players place their units (DEPL-0 to DEPL-3)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import DIRECTOR, players_in
from battles.services import open_battle
from notifications.models import Notice
from rulebook.dice import commitment
from turns.services.absence import announce_in
from turns.services.change import change, follow, lock_battle
from turns.services.games import game_of
from turns.services.pending import Pending, Tell
from turns.services.settle import settle_before
from turns.services.stale import refuse_stale
from turns.services.subjects import battle_subject
from turns.services.tell import placing_ends, send
from turns.services.who import player_of, require_director, require_unit


def begin_battle(battle_id: int, *, at: datetime, by: User | None = None) -> Battle:
    """Open a battle whose roster is complete: its state, turn 0, the rows and notices that follow.

    Every participant is sent the hash of the secret seed, so that each roll can be checked afterwards. Absences
    already declared are told to the new battle, and what stands on sheets. Raises what `open_battle` raises.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        applied = open_battle(battle, at)
        _tell_begun(battle, at=at, by=by)
        pending = Pending()
        follow(pending, battle, applied, at=at, by=by)
        pending.write(at=at)
        announce_in(battle, players_in(battle), at=at)
        for action in game_of(battle).opening(battle, at):
            change(battle, action, at=at)
    return battle


def _tell_begun(battle: Battle, *, at: datetime, by: User | None) -> None:
    data = {"hash": commitment(bytes(battle.seed)), "game": battle.ruleset}
    players = players_in(battle)
    began = partial(Tell, Notice.Kind.BATTLE_BEGAN, battle_subject(battle), data, deadline=placing_ends(battle))
    send(
        battle,
        [began(readers=players), began(directors=True)],
        by=by if by is not None and by.pk not in players else None,
        at=at,
    )


def deploy(
    *,
    battle_id: int,
    player: User,
    placements: Sequence[Any],
    at: datetime,
    version: str | None = None,
    as_director: bool = False,
) -> None:
    """Place units of the player's (or, as the director, of anybody's) in turn 0; again to move them.

    Raises the rulebook's Refused (`not-deploying`, `outside-zone`, `blocked`, …), StaleBoard, PermissionDenied,
    Battle.DoesNotExist.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        by = _deployer(battle, player, as_director=as_director)
        settle_before(battle, at)
        refuse_stale(battle, player, version)
        for placement in placements:
            require_unit(battle, placement.unit)
        action = game_of(battle).deploying(by, placements, to_ms(at))
        change(battle, action, at=at, by=player)


def _deployer(battle: Battle, player: User, *, as_director: bool) -> str:
    if not as_director:
        return player_of(battle, player)
    require_director(battle, player)
    return DIRECTOR
