"""The map of an adventure's file, drawn for whoever prepares it: as far as it can be read, whatever else is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.utils.translation import gettext as _

from battles.drawing import Drawing
from battles.dungeon.words import entry_name
from battles.dungeon_map import Area, Overlay, Plan, Stand, Thing, draw
from battles.dungeon_map.plan import ThingKind
from battles.dungeon_map.seen import LETTERS, initials
from rulebook.dungeon.board import Chest, Closed, Closure, Lock
from rulebook.dungeon.catalogue import PROFILES
from rulebook.dungeon.grid import Square
from rulebook.dungeon.mapdraft import MARKS, MODELS, Draft

LYING: dict[str, tuple[ThingKind, str]] = {
    "b": ("pile", "pile"),
    "t": ("table", "table"),
    "k": ("bookcase", "bookcase"),
}


def map_drawing(draft: Draft, language: str, wrong: Collection[int] = ()) -> Drawing | None:
    """The map of a file that has been read; None where it has none. The rows of `wrong` lines are marked."""
    plan = _plan(draft, language)
    if not plan.known:
        return None
    rows = {y for y in range(len(draft.rows)) if draft.first_row + y in wrong}
    marked = frozenset(square for square in plan.known if square.y in rows)
    areas = (Area("dg-wrong", _("something is wrong in this row"), marked),) if marked else ()
    return draw(plan, Overlay(areas=areas), picks=False, language=language)


def _plan(draft: Draft, language: str) -> Plan:
    goals = draft.squares("X")
    return Plan(
        floor=frozenset(draft.squares("".join(sorted(MARKS - set("#DW"))))),
        things=tuple(_things(draft, language)),
        stands=tuple(_stand(draft, square, language) for square in draft.squares("".join(MODELS))),
        starts=frozenset(draft.squares("1234")),
        goal=goals[0] if goals else None,
    )


def _things(draft: Draft, language: str) -> Iterator[Thing]:
    closed: list[Closed] = [*(door for _line, door in draft.doors), *(chest for _line, chest in draft.chests)]
    told = {square for thing in closed for square in thing.squares}
    yield from (_closed(thing, language) for thing in closed if all(draft.mark(one) in "DWC" for one in thing.squares))
    yield from (_never_closed(draft, square, language) for square in draft.squares("DWC") if square not in told)
    for square in draft.squares("".join(LYING)):
        kind, key = LYING[draft.mark(square)]
        yield Thing(f"{kind}-{square.x}-{square.y}", kind, (square,), entry_name(key, language))


def _closed(thing: Closed, language: str) -> Thing:
    kind: ThingKind = "chest" if isinstance(thing, Chest) else "door"
    words = [_closure(thing.closure)]
    if isinstance(thing, Chest) and thing.contents:
        items = ", ".join(entry_name(item, language) for item in thing.contents)
        words.append(_("inside: %(items)s") % {"items": items})
    letter = LETTERS[thing.closure.kind]
    return Thing(thing.id, kind, thing.squares, entry_name(kind, language), tuple(words), letter)


def _never_closed(draft: Draft, square: Square, language: str) -> Thing:
    kind: ThingKind = "chest" if draft.mark(square) == "C" else "door"
    words = (_("how it is closed is not said yet"),)
    return Thing(f"{kind}-{square.x}-{square.y}", kind, (square,), entry_name(kind, language), words, "?")


def _closure(closure: Closure) -> str:
    if isinstance(closure, Lock):
        return _("locked: Combat %(combat)s, Armour %(armour)s") % {
            "combat": closure.combat,
            "armour": closure.armour,
        }
    return _("warded: power %(power)s") % {"power": closure.power}


def _stand(draft: Draft, square: Square, language: str) -> Stand:
    profile = PROFILES[MODELS[draft.mark(square)]]
    name = entry_name(profile.key, language)
    _line, facing = draft.faces.get(square, (0, "N"))
    return Stand(
        id=f"{profile.key}-{square.x}-{square.y}",
        name=name,
        short=initials(name, profile.size),
        team="b",
        at=square,
        facing=facing,
        size=profile.size,
    )
