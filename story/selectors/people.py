"""Who is who in a campaign's story: names for mentions and private passages, and as whom somebody may write."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from accounts.models import User
from campaign.models import Campaign, Membership
from campaign.selectors import DIRECTING, members_of, role_of, table_rules
from characters.models import Character
from markup.mentions import Name, Names, key_of
from rulebook.errors import Illegal, Unreadable
from story.models import Post

KNOWN = (Character.Status.ACTIVE, Character.Status.RETIRED, Character.Status.DEAD)
LONGEST_NAME = 80


def known_characters(campaign: Campaign) -> list[Character]:
    """The characters whom everybody may know of, those in play first."""
    rows = Character.objects.filter(campaign=campaign, status__in=KNOWN).order_by("pk")
    return sorted(rows, key=lambda one: one.status != Character.Status.ACTIVE)


def names_in(campaign: Campaign) -> Names:
    """Everybody who can be mentioned: characters by their names, members by theirs."""
    characters = [
        Name(one.name, reverse("characters:sheet", args=[one.pk]), one.player_id) for one in known_characters(campaign)
    ]
    people = [Name(form, "", user.pk) for user in _people(campaign) for form in _forms(user)]
    return Names(tuple(characters + people))


def audience_named(campaign: Campaign, names: Iterable[str]) -> dict[str, int]:
    """The user behind each of these names: a character's player, or a member.

    Raises Unreadable `unknown-name` for a name that nobody has, or that could be two people.
    """
    known: dict[str, set[int]] = defaultdict(set)
    active = {user.pk: user for user in _people(campaign)}
    for character in known_characters(campaign):
        if character.status == Character.Status.ACTIVE and character.player_id in active:
            known[key_of(character.name)].add(character.player_id)
    for user in active.values():
        for form in _forms(user):
            known[key_of(form)].add(user.pk)
    found: dict[str, int] = {}
    for name in names:
        users = known.get(key_of(name), set())
        if len(users) != 1:
            raise Unreadable("unknown-name", f"{name!r} names nobody here, or more than one.", {"name": name})
        found[name] = next(iter(users))
    return found


@dataclass(frozen=True, slots=True)
class Speaker:
    """As whom a post is written."""

    voice: str
    name: str
    character: Character | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Voice:
    """One of the voices a writer may choose from: what the form sends, and what it shows."""

    value: str
    label: str


def own_characters(user: User, campaign: Campaign) -> list[Character]:
    """The characters whom the user speaks for: their own, and whoever directs for every secondary.

    A secondary is its player's to speak for where the table says so (CHAR-2).
    """
    active = Character.objects.filter(campaign=campaign, status=Character.Status.ACTIVE).order_by("pk")
    own = active.filter(player=user)
    if not players_speak_for_secondaries(campaign):
        own = own.exclude(rank=Character.Rank.SECONDARY)
    if role_of(user, campaign) not in DIRECTING:
        return list(own)
    return list(dict.fromkeys([*own, *active.filter(rank=Character.Rank.SECONDARY)]))


def players_speak_for_secondaries(campaign: Campaign) -> bool:
    """Whether the table leaves secondaries to their players in the plot too (CHAR-2)."""
    return table_rules(campaign).secondary_in_plot == "player"


def voices_of(user: User, campaign: Campaign, *, in_character: bool) -> list[Voice]:
    """The voices that the user may write with, the likeliest first."""
    characters = [Voice(f"c{one.pk}", one.name) for one in own_characters(user, campaign)]
    own = [Voice("self", user.shown_name)]
    return characters + own if in_character else own + characters


def speaker_for(user: User, campaign: Campaign, *, voice: str, npc: str = "", hide_author: bool = False) -> Speaker:
    """Whom a form's fields mean. Raises Illegal `not-your-voice`; Unreadable `npc-without-name`, `text-too-long`."""
    if voice == "self":
        return Speaker(Post.Voice.SELF, user.shown_name)
    if voice == "npc":
        return _npc(user, campaign, npc, hide_author)
    character = next((one for one in own_characters(user, campaign) if f"c{one.pk}" == voice), None)
    if character is None:
        raise Illegal("not-your-voice", f"{voice!r} is nobody you speak for.", {"voice": voice})
    theirs = character.player_id != user.pk
    return Speaker(Post.Voice.CHARACTER, character.name, character, hidden=hide_author and theirs)


def _npc(user: User, campaign: Campaign, npc: str, hide_author: bool) -> Speaker:
    name = " ".join(npc.split())
    if role_of(user, campaign) not in DIRECTING:
        raise Illegal("not-your-voice", "Only a director speaks for others.", {"voice": "npc"})
    if not name:
        raise Unreadable("npc-without-name", "Somebody who is heard needs a name.")
    if len(name) > LONGEST_NAME:
        data = {"length": len(name), "most": LONGEST_NAME}
        raise Unreadable("text-too-long", f"The name has {len(name)} characters; {LONGEST_NAME} fit.", data)
    return Speaker(Post.Voice.NPC, name, hidden=hide_author)


def labels_of(campaign: Campaign, users: Iterable[int]) -> list[str]:
    """What these users are called where an audience is named, in the order in which they joined."""
    return list(labels_by_user(campaign, users).values())


def labels_by_user(campaign: Campaign, users: Iterable[int]) -> dict[int, str]:
    """Each member's own name, and the characters that they speak for."""
    heroes: dict[int, list[str]] = defaultdict(list)
    theirs = players_speak_for_secondaries(campaign)
    for one in known_characters(campaign):
        if one.status == Character.Status.ACTIVE and (theirs or one.rank != Character.Rank.SECONDARY):
            heroes[one.player_id].append(one.name)
    members = Membership.objects.filter(campaign=campaign).select_related("user").order_by("pk")
    meant = set(users)
    return {row.user_id: _label(row.user, heroes[row.user_id]) for row in members if row.user_id in meant}


def _label(user: User, heroes: list[str]) -> str:
    return f"{user.shown_name} ({', '.join(heroes)})" if heroes else user.shown_name


def _people(campaign: Campaign) -> list[User]:
    return [row.user for row in members_of(campaign)]


def _forms(user: User) -> list[str]:
    return list(dict.fromkeys([user.shown_name, user.username]))
