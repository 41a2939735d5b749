"""Taking in a picture: looked at from its head before it is decoded, and encoded anew so that nothing else comes along.

Encoding again drops what cameras write into files (places, times, names). The formats are those listed here; a picture
that is drawn by instructions (SVG) is none of them.
"""

from __future__ import annotations

import io
import warnings
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.core.files.base import ContentFile
from django.db.models import Sum
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from accounts.models import User
from campaign.models import Campaign
from campaign.selectors import role_of
from markup.render import PICTURE_CODE
from rulebook.errors import Illegal, Unreadable
from story.models import Picture, new_code
from story.selectors.sight import WRITING

LARGEST_FILE = 2_000_000
MOST_PIXELS = 4_000_000
WIDEST = 1_600
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
SCAN = b"\xff\xda"
MOST_SCANS = 100
"""A JPEG may go over all its pixels again in fourteen bytes, 140,000 times in 2 MB, which takes minutes; cameras and
editors do so up to twenty times. Where these two bytes stand by chance they are counted too."""
ROOM = 100_000_000
QUALITY = 82


def take_picture(*, campaign: Campaign, by: User, data: bytes, at: datetime) -> Picture:
    """Keep a picture as WebP, no wider than 1,600 pixels, without anything but the picture.

    Raises PermissionDenied; Unreadable `picture-too-large` (2 MB), `picture-unreadable`, `picture-too-many-pixels`
    (4 million), `picture-endless` (beyond counting); Illegal `no-room` when the campaign's 100 MB are full.
    """
    if role_of(by, campaign) not in WRITING:
        raise PermissionDenied(_("Only players and directors add pictures."))
    if len(data) > LARGEST_FILE:
        most = LARGEST_FILE // 1_000_000
        raise Unreadable("picture-too-large", f"The file has {len(data)} bytes; {most} MB fit.", {"most": most})
    encoded, width, height = encoded_anew(data)
    used: int = campaign.pictures.aggregate(used=Sum("size"))["used"] or 0
    if used + len(encoded) > ROOM:
        most = ROOM // 1_000_000
        raise Illegal("no-room", f"The campaign's {most} MB for pictures are full.", {"most": most})
    code = new_code()
    return Picture.objects.create(
        code=code,
        campaign=campaign,
        uploader=by,
        file=ContentFile(encoded, name=f"{code}.webp"),
        kind="image/webp",
        width=width,
        height=height,
        size=len(encoded),
        at=at,
    )


def hold_pictures(*texts: str) -> None:
    """Let nobody tidy away what these words mention before the transaction that keeps them has ended."""
    codes = {code for text in texts for code in PICTURE_CODE.findall(text)}
    if codes:
        list(Picture.objects.select_for_update().filter(code__in=codes).order_by("pk").values_list("pk"))


def encoded_anew(data: bytes) -> tuple[bytes, int, int]:
    """The picture as WebP, with its width and height. Raises Unreadable, see `take_picture`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # Too many pixels are found here from the head, before anything is decoded, and are told in figures.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            return _encoded(data)
    except Image.DecompressionBombError as error:
        most = MOST_PIXELS // 1_000_000
        words = f"Far more pixels than anybody can look at; {most} million fit."
        raise Unreadable("picture-endless", words, {"most": most}) from error
    except (OSError, ValueError, SyntaxError, Warning, EOFError) as error:
        raise Unreadable("picture-unreadable", "This is no picture that can be read.") from error


def _encoded(data: bytes) -> tuple[bytes, int, int]:
    if data.startswith(b"\xff\xd8") and data.count(SCAN) > MOST_SCANS:
        raise ValueError("a JPEG of too many scans")
    with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            size = {"width": picture.width, "height": picture.height, "most": MOST_PIXELS // 1_000_000}
            words = f"{picture.width} × {picture.height} pixels; {size['most']} million fit."
            raise Unreadable("picture-too-many-pixels", words, size)
        upright = ImageOps.exif_transpose(picture)
        shown = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    shown.thumbnail((WIDEST, WIDEST))
    bare = Image.new(shown.mode, shown.size)
    bare.paste(shown)
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue(), bare.width, bare.height
