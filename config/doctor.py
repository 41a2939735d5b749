"""What `manage.py doctor` looks at: each check says what it found and, where something is wrong, what to do."""

from __future__ import annotations

import os
import shutil
import smtplib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import redis
from django.conf import settings
from django.core.mail import get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from battles.models import Battle
from config import datafolder, engines, health, valkey
from config.refusals import DEFAULT_SECRET_KEY
from notifications.selectors import outbox_state
from turns.models import Outage
from turns.selectors import clock_state

Level = Literal["ok", "note", "wrong"]

LITTLE_SPACE, TOO_LITTLE_SPACE = 500, datafolder.MEGABYTES_NEEDED
TOO_OVERDUE = timedelta(seconds=30)
TOO_MUCH_DRIFT = 5.0
MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found. `wrong` needs somebody; a `note` is worth knowing. `remedy` says what to do."""

    level: Level
    about: str
    says: str
    remedy: str = ""


def examine(now: datetime) -> Iterator[Finding]:
    """Every check in turn; without a database those that need one are left out."""
    for check in (of_settings, of_space, of_broker, of_mail):
        yield from check(now)
    part = health.database(now)
    if not part.ok:
        yield Finding("wrong", "database", f"does not answer ({part.says})", "start it, or correct DATABASE_URL")
        return
    yield Finding("ok", "database", f"{connection.vendor} answers")
    for check in (of_engine, of_migrations):
        found = list(check(now))
        yield from found
        if check is of_migrations and any(one.level == "wrong" for one in found):
            return
    for check in (of_sweep, of_turns, of_battles, of_outbox, of_outages):
        yield from check(now)


def of_settings(now: datetime) -> Iterator[Finding]:
    """Is the site what it should be to the outside?"""
    if not settings.PRODUCTION:
        yield Finding("note", "settings", "a local site", "set SKALD_ENV=production where others reach it")
        return
    if settings.SECRET_KEY == DEFAULT_SECRET_KEY:
        yield Finding("wrong", "settings", "the secret key is the default", "set SKALD_SECRET_KEY")
    if not settings.HTTPS:
        yield Finding("wrong", "settings", f"{settings.SITE_URL} is not https", "set SKALD_URL to the public address")
    if settings.METRICS_TOKEN and len(settings.METRICS_TOKEN) < 16:
        yield Finding("wrong", "settings", "the token of /metrics is short", "set a longer SKALD_METRICS_TOKEN")
    yield Finding("ok", "settings", f"production at {settings.SITE_URL}")


def of_space(now: datetime) -> Iterator[Finding]:
    """Is there room in the data folder, and may files be locked there?"""
    folder = settings.DATA_DIR
    if not folder.is_dir():
        yield Finding("note", "disk", f"there is no folder {folder} yet", "it is made at the first start")
        return
    free = shutil.disk_usage(folder).free // MEGABYTE
    level: Level = "wrong" if free < TOO_LITTLE_SPACE else "note" if free < LITTLE_SPACE else "ok"
    yield Finding(level, "disk", f"{free} MB are free in {folder}", "" if level == "ok" else "make room there")
    kind = datafolder.file_system(folder, Path("/proc/mounts"))
    if connection.vendor == "sqlite" and kind in datafolder.NETWORK_FILE_SYSTEMS:
        yield Finding(
            "wrong", "disk", f"SQLite lies on a network file system ({kind})", "move SKALD_DATA to a local disk"
        )


def broker_address() -> str:
    """Where the broker is: as told, else that of a site that `manage.py up` runs on this data folder."""
    embedded = valkey.url(settings.DATA_DIR, 0)
    return embedded if "REDIS_URL" not in os.environ and valkey.answers(embedded) else settings.REDIS_URL


def of_broker(now: datetime) -> Iterator[Finding]:
    """Does the broker answer, and does it keep what it was given?"""
    address = broker_address()
    part = health.broker(now, address)
    if not part.ok:
        remedy = "start it, or correct REDIS_URL; until then run `manage.py sweep --every 2`"
        yield Finding("wrong", "broker", f"does not answer ({part.says})", remedy)
        return
    try:
        client = redis.Redis.from_url(address, decode_responses=True, socket_timeout=health.BROKER_PATIENCE)
        policy = client.config_get("maxmemory-policy").get("maxmemory-policy", "")
    except redis.RedisError:
        yield Finding("note", "broker", "answers, but does not tell its maxmemory-policy", "see that it is noeviction")
        return
    if policy != "noeviction":
        remedy = "set maxmemory-policy noeviction; use another instance for the cache"
        yield Finding("wrong", "broker", f"throws tasks away when full ({policy})", remedy)
    else:
        yield Finding("ok", "broker", "answers, and keeps what it was given")


def of_mail(now: datetime) -> Iterator[Finding]:
    """Can mail be handed over?"""
    if "smtp" not in settings.EMAIL_BACKEND:
        level: Level = "wrong" if settings.PRODUCTION else "note"
        says = f"mails are not sent but kept ({settings.EMAIL_BACKEND.rsplit('.', 2)[-2]})"
        yield Finding(level, "mail", says, "set EMAIL_URL to a mail server")
        return
    server = get_connection()
    try:
        server.open()
        server.close()
    except (smtplib.SMTPException, OSError) as error:
        says = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} does not take mails ({type(error).__name__})"
        yield Finding("wrong", "mail", says, "correct EMAIL_URL; mails wait and are tried again")
        return
    yield Finding("ok", "mail", f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} answers")


def of_engine(now: datetime) -> Iterator[Finding]:
    """Is the database set up so that what was acknowledged is kept?"""
    yield from _of_sqlite() if connection.vendor == "sqlite" else _of_postgres(now)


def _of_sqlite() -> Iterator[Finding]:
    version, safe = sqlite3.sqlite_version, engines.has_safe_wal(sqlite3.sqlite_version_info)
    journal, synchronous = _answer("PRAGMA journal_mode"), _answer("PRAGMA synchronous")
    if journal.upper() == "WAL" and not safe:
        remedy = "remove journal_mode from DATABASE_URL: this version can lose commits in WAL"
        yield Finding("wrong", "SQLite", f"{version} writes in WAL", remedy)
    if synchronous != "2":
        yield Finding("wrong", "SQLite", f"synchronous is {synchronous}, not FULL", "remove it from DATABASE_URL")
    if settings.DATABASES["default"]["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
        yield Finding("wrong", "SQLite", "writers do not queue", "remove transaction_mode from DATABASE_URL")
    verdict = _answer("PRAGMA quick_check(1)")
    if verdict != "ok":
        remedy = "stop the site and `manage.py restore` the last backup"
        yield Finding("wrong", "SQLite", f"the file is damaged ({verdict})", remedy)
    yield Finding("ok", "SQLite", f"{version}, journal {journal}, synchronous {synchronous}")


def _of_postgres(now: datetime) -> Iterator[Finding]:
    if _answer("SHOW synchronous_commit") == "off":
        remedy = "set synchronous_commit = on: acknowledged turns may be lost at a crash"
        yield Finding("wrong", "PostgreSQL", "synchronous_commit is off", remedy)
    for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
        if _answer(f"SHOW {name}") == "0":
            yield Finding("note", "PostgreSQL", f"{name} is not set", "remove `options` from DATABASE_URL")
    drift = abs(float(_answer("SELECT extract(epoch FROM clock_timestamp())")) - now.timestamp())
    if drift > TOO_MUCH_DRIFT:
        yield Finding(
            "wrong", "PostgreSQL", f"its clock is {drift:.0f} s away from this machine's", "run a time service"
        )
    yield Finding("ok", "PostgreSQL", _answer("SHOW server_version"))


def _answer(question: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return str(cursor.fetchone()[0])


def of_migrations(now: datetime) -> Iterator[Finding]:
    """Is the database's shape that of this version?"""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _backwards in plan[:5])
        yield Finding("wrong", "migrations", f"{len(plan)} are not applied: {names}", "run `manage.py migrate`")
    else:
        yield Finding("ok", "migrations", "all are applied")


