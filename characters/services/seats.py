"""A seat changes hands: a former player's characters go to a new one, without what was private to the one before."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import players_of
from characters import seats
from characters.models import Character, Claim, SeatChange
from characters.selectors import LIVING
from characters.services.log import change, fall_silent, tell_player
from characters.services.petitions import drop_petitions
from rulebook.errors import Illegal


def hand_seat_over(*, campaign: Campaign, before: User, after: User, by: User, at: datetime) -> tuple[Character, ...]:
    """Every living character of a player who no longer plays goes to another, with its claims and running battles.

    The new player has a full turn's time there; private notes are sealed, petitions and early turns void, drafts stay
    with whoever wrote them. What happened stays as it was. Raises PermissionDenied, Illegal `still-plays`,
    `not-a-player`, `seat-taken` for one who has characters, `empty-seat`.
    """
    require_director(by, campaign)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        moved = _check(campaign, before, after)
        for character in moved:
            _move(character, after, by, at)
        Claim.objects.filter(player=before, dead__campaign=campaign, settled_at__isnull=True).update(player=after)
        seats.tell_moved(seats.Move(campaign, before, after, tuple(one.pk for one in moved)), by, at)
    return tuple(moved)


def _check(campaign: Campaign, before: User, after: User) -> list[Character]:
    players = set(players_of(campaign).values_list("pk", flat=True))
    if before.pk in players:
        raise Illegal("still-plays", f"{before} plays in {campaign}.", {"player": before.shown_name})
    if after.pk not in players:
        raise Illegal("not-a-player", f"{after} does not play in {campaign}.", {"player": after.shown_name})
    living = campaign.characters.filter(status__in=LIVING)
    if living.filter(player=after).exists():
        raise Illegal("seat-taken", f"{after} has characters here.", {"player": after.shown_name})
    left = list(living.filter(player=before).select_for_update(of=("self",)).select_related("campaign", "player"))
    if not left:
        raise Illegal("empty-seat", f"{before} left no living character.", {"player": before.shown_name})
    return left


def _move(character: Character, after: User, by: User, at: datetime) -> None:
    before = character.player
    drop_petitions(character, by, at)
    fall_silent(character, "returned", "at-door", at=at)
    SeatChange.objects.create(
        character=character, before=before, after=after, sealed_notes=character.private_notes, by=by, at=at
    )
    character.player, character.private_notes = after, ""
    character.save(update_fields=["player", "private_notes"])
    change(character, "player", before.shown_name, after.shown_name, reason="seat", by=by, at=at)
    tell_player(character, "seat", by=by, at=at)
