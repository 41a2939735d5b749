"""Archives of somebody who means harm: spoiled bytes, values that lie, parts that grow, entries that lead away."""

from __future__ import annotations

import copy
import io
import json
import random
import stat
import struct
import zipfile
from collections.abc import Callable
from typing import Any

from archives.packing import MANIFEST
from archives.tables import TABLES
from tests.archives.chest import Parts, parts_of, repacked
from tests.reliability.hostile_pictures import flipped, picture

DENSE = 60_000_000
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 300, 2**31, 2**62 + 1, 2**64, -(2**63), 10**400, 0.5, -0.0, 1e308),
    *("", " ", "x", "0", "a\x00b", "\ud800", "\u202e", "x" * 61, "x" * 100_001, "<script>alert(1)</script>", "../../x"),
    *("2026-11-02T12:00:00+00:00", "9999-12-31T23:59:59+00:00", "A1", "director", "player", "member:1", "c1", "over"),
    *([], [None], [[]], [1, 1, 1], ["x"] * 5_000, {}, {"a": 1}, {"": {}}, {"kind": "move", "to": [0, 0]}, {"x": None}),
)
NAMES = (
    "../../etc/passwd",
    "/etc/passwd",
    "pictures/../x.webp",
    "C:\\x",
    "evil.py",
    "people.json/",
    "PEOPLE.JSON",
    "a" * 60_000,
)
Way = Callable[[random.Random, bytes], bytes]


def archive(luck: random.Random, honest: bytes) -> bytes:
    """A file that is sent as an archive, made from an honest one."""
    return luck.choice(WAYS)(luck, honest)


# --- values


def _other_values(luck: random.Random, honest: bytes) -> bytes:
    """A few values that are none, anywhere in it, the list of parts made to fit."""
    parts = parts_of(honest)
    for _value in range(luck.choice((1, 1, 1, 2, 10))):
        name = luck.choice([name for name in parts if name.endswith(".json") and parts[name]])
        parts[name] = _with_another(luck, parts[name])
    return _packed(honest, parts)


def _with_another(luck: random.Random, value: Any) -> Any:
    """The value with something in it replaced, left out, repeated or given another name."""
    inside = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not inside or luck.random() < 0.08:
        return copy.deepcopy(luck.choice((*VALUES, _deep(luck))))
    key = luck.choice(inside)
    way = luck.random()
    if way < 0.06:
        del value[key]
    elif way < 0.1 and isinstance(value, list):
        value.append(copy.deepcopy(value[key]))
    elif way < 0.12 and isinstance(value, dict):
        value[luck.choice(("x", "id", "pk", "is_staff", "campaign", ""))] = value.pop(key)
    elif way < 0.15 and isinstance(value, list):
        luck.shuffle(value)
    else:
        value[key] = _with_another(luck, value[key])
    return value


def _deep(luck: random.Random) -> Any:
    value: Any = 1
    for _level in range(luck.choice((39, 41, 200))):
        value = [value] if luck.random() < 0.5 else {"a": value}
    return value


def _swapped_parts(luck: random.Random, honest: bytes) -> bytes:
    parts = parts_of(honest)
    first, second = luck.sample(sorted(parts), 2)
    parts[first], parts[second] = parts[second], parts[first]
    if luck.random() < 0.5:
        del parts[luck.choice(sorted(set(parts) - {MANIFEST}))]
    return _packed(honest, parts)


def _packed(honest: bytes, parts: Parts) -> bytes:
    """An archive of these parts, whatever became of its list of them."""
    listed = parts.get(MANIFEST)
    if isinstance(listed, dict):
        return repacked(parts)
    return _rewritten(honest, {MANIFEST: listed if isinstance(listed, bytes) else json.dumps(listed).encode()})


def _other_text(luck: random.Random, honest: bytes) -> bytes:
    """A part that is no JSON, or JSON that nobody should read."""
    name = luck.choice([name for name in parts_of(honest) if name.endswith(".json")])
    depth = luck.choice((50, 1_000, 100_000, 10_000_000))
    text = luck.choice(
        (
            *(
                b"",
                b"[NaN]",
                b'{"a": 1, "a": 2}',
                b"\xff\xfe[\x00",
                b'["\xed\xa0\x80"]',
                b"1" * 5_000,
                b'[{"name": "\\ud800"}]',
            ),
            *(b"[" * depth, b'{"a":' * depth, b"[" * depth + b"]" * depth, luck.randbytes(300)),
        )
    )
    return _with_raw(honest, name, text)


