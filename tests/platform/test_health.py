"""What says whether the site works: readiness, figures, the banner, and the doctor."""

from __future__ import annotations

import logging
import re
import sys
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from config import doctor, health
from config.logs import RefusalsInOneLine, hide_secrets
from notifications import services
from notifications.models import Delivery
from tests.ford import Ford, build
from turns.models import Heartbeat, Turn


@pytest.fixture
def sweeping(db: None, settings: Any, valkey_url: str) -> None:
    """A site whose sweep has just been and whose broker answers."""
    settings.REDIS_URL = valkey_url
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit TO on")  # the tests' own server is hasty
    Heartbeat.objects.create(name="sweep", at=timezone.now())


@pytest.fixture
def place(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any) -> Ford:
    return build({"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam})


def stand_still(span: timedelta) -> datetime:
    since = timezone.now() - span
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": since})
    return since


def ready(client: Client) -> tuple[int, str]:
    answer = client.get("/readyz")
    return answer.status_code, answer.content.decode()


def test_a_site_that_works_is_ready(sweeping: None, client: Client) -> None:
    status, words = ready(client)
    assert status == 200
    assert re.findall(r"(\w+): ok", words) == ["database", "broker", "sweep", "outbox"]


def test_readiness_names_a_sweep_that_does_not_come(sweeping: None, client: Client) -> None:
    stand_still(timedelta(seconds=61))
    status, words = ready(client)
    assert status == 503
    assert "sweep: FAILED" in words
    assert "broker: ok" in words


def test_readiness_names_a_broker_that_is_away(sweeping: None, settings: Any, client: Client) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    status, words = ready(client)
    assert status == 503
    assert "broker: FAILED" in words


def test_readiness_names_an_outbox_that_nobody_empties(sweeping: None, client: Client, carla: Any) -> None:
    long_ago = timezone.now() - timedelta(minutes=6)
    services.notify(reader=carla, kind="your-turn", subject="battle:x", link="/", data={}, at=long_ago)
    status, words = ready(client)
    assert status == 503
    assert "outbox: FAILED (1 due" in words


def test_a_process_is_alive_without_all_that(db: None, client: Client) -> None:
    assert client.get("/healthz").status_code == 200


def test_what_is_asked_often_stays_out_of_the_log(sweeping: None, client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    for address in ("/healthz", "/readyz", "/metrics"):
        assert client.get(address).status_code == 200


# --- figures


def figures(client: Client, **headers: str) -> dict[str, float]:
    answer = client.get("/metrics", **headers)
    assert answer.status_code == 200
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines}


def test_figures_tell_of_overdue_turns_battles_and_the_outbox(sweeping: None, client: Client, place: Ford) -> None:
    Turn.objects.filter(closed_at__isnull=True).update(due_at=timezone.now() - timedelta(minutes=3))
    place.battle.sweep_failures = 2
    place.battle.save(update_fields=["sweep_failures"])
    found = figures(client)
    assert (found["skald_turns_open"], found["skald_turns_overdue"]) == (1, 1)
    assert 180 <= found["skald_turns_lateness_seconds"] < 600
    assert (found["skald_battles_open"], found["skald_battles_stuck"]) == (1, 1)
    assert found["skald_outbox_pending"] == Delivery.objects.count() > 0
    assert found['skald_ready{part="database"}'] == 1


@pytest.mark.parametrize(
    ("about", "status"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, 200),
        ({"REMOTE_ADDR": "192.0.2.7"}, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}, 404),
    ],
)
def test_without_a_token_figures_are_for_this_machine(
    sweeping: None, client: Client, about: dict[str, str], status: int
) -> None:
    assert client.get("/metrics", **about).status_code == status


def test_behind_a_proxy_a_real_site_tells_figures_for_a_token_alone(
    sweeping: None, client: Client, settings: Any
) -> None:
    settings.PRODUCTION = True
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a-long-enough-token"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer another").status_code == 404
    assert figures(client, HTTP_AUTHORIZATION="Bearer a-long-enough-token")


# --- the banner


