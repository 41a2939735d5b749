"""A world in which every page has something to show, whose people write in marks of their own (`tests.marked.own`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

from django.core.files import File
from PIL import Image

from accounts.models import User
from accounts.services import register
from archives.services import ask_for_archive, make_archives, receive_archives, send_archive
from battles.models import Battle
from battles.plans import Plan
from battles.services import Decisions, announce_battle, cancel_battle, confirm_muster, create_battle, finish_battle
from battles.services.own_units import write_unit
from campaign import services as campaigns
from campaign.models import Campaign
from characters import services as characters
from characters.models import Character
from demo import services as demo
from demo.cast import PEOPLE
from notifications import stop_links
from notifications.services import open_webhook
from notifications.wishes import MAIL_WISHES
from rulebook.saga.catalogue.items import ITEMS
from rulebook.saga.catalogue.model import Text
from rulebook.saga.catalogue.own import STARTING, template_of
from rulebook.saga.catalogue.written import WrittenClass
from rulebook.saga.state import Order
from story.models import Scene
from story.services import (
    Question,
    Words,
    add_chapter,
    begin_scene,
    call_off,
    call_test,
    feed_token,
    open_frame,
    publish,
    reroll_test,
    roll_test,
    take_picture,
    withdraw_post,
)
from tests import below, mustering
from tests.marked import LANGUAGE, own
from turns.models import TurnPost
from turns.services import (
    answer_retcon,
    ask_retcon,
    begin_battle,
    declare_absence,
    end_battle,
    make_feed,
    pause,
    write_lasting_orders,
)

DAY = timedelta(days=1)
CHEAP = next(key for key, entry in ITEMS.items() if entry.level == 1)


def owned(value: Any) -> Any:
    """The same data with every text in it marked as written by somebody; a language stays what it is."""
    if isinstance(value, str):
        return own(value)
    if isinstance(value, dict):
        return {key: owned(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return tuple(owned(one) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        told = {one.name: getattr(value, one.name) for one in fields(value)}
        return replace(value, **{name: text if name == "language" else owned(text) for name, text in told.items()})
    return value


@dataclass
class World:
    """What was made, and by kind of address what to put into it."""

    people: dict[str, User]
    campaign: Campaign
    battles: list[Battle] = field(default_factory=list)
    campaigns: list[Campaign] = field(default_factory=list)
    scene: Scene | None = None
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def director(self) -> User:
        return self.people["inga"]

    @property
    def players(self) -> list[User]:
        return [self.people[name] for name in ("mirko", "salla")]


def build(now: datetime) -> World:
    """The demo, told in marks, and a battle, a character and a scene in each state that the demo does not reach."""
    cast = tuple(replace(person, shown=own(person.shown)) for person in PEOPLE)
    with mock.patch.multiple(demo, ENGLISH=owned(demo.ENGLISH), SPANISH=owned(demo.SPANISH), PEOPLE=cast):
        demo.load_demo(now)
    register(username="stranger", email="stranger@example.org", password=demo.PASSWORD)
    people = {user.username: _rename(user) for user in User.objects.all()}
    world = World(people, Campaign.objects.get(name=own("The Northern March")))
    world.campaigns = [world.campaign]
    for state in BATTLES:
        _battle_in(world, state, now)
    table, adventures = below.adventures(world.director, world.players, [world.people["olaf"]], now)
    world.campaigns.append(table)
    world.battles += adventures
    _ask_retcons(world, now)
    _fill_campaign(world, now)
    _fill_characters(world, now)
    _fill_story(world, now)
    make_feed(user=world.director, at=now)
    ask_for_archive(campaign=world.campaign, by=world.director, at=now)
    make_archives(now=lambda: now)
    figures = {"strength": 12}
    write_unit(
        campaign=world.campaign, by=world.director, base="dredge:grunt:1", name=own("Brute"), figures=figures, at=now
    )
    write_catalogue(world, now)
    with world.campaign.archives.get().file.open("rb") as archive:
        send_archive(by=world.director, file=File(archive), at=now)
        receive_archives(now=lambda: now)
    for reader in (world.director, *world.players):
        open_webhook(reader=reader, target="ntfy://skald-test", name=own("Phone"), at=now)
    world.tokens["feed"] = feed_token(user=world.director, at=now)
    world.tokens["stop"] = stop_links.path(world.director, next(iter(MAIL_WISHES.values()))).split("/")[-2]
    return world


def write_catalogue(world: World, now: datetime) -> None:
    """An ability, a passive and a class of the campaign's own, a changed one and a retired one of the starting ones."""
    about: dict[str, Any] = {"campaign": world.campaign, "by": world.director, "at": now}
    song = named(template_of(STARTING, "ability", "rally"), "War song")
    wall = named(template_of(STARTING, "passive", "shield-wall"), "Iron wall")
    campaigns.write_entry(**about, kind="ability", written=song)
    campaigns.write_entry(**about, kind="passive", written=wall)
    skald = named(template_of(STARTING, "class", "raidmaster"), "Skald")
    assert isinstance(skald, WrittenClass)
    known = replace(skald, abilities={"own-war-song": 2}, passives=("own-iron-wall",))
    campaigns.write_entry(**about, kind="class", written=known)
    campaigns.write_entry(**about, kind="class", key="raider", written=named(known, "Raider"))
    campaigns.retire_entry(**about, kind="class", key="provoker")


