"""What a player has typed and not sent, has looked at, and has still to play."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from battles.models import Battle
from rulebook.errors import Refused
from tests.arena import HOUR, START
from turns import selectors, services
from turns.models import BattleVisit, TurnDraft

pytestmark = pytest.mark.django_db


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
