"""The director's undo: back to an event, everything undone still on record, every roll kept."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.selectors import players_in
from battles.services import Applied, undo_to
from notifications.models import Notice
from turns.models import EarlyTurn, TurnPost
from turns.services.change import follow, lock_battle
from turns.services.games import game_of
from turns.services.limits import check_reason
from turns.services.pending import Pending, Tell
from turns.services.pictures import forget_pictures
from turns.services.plans import OPEN
from turns.services.retcons import grant_undone
from turns.services.seats import reseat
from turns.services.stale import refuse_stale
from turns.services.subjects import battle_subject
from turns.services.taken_back import reopen_windows, take_back_endings
from turns.services.who import require_director


def undo(
    *, battle_id: int, director: User, to_event: int, reason: str, at: datetime, version: str | None = None
) -> Applied:
    """Take back everything after event `to_event`; posts after it are marked as undone and stay readable.

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
        applied = undo_to(battle, to_event, by=director, reason=reason, at=at)
        to_event = applied.events[0].to
        posts = list(TurnPost.objects.filter(battle=battle, first_event__gt=to_event, undone_at__isnull=True))
        TurnPost.objects.filter(pk__in=[post.pk for post in posts]).update(undone_at=at, open=False)
        game_of(battle).take_back_posts(battle, to_event, applied.state)
        grant_undone(battle, posts, director, at)
        forget_pictures(battle, since_round=applied.state.round)
        _let_plans_wait_again(battle, applied.state)
        take_back_endings(battle, to_event, applied.state.round, at=at)
        pending = Pending()
        follow(pending, battle, applied, at=at, by=director)
        pending.tell(battle, [_told(battle, applied, director, reason)], by=director)
        pending.write(at=at)
        reopen_windows(battle)
        reseat(battle, director, at)
    return applied


def _told(battle: Battle, applied: Applied, director: User, reason: str) -> Tell:
    """Everybody who plays in the battle reads that it went back, and why."""
    data = {"what": "undone", "who": director.shown_name, "round": applied.state.round, "reason": reason}
    return Tell(Notice.Kind.RETCON, battle_subject(battle), data, players_in(battle))


def _let_plans_wait_again(battle: Battle, state: Any) -> None:
    """Early turns that the state knows again and that were played, failed or discarded meanwhile."""
    waiting = set(EarlyTurn.objects.filter(battle=battle, status__in=OPEN).values_list("unit", flat=True))
    for unit in set(state.plans) - waiting:
        row = EarlyTurn.objects.filter(battle=battle, unit=unit, round=state.round).order_by("-pk").first()
        if row is not None:
            row.status, row.post, row.used_alternative = EarlyTurn.Status.WAITING, None, None
            row.save(update_fields=["status", "post", "used_alternative", "changed_at"])
