"""The ledger of a dungeon's deadlines, clock by clock; its page, its export, its notices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.steps import OVERLORD, End, Move
from tests import crypt
from tests.arena import START, fresh
from turns import services
from turns.dungeon.ledger import Ledger, ledger_of, with_letters
from turns.dungeon.sight import sight_of
from turns.ledger_parts import Account
from turns.models import Turn

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
DAY = 24 * 3_600_000


def book(battle: Battle, user: User) -> Ledger:
    return ledger_of(sight_of(fresh(battle), user))


def accounts(battle: Battle, user: User) -> list[Account]:
    """The oldest first."""
    return list(book(battle, user).accounts[::-1])


@pytest.fixture
def battle(alice: Any, bob: Any, carla: Any) -> Battle:
    """Bob has the heroes, Carla is the Overlord; everybody is in place."""
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    battle = crypt.start(campaign, crypt.setup_for([bob], overlord=carla))
    services.settle(battle.pk, START + MINUTE)
    return battle


def test_the_first_hero_turn_of_a_round_has_its_own_length(battle: Battle, bob: Any) -> None:
    """DS-ROUND-02"""
    [account] = accounts(battle, bob)
    assert (account.rule, account.length, account.round, account.ended) == ("DS-ROUND-02", DAY, 1, None)
    assert account.due == account.first_due == account.opened + 24 * HOUR
    assert account.name == "the next hero"


def test_a_turn_a_window_and_the_next_turn_follow_each_other(battle: Battle, bob: Any, carla: Any) -> None:
    crypt.play(battle, bob, "ivo", End(), at=START + HOUR)
    crypt.play(battle, carla, OVERLORD, End(), at=START + 2 * HOUR)
    crypt.play(battle, bob, "bruna", Move((Pose(Square(1, 2), "N"),)), at=START + 3 * HOUR)
    first, window, second = accounts(battle, bob)
    assert (first.name, first.outcome, first.ended) == ("Ivo Marrowen", "acted", START + HOUR)
    assert (window.name, window.rule, window.length) == ("the Overlord's window", "IMP-01", DAY // 4)
    assert (window.outcome, window.ended) == ("passed", START + 2 * HOUR)
    assert (second.name, second.length, second.opened) == ("Bruna Halgerd", DAY // 2, START + 2 * HOUR)
    assert second.ended is None


def test_what_runs_out_is_told_and_counts_as_missed(battle: Battle, bob: Any) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    first = accounts(battle, bob)[0]
    assert (first.name, first.outcome, first.ended) == ("Bruna Halgerd", "expired", first.due)
    assert [(one.unit, one.missed) for one in book(battle, bob).missed] == [("bruna", 1)]


def test_a_late_turn_comes_in_between_and_ends_no_clock(battle: Battle, bob: Any, carla: Any) -> None:
    """IMP-01"""
    services.settle(battle.pk, START + 25 * HOUR)
    crypt.play(battle, carla, OVERLORD, End(), at=START + 25 * HOUR)
    crypt.play(battle, bob, "bruna", End(), at=START + 26 * HOUR)
    crypt.play(battle, bob, "ivo", End(), at=START + 27 * HOUR)
    *_others, turn, _window = accounts(battle, bob)
    assert (turn.name, turn.opened, turn.ended) == ("Ivo Marrowen", START + 25 * HOUR, START + 27 * HOUR)


def test_pauses_and_the_directors_hours_move_a_clock_and_say_who_did_it(battle: Battle, alice: Any, bob: Any) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="a storm", at=START + HOUR)
    services.resume(battle_id=battle.pk, user=alice, at=START + 6 * HOUR)
    [account] = accounts(battle, bob)
    assert [shift.words for shift in account.shifts] == [
        "The director pauses the battle: a storm.",
        "The battle goes on; clocks run with what was left.",
    ]
    assert {shift.by for shift in account.shifts} == {"Alice"}
    assert account.first_due is not None and account.due == account.first_due + 5 * HOUR


def test_the_overlords_turn_has_a_clock_where_a_person_plays_him(battle: Battle, bob: Any, carla: Any) -> None:
    """DS-OVER-01"""
    for number, unit in enumerate(crypt.PARTY):
        crypt.play(battle, bob, unit, End(), at=START + (2 * number + 1) * HOUR)
        if unit != crypt.PARTY[-1]:
            crypt.play(battle, carla, OVERLORD, End(), at=START + (2 * number + 2) * HOUR)
    turn = accounts(battle, carla)[-1]
    assert (turn.name, turn.rule, turn.length) == ("the Overlord's turn", "DS-OVER-01", DAY)
    crypt.play(battle, carla, OVERLORD, End(), at=START + 9 * HOUR)
    *_others, turn, following = accounts(battle, carla)
    assert (turn.outcome, following.round, following.name) == ("acted", 2, "the next hero")


def test_readers_see_their_own_notices_and_the_director_everybodys(battle: Battle, alice: Any, bob: Any) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    for user, readers in ((bob, {"Bob"}), (alice, {"Bob", "Carla"})):
        sight = sight_of(fresh(battle), user)
        told = {letter.reader for one in with_letters(sight, ledger_of(sight).accounts) for letter in one.letters}
        assert told == readers


def test_the_page_and_the_export_tell_the_same_ledger(battle: Battle, bob: Any) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    client: Any = Client()
    client.force_login(bob)
    page = client.get(f"{battle.get_absolute_url()}ledger/").content.decode()
    assert "Bruna Halgerd · " in page
    exported = client.get(f"{battle.get_absolute_url()}export.json").json()
    told = exported["ledger"]["turns"]
    assert "expired" in {one["outcome"] for one in told}
    bruna = book(battle, bob).missed[0]
    assert exported["ledger"]["penalties"][0] == {
        "unit": "bruna", "name": "Bruna Halgerd", "rule": "IMP-01", "penalty": 0, "missed": bruna.missed, "pardoned": 0,
    }  # fmt: skip
    api = client.get(f"/api/v1/battles/{battle.code}/ledger/").json()
    assert [one["unit"] for one in api["turns"]] == [one["unit"] for one in told]


def test_an_export_shows_nothing_of_what_lies_behind_closed_doors_until_it_is_over(battle: Battle, bob: Any) -> None:
    client: Any = Client()
    client.force_login(bob)
    text = client.get(f"{battle.get_absolute_url()}export.json").content.decode()
    assert "shambler" not in text.replace("mailed_shambler", "")
    assert '"setup"' not in text and '"seed"' not in text


def test_that_a_turn_was_missed_is_told_with_it_though_it_was_noticed_later(
    battle: Battle, alice: Any, bob: Any
) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    sight = sight_of(fresh(battle), alice)
    first = with_letters(sight, ledger_of(sight).accounts[::-1])[0]
    missed = [letter for letter in first.letters if letter.kind == "missed"]
    assert [(letter.reader, letter.deadline) for letter in missed] == [("Bob", first.due)]


def test_an_undo_is_told_and_its_clock_goes_on_with_what_was_left(battle: Battle, alice: Any, bob: Any) -> None:
    """SK-144"""
    before = battle.events.count()
    crypt.play(battle, bob, "ivo", End(), at=START + HOUR)
    services.undo(battle_id=battle.pk, director=alice, to_event=before, reason="Misread.", at=START + 3 * HOUR)
    first = accounts(battle, bob)[0]
    assert (first.ended, first.outcome) == (None, "")
    shift = first.shifts[-1]
    assert (shift.by, "Misread." in shift.words, shift.due) == ("Alice", True, first.due)
    assert first.due == Turn.objects.filter(battle=battle, closed_at__isnull=True)[0].due_at
    assert [one.undone for one in first.sent] == [True]


def test_it_says_who_began_a_turn_and_who_was_away(battle: Battle, bob: Any, carla: Any) -> None:
    services.declare_absence(
        user=carla, campaign=battle.campaign, starts_at=START, ends_at=START + 60 * HOUR, at=START + MINUTE
    )
    crypt.play(battle, bob, "ivo", End(), at=START + HOUR)
    first = accounts(battle, bob)[0]
    assert [(one.by, one.at) for one in first.sent] == [("Bob", START + HOUR)]
    (cover,) = book(battle, bob).covers
    assert (cover.by, cover.start, cover.end) == ("Carla", START, START + 60 * HOUR)
