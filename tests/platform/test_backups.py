"""Backups of a running site, put back while it stands still; and processes that migrate at once."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from config import backups, datafolder
from config.one_at_a_time import migrating
from tests import servers

MANAGE = str(settings.BASE_DIR / "manage.py")
on_sqlite = pytest.mark.skipif(
    not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"), reason="PostgreSQL has its own tools"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with servers.scratch_folder() as made:
        yield made


def site(folder: Path) -> dict[str, str]:
    """The environment of a site of its own on SQLite."""
    return os.environ | {"SKALD_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder / 'skald.sqlite3'}"}


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, MANAGE, *arguments]
    return subprocess.run(command, env=site(folder), capture_output=True, text=True, timeout=300)


def names(file: Path) -> list[str]:
    reading = sqlite3.connect(file)
    try:
        return [name for (name,) in reading.execute("SELECT username FROM accounts_user ORDER BY username")]
    finally:
        reading.close()


ADD = "from accounts.models import User; User.objects.create_user({!r}, {!r}, 'a-long-enough-password')"


def test_two_processes_that_migrate_at_once_leave_one_whole_database(folder: Path) -> None:
    command = [sys.executable, MANAGE, "migrate", "--verbosity", "1"]
    both = [
        subprocess.Popen(command, env=site(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _process in range(2)
    ]
    said = [process.communicate(timeout=300)[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert sorted("No migrations to apply." in words for words in said) == [False, True], said
    backups.check(folder / "skald.sqlite3")


def test_a_backup_of_a_site_is_put_back_whole(folder: Path) -> None:
    assert manage(folder, "migrate", "--verbosity", "0").returncode == 0
    assert manage(folder, "shell", "-c", ADD.format("before", "b@example.org")).returncode == 0
    (folder / "media").mkdir()
    (folder / "media/face.webp").write_bytes(b"a picture")
    copy = folder / "copy.sqlite3"
    assert manage(folder, "backup", str(copy)).returncode == 0
    assert manage(folder, "shell", "-c", ADD.format("after", "a@example.org")).returncode == 0
    (folder / "media/face.webp").unlink()
    answer = manage(folder, "restore", str(copy))
    assert answer.returncode == 0, answer.stderr
    assert names(folder / "skald.sqlite3") == ["before"]
    assert (folder / "media/face.webp").read_bytes() == b"a picture"
    (aside,) = folder.glob("skald.sqlite3.before-*[0-9Z]")
    assert names(aside) == ["after", "before"]


def test_a_running_site_is_not_restored(folder: Path) -> None:
    assert manage(folder, "migrate", "--verbosity", "0").returncode == 0
    copy = folder / "copy.sqlite3"
    assert manage(folder, "backup", str(copy)).returncode == 0
    datafolder.lock(folder)
    answer = manage(folder, "restore", str(copy))
    assert answer.returncode == 1
    assert "already runs" in answer.stderr
    assert not list(folder.glob("*.before-*"))


@pytest.mark.parametrize("content", [b"", b"no database at all, whatever its name says"])
def test_what_is_no_backup_is_not_put_back(folder: Path, content: bytes) -> None:
    assert manage(folder, "migrate", "--verbosity", "0").returncode == 0
    (folder / "wrong").write_bytes(content)
    assert manage(folder, "restore", str(folder / "wrong")).returncode == 1
    assert manage(folder, "restore", str(folder / "missing")).returncode == 1
    backups.check(folder / "skald.sqlite3")


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_backup_taken_while_others_write_is_one_moment_of_the_site(folder: Path) -> None:
    """Two rows are always written together: a copy that holds one without the other would be torn."""
    file, stop, written = Path(str(connection.settings_dict["NAME"])), threading.Event(), threading.Event()

    def write() -> None:
        own = sqlite3.connect(file, timeout=60, isolation_level=None)
        number = 0
        while not stop.is_set():
            own.execute("BEGIN IMMEDIATE")
            for name in ("first", "second"):
                own.execute(
                    "INSERT INTO turns_heartbeat (name, at) VALUES (?, '2026-11-04 15:00:00')", [f"{name}-{number}"]
                )
            own.execute("COMMIT")
            number += 1
            written.set()
        own.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert written.wait(60)
        for number in range(5):
            backups.write(file, folder / f"copy-{number}.sqlite3")
    finally:
        stop.set()
        writer.join(60)
    counts = [pairs(folder / f"copy-{number}.sqlite3") for number in range(5)]
    assert all(first == second > 0 for first, second in counts)
    assert counts == sorted(counts)


def pairs(file: Path) -> tuple[int, int]:
    reading = sqlite3.connect(file)
    try:
        question = "SELECT count(*) FROM turns_heartbeat WHERE name LIKE ?"
        first, second = (reading.execute(question, [f"{name}-%"]).fetchone()[0] for name in ("first", "second"))
        return first, second
    finally:
        reading.close()


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_backup_replaces_no_file(folder: Path) -> None:
    copy = folder / "copy.sqlite3"
    call_command("backup", str(copy), stdout=StringIO())
    before = copy.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(copy), stdout=StringIO())
    assert copy.read_bytes() == before
    assert copy.stat().st_mode & 0o077 == 0


@pytest.mark.postgres
def test_on_postgresql_the_words_say_how(db: None, folder: Path) -> None:
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        with pytest.raises(CommandError, match=tool):
            call_command(command, str(folder / "copy"))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_on_postgresql_a_second_migration_waits_for_the_first(site_environment: dict[str, Any]) -> None:
    with migrating(connection):
        command = [sys.executable, MANAGE, "migrate", "--verbosity", "1"]
        waiting = subprocess.Popen(command, env=site_environment, stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(8)
    words, _errors = waiting.communicate(timeout=300)
    assert (waiting.returncode, "No migrations to apply." in words) == (0, True)