def test_everybody_is_told_when_the_clocks_stand_still(sweeping: None, client: Client) -> None:
    stand_still(timedelta(minutes=1, seconds=50))
    assert "The clocks stand still" not in client.get("/help/").content.decode()
    stand_still(timedelta(minutes=2, seconds=1))
    page = client.get("/help/").content.decode()
    assert "The clocks stand still since" in page
    assert "lost time will be given back" in page


def test_a_new_site_that_never_swept_says_nothing(db: None, client: Client) -> None:
    assert health.clocks_still_since(timezone.now()) is None
    assert "The clocks stand still" not in client.get("/help/").content.decode()


# --- the doctor


def doctor_says(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("doctor", *arguments, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def test_the_doctor_finds_nothing_wrong_with_a_site_that_works(sweeping: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "named")
    code, words = doctor_says()
    assert (code, "Nothing is wrong." in words) == (0, True), words
    assert doctor_says("--quiet") == (0, "")


def test_the_doctor_names_each_thing_with_its_remedy(
    sweeping: None, place: Ford, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "named")
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    stand_still(timedelta(minutes=10))
    Turn.objects.filter(closed_at__isnull=True).update(due_at=timezone.now() - timedelta(minutes=9))
    Delivery.objects.update(next_try_at=timezone.now() - timedelta(minutes=9))
    place.battle.sweep_failures = 2
    place.battle.save(update_fields=["sweep_failures"])
    code, words = doctor_says("--quiet")
    assert code == 1
    assert re.findall(r"WRONG (\w+):", words) == ["broker", "sweep", "turns", "battles", "outbox"]
    assert words.count("→") == 5
    assert place.battle.code in words


def test_the_doctor_sees_a_mail_server_that_is_away(sweeping: None, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    (found,) = doctor.of_mail(timezone.now())
    assert (found.level, "127.0.0.1:1" in found.says) == ("wrong", True)


def test_the_doctor_sees_what_is_wrong_with_a_public_site(sweeping: None, settings: Any) -> None:
    settings.PRODUCTION, settings.HTTPS, settings.METRICS_TOKEN = True, False, "short"
    found = [one.says for one in doctor.of_settings(timezone.now()) if one.level == "wrong"]
    assert found == [
        "the secret key is the default",
        "http://127.0.0.1:8000 is not https",
        "the token of /metrics is short",
    ]
    (mail,) = doctor.of_mail(timezone.now())
    assert mail.level == "wrong"


def test_the_doctor_sees_migrations_that_are_not_applied(sweeping: None) -> None:
    last = MigrationRecorder.Migration.objects.filter(app="notifications").order_by("name").last()
    last.delete()
    (found,) = doctor.of_migrations(timezone.now())
    assert (found.level, f"notifications.{last.name}" in found.says) == ("wrong", True)


def test_the_doctor_knows_the_database(sweeping: None) -> None:
    found = list(doctor.of_engine(timezone.now()))
    assert [one.level for one in found] == ["ok"], found


# --- logs


@pytest.mark.parametrize(
    "address",
    ["/account/password/reset/key/1-secret/", "/calendar/secret.ics", "/turns/link/secret/rest/", "/join/secret/"],
)
def test_secret_parts_of_addresses_are_not_logged(address: str) -> None:
    line = hide_secrets(None, "info", {"event": f"Not Found: {address}", "request": f"GET {address}"})
    assert "secret" not in str(line)
    assert "…" in line["request"]


def record_of(level: int) -> logging.LogRecord:
    """A line of the request log, with the exception that led to it."""
    try:
        raise PermissionDenied
    except PermissionDenied:
        return logging.LogRecord("django.request", level, __file__, 1, "Forbidden: %s", ("/x/",), sys.exc_info())


def test_a_refusal_is_logged_in_one_line_and_a_fault_with_its_traceback() -> None:
    refusal, fault = record_of(logging.WARNING), record_of(logging.ERROR)
    assert RefusalsInOneLine().filter(refusal) and RefusalsInOneLine().filter(fault)
    assert logging.Formatter().format(refusal) == "Forbidden: /x/"
    assert "PermissionDenied" in logging.Formatter().format(fault)
    assert "refusals" in settings.LOGGING["handlers"]["stream"]["filters"]
