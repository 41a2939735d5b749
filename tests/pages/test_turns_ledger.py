"""The ledger of deadlines: a battle that went through all of it, as page, program and export."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from notifications.models import Channel, Delivery
from rulebook.saga.state import Alternative, Condition
from rulebook.saga.steps import Rest
from tests import arena
from tests.arena import HOUR, SECOND, START
from turns import services
from turns.models import Heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def lived(alice: User, bob: User, carla: User, dani: User, eva: User) -> Battle:
    """Bob misses his turn, posts late, Carla gets more time; an outage, a pause, a pardon."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla, dani, eva]), arena.line_up([bob, carla, dani, eva]))
    Heartbeat.objects.create(at=START + 24 * HOUR)
    services.sweep(START + 24 * HOUR + 2 * SECOND)
    about: dict[str, Any] = {"battle_id": battle.pk, "director": alice}
    services.play_turn(
        battle_id=battle.pk,
        unit="bob",
        player=bob,
        steps=(Rest(),),
        text="Late.",
        version=None,
        key="late",
        received_at=START + 24 * HOUR + 200 * SECOND,
    )
    services.sweep(START + 27 * HOUR)
    services.extend(unit="carla", hours=2, reason="A long week.", at=START + 27 * HOUR + SECOND, **about)
    services.pause(reason="Feast.", at=START + 27 * HOUR + 2 * SECOND, **about)
    services.resume(battle_id=battle.pk, user=alice, at=START + 27 * HOUR + 62 * SECOND)
    services.pardon(unit="bob", reason="He was ill.", at=START + 27 * HOUR + 63 * SECOND, **about)
    return battle


def go_on(battle: Battle, until: datetime) -> None:
    """Time passes, and somebody sweeps all the while."""
    Heartbeat.objects.update(at=until)
    services.settle(battle.pk, until)


def page(battle: Battle, user: User) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(battle.get_absolute_url() + "ledger/")
    assert answer.status_code == 200
    return answer.content.decode()


def told(battle: Battle, user: User) -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    answer = client.get(f"/api/v1/battles/{battle.code}/ledger/")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_each_turn_tells_how_its_deadline_came_about_and_what_it_cost(lived: Battle, alice: User) -> None:
    newest, first = told(lived, alice)["turns"][:2]
    assert (first["unit"], first["rule"], first["length"], first["outcome"]) == (
        "bob",
        "CLOCK-1",
        86_400_000,
        "expired",
    )
    assert (first["first_due"], first["ended"]) == (first["due"], first["due"])
    assert first["penalty"] == 1
    assert newest["unit"] == "carla"
    assert [shift["rule"] for shift in newest["shifts"]] == ["LATE-3", "CLOCK-6", "", "CLOCK-6", "CLOCK-6"]
    assert [bool(shift["by"]) for shift in newest["shifts"]] == [True, False, True, True, True]
    assert newest["shifts"][-1]["due"] == newest["due"] != newest["first_due"]


def test_pardons_stand_with_their_reason_and_author(lived: Battle, alice: User) -> None:
    found = told(lived, alice)
    assert found["penalties"] == []
    (pardon,) = found["pardons"]
    assert "He was ill." in pardon["words"] and (pardon["by"], pardon["rule"]) == ("Alice", "SK-126")


def test_a_director_reads_what_became_of_every_notice_and_a_player_only_of_the_own(
    lived: Battle, alice: User, bob: User, carla: User
) -> None:
    def readers(user: User) -> set[str]:
        return {letter["reader"] for turn in told(lived, user)["turns"] for letter in turn["letters"]}

    assert readers(alice) >= {"Bob", "Carla"}
    assert readers(bob) == {"Bob"}
    letters = [letter for turn in told(lived, alice)["turns"] for letter in turn["letters"]]
    assert {way["channel"] for letter in letters for way in letter["ways"]}
    assert any(letter["withdrawn_at"] for letter in letters)


def test_notices_on_the_battle_as_a_whole_stand_in_the_ledger_for_programs_too(
    lived: Battle, alice: User, bob: User
) -> None:
    about = [(letter["reader"], letter["kind"]) for letter in told(lived, bob)["letters"]]
    assert about and {reader for reader, _kind in about} == {"Bob"} and ("Bob", "paused") in about
    assert {letter["reader"] for letter in told(lived, alice)["letters"]} >= {"Bob", "Carla"}


