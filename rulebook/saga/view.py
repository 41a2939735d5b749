"""What a viewer may see of a battle, as plain values: the one place that takes things out.

Page, API, mail, picture and export show a battle through `view` and its log through
`visible_events`; nothing else turns a state into something for people. Two states that
differ only in what is hidden from a viewer give that viewer equal views, byte for byte.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypedDict

from rulebook.codec import dump
from rulebook.saga.board import Board, Zone, cell_name
from rulebook.saga.codec import alternatives_to_json
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.deployment import awaited
from rulebook.saga.hooks import counted_armor, counted_exertion
from rulebook.saga.knowledge import Viewer, known_to, knows_plan, knows_unit, sides_of
from rulebook.saga.state import EntryWords, Hazard, Lasting, Moment, Place, Running, Side, State, Unit
from rulebook.saga.waits import Wait, standing, waits


class Gauge(TypedDict):
    """A number that can run down, with its maximum."""

    current: int
    maximum: int


class ZoneView(TypedDict):
    """A deployment zone; zones are shown in turn 0 only (DEPL-3)."""

    side: str
    letter: str
    color: str
    cells: list[str]


class BoardView(TypedDict):
    """The ground; cells by their names."""

    width: int
    height: int
    blocked: list[str]
    zones: list[ZoneView]


class SideView(TypedDict):
    """A side. `veiled` counts the units that stay unknown to the viewer in turn 0, and
    `veiled_races` how many of each race, where the director shows them."""

    id: str
    name: str
    horn: int | None
    victory: str
    victory_object: str
    veiled: int
    veiled_races: dict[str, int]


class EffectView(TypedDict):
    """Something lasting on a unit."""

    name: str
    amount: int
    source: str
    until: str


class UnitView(TypedDict):
    """A unit the viewer knows of. `at` and `cells` are empty while it is off the board.

    `armor_counted` and `exertion_counted` hold what counts now, bonuses included;
    `penalty` is what missed deadlines take from its next initiative.
    """

    id: str
    name: str
    side: str
    player: str
    character: str
    rank: str | None
    class_key: str
    race: str
    level: int
    at: str | None
    size: str
    cells: list[str]
    strength: Gauge
    armor: Gauge
    willpower: Gauge
    hero_points: Gauge
    armor_counted: int
    exertion: int
    exertion_counted: int
    reaction: int
    break_: int
    move: int
    range: list[int]
    evasion: int
    deflection: int
    wounds: int
    abilities: dict[str, int]
    passives: list[str]
    effects: list[EffectView]
    leader: bool
    boss: bool
    hidden: bool
    obstacle: bool
    defeated: bool
    taken_over: bool
    missed: int
    penalty: int


class PlaceView(TypedDict):
    """A row of the ladder. `standing` is one of the five states of `waits.standing`, told
    as far as the viewer may know; `plan` is set for early turns the viewer may see."""

    unit: str
    total: int
    status: str
    can_act_late: bool
    plan: bool
    standing: str


class RunningView(TypedDict):
    """The open turn. `due` is empty where no clock runs or the battle is paused."""

    unit: str
    opened: int
    due: int | None
    rule: str
    length: int
    extended: int
    extensions: int
    plan_failed: bool


class WaitView(TypedDict):
    """Something that is waited for."""

    who: str
    kind: str
    unit: str
    opened: int
    due: int | None
    rule: str


class PlanView(TypedDict):
    """An early turn, for its author and the director."""

    unit: str
    player: str
    left_at: int
    alternatives: list[dict[str, Any]]


class OrdersView(TypedDict):
    """The standing orders that hold, for their author and the director: the unit's own, or those of the sheet."""

    unit: str
    player: str
    given_at: int
    from_sheet: bool
    orders: list[dict[str, Any]]


class HazardView(TypedDict):
    """Something that waits on a cell, as far as the viewer knows of it."""

    name: str
    cell: str
    source: str
    side: str
    strength: int
    armor: int
    hidden: bool
    stops: bool


