"""Files that somebody sends for pictures: small ones that grow, broken ones, other things, things that hide."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from PIL import Image

from story.services.pictures import FORMATS, LARGEST_FILE
from tests.services.test_hostile_pictures import going_over_again

Way = Callable[[random.Random], bytes]
SCRIPT = b"<script>alert(1)</script>"
SVG = b"""<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><text>&b;</text></svg>"""
OTHERS = (
    b"",
    b"\x00",
    SVG,
    b"GIF89a",
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"RIFF\x00\x00\x00\x00WEBP",
    b"%PDF-1.7\n",
    b"PK\x03\x04",
)
SIZES = ((1, 1), (3, 200), (200, 150), (1_601, 7))
AT_MOST, BEYOND = (2_000, 2_000), (2_001, 2_000)


def picture(luck: random.Random) -> bytes:
    """A file that is sent as a picture."""
    return luck.choice(WAYS)(luck)


def drawn(luck: random.Random, size: tuple[int, int] | None = None, kind: str = "", **options: Any) -> bytes:
    """A picture as honest people send it."""
    file = io.BytesIO()
    kind = kind or luck.choice(FORMATS)
    size = size or luck.choice(SIZES)
    noise = Image.frombytes("RGB", (16, 16), luck.randbytes(16 * 16 * 3)).resize(size)
    noise.convert(luck.choice(("RGB", "P", "L") if kind in ("PNG", "GIF") else ("RGB",))).save(file, kind, **options)
    return file.getvalue()


def _of_its_largest(luck: random.Random) -> bytes:
    return drawn(luck, luck.choice((AT_MOST, BEYOND)))


def _head_that_lies(luck: random.Random) -> bytes:
    """A few bytes that announce millions of pixels, or a size that nothing fits."""
    wide, high = luck.choice(((65_500, 65_500), (2**31 - 1, 1), (30_000, 30_000), (0, 0), (2_000, 2_000), (1, 16_383)))
    small = wide & 0xFFFF, high & 0xFFFF
    return luck.choice(
        (
            png((), size=(wide, high)),
            b"GIF89a" + struct.pack("<HH", *small) + drawn(luck, kind="GIF")[10:],
            _with_jpeg_size(drawn(luck, kind="JPEG"), small),
            _with_webp_size(drawn(luck, kind="WEBP"), small),
        )
    )


def _with_jpeg_size(data: bytes, size: tuple[int, int]) -> bytes:
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", size[1], size[0]) + data[at + 4 :]


def _with_webp_size(data: bytes, size: tuple[int, int]) -> bytes:
    at = data.find(b"\x9d\x01\x2a") + 3
    return data[:at] + struct.pack("<HH", size[0] & 0x3FFF, size[1] & 0x3FFF) + data[at + 4 :]


def _cut_short(luck: random.Random) -> bytes:
    data = drawn(luck)
    return data[: luck.randrange(len(data))]


def flipped(luck: random.Random, data: bytes) -> bytes:
    """The bytes with a few of them changed, mostly near the beginning, where the figures stand."""
    changed = bytearray(data)
    for _byte in range(luck.choice((1, 2, 8, 100))):
        most = luck.choice((60, 400, len(changed)))
        changed[luck.randrange(min(most, len(changed)))] = luck.randrange(256)
    return bytes(changed)


def _of_another_kind(luck: random.Random) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (9, 9)).save(
        file, luck.choice(("BMP", "TIFF", "ICO", "PPM", "TGA", "PCX", "PDF", "DDS", "SGI", "AVIF"))
    )
    return luck.choice((luck.choice(OTHERS), file.getvalue()))


def _moving(luck: random.Random) -> bytes:
    kind = luck.choice(("GIF", "WEBP", "PNG"))
    frames = [Image.frombytes("RGB", (40, 40), luck.randbytes(4_800)) for _frame in range(luck.choice((2, 60)))]
    file = io.BytesIO()
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], duration=1, loop=0)
    return luck.choice((file.getvalue(), flipped(luck, file.getvalue())))


def _with_much_said(luck: random.Random) -> bytes:
    """A picture of one colour in a coat of words: nonsense for a camera's words, or very much of it."""
    words = luck.choice((_camera(luck), luck.randbytes(300), b"Exif\x00\x00" + _camera(luck)))
    return luck.choice(
        (
            drawn(luck, kind="JPEG", exif=words[:60_000]),
            drawn(luck, kind="WEBP", exif=words),
            png([(b"eXIf", words)]),
            jpeg_of([(0xE1, b"Exif\x00\x00" + words[:60_000])] * luck.choice((1, 2, 30))),
            jpeg_of([(luck.choice((0xE1, 0xE2, 0xED, 0xFE)), luck.choice(STAMPS))] * luck.choice((1, 1_000, 90_000))),
            png([(b"zTXt", b"k%d\x00\x00" % number + SQUEEZED) for number in range(luck.choice((1, 63, 70, 900)))]),
            png([(luck.choice((b"tEXt", b"gAMA", b"IDAT", b"iCCP")), b"k\x00\x00v")] * luck.choice((1, 120_000))),
        )
    )


