"""What is suggested to the director for a unit's turn."""

from rulebook.saga.state import Lasting
from rulebook.saga.steps import Strike
from tests.rulebook.boards import Table, ours, theirs
from turns.suggest import suggest


def test_it_suggests_no_blow_that_a_wall_swallows_while_another_hurts() -> None:
    # Stone Wall took all of the blow that was suggested, and the row beside it told of no effect at all.
    wall = Lasting("stone-wall", 3, "a", "own-turn-begins")
    table = Table("aGb", G=theirs(strength=9), a=ours(armor=7, lasting=(wall,)), b=ours(armor=9))
    (blow,) = suggest(table.state, "G")
    assert isinstance(blow, Strike) and blow.target == "b"
