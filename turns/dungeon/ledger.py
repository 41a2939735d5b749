"""The ledger of a dungeon's deadlines: each clock, how it came about, what moved it, what was sent, how it ended.

Built from the reader's own record, so nothing that they may not know is in it. One clock runs at a time, but for that
of a question in between, which stops it: a free strike on which a player is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import BattleEvent
from battles.moments import to_datetime
from notifications.models import Notice
from rulebook.dungeon import events as ev
from turns.dungeon.record import Entry, entries_of
from turns.dungeon.sight import Sight
from turns.dungeon.told import said
from turns.dungeon.wording import named
from turns.ledger_parts import Account, Cover, Letter, Sent, Shift, every_hour_counts, letters_about, moments_of
from turns.models import Turn
from turns.services.subjects import battle_subject, part_subject, seat_subject, turn_subject

MOVES = (
    ev.ClockStarted,
    ev.DeadlineExtended,
    ev.StrikeAnswered,
    ev.BattlePaused,
    ev.BattleResumed,
    ev.OutageCredited,
    ev.UnitTakenOver,
    ev.UnitHandedBack,
)
COVERS = (ev.AbsenceDeclared, ev.AbsenceCancelled, ev.AbsenceEnded, ev.PlayerChanged)
PLANS = (ev.PlanLeft, ev.PlanWithdrawn, ev.PlanPlayed, ev.PlanFailed)
SIGNED = (*MOVES, *COVERS, ev.PlanLeft, ev.PlanWithdrawn, ev.TurnBegan, ev.Undone)
"""Kinds of which the ledger says whose act they were."""
RULE = "IMP-01"
HEROES, WINDOW, OVERLORD, STRIKE = "turns", "window", "overlord", "strike"
PHASES: Mapping[str, str] = {
    ev.RoundBegan.kind: HEROES,
    ev.WindowOpened.kind: WINDOW,
    ev.WindowClosed.kind: HEROES,
    ev.OverlordTurnBegan.kind: OVERLORD,
}


def rule_words(rule: str) -> tuple[str, str]:
    """Which rule gives a clock its length, and in words."""
    return {
        "deployment": ("DS-SETUP-04", _("The players place their heroes.")),
        "first": ("DS-ROUND-02", _("The first hero turn of a round has a length of its own.")),
        "later": ("DS-ROUND-02", _("Each later hero turn is counted from the moment the one before it was over.")),
        "window": (RULE, _("The Overlord may interrupt between two heroes.")),
        "overlord": ("DS-OVER-01", _("The Overlord's turn.")),
        "strike": ("IMP-03", _("A player is asked about a free strike.")),
        "director": (RULE, _("The director is waited for, without a deadline.")),
        "absent": (RULE, _("Its player has announced an absence: the director plays, without a deadline.")),
        "taken-over": (RULE, _("The director has taken the hero over: no deadline runs.")),
        "untimed": (RULE, _("This game has no deadlines.")),
    }[rule]


@dataclass(frozen=True, slots=True)
class Missed:
    """A hero and how many deadlines its player has missed."""

    unit: str
    name: str
    missed: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """A game's deadlines for one reader, the newest first; `covers` says who was away, and who plays for whom."""

    accounts: tuple[Account, ...]
    covers: tuple[Cover, ...]
    missed: tuple[Missed, ...]
    counting: str


@dataclass(frozen=True, slots=True)
class _Mark:
    """What ran after an event, by its number."""

    number: int
    round: int
    phase: str
    running: int | None
    stopped: tuple[int, ...]
    due: datetime | None


@dataclass(slots=True)
class _Book:
    """The accounts while they are written: the one whose clock runs, and those that a question has stopped."""

    sight: Sight
    authors: Mapping[int, str]
    moments: Mapping[int, int]
    accounts: list[Account] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    stopped: list[int] = field(default_factory=list)
    running: int | None = None
    phase: str = HEROES
    round: int = 0
    late: str = ""
    covers: list[Cover] = field(default_factory=list)
    waiting: dict[str, list[Sent]] = field(default_factory=dict)
    marks: list[_Mark] = field(default_factory=list)

    @property
    def open(self) -> Account | None:
        return None if self.running is None else self.accounts[self.running]

    @property
    def part(self) -> str:
        return "" if self.running is None else self.parts[self.running]


