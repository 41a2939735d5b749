"""A saga's turns as posts (POST-1): the player's words, and the engine's numbers beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import user_pk
from battles.services import Applied
from rulebook.saga import evolve
from rulebook.saga.events import (
    BattleEnded,
    BattleUndecided,
    DeadlineExtended,
    Event,
    RoundEnded,
    TurnEnded,
    TurnExpired,
    TurnOpened,
    TurnTaken,
)
from rulebook.saga.state import DIRECTOR, State, Unit
from turns.models import EarlyTurn, TurnPost
from turns.services.plans import open_plans
from turns.services.words import Words, last_number, mark_played

CLOSING = (BattleEnded, BattleUndecided, DeadlineExtended, RoundEnded, TurnEnded, TurnExpired, TurnOpened, TurnTaken)
NUMBERS = ("strength", "armor", "willpower", "hero_points")
PLANNED = ("plan", "plan-adapted")


@dataclass(frozen=True, slots=True)
class _Taken:
    """A turn that was taken: its event, the numbers of its first and last event, the unit as it stood after it."""

    event: TurnTaken
    first: int
    last: int
    round: int
    unit: Unit


def write_posts(battle: Battle, applied: Applied, words: Words | None) -> list[TurnPost]:
    """One post for each turn taken in these events, in order: the actor's own, and early turns played on the way."""
    taken = _turns_taken(applied)
    if not taken:
        return []
    plans = open_plans(battle, [turn.event.unit for turn in taken if turn.event.how in PLANNED])
    number = last_number(battle)
    posts = [_post(battle, turn, number + n, words, plans) for n, turn in enumerate(taken, start=1)]
    TurnPost.objects.bulk_create(posts)
    for turn, post in zip(taken, posts, strict=True):
        plan = plans.get(turn.event.unit)
        if plan is not None and turn.event.how in PLANNED:
            mark_played(plan, post, turn.event.alternative)
    return posts


def _turns_taken(applied: Applied) -> list[_Taken]:
    """Fold the events once, up to the end of each turn taken, so that its numbers are those right after it."""
    events = applied.events
    starts = [n for n, event in enumerate(events) if isinstance(event, TurnTaken)]
    found: list[_Taken] = []
    state, done = applied.before, 0
    for start in starts:
        stop = _end_of_turn(events, start)
        round_ = 0
        for n in range(done, stop):
            if n == start:
                round_ = state.round
            state = evolve(state, events[n])
        done = stop
        event = events[start]
        assert isinstance(event, TurnTaken)
        first = applied.first_number
        found.append(_Taken(event, first + start, first + stop - 1, round_, state.units[event.unit]))
    return found


def _end_of_turn(events: Sequence[Event], start: int) -> int:
    """The index after the last event that belongs to the turn taken at `start`."""
    stop = start + 1
    while stop < len(events) and not isinstance(events[stop], CLOSING):
        stop += 1
    return stop


def _post(battle: Battle, turn: _Taken, number: int, words: Words | None, plans: Mapping[str, EarlyTurn]) -> TurnPost:
    event = turn.event
    plan = plans.get(event.unit) if event.how in PLANNED else None
    mine = words if words is not None and words.unit == event.unit and _speaks(words, event) else None
    player = user_pk(turn.unit.player)
    return TurnPost(
        battle=battle,
        number=number,
        round=turn.round,
        unit=event.unit,
        unit_name=turn.unit.name,
        author_id=_author(event, mine, plan),
        played_for_id=player if event.by == DIRECTOR else None,
        manner=manner(event),
        narrative=_narrative(mine, plan),
        notes=notes(turn.unit, event),
        claimed_numbers=dict(mine.claimed) if mine else {},
        language=mine.language if mine else _language(plan),
        first_event=turn.first,
        last_event=turn.last,
        at=to_datetime(event.at),
    )


def _speaks(words: Words, event: TurnTaken) -> bool:
    """Do the words belong to this taking of the turn, not to an early turn of the same unit played before it?"""
    return event.how != "plan" or event.by == DIRECTOR


def _author(event: TurnTaken, words: Words | None, plan: EarlyTurn | None) -> int | None:
    if plan is not None:
        return plan.author_id
    return words.author.pk if words else user_pk(event.by)


def _narrative(words: Words | None, plan: EarlyTurn | None) -> str:
    if words is not None and words.text:
        return words.text
    return plan.narrative if plan else ""


def _language(plan: EarlyTurn | None) -> str:
    return plan.language if plan else "en"


def manner(event: TurnTaken) -> str:
    """How a turn was taken, as its post says it."""
    if event.how in PLANNED:
        return TurnPost.Manner.EARLY.value
    if event.how == "ordered":
        return TurnPost.Manner.ORDERED.value
    if event.by == DIRECTOR:
        return TurnPost.Manner.DIRECTOR.value
    return TurnPost.Manner.LATE.value if event.how == "late" else TurnPost.Manner.ON_TIME.value


def notes(unit: Unit, event: TurnTaken) -> dict[str, Any]:
    """The unit's numbers after its turn, each current and total, and how the turn was taken.

    What was done and rolled is read from the events `first_event` to `last_event`, as each reader may see them.
    """
    return {"numbers": numbers(unit), "how": event.how, "by": event.by, "alternative": event.alternative}


def numbers(unit: Unit) -> dict[str, list[int]]:
    """Strength, armor, willpower and hero points as [current, total] (POST-1)."""
    return {name: [getattr(unit, name), getattr(unit, f"max_{name}")] for name in NUMBERS}


def own_post(posts: Sequence[TurnPost], unit: str, player: User) -> TurnPost | None:
    """The post of the turn that the player has just taken."""
    return next((post for post in posts if post.unit == unit and post.author_id == player.pk), None)


def take_back_posts(battle: Battle, stands: frozenset[int], state: State) -> None:
    """A turn is one event here: no post stands in part."""
