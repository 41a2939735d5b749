"""A game as the rulebook lets a reader see it becomes a plan to draw."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from battles.dungeon_map.plan import Plan, Stand, StandMark, Thing, ThingKind
from battles.picture import LONG, SHORT, short_name
from rulebook.codec import load
from rulebook.dungeon import naming
from rulebook.dungeon.board import Chest, Closed, Door, Furniture, Lock, Spawn, Zone
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.catalogue import PROFILES
from rulebook.dungeon.grid import Square, base
from rulebook.dungeon.view import ClosedView, FurnitureView, GameView, ModelView

LETTERS = {"lock": "L", "ward": "W"}
SMALL_WORD = 3


def entry(key: str, language: str) -> str:
    """The name of anything in the catalogue; the key itself where it has none."""
    return naming.entry(key, language)


def model_name(model: ModelView, language: str) -> str:
    """A model's own name, or its card's and number."""
    if model["name"]:
        return model["name"]
    number = model["id"].removeprefix(model["key"]).removeprefix("-")
    return f"{entry(model['key'], language)} {number}".strip()


def initials(name: str, size: int, *, minion: bool = False) -> str:
    """A name cut to fit a token: a kind of minion by its initials and number, as two kinds may begin alike."""
    if size > 1:
        return name if len(name) <= LONG else short_name(name.split()[0], LONG)
    if not minion:
        return short_name(name, SHORT)
    head, _space, tail = name.rpartition(" ")
    words, number = (head, tail) if tail.isdigit() else (name, "")
    letters = [word[0].upper() for word in words.split() if len(word) > SMALL_WORD]
    return ("".join(letters[:2]) if len(letters) > 1 else words[:2]) + number


def plan_of(seen: GameView, language: str, *, acting: str = "", last: str = "", changed: Collection[str] = ()) -> Plan:
    """The plan of a game as its reader sees it. `acting` and `last` name the model that acts, and that acted last;
    `changed` those that are not as the reader left them."""
    board = seen["board"]
    hidden = tuple(load(Zone, zone) for zone in seen["hidden"])
    goal = seen["victory"].get("square")
    return Plan(
        floor=_squares(board["floor"]),
        things=(*_things(seen, language), *(thing for zone in hidden for thing in _unlaid_things(zone, language))),
        stands=(
            *(_stand(model, language, acting, last, changed) for model in seen["models"] if model["at"] is not None),
            *(_waiting(spawn, language, number) for zone in hidden for number, spawn in enumerate(zone.spawns)),
        ),
        unlaid=frozenset(square for zone in hidden for square in zone.squares) - _squares(board["floor"]),
        starts=_squares(seen["starts"]),
        goal=_goal(goal),
        title=_title(seen),
    )


def _goal(square: Any) -> Square | None:
    """The goal's square as it is written in a view: a pair, or an object of two numbers."""
    if square is None:
        return None
    return Square(square["x"], square["y"]) if isinstance(square, Mapping) else Square(*square)


def _title(seen: GameView) -> str:
    if seen["phase"] == "setup":
        return _("Before the first round")
    return pgettext("dungeon", "Round %(round)s") % {"round": seen["round"]}


def _squares(pairs: list[list[int]]) -> frozenset[Square]:
    return frozenset(Square(x, y) for x, y in pairs)


# Things


def _things(seen: GameView, language: str) -> Iterator[Thing]:
    board = seen["board"]
    yield from (_furniture(piece, language) for piece in board["furniture"])
    yield from (_closed(door, "door", language) for door in board["doors"])
    yield from (_closed(chest, "chest", language) for chest in board["chests"])
    for number, (x, y) in enumerate(board["piles"]):
        yield Thing(f"pile-{number}", "pile", (Square(x, y),), entry("pile", language))
    for drop in board["drops"]:
        x, y = drop["square"]
        items = ", ".join(entry(item, language) for item in drop["items"])
        name = _("lying there: %(items)s") % {"items": items}
        yield Thing(f"drop-{x}-{y}", "drop", (Square(x, y),), name)


def _furniture(piece: FurnitureView, language: str) -> Thing:
    squares = tuple(Square(x, y) for x, y in piece["squares"])
    kind: ThingKind = "bookcase" if piece["kind"] == "bookcase" else "table"
    return Thing(piece["id"], kind, squares, entry(piece["kind"], language))


def _closed(thing: ClosedView, kind: str, language: str) -> Thing:
    return Thing(
        thing["id"],
        "door" if kind == "door" else "chest",
        tuple(Square(x, y) for x, y in thing["squares"]),
        entry(kind, language),
        (_("open"),) if thing["open"] else _closure_words(thing, language),
        "" if thing["open"] else LETTERS[thing["closure"]],
        thing["open"],
    )


