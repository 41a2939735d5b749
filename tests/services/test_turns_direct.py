"""The director's verbs, drafts and visits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle, BattleEvent, Roll
from battles.selectors import visible_events
from notifications.models import Delivery, Notice
from rulebook.errors import Illegal, Refused
from rulebook.saga.actions import Placement
from rulebook.saga.board import Cell
from rulebook.saga.state import Alternative
from rulebook.saga.steps import Move, Rest, Strike
from tests import arena
from tests.arena import HOUR, START
from turns import selectors, services
from turns.habits import habits_of
from turns.models import BattleVisit, EarlyTurn, Turn, TurnDraft, TurnPost

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(bob: User, carla: User, dani: User, eva: User) -> list[User]:
    return [bob, carla, dani, eva]


@pytest.fixture
def battle(alice: User, cast: list[User]) -> Battle:
    return arena.start(arena.campaign_of(alice, cast), arena.line_up(cast))


@pytest.fixture
def against_director(alice: User, bob: User, carla: User) -> Battle:
    """Three dredge of the director's act first, then bob and carla."""
    units = arena.line_up([bob, carla], director_units=3)
    return arena.start(arena.campaign_of(alice, [bob, carla]), [*units[2:], *units[:2]])


def told(user: User) -> list[str]:
    rows = Notice.objects.filter(reader=user, withdrawn_at__isnull=True).order_by("pk")
    return list(rows.values_list("kind", flat=True))


def open_turn(battle: Battle) -> Turn:
    return Turn.objects.get(battle=battle, closed_at__isnull=True)


def test_a_pause_stops_the_clock_and_keeps_what_was_left(battle: Battle, alice: User, bob: User) -> None:
    """CLOCK-6."""
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 20 * HOUR)
    assert open_turn(battle).due_at is None
    assert not services.settle(battle.pk, START + 99 * HOUR)
    with pytest.raises(Illegal) as refused:
        play(battle, bob, "bob", START + 21 * HOUR)
    assert refused.value.code == "paused"
    assert "paused" in told(bob) and "paused" not in told(alice)
    services.resume(battle_id=battle.pk, user=alice, at=START + 100 * HOUR)
    assert open_turn(battle).due_at == START + 104 * HOUR
    assert Notice.objects.get(reader=bob, kind="your-turn", withdrawn_at__isnull=True).deadline == START + 104 * HOUR


def test_a_player_is_told_of_a_takeover_and_of_the_return_and_the_author_of_neither(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """ABSENT-2."""
    services.take_over(battle_id=battle.pk, director=alice, unit="bob", reason="He is ill", at=START + HOUR)
    notice = Notice.objects.get(reader=bob, kind="taken-over", withdrawn_at__isnull=True)
    assert (notice.data["taken"], notice.data["reason"]) == (True, "He is ill")
    services.hand_back(battle_id=battle.pk, director=alice, unit="bob", at=START + 2 * HOUR)
    notice = Notice.objects.get(reader=bob, kind="taken-over", withdrawn_at__isnull=True)
    assert notice.data["taken"] is False
    assert not Notice.objects.filter(reader__in=(alice, carla), kind="taken-over").exists()


def test_who_plays_a_unit_is_one_thing_however_many_rounds_go_by(battle: Battle, alice: User, bob: User) -> None:
    """Nobody reads beside each other that a unit was handed back and that it is taken over."""
    about: dict[str, Any] = {"battle_id": battle.pk, "director": alice}
    services.take_over(unit="bob", reason="He is ill", at=START + HOUR, **about)
    services.hand_back(unit="bob", at=START + 2 * HOUR, **about)
    services.settle(battle.pk, START + 100 * HOUR)
    assert arena.state(battle).round > 1
    services.take_over(unit="bob", reason="He is ill again", at=START + 100 * HOUR, **about)
    notice = Notice.objects.get(reader=bob, kind="taken-over", withdrawn_at__isnull=True)
    assert notice.data["reason"] == "He is ill again"


def test_while_a_battle_is_paused_nobody_is_told_that_it_is_their_turn(battle: Battle, alice: User, bob: User) -> None:
    """CLOCK-6"""
    assert "your-turn" in told(bob)
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 20 * HOUR)
    assert "your-turn" not in told(bob) and "paused" in told(bob)
    services.resume(battle_id=battle.pk, user=alice, at=START + 30 * HOUR)
    assert "your-turn" in told(bob)