def named(written: Any, name: str) -> Any:
    """An entry with words of somebody's own."""
    return replace(written, name=Text(own(name), own(name)), wording=Text(own("Sings."), own("Canta.")))


def _rename(user: User) -> User:
    user.username, user.display_name = own(user.username), own(user.username.capitalize())
    user.language, user.time_zone = LANGUAGE, "UTC"
    user.save(update_fields=["username", "display_name", "language", "time_zone"])
    return user


# --- battles in every state


def _battle_in(world: World, state: Callable[[World, Battle, Plan, datetime], None], now: datetime) -> None:
    """A campaign of its own for each, so that nobody is in two battles at once."""
    table = mustering.table(world.director, world.players, [world.people["olaf"]])
    _own_rows(table)
    plan = owned_plan(mustering.against_dredge(world.players))
    battle = create_battle(
        campaign=table, by=world.director, name=plan.name, at=now - DAY, sides=(own("Caravan"), own("Dredge"))
    )
    state(world, battle, plan, now)
    world.battles.append(battle)
    world.campaigns.append(table)


def _own_rows(table: Campaign) -> None:
    Campaign.objects.filter(pk=table.pk).update(name=own(table.name), is_public=False)
    for figure in table.characters.all():
        figure.name = own(figure.name)
        figure.save(update_fields=["name"])
    _own_clans(table)
    table.refresh_from_db()


def _own_clans(table: Campaign) -> None:
    for clan in table.clans.filter(name="First clan"):
        clan.name = own(f"Clan {clan.pk}")
        clan.save(update_fields=["name"])


def owned_plan(plan: Plan) -> Plan:
    """The plan with marked names; keys and choices stay what they are."""
    sides = tuple(replace(side, name=own(side.name)) for side in plan.sides)
    units = tuple(replace(unit, name=own(unit.name)) for unit in plan.units)
    return replace(plan, name=own(plan.name), intro=own("An introduction"), sides=sides, units=units)