def of_sweep(now: datetime) -> Iterator[Finding]:
    """Are deadlines being looked at?"""
    part = health.sweep(now)
    remedy = (
        "start worker and beat (`celery -A config worker`, `celery -A config beat`), or `manage.py sweep --every 2`"
    )
    yield Finding("ok", "sweep", part.says) if part.ok else Finding("wrong", "sweep", part.says, remedy)


def of_turns(now: datetime) -> Iterator[Finding]:
    """Is any deadline over that nobody has applied?"""
    state = clock_state(now)
    late = state.lateness > TOO_OVERDUE
    says = f"{state.open_turns} open, {state.overdue_turns} overdue"
    if late:
        remedy = "see the checks of sweep and battles; `manage.py sweep --once` applies them now"
        yield Finding("wrong", "turns", f"{says}, the oldest for {health.seconds(state.lateness)} s", remedy)
    else:
        yield Finding("ok", "turns", says)


def of_battles(now: datetime) -> Iterator[Finding]:
    """Is a battle stuck?"""
    stuck = Battle.objects.filter(status=Battle.Status.RUNNING, sweep_failures__gt=0).select_related("campaign")
    for battle in stuck.only("code", "sweep_failures", "sweep_retry_at", "campaign__slug")[:20]:
        says = f"{battle.get_absolute_url()} could not be settled {battle.sweep_failures} times"
        remedy = "the log has the reason (battle_not_settled); its director can pause it or undo the last step"
        yield Finding("wrong", "battles", says, remedy)
    running = Battle.objects.filter(status=Battle.Status.RUNNING).count()
    yield Finding("ok", "battles", f"{running} are running")


def of_outbox(now: datetime) -> Iterator[Finding]:
    """Do notices leave the house?"""
    state = outbox_state(now)
    if state.age >= health.OUTBOX_LATE:
        says = f"{state.due} deliveries are due, the oldest for {health.seconds(state.age)} s"
        yield Finding("wrong", "outbox", says, "start worker and beat")
    if state.failed:
        yield Finding(
            "note", "outbox", f"{state.failed} deliveries were given up in the last day", "see Deliveries in /admin/"
        )
    if state.channels_off:
        yield Finding("note", "outbox", f"{state.channels_off} channels are off because they were dead")
    yield Finding("ok", "outbox", f"{state.pending} deliveries are on their way")


def of_outages(now: datetime) -> Iterator[Finding]:
    """Was there an outage lately, and has everybody had their time back?"""
    last = Outage.objects.order_by("-started_at").first()
    if last is None or last.ended_at < now - timedelta(days=30):
        return
    says = f"the last was from {last.started_at:%Y-%m-%d %H:%M} to {last.ended_at:%Y-%m-%d %H:%M} UTC"
    if last.credited_at is None:
        yield Finding(
            "wrong", "outages", f"{says}; not every battle has its time back", "see the checks of sweep and battles"
        )
    else:
        yield Finding("note", "outages", f"{says}; every battle has its time back")