def test_what_a_reader_calls_a_channel_is_told_to_nobody_else(lived: Battle, alice: User, carla: User) -> None:
    way = Channel.objects.create(
        reader=carla, type=Channel.Type.WEBHOOK, name="Behind my boss's back", created_at=START
    )
    Delivery.objects.filter(notice__reader=carla).update(way=way, channel=Channel.Type.WEBHOOK)

    def channels(user: User) -> set[str]:
        found = told(lived, user)
        letters = [*found["letters"], *(letter for turn in found["turns"] for letter in turn["letters"])]
        return {way["channel"] for letter in letters if letter["reader"] == "Carla" for way in letter["ways"]}

    assert channels(carla) == {str(way)} and "boss" in str(way)
    assert channels(alice) == {"webhook"}


def test_a_message_that_waits_says_from_when_on_it_may_go(lived: Battle, alice: User) -> None:
    """A reader's pace or quiet hours hold it back, and the director sees why nobody has come yet."""
    held = START + 40 * HOUR
    Delivery.objects.filter(state=Delivery.State.PENDING).update(next_try_at=held)
    ways = [way for letter in told(lived, alice)["letters"] for way in letter["ways"]]
    assert {at_(way["not_before"]) for way in ways if way["state"] == "pending"} == {held}
    assert all(way["not_before"] is None for way in ways if way["state"] != "pending")
    assert "waiting to be sent, not before" in page(lived, alice)


def test_a_unit_taken_over_in_its_turn_stops_the_clock(lived: Battle, alice: User) -> None:
    """ABSENT-2: and handed back it gets a fresh one."""
    about: dict[str, Any] = {"battle_id": lived.pk, "director": alice, "unit": "carla"}
    services.take_over(reason="Ill.", at=START + 28 * HOUR, **about)
    services.hand_back(at=START + 29 * HOUR, **about)
    shifts = told(lived, alice)["turns"][0]["shifts"]
    stopped, fresh = [one for one in shifts if one["rule"] == "ABSENT-2" and "clock" in one["words"]]
    assert stopped["words"].startswith("The clock stops.") and stopped["due"] is None
    assert fresh["words"].startswith("The turn gets a fresh clock.") and fresh["due"] is not None


def test_the_page_shows_all_of_it_and_leads_the_director_to_the_pardon(lived: Battle, alice: User, bob: User) -> None:
    go_on(lived, START + 100 * HOUR)
    shown = page(lived, alice)
    for piece in ("A long week.", "CLOCK-6", "LATE-3", "He was ill.", "/direct/pardon/?unit=carla&amp;reason=A"):
        assert piece in shown
    assert "/direct/pardon/" not in page(lived, bob)


