"""An adventure from what was read of its file, checked to fit together (section 22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.board import Chest, Closed, Furniture, Lock, Spawn, Zone, closed_id
from rulebook.dungeon.catalogue import PROFILES
from rulebook.dungeon.grid import Square, base
from rulebook.dungeon.mapdraft import MARKS, MODELS, NEEDED, Draft
from rulebook.dungeon.state import Mission
from rulebook.dungeon.zones import cut_zones
from rulebook.text import Text


def build(draft: Draft) -> Adventure | None:
    """The adventure, or None once something has been noted that does not fit together."""
    for key in NEEDED:
        if key not in draft.words:
            draft.note(0, "missing-key", f"{key} is missing.", word=key)
    if draft.victory is None:
        draft.note(0, "missing-key", "win is missing.", word="win")
    _check_closures(draft)
    zones = _zones(draft)
    _check_goals(draft)
    starts = tuple(draft.squares("1234"))
    if len(starts) < 4:
        draft.note(0, "no-starts", "A map has four start squares, 1 to 4.")
    if draft.problems:
        return None
    words = {key: rest for key, (_, rest) in draft.words.items()}
    title, story = words["title.en"], words.get("story.en", "")
    return Adventure(
        Text(title, words.get("title.es", title)),
        Text(story, words.get("story.es", story)),
        _mission(draft),
        starts,
        zones,
        draft.kits,
    )


def _mission(draft: Draft) -> Mission:
    assert draft.victory is not None
    said = {key: rest for key, (_, rest) in draft.words.items()}
    return Mission(
        key=said["adventure"],
        overlord=said.get("overlord", "necromancer"),
        victory=draft.victory[1],
        orders_per_turn=int(said["orders"]),
        deck_size=int(said["deck"]),
        opening_hand=int(said.get("hand", "3")),
        raisable=draft.raisable,
        limits=draft.limits,
        goals=tuple(goal for _, goal in draft.goals),
        lose_on_hero_incapacitated=said.get("lose", "yes") == "yes",
        deck_out="nothing" if said.get("deck-out") == "nothing" else "overlord_wins",
    )


def _check_closures(draft: Draft) -> None:
    """Every D, W and C has its line, and every line its mark (DS-DOOR-03)."""
    declared: set[Square] = set()
    closed: list[tuple[int, Closed]] = [*draft.doors, *draft.chests]
    for line, thing in closed:
        mark = "C" if isinstance(thing, Chest) else "D" if isinstance(thing.closure, Lock) else "W"
        for square in thing.squares:
            if draft.mark(square) != mark:
                draft.note(line, "not-drawn", f"No {mark} is drawn on {square}.", square=square)
            if square in declared:
                draft.note(line, "said-twice", f"{square} has a closure already.", word=square)
            declared.add(square)
    for square in draft.squares("DWC"):
        if square not in declared:
            line = draft.line_of(square)
            draft.note(line, "never-closed", f"{square} has no line with its closure.", square=square)


def _check_goals(draft: Draft) -> None:
    """Goals and the victory speak of what is on the map."""
    doors = {square for _, door in draft.doors for square in door.squares}
    chests = {chest.square for _, chest in draft.chests}
    floor = set(draft.squares("".join(sorted(MARKS - set("#DW")))))
    places = {"door": doors, "chest": chests, "square": floor}
    for line, goal in draft.goals:
        if goal.square is not None and goal.square not in places[goal.kind]:
            message = f"There is no {goal.kind} on {goal.square}."
            draft.note(line, "no-such-goal", message, word=goal.square)
    if draft.victory is None:
        return
    line, victory = draft.victory
    if victory.square is not None and victory.square not in floor:
        draft.note(line, "no-such-goal", f"Nobody can stand on {victory.square}.", word=victory.square)
    if victory.kind == "slay" and victory.key not in _drawn_models(draft):
        draft.note(line, "no-such-goal", f"{victory.key} is not on the map.", word=victory.key)
    if victory.kind == "bring" and victory.item not in _items_about(draft):
        draft.note(line, "no-such-goal", f"{victory.item} is nowhere to be found.", word=victory.item)


def _items_about(draft: Draft) -> set[str]:
    return {item for _, chest in draft.chests for item in chest.contents} | {
        item for kit in draft.kits.values() for item in kit.items
    }


def _drawn_models(draft: Draft) -> set[str]:
    return {key for mark, key in MODELS.items() if draft.squares(mark)}


def _zones(draft: Draft) -> tuple[Zone, ...]:
    """The map cut at its doors, each part with all that is drawn in it."""
    floor = frozenset(draft.squares("".join(sorted(MARKS - set("#DW")))))
    filled = frozenset(draft.squares("tkC"))
    starts = draft.squares("1234")
    if not starts:
        return ()
    doors = tuple(door for _, door in draft.doors)
    cut = cut_zones(floor, filled, doors, starts[0])
    for square in sorted(cut.lost, key=lambda lost: (lost.y, lost.x))[:1]:
        message = f"{square} cannot be reached through any door."
        draft.note(draft.line_of(square), "cut-off", message, square=square)
    for start in starts:
        if cut.zones and start not in cut.zones[0].squares:
            message = f"{start} is not in the zone the others start in."
            draft.note(draft.line_of(start), "split-start", message, square=start)
    for line, door in draft.doors:
        if sum(door in zone.doors for zone in cut.zones) < 2:
            message = f"The door on {door.squares[0]} joins no two parts of the map."
            draft.note(line, "leads-nowhere", message, square=door.squares[0])
    furniture, spawns = _furniture(draft), _spawns(draft)
    return tuple(
        replace(
            zone,
            furniture=tuple(piece for piece in furniture if piece.squares[0] in zone.squares),
            chests=tuple(chest for _, chest in draft.chests if chest.square in zone.squares),
            piles=tuple(square for square in draft.squares("b") if square in zone.squares),
            spawns=tuple(spawn for spawn in spawns if spawn.at in zone.squares),
        )
        for zone in cut.zones
    )


def _furniture(draft: Draft) -> tuple[Furniture, ...]:
    """Joined squares are one piece, every other square one of its own."""
    joined: dict[Square, tuple[Square, ...]] = {}
    for line, squares in draft.pieces:
        marks = {draft.mark(square) for square in squares}
        if len(marks) > 1 or not marks <= {"t", "k"}:
            draft.note(line, "bad-piece", "A piece joins squares with the same mark, t or k.")
        joined.update(dict.fromkeys(squares, tuple(sorted(squares, key=lambda s: (s.y, s.x)))))
    pieces = dict.fromkeys(joined.get(square, (square,)) for square in draft.squares("tk"))
    return tuple(_piece_on(squares, draft.mark(squares[0])) for squares in pieces)


def _piece_on(squares: tuple[Square, ...], mark: str) -> Furniture:
    kind: Any = "table" if mark == "t" else "bookcase"
    return Furniture(closed_id(kind, squares[0]), kind, squares)


def _spawns(draft: Draft) -> tuple[Spawn, ...]:
    """The models drawn on the map, in reading order, each with its facing (AMB-36)."""
    spawns = []
    for square in draft.squares("".join(MODELS)):
        key = MODELS[draft.mark(square)]
        _check_base(draft, square, PROFILES[key].size)
        if square not in draft.faces:
            message = f"No face: line says how {key} on {square} faces."
            draft.note(draft.line_of(square), "no-facing", message, square=square)
            continue
        spawns.append(Spawn(key, square, draft.faces[square][1]))
    for square, (line, _) in draft.faces.items():
        if draft.mark(square) not in MODELS:
            draft.note(line, "not-drawn", f"No model is drawn on {square}.", square=square)
    covered = {under for spawn in spawns for under in base(spawn.at, PROFILES[spawn.key].size)}
    for square in draft.squares("o"):
        if square not in covered:
            message = f"{square} belongs to no base; O is its top left."
            draft.note(draft.line_of(square), "bad-base", message, square=square)
    return tuple(spawns)


def _check_base(draft: Draft, at: Square, size: int) -> None:
    if any(draft.mark(square) != "o" for square in base(at, size) if square != at):
        draft.note(draft.line_of(at), "bad-base", f"The base at {at} needs o on its other squares.", square=at)
