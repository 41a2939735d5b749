"""What the caravans bring to a battle that has not begun: morale's shift of willpower, the best War of each side.

As things stand now; a battle takes over what holds at the moment it begins (STAT-9, CARA-4, DEPL-4).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from battles.plans import Plan, SidePlan
from campaign.models import Campaign, Clan
from characters.models import Character
from rulebook.saga.campaign import morale_shift, war_rows
from rulebook.saga.rules import TableRules


@dataclass(frozen=True, slots=True)
class ClanBearing:
    """A clan's morale, and what it adds to the willpower of its people."""

    clan: Clan
    shift: int


@dataclass(frozen=True, slots=True)
class SideBearing:
    """A side with the clans of whoever may go for it; the best War among them, and the rows that it adds."""

    key: str
    name: str
    clans: tuple[ClanBearing, ...]
    best: Character | None
    rows: int


def bearings_of(plan: Plan, campaign: Campaign, rules: TableRules) -> list[SideBearing]:
    """Both sides that have players; a fixed number of queries. Nothing where the table plays without either rule."""
    if not (rules.morale or rules.war_rows):
        return []
    rows = campaign.characters.filter(player__in=plan.players, status=Character.Status.ACTIVE)
    characters = list(rows.select_related("clan").order_by("pk"))
    return [_side(side, characters, rules) for side in plan.sides if side.players]


def _side(side: SidePlan, characters: Iterable[Character], rules: TableRules) -> SideBearing:
    going = [one for one in characters if one.player_id in side.players]
    clans = {one.clan_id: one.clan for one in going if one.clan is not None}
    best = max(going, key=lambda one: one.war, default=None)
    return SideBearing(
        key=side.key,
        name=side.name,
        clans=tuple(ClanBearing(one, morale_shift(one.morale, rules)) for one in clans.values())
        if rules.morale
        else (),
        best=best if rules.war_rows else None,
        rows=war_rows(best.war, rules) if best else 0,
    )
