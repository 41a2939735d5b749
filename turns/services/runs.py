"""A run of the director's units, one unit at a time: where it stands is kept, so that it may be left and gone on with.

The run is a draft of its director's (purpose `run`): the turns as they were reviewed, which posts came of them, what
stopped it. Each unit is played in a transaction of its own, by the same key however often it is asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.selectors import view_for, viewer_version
from rulebook.errors import Illegal, Refused, TooLate
from rulebook.saga.codec import steps_from_json, steps_to_json
from turns.models import TurnDraft
from turns.services.change import lock_battle
from turns.services.limits import LONGEST_KEY, check_key, check_narrative
from turns.services.npc import UnitTurn
from turns.services.play import play_turn
from turns.services.stale import refuse_stale
from turns.services.who import require_director, running_state

PURPOSE = "run"
LONGEST_RUN = 60
LONGEST_SHORT = LONGEST_KEY - 8


@dataclass(frozen=True, slots=True)
class Failure:
    """What stopped a run: the refusal's code, sentence and details."""

    code: str
    message: str
    data: Mapping[str, Any]

    def refused(self) -> Refused:
        """The refusal again, for whoever puts words to it."""
        return Refused(self.code, self.message, dict(self.data))


@dataclass(frozen=True, slots=True)
class UnitRun:
    """Where a run stands: its turns in order, the numbers of the posts that came of the first of them, what stopped it.

    `version` is the battle as the director knows it; `stopped` by the director, `failure` by a refusal.
    """

    turns: tuple[UnitTurn, ...]
    key: str
    version: str
    round: int
    posts: tuple[int, ...] = ()
    stopped: bool = False
    failure: Failure | None = None

    @property
    def left(self) -> tuple[UnitTurn, ...]:
        """The turns that were not touched."""
        return self.turns[len(self.posts) :]

    @property
    def next(self) -> UnitTurn | None:
        """The turn that comes next."""
        return next(iter(self.left), None)

    @property
    def done(self) -> bool:
        """Has every turn been played?"""
        return not self.left


def begin_run(
    *,
    battle_id: int,
    director: User,
    turns: Sequence[UnitTurn],
    key: str,
    version: str | None,
    at: datetime,
    language: str = "en",
) -> UnitRun:
    """Write down a run, nothing of it played. The same key again finds the run as it stands by now.

    Raises PermissionDenied, StaleBoard, Illegal `nothing-to-run`, Unreadable `bad-key` and `text-too-long`.
    """
    check_key(key)
    for turn in turns:
        check_narrative(turn.text)
    if not 0 < len(turns) <= LONGEST_RUN:
        raise Illegal("nothing-to-run", f"A run has 1 to {LONGEST_RUN} turns, not {len(turns)}.", {"turns": len(turns)})
    with transaction.atomic():
        battle = lock_battle(battle_id)
        require_director(battle, director)
        row = _row(battle, director)
        if row is not None and row.plan.get("key") == key:
            return _read(row)
        refuse_stale(battle, director, version)
        now = viewer_version(view_for(battle, director))
        run = UnitRun(tuple(turns), key, now, running_state(battle).round)
        _write(battle, director, row, run, at, language)
    return run


def play_next(*, battle_id: int, director: User, number: int, received_at: datetime) -> UnitRun:
    """Play the run's turn of this number, from 0; what was played before, or stopped, stays as it is.

    A refusal stops the run and is kept with it; nothing of that turn is played. Raises PermissionDenied, TooLate
    `no-run`.
    """
    run, language = _found(battle_id, director)
    turn = run.next
    if turn is None or number != len(run.posts) or run.failure is not None or run.stopped:
        return run
    try:
        played = play_turn(
            battle_id=battle_id,
            unit=turn.unit,
            player=director,
            steps=turn.steps,
            text=turn.text,
            version=run.version,
            key=f"{_short(run.key)}/{number}",
            received_at=received_at,
            language=language,
        )
    except Refused as refused:
        return _noted(battle_id, director, number, received_at, failure=refused)
    return _noted(battle_id, director, number, received_at, post=played.post.number if played.post else 0)


def _short(key: str) -> str:
    """The key with room for a number behind it; no two keys have the same."""
    return key if len(key) <= LONGEST_SHORT else hashlib.sha256(key.encode()).hexdigest()[:LONGEST_SHORT]


