"""Playing a turn: one transaction, one result (architecture, "One player's turn")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle, BattleEvent, Roll
from campaign.models import Membership
from notifications.models import Notice
from rulebook.errors import Illegal, Refused, TooLate
from rulebook.saga.board import Cell
from rulebook.saga.steps import Move, Rest, Strike
from tests import arena
from tests.arena import HOUR, SECOND, START
from tests.letters import kinds_told
from turns import selectors, services
from turns.models import PlayKey, Turn, TurnDraft, TurnPost

Players = tuple[User, User, User, User]
pytestmark = pytest.mark.django_db


def play(battle: Battle, player: User, *steps: Any, **about: Any) -> services.Played:
    """Play the unit called like its player, one hour after the start unless told otherwise."""
    order: dict[str, Any] = {
        "battle_id": battle.pk,
        "unit": player.username,
        "player": player,
        "steps": steps or (Rest(),),
        "text": "He waits.",
        "version": None,
        "key": f"key-{player.username}",
        "received_at": START + HOUR,
    }
    return services.play_turn(**(order | about))


def test_a_turn_is_a_post_with_the_words_and_the_engines_numbers(battle: Battle, bob: User) -> None:
    """POST-1."""
    post = play(battle, bob, Move(Cell(0, 1)), text="One step.").post
    assert (post.author, post.unit, post.round, post.number) == (bob, "bob", 1, 1)
    assert (post.manner, post.narrative, post.at) == ("on-time", "One step.", START + HOUR)
    assert post.notes["numbers"] == {
        "strength": [10, 10],
        "armor": [8, 8],
        "willpower": [4, 4],
        "hero_points": [0, 0],
    }
    kinds = BattleEvent.objects.filter(battle=battle, number__range=(post.first_event, post.last_event))
    assert list(kinds.values_list("kind", flat=True)) == ["turn-taken", "moved"]


def test_the_numbers_are_those_right_after_the_turn(battle: Battle, bob: User) -> None:
    post = play(battle, bob, Move(Cell(0, 5), will=1)).post
    assert post.notes["numbers"]["willpower"] == [3, 4]


def test_numbers_that_the_player_wrote_are_shown_as_a_difference(battle: Battle, bob: User) -> None:
    """POST-2."""
    post = play(battle, bob, claimed={"strength": 12, "armor": 8}).post
    assert selectors.differences(post) == [selectors.Difference("strength", 12, 10)]


def test_the_next_turn_opens_and_its_player_is_told(battle: Battle, bob: User, carla: User) -> None:
    play(battle, bob)
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert (row.player, row.unit, row.kind) == (carla, "carla", "turn")
    assert row.opened_at == START + HOUR
    assert row.due_at == START + HOUR + 12 * HOUR
    assert kinds_told(carla)[-1] == "your-turn"


def test_a_played_turn_closes_its_row_and_its_notice_falls_silent(battle: Battle, bob: User) -> None:
    assert "your-turn" in kinds_told(bob)
    play(battle, bob)
    row = Turn.objects.get(battle=battle, unit="bob")
    assert (row.outcome, row.closed_at) == ("acted", START + HOUR)
    assert "your-turn" not in kinds_told(bob)


def test_the_same_key_and_content_gives_the_first_result_again(battle: Battle, bob: User) -> None:
    first = play(battle, bob)
    again = play(battle, bob, received_at=START + 9 * HOUR, version="seen-long-ago")
    assert (again.post, again.replayed) == (first.post, True)
    assert TurnPost.objects.filter(battle=battle).count() == 1


def test_the_same_key_with_other_content_is_refused(battle: Battle, bob: User) -> None:
    play(battle, bob)
    with pytest.raises(Illegal) as refused:
        play(battle, bob, Move(Cell(0, 1)))
    assert refused.value.code == "key-reused"


def test_two_people_may_use_the_same_key(battle: Battle, bob: User, carla: User) -> None:
    play(battle, bob, key="1")
    play(battle, carla, key="1")
    assert PlayKey.objects.filter(key="1").count() == 2


@pytest.mark.parametrize("key", ["", "x" * 65, "line\nbreak"])
def test_a_key_that_is_none_is_refused(battle: Battle, bob: User, key: str) -> None:
    with pytest.raises(Refused) as refused:
        play(battle, bob, key=key)
    assert refused.value.code == "bad-key"


def test_a_second_order_for_the_same_turn_is_refused(battle: Battle, bob: User) -> None:
    play(battle, bob)
    with pytest.raises(TooLate) as refused:
        play(battle, bob, key="another")
    assert refused.value.code == "already-acted"
    assert TurnPost.objects.filter(battle=battle).count() == 1


def test_an_order_on_a_board_that_has_changed_is_refused_and_says_whether_it_still_stands(
    battle: Battle, bob: User, carla: User
) -> None:
    seen = arena.version(battle, carla)
    play(battle, bob)
    with pytest.raises(services.StaleBoard) as refused:
        play(battle, carla, Move(Cell(1, 6)), version=seen)
    assert refused.value.code == "board-changed"
    assert refused.value.plan is not None and refused.value.plan.legal
    assert refused.value.version == arena.version(battle, carla)
    with pytest.raises(services.StaleBoard) as refused:
        play(battle, carla, Move(Cell(2, 0)), version=seen)
    assert refused.value.plan is not None and not refused.value.plan.legal
    play(battle, carla, Move(Cell(1, 6)), version=arena.version(battle, carla))


def test_a_refused_order_leaves_nothing(battle: Battle, bob: User) -> None:
    before = arena.fresh(battle)
    with pytest.raises(Refused):
        play(battle, bob, Strike("strength", "carla"))
    after = arena.fresh(battle)
    assert (after.version, after.state, after.dice_counter) == (before.version, before.state, before.dice_counter)
    assert not TurnPost.objects.exists() and not PlayKey.objects.exists()
    play(battle, bob)


def test_somebody_elses_unit_is_refused(battle: Battle, bob: User, carla: User) -> None:
    with pytest.raises(Illegal) as refused:
        play(battle, carla, unit="bob")
    assert refused.value.code == "not-your-unit"


def test_strangers_onlookers_and_members_without_a_unit_may_not_play(battle: Battle, sam: User, zoe: User) -> None:
    Membership.objects.create(campaign=battle.campaign, user=sam, role=Membership.Role.SPECTATOR)
    for user in (sam, zoe):
        with pytest.raises(PermissionDenied):
            play(battle, user, unit="bob")


def test_a_player_who_has_left_may_not_play(battle: Battle, bob: User) -> None:
    Membership.objects.filter(user=bob).update(left_at=START)
    with pytest.raises(PermissionDenied):
        play(battle, bob)


def test_the_director_may_not_play_for_a_player_who_is_expected(battle: Battle, alice: User) -> None:
    with pytest.raises(Illegal) as refused:
        play(battle, alice, unit="bob")
    assert refused.value.code == "not-your-unit"


def test_a_post_received_at_its_due_time_is_late(battle: Battle, bob: User) -> None:
    """CLOCK-4, LATE-1."""
    post = play(battle, bob, received_at=START + 24 * HOUR).post
    assert post.manner == "late"
    assert arena.state(battle).units["bob"].missed == 1
    assert Turn.objects.get(battle=battle, kind="turn", unit="bob").outcome == "expired"


def test_a_post_received_in_time_is_on_time_however_late_it_is_written(battle: Battle, bob: User) -> None:
    received = START + 24 * HOUR - timedelta(milliseconds=1)
    assert play(battle, bob, received_at=received).post.manner == "on-time"


def test_a_late_post_gives_the_running_turn_three_more_hours_and_tells_its_player(
    battle: Battle, bob: User, carla: User
) -> None:
    """LATE-3."""
    services.settle(battle.pk, START + 25 * HOUR)
    play(battle, bob, received_at=START + 26 * HOUR)
    row = Turn.objects.get(battle=battle, unit="carla", closed_at__isnull=True)
    assert row.due_at == START + (24 + 12 + 3) * HOUR
    assert row.first_due_at == START + (24 + 12) * HOUR
    told = Notice.objects.get(reader=carla, kind="more-time", withdrawn_at__isnull=True)
    assert told.deadline == row.due_at
    assert "your-turn" not in kinds_told(carla)
    assert "more-time" not in kinds_told(bob)


def test_a_late_window_closes_with_its_post(battle: Battle, bob: User) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    assert Turn.objects.filter(battle=battle, kind="late", unit="bob", closed_at__isnull=True).exists()
    play(battle, bob, received_at=START + 26 * HOUR)
    assert Turn.objects.get(battle=battle, kind="late", unit="bob").outcome == "acted-late"


def test_every_die_of_a_turn_is_a_row_with_its_reason(alice: User, bob: User, carla: User) -> None:
    """DMG-6."""
    campaign = arena.campaign_of(alice, [bob, carla])
    units = [
        arena.fighter("bob", f"u{bob.pk}", "north", Cell(3, 3)),
        arena.fighter("carla", f"u{carla.pk}", "south", Cell(3, 4)),
    ]
    battle = arena.start(campaign, units)
    play(battle, bob, Strike("break", "carla"))
    roll = Roll.objects.get(battle=battle)
    assert (roll.sides, roll.unit) == (100, "bob")
    assert roll.reason["text"]


def test_the_draft_that_became_a_post_is_gone_and_its_fork_stays(battle: Battle, bob: User) -> None:
    services.save_draft(battle=battle, user=bob, unit="bob", text="One.", plan={}, revision=0, at=START)
    services.save_draft(battle=battle, user=bob, unit="bob", text="Two.", plan={}, revision=0, at=START)
    play(battle, bob)
    assert list(TurnDraft.objects.values_list("narrative", flat=True)) == ["Two."]


def test_an_order_for_a_battle_that_is_not_there_finds_none(bob: User) -> None:
    with pytest.raises(Battle.DoesNotExist):
        services.play_turn(
            battle_id=999_999,
            unit="bob",
            player=bob,
            steps=(),
            text="",
            version=None,
            key="k",
            received_at=START + SECOND,
        )
