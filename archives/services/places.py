"""Places kept for the people of an archive: taken by following a link, and everything in them goes along."""

from __future__ import annotations

from datetime import datetime

from django.db import models, transaction

from accounts.models import User
from archives.ids import replaced
from archives.models import Place, new_token
from archives.tables import columns_naming_users
from battles.models import Battle
from campaign.guards import require_director
from campaign.models import Campaign, Membership
from campaign.services import remove_member
from campaign.services.telling import tell_directors
from rulebook.errors import Illegal, TooLate
from story.models import Audience, AudienceReader, FrameVote, Post
from turns.models import Turn

COLUMNS = ("draft", "plan", "setup", "state", "result")


def renew_place(*, place: Place, by: User) -> Place:
    """Another link for a place; the old one leads nowhere. Raises PermissionDenied."""
    require_director(by, place.campaign)
    place.token = new_token()
    place.save(update_fields=["token"])
    return place


def give_up_place(*, place: Place, by: User, at: datetime) -> None:
    """Nobody is waited for any more: the stand-in is a former member. Raises PermissionDenied."""
    require_director(by, place.campaign)
    with transaction.atomic():
        membership = Membership.objects.get(campaign=place.campaign, user=place.stand_in)
        remove_member(membership=membership, by=by, at=at)
        place.delete()


def take_place(*, token: str, user: User, at: datetime) -> Campaign:
    """The user becomes who the place was kept for: their characters, posts, private passages, units.

    Raises TooLate `place-taken` for a link that leads nowhere any more; Illegal `belongs-already` for somebody who
    belongs to the campaign by another way, `campaign-closed`.
    """
    with transaction.atomic():
        place = Place.objects.select_for_update(of=("self",)).select_related("campaign", "stand_in").filter(token=token)
        found = place.first()
        if found is None:
            raise TooLate("place-taken", "This link leads nowhere any more.")
        _check(found.campaign, user)
        _move(found.campaign, found.stand_in, user)
        tell_directors(Membership.objects.get(campaign=found.campaign, user=user), "joined", at)
        found.stand_in.delete()
    return found.campaign


def _check(campaign: Campaign, user: User) -> None:
    if campaign.status == Campaign.Status.CLOSED:
        raise Illegal("campaign-closed", f"{campaign} is closed.")
    mine = Membership.objects.filter(campaign=campaign, user=user)
    if mine.filter(left_at__isnull=True).exists() or campaign.characters.filter(player=user).exists():
        raise Illegal("belongs-already", f"{user} belongs to {campaign} already.")
    mine.delete()


def _move(campaign: Campaign, stand_in: User, user: User) -> None:
    """Everything that names the stand-in names the user. A stand-in has nothing outside its one campaign."""
    for model, name in columns_naming_users():
        if model is not Place:
            model._default_manager.filter(**{name: stand_in}).update(**{name: user})
    people = {stand_in.pk: user.pk}
    for battle in Battle.objects.select_for_update(of=("self",)).filter(campaign=campaign).order_by("pk"):
        _move_in_battle(battle, people)
    for vote in FrameVote.objects.filter(frame__post__scene__campaign=campaign, voter=f"p{stand_in.pk}"):
        _set(vote, "voter", f"p{user.pk}")
    for post in Post.objects.filter(scene__campaign=campaign).exclude(meant_for={}):
        _set(post, "meant_for", replaced({"meant_for": post.meant_for}, people)["meant_for"])
    for audience in Audience.objects.filter(scene__campaign=campaign, people__user=user):
        inside = AudienceReader.objects.filter(audience=audience).values_list("user_id", flat=True)
        _set(audience, "key", ".".join(map(str, sorted(inside))))


def _move_in_battle(battle: Battle, people: dict[int, int]) -> None:
    for name in COLUMNS:
        setattr(battle, name, replaced({name: getattr(battle, name)}, people)[name])
    battle.save(update_fields=COLUMNS)
    for event in battle.events.all():
        _set(event, "data", replaced({"data": event.data}, people)["data"])
    for post in battle.posts.all():
        _set(post, "notes", replaced({"notes": post.notes}, people)["notes"])
    for before, after in people.items():
        Turn.objects.filter(battle=battle, who=f"u{before}").update(who=f"u{after}")


def _set(row: models.Model, name: str, value: object) -> None:
    if getattr(row, name) != value:
        setattr(row, name, value)
        row.save(update_fields=[name])