def ledger_of(sight: Sight) -> Ledger:
    """The whole ledger without its notices, which `with_letters` adds to the part that is shown."""
    missed = [
        Missed(unit, sight.name(unit), model["missed"]) for unit, model in sight.models.items() if model["missed"]
    ]
    book = _written(sight)
    return Ledger(tuple(book.accounts[::-1]), tuple(book.covers), tuple(missed), every_hour_counts())


def _written(sight: Sight) -> _Book:
    entries = entries_of(sight)
    undone_to = [event.to for _number, event, _undone in entries if isinstance(event, ev.Undone)]
    book = _Book(sight, _authors(sight), moments_of(sight.battle, undone_to))
    _deployment(book)
    for entry in entries:
        _enter(book, entry)
        open_ = book.open
        due = open_.due if open_ else None
        book.marks.append(_Mark(entry[0], book.round, book.phase, book.running, tuple(book.stopped), due))
    return book


def _authors(sight: Sight) -> dict[int, str]:
    """Who did what the ledger tells of, by the event's number."""
    kinds = [kind.kind for kind in SIGNED]
    rows = BattleEvent.objects.filter(battle=sight.battle, kind__in=kinds, by__isnull=False).select_related("by")
    return {row.number: row.by.shown_name for row in rows.defer("data") if row.by is not None}


def _deployment(book: _Book) -> None:
    rows = Turn.objects.filter(battle=book.sight.battle, kind=Turn.Kind.DEPLOY).order_by("pk")
    row = rows.first()
    if row is None:
        return
    rule, words = rule_words("deployment")
    rules = book.sight.known.rules
    length = round(rules.span(rules.deployment_hours).total_seconds() * 1000) if row.first_due_at else 0
    title, due = _("Placing the heroes"), row.first_due_at
    account = Account(0, "", title, rule, words, row.opened_at, length, due, False, row.due_at)
    account.ended = rows.order_by("-closed_at").values_list("closed_at", flat=True).first()
    account.outcome = row.outcome
    account.outcome_words = _("ran out") if row.outcome == "expired" else _("everybody has been placed")
    book.accounts.append(account)
    book.parts.append("deploy")


def _enter(book: _Book, entry: Entry) -> None:
    """Let the book follow one event."""
    event = entry[1]
    book.phase = PHASES.get(event.kind, book.phase)
    if isinstance(event, ev.RoundBegan):
        book.round = event.round
    if isinstance(event, ev.ClockStarted) and book.open is None:
        _begin(book, event.rule, event.due, event.length, entry)
    elif isinstance(event, ev.StrikeAsked):
        _ask(book, event, entry)
    elif isinstance(event, MOVES):
        _move(book, event, entry)
    elif isinstance(event, ev.TurnBegan):
        _name(book, event, entry)
    elif isinstance(event, PLANS):
        _note_plan(book, event, entry)
    elif isinstance(event, COVERS):
        _cover(book, event, entry)
    elif isinstance(event, ev.Undone):
        _go_back(book, event, entry)
    else:
        _end(book, event)


def _begin(book: _Book, rule: str, due: int | None, length: int, entry: Entry, name: str = "") -> None:
    cited, words = rule_words(rule)
    opened, first = to_datetime(entry[1].at), None if due is None else to_datetime(due)
    part = STRIKE if name else book.phase
    title = (
        name
        or {
            HEROES: _("the next hero"),
            WINDOW: _("the Overlord's window"),
            OVERLORD: _("the Overlord's turn"),
        }[part]
    )
    book.running = len(book.accounts)
    book.accounts.append(Account(book.round, "", title, cited, words, opened, length, first, entry[2], first))
    book.parts.append(part)


def _ask(book: _Book, event: ev.StrikeAsked, entry: Entry) -> None:
    if book.running is not None:
        book.stopped.append(book.running)
    name = _("Free strike of %(unit)s") % {"unit": named(event.striker, book.sight)}
    _begin(book, "strike", event.due, event.length, entry, name)
    book.accounts[-1].unit = event.striker


