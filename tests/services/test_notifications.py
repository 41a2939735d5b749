"""Notices, and the deliveries written with them: one per reader and thing, never to the author, silent when stale."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.services import change_settings
from notifications import services
from notifications.models import Delivery, Notice
from notifications.selectors import inbox, unread_count
from notifications.services import telling
from tests.letters import DUE, NOW, TURN, tell

Kind = Notice.Kind


def live(reader: Any) -> list[Notice]:
    return list(Notice.objects.filter(reader=reader, withdrawn_at__isnull=True))


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


def test_a_notice_and_its_delivery_are_written_together(bob: Any) -> None:
    notice = tell(bob)
    assert notice is not None
    assert [(row.notice_id, row.channel, row.state) for row in Delivery.objects.all()] == [
        (notice.pk, "mail", "pending")
    ]


def test_what_is_rolled_back_was_never_told(bob: Any) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        tell(bob)
        raise RuntimeError
    assert Notice.objects.count() == 0
    assert Delivery.objects.count() == 0


def test_the_author_of_an_act_is_not_told_of_it(alice: Any, bob: Any) -> None:
    told = services.notify_each(
        [alice, bob], kind=Kind.PAUSED, subject="battle:abcd2345", link="/", data={}, at=NOW, by=alice
    )
    assert [notice.reader_id for notice in told] == [bob.pk]
    assert tell(alice, by=alice) is None


def test_the_same_thing_is_told_once(bob: Any) -> None:
    first = tell(bob)
    again = tell(bob, at=NOW + timedelta(seconds=5))
    assert first is not None
    assert again is not None
    assert again.pk == first.pk
    assert Delivery.objects.count() == 1


def test_the_same_thing_is_not_unread_again_after_it_was_read(bob: Any) -> None:
    tell(bob)
    services.mark_read(reader=bob, at=NOW)
    tell(bob)
    assert unread_count(bob) == 0


def test_two_readers_of_one_thing_are_both_told(bob: Any, carla: Any) -> None:
    services.notify_each([bob, carla, bob], kind=Kind.BATTLE_OVER, subject="battle:x", link="/", data={}, at=NOW)
    assert Notice.objects.count() == 2


def test_another_deadline_replaces_the_notice_and_what_was_on_its_way(bob: Any) -> None:
    tell(bob)
    tell(bob, deadline=DUE + timedelta(hours=3))
    assert [notice.deadline for notice in live(bob)] == [DUE + timedelta(hours=3)]
    assert states() == ["withdrawn", "pending"]


def test_without_a_deadline_other_words_replace_the_notice(bob: Any) -> None:
    sheet = {"kind": Kind.SHEET, "subject": "character:7", "deadline": None}
    tell(bob, data={"what": "returned"}, **sheet)
    tell(bob, data={"what": "approved"}, **sheet)
    assert [notice.data for notice in live(bob)] == [{"what": "approved"}]


def test_a_turn_played_silences_its_notices_and_no_others(bob: Any, carla: Any) -> None:
    tell(bob)
    tell(bob, kind=Kind.DEADLINE_NEAR)
    tell(bob, kind=Kind.MISSED)
    tell(carla, subject="battle:abcd2345:round:3:unit:asa")
    gone = services.withdraw(subject=TURN, kinds=(Kind.YOUR_TURN, Kind.DEADLINE_NEAR), at=NOW)
    assert gone == 2
    assert [notice.kind for notice in live(bob)] == [Kind.MISSED]
    assert len(live(carla)) == 1
    assert states() == ["withdrawn", "withdrawn", "pending", "pending"]


def test_a_battle_over_silences_all_its_turns_by_their_beginning(bob: Any) -> None:
    tell(bob)
    tell(bob, subject="battle:abcd2345:round:3:unit:asa")
    tell(bob, subject="battle:other678:round:1:unit:asa")
    assert services.withdraw(subject_prefix="battle:abcd2345:", at=NOW) == 2
    assert [notice.subject for notice in live(bob)] == ["battle:other678:round:1:unit:asa"]


def test_a_right_taken_away_silences_what_the_reader_was_told_there(bob: Any, carla: Any) -> None:
    tell(bob)
    tell(bob, campaign_slug="south", subject="battle:south")
    tell(carla, subject="battle:abcd2345:round:3:unit:asa")
    assert services.withdraw(reader=bob, campaign_slug="north", at=NOW) == 1
    assert [notice.campaign_slug for notice in live(bob)] == ["south"]


def test_withdrawing_everything_of_everybody_by_mistake_is_refused(bob: Any) -> None:
    tell(bob)
    with pytest.raises(ValueError, match="needs"):
        services.withdraw(kinds=[Kind.YOUR_TURN], at=NOW)
    assert len(live(bob)) == 1


def test_a_withdrawn_thing_can_be_told_again(bob: Any) -> None:
    tell(bob)
    services.withdraw(subject=TURN, at=NOW)
    tell(bob)
    assert len(live(bob)) == 1
    assert Notice.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        (Kind.YOUR_TURN, "mail_your_turn"),
        (Kind.DEADLINE_NEAR, "mail_deadline_near"),
        (Kind.MISSED, "mail_turn_missed"),
        (Kind.MORE_TIME, "mail_late_post"),
        (Kind.BATTLE_OVER, "mail_battle_over"),
    ],
)
def test_who_wants_no_mail_of_a_kind_still_has_the_notice(bob: Any, kind: str, wish: str) -> None:
    change_settings(user=bob, changes={wish: False})
    tell(bob, kind=kind)
    assert unread_count(bob) == 1
    assert Delivery.objects.count() == 0


def test_marking_is_for_ones_own_notices_only(bob: Any, carla: Any) -> None:
    mine, theirs = tell(bob), tell(carla)
    assert mine is not None
    assert theirs is not None
    assert services.mark_read(reader=bob, notices=[mine.pk, theirs.pk], at=NOW) == 1
    assert unread_count(carla) == 1


def test_marking_all_can_be_undone_without_touching_what_was_read_before(bob: Any) -> None:
    first = tell(bob)
    assert first is not None
    services.mark_read(reader=bob, notices=[first.pk], at=NOW)
    tell(bob, subject="battle:other")
    later = NOW + timedelta(minutes=1)
    services.mark_read(reader=bob, at=later)
    assert services.mark_unread(reader=bob, read_at=later) == 1
    assert [notice.subject for notice in inbox(bob)] == ["battle:other", TURN]
    assert unread_count(bob) == 1


def test_the_count_of_unread_notices_is_one_query(bob: Any, django_assert_num_queries: Any) -> None:
    tell(bob)
    with django_assert_num_queries(1):
        unread_count(bob)


def test_telling_costs_the_same_number_of_queries_for_one_reader_and_for_many(
    bob: Any, carla: Any, dani: Any, django_assert_num_queries: Any
) -> None:
    savepoint, told, live, ways, deliveries = 2, 1, 1, 1, 1
    cost = savepoint + told + live + ways + deliveries
    with django_assert_num_queries(cost):
        tell(bob)
    with django_assert_num_queries(cost):
        services.notify_each(
            [bob, carla, dani], kind=Kind.BATTLE_OVER, subject="battle:abcd2345", link="/", data={}, at=NOW
        )


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_told_after_the_commit_and_not_before(monkeypatch: pytest.MonkeyPatch, bob: Any) -> None:
    nudged: list[int] = []
    monkeypatch.setattr(telling, "nudge", lambda: nudged.append(len(connection.savepoint_ids)))
    with transaction.atomic():
        tell(bob)
        assert nudged == []
    assert len(nudged) == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_tell_the_same_thing_at_once_leave_one_notice(bob: Any) -> None:
    written, begun = threading.Event(), threading.Event()
    answers: list[Notice | None] = []

    def slow() -> None:
        with transaction.atomic():
            answers.append(tell(bob))
            written.set()
            begun.wait(10)
            time.sleep(0.2)
        connection.close()

    def quick() -> None:
        written.wait(10)
        begun.set()
        with transaction.atomic():
            answers.append(tell(bob))
        connection.close()

    together = [threading.Thread(target=slow), threading.Thread(target=quick)]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join(30)
    assert len({notice.pk for notice in answers if notice}) == 1
    assert len(answers) == 2
    assert Notice.objects.count() == 1
    assert Delivery.objects.count() == 1
