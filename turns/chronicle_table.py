"""The chronicle's sentences about what people do around the board: early turns, absences, the director's acts."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulebook.saga import events as ev
from rulebook.saga.board import Cell, cell_name
from rulebook.saga.deadlines import MISSED
from turns.chronicle_deeds import ATTRIBUTES
from turns.sentences import Say, Tone, span_words, with_reason
from turns.services import IDLE
from turns.wording import Names


def _plan_left(event: ev.PlanLeft, names: Names) -> tuple[str, Tone]:
    count = len(event.plan.alternatives)
    data = {"unit": names.unit(event.plan.unit), "count": count}
    text = ngettext(
        "An early turn was left for %(unit)s, with %(count)s alternative.",
        "An early turn was left for %(unit)s, with %(count)s alternatives.",
        count,
    )
    return text % data, ""


def _plan_withdrawn(event: ev.PlanWithdrawn, names: Names) -> tuple[str, Tone]:
    return _("The early turn of %(unit)s was taken back.") % {"unit": names.unit(event.unit)}, ""


def _plan_failed(event: ev.PlanFailed, names: Names) -> tuple[str, Tone]:
    return _("No alternative of the early turn of %(unit)s could be played; its turn stays open (EARLY-3).") % {
        "unit": names.unit(event.unit)
    }, "clock"


def _orders_given(event: ev.OrdersGiven, names: Names) -> tuple[str, Tone]:
    return _("Standing orders were left for %(unit)s (SK-152).") % {"unit": names.unit(event.orders.unit)}, ""


def _orders_dropped(event: ev.OrdersDropped, names: Names) -> tuple[str, Tone]:
    return _("The standing orders of %(unit)s were taken back.") % {"unit": names.unit(event.unit)}, ""


def _sheet_orders(event: ev.SheetOrders, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.orders.unit)}
    if not event.orders.orders:
        return _("The sheet of %(unit)s holds no standing orders any more.") % data, ""
    return _("The standing orders of %(unit)s are those of its sheet (SK-157).") % data, ""


def _forced(event: ev.TurnForced, names: Names) -> tuple[str, Tone]:
    return with_reason(_("The director ends the turn of %(unit)s") % {"unit": names.unit(event.unit)}, event.reason)


def _absence_declared(event: ev.AbsenceDeclared, names: Names) -> tuple[str, Tone]:
    return _("A player has announced an absence; the director plays for them, without penalty (ABSENT-1)."), "clock"


def _absence_cancelled(event: ev.AbsenceCancelled, names: Names) -> tuple[str, Tone]:
    return _("A player is back before the time."), "clock"


def _taken_over(event: ev.UnitTakenOver, names: Names) -> tuple[str, Tone]:
    if event.reason == MISSED:
        text = _("%(unit)s has missed as many deadlines as this table allows: the director plays it (SK-156).")
        return text % {"unit": names.unit(event.unit)}, "clock"
    reason = _("its player has gone") if event.reason == "departed" else event.reason
    return with_reason(_("The director takes %(unit)s over") % {"unit": names.unit(event.unit)}, reason)


def _handed_back(event: ev.UnitHandedBack, names: Names) -> tuple[str, Tone]:
    return _("The director hands %(unit)s back to its player.") % {"unit": names.unit(event.unit)}, "director"


def _player_changed(event: ev.PlayerChanged, names: Names) -> tuple[str, Tone]:
    return _("Another player takes %(unit)s over.") % {"unit": names.unit(event.unit)}, "director"


def _paused(event: ev.BattlePaused, names: Names) -> tuple[str, Tone]:
    if event.reason == IDLE:
        return _("The battle pauses itself: nobody has posted for some rounds."), "director"
    return with_reason(_("The director pauses the battle"), event.reason)


def _resumed(event: ev.BattleResumed, names: Names) -> tuple[str, Tone]:
    return _("The battle goes on; clocks run with what was left."), "director"


def _credited(event: ev.OutageCredited, names: Names) -> tuple[str, Tone]:
    if not event.added:
        return "", ""
    return _("The service was down; %(span)s are given back (CLOCK-6).") % {"span": span_words(event.added)}, "clock"


def _pardoned(event: ev.DeadlinePardoned, names: Names) -> tuple[str, Tone]:
    return with_reason(
        _("The director pardons %(unit)s one missed deadline") % {"unit": names.unit(event.unit)}, event.reason
    )


def _revealed(event: ev.UnitRevealed, names: Names) -> tuple[str, Tone]:
    return _("%(unit)s appears on %(cell)s.") % {
        "unit": names.unit(event.unit),
        "cell": cell_name(event.cell),
    }, "director"


def _corrected(event: ev.UnitCorrected, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "what": ATTRIBUTES[event.attribute](),
        "before": _value(event.before),
        "after": _value(event.after),
    }
    return with_reason(_("The director corrects %(unit)s: %(what)s %(before)s → %(after)s") % data, event.reason)


def _value(value: object) -> str:
    return cell_name(value) if isinstance(value, Cell) else str(value)


def _undone_event(event: ev.Undone, names: Names) -> tuple[str, Tone]:
    return with_reason(_("The director takes back the steps so marked"), event.reason)


SAY: dict[str, Say] = {
    ev.PlanLeft.kind: _plan_left,
    ev.PlanWithdrawn.kind: _plan_withdrawn,
    ev.PlanFailed.kind: _plan_failed,
    ev.OrdersGiven.kind: _orders_given,
    ev.OrdersDropped.kind: _orders_dropped,
    ev.SheetOrders.kind: _sheet_orders,
    ev.TurnForced.kind: _forced,
    ev.AbsenceDeclared.kind: _absence_declared,
    ev.AbsenceCancelled.kind: _absence_cancelled,
    ev.UnitTakenOver.kind: _taken_over,
    ev.UnitHandedBack.kind: _handed_back,
    ev.PlayerChanged.kind: _player_changed,
    ev.BattlePaused.kind: _paused,
    ev.BattleResumed.kind: _resumed,
    ev.OutageCredited.kind: _credited,
    ev.DeadlinePardoned.kind: _pardoned,
    ev.UnitRevealed.kind: _revealed,
    ev.UnitCorrected.kind: _corrected,
    ev.Undone.kind: _undone_event,
}
