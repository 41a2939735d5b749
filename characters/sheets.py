"""A character's sheet as one viewer may see it: everything a page or the API shows, asked once."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from campaign.selectors import table_rules
from characters.models import BattleRecord, Character, RenownEntry, SheetChange, Wound
from characters.selectors import EARNED_KINDS, figures_of, may_change
from characters.standing import Standing, standing_of
from rulebook.saga.catalogue import Figures
from rulebook.saga.renown import LAST_LEVEL, promotion_cost
from rulebook.saga.rules import Rank
from rulebook.saga.wounds import strength_total

CHANGES_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the viewer sees. `private_notes` is None for whoever may not read them.

    `strength` is the maximum of now: the base less the open wounds (STAT-9). `promotion_cost` is
    None at the highest level.
    """

    character: Character
    figures: Figures
    strength: int
    open_wounds: int
    standing: Standing | None
    hero_points: int
    renown_held: int
    renown_earned: int
    promotion_cost: int | None
    ledger: tuple[RenownEntry, ...]
    wounds: tuple[Wound, ...]
    battles: tuple[BattleRecord, ...]
    changes: tuple[SheetChange, ...]
    private_notes: str | None

    @property
    def can_afford_promotion(self) -> bool:
        return self.promotion_cost is not None and self.renown_held >= self.promotion_cost


def sheet(character: Character, viewer: User | AnonymousUser) -> Sheet:
    """The sheet for one viewer; private notes are left out of it, not hidden in it."""
    rules = table_rules(character.campaign)
    ledger = tuple(character.renown_entries.all())
    wounds = tuple(character.wounds.all())
    still_open = sum(wound.healed_at is None for wound in wounds)
    rank: Rank = character.rank  # type: ignore[assignment]
    return Sheet(
        character=character,
        figures=figures_of(character),
        strength=strength_total(character.strength, still_open),
        open_wounds=still_open,
        standing=standing_of(character, viewer),
        hero_points=rules.hero_point_total(rank),
        renown_held=sum(entry.amount for entry in ledger),
        renown_earned=sum(entry.amount for entry in ledger if entry.kind in EARNED_KINDS),
        promotion_cost=promotion_cost(character.level + 1, rules) if character.level < LAST_LEVEL else None,
        ledger=ledger,
        wounds=wounds,
        battles=tuple(character.battle_records.all()),
        changes=tuple(character.changes.select_related("by")[:CHANGES_SHOWN]),
        private_notes=character.private_notes if may_change(character, viewer) else None,
    )