class BattleView(TypedDict):
    """A battle as one viewer may see it. Moments are milliseconds since the epoch, UTC.

    `waits` are the viewer's own, or all of them for the director. `awaited` names the
    players of the viewer's side who still have units to place. `words` holds what the campaign
    calls its own classes, abilities and passives that the viewer knows of, by key.
    """

    viewer: str
    sides_of_viewer: list[str]
    phase: str
    round: int
    board: BoardView
    sides: list[SideView]
    units: list[UnitView]
    places: list[PlaceView]
    running: RunningView | None
    deployment_due: int | None
    awaited: list[str]
    waits: list[WaitView]
    plans: list[PlanView]
    orders: list[OrdersView]
    hazards: list[HazardView]
    fallen: list[dict[str, Any]]
    absences: list[dict[str, Any]]
    paused: dict[str, Any] | None
    over: bool
    winner: str | None
    end_reason: str
    undecided: bool
    friendly: bool
    fates: list[dict[str, Any]]
    renown: list[dict[str, Any]]
    words: dict[str, dict[str, Any]]


def view(state: State, viewer: Viewer, at: Moment | None = None) -> BattleView:
    """The battle as this viewer may see it (DEPL-1, DEPL-3, DEPL-6, EARLY-1, BOSS-1).

    `at` is the moment at which absences are looked at, by default that of the open turn's
    opening: the state's last moment would tell of acts that are hidden from the viewer.
    """
    known = known_to(state, viewer)
    now = at if at is not None else _public_moment(state)
    sides = sides_of(state, viewer)
    return BattleView(
        viewer=viewer.id,
        sides_of_viewer=sorted(sides),
        phase=state.phase,
        round=state.round,
        board=_board(state.board, zones=state.phase == "deployment"),
        sides=[_side(state, side, viewer) for side in state.sides],
        units=[_unit(known, unit) for unit in known.units.values()],
        places=[_place(known, place, now) for place in known.places],
        running=_running(state, state.running, viewer) if state.running else None,
        deployment_due=_deployment_due(state),
        awaited=_awaited(state, sides, viewer),
        waits=[_wait(wait) for wait in waits(state) if viewer.id in (wait.who, "director")],
        plans=_plans(state, viewer),
        orders=_orders(state, viewer),
        hazards=[_hazard(hazard) for hazard in known.hazards],
        fallen=[{"unit": fall.unit, "by": fall.by, "boss": fall.boss, "round": fall.round} for fall in state.fallen],
        absences=[{"player": away.player, "start": away.start, "end": away.end} for away in state.absences],
        paused={"since": state.paused.since, "reason": state.paused.reason} if state.paused else None,
        over=state.phase == "over",
        winner=state.outcome.winner if state.outcome else None,
        end_reason=state.outcome.reason if state.outcome else "",
        undecided=state.undecided,
        friendly=state.friendly,
        fates=[dump(type(fate), fate) for fate in state.fates],
        renown=[{"unit": share.unit, "renown": share.renown} for share in state.renown],
        words={key: dump(EntryWords, words) for key, words in sorted(known.words.items())},
    )


def _board(board: Board, zones: bool) -> BoardView:
    return BoardView(
        width=board.width,
        height=board.height,
        blocked=[cell_name(cell) for cell in sorted(board.blocked)],
        zones=[_zone(zone) for zone in board.zones] if zones else [],
    )


def _zone(zone: Zone) -> ZoneView:
    return ZoneView(
        side=zone.side,
        letter=zone.letter,
        color=zone.color,
        cells=[cell_name(cell) for cell in sorted(zone.cells)],
    )


def _side(state: State, side: Side, viewer: Viewer) -> SideView:
    own = sides_of(state, viewer)
    veiled = [
        unit
        for unit in state.units.values()
        if unit.side == side.id and not unit.hidden and not knows_unit(state, unit, own, viewer)
    ]
    shown = state.deployment is not None and state.deployment.show_races
    races = Counter(unit.race for unit in veiled) if shown else Counter[str]()
    return SideView(
        id=side.id,
        name=side.name,
        horn=side.horn,
        victory=side.victory.kind,
        victory_object=side.victory.object,
        veiled=len(veiled),
        veiled_races=dict(sorted(races.items())),
    )


