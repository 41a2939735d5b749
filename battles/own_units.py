"""Units of a campaign's own: what may be said of one, and the unit that a battle gets of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from battles.models import OwnUnit
from battles.plans import UnitPlan
from battles.stock import unit_from_stock
from campaign.catalogue import catalogue_of
from campaign.models import Campaign
from rulebook.errors import Unreadable
from rulebook.saga.catalogue.own import Catalogue

OWN = "own:"
BOUNDS: Mapping[str, tuple[int, int]] = {
    "strength": (1, 99),
    "armor": (0, 99),
    "willpower": (0, 99),
    "exertion": (0, 9),
    "break_": (0, 20),
    "reaction": (0, 20),
    "move": (0, 12),
    "reach_low": (1, 12),
    "reach_high": (1, 12),
}


def own_units_in(campaign: Campaign) -> QuerySet[OwnUnit]:
    """The campaign's own units that are not retired, by name."""
    return campaign.own_units.filter(retired_at__isnull=True)


def own_unit_of(campaign: Campaign, entry: str) -> OwnUnit | None:
    """The own unit behind a choice such as `own:12`; None for an entry of the catalogue and for nothing."""
    number = entry.removeprefix(OWN)
    if not entry.startswith(OWN) or not number.isdecimal() or len(number) > 18:
        return None
    return own_units_in(campaign).filter(pk=int(number)).first()


def figures_of_base(base: str, catalogue: Catalogue) -> dict[str, int]:
    """The figures that a catalogue entry has by itself. Raises `unknown-entry` (Unreadable)."""
    unit = unit_from_stock(base, unit_id="n1", name="", side="b", catalogue=catalogue)
    figures = {name: getattr(unit, name) for name in BOUNDS if not name.startswith("reach")}
    return figures | {"reach_low": unit.reach[0], "reach_high": unit.reach[1]}


def checked_figures(base: str, figures: Mapping[str, int], catalogue: Catalogue) -> dict[str, int]:
    """All figures of an own unit, those not given as the catalogue has them.

    Raises Unreadable `unknown-entry`, `bad-figure` with the field in `data["field"]`, `bad-reach`.
    """
    whole = figures_of_base(base, catalogue) | dict(figures)
    for name, value in whole.items():
        low, high = BOUNDS.get(name, (1, 0))
        if not low <= value <= high:
            data = {"field": name, "low": low, "high": high, "value": value}
            raise Unreadable("bad-figure", f"{name} goes from {low} to {high}, not {value}.", data)
    if whole["reach_low"] > whole["reach_high"]:
        data = {"low": whole["reach_low"], "high": whole["reach_high"]}
        raise Unreadable("bad-reach", f"{data['low']} to {data['high']} reaches nothing.", data)
    return whole


def own_plan(own: OwnUnit) -> UnitPlan:
    """The unit as a battle gets it: the catalogue's body, abilities and passives with the campaign's figures."""
    catalogue = catalogue_of(own.campaign)
    stock = unit_from_stock(own.base, unit_id="n1", name=own.name, side="b", catalogue=catalogue)
    figures = checked_figures(own.base, own.figures, catalogue)
    reach = figures.pop("reach_low"), figures.pop("reach_high")
    given: dict[str, Any] = dict(figures)
    return replace(stock, name=own.name, reach=reach, **given)
