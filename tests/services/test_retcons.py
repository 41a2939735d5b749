"""A player asks for one of their own turns to be taken back; the director answers; nothing else takes anything back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle
from notifications.models import Notice
from rulebook.errors import Illegal, Refused, TooLate
from tests import arena
from tests.arena import HOUR, START
from turns import services
from turns.models import RetconRequest, TurnPost

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: User, bob: User, carla: User) -> Battle:
    """Bob has played his first turn."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla]))
    play(battle, bob)
    return battle


def play(battle: Battle, player: User, *, at: Any = START + HOUR) -> TurnPost:
    played = services.play_turn(
        battle_id=battle.pk,
        unit=player.username,
        player=player,
        steps=(),
        text="",
        version=None,
        key=f"k{TurnPost.objects.count()}",
        received_at=at,
    )
    return played.post


def ask(battle: Battle, player: User, *, number: int = 1, reason: str = "I misread the board") -> RetconRequest:
    return services.ask_retcon(battle_id=battle.pk, number=number, player=player, reason=reason, at=START + 2 * HOUR)


def answer(asked: RetconRequest, director: User, *, grant: bool, word: str = "") -> RetconRequest:
    return services.answer_retcon(request_id=asked.pk, director=director, grant=grant, word=word, at=START + 3 * HOUR)


def notices(user: User) -> list[str]:
    rows = Notice.objects.filter(reader=user, kind="retcon", withdrawn_at__isnull=True)
    return [row.data["what"] for row in rows]


def test_asking_tells_the_directors_and_takes_nothing_back(battle: Battle, alice: User, bob: User) -> None:
    before = arena.state(battle)
    asked = ask(battle, bob)
    assert (asked.status, asked.reason) == ("waiting", "I misread the board")
    assert notices(alice) == ["asked"] and notices(bob) == []
    assert arena.state(battle) == before


def test_only_whose_turn_it_was_may_ask(battle: Battle, alice: User, carla: User) -> None:
    for other in (alice, carla):
        with pytest.raises(PermissionDenied):
            ask(battle, other)
    assert not RetconRequest.objects.exists()


def test_who_has_left_the_campaign_asks_for_nothing(battle: Battle, bob: User) -> None:
    battle.campaign.memberships.filter(user=bob).update(left_at=START + HOUR)
    with pytest.raises(PermissionDenied):
        ask(battle, bob)


def test_a_turn_that_the_director_played_may_be_questioned_by_its_player(
    battle: Battle, alice: User, carla: User
) -> None:
    services.take_over(battle_id=battle.pk, director=alice, unit="carla", reason="away", at=START + HOUR)
    played = services.play_turn(
        battle_id=battle.pk,
        unit="carla",
        player=alice,
        steps=(),
        text="",
        version=None,
        key="d",
        received_at=START + HOUR,
    )
    assert ask(battle, carla, number=played.post.number).user == carla


@pytest.mark.parametrize(("reason", "code"), [("  ", "reason-needed"), ("x" * 501, "text-too-long")])
def test_a_request_says_why_in_at_most_five_hundred_characters(
    battle: Battle, bob: User, reason: str, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        ask(battle, bob, reason=reason)
    assert refused.value.code == code


def test_a_turn_is_asked_about_once_at_a_time(battle: Battle, alice: User, bob: User) -> None:
    asked = ask(battle, bob)
    with pytest.raises(TooLate) as refused:
        ask(battle, bob)
    assert refused.value.code == "already-asked"
    answer(asked, alice, grant=False, word="It was legal")
    assert ask(battle, bob).status == "waiting"


def test_a_refusal_takes_a_word_and_reaches_the_player(battle: Battle, alice: User, bob: User) -> None:
    asked = ask(battle, bob)
    with pytest.raises(Refused) as refused:
        answer(asked, alice, grant=False)
    assert refused.value.code == "reason-needed"
    answer(asked, alice, grant=False, word="It was legal")
    asked.refresh_from_db()
    assert (asked.status, asked.answer, asked.answered_by) == ("refused", "It was legal", alice)
    assert notices(bob) == ["refused"] and notices(alice) == []


def test_granting_tells_the_player_and_leaves_the_taking_back_to_the_director(
    battle: Battle, alice: User, bob: User
) -> None:
    before = arena.state(battle)
    answer(ask(battle, bob), alice, grant=True)
    assert notices(bob) == ["granted"]
    assert arena.state(battle) == before and TurnPost.objects.get(number=1).undone_at is None


def test_a_request_is_answered_once_and_by_a_director(battle: Battle, alice: User, bob: User, carla: User) -> None:
    asked = ask(battle, bob)
    for other in (bob, carla):
        with pytest.raises(PermissionDenied):
            answer(asked, other, grant=True)
    answer(asked, alice, grant=True)
    with pytest.raises(TooLate) as refused:
        answer(asked, alice, grant=False, word="no")
    assert refused.value.code == "already-answered"


def test_taking_the_turn_back_grants_what_waited_for_it(battle: Battle, alice: User, bob: User) -> None:
    asked = ask(battle, bob)
    post = TurnPost.objects.get(number=1)
    services.undo(
        battle_id=battle.pk, director=alice, to_event=post.first_event - 1, reason="misread", at=START + 3 * HOUR
    )
    asked.refresh_from_db()
    assert asked.status == "granted" and notices(bob) == ["undone", "granted"]
    assert arena.whose_turn(battle) == "bob"
    with pytest.raises(TooLate) as refused:
        ask(battle, bob)
    assert refused.value.code == "already-undone"


def test_a_battle_that_is_over_cannot_be_taken_back(battle: Battle, alice: User, bob: User) -> None:
    """Its seed has been shown."""
    asked = ask(battle, bob)
    services.end_battle(
        battle_id=battle.pk, director=alice, winner=None, reason="enough", at=START + timedelta(hours=4)
    )
    for act in (lambda: ask(battle, bob), lambda: answer(asked, alice, grant=True)):
        with pytest.raises(Illegal) as refused:
            act()
        assert refused.value.code == "seed-revealed"
    assert answer(asked, alice, grant=False, word="It is over").status == "refused"


def test_everybody_in_the_battle_is_told_that_it_went_back_but_not_who_did_it(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """Behaviour 34."""
    post = TurnPost.objects.get(number=1)
    services.undo(
        battle_id=battle.pk, director=alice, to_event=post.first_event - 1, reason="misread", at=START + 3 * HOUR
    )
    for player in (bob, carla):
        (told,) = Notice.objects.filter(reader=player, kind="retcon", withdrawn_at__isnull=True)
        assert (told.data["what"], told.data["reason"]) == ("undone", "misread")
    assert notices(alice) == []
