"""Every address of the site, and examples of what its parameters can be in `tests.world`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from archives.models import Archive, Place
from battles.models import Battle, OwnUnit
from battles.selectors import ruleset_of, state_of
from campaign.models import Application, Campaign, Clan, Invitation, Membership
from characters.models import Character, Item, Petition
from notifications.models import Channel
from story.models import AttributeTest, Chapter, Picture, Post, Scene, StoryFrame
from tests.world import CHEAP, World
from turns.calendar import token_of
from turns.dungeon.views_direct import ACTS as DUNGEON_ACTS
from turns.links import WHOLE_TURNS, token_for
from turns.models import Absence, CalendarFeed, RetconRequest, Turn, TurnPost
from turns.pictures import last_round
from turns.views_director import ACTS
from turns.views_links import PAGES as LINKED

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
NO_PAGES = re.compile(r"api/|admin/|healthz|readyz|metrics|.*\.(json|png|svg)$")
Values = tuple[Any, ...]


class Route(NamedTuple):
    """An address of the URL configuration: its full name, its pattern and the names of its parameters."""

    name: str
    pattern: str
    parameters: tuple[str, ...]


def routes() -> Iterator[Route]:
    """Every address of a page: not those that answer programs, nor Django's own administration."""
    return (route for route in every_route() if not NO_PAGES.match(route.pattern))


def every_route() -> Iterator[Route]:
    """Every address of the URL configuration."""
    return _walk(get_resolver().url_patterns, "", "")


def _walk(patterns: Iterable[URLPattern | URLResolver], prefix: str, space: str) -> Iterator[Route]:
    for one in patterns:
        pattern = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, pattern, f"{space}{one.namespace}:" if one.namespace else space)
        else:
            yield Route(space + str(one.name), pattern, tuple(PARAMETER.findall(pattern)))


def addresses(route: Route, world: World) -> list[str]:
    """The route's address for each of its examples; fails where nobody has said what an example would be."""
    space = route.name.split(":")[0]
    make = EXAMPLES.get((route.name,)) or EXAMPLES.get((space, *route.parameters)) or EXAMPLES.get(route.parameters)
    if make is None:
        told = ", ".join(route.parameters)
        raise AssertionError(
            f"There is a new kind of address: {route.name} ({route.pattern}) takes {told}. "
            "Say in tests/addresses.py what can be put there."
        )
    found = [reverse(route.name, kwargs=dict(zip(route.parameters, values, strict=True))) for values in make(world)]
    assert found, f"The world of tests/world.py has nothing for the address {route.name} ({route.pattern})."
    return found


# --- what can be put where


def _campaigns(world: World) -> list[Campaign]:
    """The demo's, that of the draft, and one in the dungeon."""
    return [*world.campaigns[:2], *(one for one in world.campaigns if one.ruleset == "dungeon")]


def _of_campaigns(rows: Callable[[Campaign], Iterable[Any]]) -> Callable[[World], Iterator[Values]]:
    return lambda world: ((table.slug, row) for table in _campaigns(world) for row in rows(table))


def _battles(world: World) -> list[Battle]:
    demo = Battle.objects.filter(campaign=world.campaign).order_by("pk")
    return [*demo, *Battle.objects.filter(pk__in=[one.pk for one in world.battles]).order_by("pk")]


def _of_battles(rows: Callable[[Battle], Iterable[Any]]) -> Callable[[World], Iterator[Values]]:
    return lambda world: ((one.campaign.slug, one.code, row) for one in _battles(world) for row in rows(one))


def _units(battle: Battle) -> Iterable[str]:
    """One of a player's, and one of the director's."""
    seats = ruleset_of(battle).seats(state_of(battle)) if battle.state else {}
    return {seat.player: key for key, seat in seats.items()}.values()


def _acts(world: World) -> Iterator[Values]:
    """All of the director's acts in the demo's story, and one in a battle of each other state."""
    told, *others = _battles(world)
    yield from ((told.campaign.slug, told.code, act) for act in ACTS)
    below = next(one for one in others if one.ruleset == "dungeon" and one.status == Battle.Status.RUNNING)
    yield from ((below.campaign.slug, below.code, act) for act in DUNGEON_ACTS)
    yield from ((battle.campaign.slug, battle.code, "pause") for battle in others)


def _open_turns(world: World) -> Iterable[Turn]:
    """The newest open turn of a player, and one that is over."""
    turns = Turn.objects.filter(kind=Turn.Kind.TURN, player__in=world.players, battle__ruleset__in=WHOLE_TURNS)
    return [turn for turn in (turns.filter(closed_at=None).last(), turns.exclude(closed_at=None).last()) if turn]


def _posts(world: World) -> Iterator[Values]:
    for post in Post.objects.filter(scene__campaign=world.campaign):
        yield post.scene.campaign.slug, post.scene.code, post.code


def _scenes(world: World) -> Iterator[Values]:
    return ((scene.campaign.slug, scene.code) for scene in Scene.objects.filter(campaign=world.campaign))


def _frames(world: World) -> Iterator[Values]:
    for frame in StoryFrame.objects.filter(post__scene__campaign=world.campaign):
        yield frame.post.scene.campaign.slug, frame.post.scene.code, frame.code


def _tests(world: World) -> Iterator[Values]:
    for test in AttributeTest.objects.filter(frame__post__scene__campaign=world.campaign):
        scene = test.frame.post.scene
        yield scene.campaign.slug, scene.code, test.frame.code, test.code


