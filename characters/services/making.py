"""Making a character: proposed, revised, approved or returned, its words edited, promoted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Campaign, Membership
from campaign.selectors import is_director, table_rules
from characters.guards import require_owner
from characters.models import Character, RenownEntry
from characters.proposals import BrokenRules, Proposal, broken_rules
from characters.selectors import figures_of, party_of, renown_held
from characters.services.log import change, fall_silent, locked, tell_directors, tell_player
from rulebook.errors import Illegal, TooLate
from rulebook.saga.catalogue import Figures, class_entry
from rulebook.saga.creation import check_promotion, promoted
from rulebook.saga.renown import ability_rank, promotion_cost
from rulebook.saga.rules import Rank

REVISABLE = (Character.Status.PROPOSED, Character.Status.RETURNED)


def propose_character(*, campaign: Campaign, player: User, by: User, proposal: Proposal, at: datetime) -> Character:
    """A new character of a player's (CHAR-1 to CHAR-6). It waits for the director, unless a director makes it.

    Raises PermissionDenied when `by` is neither the player nor a director, Illegal with
    `campaign-closed` or `not-a-player`, and BrokenRules with every rule that the proposal breaks.
    """
    if by.pk != player.pk:
        require_director(by, campaign)
    if campaign.status == Campaign.Status.CLOSED:
        raise Illegal("campaign-closed", f"{campaign} is closed.")
    with transaction.atomic():
        membership = _player_locked(campaign, player)
        _check(proposal, membership, party_of(player, campaign))
        character = Character(campaign=campaign, player=player)
        _write(character, proposal)
        character.save()
        if is_director(by, campaign):
            _admit(character, by, at)
        else:
            tell_directors(character, "proposed", by=by, at=at)
    return character


def revise_character(*, character: Character, by: User, proposal: Proposal, at: datetime) -> Character:
    """The same proposal with other figures or words; a returned one goes to the director again.

    Raises PermissionDenied for anyone but the player and the directors, `already-decided` (TooLate)
    once it was approved, and BrokenRules.
    """
    require_owner(by, character)
    with transaction.atomic():
        membership = _player_locked(character.campaign, character.player)
        character = locked(character)
        if character.status not in REVISABLE:
            raise _decided(character)
        _check(proposal, membership, party_of(character.player, character.campaign, without=character))
        _write(character, proposal)
        character.status = Character.Status.PROPOSED
        character.save()
        tell_directors(character, "proposed", by=by, at=at)
    return character


def withdraw_proposal(*, character: Character, by: User, at: datetime) -> None:
    """The player takes back a character that was never approved; nothing of it stays."""
    require_owner(by, character)
    with transaction.atomic():
        character = locked(character)
        if character.status not in REVISABLE:
            raise _decided(character)
        fall_silent(character, "proposed", "returned", at=at)
        character.delete()


def approve_character(*, character: Character, by: User, at: datetime) -> Character:
    """The director lets a proposed character in. Raises `already-decided` (TooLate)."""
    require_director(by, character.campaign)
    with transaction.atomic():
        character = locked(character)
        if character.status != Character.Status.PROPOSED:
            raise _decided(character)
        _admit(character, by, at)
    return character


def return_character(*, character: Character, by: User, word: str, at: datetime) -> Character:
    """The director sends a proposed character back with a word. Raises `already-decided` (TooLate)."""
    require_director(by, character.campaign)
    with transaction.atomic():
        character = locked(character)
        if character.status != Character.Status.PROPOSED:
            raise _decided(character)
        character.status, character.director_note = Character.Status.RETURNED, word
        character.save(update_fields=["status", "director_note"])
        fall_silent(character, "proposed", at=at)
        tell_player(character, "returned", by=by, at=at, reason=word)
    return character


def edit_texts(
    *, character: Character, by: User, portrait: str, appearance: str, history: str, private_notes: str
) -> None:
    """The character's picture and words, which no rule bounds; the player's and the directors' to edit."""
    require_owner(by, character)
    character.portrait, character.appearance = portrait, appearance
    character.history, character.private_notes = history, private_notes
    character.save(update_fields=["portrait", "appearance", "history", "private_notes"])


