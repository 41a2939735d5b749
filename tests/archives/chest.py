"""Archives without the waiting: a campaign packed, opened, changed by hand, made a campaign again."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from accounts.models import User
from archives.packing import MANIFEST, pack
from archives.reading import Opened
from archives.services.archives import content_of
from archives.services.exporting import copy_of
from archives.services.importing import check_archive, write_campaign
from campaign.models import Campaign

Parts = dict[str, Any]


def nothing() -> None:
    """A step that nobody counts."""


def packed(campaign: Campaign, at: datetime) -> bytes:
    """The campaign's archive."""
    copy, file = copy_of(campaign, at=at), io.BytesIO()
    pack(
        file,
        campaign=copy.campaign,
        people=copy.people,
        tables=copy.tables,
        edits=copy.edits,
        pictures={code: partial(content_of, name) for code, name in copy.pictures.items()},
        at=at,
        step=nothing,
    )
    return file.getvalue()


def parts_of(data: bytes) -> Parts:
    """An archive's parts: JSON as values, pictures as bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return {name: json.loads(part) if name.endswith(".json") else part for name, part in parts.items()}


def repacked(parts: Parts) -> bytes:
    """An archive of these parts, its list of hashes made to fit: what somebody would send who means to lie."""
    file = io.BytesIO()
    written = {name: one if isinstance(one, bytes) else json.dumps(one).encode() for name, one in parts.items()}
    hashes = {name: hashlib.sha256(one).hexdigest() for name, one in written.items() if name != MANIFEST}
    with zipfile.ZipFile(file, "w") as archive:
        for name, one in written.items():
            if name != MANIFEST:
                archive.writestr(name, one)
        archive.writestr(MANIFEST, json.dumps(parts[MANIFEST] | {"parts": hashes}))
    return file.getvalue()


def changed(data: bytes, change: Callable[[Parts], None]) -> bytes:
    """The archive with something in it changed."""
    parts = parts_of(data)
    change(parts)
    return repacked(parts)


def received(data: bytes, by: User, at: datetime) -> Campaign:
    """The campaign that an archive becomes."""
    return write_campaign(check_archive(Opened(io.BytesIO(data), len(data)), step=nothing), by=by, at=at)
