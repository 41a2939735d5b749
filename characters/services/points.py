"""Hero points outside battle: spent in the plot, refilled when a scene begins (STAT-8). A battle keeps its own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import is_director, table_rules
from characters.guards import require_owner
from characters.models import Character
from characters.selectors import hero_points_left
from characters.services.log import change, locked
from rulebook.errors import Illegal, Unreadable
from rulebook.saga.rules import TableRules

Use = Literal["reroll", "vote"]
USES: tuple[Use, ...] = ("reroll", "vote")


def price_of(use: str, rules: TableRules) -> int:
    """What a use in the plot costs: a re-roll, or one vote more. Raises `unknown-use` (Unreadable)."""
    prices = {"reroll": rules.hero_points_plot_reroll, "vote": rules.hero_points_vote}
    if use not in prices:
        raise Unreadable("unknown-use", f"Hero points cannot be spent on {use!r}.", {"use": use})
    return prices[use]


def spend_hero_points(
    *, character: Character, use: str, reason: str, by: User, at: datetime, protagonist: bool = False
) -> int:
    """Spend hero points in the plot, on record with a reason; returns how many are left (STAT-8).

    In the plot the director speaks for a secondary, unless the table says otherwise or it is the `protagonist` of the
    moment (CHAR-2). Raises PermissionDenied, Illegal `no-hero-points` where the table has none,
    `not-enough-hero-points`, `not-active`, Unreadable `unknown-use`, `reason-needed`.
    """
    require_owner(by, character)
    rules = table_rules(character.campaign)
    if not protagonist:
        _require_may_speak(character, by, rules)
    if not rules.hero_points:
        raise Illegal("no-hero-points", "This table plays without hero points.")
    if not reason.strip():
        raise Unreadable("reason-needed", "Say what the points are spent on.")
    cost = price_of(use, rules)
    with transaction.atomic():
        character = locked(character)
        if character.status != Character.Status.ACTIVE:
            raise Illegal("not-active", f"{character} is {character.status}, not active.")
        left = hero_points_left(character)
        if left < cost:
            message = f"This takes {cost} hero points; {character} has {left}."
            raise Illegal("not-enough-hero-points", message, {"cost": cost, "left": left})
        character.hero_points_spent += cost
        character.save(update_fields=["hero_points_spent"])
        change(character, f"hero-points-{use}", left, left - cost, reason=reason, by=by, at=at)
    return left - cost


def refill_hero_points(
    *, campaign: Campaign, by: User, at: datetime, characters: Iterable[Character] | None = None, scene: str = ""
) -> int:
    """A scene begins: everybody in it, or in the campaign, has all hero points again; returns how many characters had
    spent some. Raises PermissionDenied for anyone but a director.
    """
    require_director(by, campaign)
    with transaction.atomic():
        rows = campaign.characters.select_for_update(of=("self",)).filter(hero_points_spent__gt=0)
        if characters is not None:
            rows = rows.filter(pk__in=[one.pk for one in characters])
        spent = list(rows.select_related("campaign"))
        for character in spent:
            left = hero_points_left(character)
            character.hero_points_spent = 0
            character.save(update_fields=["hero_points_spent"])
            full = hero_points_left(character)
            change(character, "hero-points", left, full, reason=scene or "scene", by=by, at=at)
    return len(spent)


def _require_may_speak(character: Character, by: User, rules: TableRules) -> None:
    spoken_for = character.rank == Character.Rank.SECONDARY and rules.secondary_in_plot == "director"
    if spoken_for and not is_director(by, character.campaign):
        raise PermissionDenied(_("In the plot the director speaks for a secondary (CHAR-2)."))
