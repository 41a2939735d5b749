"""Settings come from the environment, and a production site refuses to start unsafely."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from config import engines
from config.refusals import DEFAULT_SECRET_KEY, refuse_unsafe_production

ROOT = Path(__file__).resolve().parents[2]
SAFE: dict[str, Any] = {"kind": "production", "secret_key": "s" * 50, "debug": False, "hosts": ["skald.example.org"]}


def test_a_safe_production_site_starts() -> None:
    refuse_unsafe_production(**SAFE)


def test_a_local_site_starts_with_the_defaults() -> None:
    refuse_unsafe_production(kind="local", secret_key=DEFAULT_SECRET_KEY, debug=True, hosts=["*"])


@pytest.mark.parametrize(
    ("unsafe", "named"),
    [
        ({"kind": "staging"}, "SKALD_ENV"),
        ({"secret_key": DEFAULT_SECRET_KEY}, "SKALD_SECRET_KEY"),
        ({"secret_key": ""}, "SKALD_SECRET_KEY"),
        ({"secret_key": "short"}, "SKALD_SECRET_KEY"),
        ({"debug": True}, "SKALD_DEBUG"),
        ({"hosts": []}, "SKALD_HOSTS"),
        ({"hosts": ["skald.example.org", "*"]}, "SKALD_HOSTS"),
    ],
)
def test_an_unsafe_site_is_refused_with_the_name_of_the_setting(unsafe: dict[str, object], named: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=named):
        refuse_unsafe_production(**(SAFE | unsafe))


def import_settings(**variables: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", "import config.settings"], cwd=ROOT, env=keep | variables, capture_output=True, text=True
    )


def test_settings_import_with_an_empty_environment() -> None:
    assert import_settings().returncode == 0


def test_production_with_nothing_else_set_does_not_start() -> None:
    answer = import_settings(SKALD_ENV="production")
    assert answer.returncode != 0
    assert "SKALD_SECRET_KEY" in answer.stderr


def test_every_variable_that_settings_read_stands_in_the_readme() -> None:
    source = (ROOT / "config/settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    assert len(names) > 10
    readme = (ROOT / "README.md").read_text()
    assert {name for name in names if f"`{name}`" not in readme} == set()


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
    ],
)
def test_sqlite_writes_ahead_only_where_that_is_safe(version: tuple[int, int, int], safe: bool) -> None:
    assert ("journal_mode=WAL" in engines.sqlite_options(version)["init_command"]) is safe
    assert engines.sqlite_options(version)["transaction_mode"] == "IMMEDIATE"


@pytest.mark.parametrize(
    ("address", "for_kombu"),
    [
        ("redis://127.0.0.1:6379/3", "redis://127.0.0.1:6379/3"),
        ("rediss://user:secret@redis.example.org/0", "rediss://user:secret@redis.example.org/0"),
        ("unix:///tmp/a/valkey.sock?db=2", "redis+socket:///tmp/a/valkey.sock?virtual_host=2"),
        ("unix:///tmp/a/valkey.sock", "redis+socket:///tmp/a/valkey.sock?virtual_host=0"),
    ],
)
def test_the_broker_is_named_as_the_messaging_library_wants_it(address: str, for_kombu: str) -> None:
    assert engines.broker_url(address) == for_kombu


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=keep | variables, capture_output=True, text=True
    )


REAL_SITE = {
    "SKALD_ENV": "production",
    "SKALD_SECRET_KEY": "9f8e7d6c5b4a-not-a-secret-but-long-and-mixed-ABCDEFGH",
    "SKALD_HOSTS": "skald.example.org",
    "SKALD_URL": "https://skald.example.org",
}


def test_a_real_site_passes_the_checks_for_deployment_and_collects_its_files(tmp_path: Path) -> None:
    checked = manage("check", "--deploy", "--tag", "security", "--fail-level", "WARNING", **REAL_SITE)
    assert checked.returncode == 0, checked.stderr
    collected = manage("collectstatic", "--noinput", **REAL_SITE, SKALD_STATIC=str(tmp_path))
    assert collected.returncode == 0, collected.stderr
    assert (tmp_path / "staticfiles.json").exists()


@pytest.mark.django_db
def test_pages_tell_the_browser_what_it_may_do(client: Client) -> None:
    answer = client.get("/account/login/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_a_health_check_asks_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
