"""G1: whatever is killed, and at whatever statement, nothing acknowledged is lost and nothing is done twice."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from notifications.models import Delivery, Notice
from rulebook.saga.board import Cell
from rulebook.saga.state import Alternative
from rulebook.saga.steps import Move, Rest
from tests import arena
from tests.arena import HOUR, START
from tests.reliability.crew import Crew
from tests.reliability.figures import KILLS, ORDERS, tell
from tests.reliability.history import faults, faults_of, read
from turns import services
from turns.models import EarlyTurn, PlayKey, Turn, TurnPost

HANG = 120 + 4 * KILLS + ORDERS
FAST = {"hour_seconds": 0.1}

pytestmark = pytest.mark.django_db(transaction=True)


def test_kills_lose_nothing_and_double_nothing(
    arenas: Callable[..., list[Battle]], crew: Crew, tmp_path: Path, seed: int
) -> None:
    """Players and sweepers are killed without warning and replaced, while turns are played and expire."""
    dice = random.Random(seed)
    battles = arenas(4, at=timezone.now(), rules=FAST)
    logs: list[Path] = []
    roles: dict[int, str] = {}

    def recruit(role: str) -> None:
        logs.append(tmp_path / f"{len(logs)}.log")
        roles[crew.start(role, dice.randrange(10**6), logs[-1])] = role

    for role in ("play", "play", "sweep"):
        recruit(role)
    end = time.monotonic() + HANG
    for number in range(1, KILLS + 1):
        so_far = read(logs)
        orders, acknowledged = number * ORDERS // KILLS, len(so_far.done)
        while len(so_far.done) == acknowledged or len(so_far.sent) < orders:
            assert time.monotonic() < end, f"{len(so_far.sent)} orders and nobody plays on"
            time.sleep(0.05)
            so_far = read(logs)
        time.sleep(dice.uniform(0, 0.15))
        pid = dice.choice(crew.members)
        crew.kill(pid)
        recruit(roles[pid])
    crew.stop_members()
    history = read(logs)
    assert len(history.done) >= KILLS and len(history.sent) >= ORDERS
    assert faults(history, battles) == []
    tell(
        f"G1: {KILLS} kills, {len(history.sent)} orders sent, {len(history.done)} acknowledged, "
        f"{len(history.refused)} refused, {len(history.unknown)} unanswered: nothing lost or doubled (seed {seed})"
    )


class Broken(OperationalError):
    """What the test breaks a statement with."""


class BreakAt:
    """Let a statement fail: the n-th, before it reaches the database or after. What opens a transaction is left out:
    Django would not know that there is one to roll back."""

    def __init__(self, number: int, *, after: bool) -> None:
        self.number = number
        self.after = after
        self.seen = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("BEGIN"):
            return execute(sql, params, many, context)
        self.seen += 1
        if self.seen == self.number and not self.after:
            raise Broken(sql[:60])
        result = execute(sql, params, many, context)
        if self.seen == self.number:
            raise Broken(sql[:60])
        return result


def everything() -> list[object]:
    """All rows that a turn touches."""
    return [
        list(model.objects.order_by("pk").values())  # type: ignore[attr-defined]
        for model in (Battle, Turn, TurnPost, PlayKey, EarlyTurn, Notice, Delivery)
    ]


def breaks_everywhere(act: Callable[[], object]) -> int:
    """Break every statement of `act`, once before and once after it: no row may have changed. How many there are.

    The last time, when there is no further statement to break, `act` is done.
    """
    before = everything()
    number = 0
    while True:
        number += 1
        for after in (False, True):
            with connection.execute_wrapper(BreakAt(number, after=after)):
                try:
                    act()
                except Broken:
                    pass
                else:
                    return number - 1
            assert everything() == before, f"statement {number} left something behind"


def test_a_failure_at_any_statement_of_a_played_turn_leaves_nothing(
    arenas: Callable[..., list[Battle]], players: list[User]
) -> None:
    (battle,) = arenas(1)
    services.leave_early_turn(
        battle_id=battle.pk,
        unit="carla",
        player=players[1],
        alternatives=[Alternative((Rest(),))],
        text="Softly.",
        at=START,
    )
    seen = arena.version(battle, players[0])

    def play() -> object:
        return services.play_turn(
            battle_id=battle.pk,
            unit="bob",
            player=players[0],
            steps=(Move(Cell(0, 1)),),
            text="A step.",
            version=seen,
            key="k",
            received_at=START + HOUR,
        )

    assert breaks_everywhere(play) > 10
    assert TurnPost.objects.count() == 2
    assert faults_of(battle) == []


def test_a_failure_at_any_statement_of_a_settled_deadline_leaves_nothing(
    arenas: Callable[..., list[Battle]],
) -> None:
    (battle,) = arenas(1)
    due: datetime = START + 25 * HOUR

    def settle() -> object:
        return services.settle(battle.pk, due)

    assert breaks_everywhere(settle) > 8
    assert Turn.objects.get(battle=battle, unit="bob", kind="turn").outcome == "expired"
    assert faults_of(battle) == []