def play(battle: Battle, player: User, unit: str, at: Any, *steps: Any, key: str = "") -> TurnPost:
    return services.play_turn(
        battle_id=battle.pk,
        unit=unit,
        player=player,
        steps=steps or (Rest(),),
        text="",
        version=None,
        key=key or f"{unit}-{at:%d%H%M}",
        received_at=at,
    ).post


def test_only_a_director_ends_a_directors_pause(battle: Battle, alice: User, bob: User) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START)
    with pytest.raises(PermissionDenied):
        services.resume(battle_id=battle.pk, user=bob, at=START + HOUR)


def test_the_directors_verbs_are_the_directors_alone(battle: Battle, bob: User, zoe: User) -> None:
    common: dict[str, Any] = {"battle_id": battle.pk, "at": START}
    for user in (bob, zoe):
        for verb, given in (
            (services.pause, {"reason": "x"}),
            (services.extend, {"unit": "bob", "hours": 1, "reason": "x"}),
            (services.pardon, {"unit": "bob", "reason": "x"}),
            (services.take_over, {"unit": "bob", "reason": "x"}),
            (services.hand_back, {"unit": "bob"}),
            (services.reveal, {"unit": "bob", "cell": Cell(3, 3)}),
            (services.correct, {"unit": "bob", "attribute": "strength", "value": 1, "reason": "x"}),
            (services.end_battle, {"winner": None, "reason": "x"}),
            (services.undo, {"to_event": 0, "reason": "x"}),
        ):
            with pytest.raises(PermissionDenied):
                verb(director=user, **given, **common)  # type: ignore[operator]


def test_a_correction_stays_on_record_with_its_reason(battle: Battle, alice: User) -> None:
    """POST-2."""
    services.correct(
        battle_id=battle.pk,
        director=alice,
        unit="bob",
        attribute="strength",
        value=7,
        reason="Counted wrongly",
        at=START,
    )
    assert arena.state(battle).units["bob"].strength == 7
    event = BattleEvent.objects.get(battle=battle, kind="unit-corrected")
    assert (event.by, event.data["reason"]) == (alice, "Counted wrongly")


def test_a_reason_is_needed(battle: Battle, alice: User) -> None:
    with pytest.raises(Refused) as refused:
        services.pause(battle_id=battle.pk, director=alice, reason="  ", at=START)
    assert refused.value.code == "reason-needed"


def test_more_hours_move_the_deadline_and_tell_the_player(battle: Battle, alice: User, bob: User) -> None:
    services.extend(battle_id=battle.pk, director=alice, unit="bob", hours=6, reason="A fair", at=START + HOUR)
    assert open_turn(battle).due_at == START + 30 * HOUR
    assert Notice.objects.get(reader=bob, kind="more-time").data["reason"] == "A fair"
    assert "your-turn" not in told(bob)


def test_a_pardon_takes_a_missed_deadline_off(battle: Battle, alice: User) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    services.pardon(battle_id=battle.pk, director=alice, unit="bob", reason="Storm", at=START + 26 * HOUR)
    assert arena.state(battle).units["bob"].pardoned == 1


def test_the_director_ends_the_battle_and_everybody_is_told(battle: Battle, alice: User, cast: list[User]) -> None:
    services.end_battle(battle_id=battle.pk, director=alice, winner="north", reason="Rain", at=START + HOUR)
    assert arena.fresh(battle).status == Battle.Status.ENDED
    assert not Turn.objects.filter(battle=battle, closed_at__isnull=True).exists()
    for player in cast:
        assert told(player) == ["battle-over"]
    assert "battle-over" not in told(alice)


def test_what_the_clock_decided_before_a_directors_act_stands_first(battle: Battle, alice: User) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 25 * HOUR)
    assert arena.state(battle).units["bob"].missed == 1
    assert open_turn_of(battle, "carla").due_at is None


def open_turn_of(battle: Battle, unit: str) -> Turn:
    return Turn.objects.get(battle=battle, unit=unit, kind="turn", closed_at__isnull=True)


# --- the director's units


def test_the_directors_units_are_played_in_one_go(against_director: Battle, alice: User) -> None:
    turns = [services.UnitTurn(f"dredge{n}", (Rest(),), f"Dredge {n} waits.") for n in (1, 2, 3)]
    run = services.play_npc_turns(
        battle_id=against_director.pk, director=alice, turns=turns, key="run", received_at=START + HOUR
    )
    assert (len(run.posts), run.left, run.stopped_by) == (3, (), None)
    assert [post.manner for post in run.posts] == ["director"] * 3
    assert run.posts[0].played_for is None
    assert arena.whose_turn(against_director) == "bob"


