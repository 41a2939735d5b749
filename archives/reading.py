"""Opening an archive that somebody sent, trusting nothing in it: names, sizes, hashes, then JSON of known shape.

Nothing is ever unpacked to disk. An entry counts by the bytes that come out of it, not by what the list says.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from archives.packing import MANIFEST
from archives.tables import FORMAT, TABLES, VERSION
from rulebook.errors import Unreadable

LARGEST_FILE = 150_000_000
LARGEST_PART = 80_000_000
LARGEST_PICTURE = 2_000_000
LARGEST_WHOLE = 300_000_000
MOST_PARTS = 20_000
WEIGHTS = {b"{": 200, b"[": 64, b",": 64}
"""Bytes of memory that a value takes, by what announces it: three characters of JSON may become two hundred bytes."""
MOST_MEMORY = 800_000_000
"""For all parts together; 300,000 rows of the usual kind take two kilobytes each."""
PIECE = 1 << 20
PICTURE = re.compile(r"pictures/([0-9a-f]{12})\.webp")
FIXED = {MANIFEST, "campaign.json", "people.json", "edits.json", *(f"tables/{one.name}.json" for one in TABLES)}
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 1
BROKEN = (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, RuntimeError)
"""What Python's zipfile raises over a file that lies: RuntimeError for a part that is locked or packed in a way unknown
to it (NotImplementedError is one), ValueError and OSError for places outside the file."""


def refuse(code: str, message: str, **data: Any) -> NoReturn:
    """Raise Unreadable for an archive."""
    raise Unreadable(code, message, data)


class Opened:
    """An archive whose list of parts has been checked; each part is read when it is asked for, once, within bounds.

    Raises Unreadable: `archive-too-large`, `archive-unreadable`, `archive-entry` for a name, kind or number of entries
    that no archive has, `archive-bomb`, `archive-foreign`, `archive-version`, `archive-damaged`.
    """

    def __init__(self, file: IO[bytes], size: int) -> None:
        if size > LARGEST_FILE:
            most = LARGEST_FILE // 1_000_000
            refuse("archive-too-large", f"The file has {size} bytes; {most} MB fit.", most=most)
        self.left, self.memory = LARGEST_WHOLE, MOST_MEMORY
        try:
            self.zip = zipfile.ZipFile(file)
            self.entries = {one.filename: _checked(one) for one in self.zip.infolist()}
        except BROKEN as error:
            raise Unreadable("archive-unreadable", f"This is no zip file that can be read ({error}).") from error
        if len(self.entries) != len(self.zip.infolist()) or len(self.entries) > MOST_PARTS:
            refuse("archive-entry", "There are too many entries, or two of one name.", name="")
        self.manifest = self._manifest()

    def _manifest(self) -> Mapping[str, Any]:
        if MANIFEST not in self.entries:
            refuse("archive-foreign", "There is no list of parts; this is no archive of a campaign.")
        listed = self._values(self._bytes(MANIFEST, LARGEST_PART), MANIFEST)
        if not isinstance(listed, dict) or listed.get("format") != FORMAT:
            refuse("archive-foreign", "This is no archive of a campaign.")
        if listed.get("version") != VERSION:
            given = str(listed.get("version"))[:20]
            refuse("archive-version", f"Version {given} is not known here.", version=given, known=VERSION)
        parts = listed.get("parts")
        if not isinstance(parts, dict) or set(parts) != set(self.entries) - {MANIFEST}:
            refuse("archive-damaged", "The parts are not those that are listed.", part=MANIFEST)
        return listed

    @property
    def pictures(self) -> tuple[str, ...]:
        """The codes of the pictures that are in it."""
        return tuple(found[1] for name in self.entries if (found := PICTURE.fullmatch(name)))

    def json(self, name: str) -> Any:
        """A part of plain values; an empty list where an archive has no such part."""
        if name not in self.entries:
            return []
        return self._values(self._listed(name, LARGEST_PART), name)

    def _values(self, data: bytes, name: str) -> Any:
        self.memory -= len(data) + sum(weight * data.count(sign) for sign, weight in WEIGHTS.items())
        if self.memory < 0:
            refuse("archive-bomb", f"{name} would take more memory than fits.", part=name)
        return _json(data, name)

    def picture(self, code: str) -> bytes:
        """A picture's bytes."""
        return self._listed(f"pictures/{code}.webp", LARGEST_PICTURE)

    def _listed(self, name: str, most: int) -> bytes:
        data = self._bytes(name, most)
        if hashlib.sha256(data).hexdigest() != self.manifest["parts"][name]:
            refuse("archive-damaged", f"{name} is not what it was when the archive was made.", part=name)
        return data

    def _bytes(self, name: str, most: int) -> bytes:
        whole = io.BytesIO()
        room = most
        try:
            with self.zip.open(name) as part:
                while piece := part.read(PIECE):
                    room -= len(piece)
                    self.left -= len(piece)
                    if room < 0 or self.left < 0:
                        refuse("archive-bomb", f"{name} unpacks to more than fits.", part=name)
                    whole.write(piece)
        except BROKEN as error:
            raise Unreadable("archive-damaged", f"{name} cannot be read ({error}).", {"part": name}) from error
        return whole.getvalue()


def _checked(entry: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """An entry that an archive may have: a plain file of a known name."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    known = entry.filename in FIXED or PICTURE.fullmatch(entry.filename)
    plain = kind in (0, stat.S_IFREG) and not entry.flag_bits & ENCRYPTED and entry.compress_type in METHODS
    if not known or not plain:
        name = entry.filename[:80]
        refuse("archive-entry", f"{name!r} is nothing that an archive holds.", name=name)
    return entry


def _json(data: bytes, name: str) -> Any:
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Unreadable("archive-damaged", f"{name} holds no plain values ({error}).", {"part": name}) from error


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found
