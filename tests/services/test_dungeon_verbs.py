"""Around the turns of a dungeon: early turns, windows, strikes, trades, absences, seats, the director, undo."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, Roll
from battles.selectors import legal_for, view_as, view_for, viewer_for, viewer_version
from campaign.models import Campaign, Membership
from campaign.services import leave
from notifications.models import Notice
from rulebook.dungeon.grid import Square
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.state import Corrected
from rulebook.dungeon.steps import OVERLORD, End, Fight, Move, Trade
from rulebook.errors import Illegal, Refused, TooLate, Unreadable
from tests import crypt
from tests.arena import HOUR, SECOND, START, fresh
from tests.services.test_dungeon_play import one_step, open_turns
from turns import selectors, services
from turns.models import EarlyTurn, Turn, TurnPost

pytestmark = pytest.mark.django_db
Owners = dict[str, User]


@pytest.fixture
def owners(bob: User, carla: User) -> Owners:
    return {"bruna": bob, "torvek": carla, "sylwen": bob, "ivo": carla}


@pytest.fixture
def campaign(alice: User, bob: User, carla: User, dani: User, zoe: User) -> Campaign:
    return crypt.dungeon_campaign(alice, [bob, carla, dani], [zoe])


@pytest.fixture
def automatic(campaign: Campaign, bob: User, carla: User) -> Battle:
    """Against the Invisible Overlord."""
    return crypt.start(campaign, crypt.setup_for([bob, carla], io_variant="improved"))


@pytest.fixture
def battle(campaign: Campaign, bob: User, carla: User, dani: User) -> Battle:
    """Against Dani."""
    return crypt.start(campaign, crypt.setup_for([bob, carla], overlord=dani))


def version(battle: Battle, user: User) -> str:
    return viewer_version(view_for(fresh(battle), user))


def refused(code: str, verb: Any, **about: Any) -> None:
    with pytest.raises(Refused) as refusal:
        verb(**about)
    assert refusal.value.code == code


def plan(battle: Battle, player: User, unit: str, *steps: Any, **about: Any) -> EarlyTurn:
    order: dict[str, Any] = {"at": START + HOUR, "text": "As agreed."}
    return services.leave_early_turn(
        battle_id=battle.pk, unit=unit, player=player, steps=steps or (End(),), **(order | about)
    )


# Placing


def test_each_player_places_the_own_heroes_and_the_last_one_begins_the_game(
    campaign: Campaign, bob: User, carla: User
) -> None:
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], placed=False, io_variant="improved"))
    assert open_turns(battle) == [(f"u{bob.pk}", "deploy", ""), (f"u{carla.pk}", "deploy", "")]
    for player, units in ((bob, ("bruna", "sylwen")), (carla, ("torvek", "ivo"))):
        wanted = crypt.placed(battle, *units)
        services.deploy(battle_id=battle.pk, player=player, placements=wanted, at=START + HOUR)
    assert crypt.state(battle).phase == "heroes"
    assert set(Turn.objects.filter(battle=battle, kind="deploy").values_list("outcome", flat=True)) == {"deployed"}
    refused("already-started", services.deploy, battle_id=battle.pk, player=bob, placements=wanted, at=START + 2 * HOUR)


def test_who_is_not_placed_in_time_takes_the_next_free_square(campaign: Campaign, bob: User, carla: User) -> None:
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], placed=False, io_variant="improved"))
    services.settle(battle.pk, START + 24 * HOUR + 3 * SECOND)
    assert crypt.state(battle).phase == "heroes"
    assert set(Turn.objects.filter(battle=battle, kind="deploy").values_list("outcome", flat=True)) == {"expired"}


# Early turns


def test_an_early_turn_waits_for_the_heroes_it_names_and_becomes_a_post_with_its_words(
    automatic: Battle, bob: User, carla: User
) -> None:
    plan(automatic, bob, "sylwen", after=("torvek",))
    assert crypt.state(automatic).models["sylwen"].status == "waiting"
    crypt.play(automatic, carla, "torvek", End(), at=START + 2 * HOUR)
    assert crypt.state(automatic).models["sylwen"].status == "acted"
    post = TurnPost.objects.get(battle=automatic, unit="sylwen")
    assert (post.manner, post.narrative, post.author, post.open) == ("early", "As agreed.", bob, False)
    row = EarlyTurn.objects.get(battle=automatic)
    assert (row.status, row.post) == ("played", post)
    assert Notice.objects.filter(reader=bob, kind="early-played").exists()


def test_an_early_turn_that_may_begin_at_once_is_played_at_once(automatic: Battle, bob: User) -> None:
    row = plan(automatic, bob, "bruna")
    assert row.status == "played"
    assert TurnPost.objects.get(battle=automatic, unit="bruna").manner == "early"


def test_an_early_turn_that_cannot_go_on_leaves_the_rest_to_its_player(
    automatic: Battle, bob: User, carla: User
) -> None:
    row = plan(automatic, bob, "bruna", one_step(automatic, "bruna"), Fight("bone_guard-1"), after=("torvek",))
    crypt.play(automatic, carla, "torvek", End(), at=START + HOUR)
    row.refresh_from_db()
    assert row.status == "failed"
    post = TurnPost.objects.get(battle=automatic, unit="bruna")
    assert (post.open, post.narrative) == (True, "As agreed.")
    assert row.post == post
    assert Notice.objects.filter(reader=bob, kind="early-failed", data__step=1).exists()
    crypt.play(automatic, bob, "bruna", End(), at=START + 2 * HOUR, text="So be it.")
    post.refresh_from_db()
    assert (post.open, post.narrative) == (False, "As agreed.\n\nSo be it.")
    assert EarlyTurn.objects.get(battle=automatic).status == "failed"


def test_an_early_turn_is_its_authors_secret_and_moves_nobody_elses_version(
    automatic: Battle, bob: User, carla: User
) -> None:
    before = version(automatic, carla), version(automatic, bob)
    plan(automatic, bob, "sylwen", after=("torvek",))
    assert version(automatic, carla) == before[0]
    assert version(automatic, bob) != before[1]
    assert selectors.early_turn_for(fresh(automatic), "sylwen", carla) is None
    standing = selectors.standings(fresh(automatic), carla)
    assert standing["sylwen"] == "nothing"
    assert selectors.standings(fresh(automatic), bob)["sylwen"] == "early"


def test_an_early_turn_is_changed_taken_back_and_refused_for_a_round_that_is_over(
    automatic: Battle, owners: Owners, bob: User
) -> None:
    plan(automatic, bob, "sylwen", after=("torvek",))
    plan(automatic, bob, "sylwen", after=("ivo",), text="Later.")
    row = EarlyTurn.objects.get(battle=automatic)
    assert row.alternatives[0]["after"] == ["ivo"]
    about: dict[str, Any] = {"battle_id": automatic.pk, "unit": "sylwen", "player": bob, "at": START + 2 * HOUR}
    services.withdraw_early_turn(**about)
    assert EarlyTurn.objects.get(battle=automatic).status == "withdrawn"
    refused("no-plan", services.withdraw_early_turn, **about)
    crypt.end_turns(automatic, owners, *crypt.PARTY, at=START + 3 * HOUR)
    with pytest.raises(TooLate) as late:
        plan(automatic, bob, "bruna", written_for=1, at=START + 4 * HOUR)
    assert late.value.code == "round-over"
    assert not EarlyTurn.objects.filter(battle=automatic, status="waiting").exists()


# Windows, strikes, trades


def test_an_interrupt_is_a_post_and_a_window_that_passes_is_none(
    battle: Battle, bob: User, carla: User, dani: User
) -> None:
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    played = crypt.play(battle, dani, OVERLORD, End(), at=START + 2 * HOUR)
    assert played.post is None
    assert not TurnPost.objects.filter(battle=battle, unit=OVERLORD).exists()
    assert Turn.objects.get(battle=battle, kind="window").outcome == "passed"


def test_words_given_when_a_window_is_passed_are_kept(battle: Battle, bob: User, dani: User) -> None:
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    post = crypt.play(battle, dani, OVERLORD, End(), at=START + 2 * HOUR, text="He only laughs.").post
    assert post is not None
    assert (post.unit, post.author, post.narrative, post.notes["ended"]) == (
        OVERLORD,
        dani,
        "He only laughs.",
        "passed",
    )


def test_a_window_runs_out_and_the_next_hero_may_begin(battle: Battle, bob: User) -> None:
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    services.settle(battle.pk, START + 7 * HOUR + 3 * SECOND)
    assert crypt.state(battle).phase == "heroes"
    assert Turn.objects.get(battle=battle, kind="window").outcome == "expired"


def test_the_overlords_turn_is_one_post_of_his_with_all_his_models_did(
    battle: Battle, owners: Owners, dani: User
) -> None:
    services.pass_windows(battle_id=battle.pk, player=dani, scope="always", at=START)
    crypt.end_turns(battle, owners, *crypt.PARTY, at=START + HOUR)
    now = crypt.state(battle)
    guard = now.side_models("overlord")[0].id
    crypt.play(battle, dani, guard, one_step(battle, guard), at=START + 2 * HOUR, text="Bones stir.")
    crypt.play(battle, dani, guard, End(), at=START + 2 * HOUR, text="They wait.")
    last = crypt.play(battle, dani, OVERLORD, End(), at=START + 3 * HOUR, text="Enough.")
    post = TurnPost.objects.get(battle=battle, unit=OVERLORD)
    assert last.post == post
    assert post.narrative == "Bones stir.\n\nThey wait.\n\nEnough."
    assert (post.author, post.manner, post.open, post.notes["ended"]) == (dani, "on-time", False, "acted")
    assert crypt.state(battle).round == 2


def test_only_the_overlords_player_acts_for_him(battle: Battle, alice: User, bob: User, zoe: User) -> None:
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    refused("not-your-unit", crypt.play, battle=battle, player=bob, unit=OVERLORD, step=End(), at=START + 2 * HOUR)
    refused("not-your-unit", crypt.play, battle=battle, player=alice, unit=OVERLORD, step=End(), at=START + 2 * HOUR)
    with pytest.raises(PermissionDenied):
        crypt.play(battle, zoe, OVERLORD, End(), at=START + 2 * HOUR)
    assert crypt.state(battle).phase == "window"


def test_nobody_acts_for_the_invisible_overlord(automatic: Battle, alice: User, bob: User) -> None:
    refused("unknown-unit", crypt.play, battle=automatic, player=alice, unit=OVERLORD, step=End(), at=START + HOUR)
    refused("not-your-unit", crypt.play, battle=automatic, player=bob, unit=OVERLORD, step=End(), at=START + HOUR)
    about: dict[str, Any] = {"battle_id": automatic.pk, "scope": "always", "at": START + HOUR}
    refused("unknown-unit", services.pass_windows, player=alice, **about)


def test_a_player_who_asked_is_asked_about_a_free_strike_and_time_decides_otherwise(
    campaign: Campaign, bob: User, carla: User, dani: User
) -> None:
    """IMP-03: the guard has Bruna in its front arc; she breaks away."""
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], overlord=dani, free_strikes="ask"))
    guard = crypt.state(battle).side_models("overlord")[0].id
    crypt.put(battle, bruna=(crypt.free_beside(battle, guard)[0], "N"))
    crypt.put(battle, **{guard: (None, crypt.toward(battle, guard, "bruna"))})
    here = crypt.state(battle).models["bruna"].at
    moves = [step for step in legal_for(fresh(battle), "bruna") if isinstance(step, Move)]
    away = next(step for step in moves if step.path[0].at != here)
    crypt.play(battle, bob, "bruna", away, at=START + HOUR)
    assert (f"u{dani.pk}", "strike", guard) in open_turns(battle)
    assert Notice.objects.filter(reader=dani, kind="your-turn", data__what="strike").exists()
    about: dict[str, Any] = {"battle_id": battle.pk, "unit": guard, "strike": False, "at": START + 2 * HOUR}
    refused("not-your-unit", services.answer_strike, player=bob, **about)
    services.answer_strike(player=dani, **about)
    assert Turn.objects.get(battle=battle, kind="strike").outcome == "acted"
    post = TurnPost.objects.get(battle=battle, unit="bruna")
    assert post.last_event == fresh(battle).version


def test_a_trade_is_answered_by_the_other_heros_player(automatic: Battle, bob: User, carla: User) -> None:
    crypt.put(automatic, torvek=(crypt.free_beside(automatic, "bruna")[0], "E"))
    item = crypt.state(automatic).models["bruna"].items[0]
    crypt.play(automatic, bob, "bruna", Trade("torvek", give=(item,)), at=START + HOUR)
    assert (f"u{carla.pk}", "trade", "torvek") in open_turns(automatic)
    about: dict[str, Any] = {"battle_id": automatic.pk, "accept": True, "at": START + 2 * HOUR}
    refused("not-your-unit", services.answer_trade, player=bob, **about)
    services.answer_trade(player=carla, version=version(automatic, carla), **about)
    assert item in crypt.state(automatic).models["torvek"].items
    assert Turn.objects.get(battle=automatic, kind="trade").outcome == "acted"
    refused("no-offer", services.answer_trade, player=carla, **about)


def test_an_answer_on_an_older_board_is_refused(battle: Battle, bob: User, dani: User) -> None:
    seen = version(battle, dani)
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    with pytest.raises(services.StaleBoard):
        services.pass_windows(battle_id=battle.pk, player=dani, scope="window", version=seen, at=START + 2 * HOUR)


# Who plays


def test_while_a_player_is_away_the_director_plays_the_heroes_without_a_deadline(
    automatic: Battle, campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    for player in (bob, carla):
        services.declare_absence(
            user=player, campaign=campaign, starts_at=START, ends_at=START + 72 * HOUR, at=START, note="At sea."
        )
    services.settle(automatic.pk, START + 24 * HOUR + 3 * SECOND)
    rows = Turn.objects.filter(battle=automatic, closed_at__isnull=True, kind="director")
    assert {row.player for row in rows} == {None}
    assert {row.due_at for row in rows} == {None}
    assert {line.consequence for line in selectors.turn_lines(alice)} == {"clock-stands"}
    post = crypt.play(automatic, alice, "bruna", End(), at=START + 25 * HOUR).post
    assert post is not None
    assert (post.manner, post.author, post.played_for) == ("director", alice, bob)


def test_the_director_takes_a_hero_over_plays_it_and_hands_it_back(automatic: Battle, alice: User, bob: User) -> None:
    about: dict[str, Any] = {"battle_id": automatic.pk, "director": alice, "unit": "bruna"}
    services.take_over(reason="Ill.", at=START + HOUR, **about)
    refused("taken-over", crypt.play, battle=automatic, player=bob, unit="bruna", step=End(), at=START + 2 * HOUR)
    assert ("director", "director", "bruna") in open_turns(automatic)
    assert {line.consequence for line in selectors.turn_lines(alice)} == {"others-time"}
    services.hand_back(at=START + 2 * HOUR, **about)
    assert (f"u{bob.pk}", "turn", "bruna") in open_turns(automatic)
    kinds = Notice.objects.filter(reader=bob, kind="taken-over").order_by("pk").values_list("data__taken", flat=True)
    assert list(kinds) == [True, False]


def test_whoever_leaves_is_stood_in_for_and_the_overlords_chair_falls_to_the_director(
    battle: Battle, campaign: Campaign, bob: User, dani: User
) -> None:
    for player in (bob, dani):
        leave(membership=Membership.objects.get(user=player, campaign=campaign), at=START + HOUR)
    now = crypt.state(battle)
    assert {hero.id for hero in now.heroes if hero.taken_over} == {"bruna", "sylwen"}
    assert now.overlord == "director"
    assert {one.player for one in now.side_models("overlord")} == {"director"}


def test_a_seat_is_given_to_another_member_and_to_nobody_else(
    battle: Battle, alice: User, bob: User, carla: User, eva: User
) -> None:
    about: dict[str, Any] = {"battle_id": battle.pk, "director": alice, "at": START + HOUR}
    services.give_seat(unit="bruna", player=carla, **about)
    assert crypt.state(battle).models["bruna"].player == f"u{carla.pk}"
    assert (f"u{carla.pk}", "turn", "bruna") in open_turns(battle)
    services.give_seat(unit=OVERLORD, player=bob, **about)
    assert crypt.state(battle).overlord == f"u{bob.pk}"
    refused("not-a-member", services.give_seat, unit="ivo", player=eva, **about)
    with pytest.raises(PermissionDenied):
        services.give_seat(battle_id=battle.pk, director=carla, unit="ivo", player=carla, at=START + HOUR)


def test_a_director_who_plays_a_hero_does_not_see_what_is_behind_the_doors(campaign: Campaign, alice: User) -> None:
    battle = crypt.start(campaign, crypt.setup_for([alice], io_variant="improved"))
    assert viewer_for(alice, battle) == f"u{alice.pk}"
    assert view_for(battle, alice)["hidden"] == []
    assert view_as(battle, "director")["hidden"]
    services.pause(battle_id=battle.pk, director=alice, reason="Supper.", at=START + HOUR)
    services.resume(battle_id=battle.pk, user=alice, at=START + 2 * HOUR)
    services.end_battle(battle_id=battle.pk, director=alice, winner=None, reason="We stop here.", at=START + 3 * HOUR)
    assert viewer_for(alice, fresh(battle)) == "director"


# The director


def test_a_correction_stays_on_record_with_its_reason(automatic: Battle, alice: User) -> None:
    about: dict[str, Any] = {"battle_id": automatic.pk, "director": alice, "at": START + HOUR, "unit": "bruna"}
    services.correct_model(to=Corrected(wounds=2), reason="A misread die.", **about)
    assert crypt.state(automatic).models["bruna"].wounds == 2
    event = automatic.events.get(kind="unit-corrected")
    assert (event.data["reason"], event.by) == ("A misread die.", alice)
    with pytest.raises(Unreadable):
        services.correct_model(to=Corrected(wounds=1), reason=" ", **about)
    with pytest.raises(Illegal):
        services.correct_model(to=Corrected(square=Square(0, 0)), reason="Into the wall.", **about)


def test_more_hours_move_everybodys_deadline_and_are_told(automatic: Battle, alice: User, bob: User) -> None:
    services.extend(battle_id=automatic.pk, director=alice, unit="bruna", hours=6, reason="A journey.", at=START + HOUR)
    rows = Turn.objects.filter(battle=automatic, closed_at__isnull=True)
    assert {row.due_at for row in rows} == {START + 30 * HOUR}
    assert {row.moves for row in rows} == {1}
    notice = Notice.objects.get(reader=bob, kind="more-time", withdrawn_at__isnull=True)
    assert (notice.data["reason"], notice.deadline) == ("A journey.", START + 30 * HOUR)


def test_an_undo_in_the_middle_of_a_turn_opens_it_again_and_keeps_every_roll(
    battle: Battle, alice: User, bob: User, owners: Owners
) -> None:
    crypt.play(battle, bob, "bruna", one_step(battle, "bruna"), at=START + HOUR, text="First.")
    half = fresh(battle).version
    crypt.play(battle, bob, "bruna", End(), at=START + 2 * HOUR)
    rolls = Roll.objects.filter(battle=battle).count()
    services.undo(battle_id=battle.pk, director=alice, to_event=half, reason="Agreed.", at=START + 3 * HOUR)
    post = TurnPost.objects.get(battle=battle, unit="bruna")
    assert (post.open, post.undone_at, post.last_event, post.notes["ended"]) == (True, None, half, "")
    assert Roll.objects.filter(battle=battle).count() == rolls
    crypt.play(battle, bob, "bruna", End(), at=START + 4 * HOUR, text="Second.")
    post.refresh_from_db()
    assert (post.open, post.narrative, TurnPost.objects.filter(battle=battle).count()) == (
        False,
        "First.\n\nSecond.",
        1,
    )
    assert crypt.replayed(battle) == crypt.state(battle)


def test_an_undo_of_an_undo_in_the_middle_of_a_turn_makes_its_post_whole_again(
    battle: Battle, alice: User, bob: User, owners: Owners
) -> None:
    crypt.play(battle, bob, "bruna", one_step(battle, "bruna"), at=START + HOUR, text="First.")
    half = fresh(battle).version
    crypt.play(battle, bob, "bruna", End(), at=START + 2 * HOUR)
    whole = TurnPost.objects.get(battle=battle, unit="bruna")
    there = fresh(battle).version
    for number, to in enumerate((half, there)):
        at = START + (3 + number) * HOUR
        services.undo(battle_id=battle.pk, director=alice, to_event=to, reason="Agreed.", at=at)
    post = TurnPost.objects.get(battle=battle, unit="bruna")
    kept = (post.open, post.undone_at, post.last_event, post.notes["ended"])
    assert kept == (False, None, whole.last_event, whole.notes["ended"])


def test_an_undo_of_whole_turns_marks_their_posts_and_lets_early_turns_wait_again(
    automatic: Battle, alice: User, bob: User, carla: User
) -> None:
    plan(automatic, bob, "sylwen", after=("torvek",))
    to = fresh(automatic).version
    crypt.play(automatic, carla, "torvek", End(), at=START + 2 * HOUR)
    services.undo(battle_id=automatic.pk, director=alice, to_event=to, reason="Too soon.", at=START + 3 * HOUR)
    undone = TurnPost.objects.filter(battle=automatic, undone_at__isnull=False).values_list("unit", flat=True)
    assert set(undone) >= {"torvek", "sylwen"}
    row = EarlyTurn.objects.get(battle=automatic)
    assert (row.status, row.post) == ("waiting", None)
    crypt.play(automatic, carla, "torvek", End(), at=START + 4 * HOUR)
    row.refresh_from_db()
    assert row.status == "played"


def test_what_the_saga_alone_has_is_no_action_here(automatic: Battle, alice: User) -> None:
    about: dict[str, Any] = {"battle_id": automatic.pk, "director": alice, "at": START + HOUR}
    refused("unknown-action", services.pardon, unit="bruna", reason="None.", **about)
    refused("unknown-action", services.force_turn, unit="bruna", reason="None.", **about)


def test_a_game_that_nobody_plays_pauses_itself_and_any_player_lets_it_go_on(
    campaign: Campaign, bob: User, carla: User
) -> None:
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], io_variant="improved"), pause_after_idle_rounds=1)
    services.settle(battle.pk, START + 400 * HOUR)
    now = crypt.state(battle)
    assert now.paused is not None
    assert (now.paused.reason, now.round) == ("idle-rounds", 2)
    services.resume(battle_id=battle.pk, user=bob, at=START + 401 * HOUR)
    assert crypt.state(battle).paused is None


def test_my_turns_count_what_waits_and_say_what_happens_otherwise(battle: Battle, bob: User, dani: User) -> None:
    assert [line.consequence for line in selectors.turn_lines(bob)] == ["hero-misses", "hero-misses"]
    crypt.play(battle, bob, "bruna", End(), at=START + HOUR)
    (line,) = selectors.turn_lines(dani)
    assert (line.turn.kind, line.consequence) == ("window", "window-passes")


def test_rules_of_the_table_are_those_the_game_began_with(battle: Battle) -> None:
    assert crypt.state(battle).rules == TableRules()
    assert timezone.is_aware(battle.created_at)


def test_an_instruction_moves_the_own_version_alone(battle: Battle, bob: User, carla: User, dani: User) -> None:
    before = {user: version(battle, user) for user in (bob, carla, dani)}
    services.instruct(battle_id=battle.pk, player=bob, unit="bruna", strikes="never", at=START + HOUR)
    moved = {user for user in before if version(battle, user) != before[user]}
    assert moved == {bob}


def test_no_hours_can_be_taken_where_the_game_grants_none(battle: Battle, bob: User) -> None:
    turn = Turn.objects.get(battle=battle, unit="bruna")
    refused("no-hours-granted", services.take_hours, turn_id=turn.pk, player=bob, at=START + HOUR)
