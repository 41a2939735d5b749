"""Channels: what goes where, when it may go, what becomes of a dead one, and where a webhook may never lead."""

from __future__ import annotations

import http.client
import json
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command

from accounts.services import change_settings
from notifications import pacing, services
from notifications.channels import egress, handing
from notifications.models import Channel, Delivery, Notice
from notifications.services import sending
from notifications.wishes import CLASSES, class_of, class_words
from tests import letters

Kind = Notice.Kind
NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 6, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that is busy with other things the limits of a slow server would be ours."""
    monkeypatch.setattr(handing, "LONGEST_SEND", 120.0)
    monkeypatch.setattr(sending, "LONGEST_ROUND", 600.0)


def tell(reader: Any, subject: str = "battle:ford", **changes: Any) -> Notice | None:
    ford = {"link": "/c/north/b/ford/", "data": {"battle": "The ford", "unit": "Toki", "round": 3, "what": "turn"}}
    return letters.tell(reader, subject=subject, **ford | {"deadline": DUE} | changes)


class Sink(BaseHTTPRequestHandler):
    """A local server in the place of ntfy: remembers what was sent, answers as it is told."""

    received: list[dict[str, Any]]
    status: int
    location: str

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        type(self).received.append({"path": self.path, "body": body, "headers": dict(self.headers)})
        self.send_response(type(self).status)
        if type(self).location:
            self.send_header("Location", type(self).location)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments: Any) -> None:
        """Nothing on the console."""


@contextmanager
def sink(status: int = 200, location: str = "", host: str = "127.0.0.1") -> Iterator[tuple[str, type[Sink]]]:
    handler = type("Answering", (Sink,), {"received": [], "status": status, "location": location})
    server = ThreadingHTTPServer((host, 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"ntfy://{host}:{server.server_address[1]}/topic", handler
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


@pytest.fixture
def loopback(settings: Any) -> None:
    settings.WEBHOOK_ADDRESSES = ["127.0.0.1"]


def hook(reader: Any, target: str, **wishes: Any) -> Channel:
    return services.open_webhook(reader=reader, target=target, name="Phone", at=NOW, **wishes)


def own_mail(reader: Any, **wishes: Any) -> Channel:
    channel = services.own_mail(reader=reader, at=NOW)
    services.change_channel(channel=channel, changes=wishes, at=NOW)
    return channel


def states(channel: str = "mail") -> list[str]:
    return list(Delivery.objects.filter(channel=channel).order_by("pk").values_list("state", flat=True))


# --- what goes where


def test_a_notice_goes_by_every_channel_that_wishes_it(carla: Any, loopback: None) -> None:
    with sink() as (address, handler):
        hook(carla, address)
        tell(carla)
        assert services.send_due(now=NOW) == 2
    (sent,) = handler.received
    told = json.loads(sent["body"])
    assert told["title"] == "Your turn: Toki in The ford"
    assert told["message"].splitlines() == [
        "It is Toki's turn in round 3 of The ford.",
        "Until Fri 6 Nov, 14:00 (CST). After that: the turn passes, and the unit loses initiative for the rest of "
        "this battle.",
        "http://127.0.0.1:8000/c/north/b/ford/",
    ]
    assert len(mail.outbox) == 1


def test_a_webhook_takes_its_classes_and_no_campaign_that_it_leaves_out(carla: Any) -> None:
    hook(carla, "ntfy://topic", kinds=["battle_over", "other"], muted_campaigns=["south"])
    tell(carla)
    tell(carla, kind=Kind.BATTLE_OVER)
    tell(carla, kind=Kind.SHEET)
    tell(carla, "battle:mill", kind=Kind.BATTLE_OVER, campaign_slug="south")
    kinds = Delivery.objects.filter(channel="webhook").values_list("notice__kind", flat=True)
    assert list(kinds) == [Kind.BATTLE_OVER, Kind.SHEET]


def test_mail_leaves_out_a_campaign_too(carla: Any) -> None:
    own_mail(carla, muted_campaigns=["north"])
    tell(carla)
    assert states() == []


def test_a_wish_that_changed_meanwhile_counts(carla: Any) -> None:
    tell(carla)
    own_mail(carla, muted_campaigns=["north"])
    assert services.send_due(now=NOW) == 0
    assert states() == ["withdrawn"]


def test_what_was_read_on_the_site_is_not_sent_any_more(carla: Any) -> None:
    tell(carla)
    services.mark_read(reader=carla, at=NOW)
    assert services.send_due(now=NOW) == 0
    assert states() == ["withdrawn"]


def test_every_kind_is_in_one_class_and_every_class_has_words() -> None:
    assert {class_of(kind) for kind in Kind.values} == set(CLASSES)
    assert all(str(class_words(name)) for name in CLASSES)


def test_a_test_goes_through_its_channel_alone_at_once(carla: Any, loopback: None) -> None:
    with sink() as (address, handler):
        channel = hook(carla, address, quiet_from=time(0), quiet_until=time(23, 59), kinds=[])
        services.try_channel(channel=channel, at=NOW, link="/notices/channels/")
        assert services.send_due(now=NOW) == 1
    assert "This is a test of your channel" in handler.received[0]["body"]
    assert mail.outbox == []


def test_an_eleventh_channel_is_refused(carla: Any) -> None:
    for number in range(10):
        hook(carla, f"ntfy://topic-{number}")
    with pytest.raises(ValidationError, match="ten channels"):
        hook(carla, "ntfy://one-more")


def test_what_was_told_in_the_moment_in_which_a_channel_was_removed_is_not_sent(carla: Any) -> None:
    channel = hook(carla, "ntfy://topic")
    tell(carla)
    Channel.objects.filter(pk=channel.pk)._raw_delete("default")
    assert services.send_due(now=NOW) == 1
    assert states("webhook") == ["withdrawn"]


def test_a_removed_channel_sends_nothing_more(carla: Any) -> None:
    channel = hook(carla, "ntfy://topic")
    tell(carla)
    services.remove_channel(channel=channel, at=NOW)
    assert states("webhook") == ["withdrawn"]
    assert services.send_due(now=NOW) == 1


# --- when


ZONE = ZoneInfo("America/Mexico_City")  # 15:00 UTC is 9:00 there


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [(time(8), time(11), 2), (time(22), time(10), 1), (time(10), time(11), None), (time(9), time(9), None)],
)
def test_quiet_hours_hold_until_their_end_on_the_readers_clock(start: time, end: time, hours: int | None) -> None:
    way = Channel(quiet_from=start, quiet_until=end)
    expected = None if hours is None else NOW + timedelta(hours=hours)
    assert pacing.quiet_ends(way, now=NOW, zone=ZONE) == expected


def test_quiet_hours_over_a_change_of_clocks_end_on_the_clock() -> None:
    way, zone = Channel(quiet_from=time(22), quiet_until=time(7)), ZoneInfo("Europe/Madrid")
    night = datetime(2026, 10, 24, 22, 0, tzinfo=UTC)  # summer time ends in this night
    assert pacing.quiet_ends(way, now=night, zone=zone) == datetime(2026, 10, 25, 6, 0, tzinfo=UTC)


def test_in_quiet_hours_nothing_goes_and_what_is_still_true_goes_afterwards(carla: Any) -> None:
    own_mail(carla, quiet_from=time(8), quiet_until=time(11))
    tell(carla)
    tell(carla, "battle:mill")
    assert services.send_due(now=NOW) == 0
    services.withdraw(subject="battle:mill", at=NOW)
    assert services.send_due(now=NOW + timedelta(hours=1, minutes=59)) == 0
    assert services.send_due(now=NOW + timedelta(hours=2)) == 1
    assert len(mail.outbox) == 1


def test_the_daily_message_holds_everything_of_the_day(carla: Any) -> None:
    own_mail(carla, pace="digest", digest_at=time(19))
    evening = datetime(2026, 11, 5, 1, 0, tzinfo=UTC)
    tell(carla)
    tell(carla, "battle:mill", kind=Kind.BATTLE_OVER, deadline=None)
    assert services.send_due(now=NOW) == 0
    assert services.send_due(now=evening - timedelta(minutes=1)) == 0
    assert services.send_due(now=evening) == 2
    (sent,) = mail.outbox
    assert sent.subject.endswith(" · and 1 more notice") and sent.subject.startswith("Your turn")


def test_a_deadline_before_the_daily_message_is_told_at_once(carla: Any) -> None:
    own_mail(carla, pace="digest", digest_at=time(19))
    tell(carla, deadline=NOW + timedelta(hours=3))
    assert services.send_due(now=NOW) == 1


def test_at_most_one_until_the_reader_comes_back(carla: Any) -> None:
    own_mail(carla, pace="once")
    later, back = NOW + timedelta(hours=3), NOW + timedelta(hours=6)
    tell(carla)
    assert services.send_due(now=NOW + timedelta(minutes=10)) == 1
    carla.refresh_from_db()
    for place in ("mill", "tower"):
        tell(carla, f"battle:{place}", at=later, kind=Kind.BATTLE_OVER)
    assert services.send_due(now=later) == 0
    assert services.send_due(now=back) == 0
    type(carla).objects.update(seen_at=back)
    assert services.send_due(now=back + pacing.LOOK_AGAIN) == 2
    assert len(mail.outbox) == 2


# --- what does not arrive


def refusing(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(message: EmailMessage, **options: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({message.to[0]: (code, b"no such mailbox")})

    monkeypatch.setattr(EmailMessage, "send", refuse)


def test_a_mailbox_that_does_not_exist_is_switched_off_and_said(carla: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing(monkeypatch, 550)
    tell(carla)
    now = NOW
    for _attempt in range(3):
        services.send_due(now=now)
        now += timedelta(hours=6)
    channel = Channel.objects.get()
    assert channel.off_at is not None
    assert channel.last_error == "550 no such mailbox"
    assert states() == ["failed"]
    said = Notice.objects.get(kind=Kind.CHANNEL_OFF)
    assert (said.reader, said.data["reason"]) == (carla, "550 no such mailbox")
    tell(carla, "battle:mill")
    assert states() == ["failed"]


def test_a_full_mailbox_is_tried_for_a_day_before_it_is_called_dead(
    carla: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing(monkeypatch, 452)
    tell(carla)
    now = NOW
    for _attempt in range(11):
        services.send_due(now=now)
        now += timedelta(hours=6)
    assert Channel.objects.get().off_at is None
    services.send_due(now=now)
    assert Channel.objects.get().off_at is not None


def test_a_mail_server_of_ours_that_is_away_is_no_channels_fault(carla: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(message: EmailMessage, **options: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    tell(carla)
    for attempt in range(19):
        services.send_due(now=NOW + timedelta(hours=6 * attempt))
    assert not Channel.objects.exists()


def test_a_bounce_switches_mail_off_and_switching_on_forgets_it(carla: Any) -> None:
    services.report_bounce(reader=carla, reason="5.1.1 unknown user", at=NOW)
    channel = Channel.objects.get()
    assert channel.off_at == NOW
    services.switch_on(channel=channel, at=NOW)
    assert Notice.objects.filter(kind=Kind.CHANNEL_OFF, withdrawn_at__isnull=True).count() == 0
    tell(carla)
    assert services.send_due(now=NOW) == 1


def test_a_mail_server_reports_bounces_by_a_command(carla: Any) -> None:
    call_command("bounced", "Carla@example.org", "5.1.1 unknown user", stdout=StringIO())
    assert Channel.objects.get(reader=carla).last_error == "5.1.1 unknown user"
    with pytest.raises(CommandError, match="Nobody has the address"):
        call_command("bounced", "nobody@example.org", "x")


def test_a_webhook_that_works_again_has_its_failures_forgotten(carla: Any, loopback: None) -> None:
    with sink(status=500) as (address, handler):
        channel = hook(carla, address)
        change_settings(user=carla, changes={"mail_your_turn": False})
        tell(carla)
        services.send_due(now=NOW)
        channel.refresh_from_db()
        assert (channel.failures, channel.failing_since) == (1, NOW)
        assert "500" in channel.last_error
        handler.status = 200
        assert services.send_due(now=NOW + timedelta(hours=1)) == 1
    channel.refresh_from_db()
    assert (channel.failures, channel.failing_since, channel.last_error) == (0, None, "")


def test_a_webhook_that_is_gone_is_switched_off_after_three_answers(carla: Any, loopback: None) -> None:
    with sink(status=404) as (address, _handler):
        channel = hook(carla, address)
        tell(carla)
        for attempt in range(3):
            services.send_due(now=NOW + timedelta(hours=6 * attempt))
    channel.refresh_from_db()
    assert channel.off_at is not None
    assert "topic" not in channel.last_error


# --- where a webhook may never lead


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "localhost",
        "",
    ],
)
def test_private_addresses_in_every_disguise_are_not_reached(address: str) -> None:
    assert not egress.may_reach(address)


def test_public_addresses_and_those_that_the_operator_names_are(settings: Any) -> None:
    assert egress.may_reach("93.184.216.34")
    assert egress.may_reach("2606:2800:220:1:248:1893:25c8:1946")
    settings.WEBHOOK_ADDRESSES = ["10.1.0.0/16", "fd00::7"]
    assert egress.may_reach("10.1.2.3")
    assert egress.may_reach("fd00::7")
    assert not egress.may_reach("10.2.0.1")


def test_a_name_that_turns_out_to_be_private_is_refused_at_the_connection(
    carla: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sink() as (address, handler):
        monkeypatch.setattr("notifications.channels.handing.plainly_private", lambda host: False)
        channel = hook(carla, address)
        services.try_channel(channel=channel, at=NOW, link="/")
        assert services.send_due(now=NOW) == 0
    assert handler.received == []
    assert "private network" in Delivery.objects.get().error


@pytest.mark.parametrize(("allowed", "arrived"), [("127.0.0.1", 0), ("127.0.0.0/8", 1)])
def test_a_redirect_into_the_house_is_not_followed(carla: Any, settings: Any, allowed: str, arrived: int) -> None:
    settings.WEBHOOK_ADDRESSES = [allowed]
    with sink(host="127.0.0.2") as (inner, hidden), sink(status=307, location=inner.replace("ntfy", "http")) as outer:
        channel = hook(carla, outer[0])
        services.try_channel(channel=channel, at=NOW, link="/")
        assert services.send_due(now=NOW) == arrived
    assert len(outer[1].received) == 1
    assert len(hidden.received) == arrived


def test_outside_a_webhook_connections_are_nobodys_business() -> None:
    with sink() as (address, handler):
        host = address.removeprefix("ntfy://").split("/")[0]
        asked = http.client.HTTPConnection(host, timeout=10)
        asked.request("POST", "/", body="x")
        assert asked.getresponse().status == 200
        asked.close()
    assert len(handler.received) == 1


@pytest.mark.parametrize("target", ["json://example.org/", "syslog://", "mailto://a:b@example.org", "dbus://", "x", ""])
def test_services_that_are_not_allowed_are_refused(carla: Any, target: str) -> None:
    with pytest.raises(ValidationError):
        hook(carla, target)


# --- mails


def test_a_mail_has_a_plain_and_an_html_part_and_a_button_that_stops_it(carla: Any) -> None:
    tell(carla, data={"battle": "<b>The ford</b>", "unit": "Toki", "round": 3})
    services.send_due(now=NOW)
    (sent,) = mail.outbox
    (html, kind) = sent.alternatives[0]
    assert kind == "text/html"
    assert "&lt;b&gt;The ford" in html
    assert "<b>The ford" in sent.body
    assert "Fri 6 Nov, 14:00 (CST)" in html
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent.extra_headers["List-Unsubscribe"].startswith("<http://127.0.0.1:8000/notices/stop/")
