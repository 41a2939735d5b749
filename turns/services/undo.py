"""The director's undo: back to an event, everything undone still on record, every roll kept."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import players_in, ruleset_of, seats_of
from battles.services import Applied, undo_to
from notifications.models import Notice
from turns.models import EarlyTurn, TurnPost
from turns.selectors import standing_at
from turns.services.change import follow, lock_battle
from turns.services.games import game_of
from turns.services.games.table import Moment, seat_told
from turns.services.limits import check_reason
from turns.services.pending import Pending, Tell
from turns.services.pictures import forget_pictures
from turns.services.plans import OPEN
from turns.services.retcons import grant_undone
from turns.services.seats import reseat
from turns.services.stale import refuse_stale
from turns.services.subjects import battle_subject
from turns.services.taken_back import bring_back_endings, take_back_endings
from turns.services.who import require_director
from turns.services.words import mark_played


def undo(
    *, battle_id: int, director: User, to_event: int, reason: str, at: datetime, version: str | None = None
) -> Applied:
    """Take back everything after event `to_event`; posts after it are marked as undone and stay readable.

    What an earlier undo had taken back stands again where this one goes back to it: undoing an undoing.
    A game that could not go on from there goes back to where it can, in the dungeon to before the act.
    Early turns that were played after it wait again; requests to take one of these posts back are granted by it;
    everybody who plays in the battle gets a notice with the reason.
    Deadlines are not applied first: what expired may be what is taken back. Raises PermissionDenied, StaleBoard,
    Unreadable `reason-needed` and `no-such-event`, Illegal `seed-revealed` once the battle is over,
    Battle.DoesNotExist.
    """
    reason = check_reason(reason)
    with transaction.atomic():
        battle = lock_battle(battle_id)
        require_director(battle, director)
        refuse_stale(battle, director, version)
        stood = standing_at(battle, battle.version)
        applied = undo_to(battle, to_event, by=director, reason=reason, at=at)
        stands = standing_at(battle, battle.version)
        posts = _mark_posts(battle, stands, at)
        game_of(battle).take_back_posts(battle, stands, applied.state)
        grant_undone(battle, posts, director, at)
        forget_pictures(battle, since_round=applied.state.round)
        _let_plans_wait_again(battle, applied.state)
        take_back_endings(battle, stood, stands, at=to_datetime(applied.state.moment))
        bring_back_endings(battle, stood, stands)
        pending = Pending()
        follow(pending, battle, applied, at=at, by=director)
        pending.tell(battle, [_told(battle, applied, director, reason), *_standing_again(battle, applied)], by=director)
        pending.write(at=at)
        reseat(battle, director, at)
    return applied


def _mark_posts(battle: Battle, stands: frozenset[int], at: datetime) -> list[TurnPost]:
    """Mark posts by whether what they tell stands; gives those that are taken back now."""
    rows = list(TurnPost.objects.filter(battle=battle))
    gone = [row for row in rows if row.undone_at is None and row.first_event not in stands]
    back = [row for row in rows if row.undone_at is not None and row.first_event in stands]
    TurnPost.objects.filter(pk__in=[row.pk for row in gone]).update(undone_at=at, open=False)
    TurnPost.objects.filter(pk__in=[row.pk for row in back]).update(undone_at=None)
    return gone


def _told(battle: Battle, applied: Applied, director: User, reason: str) -> Tell:
    """Everybody who plays in the battle reads that it went back, and why."""
    data = {"what": "undone", "who": director.shown_name, "round": applied.state.round, "reason": reason}
    return Tell(Notice.Kind.RETCON, battle_subject(battle), data, players_in(battle))


def _standing_again(battle: Battle, applied: Applied) -> Iterator[Tell]:
    """What no event tells and is otherwise than it was told: that all clocks stand still, and who plays which unit."""
    paused = applied.state.paused
    if paused is not None and applied.before.paused is None:
        data: dict[str, Any] = {"paused": True, "reason": paused.reason, "at": paused.since}
        yield Tell(Notice.Kind.PAUSED, battle_subject(battle), data, players_in(battle))
    moment = Moment(battle, applied.state, applied.state.round)
    before = ruleset_of(battle).seats(applied.before)
    for unit, seat in seats_of(battle).items():
        if unit in before and before[unit].taken_over != seat.taken_over:
            yield from seat_told(moment, unit, taken=seat.taken_over, reason="", at=applied.state.moment)


def _let_plans_wait_again(battle: Battle, state: Any) -> None:
    """Early turns that the state knows again and that were played, failed or discarded meanwhile; and the other way
    round, those whose post stands again were played."""
    waiting = set(EarlyTurn.objects.filter(battle=battle, status__in=OPEN).values_list("unit", flat=True))
    for unit in set(state.plans) - waiting:
        row = EarlyTurn.objects.filter(battle=battle, unit=unit, round=state.round).order_by("-pk").first()
        if row is not None:
            row.status, row.post, row.used_alternative = EarlyTurn.Status.WAITING, None, None
            row.save(update_fields=["status", "post", "used_alternative", "changed_at"])
    for row in EarlyTurn.objects.filter(battle=battle, status=EarlyTurn.Status.WAITING).exclude(unit__in=state.plans):
        early = {"round": row.round, "manner": TurnPost.Manner.EARLY, "undone_at__isnull": True}
        post = TurnPost.objects.filter(battle=battle, unit=row.unit, **early).last()
        if post is not None:
            mark_played(row, post, None)
