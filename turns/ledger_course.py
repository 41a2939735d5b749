"""The course of a battle's clock, turn by turn: what opened each, what moved or stopped it, what was sent, its end.

An act that was taken back stays, marked; the turn that runs again then goes on with what was left of its time (SK-144).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from battles.models import BattleEvent
from battles.moments import to_datetime, to_ms
from rulebook.saga.events import (
    AbsenceCancelled,
    AbsenceDeclared,
    BattleEnded,
    BattlePaused,
    BattleResumed,
    ClockSet,
    DeadlineExtended,
    DeadlinePardoned,
    OutageCredited,
    PlanFailed,
    PlanLeft,
    PlanWithdrawn,
    PlayerChanged,
    RoundBegan,
    TurnEnded,
    TurnExpired,
    TurnForced,
    TurnOpened,
    TurnTaken,
    Undone,
    UnitHandedBack,
    UnitTakenOver,
)
from rulebook.saga.history import left_over
from turns.chronicle import lines_of
from turns.ledger_parts import Account, Cover, Sent, Shift, moments_of
from turns.models import Turn
from turns.record import Entry
from turns.sight import Sight

MOVES = (DeadlineExtended, OutageCredited, ClockSet, BattlePaused, BattleResumed, UnitTakenOver, UnitHandedBack)
COVERS = (AbsenceDeclared, AbsenceCancelled, UnitTakenOver, UnitHandedBack, PlayerChanged)
PLANS = (PlanLeft, PlanWithdrawn, PlanFailed)
SIGNED = (*MOVES, *COVERS, PlanLeft, PlanWithdrawn, TurnTaken, DeadlinePardoned, TurnForced, Undone)
"""Kinds of which the ledger says whose act they were."""
BY_HAND = ("in-turn", "late", "plan-adapted")
"""How a turn is played by somebody there and then; an early turn and standing orders are played by the clock."""
SHIFT_RULES = {
    "late-post": "LATE-3",
    OutageCredited.kind: "CLOCK-6",
    BattlePaused.kind: "CLOCK-6",
    BattleResumed.kind: "CLOCK-6",
    UnitTakenOver.kind: "ABSENT-2",
    UnitHandedBack.kind: "ABSENT-2",
    PlayerChanged.kind: "ABSENT-2",
    ClockSet.kind: "ABSENT-2",
    AbsenceDeclared.kind: "ABSENT-1",
    AbsenceCancelled.kind: "ABSENT-1",
    DeadlinePardoned.kind: "SK-126",
    TurnForced.kind: "SK-153",
    Undone.kind: "SK-144",
}


def rule_words(rule: str) -> tuple[str, str]:
    """Which rule gives a turn its length, and in words."""
    return {
        "deployment": ("DEPL-2", _("Turn 0: the players place their units.")),
        "first": ("CLOCK-1", _("The first player turn of a round has the long length.")),
        "later": ("CLOCK-1", _("Each later turn is counted from the moment the turn before it ended.")),
        "endgame": ("CLOCK-3", _("Few units still stand, so every turn has the endgame's length.")),
        "shortened": ("SK-155", _("Its player has missed several deadlines, so its turns are shorter here.")),
        "director": ("CLOCK-1", _("The clock stands while the director owes a turn.")),
        "absent": ("ABSENT-1", _("Its player has announced an absence: the director plays, without a deadline.")),
        "taken-over": ("ABSENT-2", _("The director has taken the unit over: no deadline runs.")),
        "plan-waiting": ("EARLY-2", _("An early turn waits for the director: no deadline runs.")),
        "untimed": ("CLOCK-6", _("This battle has no deadlines.")),
    }[rule]


@dataclass(frozen=True, slots=True)
class _Mark:
    """What ran after an event, by its number."""

    number: int
    round: int
    account: Account | None
    due: datetime | None


@dataclass(slots=True)
class _Book:
    """The accounts while they are written: the one whose turn runs, and early turns whose turn has not begun."""

    sight: Sight
    authors: Mapping[int, str]
    moments: Mapping[int, int]
    accounts: list[Account] = field(default_factory=list)
    covers: list[Cover] = field(default_factory=list)
    waiting: dict[str, list[Sent]] = field(default_factory=dict)
    marks: list[_Mark] = field(default_factory=list)
    open: Account | None = None
    round: int = 0

    def of_unit(self, unit: str) -> Account | None:
        """The unit's turn in this round: the one that runs, else its last."""
        found = (
            one for one in reversed(self.accounts) if not one.undone and (one.unit, one.round) == (unit, self.round)
        )
        return next(found, None)


