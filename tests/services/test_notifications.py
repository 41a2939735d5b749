"""Notices and their deliveries: one per reader and thing, never to the author, never twice, silent when stale."""

from __future__ import annotations

import os
import shutil
import smtplib
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction

from accounts.services import change_settings
from notifications import services, slips
from notifications.channels.mail import message_id
from notifications.models import Delivery, Notice
from notifications.selectors import failed_deliveries, inbox, unread_count
from notifications.services import sending, telling

Kind = Notice.Kind
NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 5, 20, 0, tzinfo=UTC)
TURN = "battle:abcd2345:round:3:unit:toki"


def tell(reader: Any, **changes: Any) -> Notice | None:
    given: dict[str, Any] = {
        "kind": Kind.YOUR_TURN,
        "subject": TURN,
        "link": "/c/north/b/abcd2345/",
        "data": {"battle": "The frozen ford", "unit": "Toki", "round": 3, "what": "turn"},
        "at": NOW,
        "deadline": DUE,
        "campaign_slug": "north",
    }
    return services.notify(reader=reader, **given | changes)


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


def test_a_mail_goes_out_once(bob: Any) -> None:
    tell(bob)
    assert services.send_due(now=NOW) == 1
    assert services.send_due(now=NOW + timedelta(days=1)) == 0
    assert len(mail.outbox) == 1
    assert states() == ["sent"]


def test_a_mail_carries_the_same_id_at_each_attempt(bob: Any) -> None:
    tell(bob)
    services.send_due(now=NOW)
    # The sender was killed after the server had taken the mail and before it was marked.
    Delivery.objects.update(state=Delivery.State.PENDING)
    services.send_due(now=NOW + services.CLAIM)
    first, second = (sent.extra_headers["Message-ID"] for sent in mail.outbox)
    assert first == second == message_id(Delivery.objects.get().key)


def test_what_became_stale_before_sending_is_not_sent(bob: Any) -> None:
    tell(bob)
    services.withdraw(subject=TURN, at=NOW)
    assert services.send_due(now=NOW) == 0
    assert mail.outbox == []


def test_what_became_stale_between_claim_and_sending_is_not_marked_as_sent(bob: Any) -> None:
    tell(bob)
    claimed = services.claim(now=NOW)
    assert claimed
    services.withdraw(subject=TURN, at=NOW)
    sending._send(claimed, now=NOW)
    assert states() == ["withdrawn"]


@pytest.mark.parametrize("change", [{"is_active": False}, {"email": ""}, {"mail_your_turn": False}])
def test_a_reader_who_can_no_longer_be_written_to_is_not(bob: Any, change: dict[str, Any]) -> None:
    tell(bob)
    for name, value in change.items():
        setattr(bob, name, value)
    bob.save()
    assert services.send_due(now=NOW) == 0
    assert states() == ["withdrawn"]
    assert mail.outbox == []


def refuse_mail(monkeypatch: pytest.MonkeyPatch, to: str = "") -> None:
    """The mail server refuses mails (only those to `to`, when given)."""
    accept = EmailMessage.send

    def refuse(message: EmailMessage, **options: Any) -> int:
        if to and to not in message.to:
            return accept(message, **options)
        raise smtplib.SMTPServerDisconnected("the line is dead")

    monkeypatch.setattr(EmailMessage, "send", refuse)


def test_a_refused_mail_is_tried_again_later_and_later(bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_mail(monkeypatch)
    tell(bob)
    assert services.send_due(now=NOW) == 0
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts) == ("pending", 1)
    assert delivery.next_try_at == NOW + timedelta(seconds=10)
    assert "the line is dead" in delivery.error


def test_waits_grow_from_ten_seconds_to_six_hours() -> None:
    waits = [services.wait_after(attempts) for attempts in range(1, 21)]
    assert waits[:3] == [timedelta(seconds=10), timedelta(seconds=20), timedelta(seconds=40)]
    assert waits[-1] == timedelta(hours=6)
    assert waits == sorted(waits)


