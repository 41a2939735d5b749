"""Pictures that come in an archive: kept as they are where they are what this site makes, refused otherwise."""

from __future__ import annotations

import io
import struct
import warnings

from PIL import Image

from archives.reading import refuse
from rulebook.errors import Unreadable
from story.services.pictures import LARGEST_FILE, MOST_PIXELS

HEADER = 12
ALLOWED = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH"}
"""The parts of a picture that hold the picture; a camera's notes (EXIF, XMP) or an animation would be others."""


def check_picture(code: str, data: bytes) -> tuple[bytes, int, int]:
    """The picture with its width and height. Raises Unreadable `archive-picture`."""
    if len(data) > LARGEST_FILE or not _is_plain(data):
        refuse("archive-picture", f"The picture {code} is not one that this site would have made.", picture=code)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(io.BytesIO(data), formats=("WEBP",)) as picture:
                width, height = picture.size
                if width * height > MOST_PIXELS:
                    refuse("archive-picture", f"The picture {code} has too many pixels.", picture=code)
                picture.load()
    except (OSError, ValueError, SyntaxError, Warning, Image.DecompressionBombError, EOFError) as error:
        raise Unreadable("archive-picture", f"The picture {code} cannot be read.", {"picture": code}) from error
    return data, width, height


def _is_plain(data: bytes) -> bool:
    """Whether a WebP file is whole and holds nothing but the picture."""
    if len(data) < HEADER or data[:4] != b"RIFF" or data[8:HEADER] != b"WEBP":
        return False
    if struct.unpack("<I", data[4:8])[0] + 8 != len(data):
        return False
    at = HEADER
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack("<I", data[at + 4 : at + 8])[0]
        if name not in ALLOWED:
            return False
        at += 8 + size + size % 2
    return at == len(data)
