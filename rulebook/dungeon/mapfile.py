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

from collections.abc import Callable, Iterable
from dataclasses import replace

from rulebook.dungeon.adventure import Adventure, Kit
from rulebook.dungeon.board import Chest, Closure, Door, Lock, Ward, closed_id
from rulebook.dungeon.catalogue import HEROES, ITEMS, PROFILES, SPELLS
from rulebook.dungeon.grid import FACINGS, Square, parse_square
from rulebook.dungeon.mapbuild import build
from rulebook.dungeon.mapdraft import (
    CHOICES,
    KEY,
    LARGEST_SIDE,
    MARKS,
    MOST_LINES,
    NEEDED,
    NUMBERS,
    PLACES,
    Draft,
    Fault,
    Problem,
)
from rulebook.dungeon.state import Goal, Victory
from rulebook.errors import Refused, Unreadable


def parse_adventure(text: str) -> Adventure:
    """The adventure a file describes.

    Raises `Unreadable` with code `bad-adventure`; its data hold `problems`, a list of
    {line, code, message, data}, lines counted from 1.
    """
    draft = read_draft(text)
    adventure = None if draft.problems else build(draft)
    if adventure is None or draft.problems:
        raise _refusal(draft.problems)
    return adventure


def read_draft(text: str) -> Draft:
    """What can be read of a file, with all that is wrong with its lines; nothing is raised."""
    draft = Draft()
    _read(draft, text)
    return draft


def _refusal(problems: list[Problem]) -> Unreadable:
    told = sorted(set(problems))
    sentences = "; ".join(f"line {p.line}: {p.message}" if p.line else p.message for p in told)
    return Unreadable("bad-adventure", sentences, {"problems": [{**p._asdict(), "data": dict(p.data)} for p in told]})


# Reading lines


def _read(draft: Draft, text: str) -> None:
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        draft.note(0, "too-long", f"{len(lines)} lines are more than {MOST_LINES}.", lines=len(lines), most=MOST_LINES)
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


def _read_row(draft: Draft, number: int, line: str) -> None:
    row = line.strip()
    draft.rows.append(row)
    for mark in sorted(set(row) - MARKS):
        draft.note(number, "unknown-mark", f"{mark!r} is no mark of a map.", mark=mark)


def _check_rows(draft: Draft) -> None:
    if not draft.rows:
        draft.note(0, "no-map", "There is no map; it follows a line with map: alone.")
        return
    width = len(draft.rows[0])
    for y, row in enumerate(draft.rows):
        if len(row) != width:
            message = f"This row has {len(row)} squares, the first has {width}."
            draft.note(draft.first_row + y, "uneven-map", message, squares=len(row), width=width)
    if width > LARGEST_SIDE or len(draft.rows) > LARGEST_SIDE:
        message = f"A map has at most {LARGEST_SIDE} squares a side."
        draft.note(draft.first_row, "map-too-large", message, most=LARGEST_SIDE)


def _read_entry(draft: Draft, number: int, line: str) -> None:
    key, colon, rest = line.partition(":")
    key, rest = key.strip(), rest.strip()
    reader = _READERS.get(key)
    if not colon or reader is None:
        draft.note(number, "unknown-key", f"{key!r} is no key of an adventure.", word=key)
        return
    try:
        reader(draft, number, key, rest)
    except (Fault, Refused) as fault:
        draft.note(number, fault.code, fault.message, **fault.data)


def _number(written: str, least: int, most: int) -> int:
    if not written.isdecimal() or not least <= int(written) <= most:
        raise Fault(
            "bad-number",
            f"{written!r} is no whole number from {least} to {most}.",
            word=written,
            least=least,
            most=most,
        )
    return int(written)


def _known(written: str, known: Iterable[str], what: str) -> str:
    if written not in known:
        raise Fault(f"unknown-{what}", f"There is no {what} {written!r}.", word=written)
    return written


def _words(rest: str, least: int) -> list[str]:
    words = rest.split()
    if len(words) < least:
        raise Fault("too-little", f"{rest!r} says too little.", word=rest)
    return words


def _word(draft: Draft, number: int, key: str, rest: str) -> None:
    if key in draft.words:
        line = draft.words[key][0]
        raise Fault("said-twice", f"{key} was said in line {line} already.", word=key)
    if not rest:
        raise Fault("too-little", f"{key} says nothing.", word=key)
    if key in NUMBERS:
        _number(rest, *NUMBERS[key])
    if key in CHOICES and rest not in CHOICES[key]:
        choices = ", ".join(CHOICES[key])
        raise Fault("bad-choice", f"{key} is one of {choices}, not {rest!r}.", word=rest, choices=choices)
    if key == "adventure" and not KEY.fullmatch(rest):
        raise Fault("bad-name", f"{rest!r} is no key: small letters, digits, - and _, at most 60.", word=rest)
    draft.words[key] = (number, rest)


