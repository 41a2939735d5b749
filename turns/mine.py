"""My turns in groups: what waits for the reader, what may be prepared, what the director owes, who is waited for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import player_id
from campaign.models import Membership
from campaign.selectors import DIRECTING
from turns.band import penalty_words
from turns.errands import Errand, errands_of
from turns.models import Turn
from turns.selectors import TurnLine, turn_lines
from turns.services import IDLE

BEFORE_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One line: whose turn, in which battle, until when, what follows, and where to go."""

    battle: Battle
    unit: str
    round: int
    url: str
    action: str
    due: datetime | None = None
    consequence: str = ""
    note: str = ""
    late: bool = False
    draft_at: datetime | None = None


@dataclass
class Groups:
    """The page's groups, each the soonest first."""

    yours: list[Row] = field(default_factory=list)
    ahead: list[Row] = field(default_factory=list)
    director: list[Row] = field(default_factory=list)
    others: list[Row] = field(default_factory=list)
    paused: list[Row] = field(default_factory=list)
    errands: list[Errand] = field(default_factory=list)
    owed: list[Errand] = field(default_factory=list)

    @property
    def waiting(self) -> int:
        """How many lines wait for the reader, as the navigation counts them too."""
        return self.mine + self.due_as_director

    @property
    def mine(self) -> int:
        """How many of them wait for the reader as a player."""
        return len(self.yours) + len(self.errands)

    @property
    def due_as_director(self) -> int:
        """How many of them wait for the reader as a director."""
        return len(self.director) + len(self.owed)

    @property
    def next_due(self) -> datetime | None:
        """The reader's next deadline."""
        own = [row.due for row in self.yours if row.due and not row.late]
        return min([*own, *(errand.due for errand in self.errands if errand.due)], default=None)


def groups_for(user: User) -> Groups:
    """Everything of the reader's in running battles; a fixed number of queries."""
    groups = Groups()
    for errand in errands_of(user):
        (groups.owed if errand.directing else groups.errands).append(errand)
    for line in turn_lines(user):
        target = groups.director if line.turn.player_id is None else groups.yours
        target.append(_waiting(line))
    waiting = {(row.battle.pk, row.unit) for row in groups.yours}
    for battle, directs in _battles_of(user):
        player = player_id(user)
        if _may_resume(battle, player, directs):
            groups.paused.append(_to_resume(battle))
        _sort_in(groups, battle, player, waiting)
        if (battle.state or {}).get("paused"):
            groups.yours = [_resting(row) if row.battle.pk == battle.pk else row for row in groups.yours]
    for rows in (groups.ahead, groups.others):
        rows.sort(key=lambda row: (row.due is None, row.due.timestamp() if row.due else 0))
    return groups


def _battles_of(user: User) -> Iterator[tuple[Battle, bool]]:
    """Running battles of the campaigns the user belongs to, and whether they direct them; whether they have a unit
    there is in the state."""
    roles = dict(Membership.objects.filter(user=user, left_at__isnull=True).values_list("campaign_id", "role"))
    rows = Battle.objects.filter(status=Battle.Status.RUNNING, campaign__in=roles).filter(Q(state__isnull=False))
    rows = rows.select_related("campaign").only(
        "name", "code", "state", "campaign__slug", "campaign__name", "campaign__language", "status"
    )
    for battle in rows:
        yield battle, roles[battle.campaign_id] in DIRECTING


def _may_resume(battle: Battle, player: str, directs: bool) -> bool:
    """Has the battle paused itself, and does the reader play in it or direct it?"""
    state: Mapping[str, Any] = battle.state or {}
    itself = (state.get("paused") or {}).get("reason") == IDLE
    return itself and (directs or any(unit["player"] == player for unit in state["units"].values()))


def _to_resume(battle: Battle) -> Row:
    return Row(
        battle=battle,
        unit="",
        round=(battle.state or {}).get("round", 0),
        url=f"{battle.get_absolute_url()}resume/",
        action=_("Resume"),
        note=_("The battle has paused itself: nobody posted for some rounds."),
    )


