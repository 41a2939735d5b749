"""An archive as a file: a zip of JSON and pictures, with a list of what is in it and each part's SHA-256."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import IO, Any

from archives.tables import FORMAT, VERSION

MANIFEST = "manifest.json"
EPOCH = (1980, 1, 1, 0, 0, 0)


class Packer:
    """Writes an archive part by part; the same parts make the same bytes."""

    def __init__(self, file: IO[bytes]) -> None:
        self.zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.hashes: dict[str, str] = {}

    def add(self, name: str, data: bytes, *, packed: bool = True) -> None:
        """One part."""
        entry = zipfile.ZipInfo(name, EPOCH)
        entry.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        entry.external_attr = 0o600 << 16
        self.zip.writestr(entry, data)
        self.hashes[name] = hashlib.sha256(data).hexdigest()

    def close(self, about: Mapping[str, Any], *, format: str = FORMAT, version: int = VERSION) -> None:
        """The list of all parts, last."""
        listed = {"format": format, "version": version, **about, "parts": self.hashes}
        self.add(MANIFEST, as_json(listed))
        self.zip.close()


def as_json(value: Any) -> bytes:
    """A value as JSON, a list with one entry a line."""
    if isinstance(value, list):
        lines = ",\n".join(_line(one) for one in value)
        return f"[\n{lines}\n]\n".encode() if value else b"[]\n"
    return json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pack(
    file: IO[bytes],
    *,
    campaign: Mapping[str, Any],
    people: list[dict[str, Any]],
    tables: Mapping[str, list[dict[str, Any]]],
    edits: list[dict[str, Any]],
    pictures: Mapping[str, Callable[[], bytes]],
    at: datetime,
    step: Callable[[], None],
) -> None:
    """Write a campaign's archive; `step` is called after each part."""
    packer = Packer(file)
    packer.add("campaign.json", as_json(dict(campaign)))
    packer.add("people.json", as_json(people))
    for name, rows in tables.items():
        packer.add(f"tables/{name}.json", as_json(rows))
        step()
    packer.add("edits.json", as_json(edits))
    for code, read in pictures.items():
        packer.add(f"pictures/{code}.webp", read(), packed=False)
        step()
    packer.close({"made_at": at.astimezone(UTC).isoformat(timespec="seconds"), "name": campaign["name"]})
