"""Everything a game is at one moment, as frozen data (IMP-05).

Moments are whole milliseconds since the epoch, UTC. Mappings are never changed in place.
What the game uses of the catalogue, of the adventure and of the table rules is copied in
here when it starts. Zones not yet laid wait in `hidden`; nothing outside of it tells of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulebook.codec import Listed
from rulebook.dungeon.board import Board, Zone
from rulebook.dungeon.cards import MOST_WOUNDS, Item, ModelKind, OrderCard, Profile, Spell
from rulebook.dungeon.grid import Facing, Pose, Square, base
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.steps import Step
from rulebook.viewers import DIRECTOR as DIRECTOR

Moment = int
Side = Literal["hero", "overlord"]
Phase = Literal["setup", "heroes", "window", "overlord", "over"]
Status = Literal["waiting", "acted", "expired", "acted-late"]
Why = Literal["turn", "late", "order", "extra", "interrupt", "automatic"]
Stage = Literal["open", "casting", "shots", "fights", "done"]
Until = Literal["round-ends", "own-turn-begins", "turn-ends"]
Stat = Literal["armour", "armour-set", "holds", "fight-dice", "shoot-dice", "magic-dice"]
Strikes = Literal["always", "never", "ask"]
ClockRule = Literal[
    "first", "later", "director", "absent", "taken-over", "untimed", "window", "overlord", "strike", "deployment"
]
VictoryKind = Literal["reach", "bring", "slay"]
GoalKind = Literal["door", "chest", "square", "boss"]
DeckOut = Literal["overlord_wins", "nothing"]


@dataclass(frozen=True, slots=True)
class Lasting:
    """Something that stays on a model for a while; one of the same name replaces it.

    `name` is the key of the spell, item or feat it comes from, `stat` what it changes.
    `round` is the round at whose end an effect of kind `round-ends` ends; `target` the one
    defender it is kept for.
    """

    name: str
    stat: Stat
    amount: int
    source: str
    until: Until
    round: int = 0
    target: str = ""


@dataclass(frozen=True)
class Model:
    """One hero, boss or minion. `at` is the anchor, None once it has left the board.

    `status` is a hero's for this round, an Overlord model's for this Overlord turn;
    `activated` says that it has acted in the open window. `spells` maps a spell to its
    recharge, 0 being ready. `strikes` is the standing instruction for its free strikes;
    `declined` names automatic items it does not use; `expired` is when its turn ran out.
    """

    id: str
    name: str
    side: Side
    player: str
    profile: Profile
    at: Square | None
    facing: Facing
    wounds: int = 0
    wounds_this_round: int = 0
    status: Status = "waiting"
    activated: bool = False
    lasting: tuple[Lasting, ...] = ()
    items: tuple[str, ...] = ()
    spells: Listed[int] = field(default_factory=dict)
    feats_used: tuple[str, ...] = ()
    strikes: Strikes = "always"
    declined: tuple[str, ...] = ()
    character: str = ""
    taken_over: bool = False
    missed: int = 0
    expired: Moment = 0

    @property
    def key(self) -> str:
        return self.profile.key

    @property
    def kind(self) -> ModelKind:
        return self.profile.kind

    @property
    def size(self) -> int:
        return self.profile.size

    @property
    def is_large(self) -> bool:
        """A base of 2x2 squares (DS-LARGE-01)."""
        return self.profile.size > 1

    @property
    def is_hero(self) -> bool:
        return self.profile.kind == "hero"

    @property
    def has_wound_track(self) -> bool:
        """Heroes and bosses take wounds; minions have a table (DS-DMG-02, DS-DMG-03)."""
        return self.profile.kind != "minion"

    @property
    def on_board(self) -> bool:
        return self.at is not None

    @property
    def incapacitated(self) -> bool:
        """A hero or boss that has taken the fifth wound (DS-DMG-06)."""
        return self.has_wound_track and self.wounds >= MOST_WOUNDS

    @property
    def injured(self) -> bool:
        """Every uncovered wound space is red (DS-DMG-05)."""
        return 0 < self.profile.injured_at <= self.wounds

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares of its base; none once it has left the board."""
        return () if self.at is None else base(self.at, self.profile.size)

    @property
    def pose(self) -> Pose:
        """Where it stands; only for a model on the board."""
        assert self.at is not None
        return Pose(self.at, self.facing)

    @property
    def players(self) -> bool:
        """Run by a player, even while the director acts for it."""
        return self.player != DIRECTOR

    def effect(self, name: str) -> Lasting | None:
        """The lasting effect of this name, if it has one."""
        return next((effect for effect in self.lasting if effect.name == name), None)