STAMPS = (
    b"Exif\x00\x00x",
    b"ICC_PROFILE\x00\x01\x01",
    b"Photoshop 3.0\x008BIM\x04\x05",
    b"",
    b"http://ns.adobe.com/xap/1.0/\x00",
)
SQUEEZED = zlib.compress(b"a" * 1_000_000)


def _camera(luck: random.Random) -> bytes:
    """A list of many entries, all of which point to the same long stretch of the file."""
    count = luck.choice((1, 400, 60_000))
    long = luck.choice((4, 20_000, 900_000))
    kinds = [luck.randrange(14) for _entry in range(count)]
    entries = b"".join(struct.pack("<HHII", number + 1, kind, long, 8) for number, kind in enumerate(kinds))
    turned = struct.pack("<HHIHH", 0x112, 3, 1, luck.randrange(12), 0)
    return b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", count + 1) + entries + turned + b"\x00" * min(long, 900_000)


def _two_things_at_once(luck: random.Random) -> bytes:
    """A picture that something else can be read from, too."""
    tail = luck.choice((SCRIPT, SVG, b"PK\x05\x06" + b"\x00" * 18, b"\x00" * 1_000_000, drawn(luck)))
    return luck.choice((drawn(luck) + tail, b"GIF89a/*" + SCRIPT + b"*/=1;", SVG + drawn(luck), tail + drawn(luck)))


def _too_long(luck: random.Random) -> bytes:
    return drawn(luck) + b"\x00" * luck.choice((LARGEST_FILE - 100_000, LARGEST_FILE))


def _over_and_over(luck: random.Random) -> bytes:
    return going_over_again(luck.choice((20, 120, 140_000)), luck.choice((AT_MOST, (300, 300))))[:LARGEST_FILE]


def png(chunks: Iterable[tuple[bytes, bytes]], size: tuple[int, int] = (10, 10)) -> bytes:
    """A PNG of one colour with these chunks in it; of a size that does not fit, its head alone is true."""
    lines = b"\x00" * min(size[1] * (3 * size[0] + 1), 1_000_000)
    head = (b"IHDR", struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0))
    written = [head, *chunks, (b"IDAT", zlib.compress(lines)), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in written
    )
    return b"\x89PNG\r\n\x1a\n" + body


def jpeg_of(segments: Iterable[tuple[int, bytes]]) -> bytes:
    """A JPEG with these segments in it."""
    file = io.BytesIO()
    Image.new("RGB", (20, 20)).save(file, "JPEG")
    coat = b"".join(b"\xff" + bytes([name]) + struct.pack(">H", len(data) + 2) + data for name, data in segments)
    return file.getvalue()[:2] + coat + file.getvalue()[2:]


WAYS: tuple[Way, ...] = (
    drawn,
    _of_its_largest,
    _head_that_lies,
    _head_that_lies,
    _cut_short,
    lambda luck: flipped(luck, drawn(luck)),
    lambda luck: flipped(luck, drawn(luck)),
    _of_another_kind,
    _moving,
    _with_much_said,
    _with_much_said,
    _two_things_at_once,
    _too_long,
    _over_and_over,
)
