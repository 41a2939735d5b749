"""What a character has right now in a running battle, for its sheet."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from battles.models import Battle
from battles.selectors import battles_visible_to, view_for
from characters.models import Character
from characters.standing import Standing


def standing_of(character: Character, viewer: User | AnonymousUser) -> Standing | None:
    """The character's figures in the battle it fights in, as far as the viewer may know of both; None otherwise."""
    running = battles_visible_to(viewer).filter(status=Battle.Status.RUNNING, muster__characters=character)
    for battle in running:
        for unit in view_for(battle, viewer).get("units", ()):
            if unit["character"] == str(character.pk) and not unit["defeated"]:
                return _standing(battle, unit)
    return None


def _standing(battle: Battle, unit: dict) -> Standing:
    gauges = ("strength", "armor", "willpower", "hero_points")
    return Standing(
        battle=battle.name,
        link=f"{battle.campaign.get_absolute_url()}b/{battle.code}/",
        **{name: unit[name]["current"] for name in gauges},
        **{f"max_{name}": unit[name]["maximum"] for name in gauges},
    )