def go_on(*, battle_id: int, director: User, at: datetime) -> UnitRun:
    """Take a run up again that was stopped, by the director or a refusal, on the battle as it is now.

    Raises PermissionDenied, TooLate `no-run`.
    """
    with transaction.atomic():
        battle, row, run = _locked(battle_id, director)
        version = viewer_version(view_for(battle, director))
        return _write(battle, director, row, replace(run, version=version, stopped=False, failure=None), at)


def stop_run(*, battle_id: int, director: User, at: datetime) -> UnitRun:
    """Stop a run before its next turn. Raises PermissionDenied, TooLate `no-run`."""
    with transaction.atomic():
        battle, row, run = _locked(battle_id, director)
        return _write(battle, director, row, run if run.done else replace(run, stopped=True), at)


def run_of(battle: Battle, director: User) -> UnitRun | None:
    """The director's newest run in this battle, finished or not."""
    row = TurnDraft.objects.filter(battle=battle, user=director, unit="", purpose=PURPOSE).first()
    return _read(row) if row is not None else None


def _found(battle_id: int, director: User) -> tuple[UnitRun, str]:
    battle = Battle.objects.select_related("campaign").get(pk=battle_id)
    require_director(battle, director)
    row = _row(battle, director)
    if row is None:
        raise _no_run()
    return _read(row), str(row.plan.get("language", "en"))


def _locked(battle_id: int, director: User) -> tuple[Battle, TurnDraft, UnitRun]:
    battle = lock_battle(battle_id)
    require_director(battle, director)
    row = _row(battle, director)
    if row is None:
        raise _no_run()
    return battle, row, _read(row)


def _no_run() -> TooLate:
    return TooLate("no-run", "There is no run of units here.")


def _noted(
    battle_id: int, director: User, number: int, at: datetime, *, post: int = 0, failure: Refused | None = None
) -> UnitRun:
    """Write down what came of a turn; a second answer to the same turn adds nothing."""
    with transaction.atomic():
        battle, row, run = _locked(battle_id, director)
        if number != len(run.posts):
            return run
        if failure is not None:
            stopped_by = Failure(failure.code, failure.message, _plain(failure.data))
            return _write(battle, director, row, replace(run, failure=stopped_by), at)
        version = viewer_version(view_for(battle, director))
        return _write(battle, director, row, replace(run, posts=(*run.posts, post), version=version), at)


def _plain(data: Mapping[str, object]) -> dict[str, Any]:
    return {name: value if isinstance(value, int | str | None) else str(value) for name, value in data.items()}


def _row(battle: Battle, director: User) -> TurnDraft | None:
    return TurnDraft.objects.filter(battle=battle, user=director, unit="", purpose=PURPOSE).first()


def _write(
    battle: Battle, director: User, row: TurnDraft | None, run: UnitRun, at: datetime, language: str = ""
) -> UnitRun:
    """Keep the run; one that is done is put aside and goes with the other old drafts."""
    plan = {
        "turns": [{"unit": one.unit, "steps": steps_to_json(one.steps), "text": one.text} for one in run.turns],
        "key": run.key,
        "version": run.version,
        "round": run.round,
        "posts": list(run.posts),
        "stopped": run.stopped,
        "failure": _failure_data(run.failure),
        "language": language or (row.plan.get("language", "en") if row is not None else "en"),
    }
    row = row or TurnDraft(battle=battle, user=director, unit="", purpose=PURPOSE)
    row.plan, row.saved_at, row.discarded_at = plan, at, at if run.done else None
    row.revision += 1
    row.save()
    return run


def _failure_data(failure: Failure | None) -> dict[str, Any] | None:
    return {"code": failure.code, "message": failure.message, "data": dict(failure.data)} if failure else None


def _read(row: TurnDraft) -> UnitRun:
    plan = row.plan
    failure = plan["failure"]
    return UnitRun(
        turns=tuple(UnitTurn(one["unit"], steps_from_json(one["steps"]), one["text"]) for one in plan["turns"]),
        key=plan["key"],
        version=plan["version"],
        round=plan["round"],
        posts=tuple(plan["posts"]),
        stopped=plan["stopped"],
        failure=Failure(**failure) if failure else None,
    )
