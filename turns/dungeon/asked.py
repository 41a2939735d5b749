"""What a reader is asked between turns: a free strike to make or let go, a trade to take or refuse."""

from __future__ import annotations

from typing import Any

from rulebook.dungeon.forecast import fight_sides, weigh
from turns.dungeon.outlook import attack_words
from turns.dungeon.sight import Sight
from turns.dungeon.wording import items_words


def asked_context(sight: Sight) -> dict[str, Any]:
    """The question on the page, with its chances; empty where nothing is asked."""
    return {**_strike(sight), **_trade(sight)}


def _strike(sight: Sight) -> dict[str, Any]:
    asked, pending = sight.asked, sight.known.pending
    if asked is None or pending is None:
        return {}
    striker = sight.known.models[asked.unit]
    told = weigh(striker, pending.unit, fight_sides(sight.known, striker, pending.unit))
    return {
        "strike": {
            "unit": asked.unit,
            "name": sight.name(asked.unit),
            "target": sight.name(pending.unit),
            "attack": attack_words(sight, told),
        }
    }


def _trade(sight: Sight) -> dict[str, Any]:
    offered, offer = sight.offered, sight.known.offer
    if offered is None or offer is None:
        return {}
    return {
        "trade": {
            "giver": sight.name(offer.giver),
            "other": sight.name(offer.other),
            "gets": items_words(offer.give, sight),
            "gives": items_words(offer.take, sight),
        }
    }
