"""Making a character: drafted, proposed, revised, approved or returned, brought in, its words edited."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.catalogue import catalogue_of
from campaign.guards import require_director
from campaign.models import Campaign, Membership
from campaign.selectors import is_director, table_rules
from campaign.services import set_door
from characters.guards import require_owner
from characters.models import Character, Claim, RenownEntry
from characters.proposals import BrokenRules, Proposal, broken_rules
from characters.selectors import drafts_of, open_claims, party_of
from characters.services.log import change, fall_silent, locked, tell_directors, tell_player
from rulebook.errors import Illegal, TooLate
from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from rulebook.saga.catalogue import Figures
from rulebook.saga.renown import FIRST_LEVEL
from rulebook.saga.rules import Rank

REVISABLE = (Character.Status.DRAFT, Character.Status.PROPOSED, Character.Status.RETURNED)
MOST_DRAFTS = 5
FIGURES = ("strength", "armor", "willpower", "exertion", "break_value", "reaction")
REVISED = ("name", "rank", "class_key", *FIGURES, *CAMPAIGN_ATTRIBUTES)
# The log names figures as the rulebook does.
FIELD_NAMES = {"break_value": "break_"}


def propose_character(*, campaign: Campaign, player: User, by: User, proposal: Proposal, at: datetime) -> Character:
    """A new character of a player's (CHAR-1 to CHAR-6). It waits for the director, unless a director makes it.

    Raises PermissionDenied when `by` is neither the player nor a director, Illegal with `campaign-closed`,
    `not-a-player`, `no-claim` or `claim-of-another-rank`, and BrokenRules with every rule that the proposal breaks.
    """
    if by.pk != player.pk:
        require_director(by, campaign)
    if campaign.status == Campaign.Status.CLOSED:
        raise Illegal("campaign-closed", f"{campaign} is closed.")
    with transaction.atomic():
        membership = _player_locked(campaign, player)
        _check(proposal, membership, party_of(player, campaign))
        character = Character(campaign=campaign, player=player)
        write_proposal(character, proposal)
        character.save()
        reserve_claim(character, proposal.heir_of)
        if is_director(by, campaign):
            _admit(character, by, at)
        else:
            tell_directors(character, "proposed", by=by, at=at)
    return character


def save_draft(
    *, campaign: Campaign, player: User, proposal: Proposal, character: Character | None = None
) -> Character:
    """A sheet in the making, which nobody but its player sees and no rule judges yet.

    Raises Illegal `not-a-player`, `too-many-drafts`, TooLate `already-decided` for one that was sent already.
    """
    with transaction.atomic():
        _player_locked(campaign, player)
        if character is None:
            _check_drafts(campaign, player)
            character = Character(campaign=campaign, player=player, status=Character.Status.DRAFT)
        else:
            require_owner(player, character)
            character = locked(character)
            if character.status != Character.Status.DRAFT:
                raise _decided(character)
        write_proposal(character, proposal)
        character.save()
    return character


def revise_character(*, character: Character, by: User, proposal: Proposal, at: datetime) -> Character:
    """The same proposal with other figures or words; a draft or a returned one goes to the director (again).

    What changed since the director last saw it is on the sheet's log.

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
        before = None if character.status == Character.Status.DRAFT else _shown(character)
        write_proposal(character, proposal)
        if before is not None:
            _log_revision(character, before, by, at)
        reserve_claim(character, proposal.heir_of)
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
        if character.campaign.door_open:
            _admit(character, by, at)
        else:
            _let_wait(character, by, at)
    return character


def bring_in(*, character: Character, by: User, at: datetime) -> Character:
    """The director opens the door to one approved character (CHAR-3). Raises `not-at-the-door` (TooLate)."""
    require_director(by, character.campaign)
    with transaction.atomic():
        character = locked(character)
        if character.status != Character.Status.AT_DOOR:
            raise TooLate("not-at-the-door", f"{character} is {character.status}.", {"status": str(character.status)})
        _admit(character, by, at)
    return character


def open_door(*, campaign: Campaign, by: User, at: datetime) -> int:
    """Whoever waits comes in, and so does from now on whoever is approved (CHAR-3); returns how many came in."""
    with transaction.atomic():
        set_door(campaign=campaign, by=by, is_open=True)
        waiting = campaign.characters.filter(status=Character.Status.AT_DOOR)
        return len([bring_in(character=one, by=by, at=at) for one in waiting.select_related("campaign", "player")])


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


