"""The official variant's orders on small boards (IO-OFF)."""

from __future__ import annotations

from rulebook.dungeon.board import Door, Lock
from rulebook.dungeon.events import DeadRaised, InvisibleOrdered
from rulebook.dungeon.grid import Facing, Square
from rulebook.dungeon.state import Goal
from tests.rulebook.dungeon.arena import Arena, drawn, floor
from tests.rulebook.dungeon.unseen import Unseen, card, invisible


def orders(done: Unseen) -> list[tuple[str, int, str]]:
    return [(event.order, event.left, event.cause) for event in done.told(InvisibleOrdered)]


def test_attack_lets_shooters_go_before_fighters_whatever_the_threat() -> None:
    """AMD-07: kind of attack first, then threat; both stand ready."""
    arena = invisible(
        "official",
        heroes={"bruna": ((4, 4), "N"), "torvek": ((9, 9), "N")},
        foes={"bone_guard": [((4, 3), "S")], "bone_archer": [((4, 0), "S")]},
    )
    arena.change("bone_archer-1", at=Square(9, 5))
    done = Unseen(arena, card("Attack", "Unarmoured", number=2))
    assert [attack[:2] for attack in done.attacks] == [("bone_archer-1", "shoot"), ("bone_guard-1", "fight")]


def test_attack_first_takes_whoever_need_not_move_and_they_act_on_the_spot() -> None:
    """IO-OFF-03, IO-OFF-05, V7, V8: the guard in contact strikes Torvek, though Ivo is in reach and worth more."""
    arena = invisible(
        "official",
        heroes={"torvek": ((4, 4), "S"), "ivo": ((7, 4), "S")},
        foes={"bone_guard": [((4, 3), "S"), ((9, 9), "N")]},
    )
    done = Unseen(arena, card("Attack", "Spellcaster"))
    assert done.attacks == [("bone_guard-1", "fight", "torvek")]
    assert done.moves == []
    (choice,) = done.choices("activation")
    assert choice.rule == "IO-OFF-03.1"


def test_attack_moves_the_farther_of_two_equal_models() -> None:
    """IO-OFF-04, AMD-07: steps, far first."""
    arena = invisible("official", heroes={"bruna": ((5, 0), "N")}, foes={"bone_guard": [((5, 3), "N"), ((5, 5), "N")]})
    done = Unseen(arena, card("Attack", "Quest"))
    assert [attack[0] for attack in done.attacks] == ["bone_guard-2"]


def test_support_raises_piles_first_and_none_beside_a_hero() -> None:
    """IO-OFF-08, AMB-60, AMD-13: the nearest pile to the hero of highest threat, facing him."""
    arena = invisible(
        "official",
        heroes={"ivo": ((0, 0), "E"), "bruna": ((9, 9), "N")},
        foes={"bone_guard": [((9, 0), "N")]},
        zone={"piles": (Square(1, 1), Square(5, 0), Square(0, 3))},
        mission={"raisable": {"bone_guard": 4}},
    )
    done = Unseen(arena, card("Support", "Spellcaster"))
    (raised,) = done.told(DeadRaised)
    assert (raised.square, raised.model.facing) == (Square(0, 3), "N")
    assert done.state.board.piles == (Square(1, 1), Square(5, 0))


def test_support_moves_whoever_is_more_than_a_move_away_and_attacks_nobody() -> None:
    """AMB-59, AMB-64: the guard within a Move of a hero stays, the far one takes its whole Move."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "E")},
        foes={"bone_guard": [((5, 0), "W"), ((11, 0), "W")]},
        board=floor(12, 1),
    )
    arena.change("bone_guard-1", at=Square(4, 0))
    done = Unseen(arena, card("Support", "Quest"))
    assert done.moves == [("bone_guard-2", (6, 0), 5)]
    assert done.attacks == []


def test_nobody_is_raised_in_an_interrupt() -> None:
    """AMB-21: the card of a window only activates models."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "E")},
        zone={"piles": (Square(5, 0),)},
        mission={"raisable": {"bone_guard": 4}},
    )
    done = Unseen(arena, card("Support", "Quest"), slot="interrupt")
    assert done.told(DeadRaised) == []
    assert orders(done) == [("Support", 1, "card"), ("Attack", 1, "fallback"), ("Attack", 1, "lost")]


def test_the_official_chain_of_orders() -> None:
    """V14 to V18: Support, then Attack, each once; what is left is lost."""
    arena = invisible("official", heroes={"bruna": ((0, 0), "E")}, foes={"shambler": []})
    done = Unseen(arena, card("Pin", "Quest", number=2))
    assert orders(done) == [
        ("Pin", 2, "card"),
        ("Support", 2, "fallback"),
        ("Attack", 2, "fallback"),
        ("Attack", 2, "lost"),
    ]
    done = Unseen(arena, card("Attack", "Quest", number=2))
    assert orders(done) == [("Attack", 2, "card"), ("Support", 2, "fallback"), ("Support", 2, "lost")]


