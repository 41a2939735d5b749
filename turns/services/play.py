"""A turn is played: by its player, on time or late, or by the director for a unit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import try_action
from rulebook.codec import dump
from rulebook.errors import Illegal, Refused
from turns.models import PlayKey, Turn, TurnPost
from turns.services.change import change, lock_battle
from turns.services.drafts import drop_published_draft
from turns.services.games import game_of
from turns.services.limits import check_key, check_narrative
from turns.services.settle import credit_before, is_overdue, settle
from turns.services.stale import check_steps, refuse_stale
from turns.services.who import actor_for
from turns.services.words import Words


@dataclass(frozen=True, slots=True)
class Order:
    """Everything a player sends to play a turn. `version` None asks for no comparison (the director's own run)."""

    battle_id: int
    unit: str
    player: User
    steps: tuple[Any, ...]
    text: str
    version: str | None
    key: str
    received_at: datetime
    claimed: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"
    draft_fork: int = 0
    extra: bool = False

    def content_hash(self) -> str:
        """A fingerprint of what is asked for: the same key with another one is refused."""
        steps = [dump(type(step), step) | {"kind": step.kind} for step in self.steps]
        content: list[Any] = [self.battle_id, self.unit, steps, self.text, dict(self.claimed)]
        content += [True] if self.extra else []
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of an order: its post. `replayed` when the same key had been answered before.

    There is no post where the order told of nothing to be read: the Overlord who lets a window pass.
    """

    post: TurnPost | None
    replayed: bool = False


def play_turn(
    *,
    battle_id: int,
    unit: str,
    player: User,
    steps: Sequence[Any],
    text: str,
    version: str | None,
    key: str,
    received_at: datetime,
    claimed: Mapping[str, Any] | None = None,
    language: str = "en",
    draft_fork: int = 0,
    extra: bool = False,
) -> Played:
    """Play a unit's turn, all or nothing, judged by the moment the request arrived (CLOCK-4, LATE-1).

    Where a turn goes step by step, one step of it: in the dungeon `unit` may be the Overlord himself, and `extra` uses
    a card's extra activation although an order is left.

    Everything is in one transaction: state and version, events, rolls, the post, the turns that open, notices. The
    same key with the same content gives the first result again. Raises the rulebook's Refused (`not-your-turn`,
    `already-acted`, `round-over`, …), StaleBoard `board-changed` when the viewer's own version has moved on,
    Illegal `key-reused`, Unreadable `bad-key` and `text-too-long`, Battle.DoesNotExist, PermissionDenied.
    """
    order = Order(
        battle_id,
        unit,
        player,
        tuple(steps),
        text,
        version,
        key,
        received_at,
        dict(claimed or {}),
        language,
        draft_fork,
        extra,
    )
    check_key(key)
    check_narrative(text)
    if earlier := _earlier_answer(order):
        return earlier
    if is_overdue(battle_id, received_at):
        settle(battle_id, received_at)
    try:
        _refuse_before_locking(order)
    except Refused:
        # What changed the board may have been this very order, sent twice: its answer came with the change.
        if earlier := _earlier_answer(order):
            return earlier
        raise
    try:
        with transaction.atomic():
            return _play(order)
    except IntegrityError:
        # Somebody else wrote the same thing in the same instant: if it was this very order, its answer is there.
        if earlier := _earlier_answer(order):
            return earlier
        raise


def play_step(*, step: Any, **order: Any) -> Played:
    """`play_turn` with one step, where a turn goes step by step."""
    return play_turn(steps=(step,), **order)


def _earlier_answer(order: Order) -> Played | None:
    row = PlayKey.objects.filter(user=order.player, key=order.key).select_related("post").first()
    if row is None:
        return None
    if row.content_hash != order.content_hash():
        raise Illegal("key-reused", f"The key {order.key!r} was used for another order.", {"key": order.key})
    return Played(row.post, replayed=True)


def _refuse_before_locking(order: Order) -> None:
    """Losers of a double click do not queue for the lock: what nothing waits for is judged on the state as it is.

    Nothing is written here, and no die of the battle is touched; an order that would stand goes on to the lock.
    """
    waiting = Q(unit=order.unit) | Q(due_at__lte=order.received_at)
    if Turn.objects.filter(waiting, battle=order.battle_id, closed_at__isnull=True).exists():
        return
    battle = Battle.objects.select_related("campaign").get(pk=order.battle_id)
    actor = actor_for(battle, order.player, order.unit)
    _refuse_stale(battle, order)
    try_action(battle, _action(battle, order, actor))


def _play(order: Order) -> Played:
    battle = lock_battle(order.battle_id)
    if earlier := _earlier_answer(order):
        return earlier
    actor = actor_for(battle, order.player, order.unit)
    credit_before(battle, order.received_at)
    _refuse_stale(battle, order)
    words = Words(order.unit, order.player, order.text, order.language, order.claimed, actor)
    action = _action(battle, order, actor)
    _applied, posts = change(battle, action, at=order.received_at, by=order.player, words=words)
    post = game_of(battle).own_post(posts, order.unit, order.player)
    _remember(order, battle, post)
    drop_published_draft(battle=battle, user=order.player, unit=order.unit, fork=order.draft_fork)
    return Played(post)


def _refuse_stale(battle: Battle, order: Order) -> None:
    refuse_stale(battle, order.player, order.version, check=lambda: check_steps(battle, order.unit, order.steps))


def _action(battle: Battle, order: Order, actor: str) -> Any:
    game = game_of(battle)
    return game.playing(actor, order.unit, order.steps, to_ms(order.received_at), extra=order.extra)


def _remember(order: Order, battle: Battle, post: TurnPost | None) -> None:
    """The key's answer, in the same transaction as what it answers for."""
    PlayKey.objects.create(
        user=order.player,
        key=order.key,
        content_hash=order.content_hash(),
        battle=battle,
        post=post,
        at=order.received_at,
    )