def _unit(known: State, unit: Unit) -> UnitView:
    return UnitView(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        player=unit.player,
        character=unit.character,
        rank=unit.rank,
        class_key=unit.class_key,
        race=unit.race,
        level=unit.level,
        at=None if unit.at is None else cell_name(unit.at),
        size=str(unit.size),
        cells=[cell_name(cell) for cell in unit.cells],
        strength=Gauge(current=unit.strength, maximum=unit.max_strength),
        armor=Gauge(current=unit.armor, maximum=unit.max_armor),
        willpower=Gauge(current=unit.willpower, maximum=unit.max_willpower),
        hero_points=Gauge(current=unit.hero_points, maximum=unit.max_hero_points),
        armor_counted=counted_armor(known, unit),
        exertion=unit.exertion,
        exertion_counted=counted_exertion(unit),
        reaction=unit.reaction,
        break_=unit.break_,
        move=unit.move,
        range=list(unit.reach),
        evasion=unit.evasion,
        deflection=unit.deflection,
        wounds=unit.open_wounds,
        abilities=dict(unit.abilities),
        passives=list(unit.passives),
        effects=[_effect(effect) for effect in unit.lasting],
        leader=unit.leader,
        boss=unit.boss,
        hidden=unit.hidden,
        obstacle=unit.obstacle,
        defeated=unit.defeated,
        taken_over=unit.taken_over,
        missed=unit.missed,
        penalty=penalty_of(known, unit),
    )


def _effect(effect: Lasting) -> EffectView:
    return EffectView(name=effect.name, amount=effect.amount, source=effect.source, until=effect.until)


def _public_moment(state: State) -> Moment:
    return state.running.opened if state.running is not None else 0


def _place(known: State, place: Place, now: Moment) -> PlaceView:
    unit = known.units[place.unit]
    return PlaceView(
        unit=place.unit,
        total=place.total,
        status=place.status,
        can_act_late=place.status == "expired" and unit.standing and known.phase == "running",
        plan=place.unit in known.plans,
        standing=standing(known, place.unit, now),
    )


def _running(state: State, running: Running, viewer: Viewer) -> RunningView:
    owner = viewer.is_director or state.units[running.unit].player == viewer.id
    return RunningView(
        unit=running.unit,
        opened=running.opened,
        due=None if state.paused else running.due,
        rule=running.rule,
        length=running.length,
        extended=running.extended,
        extensions=running.extensions,
        plan_failed=running.plan_failed and owner,
    )


def _deployment_due(state: State) -> int | None:
    if state.deployment is None or state.paused is not None:
        return None
    return state.deployment.due


def _awaited(state: State, sides: frozenset[str], viewer: Viewer) -> list[str]:
    return sorted(
        player
        for player, units in awaited(state).items()
        if viewer.is_director or any(unit.side in sides for unit in units)
    )


def _wait(wait: Wait) -> WaitView:
    return WaitView(
        who=wait.who,
        kind=wait.kind,
        unit=wait.unit,
        opened=wait.opened,
        due=wait.due,
        rule=wait.rule,
    )


def _plans(state: State, viewer: Viewer) -> list[PlanView]:
    return [
        PlanView(
            unit=plan.unit,
            player=plan.player,
            left_at=plan.left_at,
            alternatives=alternatives_to_json(plan.alternatives),
        )
        for plan in sorted(state.plans.values(), key=lambda plan: plan.unit)
        if knows_plan(plan, viewer)
    ]


def _orders(state: State, viewer: Viewer) -> list[OrdersView]:
    return [
        OrdersView(
            unit=given.unit,
            player=given.player,
            given_at=given.given_at,
            from_sheet=given.unit not in state.orders,
            orders=[{"deed": one.deed, "when": one.when, "least": one.least} for one in given.orders],
        )
        for given in sorted({**state.sheet_orders, **state.orders}.values(), key=lambda given: given.unit)
        if knows_plan(given, viewer)
    ]


def _hazard(hazard: Hazard) -> HazardView:
    return HazardView(
        name=hazard.name,
        cell=cell_name(hazard.cell),
        source=hazard.source,
        side=hazard.side,
        strength=hazard.strength,
        armor=hazard.armor,
        hidden=hazard.hidden,
        stops=hazard.stops,
    )