CORRIDOR = drawn("########## #......... #####.#### ##########")
"""A corridor with a niche at (5,2); the door at its end is the next goal."""


def corridor(at: tuple[int, int], facing: Facing) -> Arena:
    return invisible(
        "official",
        heroes={"bruna": ((1, 1), "E")},
        foes={"bone_guard": [(at, facing)]},
        board=CORRIDOR,
        zone={"doors": (Door("door-10-1", (Square(10, 1),), Lock(2, 2)),)},
        mission={"goals": (Goal("door", Square(10, 1)),)},
    )


def test_surround_shuts_a_corridor() -> None:
    """IO-OFF-09, IO-IMP-08, AMD-09: nobody can walk to the exit any more, and the blocker touches nobody."""
    done = Unseen(corridor((5, 2), "S"), card("Surround", "Quest"))
    (choice,) = done.choices("place")
    assert done.moves == [("bone_guard-1", (3, 1), 2)]
    assert choice.candidates[0].values[:3] == (2, 2, 1)
    assert done.attacks == []


def test_surround_leaves_alone_who_blocks_already() -> None:
    """IO-OFF-09: a model in the way stays there; the order goes on to Support and Attack."""
    done = Unseen(corridor((5, 1), "W"), card("Surround", "Quest"))
    assert [order[0] for order in orders(done)] == ["Surround", "Support", "Attack"]


def test_pin_takes_the_hero_with_the_fewest_front_arcs_and_the_farthest_model() -> None:
    """IO-OFF-11, AMD-09."""
    arena = invisible(
        "official",
        heroes={"torvek": ((2, 4), "W"), "bruna": ((8, 4), "E")},
        foes={"bone_guard": [((1, 4), "E"), ((6, 8), "N"), ((6, 3), "S")]},
        board=floor(12, 9),
    )
    done = Unseen(arena, card("Pin", "Armoured"))
    assert done.attacks == [("bone_guard-2", "fight", "bruna")]
    assert done.choices("hero")[0].candidates[0].name == "bruna"


def test_a_model_that_alone_pins_its_hero_does_not_leave_him() -> None:
    """AMD-09: it stands behind Torvek, with him in its front arc, free to go; Bruna is not pinned yet."""
    arena = invisible(
        "official",
        heroes={"torvek": ((2, 4), "W"), "bruna": ((6, 4), "E")},
        foes={"bone_guard": [((3, 4), "W")]},
        board=floor(12, 9),
    )
    done = Unseen(arena, card("Pin", "Armoured"))
    assert done.attacks == [("bone_guard-1", "fight", "torvek")]
    assert done.at("bone_guard-1") == (3, 4)


def test_a_brutal_model_attacks_the_nearest_hero_whatever_the_threat() -> None:
    """IO-OFF-02, AMD-08."""
    arena = invisible(
        "official",
        heroes={"torvek": ((4, 4), "N"), "ivo": ((9, 4), "N")},
        foes={"shambler": [((5, 7), "N")]},
    )
    done = Unseen(arena, card("Attack", "Spellcaster", "Unarmoured"))
    assert done.attacks == [("shambler-1", "fight", "torvek")]


def test_a_large_model_attacks_what_it_can_turn_to_within_its_movement() -> None:
    """AMD-03: a quarter turn and a step, to a place behind Bruna with her at its side, which is in front."""
    arena = invisible("official", heroes={"bruna": ((4, 7), "S")}, foes={"corpse_ogre": [((4, 4), "N")]})
    done = Unseen(arena, card("Attack", "Quest"))
    assert done.attacks == [("corpse_ogre-1", "fight", "bruna")]
    ogre = done.state.models["corpse_ogre-1"]
    assert (ogre.at, ogre.facing) == (Square(3, 5), "W")
    assert done.moves == [("corpse_ogre-1", (3, 5), 2)]


def test_an_engaged_model_never_breaks_away() -> None:
    """IO-COM-14, AMD-11: Ivo is worth more, but the guard is held by Torvek."""
    arena = invisible(
        "official",
        heroes={"torvek": ((4, 4), "N"), "ivo": ((7, 4), "N")},
        foes={"bone_guard": [((4, 3), "N")]},
    )
    done = Unseen(arena, card("Attack", "Spellcaster"))
    assert done.attacks == [("bone_guard-1", "fight", "torvek")]
    assert done.at("bone_guard-1") == (4, 3)
