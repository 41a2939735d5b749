"""The board's colours as plain values: what its style sheet says in variables, for a drawing that leaves the page.

A rasteriser knows neither custom properties nor `light-dark()`. The sheets that the pages use are read once and spelled
out for each theme, so that a colour has one place in the house.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
FOLDER = Path(__file__).resolve().parent.parent / "static" / "css"
SHEETS = ("tokens.css", "board.css", "dungeon.css")
VARIABLE = re.compile(r"--([a-z-]+):\s*light-dark\(\s*(#\w+)\s*,\s*(#\w+)\s*\)")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DRAWN = re.compile(r"\.(board-picture|bd-|dg-|team-|is-)")
FONT = "DejaVu Sans"


@cache
def colours(theme: Theme) -> dict[str, str]:
    """Every colour by its name in one theme."""
    return {name: light if theme == "light" else dark for name, light, dark in VARIABLE.findall(_text())}


@cache
def style(theme: Theme) -> str:
    """The rules of the board's picture with plain colours and a font that is there."""
    known = colours(theme)
    rules = [
        f"{selectors.strip()}{{{_spelled_out(body, known)}}}"
        for selectors, body in RULE.findall(_text())
        if all(DRAWN.search(one) for one in selectors.split(","))
    ]
    return "\n".join(rules)


def _spelled_out(body: str, known: dict[str, str]) -> str:
    body = re.sub(r"font-family:[^;]*", f"font-family: '{FONT}'", body)
    return " ".join(re.sub(r"var\(--([a-z-]+)\)", lambda found: known.get(found[1], found[0]), body).split())


@cache
def _text() -> str:
    written = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in SHEETS)
    # What depends on the screen concerns no picture.
    return re.sub(r"/\*.*?\*/|@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", written, flags=re.DOTALL)