@dataclass(frozen=True, slots=True)
class Victory:
    """What the heroes must do (DS-WIN-01): end a turn on `square`, bring `item` there, slay `key`."""

    kind: VictoryKind
    square: Square | None = None
    item: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """One step on the heroes' way, in order: what a Quest is about (AMB-82)."""

    kind: GoalKind
    square: Square | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Mission:
    """What an adventure says besides its map (DS-SETUP-01).

    `raisable` limits each type that can be raised, `limits` also those that only spells
    bring (DS-RAISE-06). `deck_size` is the number of order cards set aside.
    """

    key: str
    overlord: str
    victory: Victory
    orders_per_turn: int
    deck_size: int
    opening_hand: int = 3
    raisable: Listed[int] = field(default_factory=dict)
    limits: Listed[int] = field(default_factory=dict)
    goals: tuple[Goal, ...] = ()
    lose_on_hero_incapacitated: bool = True
    deck_out: DeckOut = "overlord_wins"

    @property
    def necromancer(self) -> bool:
        """Whether the Overlord can raise the dead (DS-RAISE-01)."""
        return self.overlord == "necromancer"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock that runs now; `due` is None where nobody's time runs out.

    `since` is the moment up to which outages and pauses are accounted for; `extended` what
    late posts and the director added, in milliseconds.
    """

    opened: Moment
    due: Moment | None
    rule: ClockRule
    since: Moment
    length: int = 0
    extended: int = 0
    extensions: int = 0


@dataclass(frozen=True, slots=True)
class Corrected:
    """What the director sets of a model: whatever is not None."""

    wounds: int | None = None
    square: Square | None = None
    facing: Facing | None = None
    items: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Running:
    """The turn or activation that is open.

    `points` are the movement points left; `may_move` ends with an action or in a front
    arc; `walked` says that it has left its first square. `stage` says what it may still do:
    anything (`open`), further spells, shots or fights, or nothing (`done`). `more` counts
    spells or shots that may follow, `targets` are those a whirl has still to strike.
    `cast` and `used` list spells and items of this turn; `feat` is the one in use.
    """

    unit: str
    why: Why
    points: int
    may_move: bool = True
    walked: bool = False
    turns_only: bool = False
    begun: bool = False
    stage: Stage = "open"
    more: int = 0
    targets: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    feat: str = ""


@dataclass(frozen=True, slots=True)
class OverlordTurn:
    """The Overlord's turn: what is left of orders, extra activations and raises (DS-OVER)."""

    orders: int
    extras: int = 0
    raises: int = 0
    card_played: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """Between two hero turns (DS-INT): `left` activations of an interrupt, None before one."""

    left: int | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """Free strikes that come before something goes on (DS-BREAK-02, DS-FREE, IMP-03).

    `strikers` are still to strike, in order; `path` is what the model walks afterwards, if
    it is there. While a player is asked about the first one, `interrupted` keeps the clock
    that stands still meanwhile.
    """

    unit: str
    strikers: tuple[str, ...]
    path: tuple[Pose, ...] = ()
    points: int = 0
    asked: bool = False
    interrupted: Clock | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A trade that the other hero's player has still to accept (DS-ITEM-06)."""

    giver: str
    other: str
    give: tuple[str, ...]
    take: tuple[str, ...]
    offered: Moment = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """An early turn: the steps to take as soon as the hero may start, one after the other.

    `after` names heroes whose turns of this round it waits for.
    """

    unit: str
    player: str
    steps: tuple[Step, ...]
    after: tuple[str, ...]
    left_at: Moment


@dataclass(frozen=True, slots=True)
class Absence:
    """A declared absence: from `start` up to, not including, `end`."""

    player: str
    start: Moment
    end: Moment


@dataclass(frozen=True, slots=True)
class Pause:
    """Since when, and why, the game stands still."""

    since: Moment
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Invisible:
    """The Invisible Overlord's deck and discards, top card first, by card id (IO-COM-02)."""

    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: the winning side, or None for nobody."""

    winner: Side | None
    reason: str = ""


@dataclass(frozen=True)
class State:
    """A game. `moment` is the last one recorded; `dice_counter` the next die's number.

    `models` are those ever laid, in order; `occupied` maps squares to models on the board
    and follows from them. `numbers` counts the models of each type laid so far. `zones`
    are the laid ones. `passed` keeps the Overlord's word that he passes windows: up to and
    including that round. `first_taken`: a hero turn of this round is over.
    """

    rules: TableRules
    mission: Mission
    overlord: str
    board: Board
    hidden: tuple[Zone, ...]
    zones: tuple[Zone, ...]
    models: Listed[Model]
    profiles: Listed[Profile]
    spells: Listed[Spell]
    items: Listed[Item]
    cards: Listed[OrderCard]
    starts: tuple[Square, ...]
    phase: Phase
    moment: Moment
    fixed_deck: tuple[str, ...] | None = None
    deck: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    numbers: Listed[int] = field(default_factory=dict)
    round: int = 0
    clock: Clock | None = None
    running: Running | None = None
    window: Window | None = None
    turn: OverlordTurn | None = None
    pending: Pending | None = None
    offer: Offer | None = None
    first_taken: bool = False
    passed: int = 0
    plans: Listed[Plan] = field(default_factory=dict)
    absences: tuple[Absence, ...] = ()
    paused: Pause | None = None
    credited_until: Moment = 0
    invisible: Invisible | None = None
    outcome: Outcome | None = None
    dice_counter: int = 0
    occupied: Mapping[Square, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def automatic(self) -> bool:
        """Whether the Invisible Overlord plays."""
        return self.rules.io_variant != "none"

    def model(self, model_id: str) -> Model:
        """The model of this id; `KeyError` if there is none."""
        return self.models[model_id]

    def side_models(self, side: Side) -> tuple[Model, ...]:
        """The models of a side that are on the board, in order."""
        return tuple(model for model in self.models.values() if model.side == side and model.at is not None)

    @property
    def heroes(self) -> tuple[Model, ...]:
        """The heroes on the board, in order."""
        return self.side_models("hero")

    def enemies_of(self, model: Model) -> tuple[Model, ...]:
        """The models of the other side that are on the board."""
        return self.side_models("overlord" if model.side == "hero" else "hero")


def occupied_by(models: Mapping[str, Model]) -> dict[Square, str]:
    """Which squares are taken, and by whom."""
    return {square: model.id for model in models.values() for square in model.squares}


ALWAYS = 1_000_000
"""The round up to which windows are passed by an Overlord who passes them all."""
