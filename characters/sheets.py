"""A character's sheet as one viewer may see it: everything a page or the API shows, asked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from campaign.catalogue import catalogue_of
from campaign.selectors import is_director, table_rules
from characters.models import (
    BattleRecord,
    Character,
    Claim,
    Death,
    Item,
    Petition,
    RenownEntry,
    SeatChange,
    SheetChange,
    Wound,
)
from characters.selectors import EARNED_KINDS, figures_of, hero_points_left, items_of, may_change
from characters.standing import Standing, standing_of
from rulebook.saga.catalogue import TALENTS, Figures
from rulebook.saga.catalogue.items import with_item
from rulebook.saga.catalogue.own import Catalogue
from rulebook.saga.renown import LAST_LEVEL, promotion_cost
from rulebook.saga.rules import Rank
from rulebook.saga.wounds import strength_total

CHANGES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the viewer sees. `private_notes` is None for whoever may not read them, `petitions` are empty.

    `ready` holds the maxima that the next battle begins with: the base, less open wounds (STAT-9), with what is
    equipped (STAT-10); `talents` the ranks there, learned and from what is equipped (SK-345). `promotion_cost` is None
    at the highest level; `seats` are for the directors alone.
    """

    character: Character
    catalogue: Catalogue
    figures: Figures
    talents: Mapping[str, int]
    ready: Mapping[str, int]
    open_wounds: int
    standing: Standing | None
    hero_points: int
    hero_points_left: int
    renown_held: int
    renown_earned: int
    promotion_cost: int | None
    ledger: tuple[RenownEntry, ...]
    wounds: tuple[Wound, ...]
    battles: tuple[BattleRecord, ...]
    changes: tuple[SheetChange, ...]
    changes_in_all: int
    items: tuple[Item, ...]
    petitions: tuple[Petition, ...]
    death: Death | None
    claim: Claim | None
    seats: tuple[SeatChange, ...]
    private_notes: str | None

    @property
    def strength(self) -> int:
        return self.ready["strength"]

    @property
    def worn(self) -> Item | None:
        return next((item for item in self.items if item.equipped), None)

    @property
    def can_afford_promotion(self) -> bool:
        return self.promotion_cost is not None and self.renown_held >= self.promotion_cost

    def differences(self) -> tuple[tuple[str, int, int], ...]:
        """Where the running battle's maxima are not the sheet's: (figure, there, here). The battle's rule."""
        here = self.standing
        if here is None:
            return ()
        there = {name: getattr(here, f"max_{name}") for name in ("strength", "armor", "willpower")}
        return tuple((name, value, self.ready[name]) for name, value in there.items() if value != self.ready[name])


def sheet(character: Character, viewer: User | AnonymousUser) -> Sheet:
    """The sheet for one viewer; what is private is left out of it, not hidden in it."""
    rules = table_rules(character.campaign)
    ledger = tuple(character.renown_entries.all())
    wounds = tuple(character.wounds.all())
    still_open = sum(wound.healed_at is None for wound in wounds)
    items = tuple(items_of(character))
    catalogue = catalogue_of(character.campaign)
    move = catalogue.class_entry(character.class_key).move
    ready = _ready(character, move, still_open, next((item for item in items if item.equipped), None))
    traits = ready.pop("traits", {})
    mine = may_change(character, viewer)
    directs = is_director(viewer, character.campaign)
    log = character.changes.select_related("by")
    return Sheet(
        character=character,
        catalogue=catalogue,
        figures=figures_of(character),
        talents={key: rank for key, rank in traits.items() if key in TALENTS},
        ready=ready,
        open_wounds=still_open,
        standing=standing_of(character, viewer),
        hero_points=rules.hero_point_total(cast(Rank, character.rank)),
        hero_points_left=hero_points_left(character),
        renown_held=sum(entry.amount for entry in ledger),
        renown_earned=sum(entry.amount for entry in ledger if entry.kind in EARNED_KINDS),
        promotion_cost=promotion_cost(character.level + 1, rules) if character.level < LAST_LEVEL else None,
        ledger=ledger,
        wounds=wounds,
        battles=tuple(character.battle_records.all()),
        changes=tuple(log[:CHANGES_SHOWN]),
        changes_in_all=log.count(),
        items=items,
        petitions=tuple(character.petitions.select_related("by").order_by("-pk")[:10]) if mine else (),
        death=Death.objects.filter(character=character).first(),
        claim=Claim.objects.filter(dead=character).select_related("heir", "player").first(),
        seats=tuple(character.seat_changes.select_related("before", "after")) if directs else (),
        private_notes=character.private_notes if mine else None,
    )


def _ready(character: Character, move: int, wounds: int, worn: Item | None) -> dict[str, Any]:
    base = {
        "strength": strength_total(character.strength, wounds),
        "armor": character.armor,
        "willpower": character.willpower,
        "exertion": character.exertion,
        "break_": character.break_value,
        "reaction": character.reaction,
        "move": move,
        "evasion": 0,
        "deflection": 0,
        "traits": dict(character.talents),
    }
    return with_item(base, worn.effects) if worn else base
