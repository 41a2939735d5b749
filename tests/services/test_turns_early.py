"""Early turns, absences, taking over: who plays for whom, and what they wrote."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle
from notifications.models import Notice
from rulebook.errors import Illegal, Refused, TooLate
from rulebook.saga.board import Cell
from rulebook.saga.state import Alternative, Condition
from rulebook.saga.steps import Move, Rest, Strike
from tests import arena
from tests.arena import HOUR, START
from tests.letters import kinds_told
from turns import selectors, services
from turns.models import Absence, EarlyTurn, Turn, TurnPost

pytestmark = pytest.mark.django_db
STEP = Alternative((Move(Cell(1, 6)),))


@pytest.fixture
def by_director(alice: User, cast: list[User]) -> Battle:
    """A table on which the director publishes early turns."""
    rules = {"early_turns": "director"}
    return arena.start(arena.campaign_of(alice, cast), arena.line_up(cast), rules=rules)


def leave(
    battle: Battle, player: User, *alternatives: Alternative, at: Any = START, text: str = "Softly."
) -> EarlyTurn:
    return services.leave_early_turn(
        battle_id=battle.pk, unit=player.username, player=player, alternatives=alternatives, text=text, at=at
    )


def rest(battle: Battle, player: User, at: Any, unit: str = "") -> TurnPost:
    return services.play_turn(
        battle_id=battle.pk,
        unit=unit or player.username,
        player=player,
        steps=(Rest(),),
        text="",
        version=None,
        key=f"{player.pk}-{at:%d%H%M}",
        received_at=at,
    ).post


def test_an_early_turn_is_played_when_its_turn_begins_and_published_on_the_players_behalf(
    battle: Battle, bob: User, carla: User
) -> None:
    """EARLY-2."""
    row = leave(battle, carla, STEP)
    rest(battle, bob, START + HOUR)
    post = TurnPost.objects.get(unit="carla")
    assert (post.author, post.manner, post.narrative, post.at) == (carla, "early", "Softly.", START + HOUR)
    row.refresh_from_db()
    assert (row.status, row.used_alternative, row.post) == ("played", 0, post)
    assert arena.whose_turn(battle) == "dani"
    assert "early-played" in kinds_told(carla)


def test_an_early_turn_is_seen_by_its_author_and_the_directors_alone(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """EARLY-1."""
    leave(battle, carla, STEP)
    assert selectors.early_turn_for(battle, "carla", carla)
    assert selectors.early_turn_for(battle, "carla", alice)
    assert selectors.early_turn_for(battle, "carla", bob) is None
    assert arena.version(battle, bob) == arena.version(battle, bob)


def test_an_early_turn_written_for_a_round_that_is_over_leaves_nothing_behind(
    battle: Battle, bob: User, carla: User
) -> None:
    """EARLY-1, SK-125."""
    with pytest.raises(TooLate, match="Round 7 is over"):
        services.leave_early_turn(
            battle_id=battle.pk,
            unit="carla",
            player=carla,
            alternatives=(STEP,),
            text="Softly.",
            at=START,
            written_for=7,
        )
    assert not EarlyTurn.objects.filter(battle=battle).exists()
    rest(battle, bob, START + HOUR)
    assert arena.whose_turn(battle) == "carla"


def test_an_early_turn_moves_no_other_players_version(battle: Battle, bob: User, carla: User) -> None:
    before = arena.version(battle, bob), arena.version(battle, carla)
    leave(battle, carla, STEP)
    after = arena.version(battle, bob), arena.version(battle, carla)
    assert after[0] == before[0]
    assert after[1] != before[1]


def test_an_early_turn_can_be_changed_and_taken_back_until_its_turn_begins(
    battle: Battle, bob: User, carla: User
) -> None:
    leave(battle, carla, STEP)
    row = leave(battle, carla, Alternative((Rest(),)), text="No.")
    assert (EarlyTurn.objects.count(), row.narrative, row.alternatives[0]["steps"]) == (1, "No.", [{"kind": "rest"}])
    services.withdraw_early_turn(battle_id=battle.pk, unit="carla", player=carla, at=START + HOUR)
    row.refresh_from_db()
    assert row.status == "withdrawn"
    rest(battle, bob, START + 2 * HOUR)
    assert arena.whose_turn(battle) == "carla"
    with pytest.raises(TooLate) as refused:
        leave(battle, carla, STEP, at=START + 3 * HOUR)
    assert refused.value.code == "turn-has-begun"
    assert not EarlyTurn.objects.filter(status="waiting").exists()


def test_an_early_turn_that_cannot_be_played_leaves_the_turn_open_and_tells_player_and_director(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """EARLY-3."""
    row = leave(battle, carla, Alternative((Strike("strength", "bob"),)))
    rest(battle, bob, START + HOUR)
    row.refresh_from_db()
    assert row.status == "failed"
    assert arena.whose_turn(battle) == "carla"
    assert Turn.objects.get(unit="carla", closed_at__isnull=True).due_at == START + 13 * HOUR
    assert "early-failed" in kinds_told(carla) and "early-failed" in kinds_told(alice)


def test_the_director_may_adapt_an_early_turn_that_failed(battle: Battle, alice: User, bob: User, carla: User) -> None:
    """EARLY-3."""
    row = leave(battle, carla, Alternative((Strike("strength", "bob"),)))
    rest(battle, bob, START + HOUR)
    post = services.publish_early_turn(
        battle_id=battle.pk, unit="carla", director=alice, steps=(Move(Cell(1, 6)),), at=START + 2 * HOUR
    )
    assert (post.author, post.narrative, post.manner) == (carla, "Softly.", "early")
    row.refresh_from_db()
    assert row.alternatives[0]["steps"][0]["kind"] == "strike"


def test_where_the_table_says_so_the_director_is_asked_and_the_clock_stands(
    by_director: Battle, alice: User, bob: User, carla: User
) -> None:
    """EARLY-2."""
    leave(by_director, carla, STEP, Alternative((Rest(),)))
    rest(by_director, bob, START + HOUR)
    row = Turn.objects.get(closed_at__isnull=True, kind="plan")
    assert (row.unit, row.due_at) == ("carla", None)
    assert "director-due" in kinds_told(alice)
    post = services.publish_early_turn(
        battle_id=by_director.pk, unit="carla", director=alice, alternative=1, at=START + 99 * HOUR
    )
    assert (post.notes["alternative"], post.author, post.played_for) == (1, carla, carla)
    assert "early-played" in kinds_told(carla)


def test_only_a_director_publishes(by_director: Battle, bob: User, carla: User) -> None:
    leave(by_director, carla, STEP)
    rest(by_director, bob, START + HOUR)
    with pytest.raises(PermissionDenied):
        services.publish_early_turn(battle_id=by_director.pk, unit="carla", director=bob, at=START + 2 * HOUR)


def test_the_first_alternative_whose_condition_holds_is_used(battle: Battle, bob: User, carla: User) -> None:
    leave(battle, carla, Alternative((Rest(),), (Condition("down", unit="bob"),)), STEP)
    rest(battle, bob, START + HOUR)
    assert EarlyTurn.objects.get().used_alternative == 1


def test_an_early_turn_of_a_fallen_unit_is_discarded(alice: User, bob: User, carla: User, dani: User) -> None:
    """TURN-6."""
    units = [
        arena.fighter("bob", f"u{bob.pk}", "north", Cell(3, 3), strength=60, max_strength=60),
        arena.fighter("carla", f"u{carla.pk}", "south", Cell(3, 4), strength=2, armor=1),
        arena.fighter("dani", f"u{dani.pk}", "south", Cell(7, 7)),
    ]
    battle = arena.start(arena.campaign_of(alice, [bob, carla, dani]), units)
    leave(battle, carla, Alternative((Rest(),)))
    services.play_turn(
        battle_id=battle.pk,
        unit="bob",
        player=bob,
        steps=(Strike("strength", "carla"),),
        text="",
        version=None,
        key="k",
        received_at=START + HOUR,
    )
    assert arena.state(battle).units["carla"].defeated
    assert EarlyTurn.objects.get().status == "discarded"
    assert not TurnPost.objects.filter(unit="carla").exists()


def test_a_chain_of_early_turns_is_played_in_one_go(battle: Battle, cast: list[User]) -> None:
    for player in cast[1:]:
        leave(battle, player, Alternative((Rest(),)), text=f"{player.username} rests.")
    rest(battle, cast[0], START + HOUR)
    posts = TurnPost.objects.order_by("number")
    assert [(post.unit, post.manner) for post in posts] == [
        ("bob", "on-time"),
        ("carla", "early"),
        ("dani", "early"),
        ("eva", "early"),
    ]
    assert arena.state(battle).round == 2


# --- absences


def absent(battle: Battle, player: User, at: Any = START, hours: int = 72) -> Absence:
    return services.declare_absence(
        user=player, campaign=battle.campaign, starts_at=at, ends_at=at + hours * HOUR, at=at, note="A wedding"
    )


def test_during_an_announced_absence_the_director_is_asked_without_a_deadline(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """ABSENT-1."""
    absent(battle, carla)
    rest(battle, bob, START + HOUR)
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert (row.unit, row.who, row.due_at, row.rule) == ("carla", "director", None, "absent")
    assert "director-due" in kinds_told(alice)
    post = rest(battle, alice, START + 2 * HOUR, unit="carla")
    assert (post.author, post.played_for, post.manner) == (alice, carla, "director")
    assert not arena.state(battle).units["carla"].missed


def test_a_turn_already_running_keeps_its_clock(battle: Battle, bob: User) -> None:
    """ABSENT-1."""
    absent(battle, bob, at=START + HOUR)
    assert Turn.objects.get(battle=battle, closed_at__isnull=True).due_at == START + 24 * HOUR


def test_who_is_back_early_plays_again_and_other_absences_stand(battle: Battle, bob: User, carla: User) -> None:
    """SK-95."""
    first = absent(battle, carla, hours=24)
    services.declare_absence(
        user=carla, campaign=battle.campaign, starts_at=START + 90 * HOUR, ends_at=START + 99 * HOUR, at=START
    )
    rest(battle, bob, START + HOUR)
    services.cancel_absence(absence_id=first.pk, user=carla, at=START + 2 * HOUR)
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert (row.unit, row.player) == ("carla", carla)
    assert row.due_at is not None
    assert [one.end for one in arena.state(battle).absences] == [arena.to_ms(START + 99 * HOUR)]
    assert services.cancel_absence(absence_id=first.pk, user=carla, at=START + 3 * HOUR).cancelled_at


def test_an_absence_that_stands_announced_is_not_announced_again(battle: Battle, alice: User, bob: User) -> None:
    def away(starts: int, note: str = "") -> Absence:
        moments = {"starts_at": START + starts * HOUR, "ends_at": START + 90 * HOUR, "at": START + starts * HOUR}
        return services.declare_absence(user=bob, campaign=battle.campaign, note=note, **moments)

    first = away(1)
    assert away(2) == first != away(2, "At sea.")
    assert Notice.objects.filter(reader=alice, subject__contains=":away:").count() == Absence.objects.count() == 2
    services.cancel_absence(absence_id=first.pk, user=bob, at=START + 3 * HOUR)
    assert away(4) != first


def test_an_absence_of_somebody_else_cannot_be_cancelled(battle: Battle, bob: User, carla: User) -> None:
    row = absent(battle, carla)
    with pytest.raises(Absence.DoesNotExist):
        services.cancel_absence(absence_id=row.pk, user=bob, at=START)


def test_an_absence_must_end_after_it_starts_and_after_now(battle: Battle, bob: User, zoe: User) -> None:
    for start, end in ((2, 1), (-5, -1), (3, 3)):
        with pytest.raises(Refused) as refused:
            services.declare_absence(
                user=bob,
                campaign=battle.campaign,
                starts_at=START + start * HOUR,
                ends_at=START + end * HOUR,
                at=START,
            )
        assert refused.value.code == "bad-absence"
    with pytest.raises(PermissionDenied):
        absent(battle, zoe)
    assert not Absence.objects.exists()


# --- taking over


def test_the_director_takes_a_unit_over_plays_it_and_hands_it_back(battle: Battle, alice: User, bob: User) -> None:
    """ABSENT-2."""
    services.take_over(battle_id=battle.pk, director=alice, unit="bob", reason="He is ill", at=START + HOUR)
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert (row.who, row.due_at) == ("director", None)
    with pytest.raises(Illegal) as refused:
        rest(battle, bob, START + 2 * HOUR)
    assert refused.value.code == "taken-over"
    services.hand_back(battle_id=battle.pk, director=alice, unit="bob", at=START + 30 * HOUR)
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert (row.player, row.due_at) == (bob, START + 54 * HOUR)
    assert kinds_told(bob).count("your-turn") == 1


def test_the_five_states_are_told_apart_and_an_early_turn_is_its_authors_secret(
    battle: Battle, alice: User, cast: list[User]
) -> None:
    bob, carla, dani, eva = cast
    services.settle(battle.pk, START + 24 * HOUR)
    leave(battle, dani, Alternative((Rest(),)), at=START + 25 * HOUR)
    absent(battle, eva, at=START + 25 * HOUR)
    rest(battle, carla, START + 26 * HOUR)
    found = selectors.standings(arena.fresh(battle), alice)
    assert found == {"bob": "absent", "carla": "submitted", "dani": "submitted", "eva": "absent-with-notice"}
    services.undo(
        battle_id=battle.pk,
        director=alice,
        to_event=TurnPost.objects.earliest("number").first_event - 1,
        reason="Again",
        at=START + 27 * HOUR,
    )
    assert selectors.standings(arena.fresh(battle), alice)["dani"] == "early"
    assert selectors.standings(arena.fresh(battle), dani)["dani"] == "early"
    assert selectors.standings(arena.fresh(battle), bob)["dani"] == "nothing"