def _move(book: _Book, event: ev.Event, entry: Entry) -> None:
    if isinstance(event, ev.StrikeAnswered):
        _close(book, entry[1].at, "expired" if event.by_deadline else "acted")
        book.running = book.stopped.pop() if book.stopped else None
    account = book.open
    if account is None:
        return
    shift = _shift(book, entry)
    if shift.words:
        account.shifts.append(shift)
    if not isinstance(event, ev.UnitTakenOver | ev.UnitHandedBack):
        account.due = shift.due


def _go_back(book: _Book, event: ev.Undone, entry: Entry) -> None:
    """What ran at that event runs again, with the time that it had left then (SK-144)."""
    mark = next((one for one in reversed(book.marks) if one.number <= event.to), None)
    if mark is None:
        book.running = None
        return
    book.running, book.stopped = mark.running, list(mark.stopped)
    book.phase, book.round, book.late = mark.phase, mark.round, ""
    account = book.open
    if account is None:
        return
    account.ended, account.outcome, account.outcome_words = None, "", ""
    account.due = None
    if mark.due is not None:
        account.due = mark.due + (to_datetime(event.at) - to_datetime(book.moments[event.to]))
    words = _said(book, event)
    account.shifts.append(Shift(to_datetime(event.at), "SK-144", words, _by(book, entry), account.due, undone=False))


def _cover(book: _Book, event: ev.Event, entry: Entry) -> None:
    start, end = getattr(event, "start", None), getattr(event, "end", None)
    cover = Cover(
        to_datetime(event.at),
        "",
        _said(book, event),
        _by(book, entry),
        None if start is None else to_datetime(start),
        None if end is None else to_datetime(end),
        entry[2],
    )
    book.covers.append(cover)


def _note_plan(book: _Book, event: ev.Event, entry: Entry) -> None:
    """An early turn waits for its hero's turn, unless that is running."""
    unit = event.plan.unit if isinstance(event, ev.PlanLeft) else getattr(event, "unit", "")
    by = _by(book, entry) if isinstance(event, ev.PlanLeft | ev.PlanWithdrawn) else ""
    account = book.open
    kept = account.sent if account is not None and account.unit == unit else book.waiting.setdefault(unit, [])
    kept.append(Sent(to_datetime(event.at), _said(book, event), by, entry[2]))


def _said(book: _Book, event: ev.Event) -> str:
    return said(event, book.sight.known, book.sight.language)[0]


def _by(book: _Book, entry: Entry) -> str:
    return book.authors.get(entry[0], "")


def _shift(book: _Book, entry: Entry) -> Shift:
    event, undone = entry[1:]
    due = getattr(event, "due", None)
    words = _moved_words(event) or _said(book, event)
    return Shift(to_datetime(event.at), "", words, _by(book, entry), None if due is None else to_datetime(due), undone)


def _moved_words(event: ev.Event) -> str:
    if isinstance(event, ev.ClockStarted):
        words = _("The clock stops. %(why)s") if event.due is None else _("A fresh clock. %(why)s")
        return words % {"why": rule_words(event.rule)[1]}
    return _("The answer is there; the clock goes on.") if isinstance(event, ev.StrikeAnswered) else ""


def _name(book: _Book, event: ev.TurnBegan, entry: Entry) -> None:
    """Who took the turn that the clock was for; a late turn comes in between and has no clock of its own."""
    if event.why == "late":
        book.late = event.unit
        _note_begun(book, _missed(book, event.unit), event, entry)
    elif event.why == "turn" and book.open is not None and book.part == HEROES:
        book.open.unit, book.open.name = event.unit, named(event.unit, book.sight)
        book.open.sent += book.waiting.pop(event.unit, [])
        _note_begun(book, book.open, event, entry)


def _missed(book: _Book, unit: str) -> Account | None:
    """The clock of this round that this hero let run out."""
    ran_out = (one for one in reversed(book.accounts) if (one.unit, one.round, one.undone) == (unit, book.round, False))
    return next(ran_out, None)