def _with_picture(luck: random.Random, honest: bytes) -> bytes:
    name = next(name for name in parts_of(honest) if name.startswith("pictures/"))
    return _with_raw(honest, name, picture(luck))


def _with_raw(honest: bytes, name: str, data: bytes) -> bytes:
    """The archive with other bytes for a part; the list of parts says so, unless it is that."""
    if name == MANIFEST:
        return _rewritten(honest, {name: data})
    return repacked({**parts_of(honest), name: data})


# --- growing


def _growing(luck: random.Random, honest: bytes) -> bytes:
    """Parts that are small as they are sent and large when they are read."""
    names = [f"tables/{table.name}.json" for table in TABLES]
    unit = luck.choice((b" ", b"[],", b"{},", b'{"a":1},', b"1,", b'"aa",', b'{"a":['))
    data = b"[" + unit * (DENSE // len(unit))
    part = luck.choice((*names, "people.json", "campaign.json", MANIFEST))
    large: Parts = {**parts_of(honest), part: luck.choice((data, data[:-1] + b"]", data + b" " * DENSE))}
    return squeezed(repacked(large) if part != MANIFEST else _rewritten(honest, {MANIFEST: large[part]}))


def squeezed(data: bytes) -> bytes:
    """The same archive, compressed as hard as can be."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for one in old.infolist():
            new.writestr(one.filename, old.read(one))
    return file.getvalue()


def _many_entries(luck: random.Random, honest: bytes) -> bytes:
    count = luck.choice((300, 20_001, 60_000))
    return _rewritten(honest, {f"pictures/{number:012x}.webp": b"" for number in range(count)})


# --- the zip itself


def _rewritten(honest: bytes, more: dict[str, bytes], change: Callable[[zipfile.ZipFile], None] | None = None) -> bytes:
    """The zip written again with other or further entries, whatever its list of parts says."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(honest)) as old, zipfile.ZipFile(file, "w") as new:
        for name, data in ({name: old.read(name) for name in old.namelist()} | more).items():
            new.writestr(name, data)
        if change is not None:
            change(new)
    return file.getvalue()


def _pointing_away(luck: random.Random, honest: bytes) -> bytes:
    """An entry of another name, or one that is a link, a folder, locked, or packed in another way."""
    about = luck.choice(("name", "link", "locked", "packed", "place", "size"))
    if about == "name":
        return _rewritten(honest, {luck.choice(NAMES): b"x"})

    def change(new: zipfile.ZipFile) -> None:
        entry = luck.choice(new.filelist)
        if about == "link":
            entry.external_attr = (luck.choice((stat.S_IFLNK, stat.S_IFDIR, stat.S_IFIFO)) | 0o777) << 16
        elif about == "locked":
            entry.flag_bits |= luck.choice((1, 0x20, 0x40, 0x2000))
        elif about == "packed":
            entry.compress_type = luck.choice((8, 9, 12, 14, 93, 99))
        elif about == "place":
            entry.header_offset = luck.choice((new.filelist[0].header_offset, 2**32, 7, len(honest)))
        else:
            entry.file_size = entry.compress_size = luck.choice((0, 1, 2**32 - 2, 2**40))

    return _rewritten(honest, {}, change)


def _spoiled(luck: random.Random, honest: bytes) -> bytes:
    return flipped(luck, honest)


def _spoiled_list(luck: random.Random, honest: bytes) -> bytes:
    """Bytes changed at the end, where a zip says what is in it."""
    at = luck.randrange(len(honest) - 4_000, len(honest))
    return honest[:at] + flipped(luck, honest[at:])


def _cut_short(luck: random.Random, honest: bytes) -> bytes:
    return honest[: luck.randrange(len(honest))]


def _of_another_kind(luck: random.Random, honest: bytes) -> bytes:
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, *luck.choices((0, 1, 0xFFFF), k=2), 0xFFFFFFFF, 0, 0)
    return luck.choice(
        (b"", b"PK", end, picture(luck), json.dumps(VALUES[:5]).encode(), b"PK\x03\x04" * 5_000, honest + honest)
    )


WAYS: tuple[Way, ...] = (
    *(_other_values,) * 8,
    _swapped_parts,
    *(_other_text,) * 2,
    *(_with_picture,) * 2,
    *(_growing,) * 2,
    _many_entries,
    *(_pointing_away,) * 2,
    _spoiled,
    _spoiled_list,
    _cut_short,
    _of_another_kind,
)
