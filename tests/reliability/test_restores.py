"""G19: a copy taken at any moment of a live site is a whole site: the same games, event for event."""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from battles.models import Battle
from battles.selectors import ruleset_of
from config import backups
from tests import servers
from tests.reliability.crew import Crew
from tests.reliability.figures import RESTORES, tell
from tests.reliability.history import read

HANG = 60 + 10 * RESTORES
FAST = {"hour_seconds": 0.2}
Log = dict[int, list[tuple[int, str]]]
Query = Callable[[str], list[tuple[Any, ...]]]

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def sqlite_copy(folder: Path, number: int) -> Iterator[Query]:
    """What `manage.py backup` writes, put back as `manage.py restore` does."""
    backup, database = folder / f"{number}.backup", folder / f"{number}.sqlite3"
    backups.write(Path(str(connection.settings_dict["NAME"])), backup)
    assert backups.put_back(backup, database, folder / "no-pictures") is None
    opened = sqlite3.connect(database)
    try:
        yield lambda query: opened.execute(query).fetchall()
    finally:
        opened.close()
        backup.unlink()
        database.unlink()


@contextmanager
def postgres_copy(folder: Path, number: int) -> Iterator[Query]:
    """What the two commands of docs/operations.md write, put back into an empty database."""
    settings = connection.settings_dict
    host, user, live, copy = settings["HOST"], settings["USER"], settings["NAME"], f"copy_{number}"
    programs, dump = servers.postgres_package() / "pginstall/bin", folder / f"{number}.dump"
    reach = ["--host", host, "--username", user]

    def run(program: str, *arguments: str) -> None:
        subprocess.run([str(programs / program), *reach, *arguments], check=True, capture_output=True, timeout=120)

    run("pg_dump", "--format=custom", f"--file={dump}", live)
    with psycopg.connect(host=host, user=user, dbname="postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {copy}")
        try:
            run("pg_restore", "--clean", "--if-exists", "--single-transaction", f"--dbname={copy}", str(dump))
            with psycopg.connect(host=host, user=user, dbname=copy) as opened:
                yield lambda query: opened.execute(query).fetchall()
        finally:
            server.execute(f"DROP DATABASE {copy}")
            dump.unlink()


def copy_of_the_site(folder: Path, number: int) -> Any:
    return (sqlite_copy if connection.vendor == "sqlite" else postgres_copy)(folder, number)


def live(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def as_text(column: str) -> str:
    return column if connection.vendor == "sqlite" else f"{column}::text"


def log_of(query: Query) -> Log:
    """Every battle's events, as the database keeps them."""
    log: Log = {}
    rows = query(f"SELECT battle_id, number, {as_text('data')} FROM battles_battleevent ORDER BY battle_id, number")
    for battle, number, data in rows:
        log.setdefault(battle, []).append((number, data))
    return log


def disagreements(query: Query, log: Log) -> list[str]:
    """Battles whose events, replayed, do not lead to the state that stands beside them."""
    found = []
    rows = query(f"SELECT id, version, {as_text('setup')}, {as_text('state')} FROM battles_battle")
    for pk, version, setup, state in rows:
        rules = ruleset_of(Battle(ruleset="saga"))
        events = [rules.event_from_json(json.loads(data)) for _number, data in log[pk]]
        replayed = rules.to_json(rules.replay(rules.setup_from_json(json.loads(setup)), events))
        if len(events) != version or replayed != json.loads(state):
            found.append(f"battle {pk} at version {version}")
    return found


def keys_of(query: Query) -> set[str]:
    return {key for (key,) in query("SELECT key FROM turns_playkey")}


def test_copies_taken_while_turns_are_played_are_the_same_games(
    arenas: Callable[..., list[Battle]], crew: Crew, tmp_path: Path, seed: int
) -> None:
    """Whatever was acknowledged before a copy began is in it; its log is the beginning of the live one."""
    dice = random.Random(seed)
    arenas(3, at=timezone.now(), rules=FAST)
    logs = [tmp_path / f"{number}.log" for number in range(3)]
    for role, log in zip(("play", "play", "sweep"), logs, strict=True):
        crew.start(role, dice.randrange(10**6), log)
    end = time.monotonic() + HANG
    copied: list[Log] = []
    for number in range(RESTORES):
        before = len(read(logs).done)
        while len(read(logs).done) == before and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(dice.uniform(0, 0.2))
        acknowledged = set(read(logs).done)
        with copy_of_the_site(tmp_path, number) as query:
            log = log_of(query)
            assert disagreements(query, log) == []
            assert acknowledged <= keys_of(query)
            copied.append(log)
    crew.stop_members()
    now = log_of(live)
    for log in copied:
        for battle, events in log.items():
            assert now[battle][: len(events)] == events
    assert sum(map(len, copied[-1].values())) > sum(map(len, copied[0].values()))
    events = sum(map(len, now.values()))
    tell(f"G19: {RESTORES} copies put back while {events} events were recorded, each the same games (seed {seed})")
