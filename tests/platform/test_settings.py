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
OUTSIDE_THE_SITE = {"tests", "scripts", "benchmarks", ".venv", "data"}
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


ROW = re.compile(r"^\| `([A-Z_]+)` \|([^|]*)\|", re.MULTILINE)
READ_BY_MAKE_RUN = {"SKALD_PORT"}


def table() -> dict[str, str]:
    """The variables of the README's table with their defaults as they are written there."""
    return dict(ROW.findall((ROOT / "README.md").read_text()))


def test_the_readmes_table_has_the_variables_that_settings_read_and_no_others() -> None:
    source = (ROOT / "config/settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    assert len(names) > 10
    assert names | READ_BY_MAKE_RUN == table().keys()


def test_nothing_else_of_the_site_reads_the_environment() -> None:
    """But for what settings read and the port, only whether a broker was named, and what is handed on to children."""
    reading = re.compile(r"environ(?:\.get\(|\[|\s*\.pop\()\s*\"(\w+)|getenv\(\"(\w+)")
    sources = [path for path in ROOT.glob("*/**/*.py") if path.parts[len(ROOT.parts)] not in OUTSIDE_THE_SITE]
    assert len(sources) > 200
    read = {name for path in sources for pair in reading.findall(path.read_text()) for name in pair if name}
    assert read == READ_BY_MAKE_RUN


def test_the_defaults_of_the_readmes_table_are_those_of_an_empty_environment() -> None:
    shown = {name: default.strip(" `") for name, default in table().items()}
    told = (
        "import config.settings as s; print(s.SITE_KIND, s.DATA_DIR == s.BASE_DIR / 'data', s.SITE_URL, "
        "s.TRUSTED_PROXIES, int(s.OPEN_SIGNUP), int(s.DEBUG), s.DEFAULT_FROM_EMAIL, s.METRICS_TOKEN == '', "
        "s.WEBHOOK_ADDRESSES == [], s.LOGGING['root']['level'], s.EMAIL_BACKEND.split('.')[-2], sep='|')"
    )
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    answer = subprocess.run([sys.executable, "-c", told], cwd=ROOT, env=keep, capture_output=True, text=True)
    given = (
        *(shown["SKALD_ENV"], "True", shown["SKALD_URL"], shown["SKALD_PROXIES"], shown["SKALD_SIGNUP"]),
        *(shown["SKALD_DEBUG"], shown["SKALD_MAIL_FROM"], "True", "True", shown["SKALD_LOG_LEVEL"], "filebased"),
    )
    assert answer.stdout.strip().split("|") == list(given)
    assert (shown["SKALD_DATA"], shown["SKALD_METRICS_TOKEN"], shown["SKALD_WEBHOOK_ADDRESSES"]) == ("./data", "", "")
    assert f'"SKALD_PORT", "{shown["SKALD_PORT"]}"' in (ROOT / "config/management/commands/up.py").read_text()


def test_a_port_that_is_no_number_is_refused_in_one_line() -> None:
    answer = manage("up", SKALD_PORT="eighty")
    assert answer.returncode != 0
    assert answer.stderr.splitlines()[-1] == "manage.py up: error: argument --port: invalid int value: 'eighty'"
    assert "Traceback" not in answer.stderr


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
