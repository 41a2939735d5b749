"""The ledger of deadlines: turn by turn how each was computed, what moved it, what was sent, what missing it cost.

Built from the reader's own record, so nothing that they may not know is in it. Notices are each reader's own; the
directors see everybody's, with what became of every delivery.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import BattleEvent
from battles.moments import to_datetime
from notifications.models import Notice
from rulebook.saga import hours
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.events import (
    BattlePaused,
    BattleResumed,
    ClockSet,
    DeadlineExtended,
    DeadlinePardoned,
    OutageCredited,
    RoundBegan,
    TurnEnded,
    TurnExpired,
    TurnForced,
    TurnOpened,
    UnitHandedBack,
    UnitTakenOver,
)
from rulebook.saga.rules import TableRules
from rulebook.saga.state import Unit
from turns.chronicle import lines_of
from turns.models import Turn
from turns.record import Entry, record_of
from turns.services.subjects import battle_subject, turn_subject
from turns.sight import Sight

MOVES = (DeadlineExtended, OutageCredited, ClockSet, BattlePaused, BattleResumed, UnitTakenOver, UnitHandedBack)
SHIFT_RULES = {
    "late-post": "LATE-3",
    OutageCredited.kind: "CLOCK-6",
    BattlePaused.kind: "CLOCK-6",
    BattleResumed.kind: "CLOCK-6",
    UnitTakenOver.kind: "ABSENT-2",
    UnitHandedBack.kind: "ABSENT-2",
    ClockSet.kind: "ABSENT-2",
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


def every_hour_counts() -> str:
    """How hours are counted where all of them count."""
    return _("Every hour counts: a day is 24 elapsed hours, whatever the clocks do that night.")


def counting_words(rules: TableRules) -> str:
    """Which hours count at this table, and in which time zone."""
    if hours.all_counts(rules):
        return every_hour_counts()
    data = {"start": rules.active_from, "end": rules.active_until, "zone": rules.clock_zone.replace("_", " ")}
    if rules.quiet_weekends:
        return _("Counted from %(start)s:00 to %(end)s:00, not on weekends, on the clocks of %(zone)s (SK-150).") % data
    return _("Counted from %(start)s:00 to %(end)s:00 on the clocks of %(zone)s (SK-150).") % data


@dataclass(frozen=True, slots=True)
class Shift:
    """Something that moved a deadline or stopped it: what in words, by whose act, the due time from then on."""

    at: datetime
    rule: str
    words: str
    by: str
    due: datetime | None
    undone: bool


@dataclass(frozen=True, slots=True)
class Way:
    """What became of one delivery of a notice."""

    channel: str
    state: str
    state_words: str
    attempts: int
    sent_at: datetime | None
    error: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice on this turn: to whom, of what kind, when, whether it was withdrawn, and how it left the house."""

    reader: str
    kind: str
    kind_words: str
    told_at: datetime
    deadline: datetime | None
    withdrawn_at: datetime | None
    read_at: datetime | None
    ways: tuple[Way, ...]


@dataclass(slots=True)
class Account:
    """One turn's deadline, from its opening to its end. `penalty` is what missing it made of the unit's initiative."""

    round: int
    unit: str
    name: str
    rule: str
    words: str
    opened: datetime
    length: int
    first_due: datetime | None
    undone: bool
    due: datetime | None = None
    shifts: list[Shift] = field(default_factory=list)
    ended: datetime | None = None
    outcome: str = ""
    outcome_words: str = ""
    penalty: int = 0
    letters: tuple[Letter, ...] = ()


@dataclass(frozen=True, slots=True)
class Burden:
    """Missed deadlines that weigh on a unit's initiative (LATE-2), with how many were missed and pardoned."""

    unit: Unit
    penalty: int
    missed: int
    pardoned: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """A battle's deadlines for one reader, the newest turn first."""

    accounts: tuple[Account, ...]
    pardons: tuple[Shift, ...]
    burdens: tuple[Burden, ...]
    counting: str


def ledger_of(sight: Sight) -> Ledger:
    """The whole ledger without its notices, which `with_letters` adds to the part that is shown."""
    entries = record_of(sight)
    authors = _authors(sight)
    accounts = [*_deployment(sight), *_accounts(sight, entries, authors)]
    pardons = [_shift(sight, one, authors) for one in entries if isinstance(one[1], DeadlinePardoned)]
    burdens = [
        Burden(unit, penalty, unit.missed, unit.pardoned)
        for unit in sight.state.units.values()
        if (penalty := penalty_of(sight.state, unit))
    ]
    return Ledger(tuple(accounts[::-1]), tuple(pardons), tuple(burdens), counting_words(sight.state.rules))


def _authors(sight: Sight) -> dict[int, str]:
    """Who did what moved clocks, by the event's number."""
    kinds = [kind.kind for kind in (*MOVES, DeadlinePardoned, TurnForced)]
    rows = BattleEvent.objects.filter(battle=sight.battle, kind__in=kinds, by__isnull=False).select_related("by")
    return {row.number: row.by.shown_name for row in rows if row.by is not None}


