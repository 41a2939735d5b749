"""A scene as an EPUB 3: a zip of XHTML pages, made of nothing but what one reader may read."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import datetime

from django.template.loader import render_to_string

from markup.plain import to_xhtml
from markup.render import PICTURE_CODE
from story.entries import Entry
from story.models import Picture, Scene
from story.selectors.sight import Reader, pictures_visible_to
from story.taken import absolute, pieces_of

POSTS_PER_PAGE = 50
SOURCE = re.compile(r'src="[^"]*/pictures/([0-9a-f]{12})/"')
CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def epub_of(scene: Scene, entries: Sequence[Entry], reader: Reader, *, at: datetime) -> bytes:
    """The book's bytes; the same entries at the same moment give the same bytes."""
    texts = [(one, to_xhtml(absolute(one.html))) for one in pieces_of(entries, scene)]
    wanted = {code for _one, text in texts for code in PICTURE_CODE.findall(text)}
    pictures = list(pictures_visible_to(reader).filter(code__in=wanted))
    known = {one.code for one in pictures}
    pages = [texts[start : start + POSTS_PER_PAGE] for start in range(0, len(texts), POSTS_PER_PAGE)] or [[]]
    names = [f"page-{number}.xhtml" for number in range(1, len(pages) + 1)]
    about = {"scene": scene, "campaign": scene.campaign, "at": at, "pictures": pictures, "pages": names}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        # Readers recognise a book by this entry: the first, and not compressed.
        _put(book, "mimetype", "application/epub+zip", at, packed=False)
        _put(book, "META-INF/container.xml", CONTAINER, at)
        _put(book, "book/package.opf", render_to_string("story/epub/package.opf", about), at)
        _put(book, "book/nav.xhtml", render_to_string("story/epub/nav.xhtml", about), at)
        for name, page in zip(names, pages, strict=True):
            told = [(one, _own_pictures(text, known)) for one, text in page]
            _put(book, f"book/{name}", render_to_string("story/epub/page.xhtml", about | {"entries": told}), at)
        for picture in pictures:
            _put(book, f"book/pictures/{picture.code}.webp", _bytes(picture), at)
    return out.getvalue()


def _own_pictures(text: str, known: set[str]) -> str:
    return SOURCE.sub(lambda found: f'src="pictures/{found[1]}.webp"' if found[1] in known else 'src=""', text)


def _bytes(picture: Picture) -> bytes:
    with picture.file.open("rb") as file:
        return bytes(file.read())


def _put(book: zipfile.ZipFile, name: str, content: str | bytes, at: datetime, *, packed: bool = True) -> None:
    entry = zipfile.ZipInfo(name, date_time=at.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    book.writestr(entry, content.encode() if isinstance(content, str) else content)
