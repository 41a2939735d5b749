"""What every board does, whatever is played on it: the same behaviours in both games, by their numbers."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from battles.models import Battle
from tests import cellar
from tests.browser.table import Table

pytestmark = pytest.mark.django_db(transaction=True)

OFF = """() => {
  let worst = 0, seen = 0;
  for (const board of document.querySelectorAll("[data-board]")) {
    if (!board.offsetParent) continue;
    const matrix = board.querySelector("svg svg").getScreenCTM();
    for (const hit of board.querySelectorAll('.hit[value^="cell:"]')) {
      const name = hit.value.slice(5);
      const [column, row] = /^[A-Z]/.test(name)
        ? [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1] : name.split(",").map(Number);
      const wanted = new DOMPoint(column * 40, row * 40).matrixTransform(matrix);
      const box = hit.getBoundingClientRect();
      worst = Math.max(worst, Math.abs(box.left - wanted.x), Math.abs(box.top - wanted.y));
      seen += 1;
    }
  }
  return [seen, worst];
}"""
"""How many cells' buttons the page has, and by how many pixels the worst of them misses its cell."""


@dataclass
class Game:
    """A battle of either game, in which it is somebody's turn."""

    battle: Battle
    writer: str
    unit: str
    waiting: str

    @property
    def url(self) -> str:
        """The battle's page."""
        return self.battle.get_absolute_url()

    @property
    def turn(self) -> str:
        """The battle's page with the writer's composer."""
        return f"{self.url}?unit={self.unit}"


@pytest.fixture(params=["saga", "dungeon"])
def game(request: pytest.FixtureRequest, table: Table) -> Game:
    if request.param == "saga":
        return Game(table.ford().battle, "bob", "toki", "carla")
    return Game(cellar.build(table.people, io_variant="improved").battle, "carla", "torvek", "bob")


@pytest.mark.parametrize("zoom", ["1", "1.5", "2"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_buttons_lie_exactly_over_the_picture_at_every_size(table: Table, game: Game, width: int, zoom: str) -> None:
    """Behaviour 7: under a pixel, the page no wider than the screen, the console clean."""
    page = table.page(game.writer, f"{game.turn}&v=all&zoom={zoom}", width=width)
    seen, off = page.evaluate(OFF)
    assert seen and off < 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    region = page.locator(".board-scroll:visible")
    region.focus()
    assert page.evaluate("document.activeElement.matches('.board-scroll[role=region][aria-label]')")
    wide = "document.querySelector('.board').getBoundingClientRect().width"
    now = page.evaluate(wide)
    page.goto(f"{game.turn}&v=all&zoom=1")
    assert now / page.evaluate(wide) == pytest.approx(float(zoom), abs=0.01)
    assert table.complaints == []
