"""Archives: asked for, made in the background, kept for a week, deleted."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import IO

from django.core.exceptions import PermissionDenied
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction

from accounts.models import User
from archives import own
from archives.models import Archive, Arrival, State
from archives.own import parts_of_person
from archives.packing import Packer, as_json, pack
from archives.publisher import wake
from archives.services.exporting import Copy, copy_of, one_moment
from archives.services.work import beat, claim, drop_file, fail, finish, told_when_it_fails
from campaign.guards import require_head
from campaign.models import Campaign
from rulebook.errors import TooLate


def ask_for_archive(*, campaign: Campaign, by: User, at: datetime) -> Archive:
    """Have the whole campaign written into one file, in the background; a new one takes the place of older ones.

    Raises PermissionDenied for all but the director; TooLate `archive-under-way` while one is being made.
    """
    require_head(by, campaign)
    try:
        with transaction.atomic():
            archive = Archive.objects.create(campaign=campaign, asked_by=by, asked_at=at)
    except IntegrityError:
        raise TooLate("archive-under-way", "An archive is being made already.") from None
    transaction.on_commit(wake)
    return archive


def ask_for_own_data(*, by: User, at: datetime) -> Archive:
    """Have everything of the user's own written into one file. Raises TooLate `archive-under-way`."""
    try:
        with transaction.atomic():
            archive = Archive.objects.create(asked_by=by, asked_at=at)
    except IntegrityError:
        raise TooLate("archive-under-way", "An archive is being made already.") from None
    transaction.on_commit(wake)
    return archive


def delete_archive(*, archive: Archive, by: User) -> None:
    """Delete an archive's file before its time. Raises PermissionDenied."""
    if archive.campaign is not None:
        require_head(by, archive.campaign)
    elif archive.asked_by_id != by.pk:
        raise PermissionDenied
    _forget(archive)


def make_archives(*, now: Callable[[], datetime]) -> int:
    """Make every archive that was asked for; how many. Twice is the same as once."""
    made = 0
    while (archive := claim(Archive, at=now())) is not None:
        with told_when_it_fails(archive):
            _make(archive, now)
        made += 1
    return made


def forget_archives(*, now: datetime) -> None:
    """Delete the files whose time is over."""
    for archive in Archive.objects.filter(state=State.READY, expires_at__lte=now):
        _forget(archive)
    for arrival in Arrival.objects.filter(state=State.READY).exclude(file=""):
        drop_file(arrival)
        arrival.save(update_fields=["file", "size"])


def _forget(archive: Archive) -> None:
    drop_file(archive)
    archive.state = State.GONE
    archive.save(update_fields=["state", "file", "size"])


def _make(archive: Archive, now: Callable[[], datetime]) -> None:
    campaign, at = archive.campaign, now()
    try:
        with tempfile.TemporaryFile() as file:
            if campaign is None:
                _write_person(archive, file, at)
            else:
                _write(archive, copy_of(campaign, at=at), file, at)
            _keep(archive, file, f"{campaign.slug[:40] if campaign else 'own'}.zip")
    except OSError as error:
        fail(archive, "no-disk", {"error": str(error)[:200]}, at=now())
        return
    older = Archive.objects.filter(campaign=campaign, state=State.READY, pk__lt=archive.pk)
    for one in older if campaign else older.filter(asked_by=archive.asked_by):
        _forget(one)
    finish(archive, at=now())


def _write(archive: Archive, copy: Copy, file: IO[bytes], at: datetime) -> None:
    total = len(copy.tables) + len(copy.pictures) + 1
    steps = iter(range(1, total + 1))
    pack(
        file,
        campaign=copy.campaign,
        people=copy.people,
        tables=copy.tables,
        edits=copy.edits,
        pictures={code: partial(content_of, name) for code, name in copy.pictures.items()},
        at=at,
        step=lambda: beat(archive, done=next(steps), total=total),
    )


def _write_person(archive: Archive, file: IO[bytes], at: datetime) -> None:
    """Everything of one person: JSON, and the pictures that they gave."""
    with one_moment():
        parts = dict(parts_of_person(archive.asked_by))
    pictures = {one["code"]: one["file"] for one in parts["pictures"]}
    total = len(parts) + len(pictures)
    packer = Packer(file)
    for done, (name, rows) in enumerate(parts.items(), 1):
        packer.add(f"{name}.json", as_json(rows))
        beat(archive, done=done, total=total)
    for done, (code, name) in enumerate(pictures.items(), len(parts) + 1):
        packer.add(f"pictures/{code}.webp", content_of(name), packed=False)
        beat(archive, done=done, total=total)
    packer.close({"made_at": at.astimezone(UTC).isoformat(timespec="seconds")}, format=own.FORMAT, version=own.VERSION)


def content_of(name: str) -> bytes:
    """What is in one of the site's own files."""
    with default_storage.open(name) as picture:
        data: bytes = picture.read()
        return data


def _keep(archive: Archive, file: IO[bytes], name: str) -> None:
    archive.size = file.seek(0, os.SEEK_END)
    file.seek(0)
    archive.file.save(f"{archive.code}-{name}", File(file), save=True)
