"""What notices and mails say: in the reader's language and zone, absolute time first, then what happens."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.utils import timezone, translation

from accounts.services import change_settings
from notifications import services
from notifications.models import Notice
from notifications.wording import SAY, words_for

Kind = Notice.Kind
NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 5, 20, 0, tzinfo=UTC)
BATTLE = {"battle": "The frozen ford", "unit": "Toki", "round": 3}

SENTENCES = [
    (Kind.YOUR_TURN, {"what": "turn"}, "It is Toki's turn in round 3 of The frozen ford."),
    (Kind.YOUR_TURN, {"what": "deploy"}, "Turn 0 of The frozen ford is open: place your units in your zone."),
    (
        Kind.DEADLINE_NEAR,  # EARLY-4
        {"what": "turn"},
        "Toki's turn in round 3 of The frozen ford ends soon. When you cannot come in time, leave an early turn "
        "beforehand: it is played the moment the turn begins.",
    ),
    (Kind.DEADLINE_NEAR, {"what": "deploy"}, "Turn 0 of The frozen ford ends soon and you have units to place."),
    (
        Kind.MISSED,
        {"penalty": -2, "late_window": True},
        "Toki's turn in round 3 of The frozen ford ran out. Its initiative is 2 lower from the next round on. "
        "You can still act until the round ends: you act at once.",
    ),
    (Kind.MISSED, {}, "Toki's turn in round 3 of The frozen ford ran out."),
    (
        Kind.MORE_TIME,
        {"source": "Sunna", "added": 10_800_000},
        "Sunna acted late in The frozen ford, so Toki's turn has 3 h more.",
    ),
    (
        Kind.MORE_TIME,
        {"cause": "director", "reason": "a journey", "added": 43_200_000},
        "The director gave Toki's turn in The frozen ford 12 h more: a journey",
    ),
    (Kind.MORE_TIME, {"added": 3_600_000}, "Toki's turn in The frozen ford has 1 h more."),
    (
        Kind.EARLY_FAILED,
        {},
        "None of Toki's early alternatives could be played in The frozen ford. The turn is open, with its usual time.",
    ),
    (
        Kind.EARLY_PLAYED,
        {"alternative": 2},
        "Toki's early turn in round 3 of The frozen ford was played. Alternative used: 2.",
    ),
    (
        Kind.RETCON,
        {"what": "asked", "who": "Bob", "reason": "wrong foot"},
        "Bob asks you to take back Toki's turn in round 3 of The frozen ford. Reason: wrong foot",
    ),
    (
        Kind.RETCON,
        {"what": "granted"},
        "The director grants that Toki's turn in round 3 of The frozen ford be taken back.",
    ),
    (
        Kind.RETCON,
        {"what": "refused", "reason": "it was legal"},
        "Toki's turn in round 3 of The frozen ford stands. Reason: it was legal",
    ),
    (
        Kind.VOTE,
        {"what": "choose", "frame": "The ford", "scene": "Thaw", "campaign": "North"},
        "The ford: the story waits for your vote in Thaw (North).",
    ),
    (
        Kind.TEST,
        {"what": "called", "character": "Toki", "attribute": "willpower", "frame": "The ford", "scene": "Thaw"},
        "Toki is put to a test of Willpower in The ford (Thaw).",
    ),
    (
        Kind.RETCON,
        {"what": "undone", "who": "Alice", "reason": "misread"},
        "Alice took The frozen ford back to an earlier moment, in round 3; what came after no longer counts. "
        "Reason: misread",
    ),
    (Kind.NEW_ROUND, {}, "Round 3 of The frozen ford has begun."),
    (
        Kind.NEW_ROUND,
        {"over": 2, "standing": [["Toki", 9, 13], ["Ragna", 0, 8]]},
        "Round 2 of The frozen ford is over. Strength: Toki 9/13, Ragna 0/8.",
    ),
    (
        Kind.NEW_ROUND,
        {"game": "dungeon", "over": 2, "standing": [["Bruna Halgerd", 1, 5], ["Ivo Marrowen", 0, 5]]},
        "Round 2 of The frozen ford is over. Wounds: Bruna Halgerd 1/5, Ivo Marrowen 0/5.",
    ),
    (Kind.NEW_ROUND, {"game": "dungeon", "over": 0}, "Round 3 of The frozen ford has begun."),
    (Kind.DIRECTOR_DUE, {"what": "director"}, "Toki waits for you in round 3 of The frozen ford."),
    (Kind.DIRECTOR_DUE, {"what": "plan"}, "Toki's early turn in The frozen ford waits for you to publish it."),
    (Kind.DIRECTOR_DUE, {"what": "decide"}, "The frozen ford waits for your decision."),
    (Kind.DIRECTOR_DUE, {"what": "deploy"}, "Turn 0 of The frozen ford is open: place your units."),
    (Kind.DIRECTOR_DUE, {"what": "director", "unit": ""}, "The frozen ford waits for you."),
    (
        Kind.BATTLE_BEGAN,
        {"hash": "ab12"},
        "The frozen ford has begun. Hash of the dice's secret: ab12. "
        "Keep it to check the rolls when the battle is over.",
    ),
    (Kind.BATTLE_OVER, {"winner": "The clan"}, "The frozen ford is over. The clan won."),
    (Kind.BATTLE_OVER, {"winner": ""}, "The frozen ford is over. It ended without a winner."),
    (
        Kind.BATTLE_OVER,
        {"what": "consequences"},
        "What The frozen ford leaves behind is settled: wounds, renown and fates.",
    ),
    (
        Kind.DIRECTOR_DUE,
        {"what": "stuck"},
        "The frozen ford could not be settled by itself; it is tried again later. Other battles run on.",
    ),
    (
        Kind.MUSTER,
        {"what": "all-confirmed"},
        "Everybody has said who goes to The frozen ford: you can close the list.",
    ),
    (
        Kind.SHEET,
        {"what": "wounded", "character": "Toki", "wounds": 2},
        "Toki was wounded in The frozen ford. New wounds: 2.",
    ),
    (Kind.MUSTER, {}, "The frozen ford is being prepared: choose which of your characters go."),
    (
        Kind.PAUSED,
        {"paused": True, "reason": "holidays"},
        "The frozen ford is paused; all clocks stand still. Reason: holidays",
    ),
    (Kind.PAUSED, {"paused": False}, "The frozen ford goes on; clocks run again with what was left."),
    (
        Kind.TAKEN_OVER,
        {"taken": True, "reason": "he is ill"},
        "The director plays Toki in The frozen ford until it is handed back to you. Reason: he is ill",
    ),
    (
        Kind.TAKEN_OVER,
        {"taken": True, "reason": "missed-deadlines"},
        "The director plays Toki in The frozen ford until it is handed back to you. "
        "It has missed as many deadlines as this table allows.",
    ),
    (
        Kind.MISSED,
        {"penalty": 1, "ordered": True},
        "Toki's turn in round 3 of The frozen ford ran out. Its standing orders were followed. "
        "Its initiative is 1 lower from the next round on.",
    ),
    (
        Kind.TAKEN_OVER,
        {"taken": False},
        "The director handed Toki back to you in The frozen ford: you play it again.",
    ),
    (
        Kind.CREDIT,
        {"start": 0, "end": 5_400_000},
        "The site was out of service; open turns in The frozen ford got the lost time back. Lost time: 1 h 30 min.",
    ),
    (Kind.SHEET, {"what": "approved", "character": "Toki"}, "The sheet of Toki was approved."),
    (
        Kind.SHEET,
        {"what": "returned", "character": "Toki", "reason": "too strong"},
        "The sheet of Toki came back to you. Reason: too strong",
    ),
    (Kind.CAMPAIGN, {"what": "joined", "campaign": "North", "who": "Bob"}, "Bob joined North."),
    (
        Kind.CAMPAIGN,
        {"what": "role", "campaign": "North", "role": "spectator"},
        "Your role in North changed: spectator.",
    ),
    (Kind.NEW_POST, {"scene": "The hall", "campaign": "North"}, "There is something new in The hall (North)."),
    (Kind.MENTION, {"scene": "The hall", "campaign": "North"}, "Somebody mentions you in The hall (North)."),
    (Kind.ADDRESSED, {"scene": "The hall", "campaign": "North"}, "Something in The hall (North) is written to you."),
    (
        Kind.CHANNEL_OFF,
        {"channel": "My phone", "type": "webhook", "reason": "ntfy answered 404"},
        "The channel “My phone” did not work any more and was switched off. It answered: ntfy answered 404",
    ),
    (Kind.CHANNEL_OFF, {"type": "mail"}, "The channel “e-mail” did not work any more and was switched off."),
    (
        Kind.CHANNEL_TEST,
        {"channel": "My phone", "type": "webhook"},
        "This is a test of your channel “My phone”. If you read it there, it works.",
    ),
]


def notice_of(kind: str, data: dict[str, Any], reader: Any = None) -> Notice:
    return Notice(kind=kind, data={**BATTLE, **data}, deadline=DUE, link="/x/", subject="battle:x", created_at=NOW)


@pytest.mark.parametrize(("kind", "data", "sentence"), SENTENCES)
def test_each_kind_is_a_sentence_with_subject_verb_and_object(kind: str, data: dict[str, Any], sentence: str) -> None:
    with translation.override("en"):
        assert words_for(notice_of(kind, data), now=NOW).sentence == sentence


def test_every_kind_has_words_and_is_tried_above() -> None:
    assert set(SAY) == set(Kind.values) == {kind for kind, _data, _sentence in SENTENCES}


@pytest.mark.parametrize("kind", Kind.values)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_notice_with_hardly_any_data_still_reads(kind: str, language: str) -> None:
    with translation.override(language):
        words = words_for(Notice(kind=kind, data={}, link="/", subject="x"), now=NOW)
    assert words.subject
    assert words.sentence
    assert words.link_text
    assert "{" not in words.sentence + words.subject + words.link_text


def test_braces_in_a_name_are_a_name() -> None:
    with translation.override("en"):
        words = words_for(notice_of(Kind.BATTLE_OVER, {"battle": "{unit} {0}", "winner": "{x.y}"}), now=NOW)
    assert words.sentence == "{unit} {0} is over. {x.y} won."


def test_the_deadline_is_told_in_the_active_zone_with_what_happens_after_it() -> None:
    with translation.override("en"), timezone.override(ZoneInfo("America/Mexico_City")):
        words = words_for(notice_of(Kind.YOUR_TURN, {"what": "turn", "penalty": 1}), now=NOW)
    assert words.until == "Thu 5 Nov, 14:00 (CST)"
    assert words.consequence == "After that: the turn passes, −1 initiative for the rest of this battle."


@pytest.mark.parametrize(
    "kind", [Kind.MISSED, Kind.BATTLE_OVER, Kind.PAUSED, Kind.TAKEN_OVER, Kind.CREDIT, Kind.EARLY_PLAYED]
)
def test_what_is_over_has_no_deadline_to_tell(kind: str) -> None:
    with translation.override("en"):
        assert words_for(notice_of(kind, {}), now=NOW).until == ""


def send_to(reader: Any, data: dict[str, Any] | None = None) -> Any:
    services.notify(
        reader=reader,
        kind=Kind.YOUR_TURN,
        subject="battle:abcd2345:round:3:unit:toki",
        link="/c/north/b/abcd2345/",
        data={**BATTLE, "what": "turn", **(data or {})},
        at=NOW,
        deadline=DUE,
    )
    services.send_due(now=NOW)
    return mail.outbox[-1]


def test_a_mail_names_the_time_in_its_readers_zone_and_links_to_the_turn(carla: Any) -> None:
    sent = send_to(carla)
    assert sent.to == ["carla@example.org"]
    assert sent.subject == "Your turn: Toki in The frozen ford"
    assert "Until Thu 5 Nov, 14:00 (CST). After that: the turn passes" in sent.body
    assert "/c/north/b/abcd2345/" in sent.body
    assert sent.extra_headers["List-Unsubscribe"].strip("<>") in sent.body


def test_two_readers_of_one_deadline_read_their_own_times(carla: Any, dani: Any) -> None:
    change_settings(user=dani, changes={"language": "en"})
    assert "14:00 (CST)" in send_to(carla).body
    assert "09:00 (NZDT)" in send_to(dani).body


def test_a_spanish_readers_mail_has_spanish_dates(bob: Any) -> None:
    assert "jue 5 nov, 21:00 (CET)" in send_to(bob).body


def test_a_line_break_in_a_name_cannot_add_headers_to_a_mail(carla: Any) -> None:
    sent = send_to(carla, {"unit": "Toki\nBcc: zoe@example.org"})
    assert sent.subject == "Your turn: Toki Bcc: zoe@example.org in The frozen ford"
    assert sent.recipients() == ["carla@example.org"]


def test_names_are_not_escaped_as_if_a_mail_were_a_page(carla: Any) -> None:
    assert "Tökï & <Söhne>'s turn" in send_to(carla, {"unit": "Tökï & <Söhne>"}).body


def test_a_mail_of_several_notices_has_each_sentence_and_each_link(carla: Any) -> None:
    for place in ("ford", "tower"):
        services.notify(
            reader=carla,
            kind=Kind.YOUR_TURN,
            subject=f"battle:{place}",
            link=f"/c/north/b/{place}/",
            data={**BATTLE, "battle": place},
            at=NOW,
            deadline=DUE,
        )
    services.send_due(now=NOW)
    (sent,) = mail.outbox
    assert sent.subject == "Your turn: Toki in ford · and 1 more notice"
    for place in ("ford", "tower"):
        assert f"It is Toki's turn in round 3 of {place}." in sent.body
        assert f"/c/north/b/{place}/" in sent.body
    assert sent.body.count("Thu 5 Nov, 14:00 (CST)") == 2
