"""A clan's caravan: days that pass and changes in the plot, each a line of its ledger (CARA-1 to CARA-3).

The rulebook proposes what a day costs; the director confirms it, or says why it is otherwise.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from campaign.models import CaravanEntry, Clan
from campaign.selectors import caravan_of, latest_entry, table_rules
from rulebook.errors import TooLate, Unreadable
from rulebook.saga.campaign import MOST_MORALE, Caravan, Day, after_hunger, pass_day

Kind = CaravanEntry.Kind

MOST = 1_000_000
LONGEST_REASON = 300
FIGURES = tuple(field.name for field in dataclasses.fields(Caravan))


def record_day(
    *,
    clan: Clan,
    by: User,
    day: Day,
    figures: Mapping[str, int],
    reason: str,
    healed: Sequence[str],
    seen: int,
    key: str,
    at: datetime,
) -> CaravanEntry:
    """Write a day down as the director confirms it; `healed` names whom its rest healed.

    `seen` is the ledger's newest line that the director looked at. Raises PermissionDenied; TooLate `caravan-changed`;
    Unreadable `unknown-day`, `bad-figure`, and `reason-needed` where the figures are not those proposed. The same key
    gives the same line again.
    """
    require_director(by, clan.campaign)
    with transaction.atomic():
        clan = locked_clan(clan)
        earlier = clan.entries.filter(key=key).first()
        if earlier is not None:
            return earlier
        _check_seen(clan, seen)
        before = caravan_of(clan)
        passed = pass_day(before, day, table_rules(clan.campaign))
        proposed = after_hunger(passed)
        after = _checked(figures)
        if after != proposed and not reason.strip():
            raise Unreadable("change-unexplained", "Figures other than those proposed need a reason.")
        _write(clan, after)
        return _line(
            clan, day, before, after, by=by, at=at, reason=reason, key=key, proposed=proposed,
            unfed=passed.unfed, healed=healed,
        )  # fmt: skip


def change_caravan(
    *,
    clan: Clan,
    by: User,
    figures: Mapping[str, int],
    reason: str,
    seen: int,
    key: str,
    at: datetime,
    battle_code: str = "",
) -> CaravanEntry:
    """Set a caravan's figures: supplies found, people who join or are lost, what a battle cost (CONS-1).

    Raises PermissionDenied; TooLate `caravan-changed`; Unreadable `bad-figure`, `change-unexplained`,
    `nothing-changed`. The same key gives the same line again.
    """
    require_director(by, clan.campaign)
    if not reason.strip():
        raise Unreadable("change-unexplained", "A change needs its reason.")
    with transaction.atomic():
        clan = locked_clan(clan)
        earlier = clan.entries.filter(key=key).first()
        if earlier is not None:
            return earlier
        _check_seen(clan, seen)
        before, after = caravan_of(clan), _checked(figures)
        if after == before:
            raise Unreadable("nothing-changed", "These are the figures as they are.")
        _write(clan, after)
        kind = Kind.BATTLE if battle_code else Kind.CHANGE
        return _line(clan, kind, before, after, by=by, at=at, reason=reason, key=key, battle_code=battle_code)


def locked_clan(clan: Clan) -> Clan:
    """The clan's row as it is now, held until the transaction ends."""
    return Clan.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=clan.pk)


def _check_seen(clan: Clan, seen: int) -> None:
    last = latest_entry(clan)
    if seen != last:
        raise TooLate("caravan-changed", "The caravan was changed meanwhile; look at it again.", {"last": last})


def _checked(figures: Mapping[str, int]) -> Caravan:
    for name in FIGURES:
        most = MOST_MORALE if name == "morale" else MOST
        value = figures.get(name, -1)
        if not 0 <= value <= most:
            data = {"figure": name, "value": value, "most": most}
            raise Unreadable("bad-figure", f"{name} runs from 0 to {most}; {value} is none.", data)
    return Caravan(**{name: figures[name] for name in FIGURES})


def _write(clan: Clan, caravan: Caravan) -> None:
    for name in FIGURES:
        setattr(clan, name, getattr(caravan, name))
    clan.save(update_fields=FIGURES)


def _line(
    clan: Clan,
    kind: str,
    before: Caravan,
    after: Caravan,
    *,
    by: User,
    at: datetime,
    reason: str,
    key: str,
    proposed: Caravan | None = None,
    unfed: int = 0,
    healed: Sequence[str] = (),
    battle_code: str = "",
) -> CaravanEntry:
    return CaravanEntry.objects.create(
        clan=clan,
        kind=kind,
        before=dataclasses.asdict(before),
        proposed=dataclasses.asdict(proposed) if proposed else None,
        after=dataclasses.asdict(after),
        unfed=unfed,
        healed=list(healed),
        reason=reason.strip()[:LONGEST_REASON],
        battle_code=battle_code,
        key=key,
        by=by,
        at=at,
    )
