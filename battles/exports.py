"""A battle as one document: what this reader may know; once it is over, everything, with the seed of the dice."""

from __future__ import annotations

from typing import Any

from accounts.when import instant
from battles.models import Battle
from battles.selectors import (
    DIRECTOR,
    SHOWN_SEED,
    Reader,
    commitment_of,
    events_as,
    view_as,
    viewer_for,
    viewer_version,
    whole_record,
)

FORMAT = "skald-battle"
FORMAT_VERSION = 1


def export_of(battle: Battle, user: Reader) -> dict[str, Any]:
    """The export for a reader, in the shape that `scripts/verify_battle.py` reads.

    Before the end it holds the reader's own view and events, and no seed. Afterwards the whole record, for everybody
    who may know of the battle: otherwise nobody could check that no roll was kept back.
    """
    over = battle.status in SHOWN_SEED
    viewer = DIRECTOR if over else viewer_for(user, battle)
    view = view_as(battle, viewer)
    events = whole_record(battle) if over else events_as(battle, viewer)
    dice = {"commitment": commitment_of(battle)} | ({"seed": bytes(battle.seed).hex()} if over else {})
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "battle": {
            "code": battle.code,
            "name": battle.name,
            "campaign": battle.campaign.name,
            "ruleset": battle.ruleset,
            "status": battle.status,
            "friendly": battle.friendly,
            "opened_at": battle.opened_at and instant(battle.opened_at),
            "ended_at": battle.ended_at and instant(battle.ended_at),
        },
        "dice": dice,
        **({"setup": battle.setup} if over else {}),
        "view": {"version": viewer_version(view), "battle": view},
        "events": [event | {"at": instant(event["at"])} for event in events],
    }
