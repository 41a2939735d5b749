"""Signed links to one open turn, for mails: whoever holds one may act for its player on that turn, and nothing else.

A link names the turn, when it opened and the player. It is dead once the turn has closed, was opened anew or has
another player, or the player has left the campaign. What it offers is offered for that turn alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import state_of
from campaign.selectors import role_of
from notifications.actions import Action
from notifications.models import Notice
from rulebook.errors import Refused
from rulebook.saga.legal import draft_turn
from rulebook.saga.plans import playable
from rulebook.saga.state import Unit
from rulebook.saga.steps import Rest, Step
from turns.composer import Orders, orders_of
from turns.drafts import kept_draft
from turns.models import EarlyTurn, Turn
from turns.panels import Panel, panel_of
from turns.services import Grant, grant_for, taken_for
from turns.services.plans import OPEN
from turns.sight import Sight, sight_of

SALT = "turns.links"
Kind = Notice.Kind
WHOLE_TURNS = ("saga",)
"""The games in which a turn is played in one go, so that a link can play it. Hours can be taken in any game."""
PLACES = (["battle", "round", "unit"], ["battle", "round", "turns"])
"""How the subjects of a turn's notices name it: by its unit, or all that one player may begin with."""
OFFERED_WITH = (Kind.YOUR_TURN, Kind.DEADLINE_NEAR, Kind.MORE_TIME, Kind.EARLY_FAILED)


@dataclass(frozen=True, slots=True)
class Meant:
    """What a link leads to, dead or not."""

    turn: Turn
    user: User
    opened: int

    @property
    def alive(self) -> bool:
        """May its holder still act on this turn?"""
        turn, battle = self.turn, self.turn.battle
        return (
            turn.closed_at is None
            and to_ms(turn.opened_at) == self.opened
            and turn.player_id == self.user.pk
            and turn.kind == Turn.Kind.TURN
            and battle.status == Battle.Status.RUNNING
            and self.user.is_active
            and role_of(self.user, battle.campaign) is not None
        )


@dataclass(frozen=True, slots=True)
class Prepared:
    """A turn that its player has prepared and that can be played as the board is: its orders and words."""

    panel: Panel
    text: str
    language: str
    fork: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps as they would be played."""
        return tuple(self.panel.checked.steps)


def token_for(turn: Turn) -> str:
    """The secret that acts on this turn as its player."""
    return signing.dumps([turn.pk, to_ms(turn.opened_at), turn.player_id], salt=SALT)


def meant_by(token: str) -> Meant | None:
    """What a token leads to; None for one that this site did not sign, or whose turn or player is gone."""
    try:
        turn_id, opened, user_id = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    turn = Turn.objects.select_related("battle__campaign").filter(pk=turn_id).first()
    user = User.objects.filter(pk=user_id).first()
    return None if turn is None or user is None else Meant(turn, user, opened)


def path(turn: Turn, what: str) -> str:
    """The address of one of the pages: play, rest or hours."""
    return reverse("turns:link", args=[token_for(turn), what])


def actions_for(notice: Notice, now: datetime) -> Iterator[Action]:
    """What the mail of a turn's notice offers; nothing once somebody else is to play it."""
    turn = _turn_of(notice)
    if turn is None or not Meant(turn, notice.reader, to_ms(turn.opened_at)).alive:
        return
    if turn.battle.ruleset in WHOLE_TURNS:
        yield from _to_play(turn, sight_of(turn.battle, notice.reader))
    grant = grant_left(turn)
    if grant is not None:
        yield Action(_("I need %(hours)g h more") % {"hours": grant.hours}, path(turn, "hours"))


def _to_play(turn: Turn, sight: Sight) -> Iterator[Action]:
    unit = sight.state.units.get(turn.unit)
    if unit is None or turn.unit not in sight.ready:
        return
    if prepared(sight, unit) is not None:
        yield Action(_("Play what I have prepared"), path(turn, "play"))
    if may_rest(sight, unit):
        yield Action(_("Rest with %(unit)s") % {"unit": unit.name}, path(turn, "rest"))


def _turn_of(notice: Notice) -> Turn | None:
    """The open turn that a notice tells of; of several that a player may begin with, the first."""
    parts = notice.subject.split(":", 5)
    if notice.kind not in OFFERED_WITH or len(parts) != 6 or parts[0::2] not in PLACES:
        return None
    open_ones = Turn.objects.filter(closed_at__isnull=True, kind=Turn.Kind.TURN, player=notice.reader_id)
    open_ones = open_ones.filter(battle__code=parts[1], round=int(parts[3]))
    named = {"unit": parts[5]} if parts[4] == "unit" else {"who": parts[5]}
    return open_ones.select_related("battle__campaign").filter(**named).order_by("pk").first()


def may_rest(sight: Sight, unit: Unit) -> bool:
    """Is resting a legal turn for this unit?"""
    try:
        draft_turn(sight.state, unit.id, (Rest(),))
    except Refused:
        return False
    return True


def grant_left(turn: Turn) -> Grant | None:
    """The hours that the player may still take for this turn; None where there are none."""
    if turn.due_at is None or turn.player is None or taken_for(turn):
        return None
    grant = grant_for(turn.battle, state_of(turn.battle), turn.player)
    return grant if grant.left > 0 else None


def prepared(sight: Sight, unit: Unit) -> Prepared | None:
    """The early turn that could not be played when the turn began and now can, else a finished draft."""
    return _from_plan(sight, unit) or _from_draft(sight, unit)


def _from_plan(sight: Sight, unit: Unit) -> Prepared | None:
    plan = sight.plan_for(unit.id)
    found = playable(sight.state, plan) if plan is not None else None
    if plan is None or found is None:
        return None
    row = EarlyTurn.objects.filter(battle=sight.battle, unit=unit.id, status__in=OPEN).first()
    orders = orders_of(plan.alternatives[found[0]].steps)
    return _legal(sight, unit, orders, row.narrative if row else "", row.language if row else "en")


def _from_draft(sight: Sight, unit: Unit) -> Prepared | None:
    assert isinstance(sight.user, User)
    typed = kept_draft(sight.battle, sight.user, unit.id)
    if typed.revision == 0 or typed.orders == Orders():
        return None
    return _legal(sight, unit, typed.orders, typed.text, sight.user.language, typed.fork)


def _legal(sight: Sight, unit: Unit, orders: Orders, text: str, language: str, fork: int = 0) -> Prepared | None:
    panel = panel_of(sight, unit, orders)
    if not panel.checked.legal or not panel.checked.complete:
        return None
    return Prepared(panel, text, language, fork)
