"""My turns in groups: what waits for the reader, what may be prepared, what the director owes, who is waited for."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from battles.models import Battle
from battles.selectors import player_id
from campaign.models import Membership
from campaign.selectors import DIRECTING
from turns.band import penalty_words
from turns.errands import Errand, errands_of
from turns.glances import Ahead, Glance, StateUnreadable, glance_at
from turns.models import Turn
from turns.selectors import TurnLine, turn_lines
from turns.services import IDLE
from turns.unit_names import round_words, unit_name
from turns.wording import language

logger = logging.getLogger(__name__)

BEFORE_SHOWN = 3
WAITING = {
    Turn.Kind.DEPLOY.value: gettext_lazy("deployment"),
    Turn.Kind.WINDOW.value: gettext_lazy("a chance to interrupt"),
    Turn.Kind.OVERLORD.value: gettext_lazy("the Overlord's turn"),
}
"""What waits where it is no unit of a name."""
ACTIONS = {
    Turn.Kind.DEPLOY.value: gettext_lazy("Place units"),
    Turn.Kind.PLAN.value: gettext_lazy("Look at the early turn"),
    Turn.Kind.DECIDE.value: gettext_lazy("Decide"),
    Turn.Kind.LATE.value: gettext_lazy("Act late"),
    Turn.Kind.WINDOW.value: gettext_lazy("Interrupt or pass"),
    Turn.Kind.STRIKE.value: gettext_lazy("Decide on the free strike"),
    Turn.Kind.TRADE.value: gettext_lazy("Answer the trade"),
}


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
    unit_id: str = ""

    @property
    def round_words(self) -> str:
        """The round, as its game calls it."""
        return round_words(self.battle, self.round)


@dataclass
class Groups:
    """The page's groups, each the soonest first. `broken`: battles whose state cannot be read."""

    yours: list[Row] = field(default_factory=list)
    ahead: list[Row] = field(default_factory=list)
    director: list[Row] = field(default_factory=list)
    others: list[Row] = field(default_factory=list)
    paused: list[Row] = field(default_factory=list)
    errands: list[Errand] = field(default_factory=list)
    owed: list[Errand] = field(default_factory=list)
    broken: list[Battle] = field(default_factory=list)

    @property
    def waiting(self) -> int:
        """How many lines wait for the reader, as the navigation counts them too."""
        return self.mine + self.due_as_director

    @property
    def mine(self) -> int:
        """How many of them wait for the reader as a player."""
        return len(self.yours) + len(self.errands)

    @property
    def in_order(self) -> list[tuple[Row | None, Errand | None]]:
        """The player's turns and errands together, the soonest due first, without a due last."""
        rows: list[tuple[Row | None, Errand | None, datetime | None]] = [(row, None, row.due) for row in self.yours]
        errands = [(None, errand, errand.due) for errand in self.errands]
        return [(row, errand) for row, errand, _due in sorted([*rows, *errands], key=lambda one: _soonest(one[2]))]

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
    waiting = {(row.battle.pk, row.unit_id) for row in groups.yours}
    for battle, directs in _battles_of(user):
        try:
            seen = glance_at(battle, player_id(user), language())
        except StateUnreadable:
            logger.exception("a battle was left out of My turns")
            groups.broken.append(battle)
            continue
        _take_in(groups, battle, seen, waiting, may_resume=directs or seen.plays)
    for rows in (groups.ahead, groups.others):
        rows.sort(key=lambda row: _soonest(row.due))
    return groups


def _soonest(due: datetime | None) -> tuple[bool, float]:
    return due is None, due.timestamp() if due else 0.0


def _take_in(groups: Groups, battle: Battle, seen: Glance, waiting: set[tuple[int, str]], *, may_resume: bool) -> None:
    """What a running battle adds to the groups, and what its pause takes from them."""
    if seen.paused == IDLE and may_resume:
        groups.paused.append(_to_resume(battle, seen))
    _sort_in(groups, battle, seen, waiting)
    if seen.paused is not None:
        groups.yours = [_resting(row) if row.battle.pk == battle.pk else row for row in groups.yours]


