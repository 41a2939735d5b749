"""The director's yes to one thing that waits: by the verb it has, once, for what was read."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from characters.models import Character, Petition
from rulebook.errors import TooLate, Unreadable
from tests import queueing
from tests.queueing import Queue
from turns import services
from turns.models import TurnPost
from turns.services import Consent, Waiting, approving, fingerprint, read_waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def queue(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any, zoe: Any) -> Queue:
    return queueing.build({"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam, "zoe": zoe})


def approve(queue: Queue, written: str, name: str = "alice", **about: Any) -> Any:
    consent = Consent(queue.ford.people[name], timezone.now(), **about)
    return services.approve(campaign=queue.ford.campaign, waiting=read_waiting(written), consent=consent)


@pytest.mark.parametrize(
    "written", ["", "sheet", "sheet-", "sheet-x", "sheet--1", "errand-1", "sheet-٣", "plan-" + "9" * 16]
)
def test_what_names_nothing_that_waits_is_unreadable(written: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_waiting(written)
    assert refused.value.code == "unknown-row"


def test_a_row_is_read_with_what_was_seen_of_it() -> None:
    assert read_waiting("sheet-12.abc") == Waiting("sheet", 12, "abc")
    assert Waiting("sheet", 12, "abc").key == "sheet-12"


@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_yes_said_twice_is_one_yes(queue: Queue, number: int) -> None:
    first = approve(queue, queue.keys[number])
    assert approve(queue, queue.keys[number]) == first


def test_an_early_turn_is_published_once(queue: Queue) -> None:
    first = approve(queue, queue.keys[0])
    assert approve(queue, queue.keys[0], version="old") == first
    assert TurnPost.objects.filter(unit="eyra").count() == 1


def test_a_yes_that_comes_second_in_the_same_moment_is_answered_like_the_first(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*, petition: Petition, **_about: Any) -> None:
        """The other yes goes through while this one waits for the lock."""
        raise TooLate("already-decided", "This was decided already.")

    other = [Petition.objects.get(pk=queue.petition.pk)]
    other[0].status = "approved"
    monkeypatch.setattr(approving, "approve_petition", late)
    found = iter([queue.petition, queue.petition, other[0]])
    monkeypatch.setitem(approving.VERBS, "petition", (lambda _campaign, _pk: next(found), approving._grant))
    assert approve(queue, queue.keys[3]) == other[0]


@pytest.mark.parametrize("number", range(5))
def test_only_a_director_says_yes(queue: Queue, number: int) -> None:
    for name in ("bob", "sam"):
        with pytest.raises(PermissionDenied):
            approve(queue, queue.keys[number], name)


def test_the_fingerprint_of_a_sheet_follows_what_is_judged_and_nothing_else(queue: Queue) -> None:
    sheet = Character.objects.get(pk=queue.sheet.pk)
    before = fingerprint(sheet)
    sheet.private_notes, sheet.director_note = "secret", "again"
    assert fingerprint(sheet) == before
    sheet.reaction += 1
    assert fingerprint(sheet) != before
    with pytest.raises(TooLate) as refused:
        approve(queue, f"{queue.keys[1]}.{fingerprint(sheet)}")
    assert refused.value.code == "sheet-changed"