def test_after_twenty_tries_the_failure_is_shown_in_the_inbox(bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_mail(monkeypatch)
    tell(bob)
    now = NOW
    for _attempt in range(20):
        services.send_due(now=now)
        now += timedelta(hours=6)
    assert states() == ["failed"]
    assert failed_deliveries(bob) == 1
    (notice,) = inbox(bob)
    assert "the line is dead" in notice.failed[0].error
    assert services.send_due(now=now) == 0


def test_one_refused_mail_does_not_stop_the_others(bob: Any, carla: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_mail(monkeypatch, to=bob.email)
    tell(bob)
    tell(carla)
    assert services.send_due(now=NOW) == 1
    assert [message.to for message in mail.outbox] == [[carla.email]]
    assert states() == ["pending", "sent"]


def test_a_claim_left_by_a_killed_sender_is_taken_up_again(bob: Any) -> None:
    tell(bob)
    assert len(services.claim(now=NOW)) == 1
    assert services.claim(now=NOW + timedelta(minutes=1)) == []
    assert services.send_due(now=NOW + services.CLAIM) == 1
    assert len(mail.outbox) == 1


class Killed(BaseException):
    """What ends a sender between the server's yes and the mark."""


def die_before_marking(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_deliveries: Any, **_changes: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(sending, "_mark_all", die)
        services.send_due(now=NOW)


def test_what_was_taken_before_its_sender_died_is_marked_and_not_sent_again(
    bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G15: the slip that the sender left says that the server had it."""
    tell(bob)
    tell(bob, subject="battle:tower:round:1:unit:asa")
    die_before_marking(monkeypatch)
    assert states() == ["pending", "pending"] and len(mail.outbox) == 1
    assert services.send_due(now=NOW + timedelta(seconds=1)) == 0
    assert states() == ["sent", "sent"] and len(mail.outbox) == 1
    assert list(slips.left()) == []


def test_without_its_slip_a_message_is_rather_sent_twice_than_not(bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(bob)
    die_before_marking(monkeypatch)
    ((slip, _keys),) = slips.left()
    slip.unlink()
    assert services.send_due(now=NOW + services.CLAIM) == 1
    assert [message.extra_headers["Message-ID"] for message in mail.outbox] == [
        mail.outbox[0].extra_headers["Message-ID"]
    ] * 2


def test_a_slip_cut_short_names_nothing(bob: Any) -> None:
    tell(bob)
    slip = slips.Slip([])
    slip.path.write_bytes(slips.TAKEN + Delivery.objects.get().key[:-2].encode())
    assert services.send_due(now=NOW) == 1
    assert len(mail.outbox) == 1 and list(slips.left()) == []


def test_what_is_no_slip_among_the_slips_holds_no_message_up(bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(bob)
    die_before_marking(monkeypatch)
    ((slip, keys),) = slips.left()
    stray, damaged = slip.parent / "a-folder", slip.parent / "b-damaged"
    stray.mkdir()
    (stray / "something").touch()
    damaged.write_bytes(slips.TAKEN + b"\x00\x00\n\xff\n" + b"x" * 10**6 + b"\n")
    try:
        assert dict(slips.left())[damaged] == ["\ufffd"] and dict(slips.left())[slip] == keys
        assert services.send_due(now=NOW + timedelta(seconds=1)) == 0
        assert states() == ["sent"] and len(mail.outbox) == 1
        assert not slip.exists() and not damaged.exists() and stray.exists()
    finally:
        shutil.rmtree(stray)


def test_slips_of_messages_that_were_not_taken_are_nobodys_after_a_while(bob: Any) -> None:
    young, old = slips.Slip(["one"]), slips.Slip(["two"])
    os.utime(old.path, (0, 0))
    assert list(slips.left()) == []
    assert young.path.exists() and not old.path.exists()
    young.tear_up()


def test_a_message_that_was_refused_leaves_no_slip(bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_mail(monkeypatch)
    tell(bob)
    services.send_due(now=NOW)
    assert list((Path(settings.DATA_DIR) / slips.FOLDER).iterdir()) == []


def test_where_no_slip_can_be_written_messages_go_all_the_same(
    bob: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "file")
    tell(bob)
    assert services.send_due(now=NOW) == 1 and len(mail.outbox) == 1


def test_a_farewell_that_goes_wrong_changes_nothing(bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang_up(_connection: Any) -> None:
        raise smtplib.SMTPServerDisconnected("the line is dead")

    monkeypatch.setattr(BaseEmailBackend, "close", hang_up)
    tell(bob)
    assert services.send_due(now=NOW) == 1
    assert states() == ["sent"] and len(mail.outbox) == 1


# --- one mail of a class in an hour


def test_what_is_due_together_is_one_mail(bob: Any) -> None:
    tell(bob)
    tell(bob, subject="battle:tower:round:1:unit:asa")
    tell(bob, kind=Kind.MISSED)
    assert services.send_due(now=NOW) == 3
    assert len(mail.outbox) == 2
    assert states() == ["sent", "sent", "sent"]
    assert mail.outbox[0].subject == "Te toca: Toki en The frozen ford · y 1 aviso más"


def test_a_second_mail_of_a_class_waits_until_the_hour_is_over(bob: Any) -> None:
    tell(bob)
    services.send_due(now=NOW)
    soon = NOW + timedelta(minutes=10)
    for place in ("tower", "mill"):
        tell(bob, subject=f"battle:{place}", at=soon, deadline=DUE + timedelta(days=1))
        assert services.send_due(now=soon) == 0
    assert services.send_due(now=NOW + timedelta(minutes=59)) == 0
    assert services.send_due(now=NOW + services.REST) == 2
    assert len(mail.outbox) == 2
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {1}


def test_mails_of_another_class_and_to_others_do_not_wait(bob: Any, carla: Any) -> None:
    tell(bob)
    services.send_due(now=NOW)
    tell(bob, kind=Kind.MISSED)
    tell(carla)
    assert services.send_due(now=NOW + timedelta(minutes=1)) == 2


def test_a_mail_does_not_wait_when_the_deadline_would_not_either(bob: Any) -> None:
    tell(bob)
    services.send_due(now=NOW)
    tell(bob, subject="battle:fast", deadline=NOW + timedelta(minutes=90))
    assert services.send_due(now=NOW + timedelta(minutes=1)) == 1


def test_what_became_stale_while_it_waited_is_not_sent(bob: Any) -> None:
    tell(bob)
    services.send_due(now=NOW)
    tell(bob, subject="battle:tower")
    services.send_due(now=NOW)
    services.withdraw(subject="battle:tower", at=NOW)
    assert services.send_due(now=NOW + services.REST) == 0
    assert len(mail.outbox) == 1


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