def _limit(draft: Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    profile = PROFILES[_known(words[0], PROFILES, "model")]
    count = _number(words[1], 0, 50)
    if key == "raise":
        if not profile.raisable:
            raise Fault("not-raisable", f"{profile.key} cannot be raised.", word=profile.key)
        draft.raisable[profile.key] = count
    else:
        draft.limits[profile.key] = count


def _hero(draft: Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 3)
    hero = PROFILES[_known(words[0], [profile.key for profile in HEROES], "hero")]
    kit = draft.kits.get(hero.key, Kit())
    if words[1] == "items":
        draft.kits[hero.key] = replace(kit, items=kit.items + tuple(_item_for(hero.key, word) for word in words[2:]))
    elif words[1] == "spells":
        if not hero.spellcaster:
            raise Fault("no-spellcaster", f"{hero.key} casts no spells.", word=hero.key)
        spells = tuple(_known(word, SPELLS, "spell") for word in words[2:])
        draft.kits[hero.key] = replace(kit, spells=tuple(dict.fromkeys(kit.spells + spells)))
    else:
        raise Fault("unknown-key", f"A hero has items or spells, not {words[1]!r}.", word=words[1])


def _item_for(hero: str, word: str) -> str:
    item = ITEMS[_known(word, ITEMS, "item")]
    if item.wearers and hero not in item.wearers:
        raise Fault("wrong-hero", f"{hero} cannot start with {word}.", word=word, hero=hero)
    return item.key


def _closure(words: list[str]) -> tuple[Closure, list[str]]:
    """`lock 2 2` or `ward 2`, and the words after it."""
    if words and words[0] == "lock" and len(words) > 2:
        return Lock(_number(words[1], 1, 12), _number(words[2], 1, 5)), words[3:]
    if words and words[0] == "ward" and len(words) > 1:
        return Ward(_number(words[1], 1, 20)), words[2:]
    raise Fault("no-closure", "A closure is lock DICE ARMOUR or ward POWER.")


def _squares(words: list[str]) -> tuple[tuple[Square, ...], list[str]]:
    """The squares that a line begins with, and the words after them."""
    count = 0
    while count < len(words) and "," in words[count]:
        count += 1
    if not count:
        raise Fault("bad-square", "A square such as 7,3 is missing.")
    return tuple(parse_square(word) for word in words[:count]), words[count:]


def _apart(first: Square, second: Square) -> int:
    return abs(first.x - second.x) + abs(first.y - second.y)


def _door(draft: Draft, number: int, key: str, rest: str) -> None:
    squares, words = _squares(rest.split())
    closure, words = _closure(words)
    if len(squares) > 2 or words or any(_apart(squares[0], other) > 1 for other in squares):
        raise Fault("bad-door", "A door is one square, or two side by side, and a closure.")
    draft.doors.append((number, Door(closed_id("door", squares[0]), squares, closure)))


def _chest(draft: Draft, number: int, key: str, rest: str) -> None:
    squares, words = _squares(rest.split())
    closure, words = _closure(words)
    if len(squares) != 1 or (words and words[0] != "holds"):
        raise Fault("bad-chest", "A chest is one square, a closure and what it holds.")
    contents = tuple(_known(word, ITEMS, "item") for word in words[1:])
    draft.chests.append((number, Chest(closed_id("chest", squares[0]), squares[0], closure, contents)))


def _piece(draft: Draft, number: int, key: str, rest: str) -> None:
    squares, words = _squares(rest.split())
    if words or len(squares) < 2:
        raise Fault("bad-piece", "A piece joins two squares or more.")
    draft.pieces.append((number, squares))


def _face(draft: Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    facing = next((known for known in FACINGS if known == words[1]), None)
    if facing is None or len(words) > 2:
        raise Fault("bad-facing", f"{words[1]!r} is no facing; N, E, S and W are.", word=words[1])
    draft.faces[parse_square(words[0])] = (number, facing)


def _goal(draft: Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    if words[0] == "boss":
        draft.goals.append((number, Goal("boss", key=_known(words[1], PROFILES, "model"))))
        return
    kind = next((place for place in PLACES if place == words[0]), None)
    if kind is None:
        raise Fault("unknown-key", f"A goal is a door, chest, square or boss, not {words[0]!r}.", word=words[0])
    draft.goals.append((number, Goal(kind, parse_square(words[1]))))


def _win(draft: Draft, number: int, key: str, rest: str) -> None:
    words = _words(rest, 2)
    if words[0] == "reach":
        victory = Victory("reach", parse_square(words[1]))
    elif words[0] == "bring" and len(words) == 3:
        victory = Victory("bring", parse_square(words[2]), item=_known(words[1], ITEMS, "item"))
    elif words[0] == "slay":
        victory = Victory("slay", key=_known(words[1], PROFILES, "model"))
    else:
        raise Fault("bad-victory", f"The heroes win by reach, bring or slay, not {rest!r}.", word=rest)
    draft.victory = (number, victory)


_Reader = Callable[[Draft, int, str, str], None]
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