def test_the_export_holds_the_ledger(lived: Battle, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    by_page = client.get(lived.get_absolute_url() + "export.json").json()["ledger"]
    by_program = client.get(f"/api/v1/battles/{lived.code}/export/").json()["ledger"]
    assert by_page == by_program
    assert [turn["unit"] for turn in by_page["turns"]] == ["carla", "bob"]


def test_the_ledger_asks_as_often_for_many_turns_as_for_few(
    lived: Battle, alice: User, django_assert_max_num_queries: Any
) -> None:
    client = Client()
    client.force_login(alice)
    address = lived.get_absolute_url() + "ledger/"
    client.get(address)
    go_on(lived, START + 1000 * HOUR)
    with django_assert_max_num_queries(17):
        client.get(address)


def test_the_export_is_settled_first(alice: User, bob: User, carla: User) -> None:
    """CLOCK-4: what the clock has decided stands in the file, though no sweep came by."""
    campaign = arena.campaign_of(alice, [bob, carla])
    battle = arena.start(campaign, arena.line_up([bob, carla]), at=timezone.now() - 25 * HOUR)
    client = Client()
    client.force_login(bob)
    found = client.get(battle.get_absolute_url() + "export.json").json()
    assert "turn-expired" in [event["kind"] for event in found["events"]]


def test_lengths_of_a_table_whose_hours_are_seconds_are_told_in_seconds(alice: User, bob: User, carla: User) -> None:
    campaign = arena.campaign_of(alice, [bob, carla])
    rules = {"hour_seconds": 2, "endgame_turn_hours": 24}
    battle = arena.start(campaign, arena.line_up([bob, carla]), at=timezone.now(), rules=rules)
    shown = page(battle, alice)
    assert "48 s from then:" in shown
    assert "less than 1 min from then" not in shown


@pytest.fixture
def begun(alice: User, bob: User, carla: User, dani: User, eva: User) -> Battle:
    """Just begun; no page applies a deadline by itself."""
    Heartbeat.objects.create(at=START)
    return arena.start(arena.campaign_of(alice, [bob, carla, dani, eva]), arena.line_up([bob, carla, dani, eva]))


def test_an_undo_is_told_with_its_author_and_the_turn_goes_on_with_what_was_left(
    begun: Battle, alice: User, bob: User
) -> None:
    """SK-144: the turn that runs again is no longer told as played, and its new deadline stands."""
    began = begun.events.count()
    play(begun, bob, "bob", START + HOUR)
    about: dict[str, Any] = {"battle_id": begun.pk, "director": alice}
    services.undo(to_event=began, reason="Misread.", at=START + 3 * HOUR, **about)
    taken_back, again = told(begun, alice)["turns"][:2]
    assert (taken_back["unit"], taken_back["undone"]) == ("carla", True)
    assert (again["unit"], again["ended"], again["outcome"]) == ("bob", None, "")
    (shift,) = again["shifts"]
    assert (shift["by"], shift["rule"]) == ("Alice", "SK-144")
    assert "Misread." in shift["words"]
    assert shift["due"] == again["due"]
    assert at_(again["due"]) == START + 27 * HOUR
    assert [one["undone"] for one in again["sent"]] == [True]
    play(begun, bob, "bob", START + 4 * HOUR)
    later = next(turn for turn in told(begun, alice)["turns"] if turn["unit"] == "bob")
    assert (later["outcome"], at_(later["ended"])) == ("acted", START + 4 * HOUR)
    assert [one["undone"] for one in later["sent"]] == [True, False]


def play(battle: Battle, player: User, unit: str, at: datetime) -> None:
    services.play_turn(
        battle_id=battle.pk,
        unit=unit,
        player=player,
        steps=(Rest(),),
        text="",
        version=None,
        key=f"{unit}-{at:%d%H%M}",
        received_at=at,
    )


def at_(told: str) -> datetime:
    return datetime.fromisoformat(told)


def test_the_ledger_says_what_was_sent_for_a_turn_and_who_sent_it(lived: Battle, alice: User, bob: User) -> None:
    """A late post is told with the turn that it is for (LATE-1)."""
    first = told(lived, alice)["turns"][-1]
    assert [(one["words"], one["by"]) for one in first["sent"]] == [
        ("Nothing had been sent until then.", ""),
        ("Bob acts late, ahead of the running turn (LATE-1).", "Bob"),
    ]


def test_an_early_turn_is_told_to_its_author_and_the_director_alone(
    begun: Battle, alice: User, bob: User, carla: User, dani: User
) -> None:
    """EARLY-1; whether anything had been sent for a turn that ran out is nobody else's to know either."""
    services.leave_early_turn(
        battle_id=begun.pk,
        unit="carla",
        player=carla,
        alternatives=(Alternative((Rest(),), (Condition("down", unit="bob"),)),),
        text="",
        at=START + HOUR,
    )
    play(begun, bob, "bob", START + 2 * HOUR)
    go_on(begun, START + 15 * HOUR)
    for user, count in ((alice, 2), (carla, 2), (dani, 0)):
        turn = next(one for one in told(begun, user)["turns"] if one["unit"] == "carla")
        assert (turn["outcome"], len(turn["sent"])) == ("expired", count)
    left, failed = next(one for one in told(begun, carla)["turns"] if one["unit"] == "carla")["sent"]
    assert (at_(left["at"]), left["by"]) == (START + HOUR, "Carla")
    assert (at_(failed["at"]), failed["by"]) == (START + 2 * HOUR, "")
    assert "was left for Carla" in page(begun, alice)


def test_who_was_away_and_whose_unit_was_taken_over_stands_in_the_ledger(
    begun: Battle, alice: User, dani: User, eva: User
) -> None:
    """ABSENT-1, ABSENT-2: also outside the unit's own turn."""
    services.declare_absence(
        user=dani, campaign=begun.campaign, starts_at=START + HOUR, ends_at=START + 60 * HOUR, at=START + HOUR
    )
    services.take_over(battle_id=begun.pk, director=alice, unit="eva", reason="Ill.", at=START + 2 * HOUR)
    away, taken = told(begun, eva)["covers"]
    assert (away["by"], away["rule"], at_(away["end"])) == ("Dani", "ABSENT-1", START + 60 * HOUR)
    assert (taken["by"], taken["rule"], taken["start"]) == ("Alice", "ABSENT-2", None)
    shown = page(begun, eva)
    assert "The director takes Eva over: Ill." in shown and "ABSENT-1" in shown


def test_a_unit_handed_over_for_missed_deadlines_stands_in_the_ledger(alice: User, bob: User, carla: User) -> None:
    """SK-156: it passes to the director at the very moment at which its turn ran out."""
    Heartbeat.objects.create(at=START)
    rules = {"hand_over_after_misses": 1}
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla]), rules=rules)
    go_on(battle, START + 25 * HOUR)
    (cover,) = told(battle, bob)["covers"]
    assert "SK-156" in cover["words"] and at_(cover["at"]) == START + 24 * HOUR


