"""What a game begins with: the set-up, and the first state made from it.

A set-up is frozen and goes to JSON and back; kept beside the events, it lets the game be
replayed from the first moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulebook.change import change
from rulebook.dungeon.adventure import Adventure, Kit
from rulebook.dungeon.board import Board, laid
from rulebook.dungeon.cards import Profile
from rulebook.dungeon.catalogue import ITEMS, ORDER_CARDS, PROFILES, SPELLS
from rulebook.dungeon.clocks import deployment_clock
from rulebook.dungeon.deployment import unplaced
from rulebook.dungeon.grid import FACINGS, Facing, Square
from rulebook.dungeon.invisible.cards import CARDS as IO_CARDS
from rulebook.dungeon.opponent import OPPONENTS
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.spawning import spawned
from rulebook.dungeon.state import DIRECTOR, Clock, Invisible, Model, Moment, State, Strikes, occupied_by
from rulebook.errors import Unreadable


@dataclass(frozen=True, slots=True)
class HeroEntry:
    """A hero of the party: which card, whose, and where it starts if that is settled.

    `character` names a sheet outside; `kit` replaces what the adventure gives.
    """

    key: str
    player: str
    name: str = ""
    at: Square | None = None
    facing: Facing = "N"
    character: str = ""
    kit: Kit | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A game before its first moment.

    `overlord` is the player id of who plays the Overlord; with `io_variant` set, of who
    answers for the Invisible one. `deck` fixes the order cards, top first, which are
    shuffled otherwise; `invisible_deck` likewise the Invisible Overlord's, by card id.
    """

    adventure: Adventure
    heroes: tuple[HeroEntry, ...]
    opened: Moment
    overlord: str = DIRECTOR
    rules: TableRules = TableRules()
    deck: tuple[str, ...] | None = None
    invisible_deck: tuple[str, ...] | None = None


def new_state(setup: Setup) -> State:
    """The first state of a game: the start zone laid, the heroes to be placed.

    Where every hero has its place, that is due at once: the first action at or after
    `opened` (a `DeadlinePassed` will do) begins the first round. Raises `bad-setup` with
    a sentence for whatever could not be played.
    """
    _check(setup)
    start, *hidden = setup.adventure.zones
    board = laid(Board(frozenset()), start)
    minions = spawned(PROFILES, {}, start, setup.overlord, _strikes(setup, setup.overlord))
    heroes = tuple(_hero(setup, entry) for entry in setup.heroes)
    models: Mapping[str, Model] = {model.id: model for model in heroes + minions}
    state = State(
        rules=setup.rules,
        mission=setup.adventure.mission,
        overlord=setup.overlord,
        board=board,
        hidden=tuple(hidden),
        zones=(start,),
        models=models,
        profiles=_profiles(setup),
        spells=dict(SPELLS),
        items=dict(ITEMS),
        cards=dict(ORDER_CARDS),
        starts=setup.adventure.starts,
        phase="setup",
        moment=setup.opened,
        fixed_deck=setup.deck,
        invisible=None if setup.invisible_deck is None else Invisible(setup.invisible_deck),
        numbers=dict(Counter(model.key for model in minions)),
        occupied=occupied_by(models),
    )
    timing = deployment_clock(state, setup.opened)
    due = timing.due if unplaced(state) else setup.opened
    return change(state, clock=Clock(setup.opened, due, "deployment", setup.opened, timing.length))


def _strikes(setup: Setup, player: str) -> Strikes:
    automatic = setup.rules.io_variant != "none" and player == setup.overlord
    return "always" if automatic else setup.rules.free_strikes


def _hero(setup: Setup, entry: HeroEntry) -> Model:
    kit = entry.kit or setup.adventure.kits.get(entry.key, Kit())
    return Model(
        id=entry.key,
        name=entry.name,
        side="hero",
        player=entry.player,
        profile=PROFILES[entry.key],
        at=entry.at,
        facing=entry.facing,
        items=kit.items,
        spells=dict.fromkeys(kit.spells, 0),
        strikes=setup.rules.free_strikes,
        character=entry.character,
    )


def _profiles(setup: Setup) -> dict[str, Profile]:
    """The cards of everything that can come on the board in this adventure."""
    mission = setup.adventure.mission
    names = dict.fromkeys(spawn.key for zone in setup.adventure.zones for spawn in zone.spawns)
    names.update(dict.fromkeys([*mission.raisable, *mission.limits]))
    names.update(dict.fromkeys(SPELLS[spell].minion for key in tuple(names) for spell in PROFILES[key].spells))
    return {key: PROFILES[key] for key in names if key}


def _check(setup: Setup) -> None:
    rules, adventure = setup.rules, setup.adventure
    if rules.io_variant != "none" and rules.io_variant not in OPPONENTS:
        raise _bad(f"There is no Invisible Overlord {rules.io_variant!r}.")
    if not adventure.zones or not 1 <= len(setup.heroes) <= len(adventure.starts):
        raise _bad(f"{len(setup.heroes)} heroes cannot start here.")
    twice = [key for key, count in Counter(entry.key for entry in setup.heroes).items() if count > 1]
    if twice:
        raise _bad(f"{twice[0]} can be in the party only once.")
    for entry in setup.heroes:
        _check_hero(setup, entry)
    strange = [card for card in setup.deck or () if card not in ORDER_CARDS]
    if strange:
        raise _bad(f"There is no order card {strange[0]!r}.")
    unknown = [card for card in setup.invisible_deck or () if card not in IO_CARDS]
    if unknown or setup.invisible_deck == ():
        raise _bad(f"There is no card {unknown[0]!r}." if unknown else "The Invisible Overlord has no card.")


def _check_hero(setup: Setup, entry: HeroEntry) -> None:
    profile = PROFILES.get(entry.key)
    if profile is None or profile.kind != "hero":
        raise _bad(f"There is no hero {entry.key!r}.")
    if not entry.player or entry.facing not in FACINGS:
        raise _bad(f"{entry.key} needs a player and a facing.")
    taken = [other.at for other in setup.heroes if other.at is not None]
    if entry.at is not None and (entry.at not in setup.adventure.starts or taken.count(entry.at) > 1):
        raise _bad(f"{entry.key} cannot start on {entry.at}.")
    kit = entry.kit
    if kit is not None and not (set(kit.items) <= set(ITEMS) and set(kit.spells) <= set(SPELLS)):
        raise _bad(f"{entry.key} has an item or spell that does not exist.")


def _bad(message: str) -> Unreadable:
    return Unreadable("bad-setup", message)


def with_heroes_placed(setup: Setup, facing: Facing = "E") -> Setup:
    """The set-up with every hero on a start square, in order: nothing is left to be placed."""
    placed = zip(setup.heroes, setup.adventure.starts, strict=False)
    return replace(setup, heroes=tuple(replace(entry, at=at, facing=facing) for entry, at in placed))
