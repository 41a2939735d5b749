"""A plan becomes a drawing: layers, tokens, buttons and words, as `battles/_board.html` writes them."""

from __future__ import annotations

from django.utils import translation

from battles import picture
from battles.drawing import Crop, Drawing, Token, Word
from battles.dungeon_map import layers, words
from battles.dungeon_map.plan import Overlay, Plan, Stand
from battles.outlines import CELL
from rulebook.dungeon.grid import Square

AREA = 9
LEAST = 4
WIDE_FROM = 12


def window_of(plan: Plan) -> Crop:
    """The part of the map that holds everything known, never smaller than four by four."""
    xs, ys = [square.x for square in plan.known], [square.y for square in plan.known]
    left, top = min(xs), min(ys)
    return Crop(left, top, max(LEAST, max(xs) - left + 1), max(LEAST, max(ys) - top + 1))


def area_round(plan: Plan, square: Square, size: int = AREA) -> Crop | None:
    """ "My area": a part of the map round a square; None where the whole is no larger."""
    whole = window_of(plan)
    width, height = min(size, whole.width), min(size, whole.height)
    if (width, height) == (whole.width, whole.height):
        return None
    left = min(max(whole.left, square.x - width // 2), whole.left + whole.width - width)
    top = min(max(whole.top, square.y - height // 2), whole.top + whole.height - height)
    return Crop(left, top, width, height)


def draw(
    plan: Plan,
    overlay: Overlay | None = None,
    *,
    crop: Crop | None = None,
    picks: bool = True,
    language: str = "en",
) -> Drawing:
    """Draw a plan with what is marked over it. With `picks` off no button is made: the map is only looked at."""
    over = overlay or Overlay()
    whole = window_of(plan)
    window = crop or whole
    with translation.override(language):
        return Drawing(
            outer=picture.outer(window),
            inner=f"{window.left * CELL} {window.top * CELL} {window.width * CELL} {window.height * CELL}",
            inner_width=window.width * CELL,
            inner_height=window.height * CELL,
            css=picture.grid_css(window) + " is-dungeon",
            ground=layers.ground(plan, over, whole),
            tokens=tuple(_token(stand, over) for stand in plan.stands if _shown(stand, window)),
            over=layers.over(plan, over),
            words=layers.words(plan, over),
            coordinates=_coordinates(window),
            hits=words.buttons(plan, over, window) if picks else (),
            columns=tuple(str(whole.left + index) for index in range(whole.width)),
            rows=words.rows(plan, over, whole),
            legend=words.legend(plan, over),
            cropped=crop is not None,
            wide=window.width >= WIDE_FROM,
            alt=words.alt(plan),
            language=language,
        )


def _shown(stand: Stand, window: Crop) -> bool:
    return any(window.holds(square) for square in stand.squares)


def _token(stand: Stand, over: Overlay) -> Token:
    marks = set(stand.marks) | ({"target"} if stand.id in over.targets else set())
    css = " ".join(["bd-token", f"team-{stand.team}", *(f"is-{mark}" for mark in sorted(marks))])
    return Token(css, layers.shape(stand), _texts(stand), layers.token_marks(stand, marks))


def _texts(stand: Stand) -> tuple[Word, ...]:
    x = stand.at.x * CELL + stand.size * CELL // 2
    y = stand.at.y * CELL + stand.size * CELL // 2
    texts = [Word(x, y - 1 if stand.figures else y + 4, stand.short, "bd-name")]
    return tuple([*texts, Word(x, y + 11, stand.figures, "bd-figures")] if stand.figures else texts)


def _coordinates(window: Crop) -> tuple[Word, ...]:
    """Numbers along the top and down the side, on both rims of a large map: a square is read as `7,3`."""
    gutter = picture.GUTTER
    across, down = picture.rims(window)
    columns = [
        Word(gutter + index * CELL + CELL // 2, y, str(window.left + index), "bd-coordinate")
        for y in (14, gutter + window.height * CELL + 14)[:down]
        for index in range(window.width)
    ]
    rows = [
        Word(x, gutter + index * CELL + CELL // 2 + 5, str(window.top + index), "bd-coordinate")
        for x in (gutter // 2, gutter + window.width * CELL + gutter // 2)[:across]
        for index in range(window.height)
    ]
    return tuple(columns + rows)