def test_a_turn_that_was_open_when_the_battle_ended_says_so(lived: Battle, alice: User) -> None:
    at = START + 28 * HOUR
    services.end_battle(battle_id=lived.pk, director=alice, winner=None, reason="Snow.", at=at)
    newest = told(lived, alice)["turns"][0]
    assert (newest["outcome"], at_(newest["ended"])) == ("over", at)
    assert "the battle ended" in page(lived, alice)


def test_a_paused_turn_has_no_deadline(lived: Battle, alice: User) -> None:
    """CLOCK-6."""
    services.pause(battle_id=lived.pk, director=alice, reason="Again.", at=START + 28 * HOUR)
    assert told(lived, alice)["turns"][0]["due"] is None


def test_more_time_is_put_down_to_late_posts_only_where_they_gave_it(begun: Battle, alice: User) -> None:
    """LATE-3"""
    services.extend(battle_id=begun.pk, director=alice, unit="bob", hours=5, reason="A train.", at=START + HOUR)
    shown = page(begun, alice)
    assert "Given more" in shown and "5 h" in shown and "#LATE-3" not in shown


def test_the_page_tells_what_moved_the_clock_and_what_was_sent_as_it_happened(
    begun: Battle, alice: User, bob: User
) -> None:
    services.extend(battle_id=begun.pk, director=alice, unit="bob", hours=5, reason="A train.", at=START + HOUR)
    play(begun, bob, "bob", START + 2 * HOUR)
    shown = page(begun, alice)
    assert shown.index("A train.") < shown.index("The turn was sent. (Bob)")


def test_which_alternative_was_played_is_told_to_those_alone_who_know_the_early_turn(
    begun: Battle, alice: User, bob: User, carla: User, eva: User
) -> None:
    """EARLY-1"""
    broken, rests = Alternative((Rest(),), (Condition("down", unit="bob"),)), Alternative((Rest(),))
    services.leave_early_turn(
        battle_id=begun.pk, unit="carla", player=carla, alternatives=(broken, rests), text="", at=START + HOUR
    )
    play(begun, bob, "bob", START + 2 * HOUR)
    for user, words in ((alice, "alternative 2 (EARLY-2)"), (carla, "alternative 2"), (eva, "is played (EARLY-2)")):
        turn = next(one for one in told(begun, user)["turns"] if one["unit"] == "carla")
        assert words in turn["sent"][-1]["words"]


def test_where_hours_are_quiet_a_length_is_told_in_hours_that_count(alice: User, bob: User, carla: User) -> None:
    """SK-150: twenty-four such hours are more than a day."""
    Heartbeat.objects.create(at=START)
    rules = {"active_from": 9, "active_until": 21}
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla]), rules=rules)
    shown = page(battle, alice)
    assert "24 h of the hours that count from then:" in shown and "1 d from then:" not in shown
