"""What all tests share: a database in a scratch folder, real servers, and real worker and beat processes."""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation

from config import children
from tests import servers

pytest_plugins = ["tests.cast"]

ROOT = Path(__file__).resolve().parent.parent


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """SQLite tests run on a file in a scratch folder, as the site does: each thread and process has a connection.

    Rule tests may run without Django (`make rules`); then there is nothing to set up.
    """
    if not config.pluginmanager.hasplugin("django"):
        return
    scratch = ExitStack()
    folder = scratch.enter_context(servers.scratch_folder())
    config.add_cleanup(scratch.close)
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(folder / "test.sqlite3")
    settings.DATA_DIR = folder
    settings.EMAIL_FILE_PATH = folder / "mail"
    settings.MEDIA_ROOT = folder / "media"
    logging.getLogger("django_structlog").setLevel(logging.CRITICAL)  # pytest shows the failure itself
    settings.DATABASE_CLOCK = False  # tests set the clock themselves
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _no_memory_of_other_tests() -> None:
    """Login limits are counted in the cache; whoever asks for a page leaves their language and zone behind."""
    if settings.configured:
        cache.clear()
        translation.deactivate()
        timezone.deactivate()


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The address of a real Valkey, started once and ended with the tests."""
    with servers.running_valkey() as address:
        yield address


@pytest.fixture
def site_environment(transactional_db: None, valkey_url: str) -> dict[str, str]:
    """The environment for processes of the site (worker, beat, manage.py) on the test's own database and broker."""
    return site_environment_of(settings.DATABASES["default"], valkey_url)


def site_environment_of(database: dict[str, Any], valkey_url: str) -> dict[str, str]:
    if database["ENGINE"].endswith("sqlite3"):
        address = f"sqlite:///{database['NAME']}"
    else:
        address = os.environ["DATABASE_URL"].rsplit("/", 1)[0] + "/" + database["NAME"]
    return os.environ | {
        "DATABASE_URL": address,
        "REDIS_URL": valkey_url,
        "SKALD_DATA": str(settings.DATA_DIR),
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture
def start_process(site_environment: dict[str, str]) -> Iterator[Callable[..., Any]]:
    """Start `python -m ...` processes of the site; whatever a test leaves running is ended after it."""
    running = []

    def start(*arguments: str) -> Any:
        process = children.start([sys.executable, "-m", *arguments], environment=site_environment)
        running.append(process)
        return process

    yield start
    for process in reversed(running):
        children.stop(process, patience=servers.PATIENCE)


@pytest.fixture
def start_worker(start_process: Callable[..., Any]) -> Callable[[], Any]:
    """Start a real Celery worker on the test's database and broker."""
    return lambda: start_process("celery", "-A", "config", *WORKER)


@pytest.fixture
def start_beat(start_process: Callable[..., Any]) -> Callable[[], Any]:
    """Start a real Celery beat on the test's broker."""
    return lambda: start_process("celery", "-A", "config", *BEAT)


WORKER = ("worker", "--concurrency", "1", "--without-gossip", "--without-mingle", "--loglevel", "WARNING")
BEAT = ("beat", "--scheduler", "celery.beat:Scheduler", "--pidfile=", "--loglevel", "WARNING")
