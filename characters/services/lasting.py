"""What battles and days leave on a sheet: battles fought, wounds, renown, doom and death.

Each verb may be called twice for the same battle and writes once: its code is the key.
`by` is the director who confirmed it, or None where the rules alone speak.
"""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.db import transaction

from accounts.models import User
from campaign.selectors import table_rules
from characters.models import BattleRecord, Character, Claim, Death, RenownEntry, Wound
from characters.selectors import open_wounds, renown_earned, renown_held
from characters.services.log import (
    by_director_or_rules,
    change,
    fall_silent,
    locked,
    logged,
    tell_player,
)
from characters.services.petitions import drop_petitions
from characters.standing import standing_of
from rulebook.errors import Illegal
from rulebook.saga.renown import inheritance
from rulebook.saga.rules import Rank

OUTCOMES = {True: "won", False: "lost", None: "undecided"}


def record_battle(
    *,
    character: Character,
    battle_code: str,
    battle_name: str,
    slots: int,
    friendly: bool,
    defeated: bool,
    won: bool | None,
    enemies_defeated: int,
    fought_at: datetime,
) -> BattleRecord:
    """That the character fought, with its rank of now: what ROST-1 to ROST-3 look back on."""
    with transaction.atomic():
        character = locked(character)
        record, created = BattleRecord.objects.get_or_create(
            character=character,
            battle_code=battle_code,
            defaults={
                "player": character.player,
                "battle_name": battle_name,
                "rank": character.rank,
                "slots": slots,
                "friendly": friendly,
                "defeated": defeated,
                "won": won,
                "enemies_defeated": enemies_defeated,
                "fought_at": fought_at,
            },
        )
        if created:
            change(
                character,
                "battle",
                "",
                OUTCOMES[won],
                reason=battle_name,
                by=None,
                at=fought_at,
                battle_code=battle_code,
            )
    return record


def open_wounds_from_battle(
    *, character: Character, battle_code: str, battle_name: str, wounds: int, by: User | None, at: datetime
) -> int:
    """Open so many wounds from one battle (WOUND-3); returns how many were new, 0 the second time."""
    by_director_or_rules(by, character)
    with transaction.atomic():
        character = locked(character)
        if wounds < 1 or character.wounds.filter(battle_code=battle_code).exists():
            return 0
        before = open_wounds(character)
        Wound.objects.bulk_create(
            Wound(character=character, battle_code=battle_code, source=battle_name, ordinal=number, opened_at=at)
            for number in range(1, wounds + 1)
        )
        _log_wounds(character, before, reason=battle_name, by=by, at=at, battle_code=battle_code)
        tell_player(character, "wounded", by=by, at=at, about=battle_code, battle=battle_name, wounds=wounds)
    return wounds


def heal(*, character: Character, by: User | None, at: datetime, wounds: int = 1, reason: str = "rest") -> int:
    """Close the oldest open wounds, one for each day of rest (HEAL-1); returns how many were closed.

    Raises PermissionDenied, and Illegal `in-battle`: who fights does not rest.
    """
    by_director_or_rules(by, character)
    with transaction.atomic():
        character = locked(character)
        here = standing_of(character, by) if by is not None else None
        if here is not None:
            raise Illegal("in-battle", f"{character} fights in {here.battle}.", {"battle": here.battle})
        before = open_wounds(character)
        closing = character.wounds.filter(healed_at__isnull=True).order_by("opened_at", "pk")[:wounds]
        healed = Wound.objects.filter(pk__in=[wound.pk for wound in closing]).update(healed_at=at)
        if healed:
            _log_wounds(character, before, reason=reason, by=by, at=at)
            tell_player(character, "healed", by=by, at=at)
    return healed


