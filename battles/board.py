"""How a board is drawn: a scene (what there is to see) becomes a drawing (what the template writes).

Pure geometry and words. Nothing is taken out here: a scene holds only what its reader may know.
The picture is decoration; the buttons over it, and the board as a table, carry everything it says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils import translation

from battles import hits, picture
from battles.drawing import Crop, Drawing, Ground, Hit, Mark, Piece, Reach, Scene, Team
from battles.outlines import CELL
from battles.picture import short_name
from rulebook.saga.board import Cell, cell_name

__all__ = [
    "Crop",
    "Drawing",
    "Ground",
    "Hit",
    "Mark",
    "Piece",
    "Reach",
    "Scene",
    "Team",
    "area_round",
    "compose",
    "short_name",
]

AREA = 8
WIDE_FROM = 12


def area_round(cell: Cell, scene: Scene, size: int = AREA) -> Crop | None:
    """ "My area": a window of eight by eight round a cell; None where the board is no larger."""
    width, height = min(size, scene.width), min(size, scene.height)
    if (width, height) == (scene.width, scene.height):
        return None
    left = min(max(0, cell[0] - width // 2 + 1), scene.width - width)
    top = min(max(0, cell[1] - height // 2 + 1), scene.height - height)
    return Crop(left, top, width, height)


def compose(
    scene: Scene,
    *,
    crop: Crop | None = None,
    reach: Iterable[Reach] = (),
    chosen: Cell | None = None,
    targets: Collection[str] = (),
    changed: Collection[str] = (),
    free: Iterable[Cell] = (),
    picks: bool = True,
    language: str = "en",
) -> Drawing:
    """Draw a scene. `reach` become buttons, `targets` are marked, `changed` get a dotted frame.

    `free` cells become buttons too, without a mark in the picture. With `picks` off no button is made: the board is
    only looked at.
    """
    window = crop or Crop(0, 0, scene.width, scene.height)
    steps = tuple(Reach(Cell(*step[0]), step[1]) for step in reach)
    seen = [piece for piece in scene.pieces if picture.shown(piece, window)]
    with translation.override(language):
        return Drawing(
            outer=picture.outer(window),
            inner=f"{window.left * CELL} {window.top * CELL} {window.width * CELL} {window.height * CELL}",
            inner_width=window.width * CELL,
            inner_height=window.height * CELL,
            css=picture.grid_css(window),
            ground=picture.ground(scene, steps, chosen),
            tokens=tuple(picture.token(piece, changed, targets) for piece in seen),
            over=picture.over(scene, chosen),
            words=picture.zone_letters(scene) + picture.will_words(steps, scene),
            coordinates=picture.coordinates(window),
            hits=hits.buttons(scene, window, steps, chosen, targets, tuple(free)) if picks else (),
            columns=tuple(cell_name(Cell(column, 0))[:-1] for column in range(scene.width)),
            rows=hits.rows(scene, {step.cell: step.will for step in steps}),
            legend=hits.legend(scene, steps),
            cropped=crop is not None,
            wide=window.width >= WIDE_FROM,
            alt=hits.alt(scene),
            language=language,
        )
