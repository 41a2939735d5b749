"""The rows that actions make, gathered: one battle writes them at once, a sweep writes those of fifty together."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from battles.models import Battle, BattleEvent, Roll

SAVE = """
    UPDATE battles_battle SET state = %s, version = %s, dice_counter = %s, status = %s, ended_at = %s WHERE id = %s
"""


@dataclass
class Rows:
    """Events and rolls to be added, and battles whose own row has changed. Nothing is written before `write`."""

    events: list[BattleEvent] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    battles: dict[int, Battle] = field(default_factory=dict)

    def take(self, others: Rows) -> None:
        """Add what another gathering holds."""
        self.events += others.events
        self.rolls += others.rolls
        self.battles |= others.battles

    def write(self) -> None:
        """Write everything, in the caller's transaction: three statements, however many battles."""
        if self.events:
            BattleEvent.objects.bulk_create(self.events)
        if self.rolls:
            Roll.objects.bulk_create(self.rolls)
        if self.battles:
            # One prepared statement for all: the states are large, and nothing here needs the ORM's care.
            with connection.cursor() as cursor:
                cursor.executemany(SAVE, [_values(battle) for battle in self.battles.values()])


def _values(battle: Battle) -> tuple[Any, ...]:
    ended = connection.ops.adapt_datetimefield_value(battle.ended_at)
    state = json.dumps(battle.state, separators=(",", ":"))
    return state, battle.version, battle.dice_counter, battle.status, ended, battle.pk
