"""What a player asks for a sheet: promotion, an item to buy, a companion to become the hero.

The director has the word on each.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from campaign.catalogue import catalogue_of
from campaign.guards import require_director
from campaign.selectors import is_director, table_rules
from characters.guards import require_owner
from characters.models import Character, Claim, Item, Petition, RenownEntry
from characters.proposals import BrokenRules
from characters.selectors import class_of, figures_of, living_characters, renown_held
from characters.services.log import change, fall_silent, locked, tell_directors, tell_player
from characters.services.making import write_figures
from rulebook.errors import Illegal, TooLate
from rulebook.saga.catalogue.items import ItemEntry, item_entry
from rulebook.saga.promotion import check_promotion, learned, promoted

Kind, Status = Petition.Kind, Petition.Status


def propose_promotion(
    *, character: Character, by: User, level: int, points: Mapping[str, int], at: datetime, reason: str = ""
) -> Petition:
    """Ask for `level`, the next one (PROM-1), with the attributes and talents that grow, in the rulebook's names.

    It waits for the director, unless a director asks: then it is done at once. Raises `already-promoted` (TooLate),
    `not-the-next-level`, `not-active`, `asked-already` (TooLate), PermissionDenied, and BrokenRules with every rule
    that it breaks.
    """
    require_owner(by, character)
    with transaction.atomic():
        character = locked(character)
        _check_promotion(character, level, points)
        grown = {name: more for name, more in points.items() if more}
        return _ask(Petition(character=character, kind=Kind.PROMOTION, level=level, points=grown), by, reason, at)


def propose_purchase(*, character: Character, by: User, item_key: str, at: datetime, reason: str = "") -> Petition:
    """Ask to buy an item of the catalogue with renown (PROM-1). It waits for the director, unless a director asks.

    Raises `unknown-item` (Unreadable), `not-for-sale`, `not-enough-renown`, `not-active`, `asked-already`,
    PermissionDenied.
    """
    require_owner(by, character)
    with transaction.atomic():
        character = locked(character)
        _check_purchase(character, item_entry(item_key))
        return _ask(Petition(character=character, kind=Kind.PURCHASE, item_key=item_key), by, reason, at)


def propose_succession(*, character: Character, by: User, at: datetime, reason: str = "") -> Petition:
    """Ask that a companion become the hero after the hero's death; nothing is inherited then (HEIR-2).

    Raises `not-a-companion`, `hero-lives`, `not-active`, `asked-already`, PermissionDenied.
    """
    require_owner(by, character)
    with transaction.atomic():
        character = locked(character)
        _check_succession(character)
        return _ask(Petition(character=character, kind=Kind.SUCCESSION), by, reason, at)


def approve_petition(*, petition: Petition, by: User, at: datetime) -> Petition:
    """The director says yes, and the sheet changes; the rules are asked once more.

    Raises PermissionDenied, `already-decided` (TooLate), and whatever stands against it by now.
    """
    require_director(by, petition.character.campaign)
    with transaction.atomic():
        row = _locked_petition(petition)
        _carry_out(row, by, at)
    return row


def return_petition(*, petition: Petition, by: User, word: str, at: datetime) -> Petition:
    """The director says no, with a word; nothing changes. Raises PermissionDenied, `already-decided` (TooLate)."""
    require_director(by, petition.character.campaign)
    with transaction.atomic():
        row = _locked_petition(petition)
        _close(row, Status.RETURNED, by, at, word=word)
        tell_player(row.character, f"{row.kind}-returned", by=by, at=at, about=str(row.pk), reason=word)
    return row


def withdraw_petition(*, petition: Petition, by: User, at: datetime) -> Petition:
    """The player thinks better of it. Raises PermissionDenied, `already-decided` (TooLate)."""
    require_owner(by, petition.character)
    with transaction.atomic():
        row = _locked_petition(petition)
        _close(row, Status.WITHDRAWN, by, at)
    return row


def promote(*, character: Character, by: User, level: int, points: Mapping[str, int], at: datetime) -> Character:
    """A director promotes at once; as `propose_promotion`."""
    require_director(by, character.campaign)
    return propose_promotion(character=character, by=by, level=level, points=points, at=at).character


def drop_petitions(character: Character, by: User | None, at: datetime) -> None:
    """Whatever waits for this character is void: it died, retired, or went to another player."""
    for row in character.petitions.filter(status=Status.WAITING).select_related("character__campaign"):
        _close(row, Status.WITHDRAWN, by, at)


def _ask(petition: Petition, by: User, reason: str, at: datetime) -> Petition:
    character = petition.character
    petition.by, petition.reason, petition.made_at = by, reason, at
    try:
        with transaction.atomic():
            petition.save()
    except IntegrityError:
        message = f"A {petition.kind} of {character} waits for the director already."
        raise TooLate("asked-already", message, {"kind": str(petition.kind)}) from None
    if is_director(by, character.campaign):
        _carry_out(petition, by, at)
    else:
        tell_directors(character, f"{petition.kind}-asked", by=by, at=at)
    return petition


def _carry_out(row: Petition, by: User, at: datetime) -> None:
    if row.kind == Kind.PROMOTION:
        _check_promotion(row.character, row.level or 0, row.points)
        _grow(row.character, row.points, by, at)
    elif row.kind == Kind.PURCHASE:
        entry = item_entry(row.item_key)
        _check_purchase(row.character, entry)
        _buy(row.character, entry, by, at)
    else:
        _check_succession(row.character)
        _succeed(row.character, by, at)
    _close(row, Status.APPROVED, by, at)
    told = {Kind.PROMOTION: "promoted", Kind.PURCHASE: "bought", Kind.SUCCESSION: "succeeded"}
    tell_player(row.character, told[Kind(row.kind)], by=by, at=at, about=str(row.pk), item=row.item_key)


def _locked_petition(petition: Petition) -> Petition:
    character = locked(petition.character)
    row = Petition.objects.get(pk=petition.pk)
    if row.status != Status.WAITING:
        raise TooLate("already-decided", f"This was decided already: {row.status}.", {"status": str(row.status)})
    row.character = character
    return row


def _close(row: Petition, status: Petition.Status, by: User | None, at: datetime, *, word: str = "") -> None:
    row.status, row.word, row.decided_by, row.decided_at = status, word, by, at
    row.save(update_fields=["status", "word", "decided_by", "decided_at"])
    fall_silent(row.character, f"{row.kind}-asked", at=at)


def _check_active(character: Character) -> None:
    if character.status != Character.Status.ACTIVE:
        raise Illegal("not-active", f"{character} is {character.status}, not active.")


def _check_promotion(character: Character, level: int, points: Mapping[str, int]) -> None:
    _check_active(character)
    if character.level >= level:
        raise TooLate("already-promoted", f"{character} has level {character.level} already.", {"level": level})
    if level != character.level + 1:
        message = f"{character} has level {character.level}; level {level} is not the next one."
        raise Illegal("not-the-next-level", message, {"next": character.level + 1})
    held, rules = renown_held(character), table_rules(character.campaign)
    figures, talents = figures_of(character), character.talents
    broken = check_promotion(class_of(character), figures, character.level, held, points, rules, talents)
    if broken:
        raise BrokenRules(broken)


def _check_purchase(character: Character, entry: ItemEntry) -> None:
    _check_active(character)
    if entry.heirloom:
        raise Illegal("not-for-sale", f"{entry.key} is given by the director, not sold.", {"item": entry.key})
    held = renown_held(character)
    if held < entry.price:
        message = f"{entry.key} costs {entry.price} renown; there are {held}."
        raise Illegal("item-too-dear", message, {"cost": entry.price, "renown": held})


def _check_succession(character: Character) -> None:
    _check_active(character)
    if character.rank != Character.Rank.COMPANION:
        raise Illegal("not-a-companion", f"{character} is a {character.rank}; a companion becomes the hero.")
    living = living_characters(character.player, character.campaign)
    if living.filter(rank=Character.Rank.HERO).exists():
        raise Illegal("hero-lives", f"{character.player} has a hero, in play or on the way.")


def _grow(character: Character, points: Mapping[str, int], by: User, at: datetime) -> None:
    rules, before, held = table_rules(character.campaign), figures_of(character), renown_held(character)
    talents, catalogue = character.talents, catalogue_of(character.campaign)
    entry = catalogue.class_entry(character.class_key)
    after, level, left = promoted(entry, before, character.level, held, points, rules, talents)
    for (name, old), (_name, new) in zip(before.items(), after.items(), strict=True):
        if old != new:
            change(character, name, old, new, reason="promotion", by=by, at=at)
    _learn(character, learned(talents, points), by, at)
    change(character, "level", character.level, level, reason="promotion", by=by, at=at)
    _pay(character, RenownEntry.Kind.PROMOTION, held, held - left, by, at)
    write_figures(character, after)
    character.level = level
    character.abilities = catalogue.grown(character.abilities, entry, level)
    character.save()


def _learn(character: Character, after: Mapping[str, int], by: User, at: datetime) -> None:
    for key, rank in after.items():
        before = character.talents.get(key, 0)
        if rank != before:
            change(character, key, before, rank, reason="promotion", by=by, at=at)
    character.talents = dict(after)


def _buy(character: Character, entry: ItemEntry, by: User, at: datetime) -> None:
    _pay(character, RenownEntry.Kind.ITEM, renown_held(character), entry.price, by, at, reason=entry.key)
    Item.objects.create(
        campaign=character.campaign,
        bearer=character,
        key=entry.key,
        level=entry.level,
        effects=dict(entry.effects),
        made_at=at,
    )
    change(character, "item", "", entry.key, reason="bought", by=by, at=at)


def _succeed(character: Character, by: User, at: datetime) -> None:
    character.rank, character.hero_since = Character.Rank.HERO, at
    character.save(update_fields=["rank", "hero_since"])
    change(character, "rank", Character.Rank.COMPANION, Character.Rank.HERO, reason="succession", by=by, at=at)
    waived = Claim.objects.filter(
        player=character.player, dead__campaign=character.campaign, rank=Character.Rank.HERO, settled_at__isnull=True
    )
    waived.update(outcome=Claim.Outcome.WAIVED, settled_at=at)


def _pay(
    character: Character, kind: RenownEntry.Kind, held: int, cost: int, by: User, at: datetime, *, reason: str = ""
) -> None:
    RenownEntry.objects.create(character=character, kind=kind, amount=-cost, reason=reason, by=by, at=at)
    change(character, "renown", held, held - cost, reason=kind, by=by, at=at)