def _resting(row: Row) -> Row:
    """The reader's turn in a battle that is paused: nobody can play it now."""
    return replace(row, action=_("Look at the battle"), note=_("The battle is paused."))


def _waiting(line: TurnLine) -> Row:
    turn = line.turn
    late = turn.kind == Turn.Kind.LATE
    return Row(
        battle=turn.battle,
        unit=turn.unit_name or (_("deployment") if turn.kind == Turn.Kind.DEPLOY else _("the battle")),
        round=turn.round,
        url=f"{line.url}?unit={turn.unit}" if turn.unit else line.url,
        action=_action(turn, line),
        due=turn.due_at,
        consequence=_consequence(line) if turn.due_at else "",
        note=_note(line),
        late=late,
        draft_at=line.draft_saved_at,
    )


def _action(turn: Turn, line: TurnLine) -> str:
    if turn.kind == Turn.Kind.DEPLOY:
        return _("Place units")
    if turn.kind == Turn.Kind.PLAN:
        return _("Look at the early turn")
    if turn.kind == Turn.Kind.DECIDE:
        return _("Decide")
    if turn.kind == Turn.Kind.LATE:
        return _("Act late")
    return _("Continue the turn") if line.draft_saved_at else _("Take the turn")


def _consequence(line: TurnLine) -> str:
    return {
        "placed-at-random": _("after: a die places them"),
        "unit-misses": penalty_words(line.turn.penalty),
    }.get(line.consequence, "")


def _note(line: TurnLine) -> str:
    return {
        "window-closes": _("Missed; the penalty has fallen. It may still act until the round ends."),
        "clock-stands": _("The clock stands until you have acted."),
        "nothing": _("No deadline runs."),
    }.get(line.consequence, "")


def _sort_in(groups: Groups, battle: Battle, player: str, waiting: set[tuple[int, str]]) -> None:
    """Put a battle's units that may be planned ahead, and the battle itself where others are waited for."""
    state: Mapping[str, Any] = battle.state or {}
    units = state["units"]
    own = [unit for unit in units.values() if unit["player"] == player and not unit.get("defeated")]
    if not own or state["phase"] == "over":
        return
    running = state.get("running")
    due = to_datetime(running["due"]) if running and running.get("due") and not state.get("paused") else None
    order = [place["unit"] for place in state.get("places", []) if place.get("status", "waiting") == "waiting"]
    names = {unit["id"]: unit["name"] for unit in own}
    planned = [unit for unit in order if unit in names and not units[unit].get("taken_over")]
    for unit in planned:
        groups.ahead.append(_ahead(battle, state, unit, names[unit], order, due))
    resumed = any(row.battle.pk == battle.pk for row in groups.paused)
    if (
        not planned
        and not resumed
        and not any((battle.pk, name) in waiting for name in names.values())
        and not _owes(groups, battle)
    ):
        now = units.get(running["unit"]) if running else None
        groups.others.append(
            Row(
                battle=battle,
                unit=now["name"] if now and not now.get("hidden") else "",
                round=state.get("round", 0),
                url=battle.get_absolute_url(),
                action=_("Read"),
                due=due,
                note=_("The battle is paused.") if state.get("paused") else "",
            )
        )


def _owes(groups: Groups, battle: Battle) -> bool:
    return any(row.battle.pk == battle.pk for row in groups.yours)


def _ahead(
    battle: Battle, state: Mapping[str, Any], unit: str, name: str, order: list[str], due: datetime | None
) -> Row:
    running = state.get("running")
    first = [running["unit"]] if running else []
    before = [
        state["units"][other]["name"] for other in [*first, *order[: order.index(unit)]] if other in state["units"]
    ]
    listed = ", ".join(before[:BEFORE_SHOWN])
    has_plan = unit in state.get("plans", {})
    return Row(
        battle=battle,
        unit=name,
        round=state.get("round", 0),
        url=f"{battle.get_absolute_url()}plan/{unit}/",
        action=_("Change the early turn") if has_plan else _("Prepare an early turn"),
        note=_("Early turn waiting.")
        if has_plan
        else _("Before it: %(units)s") % {"units": listed + ("…" if len(before) > BEFORE_SHOWN else "")},
        due=None,
        consequence="",
    )
