"""Archives that people send: taken in, checked and made campaigns of in the background."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import IO

from django.core.files import File
from django.db import IntegrityError, transaction

from accounts.models import User
from archives.models import Arrival, State
from archives.publisher import wake
from archives.reading import LARGEST_FILE, Opened, refuse
from archives.services.importing import Checked, check_archive, write_campaign
from archives.services.work import beat, claim, drop_file, fail, finish, told_when_it_fails
from archives.tables import TABLES
from rulebook.errors import TooLate, Unreadable


def send_archive(*, by: User, file: File[bytes], at: datetime) -> Arrival:
    """Take in an archive, to be made a new campaign of that `by` directs.

    Raises Unreadable `archive-too-large`, `archive-unreadable` at a first look; TooLate `arrival-under-way`.
    """
    if (file.size or 0) > LARGEST_FILE:
        most = LARGEST_FILE // 1_000_000
        refuse("archive-too-large", f"The file has {file.size} bytes; {most} MB fit.", most=most)
    if file.open("rb").read(2) != b"PK":
        refuse("archive-unreadable", "This is no zip file.")
    file.seek(0)
    try:
        with transaction.atomic():
            arrival = Arrival.objects.create(asked_by=by, asked_at=at, size=file.size or 0)
    except IntegrityError:
        raise TooLate("arrival-under-way", "An archive of yours is being read already.") from None
    arrival.file.save(f"{arrival.code}-sent.zip", file, save=True)
    transaction.on_commit(wake)
    return arrival


def receive_archives(*, now: Callable[[], datetime]) -> int:
    """Make a campaign of every archive that was sent, or say why not; how many were looked at."""
    seen = 0
    while (arrival := claim(Arrival, at=now())) is not None:
        with told_when_it_fails(arrival):
            _receive(arrival, now)
        seen += 1
    return seen


def _receive(arrival: Arrival, now: Callable[[], datetime]) -> None:
    if not arrival.file:
        fail(arrival, "archive-lost", {}, at=now())
        return
    try:
        with arrival.file.open("rb") as file:
            checked = _checked(arrival, file)
        _write(arrival, checked, now)
    except Unreadable as refused:
        fail(arrival, refused.code, refused.data, at=now())


def _checked(arrival: Arrival, file: IO[bytes]) -> Checked:
    opened = Opened(file, arrival.size)
    total = len(TABLES) + len(opened.pictures) + 2
    steps = count(1)
    return check_archive(opened, step=lambda: beat(arrival, done=next(steps), total=total))


def _write(arrival: Arrival, checked: Checked, now: Callable[[], datetime]) -> None:
    """The campaign and the word that it is there, together: a worker that is lost leaves neither."""
    with transaction.atomic():
        mine = Arrival.objects.select_for_update().get(pk=arrival.pk)
        if mine.state != State.WORKING or mine.beat_at != arrival.beat_at:
            return
        arrival.campaign = write_campaign(checked, by=arrival.asked_by, at=now())
        drop_file(arrival)
        finish(arrival, at=now())
