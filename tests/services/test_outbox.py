"""Mails on their way out: sent once, tried again, marked after a death on the way, one of a class in an hour."""

from __future__ import annotations

import os
import shutil
import smtplib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from notifications import services, slips
from notifications.channels.mail import message_id
from notifications.models import Delivery, Notice
from notifications.selectors import failed_deliveries, inbox
from notifications.services import sending
from tests.letters import DUE, NOW, TURN, tell

Kind = Notice.Kind


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


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
