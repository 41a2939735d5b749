"""Settings come from the environment, and a production site refuses to start unsafely."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

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