def _battles_of(user: User) -> Iterator[tuple[Battle, bool]]:
    """Running battles of the campaigns the user belongs to, and whether they direct them; whether they have a unit
    there is in the state."""
    roles = dict(Membership.objects.filter(user=user, left_at__isnull=True).values_list("campaign_id", "role"))
    rows = Battle.objects.filter(status=Battle.Status.RUNNING, campaign__in=roles).filter(Q(state__isnull=False))
    rows = rows.select_related("campaign").only(
        "name", "code", "ruleset", "state", "campaign__slug", "campaign__name", "campaign__language", "status"
    )
    for battle in rows:
        yield battle, roles[battle.campaign_id] in DIRECTING


def _to_resume(battle: Battle, seen: Glance) -> Row:
    return Row(
        battle=battle,
        unit="",
        round=seen.round,
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
        unit=_who(turn),
        unit_id=turn.unit,
        round=turn.round,
        url=f"{line.url}?unit={turn.unit}" if turn.unit else line.url,
        action=_action(turn, line),
        due=turn.due_at,
        consequence=_consequence(line) if turn.due_at else "",
        note=_note(line),
        late=late,
        draft_at=line.draft_saved_at,
    )


def _who(turn: Turn) -> str:
    if not turn.unit_name:
        return str(WAITING.get(turn.kind, _("the battle")))
    return unit_name(turn.battle, turn.unit, turn.unit_name)


def _action(turn: Turn, line: TurnLine) -> str:
    if turn.kind in ACTIONS:
        return str(ACTIONS[turn.kind])
    return _("Continue the turn") if line.draft_saved_at else _("Take the turn")


def _consequence(line: TurnLine) -> str:
    return {
        "placed-at-random": _("after: a die places them"),
        "placed-in-order": _("after: they take the free start squares"),
        "unit-misses": penalty_words(line.turn.penalty),
        "hero-misses": _("after: the first hero listed loses its place; it may still act late"),
        "window-passes": _("after: the window passes"),
        "orders-lost": _("after: the orders that are left are lost"),
        "strike-made": _("after: the strike is made"),
    }.get(line.consequence, "")


def _note(line: TurnLine) -> str:
    return {
        "window-closes": _("Missed; the penalty has fallen. It may still act until the round ends."),
        "late-until-overlord": _("Missed. It may still act until the Overlord's turn begins."),
        "offer-lapses": _("The offer lapses with the turn."),
        "clock-stands": _("The clock stands until you have acted."),
        "others-time": _("The time that runs is the players' whose heroes may act too."),
        "nothing": _("No deadline runs."),
    }.get(line.consequence, "")


def _sort_in(groups: Groups, battle: Battle, seen: Glance, waiting: set[tuple[int, str]]) -> None:
    """Put a battle's units that may be planned ahead, and the battle itself where others are waited for."""
    if not seen.own or seen.over:
        return
    ahead = [one for one in seen.ahead if (battle.pk, one.unit) not in waiting]
    groups.ahead += [_ahead(battle, seen, one) for one in ahead]
    resumed = any(row.battle.pk == battle.pk for row in groups.paused)
    if ahead or resumed or any((battle.pk, unit) in waiting for unit in seen.own) or _owes(groups, battle):
        return
    groups.others.append(
        Row(
            battle=battle,
            unit=seen.acting,
            round=seen.round,
            url=battle.get_absolute_url(),
            action=_("Read"),
            due=seen.due,
            note=_("The battle is paused.") if seen.paused is not None else "",
        )
    )


def _owes(groups: Groups, battle: Battle) -> bool:
    return any(row.battle.pk == battle.pk for row in groups.yours)


def _ahead(battle: Battle, seen: Glance, one: Ahead) -> Row:
    return Row(
        battle=battle,
        unit=one.name,
        round=seen.round,
        url=f"{battle.get_absolute_url()}plan/{one.unit}/",
        action=_("Change the early turn") if one.has_plan else _("Prepare an early turn"),
        note=_("Early turn waiting.") if one.has_plan else _before(one.before),
    )


def _before(names: Sequence[str]) -> str:
    listed = ", ".join(names[:BEFORE_SHOWN]) + ("…" if len(names) > BEFORE_SHOWN else "")
    return _("Before it: %(units)s") % {"units": listed} if names else ""
