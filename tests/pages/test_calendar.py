"""The calendar of one's deadlines, and what no mail, webhook or calendar may tell."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.core import mail
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from campaign.services import leave
from notifications import services as notices
from notifications.channels import handing
from notifications.models import Channel, Delivery, Notice
from rulebook.dungeon.steps import OVERLORD, End
from rulebook.saga.board import parse_cell
from rulebook.saga.steps import Rest
from tests import cellar, crypt
from tests.ford import Ford
from turns import services
from turns.calendar import feed_path
from turns.models import Turn


def events(place: Ford, name: str) -> list[Any]:
    feed = services.make_feed(user=place.people[name], at=timezone.now())
    answer = Client().get(feed_path(feed))
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def the_event(place: Ford, name: str) -> Any:
    (event,) = events(place, name)
    return event


def open_turn(place: Ford) -> Turn:
    return Turn.objects.get(battle=place.battle, closed_at__isnull=True, kind=Turn.Kind.TURN)


def extend(place: Ford, hours: float = 3) -> None:
    services.extend(
        battle_id=place.battle.pk,
        director=place.people["alice"],
        unit="toki",
        hours=hours,
        reason="a journey",
        at=timezone.now(),
    )


def rest(place: Ford) -> None:
    services.play_turn(
        battle_id=place.battle.pk,
        unit="toki",
        player=place.people["bob"],
        steps=(Rest(),),
        text="",
        version=None,
        key="k",
        received_at=timezone.now(),
    )


def test_a_deadline_is_an_event_that_ends_with_it_in_utc(the_ford: Ford) -> None:
    event, turn = the_event(the_ford, "bob"), open_turn(the_ford)
    assert event.decoded("dtend") == turn.due_at.replace(microsecond=0)
    assert event.decoded("dtend").utcoffset() == timedelta(0)
    name, host = event["uid"].split("@")
    assert host == "127.0.0.1" and re.fullmatch("[0-9a-f]{32}", name), "it counts nothing"
    assert (event["sequence"], event["status"]) == (0, "CONFIRMED")
    assert event.decoded("dtstamp") == turn.opened_at.replace(microsecond=0)
    assert str(event["summary"]) == "Until now: Tóki's turn in The frozen ford"
    assert str(event["url"]).endswith(the_ford.url)


def test_a_deadline_that_moves_keeps_its_uid_and_raises_its_sequence(the_ford: Ford) -> None:
    before = the_event(the_ford, "bob")
    extend(the_ford)
    extend(the_ford)
    after = the_event(the_ford, "bob")
    assert after["uid"] == before["uid"]
    assert after["sequence"] == 2
    assert after.decoded("dtstamp") == open_turn(the_ford).moved_at.replace(microsecond=0)
    assert after.decoded("dtstamp") > before.decoded("dtstamp")
    assert after.decoded("dtend") - before.decoded("dtend") == timedelta(hours=6)


def test_a_turn_that_is_over_is_cancelled(the_ford: Ford) -> None:
    before = the_event(the_ford, "bob")
    extend(the_ford)
    rest(the_ford)
    after = the_event(the_ford, "bob")
    assert (after["uid"], after["sequence"], after["status"]) == (before["uid"], 2, "CANCELLED")


def test_a_pause_takes_the_event_back_and_the_resumption_sets_it_anew(the_ford: Ford) -> None:
    """CLOCK-6: a calendar that only adds and changes what it reads would otherwise go on showing the old moment."""
    before, alice = the_event(the_ford, "bob"), the_ford.people["alice"]
    services.pause(battle_id=the_ford.battle.pk, director=alice, reason="A feast", at=timezone.now())
    paused = the_event(the_ford, "bob")
    assert (paused["uid"], paused["status"]) == (before["uid"], "CANCELLED")
    services.resume(battle_id=the_ford.battle.pk, user=alice, at=timezone.now() + timedelta(hours=9))
    after = the_event(the_ford, "bob")
    assert (after["uid"], after["status"]) == (before["uid"], "CONFIRMED")
    assert before["sequence"] < paused["sequence"] < after["sequence"]
    assert after.decoded("dtend") > before.decoded("dtend")


def test_what_was_over_long_ago_is_forgotten(the_ford: Ford) -> None:
    rest(the_ford)
    Turn.objects.filter(unit="toki").update(closed_at=timezone.now() - timedelta(days=15))
    assert events(the_ford, "bob") == []


def test_the_calendar_speaks_its_owners_language(the_ford: Ford) -> None:
    in_english = str(the_event(the_ford, "bob")["summary"])
    type(the_ford.people["bob"]).objects.filter(username="bob").update(language="es")
    in_spanish = str(the_event(the_ford, "bob")["summary"])
    assert "Tóki" in in_spanish
    assert in_spanish != in_english


def test_each_calendar_holds_its_owners_deadlines_alone(the_ford: Ford) -> None:
    assert [len(events(the_ford, name)) for name in ("bob", "carla", "sam", "zoe")] == [1, 0, 0, 0]


def test_whoever_leaves_has_an_empty_calendar(the_ford: Ford) -> None:
    feed = services.make_feed(user=the_ford.people["bob"], at=timezone.now())
    leave(membership=the_ford.campaign.memberships.get(user=the_ford.people["bob"]), at=timezone.now())
    assert b"VEVENT" not in Client().get(feed_path(feed)).content


def test_names_cannot_write_lines_of_their_own_into_a_calendar(the_ford: Ford) -> None:
    Turn.objects.filter(unit="toki").update(unit_name="Tóki\r\nATTENDEE:mailto:x@example.org")
    event = the_event(the_ford, "bob")
    assert "attendee" not in event


# --- what is hidden


SECRET = "Hooded Scout"


def written(message: Any) -> str:
    """All of a mail that anybody reads."""
    return "\n".join([message.subject, message.body, str(message.alternatives), str(message.extra_headers)])


def everything_said_to(place: Ford, name: str) -> str:
    """Every subject, mail, webhook text and calendar that this reader was ever sent or could fetch."""
    reader = place.people[name]
    now = timezone.now()
    said = [written(message) for message in mail.outbox if message.to == [reader.email]]
    for notice in Notice.objects.filter(reader=reader):
        said += handing.text([Delivery(notice=notice, channel="webhook")], now=now)
        said.append(f"{notice.subject} {notice.link} {notice.data}")
    feed = services.make_feed(user=reader, at=now)
    said.append(Client().get(feed_path(feed)).content.decode())
    client = place.as_(name)
    said += [client.get(page).content.decode() for page in ("/notices/", "/notices/channels/", "/turns/calendar/")]
    return "\n".join(said)


def test_a_hidden_unit_is_in_no_mail_webhook_calendar_or_notice_of_who_may_not_see_it(
    the_ford: Ford,
) -> None:
    for name in ("bob", "carla", "dani", "sam"):
        services.make_feed(user=the_ford.people[name], at=timezone.now())
    extend(the_ford)
    services.correct(
        battle_id=the_ford.battle.pk,
        director=the_ford.people["alice"],
        unit="scout",
        attribute="strength",
        value=5,
        reason=f"{SECRET} is weaker",
        at=timezone.now(),
    )
    notices.send_due(now=timezone.now())
    rest(the_ford)
    notices.send_due(now=timezone.now())
    for name in ("bob", "carla", "dani", "sam", "zoe"):
        said = everything_said_to(the_ford, name)
        assert SECRET not in said, name
        assert "scout" not in said, name
    assert any("Tóki" in written(message) for message in mail.outbox)


def test_once_it_is_seen_it_may_be_named(the_ford: Ford) -> None:
    services.reveal(
        battle_id=the_ford.battle.pk,
        director=the_ford.people["alice"],
        unit="scout",
        cell=parse_cell("K10"),
        at=timezone.now(),
    )
    assert SECRET in the_ford.as_("bob").get(the_ford.url).content.decode()


def test_whoever_left_is_sent_nothing_more_of_the_campaign(the_ford: Ford) -> None:
    bob, now = the_ford.people["bob"], timezone.now()
    channel = notices.open_webhook(reader=bob, target="ntfy://topic", name="Phone", at=now)
    extend(the_ford)
    assert Delivery.objects.filter(notice__reader=bob, state="pending").exists()
    leave(membership=the_ford.campaign.memberships.get(user=bob), at=now)
    waiting = Delivery.objects.filter(notice__reader=bob, state="pending", notice__campaign_slug=the_ford.campaign.slug)
    assert not waiting.exists()
    assert Channel.objects.get(pk=channel.pk).off_at is None


def test_a_dungeons_deadlines_are_in_the_calendar_by_what_may_be_done(people: dict[str, Any]) -> None:
    """Two heroes of one player that may start are there as the page names them, each with the clock they share."""
    game = cellar.build(people)
    feed = services.make_feed(user=people["carla"], at=timezone.now())
    shown = list(Calendar.from_ical(Client().get(feed_path(feed)).content).walk("VEVENT"))
    assert shown, "something of hers is due"
    text = " ".join(str(event["SUMMARY"]) for event in shown)
    assert "Torvek" in text and "Ivo" in text and "Bruna" not in text
    due = Turn.objects.filter(battle=game.battle, closed_at__isnull=True, kind=Turn.Kind.TURN).values_list(
        "due_at", flat=True
    )
    assert {event["DTEND"].dt for event in shown} <= {one.replace(microsecond=0) for one in due}


def test_a_directors_deadline_that_is_over_is_cancelled_as_a_players_is(people: dict[str, Any]) -> None:
    """The director is the Overlord here: the window that opens after a hero's turn runs out for him too."""
    alice, bob, now = people["alice"], people["bob"], timezone.now()
    game = crypt.start(crypt.dungeon_campaign(alice, [bob]), crypt.setup_for([bob], at=now), at=now)
    crypt.play(game, bob, "bruna", End(), at=now)
    path = feed_path(services.make_feed(user=alice, at=now))

    def window() -> Any:
        (event,) = Calendar.from_ical(Client().get(path).content).walk("VEVENT")
        return event

    opened = window()
    assert opened["STATUS"] == "CONFIRMED"
    crypt.play(game, alice, OVERLORD, End(), at=now)
    over = window()
    assert (over["UID"], over["STATUS"]) == (opened["UID"], "CANCELLED") and over["SEQUENCE"] > opened["SEQUENCE"]
    others = feed_path(services.make_feed(user=bob, at=now))
    assert opened["UID"] not in Client().get(others).content.decode(), "nobody else has it"
