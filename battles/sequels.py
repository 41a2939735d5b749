"""What a confirmed result leads to (CONS-1): promotions within reach, what a death asks for, the caravan, items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Sum

from accounts.models import User
from battles.models import Battle
from campaign.models import CaravanEntry, Clan
from campaign.selectors import is_director, table_rules
from characters.models import Character, Claim, Petition, RenownEntry
from characters.selectors import may_change
from rulebook.saga.renown import LAST_LEVEL, promotion_cost


@dataclass(frozen=True, slots=True)
class Promotion:
    """A promotion that the renown at hand would pay; `asked`: it waits for the director already."""

    character: Character
    level: int
    cost: int
    held: int
    asked: bool


@dataclass(frozen=True, slots=True)
class Sequels:
    """For one reader: those of their characters, or of all where they direct; the caravans are the directors'.

    `clans` come with whether the battle stands in their ledger already.
    """

    promotions: Sequence[Promotion]
    claims: Sequence[Claim]
    doomed: Sequence[Character]
    clans: Sequence[tuple[Clan, bool]]

    def __bool__(self) -> bool:
        return bool(self.promotions or self.claims or self.doomed or self.clans)


def sequels_of(battle: Battle, reader: User | AnonymousUser) -> Sequels:
    """What follows for this reader from a battle whose result the director has confirmed."""
    fought = [case["character"] for case in (battle.result or {}).get("cases", [])]
    rows = Character.objects.filter(pk__in=fought).select_related("campaign", "player", "clan").order_by("pk")
    theirs = [one for one in rows if may_change(one, reader)]
    directs = is_director(reader, battle.campaign)
    claims = Claim.objects.filter(dead__in=theirs, settled_at__isnull=True, heir__isnull=True)
    return Sequels(
        promotions=_promotions(battle, theirs),
        claims=list(claims.select_related("dead")),
        doomed=[one for one in theirs if directs and one.doomed_at and one.status == Character.Status.ACTIVE],
        clans=_clans(battle, theirs) if directs else (),
    )


def _promotions(battle: Battle, characters: Sequence[Character]) -> list[Promotion]:
    rules = table_rules(battle.campaign)
    able = [one for one in characters if one.status == Character.Status.ACTIVE and one.level < LAST_LEVEL]
    sums = RenownEntry.objects.filter(character__in=able).order_by().values_list("character").annotate(Sum("amount"))
    held: dict[int, int] = dict(sums)
    waiting = Petition.objects.filter(
        character__in=able, kind=Petition.Kind.PROMOTION, status=Petition.Status.WAITING
    ).values_list("character", flat=True)
    asked = set(waiting)
    reached = [(one, promotion_cost(one.level + 1, rules), held.get(one.pk, 0)) for one in able]
    return [
        Promotion(one, one.level + 1, cost, renown, one.pk in asked) for one, cost, renown in reached if renown >= cost
    ]


def _clans(battle: Battle, characters: Sequence[Character]) -> list[tuple[Clan, bool]]:
    clans = {one.clan.pk: one.clan for one in characters if one.clan is not None}
    written = set(CaravanEntry.objects.filter(clan__in=clans, battle_code=battle.code).values_list("clan", flat=True))
    return [(clan, pk in written) for pk, clan in clans.items()]
