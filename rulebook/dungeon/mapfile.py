"""Adventure files: a header of data, then the map drawn as text (section 22).

    adventure: silent_ossuary
    title.en: The Silent Ossuary
    orders: 2
    door: 7,3 lock 2 2
    face: 3,5 N
    win: reach 14,3
    map:
    ################
    #.....##......##

`docs/adventures.md` lists every key. All lines that cannot be read are told at once; once
every line can be, all that does not fit together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rulebook.dungeon.adventure import Adventure, Kit
from rulebook.dungeon.board import Chest, Closed, Closure, Door, Furniture, Lock, Spawn, Ward, Zone, closed_id
from rulebook.dungeon.catalogue import HEROES, ITEMS, PROFILES, SPELLS
from rulebook.dungeon.grid import FACINGS, Facing, Square, base, parse_square
from rulebook.dungeon.state import Goal, GoalKind, Mission, Victory
from rulebook.dungeon.zones import cut_zones
from rulebook.errors import Refused, Unreadable
from rulebook.text import Text

MODELS = {
    "g": "bone_guard",
    "a": "bone_archer",
    "z": "shambler",
    "m": "mailed_shambler",
    "r": "barrow_dwarf",
    "w": "wraith",
    "O": "corpse_ogre",
    "V": "veyra",
    "K": "orrik",
}
MARKS = frozenset("#.1234DWCbtkXo") | frozenset(MODELS)
PLACES: tuple[GoalKind, ...] = ("door", "chest", "square")
KEY = re.compile(r"[a-z0-9_-]{1,60}")
NUMBERS = {"orders": (1, 20), "deck": (1, 24), "hand": (0, 24)}
CHOICES = {"overlord": ("necromancer",), "lose": ("yes", "no"), "deck-out": ("overlord", "nothing")}
LARGEST_SIDE = 60
MOST_LINES = 400


class Problem(NamedTuple):
    """Something wrong with a file: the line (from 1; 0 is the file as a whole), a code, a sentence."""

    line: int
    code: str
    message: str


class _Fault(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code, self.message = code, message


@dataclass
class _Draft:
    """What has been read so far, each with its line."""

    problems: list[Problem] = field(default_factory=list)
    words: dict[str, tuple[int, str]] = field(default_factory=dict)
    raisable: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    kits: dict[str, Kit] = field(default_factory=dict)
    doors: list[tuple[int, Door]] = field(default_factory=list)
    chests: list[tuple[int, Chest]] = field(default_factory=list)
    pieces: list[tuple[int, tuple[Square, ...]]] = field(default_factory=list)
    faces: dict[Square, tuple[int, Facing]] = field(default_factory=dict)
    goals: list[tuple[int, Goal]] = field(default_factory=list)
    victory: tuple[int, Victory] | None = None
    rows: list[str] = field(default_factory=list)
    first_row: int = 0

    def note(self, line: int, code: str, message: str) -> None:
        self.problems.append(Problem(line, code, message))

    def mark(self, square: Square) -> str:
        """What is drawn on a square; a wall beyond the map."""
        if not (0 <= square.y < len(self.rows) and 0 <= square.x < len(self.rows[square.y])):
            return "#"
        return self.rows[square.y][square.x]

    def squares(self, marks: str) -> list[Square]:
        """The squares with one of these marks, in reading order."""
        return [Square(x, y) for y, row in enumerate(self.rows) for x, mark in enumerate(row) if mark in marks]

    def line_of(self, square: Square) -> int:
        """The line of the file a square is drawn on."""
        return self.first_row + square.y


def parse_adventure(text: str) -> Adventure:
    """The adventure a file describes.

    Raises `Unreadable` with code `bad-adventure`; its data hold `problems`, a list of
    {line, code, message}, lines counted from 1.
    """
    draft = _Draft()
    _read(draft, text)
    adventure = None if draft.problems else _build(draft)
    if adventure is None or draft.problems:
        raise _refusal(draft.problems)
    return adventure


def _refusal(problems: list[Problem]) -> Unreadable:
    told = sorted(set(problems))
    sentences = "; ".join(f"line {p.line}: {p.message}" if p.line else p.message for p in told)
    return Unreadable("bad-adventure", sentences, {"problems": [p._asdict() for p in told]})


# Reading lines


def _read(draft: _Draft, text: str) -> None:
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        draft.note(0, "too-long", f"{len(lines)} lines are more than {MOST_LINES}.")
        return
    for number, line in enumerate(lines, start=1):
        if draft.first_row:
            _read_row(draft, number, line)
        elif line.strip() == "map:":
            draft.first_row = number + 1
        elif line.strip() and not line.lstrip().startswith("//"):
            _read_entry(draft, number, line)
    while draft.rows and not draft.rows[-1]:
        draft.rows.pop()
    _check_rows(draft)


def _read_row(draft: _Draft, number: int, line: str) -> None:
    row = line.strip()
    draft.rows.append(row)
    for mark in sorted(set(row) - MARKS):
        draft.note(number, "unknown-mark", f"{mark!r} is no mark of a map.")


def _check_rows(draft: _Draft) -> None:
    if not draft.rows:
        draft.note(0, "no-map", "There is no map; it follows a line with map: alone.")
        return
    width = len(draft.rows[0])
    for y, row in enumerate(draft.rows):
        if len(row) != width:
            draft.note(draft.first_row + y, "uneven-map", f"This row has {len(row)} squares, the first has {width}.")
    if width > LARGEST_SIDE or len(draft.rows) > LARGEST_SIDE:
        draft.note(draft.first_row, "map-too-large", f"A map has at most {LARGEST_SIDE} squares a side.")


def _read_entry(draft: _Draft, number: int, line: str) -> None:
    key, colon, rest = line.partition(":")
    key, rest = key.strip(), rest.strip()
    reader = _READERS.get(key)
    if not colon or reader is None:
        draft.note(number, "unknown-key", f"{key!r} is no key of an adventure.")
        return
    try:
        reader(draft, number, key, rest)
    except (_Fault, Refused) as fault:
        draft.note(number, fault.code, fault.message)


def _number(written: str, least: int, most: int) -> int:
    if not written.isdecimal() or not least <= int(written) <= most:
        raise _Fault("bad-number", f"{written!r} is no whole number from {least} to {most}.")
    return int(written)


def _known(written: str, known: Iterable[str], what: str) -> str:
    if written not in known:
        raise _Fault(f"unknown-{what}", f"There is no {what} {written!r}.")
    return written


def _words(rest: str, least: int) -> list[str]:
    words = rest.split()
    if len(words) < least:
        raise _Fault("too-little", f"{rest!r} says too little.")
    return words


def _word(draft: _Draft, number: int, key: str, rest: str) -> None:
    if key in draft.words:
        raise _Fault("said-twice", f"{key} was said in line {draft.words[key][0]} already.")
    if not rest:
        raise _Fault("too-little", f"{key} says nothing.")
    if key in NUMBERS:
        _number(rest, *NUMBERS[key])
    if key in CHOICES and rest not in CHOICES[key]:
        raise _Fault("bad-choice", f"{key} is one of {', '.join(CHOICES[key])}, not {rest!r}.")
    if key == "adventure" and not KEY.fullmatch(rest):
        raise _Fault("bad-name", f"{rest!r} is no key: small letters, digits, - and _, at most 60.")
    draft.words[key] = (number, rest)


def _limit(draft: _Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    profile = PROFILES[_known(words[0], PROFILES, "model")]
    count = _number(words[1], 0, 50)
    if key == "raise":
        if not profile.raisable:
            raise _Fault("not-raisable", f"{profile.key} cannot be raised.")
        draft.raisable[profile.key] = count
    else:
        draft.limits[profile.key] = count


def _hero(draft: _Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 3)
    hero = PROFILES[_known(words[0], [profile.key for profile in HEROES], "hero")]
    kit = draft.kits.get(hero.key, Kit())
    if words[1] == "items":
        draft.kits[hero.key] = replace(kit, items=kit.items + tuple(_item_for(hero.key, word) for word in words[2:]))
    elif words[1] == "spells":
        if not hero.spellcaster:
            raise _Fault("no-spellcaster", f"{hero.key} casts no spells.")
        spells = tuple(_known(word, SPELLS, "spell") for word in words[2:])
        draft.kits[hero.key] = replace(kit, spells=tuple(dict.fromkeys(kit.spells + spells)))
    else:
        raise _Fault("unknown-key", f"A hero has items or spells, not {words[1]!r}.")


def _item_for(hero: str, word: str) -> str:
    item = ITEMS[_known(word, ITEMS, "item")]
    if item.wearers and hero not in item.wearers:
        raise _Fault("wrong-hero", f"{hero} cannot start with {word}.")
    return item.key


def _closure(words: list[str]) -> tuple[Closure, list[str]]:
    """`lock 2 2` or `ward 2`, and the words after it."""
    if words and words[0] == "lock" and len(words) > 2:
        return Lock(_number(words[1], 1, 12), _number(words[2], 1, 5)), words[3:]
    if words and words[0] == "ward" and len(words) > 1:
        return Ward(_number(words[1], 1, 20)), words[2:]
    raise _Fault("no-closure", "A closure is lock DICE ARMOUR or ward POWER.")


def _squares(words: list[str]) -> tuple[tuple[Square, ...], list[str]]:
    """The squares that a line begins with, and the words after them."""
    count = 0
    while count < len(words) and "," in words[count]:
        count += 1
    if not count:
        raise _Fault("bad-square", "A square such as 7,3 is missing.")
    return tuple(parse_square(word) for word in words[:count]), words[count:]


def _door(draft: _Draft, number: int, key: str, rest: str) -> None:
    squares, words = _squares(rest.split())
    closure, words = _closure(words)
    if len(squares) > 2 or words:
        raise _Fault("bad-door", "A door is one or two squares and a closure.")
    draft.doors.append((number, Door(closed_id("door", squares[0]), squares, closure)))


def _chest(draft: _Draft, number: int, key: str, rest: str) -> None:
    squares, words = _squares(rest.split())
    closure, words = _closure(words)
    if len(squares) != 1 or (words and words[0] != "holds"):
        raise _Fault("bad-chest", "A chest is one square, a closure and what it holds.")
    contents = tuple(_known(word, ITEMS, "item") for word in words[1:])
    draft.chests.append((number, Chest(closed_id("chest", squares[0]), squares[0], closure, contents)))


def _piece(draft: _Draft, number: int, key: str, rest: str) -> None:
    squares, words = _squares(rest.split())
    if words or len(squares) < 2:
        raise _Fault("bad-piece", "A piece joins two squares or more.")
    draft.pieces.append((number, squares))


def _face(draft: _Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    facing = next((known for known in FACINGS if known == words[1]), None)
    if facing is None or len(words) > 2:
        raise _Fault("bad-facing", f"{words[1]!r} is no facing; N, E, S and W are.")
    draft.faces[parse_square(words[0])] = (number, facing)


def _goal(draft: _Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    if words[0] == "boss":
        draft.goals.append((number, Goal("boss", key=_known(words[1], PROFILES, "model"))))
        return
    kind = next((place for place in PLACES if place == words[0]), None)
    if kind is None:
        raise _Fault("unknown-key", f"A goal is a door, chest, square or boss, not {words[0]!r}.")
    draft.goals.append((number, Goal(kind, parse_square(words[1]))))


def _win(draft: _Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    if words[0] == "reach":
        victory = Victory("reach", parse_square(words[1]))
    elif words[0] == "bring" and len(words) == 3:
        victory = Victory("bring", parse_square(words[2]), item=_known(words[1], ITEMS, "item"))
    elif words[0] == "slay":
        victory = Victory("slay", key=_known(words[1], PROFILES, "model"))
    else:
        raise _Fault("bad-victory", f"The heroes win by reach, bring or slay, not {rest!r}.")
    draft.victory = (number, victory)


_Reader = Callable[[_Draft, int, str, str], None]
NEEDED = ("adventure", "title.en", "orders", "deck")
_WORDS = (*NEEDED, "title.es", "story.en", "story.es", "overlord", "hand", "lose", "deck-out")
_READERS: dict[str, _Reader] = {
    **dict.fromkeys(_WORDS, _word),
    "raise": _limit,
    "limit": _limit,
    "hero": _hero,
    "door": _door,
    "chest": _chest,
    "piece": _piece,
    "face": _face,
    "goal": _goal,
    "win": _win,
}


# Building


def _build(draft: _Draft) -> Adventure | None:
    for key in NEEDED:
        if key not in draft.words:
            draft.note(0, "missing-key", f"{key} is missing.")
    if draft.victory is None:
        draft.note(0, "missing-key", "win is missing.")
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


def _mission(draft: _Draft) -> Mission:
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


def _check_closures(draft: _Draft) -> None:
    """Every D, W and C has its line, and every line its mark (DS-DOOR-03)."""
    declared: set[Square] = set()
    closed: list[tuple[int, Closed]] = [*draft.doors, *draft.chests]
    for line, thing in closed:
        mark = "C" if isinstance(thing, Chest) else "D" if isinstance(thing.closure, Lock) else "W"
        for square in thing.squares:
            if draft.mark(square) != mark:
                draft.note(line, "not-drawn", f"No {mark} is drawn on {square}.")
            if square in declared:
                draft.note(line, "said-twice", f"{square} has a closure already.")
            declared.add(square)
    for square in draft.squares("DWC"):
        if square not in declared:
            draft.note(draft.line_of(square), "no-closure", f"{square} has no line with its closure.")


def _check_goals(draft: _Draft) -> None:
    """Goals and the victory speak of what is on the map."""
    doors = {square for _, door in draft.doors for square in door.squares}
    chests = {chest.square for _, chest in draft.chests}
    floor = set(draft.squares("".join(sorted(MARKS - set("#DW")))))
    places = {"door": doors, "chest": chests, "square": floor}
    for line, goal in draft.goals:
        if goal.square is not None and goal.square not in places[goal.kind]:
            draft.note(line, "no-such-goal", f"There is no {goal.kind} on {goal.square}.")
    if draft.victory is None:
        return
    line, victory = draft.victory
    if victory.square is not None and victory.square not in floor:
        draft.note(line, "no-such-goal", f"Nobody can stand on {victory.square}.")
    if victory.kind == "slay" and victory.key not in _drawn_models(draft):
        draft.note(line, "no-such-goal", f"{victory.key} is not on the map.")
    if victory.kind == "bring" and victory.item not in _items_about(draft):
        draft.note(line, "no-such-goal", f"{victory.item} is nowhere to be found.")


def _items_about(draft: _Draft) -> set[str]:
    return {item for _, chest in draft.chests for item in chest.contents} | {
        item for kit in draft.kits.values() for item in kit.items
    }


def _drawn_models(draft: _Draft) -> set[str]:
    return {key for mark, key in MODELS.items() if draft.squares(mark)}


def _zones(draft: _Draft) -> tuple[Zone, ...]:
    """The map cut at its doors, each part with all that is drawn in it."""
    floor = frozenset(draft.squares("".join(sorted(MARKS - set("#DW")))))
    filled = frozenset(draft.squares("tkC"))
    starts = draft.squares("1234")
    if not starts:
        return ()
    doors = tuple(door for _, door in draft.doors)
    cut = cut_zones(floor, filled, doors, starts[0])
    for square in sorted(cut.lost, key=lambda lost: (lost.y, lost.x))[:1]:
        draft.note(draft.line_of(square), "cut-off", f"{square} cannot be reached through any door.")
    for start in starts:
        if cut.zones and start not in cut.zones[0].squares:
            draft.note(draft.line_of(start), "split-start", f"{start} is not in the zone the others start in.")
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


def _furniture(draft: _Draft) -> tuple[Furniture, ...]:
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


def _spawns(draft: _Draft) -> tuple[Spawn, ...]:
    """The models drawn on the map, in reading order, each with its facing (AMB-36)."""
    spawns = []
    for square in draft.squares("".join(MODELS)):
        key = MODELS[draft.mark(square)]
        _check_base(draft, square, PROFILES[key].size)
        if square not in draft.faces:
            draft.note(draft.line_of(square), "no-facing", f"No face: line says how {key} on {square} faces.")
            continue
        spawns.append(Spawn(key, square, draft.faces[square][1]))
    for square, (line, _) in draft.faces.items():
        if draft.mark(square) not in MODELS:
            draft.note(line, "not-drawn", f"No model is drawn on {square}.")
    covered = {under for spawn in spawns for under in base(spawn.at, PROFILES[spawn.key].size)}
    for square in draft.squares("o"):
        if square not in covered:
            draft.note(draft.line_of(square), "bad-base", f"{square} belongs to no base; O is its top left.")
    return tuple(spawns)


def _check_base(draft: _Draft, at: Square, size: int) -> None:
    if any(draft.mark(square) != "o" for square in base(at, size) if square != at):
        draft.note(draft.line_of(at), "bad-base", f"The base at {at} needs o on its other squares.")