def write_proposal(character: Character, proposal: Proposal) -> None:
    catalogue = catalogue_of(character.campaign)
    entry = catalogue.class_entry(proposal.class_key)
    character.name, character.rank, character.clan = proposal.name, proposal.rank, proposal.clan
    character.class_key, character.race, character.reaction = entry.key, entry.race.key, proposal.reaction
    character.abilities = catalogue.abilities_at(entry, FIRST_LEVEL)
    character.portrait, character.appearance = proposal.portrait, proposal.appearance
    character.history, character.private_notes = proposal.history, proposal.private_notes
    write_figures(character, proposal.figures)
    for name, value in proposal.attributes.items():
        setattr(character, name, value)


def write_figures(character: Character, figures: Figures) -> None:
    character.strength, character.armor, character.willpower = figures.strength, figures.armor, figures.willpower
    character.exertion, character.break_value = figures.exertion, figures.break_


def reserve_claim(character: Character, dead_id: int | None) -> None:
    """Let a new character be the heir of a dead one of its rank, or of nobody (HEIR-1).

    Raises Illegal `no-claim` where the player has none that is free, `claim-of-another-rank`.
    """
    Claim.objects.filter(heir=character, settled_at__isnull=True).exclude(dead=dead_id).update(heir=None)
    if dead_id is None:
        return
    claims = open_claims(character.player, character.campaign).select_for_update(of=("self",))
    claim = claims.filter(dead=dead_id).first()
    if claim is None or claim.heir_id not in (None, character.pk):
        raise Illegal("no-claim", f"{character.player} has no claim to inherit from {dead_id}.")
    if claim.rank != character.rank:
        message = f"An heir of {claim.dead} is a {claim.rank}, not a {character.rank}."
        raise Illegal("claim-of-another-rank", message, {"rank": claim.rank})
    claim.heir = character
    claim.save(update_fields=["heir"])


def _check_drafts(campaign: Campaign, player: User) -> None:
    if drafts_of(player, campaign).count() >= MOST_DRAFTS:
        raise Illegal("too-many-drafts", f"{player} has {MOST_DRAFTS} drafts already.", {"most": MOST_DRAFTS})


def _shown(character: Character) -> dict[str, object]:
    return {name: getattr(character, name) for name in REVISED}


def _log_revision(character: Character, before: dict[str, object], by: User, at: datetime) -> None:
    for name, after in _shown(character).items():
        if before[name] != after:
            change(character, FIELD_NAMES.get(name, name), before[name], after, reason="revised", by=by, at=at)


def _let_wait(character: Character, by: User, at: datetime) -> None:
    character.status, character.director_note = Character.Status.AT_DOOR, ""
    character.save(update_fields=["status", "director_note"])
    change(character, "status", "", character.status, reason="approved", by=by, at=at)
    fall_silent(character, "proposed", "returned", at=at)
    tell_player(character, "at-door", by=by, at=at)


def _admit(character: Character, by: User, at: datetime) -> None:
    character.status, character.director_note = Character.Status.ACTIVE, ""
    if character.rank == Character.Rank.HERO:
        character.hero_since = at
    character.save(update_fields=["status", "director_note", "hero_since"])
    change(character, "status", "", character.status, reason="approved", by=by, at=at)
    fall_silent(character, "proposed", "returned", "at-door", at=at)
    tell_player(character, "approved", by=by, at=at)
    _inherit(character, by, at)


def _inherit(heir: Character, by: User, at: datetime) -> None:
    """What the dead one leaves (HEIR-1); it was not earned in this life."""
    claim = Claim.objects.filter(heir=heir, settled_at__isnull=True).select_related("dead").first()
    if claim is None:
        return
    claim.outcome, claim.settled_at = Claim.Outcome.INHERITED, at
    claim.save(update_fields=["outcome", "settled_at"])
    if claim.amount:
        RenownEntry.objects.create(
            character=heir,
            kind=RenownEntry.Kind.INHERITED,
            amount=claim.amount,
            reason=claim.dead.name,
            by=by,
            at=at,
        )
        change(heir, "renown", 0, claim.amount, reason="inherited", by=by, at=at)


def _decided(character: Character) -> TooLate:
    return TooLate("already-decided", f"{character} is {character.status} already.", {"status": str(character.status)})
