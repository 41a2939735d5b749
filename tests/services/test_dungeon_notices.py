"""What the notices of a dungeon say, and that each is told once to whom it concerns."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from battles.models import Battle
from notifications.dungeon_wording import SAY
from notifications.models import Delivery, Notice
from notifications.wording import words_for
from rulebook.dungeon.steps import OVERLORD, End
from tests import crypt
from tests.arena import HOUR, SECOND, START
from turns import services

pytestmark = pytest.mark.django_db
Kind = Notice.Kind
NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
CELLAR = {"game": "dungeon", "battle": "The cellar", "unit": "Bruna", "round": 2}
TWO = {"unit": "Bruna, Ivo", "units": ["Bruna", "Ivo"]}

SENTENCES: list[tuple[str, dict[str, Any], str]] = [
    (Kind.YOUR_TURN, {"what": "turn"}, "Bruna may act now, in round 2 of The cellar."),
    (Kind.YOUR_TURN, {"what": "turn"} | TWO, "In round 2 of The cellar any of these may act now: Bruna, Ivo."),
    (Kind.YOUR_TURN, {"what": "deploy"}, "The cellar is open: place your heroes on the start squares."),
    (
        Kind.YOUR_TURN,
        {"what": "window"},
        "A hero's turn in round 2 of The cellar is over: you may interrupt, or pass.",
    ),
    (Kind.YOUR_TURN, {"what": "overlord"}, "It is the Overlord's turn in round 2 of The cellar, and you play him."),
    (
        Kind.YOUR_TURN,
        {"what": "strike", "key": "bone_guard-2"},
        "Bone Guard 2 may make a free strike in The cellar; the game waits for your answer.",
    ),
    (Kind.YOUR_TURN, {"what": "trade"}, "Bruna is offered a trade in The cellar. It holds until the turn ends."),
    (Kind.DEADLINE_NEAR, {"what": "turn"} | TWO, "The time for Bruna, Ivo in round 2 of The cellar ends soon."),
    (Kind.DEADLINE_NEAR, {"what": "overlord"}, "The Overlord's turn in round 2 of The cellar ends soon."),
    (Kind.DEADLINE_NEAR, {"what": "strike"}, "Without an answer Bruna soon makes its free strike in The cellar."),
    (Kind.DEADLINE_NEAR, {"what": "deploy"}, "The cellar begins soon and you have heroes to place."),
    (
        Kind.MISSED,
        {"late_window": True},
        "Nobody acted in time in round 2 of The cellar: Bruna lost its place. "
        "It can still act until the Overlord's turn begins.",
    ),
    (Kind.MISSED, {"begun": True}, "Bruna's turn in round 2 of The cellar ran out; what was done stays done."),
    (
        Kind.MISSED,
        {"what": "overlord"},
        "The Overlord's turn in round 2 of The cellar ran out; what was left of it is lost.",
    ),
    (
        Kind.MORE_TIME,
        {"source": "Ivo", "added": 10_800_000},
        "Ivo acted late in The cellar, so there are 3 h more.",
    ),
    (
        Kind.MORE_TIME,
        {"reason": "a journey", "added": 3_600_000},
        "The director gave 1 h more in The cellar: a journey",
    ),
    (Kind.MORE_TIME, {"added": 3_600_000}, "There are 1 h more in The cellar."),
    (
        Kind.EARLY_FAILED,
        {"step": 2},
        "Bruna's early turn in The cellar was begun and could not be finished: the rest is yours to play.",
    ),
    (
        Kind.EARLY_FAILED,
        {"step": 0},
        "Bruna's early turn in The cellar could not be played: the turn is yours to play.",
    ),
    (Kind.DIRECTOR_DUE, {"what": "director"}, "Bruna waits for you in round 2 of The cellar."),
    (
        Kind.DIRECTOR_DUE,
        {"what": "overlord", "unit": ""},
        "It is the Overlord's turn in round 2 of The cellar, and you play him.",
    ),
    (Kind.BATTLE_BEGAN, {}, "The cellar has begun."),
    (Kind.BATTLE_OVER, {"side": "hero"}, "The cellar is over. The heroes won."),
    (Kind.BATTLE_OVER, {"side": "overlord"}, "The cellar is over. The Overlord won."),
    (Kind.BATTLE_OVER, {}, "The cellar is over. It ended without a winner."),
    (Kind.BATTLE_OVER, {"what": "consequences"}, "How The cellar ended is on record."),
    (Kind.NEW_ROUND, {"over": 0}, "Round 2 of The cellar has begun."),
    (
        Kind.NEW_ROUND,
        {"over": 1, "standing": [["Bruna Halgerd", 1, 5], ["Ivo Marrowen", 0, 5]]},
        "Round 1 of The cellar is over. Wounds: Bruna Halgerd 1/5, Ivo Marrowen 0/5.",
    ),
]


@pytest.mark.parametrize(("kind", "data", "sentence"), SENTENCES)
def test_a_notice_says_what_there_is_to_do(kind: str, data: dict[str, Any], sentence: str) -> None:
    notice = Notice(kind=kind, data=CELLAR | data, deadline=NOW)
    with translation.override("en"):
        assert words_for(notice, now=NOW).sentence == sentence


def test_who_follows_hears_of_each_round_in_their_language(alice: User, bob: User, sam: User) -> None:
    campaign = crypt.dungeon_campaign(alice, [bob], [sam])
    game = crypt.start(campaign, crypt.setup_for([bob], io_variant="improved"))
    services.follow(user=sam, campaign=campaign, battle=game, at=START)
    crypt.end_turns(game, dict.fromkeys(crypt.PARTY, bob), *crypt.PARTY, at=START + HOUR)
    notice = Notice.objects.get(reader=sam, kind=Kind.NEW_ROUND)
    assert notice.link == f"{game.get_absolute_url()}rounds/1/"
    with translation.override("es"):
        assert "Torvek Bajoyelmo 0/5" in words_for(notice, now=NOW).sentence


def test_every_kind_that_a_dungeon_words_otherwise_is_tried_above() -> None:
    assert {kind for kind, _data, _sentence in SENTENCES} == set(SAY)


@pytest.mark.parametrize("kind", [Kind.MISSED, Kind.EARLY_FAILED, Kind.EARLY_PLAYED, Kind.TAKEN_OVER])
def test_a_hero_is_named_in_the_readers_language_whatever_is_said_of_it(kind: str) -> None:
    notice = Notice(kind=kind, data=CELLAR | {"unit": "Torvek Underhelm", "taken": True}, deadline=NOW)
    with translation.override("es"):
        words = words_for(notice, now=NOW)
    assert "Torvek Bajoyelmo" in words.sentence and "Torvek Bajoyelmo" in words.subject
    assert "Underhelm" not in words.sentence + words.subject


def test_a_model_of_the_overlords_is_named_in_the_readers_language() -> None:
    notice = Notice(kind=Kind.YOUR_TURN, data=CELLAR | {"what": "strike", "key": "bone_guard-2"}, deadline=NOW)
    with translation.override("es"):
        assert "Bone Guard" not in words_for(notice, now=NOW).sentence


def live(user: User, kind: str) -> list[Notice]:
    return list(Notice.objects.filter(reader=user, kind=kind, withdrawn_at__isnull=True).order_by("pk"))


@pytest.fixture
def battle(alice: User, bob: User, carla: User, dani: User) -> Battle:
    campaign = crypt.dungeon_campaign(alice, [bob, carla, dani])
    return crypt.start(campaign, crypt.setup_for([bob, carla], overlord=dani))


def test_whoever_opens_a_window_lets_the_overlord_know_and_silences_the_others(
    battle: Battle, bob: User, carla: User, dani: User
) -> None:
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    assert [notice.data["what"] for notice in live(dani, "your-turn")] == ["window"]
    assert live(carla, "your-turn") == []
    crypt.play(battle, dani, OVERLORD, End(), at=START + 2 * HOUR)
    assert live(dani, "your-turn") == []
    assert [notice.data["units"] for notice in live(carla, "your-turn")] == [["Torvek Underhelm", "Ivo Marrowen"]]


def test_one_reminder_names_all_the_heroes_a_player_may_begin_with(battle: Battle, bob: User, carla: User) -> None:
    swept = services.sweep(START + 19 * HOUR)
    assert swept.reminded == 4
    for player, names in ((bob, "Bruna Halgerd, Sylwen Ashbough"), (carla, "Torvek Underhelm, Ivo Marrowen")):
        (notice,) = live(player, "deadline-near")
        assert (notice.data["unit"], notice.data["game"]) == (names, "dungeon")


def test_a_reminder_falls_silent_once_every_hero_it_names_has_acted(battle: Battle, bob: User, dani: User) -> None:
    """Behaviour 29."""
    services.pass_windows(battle_id=battle.pk, player=dani, scope="always", at=START)
    services.sweep(START + 19 * HOUR)
    assert live(bob, "deadline-near")
    for hero in ("bruna", "sylwen"):
        crypt.play(battle, bob, hero, End(), at=START + 20 * HOUR)
    assert live(bob, "deadline-near") == []
    silent = Delivery.objects.filter(notice__reader=bob, notice__kind="deadline-near")
    assert set(silent.values_list("state", flat=True)) <= {"withdrawn"}


def test_an_overlord_who_lets_his_turn_pass_is_told(battle: Battle, bob: User, carla: User, dani: User) -> None:
    owners = {"bruna": bob, "torvek": carla, "sylwen": bob, "ivo": carla}
    services.pass_windows(battle_id=battle.pk, player=dani, scope="always", at=START)
    crypt.end_turns(battle, owners, *owners, at=START + HOUR)
    assert crypt.state(battle).phase == "overlord"
    services.settle(battle.pk, START + 26 * HOUR + 3 * SECOND)
    assert crypt.state(battle).round == 2
    (notice,) = live(dani, "missed")
    assert notice.data["what"] == "overlord"
    row = battle.turns.get(kind="overlord")
    assert (row.outcome, row.closed_at) == ("expired", START + 25 * HOUR)


def test_a_pause_and_its_end_are_told_to_everybody_who_plays(
    battle: Battle, alice: User, bob: User, dani: User
) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Supper.", at=START + HOUR)
    assert [notice.data["paused"] for notice in live(bob, "paused")] == [True]
    assert [notice.data["paused"] for notice in live(dani, "paused")] == [True]
    assert set(battle.turns.filter(closed_at__isnull=True).values_list("due_at", flat=True)) == {None}
    services.resume(battle_id=battle.pk, user=alice, at=START + 3 * HOUR)
    due = set(battle.turns.filter(closed_at__isnull=True).values_list("due_at", flat=True))
    assert due == {START + 26 * HOUR}


def test_an_overlords_turn_that_an_undo_takes_back_was_not_missed(alice: User, bob: User, carla: User) -> None:
    game = crypt.start(crypt.dungeon_campaign(alice, [bob, carla]), crypt.setup_for([bob], overlord=carla))
    for hour, unit in enumerate(crypt.PARTY):
        crypt.play(game, bob, unit, End(), at=START + 2 * hour * HOUR)
        if unit != crypt.PARTY[-1]:
            crypt.play(game, carla, OVERLORD, End(), at=START + (2 * hour + 1) * HOUR)
    until = game.events.count()
    services.settle(game.pk, START + 40 * HOUR)
    assert live(carla, "missed")
    services.undo(battle_id=game.pk, director=alice, to_event=until, reason="A storm", at=START + 41 * HOUR)
    assert live(carla, "missed") == []