def promote(*, character: Character, by: User, level: int, points: Mapping[str, int], at: datetime) -> Character:
    """Promotion to `level`, the next one (PROM-1): paid in renown, points within the class caps, ability ranks.

    `points` names the attributes that grow, in the rulebook's names, and by how much. Raises
    `already-promoted` (TooLate) when the character has that level, `not-active`, and BrokenRules.
    """
    require_owner(by, character)
    with transaction.atomic():
        character = locked(character)
        if character.status != Character.Status.ACTIVE:
            raise Illegal("not-active", f"{character} is {character.status}, not active.")
        if character.level >= level:
            raise TooLate("already-promoted", f"{character} has level {character.level} already.", {"level": level})
        _pay_and_grow(character, points, by, at)
        tell_directors(character, "promoted", by=by, at=at)
        tell_player(character, "promoted", by=by, at=at)
    return character


def _player_locked(campaign: Campaign, player: User) -> Membership:
    """The player's membership, held: two proposals at once are looked at one after the other."""
    memberships = Membership.objects.select_for_update().filter(campaign=campaign, user=player, left_at__isnull=True)
    membership = memberships.filter(role=Membership.Role.PLAYER).first()
    if membership is None:
        raise Illegal("not-a-player", f"{player} does not play in {campaign}.", {"player": player.shown_name})
    return membership


def _check(proposal: Proposal, membership: Membership, party: tuple[Rank, ...]) -> None:
    rules = table_rules(membership.campaign)
    broken = broken_rules(proposal, party=party, membership=membership, rules=rules)
    if broken:
        raise BrokenRules(broken)


def _write(character: Character, proposal: Proposal) -> None:
    entry = class_entry(proposal.class_key)
    character.name, character.rank, character.clan = proposal.name, proposal.rank, proposal.clan
    character.class_key, character.race, character.reaction = entry.key, entry.race.key, proposal.reaction
    character.abilities = {key: ability_rank(1) for key in entry.abilities}
    character.portrait, character.appearance = proposal.portrait, proposal.appearance
    character.history, character.private_notes = proposal.history, proposal.private_notes
    _write_figures(character, proposal.figures)
    for name, value in proposal.attributes.items():
        setattr(character, name, value)


def _write_figures(character: Character, figures: Figures) -> None:
    character.strength, character.armor, character.willpower = figures.strength, figures.armor, figures.willpower
    character.exertion, character.break_value = figures.exertion, figures.break_


def _admit(character: Character, by: User, at: datetime) -> None:
    character.status, character.director_note = Character.Status.ACTIVE, ""
    if character.rank == Character.Rank.HERO:
        character.hero_since = at
    character.save(update_fields=["status", "director_note", "hero_since"])
    change(character, "status", "", character.status, reason="approved", by=by, at=at)
    fall_silent(character, "proposed", "returned", at=at)
    tell_player(character, "approved", by=by, at=at)


def _pay_and_grow(character: Character, points: Mapping[str, int], by: User, at: datetime) -> None:
    rules, before, held = table_rules(character.campaign), figures_of(character), renown_held(character)
    broken = check_promotion(character.class_key, before, character.level, held, points, rules)
    if broken:
        raise BrokenRules(broken)
    after, level, left = promoted(character.class_key, before, character.level, held, points, rules)
    for (name, old), (_name, new) in zip(before.items(), after.items(), strict=True):
        if old != new:
            change(character, name, old, new, reason="promotion", by=by, at=at)
    change(character, "level", character.level, level, reason="promotion", by=by, at=at)
    change(character, "renown", held, left, reason="promotion", by=by, at=at)
    RenownEntry.objects.create(
        character=character, kind=RenownEntry.Kind.PROMOTION, amount=-promotion_cost(level, rules), by=by, at=at
    )
    _write_figures(character, after)
    character.level = level
    character.abilities = {key: ability_rank(level) for key in character.abilities}
    character.save()


def _decided(character: Character) -> TooLate:
    return TooLate("already-decided", f"{character} is {character.status} already.", {"status": str(character.status)})