def drafted(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    """Nobody but the director knows of it."""


def announced(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    """One of the two players has said who goes."""
    announce_battle(battle_id=battle.pk, plan=plan, by=world.director, at=now - DAY)
    _send_hero(battle, world.players[0], now)


def deploying(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    """Turn 0 is open."""
    announced(world, battle, plan, now)
    _send_hero(battle, world.players[1], now)
    begin_battle(battle.pk, at=now - timedelta(hours=1), by=world.director)


def paused(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    deploying(world, battle, plan, now)
    pause(battle_id=battle.pk, director=world.director, reason=own("A reason"), at=now)


def over(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    """It waits for the director's decisions."""
    deploying(world, battle, plan, now)
    end_battle(battle_id=battle.pk, director=world.director, winner="a", reason=own("A reason"), at=now)


def finished(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    over(world, battle, plan, now)
    finish_battle(battle_id=battle.pk, decisions=Decisions(), by=world.director, at=now)


def cancelled(world: World, battle: Battle, plan: Plan, now: datetime) -> None:
    announced(world, battle, plan, now)
    cancel_battle(battle_id=battle.pk, by=world.director, at=now)


BATTLES = (drafted, announced, deploying, paused, over, finished, cancelled)


def _ask_retcons(world: World, now: datetime) -> None:
    """One that waits, and one that was refused."""
    posts = TurnPost.objects.filter(battle__campaign=world.campaign, author__in=world.players).order_by("pk")[:2]
    asked = [
        ask_retcon(battle_id=post.battle_id, number=post.number, player=post.author, reason=own("A slip"), at=now)
        for post in posts
        if post.author
    ]
    answer_retcon(request_id=asked[1].pk, director=world.director, grant=False, word=own("It stands"), at=now)


def _send_hero(battle: Battle, player: User, now: datetime) -> None:
    hero = Character.objects.get(player=player, campaign=battle.campaign, rank="hero")
    confirm_muster(battle_id=battle.pk, player=player, character_ids=[hero.pk], at=now - DAY)


# --- people, characters, scenes


def _fill_campaign(world: World, now: datetime) -> None:
    director, campaign = world.director, world.campaign
    link = campaigns.invite(
        campaign=campaign, by=director, role="player", most_uses=3, expires_at=now + 7 * DAY, at=now
    )
    world.tokens["join"] = link.token
    rules = {"turn_hours": 10, "standing_orders": True}
    campaigns.change_table_rules(campaign=campaign, by=director, settings=rules, at=now)
    keeper = campaign.characters.filter(status="active").order_by("pk")[0]
    orders = (Order("rest", "strength-below", 4), Order("strike"))
    write_lasting_orders(character_id=keeper.pk, player=keeper.player, orders=orders, at=now)
    declare_absence(
        user=world.people["tomas"],
        campaign=campaign,
        starts_at=now + DAY,
        ends_at=now + 3 * DAY,
        at=now,
        note=own("A journey"),
    )
    campaigns.write_application_form(
        campaign=campaign, by=director, is_open=True, intro=own("Hello"), questions=[own("Why")], places=2
    )
    campaigns.apply_to(campaign=campaign, user=world.people["stranger"], answers=[own("Because")], at=now)


def _fill_characters(world: World, now: datetime) -> None:
    director = world.director
    table = world.campaigns[1]  # the one whose battle is a draft: its characters are free
    hero = Character.objects.get(player=world.players[0], campaign=table, rank="hero")
    item = characters.make_item(
        campaign=table, by=director, name=own("A ring"), words=own("Worn"), level=1, effects={"armor": 1}, at=now
    )
    characters.give_item(item=item, to=hero, by=director, at=now)
    characters.equip(item=item, by=director, at=now)
    characters.earn_renown(character=hero, amount=30, by=director, at=now, kind="plot", reason=own("A deed"))
    characters.propose_purchase(character=hero, by=hero.player, item_key=CHEAP, at=now, reason=own("Please"))
    for number, status in enumerate(Character.Status.values):
        mustering.character(world.players[1], table, own(f"Figure {number}"), rank="companion", status=status)
    dead = mustering.character(world.players[1], table, own("The late one"), rank="secondary")
    characters.let_die(character=dead, by=director, words=own("Bravely"), weighty=True, at=now)
    _own_clans(table)


def _fill_story(world: World, now: datetime) -> None:
    director, campaign = world.director, world.campaign
    chapter = add_chapter(campaign=campaign, by=director, title=own("First chapter"))
    world.scene = begin_scene(
        campaign=campaign, by=director, title=own("A scene"), prompt=own("What now"), chapter=chapter, at=now
    )
    posts = [
        publish(scene=world.scene, author=author, words=Words(body=own("Words")), key=f"key-{number}", at=now).post
        for number, author in enumerate((director, world.players[0], director))
    ]
    take_picture(campaign=campaign, by=director, data=_drawing(), at=now)
    _fill_plot(world, now)
    withdraw_post(post=posts[-1], by=director, at=now)


def _fill_plot(world: World, now: datetime) -> None:
    """A frame without a vote, with a test in each state: failed, rolled again, called off; and one that is over."""
    director, scene = world.director, world.scene
    assert scene is not None
    hero = Character.objects.get(player=world.players[0], campaign=world.campaign, rank="hero")
    frame = open_frame(
        scene=scene,
        by=director,
        question=Question(title=own("A cliff")),
        words=Words(body=own("It is high")),
        key="cliff",
        at=now,
    )
    called = [
        call_test(
            frame=frame,
            by=director,
            character=hero,
            attribute="war",
            penalty=100,
            reason=own("A storm"),
            at=now,
        )
        for _number in range(3)
    ]
    failed = [roll_test(test=one, by=director, at=now) for one in called[:2]]
    reroll_test(test=failed[0], by=director, at=now)
    call_off(test=called[2], by=director, at=now)
    open_frame(
        scene=scene,
        by=director,
        question=Question(
            title=own("Too late"),
            options=(own("One"), own("Two")),
            until=now - timedelta(hours=1),
            ballot="open",
        ),
        words=Words(body=own("Gone by")),
        key="late",
        at=now - timedelta(hours=2),
    )


def _drawing() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (4, 4), "white").save(file, "PNG")
    return file.getvalue()