def earn_renown(
    *,
    character: Character,
    amount: int,
    by: User | None,
    at: datetime,
    kind: str = RenownEntry.Kind.BATTLE,
    reason: str = "",
    battle_code: str = "",
) -> RenownEntry:
    """One line of the ledger (PROM-1, REN-1); a battle pays a character once, whatever was asked again.

    `amount` may be negative in a correction. Raises `renown-below-zero` when it would leave less than nothing.
    """
    by_director_or_rules(by, character)
    with transaction.atomic():
        character = locked(character)
        if kind == RenownEntry.Kind.BATTLE:
            paid = character.renown_entries.filter(kind=kind, battle_code=battle_code).first()
            if paid is not None:
                return paid
        held = renown_held(character)
        if held + amount < 0:
            message = f"{character} holds {held} renown; {amount} would leave less than nothing."
            raise Illegal("renown-below-zero", message, {"held": held, "amount": amount})
        entry = RenownEntry.objects.create(
            character=character, kind=kind, amount=amount, reason=reason, battle_code=battle_code, by=by, at=at
        )
        change(character, "renown", held, held + amount, reason=reason or kind, by=by, at=at, battle_code=battle_code)
        tell_player(character, "renown", by=by, at=at, about=battle_code or str(entry.pk), amount=amount)
    return entry


def die(
    *,
    character: Character,
    rule: str,
    by: User | None,
    at: datetime,
    battle_code: str = "",
    words: str = "",
    roll: int | None = None,
    chance: int | None = None,
) -> Death:
    """The character dies by a rule of section 8 (or "decision"); once dead, the first death stands.

    What the player may claim for an heir is reckoned now (HEIR-1). `roll` and `chance` belong to a percentage death.
    """
    by_director_or_rules(by, character)
    with transaction.atomic():
        character = locked(character)
        death, created = Death.objects.get_or_create(
            character=character,
            defaults={
                "rule": rule,
                "battle_code": battle_code,
                "words": words,
                "roll": roll,
                "chance": chance,
                "decided_by": by,
                "at": at,
            },
        )
        if created:
            before, character.status = character.status, Character.Status.DEAD
            character.save(update_fields=["status"])
            change(character, "status", before, character.status, reason=rule, by=by, at=at, battle_code=battle_code)
            fall_silent(character, "doomed", at=at)
            drop_petitions(character, by, at)
            _leave_a_claim(character)
            tell_player(character, "died", by=by, at=at, reason=words, roll=roll, chance=chance)
    return death


def mark_doomed(*, character: Character, by: User | None, at: datetime, battle_code: str = "") -> None:
    """The hero must die at a moment that fits the plot, which the director stages (DEATH-1)."""
    by_director_or_rules(by, character)
    with transaction.atomic():
        character = locked(character)
        if character.doomed_at is not None:
            return
        character.doomed_at = at
        character.save(update_fields=["doomed_at"])
        change(character, "doomed", "", "doomed", reason="wounds", by=by, at=at, battle_code=battle_code)
        tell_player(character, "doomed", by=by, at=at)


def spare(*, character: Character, by: User, at: datetime, battle_code: str, words: str = "") -> None:
    """The director lets a character live that a boss claimed (DEATH-2), on record, once for each battle.

    Raises `already-dead` (Illegal) for a character whose death is on record.
    """
    by_director_or_rules(by, character)
    with transaction.atomic():
        character = locked(character)
        if character.status == Character.Status.DEAD:
            raise Illegal("already-dead", f"{character} is dead already.")
        if logged(character, "spared", battle_code):
            return
        change(character, "spared", "", "spared", reason=words or "boss", by=by, at=at, battle_code=battle_code)
        tell_player(character, "spared", by=by, at=at, about=battle_code, reason=words)


def _leave_a_claim(character: Character) -> None:
    amount = inheritance(
        cast(Rank, character.rank),
        earned=max(0, renown_earned(character)),
        held=renown_held(character),
        rules=table_rules(character.campaign),
    )
    Claim.objects.create(dead=character, player=character.player, rank=character.rank, amount=amount)


def _log_wounds(
    character: Character, before: int, *, reason: str, by: User | None, at: datetime, battle_code: str = ""
) -> None:
    change(character, "wounds", before, open_wounds(character), reason=reason, by=by, at=at, battle_code=battle_code)
