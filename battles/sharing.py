"""A board's drawing as a picture of its own, with a title, the sides, the legend: as SVG, and as small PNG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import resvg_py
from django.template.loader import render_to_string
from PIL import Image

from battles import outlines
from battles.drawing import Drawing
from battles.palette import FONT, Theme, colours, style
from rulebook.saga.board import Cell

FONTS = Path(__file__).resolve().parent / "fonts"
SIZES = ((1040, 64), (1040, 24), (780, 24))
"""Width in pixels and number of colours, the best first."""
MOST = 30 * 1024
NARROWEST = 480
MARGIN = 16
HEAD = 76
LINE = 26
LETTER = 0.58
"""How wide a letter is at most on average, in parts of the font's size."""

SHAPES = {"a": outlines.rounded_square, "b": outlines.octagon, "n": outlines.capsule}


@dataclass(frozen=True, slots=True)
class Swatch:
    """One line of the legend: a small shape in classes of the board's style, and its words."""

    group: str
    css: str
    shape: str
    words: str
    y: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that the picture's template writes. Lengths are in the drawing's own units."""

    drawing: Drawing
    title: str
    subtitle: str
    width: int
    height: int
    board_x: int
    board_width: int
    board_height: int
    swatches: tuple[Swatch, ...]
    woven: str
    style: str
    colours: dict[str, str]


def svg_of(drawing: Drawing, *, title: str, subtitle: str, sides: Sequence[tuple[str, str]], theme: Theme) -> str:
    """The picture as SVG that stands on its own. `sides` are (team, name), as the legend names them."""
    board_width, board_height = (int(length) for length in drawing.outer.split()[2:])
    width = max(board_width, NARROWEST) + 2 * MARGIN
    legend = [(f"team-{team}", "bd-shape", SHAPES[team](Cell(0, 0), 1, 1), name) for team, name in sides]
    legend += [("", css, "M3 3h34v34h-34z", words) for css, words in drawing.legend]
    top = HEAD + board_height + MARGIN
    swatches = tuple(
        Swatch(group, css, shape, cut(words, width - 2 * MARGIN - 30, 15), top + number * LINE)
        for number, (group, css, shape, words) in enumerate(legend)
    )
    sheet = Sheet(
        drawing=drawing,
        title=cut(title, width - 2 * MARGIN, 22),
        subtitle=cut(subtitle, width - 2 * MARGIN, 15),
        width=width,
        height=top + len(legend) * LINE + MARGIN,
        board_x=(width - board_width) // 2,
        board_width=board_width,
        board_height=board_height,
        swatches=swatches,
        woven=woven(width),
        style=style(theme),
        colours=colours(theme),
    )
    return render_to_string("battles/round_picture.svg", {"sheet": sheet, "drawing": drawing})


def cut(words: str, width: int, size: int) -> str:
    """The words, shortened to what fits into a width at a size."""
    most = int(width / (size * LETTER))
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def woven(width: int) -> str:
    """The woven band along the upper edge, as wide as the picture."""
    lozenges = "".join(f"M{x} 2l5 3-5 3-5-3z" for x in range(12, width, 24))
    return f"M0 0h{width}v1h-{width}zM0 9h{width}v1h-{width}z{lozenges}"


def png_of(svg: str) -> bytes:
    """The same as PNG, in few colours, of at most 30 kB where that can be had. Raises ValueError for what is no SVG."""
    drawn = b""
    for width, shades in SIZES:
        drawn = _few_colours(_rastered(svg, width), shades)
        if len(drawn) <= MOST:
            break
    return drawn


def _rastered(svg: str, width: int) -> bytes:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=[str(FONTS / "DejaVuSans.ttf")],
        font_family=FONT,
        sans_serif_family=FONT,
        skip_system_fonts=True,
    )
    return bytes(drawn)


def _few_colours(png: bytes, shades: int) -> bytes:
    with Image.open(io.BytesIO(png)) as image:
        few = image.convert("RGB").quantize(shades, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()