def authors_of(sight: Sight) -> dict[int, str]:
    """Who did what the ledger tells of, by the event's number."""
    kinds = [kind.kind for kind in SIGNED]
    rows = BattleEvent.objects.filter(battle=sight.battle, kind__in=kinds, by__isnull=False).select_related("by")
    return {row.number: row.by.shown_name for row in rows.defer("data") if row.by is not None}


def deployment_of(sight: Sight) -> Iterator[Account]:
    """Turn 0, where there was one (DEPL-2)."""
    row = Turn.objects.filter(battle=sight.battle, kind=Turn.Kind.DEPLOY).order_by("pk").first()
    if row is not None:
        rule, words = rule_words("deployment")
        length = round(sight.state.rules.length(sight.state.rules.deployment_hours).total_seconds() * 1000)
        due = row.first_due_at
        account = Account(0, "", _("Turn 0"), rule, words, row.opened_at, length if due else 0, due, False, row.due_at)
        account.ended, account.outcome = row.closed_at, row.outcome
        account.outcome_words = _outcome_words(row.outcome)
        yield account


def course_of(sight: Sight, entries: Sequence[Entry], authors: Mapping[int, str]) -> tuple[list[Account], list[Cover]]:
    """Every turn, the oldest first, and who played for whom."""
    undone_to = [event.to for _number, event, _undone in entries if isinstance(event, Undone)]
    book = _Book(sight, authors, moments_of(sight.battle, undone_to))
    for entry in entries:
        _enter(book, entry)
        account = book.open
        book.marks.append(_Mark(entry[0], book.round, account, account.due if account else None))
    return book.accounts, book.covers


def _enter(book: _Book, entry: Entry) -> None:
    """Let the book follow one event."""
    event = entry[1]
    if isinstance(event, RoundBegan):
        book.round = event.round
        book.waiting.clear()
    elif isinstance(event, TurnOpened):
        _begin(book, event, undone=entry[2])
    elif isinstance(event, Undone):
        _go_back(book, entry)
    elif isinstance(event, (*PLANS, TurnTaken)):
        _note_sent(book, entry)
    elif isinstance(event, TurnEnded | TurnExpired | BattleEnded):
        _end(book, entry)
    else:
        _move(book, entry)


def _begin(book: _Book, event: TurnOpened, *, undone: bool) -> None:
    rule, words = rule_words(event.rule)
    due = None if event.due is None else to_datetime(event.due)
    name, opened = book.sight.names.unit(event.unit), to_datetime(event.at)
    account = Account(book.round, event.unit, name, rule, words, opened, event.length, due, undone, due)
    account.sent += book.waiting.pop(event.unit, [])
    book.accounts.append(account)
    book.open = account


def _go_back(book: _Book, entry: Entry) -> None:
    """What ran at that event runs again, with the time that it had left then."""
    event = entry[1]
    assert isinstance(event, Undone)
    mark = next((one for one in reversed(book.marks) if one.number <= event.to), _Mark(0, 0, None, None))
    account, book.open, book.round = mark.account, mark.account, mark.round
    if account is None:
        return
    account.ended, account.outcome, account.outcome_words, account.penalty = None, "", "", 0
    account.due = None
    if mark.due is not None:
        then = book.moments[event.to]
        account.due = to_datetime(left_over(book.sight.state.rules, to_ms(mark.due), then, event.at))
    account.shifts.append(shift_of(book.sight, entry, book.authors, due=account.due))


