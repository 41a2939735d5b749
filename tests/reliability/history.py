"""The judge of a storm: what was acknowledged must be there once, what was refused must not, and nothing else may be.

An order that was sent and never answered may be there or not, but not twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from battles.models import Battle, BattleEvent, Roll
from battles.selectors import ruleset_of, state_of, user_pk, waits_of
from notifications.models import Notice
from turns.models import PlayKey, Turn, TurnPost


@dataclass
class History:
    """What the members of a crew wrote down."""

    sent: dict[str, tuple[int, str]] = field(default_factory=dict)
    done: dict[str, set[int]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def unknown(self) -> set[str]:
        """Orders that were sent and never answered."""
        return set(self.sent) - set(self.done) - set(self.refused)


def read(logs: Iterable[Path]) -> History:
    """The history in these logs; a last line cut short by a kill is left out."""
    history = History()
    for log in logs:
        for line in log.read_text().splitlines(keepends=True) if log.exists() else ():
            if line.endswith("\n"):
                _take(history, line.split())
    return history


def _take(history: History, words: list[str]) -> None:
    match words:
        case ["sent", key, battle, unit]:
            history.sent[key] = (int(battle), unit)
        case ["done", key, number]:
            history.done.setdefault(key, set()).add(int(number))
        case ["refused", key, code]:
            history.refused[key] = code


def faults(history: History, battles: Iterable[Battle]) -> list[str]:
    """Everything that is wrong; empty when the promise was kept."""
    return [*_faults_of_orders(history), *(fault for battle in battles for fault in faults_of(battle))]


def _faults_of_orders(history: History) -> list[str]:
    kept = {row.key: row for row in PlayKey.objects.select_related("post")}
    found = []
    for key, numbers in history.done.items():
        row = kept.get(key)
        if row is None or row.post is None:
            found.append(f"{key} was acknowledged and is lost")
        elif numbers != {row.post.number} or (row.battle_id, row.post.unit) != history.sent[key]:
            found.append(f"{key} was acknowledged as {numbers} and stands as {row.post.number}")
    found += [
        f"{key} was refused ({code}) and stands"
        for key, code in history.refused.items()
        if key in kept and key not in history.done
    ]
    found += [f"{key} stands and was never sent" for key in kept if key not in history.sent]
    return found


def faults_of(battle: Battle) -> list[str]:
    """What is wrong with a battle's rows, apart from anybody's history."""
    battle = Battle.objects.select_related("campaign").get(pk=battle.pk)
    rows = list(BattleEvent.objects.filter(battle=battle).order_by("number"))
    found = []
    if [row.number for row in rows] != list(range(1, battle.version + 1)):
        found.append("event numbers have gaps or repeats")
    found += _faults_of_replay(battle, rows)
    found += _faults_of_turns(rows)
    found += _faults_of_posts(battle, rows)
    found += _faults_of_waits(battle)
    found += _faults_of_notices(battle, rows)
    return [f"battle {battle.code}: {fault}" for fault in found]


def _faults_of_replay(battle: Battle, rows: list[BattleEvent]) -> list[str]:
    rules = ruleset_of(battle)
    events = [rules.event_from_json(row.data) for row in rows]
    replayed = rules.replay(rules.setup_from_json(battle.setup), events)
    found = [] if rules.to_json(replayed) == battle.state else ["replaying the events gives another state"]
    counters = list(Roll.objects.filter(battle=battle).values_list("counter", flat=True))
    if len(counters) != len(set(counters)) or (counters and max(counters) >= battle.dice_counter):
        found.append("dice were used twice")
    return found


def _faults_of_turns(rows: list[BattleEvent]) -> list[str]:
    round_, taken, expired = 0, Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for row in rows:
        if row.kind == "round-began":
            round_ = row.data["round"]
        elif row.kind == "turn-taken":
            taken[round_, row.data["unit"]] += 1
        elif row.kind == "turn-expired":
            expired[round_, row.data["unit"]] += 1
    return [
        f"{turn} {what} {n} times"
        for what, seen in (("taken", taken), ("expired", expired))
        for turn, n in seen.items()
        if n > 1
    ]


def _faults_of_posts(battle: Battle, rows: list[BattleEvent]) -> list[str]:
    posts = list(TurnPost.objects.filter(battle=battle).order_by("number"))
    found = []
    if [post.number for post in posts] != list(range(1, len(posts) + 1)):
        found.append("post numbers have gaps or repeats")
    taken = [row.number for row in rows if row.kind == "turn-taken"]
    if [post.first_event for post in posts] != taken:
        found.append("posts and turns taken differ")
    keyed = PlayKey.objects.filter(battle=battle).count()
    if keyed != sum(post.manner not in ("early", "ordered") for post in posts):
        found.append(f"{keyed} keys for {len(posts)} posts")
    return found


def _faults_of_waits(battle: Battle) -> list[str]:
    rows = Turn.objects.filter(battle=battle, closed_at__isnull=True).values_list("who", "kind", "unit")
    wanted = [(wait.who, wait.kind, wait.unit) for wait in waits_of(battle)]
    return [] if sorted(rows) == sorted(wanted) else [f"open rows {sorted(rows)}, waited for {sorted(wanted)}"]


def _faults_of_notices(battle: Battle, rows: list[BattleEvent]) -> list[str]:
    """Whoever missed a turn was told exactly once for each."""
    state = state_of(battle)
    missed = Counter(user_pk(state.units[row.data["unit"]].player) for row in rows if row.kind == "turn-expired")
    notices = Notice.objects.filter(kind="missed", subject__startswith=f"battle:{battle.code}:")
    told = Counter(notices.values_list("reader_id", flat=True))
    return [] if told == missed else [f"missed {dict(missed)}, told {dict(told)}"]