def test_a_run_stops_at_the_first_refusal_and_keeps_the_rest(against_director: Battle, alice: User) -> None:
    """Ux 6, behaviour 32."""
    turns = [
        services.UnitTurn("dredge1", (Rest(),)),
        services.UnitTurn("dredge2", (Move(Cell(7, 0)),)),
        services.UnitTurn("dredge3", (Rest(),)),
    ]
    run = services.play_npc_turns(
        battle_id=against_director.pk, director=alice, turns=turns, key="run", received_at=START + HOUR
    )
    assert [post.unit for post in run.posts] == ["dredge1"]
    assert [turn.unit for turn in run.left] == ["dredge2", "dredge3"]
    assert run.stopped_by is not None and run.stopped_by.code == "too-far"
    again = [turns[0], services.UnitTurn("dredge2", (Rest(),)), turns[2]]
    run = services.play_npc_turns(
        battle_id=against_director.pk, director=alice, turns=again, key="run", received_at=START + 2 * HOUR
    )
    assert [post.unit for post in run.posts] == ["dredge1", "dredge2", "dredge3"]
    assert TurnPost.objects.count() == 3


def test_a_battle_against_the_director_waits_for_the_director_without_a_deadline(
    against_director: Battle, alice: User
) -> None:
    """CLOCK-1."""
    row = open_turn(against_director)
    assert (row.who, row.kind, row.due_at) == ("director", "director", None)
    assert [line.consequence for line in selectors.turn_lines(alice)] == ["clock-stands"]


# --- undo


def test_an_undo_restores_the_battle_and_keeps_the_record_and_every_roll(alice: User, bob: User, carla: User) -> None:
    units = [
        arena.fighter("bob", f"u{bob.pk}", "north", Cell(3, 3)),
        arena.fighter("carla", f"u{carla.pk}", "south", Cell(3, 4)),
    ]
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), units)
    before, counter = arena.fresh(battle), arena.fresh(battle).dice_counter
    post = play(battle, bob, "bob", START + HOUR, Strike("break", "carla"))
    services.undo(
        battle_id=battle.pk, director=alice, to_event=before.version, reason="Wrong board", at=START + 2 * HOUR
    )
    after = arena.fresh(battle)
    assert arena.state(battle).units == arena.state(before).units or after.version > before.version
    assert arena.whose_turn(battle) == "bob"
    assert open_turn(battle).unit == "bob"
    assert Roll.objects.filter(battle=battle).count() == 1
    assert after.dice_counter > counter
    post.refresh_from_db()
    assert post.undone_at == START + 2 * HOUR
    again = play(battle, bob, "bob", START + 3 * HOUR, Strike("break", "carla"), key="again")
    assert again.number == post.number + 1


