"""The director's decisions over life and death outside a battle's result, and characters that leave the story.

Section 8 of the rules: DEATH-1 (the doomed hero's scene, a crucial decision), DEATH-3 and DEATH-5.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from characters.guards import require_owner
from characters.models import Character, Death
from characters.services.lasting import die
from characters.services.log import change, locked, tell_directors, tell_player
from characters.services.petitions import drop_petitions
from characters.standing import standing_of
from rulebook.errors import Illegal, Unreadable

WEIGHTY_RANKS = (Character.Rank.HERO, Character.Rank.COMPANION)


def stage_death(*, character: Character, by: User, words: str, at: datetime) -> Death:
    """The doomed hero's epic death, at the moment that fits the plot (DEATH-1).

    Raises PermissionDenied, Illegal `not-doomed`, `not-active`, `in-battle`, Unreadable `words-needed`.
    """
    require_director(by, character.campaign)
    with transaction.atomic():
        character = locked(character)
        _check_may_die(character, by, words)
        if character.doomed_at is None:
            raise Illegal("not-doomed", f"{character} is not doomed.")
        return die(character=character, rule="wounds", by=by, words=words, at=at)


def let_die(*, character: Character, by: User, words: str, weighty: bool, at: datetime) -> Death:
    """A death in a decision of the plot: a secondary in any (DEATH-3), a hero or companion only in a weighty one.

    `weighty` is the director's word that the plot is at a crucial point and the death carries weight (DEATH-1,
    DEATH-5). Raises PermissionDenied, Illegal `not-weighty`, `not-active`, `in-battle`, Unreadable `words-needed`.
    """
    require_director(by, character.campaign)
    with transaction.atomic():
        character = locked(character)
        _check_may_die(character, by, words)
        if character.rank in WEIGHTY_RANKS and not weighty:
            message = f"A {character.rank} dies in a decision only where the plot is at a crucial point."
            raise Illegal("not-weighty", message, {"rank": character.rank})
        return die(character=character, rule="decision", by=by, words=words, at=at)


def retire(*, character: Character, by: User, words: str, at: datetime) -> Character:
    """The character leaves the story alive; nothing is inherited, and its place is free.

    Raises PermissionDenied, Illegal `not-active`, `in-battle`, `doomed` (its death is owed, DEATH-1).
    """
    require_owner(by, character)
    with transaction.atomic():
        character = locked(character)
        _check_out_of_battle(character, by)
        if character.doomed_at is not None:
            raise Illegal("doomed", f"{character} is doomed and must die.")
        character.status = Character.Status.RETIRED
        character.save(update_fields=["status"])
        change(character, "status", Character.Status.ACTIVE, character.status, reason=words, by=by, at=at)
        drop_petitions(character, by, at)
        tell_player(character, "retired", by=by, at=at, reason=words)
        tell_directors(character, "retired", by=by, at=at, reason=words)
    return character


def _check_may_die(character: Character, by: User, words: str) -> None:
    _check_out_of_battle(character, by)
    if not words.strip():
        raise Unreadable("words-needed", "A death is told: its words are missing.")


def _check_out_of_battle(character: Character, by: User) -> None:
    if character.status != Character.Status.ACTIVE:
        raise Illegal("not-active", f"{character} is {character.status}, not active.")
    here = standing_of(character, by)
    if here is not None:
        raise Illegal("in-battle", f"{character} fights in {here.battle}.", {"battle": here.battle})