def _deployment(sight: Sight) -> Iterator[Account]:
    row = Turn.objects.filter(battle=sight.battle, kind=Turn.Kind.DEPLOY).order_by("pk").first()
    if row is not None:
        rule, words = rule_words("deployment")
        length = round(sight.state.rules.length(sight.state.rules.deployment_hours).total_seconds() * 1000)
        due = row.first_due_at
        account = Account(0, "", _("Turn 0"), rule, words, row.opened_at, length if due else 0, due, False, row.due_at)
        account.ended, account.outcome = row.closed_at, row.outcome
        account.outcome_words = _outcome_words(row.outcome)
        yield account


def _accounts(sight: Sight, entries: Sequence[Entry], authors: dict[int, str]) -> list[Account]:
    found: list[Account] = []
    round_ = 0
    for entry in entries:
        event = entry[1]
        if isinstance(event, RoundBegan):
            round_ = event.round
        elif isinstance(event, TurnOpened):
            found.append(_opened(sight, event, round_, undone=entry[2]))
        elif found and found[-1].ended is None:
            _go_on(sight, found[-1], entry, authors)
    return found


def _opened(sight: Sight, event: TurnOpened, round_: int, *, undone: bool) -> Account:
    rule, words = rule_words(event.rule)
    due = None if event.due is None else to_datetime(event.due)
    name = sight.names.unit(event.unit)
    opened = to_datetime(event.at)
    return Account(round_, event.unit, name, rule, words, opened, event.length, due, undone, due)


def _go_on(sight: Sight, account: Account, entry: Entry, authors: dict[int, str]) -> None:
    """Let the account that is open follow one event."""
    event = entry[1]
    if isinstance(event, TurnEnded | TurnExpired) and event.unit == account.unit:
        account.ended = to_datetime(event.at)
        account.outcome = event.how if isinstance(event, TurnEnded) else "ordered" if event.ordered else "expired"
        account.outcome_words = _outcome_words(account.outcome)
        account.penalty = event.penalty if isinstance(event, TurnExpired) else 0
    elif isinstance(event, (*MOVES, TurnForced)) and getattr(event, "unit", account.unit) == account.unit:
        shift = _shift(sight, entry, authors)
        if shift.words:
            account.shifts.append(shift)
        if not isinstance(event, UnitTakenOver | UnitHandedBack | BattlePaused | TurnForced):
            account.due = shift.due


def _shift(sight: Sight, entry: Entry, authors: dict[int, str]) -> Shift:
    number, event, undone = entry
    (line,) = lines_of([entry], sight.names) or (None,)
    due = getattr(event, "due", None)
    rule = SHIFT_RULES.get(getattr(event, "cause", event.kind), "")
    words = line.text if line else _clock_words(event)
    at = to_datetime(event.at)
    return Shift(at, rule, words, authors.get(number, ""), None if due is None else to_datetime(due), undone)


def _clock_words(event: object) -> str:
    if not isinstance(event, ClockSet):
        return ""
    return _("The turn gets a fresh clock. %(why)s") % {"why": rule_words(event.rule)[1]}


def _outcome_words(outcome: str) -> str:
    known = {
        "acted": _("played"),
        "forced": _("ended by the director (SK-153)"),
        "defeated": _("the unit fell"),
        "expired": _("ran out (CLOCK-4)"),
        "ordered": _("ran out; standing orders were followed (SK-152)"),
        "deployed": _("everybody has deployed"),
    }
    return known.get(outcome, "")


def with_letters(sight: Sight, accounts: Iterable[Account]) -> list[Account]:
    """The accounts with their notices: the reader's own, or everybody's for a director. Two queries."""
    shown = list(accounts)
    if not isinstance(sight.user, User):
        return shown
    subjects = {turn_subject(sight.battle, one.round, one.unit) for one in shown}
    letters = letters_about(subjects, sight.user, everybodys=sight.directs)
    for account in shown:
        account.letters = tuple(letters.get(turn_subject(sight.battle, account.round, account.unit), ()))
    return shown


def letters_on_battle(sight: Sight) -> list[Letter]:
    """The notices on the battle as a whole, by the same rule."""
    subject = battle_subject(sight.battle)
    if not isinstance(sight.user, User):
        return []
    return letters_about({subject}, sight.user, everybodys=sight.directs).get(subject, [])


def letters_about(subjects: set[str], user: User, *, everybodys: bool) -> dict[str, list[Letter]]:
    """The notices on these subjects, by subject: the reader's own, or everybody's."""
    rows = Notice.objects.filter(subject__in=subjects).select_related("reader").order_by("pk")
    if not everybodys:
        rows = rows.filter(reader=user.pk)
    found: dict[str, list[Letter]] = {}
    for notice in rows.prefetch_related("deliveries__way"):
        found.setdefault(notice.subject, []).append(_letter(notice))
    return found


def _letter(notice: Notice) -> Letter:
    ways = tuple(
        Way(row.shown_channel, row.state, row.get_state_display(), row.attempts, row.sent_at, row.error)
        for row in notice.deliveries.all()
    )
    return Letter(
        notice.reader.shown_name,
        notice.kind,
        notice.get_kind_display(),
        notice.created_at,
        notice.deadline,
        notice.withdrawn_at,
        notice.read_at,
        ways,
    )