def _days(world: World) -> Iterator[Values]:
    for clan in Clan.objects.filter(campaign=world.campaign)[:1]:
        yield from ((world.campaign.slug, clan.pk, day) for day in ("travel", "rest"))


def _characters(world: World) -> Iterator[Values]:
    """One of each state, and of the demo's."""
    seen = set()
    for one in Character.objects.filter(campaign__in=_campaigns(world)).order_by("-campaign", "pk"):
        kind = (one.campaign_id, one.status, one.rank, one.player_id == world.players[0].pk)
        if kind not in seen:
            seen.add(kind)
            yield (one.pk,)


def _reset_key(world: World) -> Iterator[Values]:
    yield user_pk_to_url_str(world.director), default_token_generator.make_token(world.director)
    yield "1", "2-3"


def _confirmation(world: World) -> Iterator[Values]:
    yield (EmailConfirmationHMAC(EmailAddress.objects.get(user=world.director)).key,)
    yield ("unknown",)


def _of(model: type[Any]) -> Callable[[World], Iterator[Values]]:
    return lambda _world: ((key,) for key in model.objects.order_by("pk").values_list("pk", flat=True)[:3])


EXAMPLES: dict[tuple[str, ...], Callable[[World], Iterable[Values]]] = {
    (): lambda world: [()],
    ("slug",): lambda world: [(table.slug,) for table in _campaigns(world)],
    ("slug", "clan_id"): _of_campaigns(lambda table: Clan.objects.filter(campaign=table).values_list("pk", flat=True)),
    ("slug", "user_id"): _of_campaigns(
        lambda table: Membership.objects.filter(campaign=table).values_list("user", flat=True)
    ),
    ("slug", "invitation_id"): _of_campaigns(
        lambda table: Invitation.objects.filter(campaign=table).values_list("pk", flat=True)
    ),
    ("slug", "application_id"): _of_campaigns(
        lambda table: Application.objects.filter(campaign=table).values_list("pk", flat=True)
    ),
    ("slug", "code"): lambda world: [(battle.campaign.slug, battle.code) for battle in _battles(world)],
    ("slug", "code", "number"): _of_battles(
        lambda battle: TurnPost.objects.filter(battle=battle).values_list("number", flat=True)[:2]
    ),
    ("slug", "code", "round"): _of_battles(lambda battle: range(1, last_round(battle) + 1)),
    ("slug", "code", "request_id"): _of_battles(
        lambda battle: RetconRequest.objects.filter(battle=battle).values_list("pk", flat=True)
    ),
    ("slug", "code", "unit"): _of_battles(_units),
    ("slug", "code", "what"): _acts,
    ("story", "slug", "code"): _scenes,
    ("slug", "code", "post"): _posts,
    ("slug", "code", "frame"): _frames,
    ("slug", "code", "frame", "test"): _tests,
    ("slug", "clan_id", "day"): _days,
    ("slug", "chapter"): _of_campaigns(
        lambda table: Chapter.objects.filter(campaign=table).values_list("pk", flat=True)
    ),
    ("slug", "key"): lambda world: [
        (world.campaign.slug, key) for key in ("own-war-song", "own-iron-wall", "own-skald", "raider", "provoker")
    ],
    ("campaign:reset-entry",): lambda world: [(world.campaign.slug, "raider")],
    ("slug", "unit_id"): lambda world: [(one.campaign.slug, one.pk) for one in OwnUnit.objects.all()[:1]],
    ("slug", "place_id"): lambda world: [(place.campaign.slug, place.pk) for place in Place.objects.all()[:1]],
    ("archives:take-place",): lambda world: [(Place.objects.all()[0].token,), ("unknown",)],
    ("archives:places",): lambda world: [(Place.objects.all()[0].campaign.slug,), (world.campaign.slug,)],
    ("archive",): lambda world: [(archive.code,) for archive in Archive.objects.all()],
    ("post",): lambda world: [(post,) for _slug, _code, post in _posts(world)],
    ("picture",): lambda world: [(picture.code,) for picture in Picture.objects.all()],
    ("which",): lambda world: [("mail",), *((pk,) for pk in Channel.objects.values_list("pk", flat=True))],
    ("turns:calendar-feed",): lambda world: [(token_of(CalendarFeed.objects.get(user=world.director)),), ("unknown",)],
    ("token", "what"): lambda world: [(token_for(turn), what) for turn in _open_turns(world) for what in LINKED],
    ("token", "picture"): lambda world: [(world.tokens["feed"], one.code) for one in Picture.objects.all()],
    ("token", "slug"): lambda world: [(world.tokens["feed"], world.campaign.slug)],
    ("token", "code"): lambda world: [(world.tokens["feed"], code) for _slug, code in _scenes(world)],
    ("campaign:join",): lambda world: [(world.tokens["join"],), ("unknown",)],
    ("notifications:stop",): lambda world: [(world.tokens["stop"],), ("unknown",)],
    ("character_id",): _characters,
    ("character_id", "key"): lambda world: [(pk, CHEAP) for (pk,) in _characters(world)],
    ("item_id",): _of(Item),
    ("petition_id",): _of(Petition),
    ("absence_id",): _of(Absence),
    ("account_confirm_email",): _confirmation,
    ("account_reset_password_from_key",): _reset_key,
}