def test_an_undo_of_an_undo_brings_back_posts_turns_and_early_turns(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    services.leave_early_turn(
        battle_id=battle.pk, unit="carla", player=carla, alternatives=[Alternative((Rest(),))], text="Softly.", at=START
    )
    until = arena.fresh(battle).version
    play(battle, bob, "bob", START + HOUR)
    there = arena.fresh(battle).version
    for number, to in enumerate((until, there)):
        at = START + (2 + number) * HOUR
        services.undo(battle_id=battle.pk, director=alice, to_event=to, reason="Again", at=at)
    posts = TurnPost.objects.filter(battle=battle, undone_at__isnull=True)
    assert set(posts.values_list("unit", flat=True)) == {"bob", "carla"}
    plan = EarlyTurn.objects.get()
    assert plan.status == "played" and plan.post is not None and plan.post.unit == "carla"
    rows = Turn.objects.filter(battle=battle, unit="bob", kind="turn").order_by("pk")
    assert [row.outcome for row in rows][:2] == ["acted", "gone"], "the second was open while the undoing stood"
    record = visible_events(arena.fresh(battle), alice)
    assert [event["undone"] for event in record if event["kind"] == "turn-taken"] == [False, False]


def test_an_early_turn_that_was_played_waits_again_after_an_undo(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    services.leave_early_turn(
        battle_id=battle.pk,
        unit="carla",
        player=carla,
        alternatives=[Alternative((Rest(),))],
        text="Softly.",
        at=START,
    )
    until = arena.fresh(battle).version
    play(battle, bob, "bob", START + HOUR)
    assert EarlyTurn.objects.get().status == "played"
    services.undo(battle_id=battle.pk, director=alice, to_event=until, reason="Again", at=START + 2 * HOUR)
    assert EarlyTurn.objects.get().status == "waiting"
    play(battle, bob, "bob", START + 3 * HOUR, key="again")
    assert EarlyTurn.objects.get().status == "played"
    assert TurnPost.objects.filter(unit="carla", undone_at__isnull=True).count() == 1


# --- deployment


def test_players_place_their_units_and_turn_0_ends_with_the_last(alice: User, bob: User, carla: User) -> None:
    """DEPL-0, DEPL-1."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], deployed=False))
    assert {row.kind for row in selectors.waits_for(bob)} == {"deploy"}
    services.deploy(battle_id=battle.pk, player=bob, placements=[place("bob", 2, 1)], at=START + HOUR)
    assert Turn.objects.get(battle=battle, player=bob).outcome == "deployed"
    assert not selectors.waits_for(bob).exists()
    with pytest.raises(Illegal):
        services.deploy(battle_id=battle.pk, player=carla, placements=[place("bob", 3, 1)], at=START + HOUR)
    services.deploy(battle_id=battle.pk, player=carla, placements=[place("carla", 2, 6)], at=START + 2 * HOUR)
    assert arena.state(battle).phase == "running"
    assert open_turn(battle).kind == "turn"


def test_who_has_placed_leaves_the_others_reminded(alice: User, bob: User, carla: User) -> None:
    """SK-113: nor does a notice that falls silent tell them."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], deployed=False))
    services.deploy(battle_id=battle.pk, player=carla, placements=[place("carla", 2, 6)], at=START + HOUR)
    waiting = Notice.objects.filter(kind="your-turn", withdrawn_at=None)
    assert [notice.reader for notice in waiting] == [bob]


def place(unit: str, x: int, y: int) -> Any:
    return Placement(unit, Cell(x, y))


def test_who_has_not_deployed_in_time_is_placed_and_misses_nothing(alice: User, bob: User, carla: User) -> None:
    """DEPL-2."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], deployed=False))
    services.settle(battle.pk, START + 24 * HOUR)
    state = arena.state(battle)
    assert state.units["bob"].at is not None and state.units["bob"].missed == 0
    assert not Notice.objects.filter(kind="missed").exists()
    rows = Turn.objects.filter(battle=battle, kind="deploy")
    assert set(rows.values_list("outcome", flat=True)) == {"expired"}


# --- drafts


def draft(battle: Battle, user: User, text: str, revision: int, fork: int = 0) -> services.DraftSaved:
    return services.save_draft(
        battle=battle, user=user, unit="bob", text=text, plan={"steps": []}, revision=revision, fork=fork, at=START
    )


def test_a_draft_goes_up_by_one_with_each_save(battle: Battle, bob: User) -> None:
    assert [draft(battle, bob, text, n).revision for n, text in enumerate(("a", "ab", "abc"))] == [1, 2, 3]
    assert TurnDraft.objects.get().narrative == "abc"


def test_two_tabs_fork_and_both_texts_survive(battle: Battle, bob: User) -> None:
    """Ux D3, behaviour 17."""
    draft(battle, bob, "phone", 0)
    forked = draft(battle, bob, "desk", 0)
    assert (forked.conflict, forked.fork, forked.revision) == (True, 1, 1)
    assert draft(battle, bob, "desk and chair", 1, fork=1).revision == 2
    texts = selectors.drafts_for(battle, bob, "bob").values_list("narrative", flat=True)
    assert list(texts) == ["phone", "desk and chair"]


def test_the_same_text_sent_again_is_no_conflict(battle: Battle, bob: User) -> None:
    first = draft(battle, bob, "same", 0)
    assert draft(battle, bob, "same", 0) == first


def test_a_draft_put_aside_can_be_had_back_for_seven_days(battle: Battle, bob: User) -> None:
    """Ux D5."""
    draft(battle, bob, "words", 0)
    services.discard_draft(battle=battle, user=bob, unit="bob", at=START)
    assert not selectors.drafts_for(battle, bob, "bob").exists()
    services.sweep(START + timedelta(days=7))
    assert services.restore_draft(battle=battle, user=bob, unit="bob")
    services.discard_draft(battle=battle, user=bob, unit="bob", at=START)
    services.sweep(START + timedelta(days=7, seconds=1))
    assert not services.restore_draft(battle=battle, user=bob, unit="bob")


def test_a_text_beyond_the_limit_is_refused(battle: Battle, bob: User) -> None:
    with pytest.raises(Refused) as refused:
        draft(battle, bob, "x" * (services.LONGEST_TEXT + 1), 0)
    assert refused.value.code == "text-too-long"


def test_a_visit_is_remembered_once_per_reader(battle: Battle, bob: User) -> None:
    services.mark_visit(battle=battle, user=bob, last_event=3, at=START)
    services.mark_visit(battle=battle, user=bob, last_event=5, at=START + HOUR)
    assert BattleVisit.objects.get().last_event == 5


# --- my turns


def test_my_turns_say_until_when_and_what_happens_otherwise(
    battle: Battle, bob: User, django_assert_num_queries: Any
) -> None:
    draft(battle, bob, "words", 0)
    with django_assert_num_queries(2):
        (line,) = selectors.turn_lines(bob)
    assert (line.consequence, line.turn.penalty, line.draft_saved_at) == ("unit-misses", 1, START)
    assert line.turn.due_at == START + 24 * HOUR


def test_nothing_waits_for_somebody_who_has_left(battle: Battle, bob: User) -> None:
    battle.campaign.memberships.filter(user=bob).update(left_at=START)
    assert selectors.turn_lines(bob) == []


def test_what_an_undo_takes_back_was_not_missed(battle: Battle, alice: User, bob: User, carla: User) -> None:
    """Nobody reads in the inbox or in the habits of a missed deadline that no longer counts."""
    began = battle.events.count()
    services.settle(battle.pk, START + 25 * HOUR)
    assert "missed" in told(bob)
    assert {one.player: one.missed for one in habits_of(battle.campaign)} == {bob: 1}
    services.undo(battle_id=battle.pk, director=alice, to_event=began, reason="Storm", at=START + 26 * HOUR)
    assert "missed" not in told(bob)
    play(battle, bob, "bob", START + 27 * HOUR)
    (habit,) = [one for one in habits_of(battle.campaign) if one.player == bob]
    assert (habit.missed, habit.answered) == (0, 1)


def test_what_an_undoing_took_back_was_missed_after_all_when_it_is_undone(
    battle: Battle, alice: User, bob: User
) -> None:
    """The notice stands in the inbox again as it was, and nothing is sent anew; whoever left meanwhile keeps none."""
    began = battle.events.count()
    services.settle(battle.pk, START + 25 * HOUR)
    (notice,) = Notice.objects.filter(reader=bob, kind="missed")
    missed = battle.events.count()
    deliveries = Delivery.objects.filter(notice=notice).count()
    back = START + 26 * HOUR + timedelta(microseconds=1700)
    services.undo(battle_id=battle.pk, director=alice, to_event=began, reason="Storm", at=back)
    assert "missed" not in told(bob)
    again = START + 27 * HOUR
    services.undo(battle_id=battle.pk, director=alice, to_event=missed, reason="No storm", at=again)
    (live,) = Notice.objects.filter(reader=bob, kind="missed", withdrawn_at__isnull=True)
    assert live.pk == notice.pk and live.data == notice.data
    assert Delivery.objects.filter(notice=notice).count() == deliveries
    services.undo(battle_id=battle.pk, director=alice, to_event=began, reason="Storm", at=START + 28 * HOUR)
    Notice.objects.filter(pk=notice.pk).update(withdrawn_at=START)
    services.undo(battle_id=battle.pk, director=alice, to_event=missed, reason="No storm", at=START + 29 * HOUR)
    assert "missed" not in told(bob), "withdrawn for another reason"


def test_a_late_window_that_opens_again_is_told_as_open(battle: Battle, alice: User, bob: User) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    expired = battle.events.count()
    play(battle, bob, "bob", START + 26 * HOUR)
    missed = Notice.objects.filter(reader=bob, kind="missed", withdrawn_at__isnull=True)
    assert missed.get().data["late_window"] is False
    services.undo(battle_id=battle.pk, director=alice, to_event=expired, reason="Storm", at=START + 27 * HOUR)
    assert missed.get().data["late_window"] is True


def test_of_a_pause_a_takeover_and_an_outage_no_deadline_is_told(battle: Battle, alice: User, bob: User) -> None:
    """They name a moment that was, and nothing that runs out."""
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + HOUR)
    services.resume(battle_id=battle.pk, user=alice, at=START + 2 * HOUR)
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 3 * HOUR)
    services.take_over(battle_id=battle.pk, director=alice, unit="bob", reason="Ill", at=START + 4 * HOUR)
    rows = Notice.objects.filter(kind__in=("paused", "taken-over"), reader=bob)
    assert [(one.kind, one.deadline, one.withdrawn_at is None) for one in rows.order_by("pk")] == [
        ("paused", None, False),
        ("paused", None, False),
        ("paused", None, True),
        ("taken-over", None, True),
    ]
