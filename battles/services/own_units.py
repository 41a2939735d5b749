"""A campaign's own units: written, changed, retired by its directors."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from battles.models import OwnUnit
from battles.own_units import checked_figures
from campaign.catalogue import catalogue_of
from campaign.guards import require_director
from campaign.models import Campaign
from rulebook.errors import Illegal, Unreadable

LONGEST_NAME = 60


def write_unit(
    *,
    campaign: Campaign,
    by: User,
    base: str,
    name: str,
    figures: Mapping[str, int],
    at: datetime,
    unit: OwnUnit | None = None,
) -> OwnUnit:
    """A new unit of the campaign's own, or another form of one. Battles that have it already keep what they have.

    Raises PermissionDenied; Unreadable `name-needed` and the codes of `checked_figures`; Illegal `unit-exists`.
    """
    require_director(by, campaign)
    wanted = " ".join(name.split())
    if not wanted or len(wanted) > LONGEST_NAME:
        raise Unreadable("name-needed", f"A unit has a name of at most {LONGEST_NAME} characters.")
    row = unit or OwnUnit(campaign=campaign)
    whole = checked_figures(base, figures, catalogue_of(campaign))
    row.base, row.name, row.figures, row.changed_at = base, wanted, whole, at
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise Illegal("unit-exists", f"There is a unit {wanted!r} already.", {"name": wanted}) from None
    return row


def retire_unit(*, unit: OwnUnit, by: User, at: datetime) -> None:
    """The unit can be added to no further battle. Raises PermissionDenied."""
    require_director(by, unit.campaign)
    unit.retired_at = at
    unit.save(update_fields=["retired_at"])
