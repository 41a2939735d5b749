"""Copies of an SQLite site: written while it runs, put back while it stands still."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

PATIENCE = 60.0
POSTGRES_BACKUP = (
    "This site is on PostgreSQL. Its own tool makes a consistent copy while the site runs: "
    'pg_dump --format=custom --file=FILE "$DATABASE_URL"'
)
POSTGRES_RESTORE = (
    "This site is on PostgreSQL. Stop web, worker and beat, then: "
    'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE'
)


class Unusable(Exception):
    """The backup cannot be written or used; the message is one sentence for whoever asked."""


def write(database: Path, target: Path) -> tuple[int, Path | None]:
    """Copy the database to `target`, and pictures beside it; the copy's size, and where the pictures are.

    SQLite takes the copy in one reading transaction, so it is the site at one moment; it is checked before it gets its
    name. Raises Unusable when the target exists, cannot be written, or the copy is damaged.
    """
    if target.exists():
        raise Unusable(f"{target} exists already; name another file.")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        source = sqlite3.connect(database, timeout=PATIENCE, isolation_level=None)
        try:
            source.execute("VACUUM INTO ?", [str(part)])
        finally:
            source.close()
        part.chmod(0o600)
        check(part)
        _to_disk(part)
        part.rename(target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise Unusable(f"{target} could not be written: {error}.") from error
    return target.stat().st_size, _pictures(settings.MEDIA_ROOT, pictures_of(target))


def pictures_of(backup: Path) -> Path:
    """Where the pictures of a backup lie."""
    return backup.with_name(backup.name + ".media.tar")


def _pictures(media: Path, target: Path) -> Path | None:
    """Added after the database, so that no row names a picture that the copy lacks."""
    if not media.is_dir() or not any(media.iterdir()):
        return None
    with tarfile.open(target, "w") as archive:
        archive.add(media, arcname=".")
    target.chmod(0o600)
    return target


def check(file: Path) -> None:
    """Raises Unusable unless the file is a whole database of this site."""
    if not file.is_file():
        raise Unusable(f"There is no file {file}.")
    try:
        reading = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            verdict = reading.execute("PRAGMA integrity_check(1)").fetchone()[0]
            applied = reading.execute("SELECT count(*) FROM django_migrations WHERE app = 'turns'").fetchone()[0]
        finally:
            reading.close()
    except sqlite3.Error as error:
        raise Unusable(f"{file} is no backup of this site: {error}.") from error
    if verdict != "ok" or not applied:
        raise Unusable(f"{file} is damaged, or no backup of this site ({verdict}).")


def put_back(backup: Path, database: Path, media: Path) -> Path | None:
    """Put a backup in the database's place; where what was there before is now (None when there was nothing)."""
    check(backup)
    fresh = database.with_name(database.name + ".fresh")
    try:
        shutil.copyfile(backup, fresh)
        fresh.chmod(0o600)
        _to_disk(fresh)
        aside = _put_aside(database)
        fresh.rename(database)
        _put_pictures_back(pictures_of(backup), media)
    except (OSError, tarfile.TarError) as error:
        raise Unusable(f"{backup} could not be put back: {error}.") from error
    return aside


def _put_aside(database: Path) -> Path | None:
    """A journal belongs to its own database: left behind, it would be applied to the next one."""
    if not database.exists():
        return None
    aside = database.with_name(f"{database.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S}")
    for tail in ("", "-wal", "-shm", "-journal"):
        part = database.with_name(database.name + tail)
        if part.exists():
            part.rename(aside.with_name(aside.name + tail))
    return aside


def _put_pictures_back(archive: Path, media: Path) -> None:
    if not archive.exists():
        return
    media.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tarfile.open(archive) as pictures:
        for member in pictures:
            _put_picture_back(pictures, member, media)


def _put_picture_back(pictures: tarfile.TarFile, member: tarfile.TarInfo, media: Path) -> None:
    """Files and folders below `media` alone; written by hand, since Pythons before 3.11.4 have no extraction filter."""
    place = (media / member.name).resolve()
    if not place.is_relative_to(media.resolve()):
        raise tarfile.TarError(f"{member.name} lies outside the folder of pictures")
    if member.isdir():
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif member.isfile():
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = pictures.extractfile(member)
        assert content is not None
        with content, place.open("wb") as written:
            shutil.copyfileobj(content, written)
        place.chmod(0o600)


def _to_disk(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())