def _note_sent(book: _Book, entry: Entry) -> None:
    number, event, undone = entry
    unit = event.plan.unit if isinstance(event, PlanLeft) else getattr(event, "unit", "")
    by = book.authors.get(number, "")
    if isinstance(event, TurnTaken) and (event.how not in BY_HAND or not _is_players(book, unit)):
        by = ""
    played = isinstance(event, TurnTaken) and event.how == "in-turn"
    words = _("The turn was sent.") if played else _line(book.sight, entry)
    sent = Sent(to_datetime(event.at), words, by, undone)
    account = book.of_unit(unit) if isinstance(event, TurnTaken) else book.open
    if account is not None and account.unit == unit:
        account.sent.append(sent)
    else:
        book.waiting.setdefault(unit, []).append(sent)


def _is_players(book: _Book, unit: str) -> bool:
    found = book.sight.state.units.get(unit)
    return found is not None and found.players


def _end(book: _Book, entry: Entry) -> None:
    event, account = entry[1], book.open
    if account is None or getattr(event, "unit", account.unit) != account.unit:
        return
    if isinstance(event, TurnExpired):
        account.outcome, account.penalty = "ordered" if event.ordered else "expired", event.penalty
        _note_nothing_sent(book, account, entry)
    else:
        account.outcome = event.how if isinstance(event, TurnEnded) else "over"
    account.ended, account.outcome_words = to_datetime(event.at), _outcome_words(account.outcome)
    book.open = None


def _note_nothing_sent(book: _Book, account: Account, entry: Entry) -> None:
    """Only for whoever would know of an early turn."""
    _number, event, undone = entry
    knows = book.sight.directs or account.unit in {unit.id for unit in book.sight.mine}
    if knows and not any(not one.undone for one in account.sent):
        account.sent.append(Sent(to_datetime(event.at), _("Nothing had been sent until then."), "", undone))


def _move(book: _Book, entry: Entry) -> None:
    event, account = entry[1], book.open
    about = getattr(event, "unit", account.unit if account else "")
    if account is not None and about == account.unit and isinstance(event, (*MOVES, TurnForced)):
        shift = shift_of(book.sight, entry, book.authors)
        if shift.words:
            account.shifts.append(shift)
        if not isinstance(event, UnitTakenOver | UnitHandedBack | TurnForced):
            account.due = shift.due
    elif isinstance(event, COVERS):
        book.covers.append(_cover(book, entry))


def _cover(book: _Book, entry: Entry) -> Cover:
    number, event, undone = entry
    start, end = getattr(event, "start", None), getattr(event, "end", None)
    return Cover(
        to_datetime(event.at),
        SHIFT_RULES[event.kind],
        _line(book.sight, entry),
        book.authors.get(number, ""),
        None if start is None else to_datetime(start),
        None if end is None else to_datetime(end),
        undone,
    )


def shift_of(sight: Sight, entry: Entry, authors: Mapping[int, str], *, due: datetime | None = None) -> Shift:
    """What an event did to a clock; `due` where the event itself does not say it."""
    number, event, undone = entry
    told = getattr(event, "due", None)
    rule = SHIFT_RULES.get(getattr(event, "cause", event.kind), "")
    words = _line(sight, entry) or _clock_words(event)
    moved = due if told is None else to_datetime(told)
    return Shift(to_datetime(event.at), rule, words, authors.get(number, ""), moved, undone)


def _line(sight: Sight, entry: Entry) -> str:
    """The event as the chronicle tells it."""
    return next((line.text for line in lines_of([entry], sight.names)), "")


def _clock_words(event: object) -> str:
    if not isinstance(event, ClockSet):
        return ""
    words = _("The clock stops. %(why)s") if event.due is None else _("The turn gets a fresh clock. %(why)s")
    return words % {"why": rule_words(event.rule)[1]}


def _outcome_words(outcome: str) -> str:
    known = {
        "acted": _("played"),
        "forced": _("ended by the director (SK-153)"),
        "defeated": _("the unit fell"),
        "expired": _("ran out (CLOCK-4)"),
        "ordered": _("ran out; standing orders were followed (SK-152)"),
        "deployed": _("everybody has deployed"),
        "over": _("the battle ended"),
    }
    return known.get(outcome, "")
