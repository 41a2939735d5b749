"""The colours hold their contrast (WCAG 2.2: text 4.5 to 1, edges and symbols 3 to 1), and pages stay light."""

import gzip
import re
from pathlib import Path

import pytest

from config import inline_css

STATIC = Path(__file__).resolve().parents[2] / "static"
TOKEN = re.compile(r"--([a-z-]+):\s*light-dark\((#[0-9A-F]{6}),\s*(#[0-9A-F]{6})\)", re.IGNORECASE)

GROUNDS = ("bg", "surface", "sunken")
SQUARES = ("cell", "deploy", "reach", "reach-will")
TEXT_PAIRS = [
    *(("ink", ground) for ground in (*GROUNDS, *SQUARES)),
    *(("muted", ground) for ground in GROUNDS),
    *(("link", ground) for ground in ("bg", "surface", "sunken")),
    *(("accent", ground) for ground in ("bg", "surface")),
    ("accent-ink", "accent"),
    *((tone, ground) for tone in ("danger", "warn", "ok", "info") for ground in ("surface", f"{tone}-ground")),
    *(("ink", f"{tone}-ground") for tone in ("danger", "warn", "ok", "info")),
    *((stat, "surface") for stat in ("strength", "armor", "willpower")),
    *(("token-ink", team) for team in ("team-a", "team-b", "team-n")),
]
EDGE_PAIRS = [
    *(("line", ground) for ground in ("bg", "surface")),
    *(("focus", ground) for ground in ("bg", "surface", "cell", "deploy")),
    ("grid", "cell"),
    *(("deploy-edge", square) for square in ("cell", "deploy")),
    ("ok", "reach"),
    ("warn", "reach-will"),
    *((team, square) for team in ("team-a", "team-b") for square in SQUARES),
]


def tokens() -> dict[str, tuple[str, str]]:
    css = "".join((STATIC / "css" / name).read_text() for name in ("tokens.css", "board.css"))
    return {name: (light, dark) for name, light, dark in TOKEN.findall(css)}


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula_gives_the_known_values() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#8C2F1B", "#FFFFFF") == pytest.approx(8.28, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground"), TEXT_PAIRS)
def test_text_can_be_read(front: str, ground: str, theme: int) -> None:
    assert contrast(tokens()[front][theme], tokens()[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("edge", "ground"), EDGE_PAIRS)
def test_edges_and_symbols_can_be_seen(edge: str, ground: str, theme: int) -> None:
    assert contrast(tokens()[edge][theme], tokens()[ground][theme]) >= 3


def packed(text: str) -> int:
    return len(gzip.compress(text.encode(), 9))


@pytest.mark.parametrize("sheet", sorted(inline_css.SHEETS))
def test_css_in_the_head_stays_under_five_kilobytes_whatever_sheet_a_page_adds(sheet: str) -> None:
    added = "" if sheet == "critical" else inline_css.sheet(sheet)
    assert packed(inline_css.sheet("critical") + added) <= 5_000


def test_linked_css_stays_under_eight_kilobytes() -> None:
    assert packed((STATIC / "css" / "site.css").read_text()) <= 8_000


def test_no_page_has_more_than_eight_and_a_half_kilobytes_of_scripts() -> None:
    """Each page has the shell's own script and those that its template names."""
    templates = STATIC.parent / "templates"
    pages = [re.findall(r"js/[\w-]+\.js", page.read_text()) for page in templates.rglob("*.html")]
    assert any(pages)
    for named in pages:
        scripts = sorted({"js/skald.js", *named})
        assert packed("".join((STATIC / script).read_text() for script in scripts)) <= 8_500, scripts


def test_squeezing_css_keeps_what_the_rules_say() -> None:
    css = "/* why */ .a, .b > p {\n color: red;\n font: 1rem var(--ui);\n}\n@media (min-width: 60rem) { .c { top: 0 } }"
    squeezed = ".a,.b > p{color:red;font:1rem var(--ui)}@media (min-width:60rem){.c{top:0}}"
    assert inline_css.squeeze(css) == squeezed
