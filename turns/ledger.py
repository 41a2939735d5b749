"""The ledger of deadlines: turn by turn how each was computed, what moved it, what was sent, what missing it cost.

Built from the reader's own record, so nothing that they may not know is in it. Notices are each reader's own; the
directors see everybody's, with what became of every delivery.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from rulebook.saga import hours
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.events import DeadlinePardoned
from rulebook.saga.rules import TableRules
from rulebook.saga.state import Unit
from turns.ledger_course import authors_of, course_of, deployment_of, shift_of
from turns.ledger_parts import Account, Cover, Letter, Shift, every_hour_counts, letters_about
from turns.models import Turn
from turns.record import record_of
from turns.services.subjects import battle_subject, part_subject, seat_subject, turn_subject
from turns.sight import Sight


def counting_words(rules: TableRules) -> str:
    """Which hours count at this table, and in which time zone."""
    if hours.all_counts(rules):
        return every_hour_counts()
    data = {"start": rules.active_from, "end": rules.active_until, "zone": rules.clock_zone.replace("_", " ")}
    if rules.quiet_weekends:
        return _("Counted from %(start)s:00 to %(end)s:00, not on weekends, on the clocks of %(zone)s (SK-150).") % data
    return _("Counted from %(start)s:00 to %(end)s:00 on the clocks of %(zone)s (SK-150).") % data


@dataclass(frozen=True, slots=True)
class Burden:
    """Missed deadlines that weigh on a unit's initiative (LATE-2), with how many were missed and pardoned."""

    unit: Unit
    penalty: int
    missed: int
    pardoned: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """A battle's deadlines for one reader, the newest turn first; `covers` says who played for whom.

    `quiet`: there are hours that do not count (SK-150).
    """

    accounts: tuple[Account, ...]
    covers: tuple[Cover, ...]
    pardons: tuple[Shift, ...]
    burdens: tuple[Burden, ...]
    counting: str
    quiet: bool


def ledger_of(sight: Sight) -> Ledger:
    """The whole ledger without its notices, which `with_letters` adds to the part that is shown."""
    entries = record_of(sight)
    authors = authors_of(sight)
    accounts, covers = course_of(sight, entries, authors)
    accounts = [*deployment_of(sight), *accounts]
    pardons = [shift_of(sight, one, authors) for one in entries if isinstance(one[1], DeadlinePardoned)]
    burdens = [
        Burden(unit, penalty, unit.missed, unit.pardoned)
        for unit in sight.state.units.values()
        if (penalty := penalty_of(sight.state, unit))
    ]
    rules = sight.state.rules
    quiet = not hours.all_counts(rules)
    return Ledger(tuple(accounts[::-1]), tuple(covers), tuple(pardons), tuple(burdens), counting_words(rules), quiet)


def with_letters(sight: Sight, accounts: Iterable[Account]) -> list[Account]:
    """The accounts with their notices: the reader's own, or everybody's for a director. Two queries."""
    shown = list(accounts)
    if not isinstance(sight.user, User):
        return shown
    subjects = {key for one in shown for key in _subjects(sight, one)}
    letters = letters_about(subjects, sight.user, everybodys=sight.directs)
    for account in shown:
        found = (letter for key in _subjects(sight, account) for letter in letters.get(key, ()))
        account.letters = tuple(sorted(found, key=lambda letter: letter.told_at))
    return shown


def _subjects(sight: Sight, account: Account) -> list[str]:
    """What an account's notices speak of: a unit's turn, or in turn 0 what each player has to place."""
    battle, players = sight.battle, sorted({unit.player for unit in sight.state.units.values()})
    turn = turn_subject(battle, account.round, account.unit)
    placing = [part_subject(battle, account.round, Turn.Kind.DEPLOY, player) for player in players]
    return [turn] if account.unit else [turn, *placing]


def letters_on_battle(sight: Sight) -> list[Letter]:
    """The notices on the battle as a whole, and on who plays which unit, by the same rule."""
    if not isinstance(sight.user, User):
        return []
    subjects = {battle_subject(sight.battle), *(seat_subject(sight.battle, unit) for unit in sight.state.units)}
    found = letters_about(subjects, sight.user, everybodys=sight.directs)
    return sorted((letter for letters in found.values() for letter in letters), key=lambda letter: letter.told_at)