def _closure_words(thing: ClosedView, language: str) -> tuple[str, ...]:
    """How it is shut, and what is in it for whoever knows."""
    if thing["closure"] == "lock":
        data = {"combat": thing["combat"], "armour": thing["armour"]}
        words = [_("locked: Combat %(combat)s, Armour %(armour)s") % data]
    else:
        words = [_("warded: power %(power)s") % {"power": thing["power"]}]
    inside = ", ".join(entry(item, language) for item in thing["contents"])
    return (*words, _("inside: %(items)s") % {"items": inside}) if inside else tuple(words)


def _unlaid_things(zone: Zone, language: str) -> Iterator[Thing]:
    for piece in zone.furniture:
        yield _unlaid_piece(piece, language)
    closed: tuple[Closed, ...] = (*zone.doors, *zone.chests)
    yield from (_unlaid_closed(thing, language) for thing in closed)
    for number, square in enumerate(zone.piles):
        yield Thing(f"pile-{zone.id}-{number}", "pile", (square,), entry("pile", language), unlaid=True)


def _unlaid_piece(piece: Furniture, language: str) -> Thing:
    kind: ThingKind = "bookcase" if piece.kind == "bookcase" else "table"
    return Thing(piece.id, kind, piece.squares, entry(piece.kind, language), unlaid=True)


def _unlaid_closed(thing: Closed, language: str) -> Thing:
    closure = thing.closure
    lock = closure if isinstance(closure, Lock) else None
    kind: ThingKind = "door" if isinstance(thing, Door) else "chest"
    shown = ClosedView(
        id=thing.id,
        squares=[[square.x, square.y] for square in thing.squares],
        closure=closure.kind,
        combat=lock.combat if lock else 0,
        armour=lock.armour if lock else 0,
        power=0 if isinstance(closure, Lock) else closure.power,
        open=False,
        contents=list(thing.contents) if isinstance(thing, Chest) else [],
    )
    made = _closed(shown, kind, language)
    return Thing(made.id, made.kind, made.squares, made.name, made.words, made.letter, unlaid=True)


# Models


def _stand(model: ModelView, language: str, acting: str, last: str, changed: Collection[str]) -> Stand:
    assert model["at"] is not None
    x, y = model["at"]
    name = model_name(model, language)
    return Stand(
        id=model["id"],
        name=name,
        short=initials(name, model["size"], minion=model["kind"] == "minion"),
        team="a" if model["side"] == "hero" else "b",
        at=Square(x, y),
        facing=model["facing"],
        size=model["size"],
        figures=figures(model),
        words=tuple(_stand_words(model, acting, changed)),
        marks=frozenset(_marks(model, acting, last, changed)),
    )


def figures(model: ModelView) -> str:
    """A hero's or boss's wounds of those it can take; minions count none."""
    return "" if model["kind"] == "minion" else f"{model['wounds']}/{MOST_WOUNDS}"


def _marks(model: ModelView, acting: str, last: str, changed: Collection[str]) -> Iterator[StandMark]:
    if model["kind"] == "boss":
        yield "boss"
    if model["injured"]:
        yield "injured"
    if model["id"] == acting:
        yield "acting"
    if model["id"] == last:
        yield "last"
    if model["id"] in changed:
        yield "changed"


def _stand_words(model: ModelView, acting: str, changed: Collection[str]) -> Iterator[str]:
    yield {"hero": _("hero"), "boss": _("boss"), "minion": _("minion")}[model["kind"]]
    if model["kind"] != "minion":
        wounds = model["wounds"]
        yield ngettext("%(count)d wound", "%(count)d wounds", wounds) % {"count": wounds}
    if model["injured"]:
        yield _("injured")
    yield _("Combat %(dice)s") % {"dice": model["combat"]}
    if model["shooting"]:
        yield _("Shooting %(dice)s") % {"dice": model["shooting"]}
    yield _("Armour %(armour)s") % {"armour": model["armour_counted"]}
    if model["id"] == acting:
        yield _("acting now")
    if model["id"] in changed:
        yield _("changed since your last visit")


def _waiting(spawn: Spawn, language: str, number: int) -> Stand:
    """A model of a zone that is not laid: where it will stand."""
    profile = PROFILES[spawn.key]
    name = entry(spawn.key, language)
    square = base(spawn.at, profile.size)[0]
    return Stand(
        id=f"unlaid-{number}-{square.x}-{square.y}",
        name=name,
        short=initials(name, profile.size, minion=profile.kind == "minion"),
        team="b",
        at=spawn.at,
        facing=spawn.facing,
        size=profile.size,
        words=(_("not laid yet"),),
        marks=frozenset({"unlaid"}),
    )