def _note_begun(book: _Book, account: Account | None, event: ev.TurnBegan, entry: Entry) -> None:
    """Who began; an early turn begins by itself."""
    if account is not None:
        planned = bool(account.sent) and account.sent[-1].at == to_datetime(event.at)
        by = "" if planned else _by(book, entry)
        account.sent.append(Sent(to_datetime(event.at), _said(book, event), by, entry[2]))


def _end(book: _Book, event: ev.Event) -> None:
    part = book.part
    if isinstance(event, ev.TurnEnded) and event.unit == book.late:
        book.late = ""
    elif isinstance(event, ev.TurnEnded) and part == HEROES and event.unit == (book.open and book.open.unit):
        _close(book, event.at, event.how)
    elif isinstance(event, ev.TurnExpired) and part == HEROES and book.open is not None:
        book.open.unit, book.open.name = event.unit, named(event.unit, book.sight)
        _close(book, event.at, "expired")
    elif isinstance(event, ev.WindowClosed) and part == WINDOW:
        _close(book, event.at, event.how)
    elif isinstance(event, ev.OverlordTurnEnded) and part == OVERLORD:
        _close(book, event.at, "expired" if event.by_deadline else "acted")
    elif isinstance(event, ev.BattleEnded):
        while book.open is not None:
            _close(book, event.at, "over")
            book.running = book.stopped.pop() if book.stopped else None


def _close(book: _Book, at: int, outcome: str) -> None:
    account = book.open
    if account is not None:
        account.ended, account.outcome, account.outcome_words = to_datetime(at), outcome, _outcome_words(outcome)
        book.running = None


def _outcome_words(outcome: str) -> str:
    return {
        "acted": _("played"),
        "felled": _("the model fell"),
        "expired": _("ran out"),
        "passed": _("passed"),
        "passed-ahead": _("passed ahead"),
        "played": _("an interrupt was played"),
        "withdrawn": _("closed by the director"),
        "over": _("the adventure ended"),
    }.get(outcome, "")


# --- notices


def with_letters(sight: Sight, accounts: Iterable[Account]) -> list[Account]:
    """The accounts with their notices: the reader's own, or everybody's for a director."""
    shown = list(accounts)
    if not isinstance(sight.user, User):
        return shown
    about = {one.opened: _subjects(sight, one) for one in shown}
    every = {subject for subjects in about.values() for subject in subjects}
    letters = letters_about(every, sight.user, everybodys=sight.directs)
    for account in shown:
        found = [letter for subject in about[account.opened] for letter in letters.get(subject, ())]
        account.letters = tuple(letter for letter in found if _within(letter, account))
    return shown


def _subjects(sight: Sight, account: Account) -> Sequence[str]:
    battle, round_ = sight.battle, account.round
    players = {model["player"] for model in sight.models.values() if model["kind"] == "hero"}
    return (
        *(part_subject(battle, round_, HEROES, player) for player in sorted(players)),
        *(part_subject(battle, round_, part, "overlord") for part in (WINDOW, OVERLORD)),
        part_subject(battle, round_, OVERLORD, "missed"),
        *([part_subject(battle, round_, STRIKE, account.unit)] if account.unit else []),
        turn_subject(battle, round_, account.unit),
        *(part_subject(battle, round_, "deploy", player) for player in sorted(players)),
    )


def _within(letter: Letter, account: Account) -> bool:
    """Was it sent while this clock ran, or as it ended? That it was missed is told once somebody has noticed."""
    if letter.kind == Notice.Kind.MISSED:
        return account.outcome == "expired" and letter.deadline == account.ended
    return account.opened <= letter.told_at and (account.ended is None or letter.told_at <= account.ended)


def letters_on_game(sight: Sight) -> list[Letter]:
    """The notices on the game as a whole, by the same rule."""
    if not isinstance(sight.user, User):
        return []
    subjects = {battle_subject(sight.battle), *(seat_subject(sight.battle, unit) for unit in sight.models)}
    found = letters_about(subjects, sight.user, everybodys=sight.directs)
    return sorted((letter for letters in found.values() for letter in letters), key=lambda letter: letter.told_at)


def computed(accounts: Sequence[Account]) -> Account | None:
    """The account of the clock that runs, among accounts the newest first."""
    return next((one for one in accounts if one.ended is None and not one.undone), None)
