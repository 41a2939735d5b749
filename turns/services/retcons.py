"""A player asks the director to take back one of their own played turns, and the director answers."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from battles.models import Battle
from battles.selectors import SHOWN_SEED
from campaign.selectors import directors_of, role_of
from notifications import services as notices
from notifications.models import Notice
from rulebook.errors import Illegal, TooLate
from turns.models import RetconRequest, TurnPost
from turns.services.change import lock_battle
from turns.services.limits import check_reason
from turns.services.subjects import battle_subject
from turns.services.who import require_director

Status = RetconRequest.Status


def ask_retcon(*, battle_id: int, number: int, player: User, reason: str, at: datetime) -> RetconRequest:
    """Ask that the turn told in post `number` be taken back; the directors get a notice.

    Raises PermissionDenied for somebody else's turn, Unreadable `reason-needed` and `text-too-long`, Illegal
    `seed-revealed` once the battle is over, TooLate `already-undone` and `already-asked`, TurnPost.DoesNotExist.
    """
    reason = check_reason(reason)
    with transaction.atomic():
        battle = lock_battle(battle_id)
        post = TurnPost.objects.get(battle=battle, number=number)
        if not may_ask(battle, post, player):
            raise PermissionDenied
        _refuse_over(battle)
        if post.undone_at is not None:
            raise TooLate("already-undone", f"Turn {number} has been taken back.", {"number": number})
        if RetconRequest.objects.filter(post=post, status=Status.WAITING).exists():
            raise TooLate("already-asked", f"Turn {number} waits for an answer already.", {"number": number})
        asked = RetconRequest.objects.create(battle=battle, post=post, user=player, reason=reason, asked_at=at)
        _tell_directors(battle, asked, at)
    return asked


def may_ask(battle: Battle, post: TurnPost, user: User) -> bool:
    """Whose turn it was may ask: who wrote it, or for whom the director played; as long as they belong."""
    return user.pk in (post.author_id, post.played_for_id) and role_of(user, battle.campaign) is not None


def answer_retcon(*, request_id: int, director: User, grant: bool, word: str, at: datetime) -> RetconRequest:
    """Grant or refuse; refusing takes a word. The player gets a notice.

    Granting takes nothing back: that is `undo`, which shows first what it would change. Raises PermissionDenied,
    Unreadable `reason-needed` and `text-too-long`, TooLate `already-answered`, Illegal `seed-revealed` where a turn
    of a battle that is over is granted, RetconRequest.DoesNotExist.
    """
    word = check_reason(word) if word.strip() or not grant else ""
    with transaction.atomic():
        battle = lock_battle(RetconRequest.objects.values_list("battle_id", flat=True).get(pk=request_id))
        asked = RetconRequest.objects.select_related("post", "user").get(pk=request_id)
        require_director(battle, director)
        if asked.status != Status.WAITING:
            raise TooLate("already-answered", "This request has been answered.", {"status": asked.status})
        if grant:
            _refuse_over(battle)
        _answer(battle, asked, director, Status.GRANTED if grant else Status.REFUSED, word, at)
    return asked


def grant_undone(battle: Battle, posts: list[TurnPost], director: User, at: datetime) -> None:
    """Requests about turns that are being taken back are granted by it, in the caller's transaction."""
    waiting = RetconRequest.objects.filter(post__in=posts, status=Status.WAITING).select_related("post", "user")
    for asked in waiting:
        _answer(battle, asked, director, Status.GRANTED, "", at)


def _refuse_over(battle: Battle) -> None:
    if battle.status in SHOWN_SEED:
        raise Illegal("seed-revealed", "The seed of the dice has been shown.", {"battle": battle.code})


def _answer(battle: Battle, asked: RetconRequest, director: User, status: str, word: str, at: datetime) -> None:
    asked.status, asked.answer, asked.answered_by, asked.answered_at = status, word, director, at
    asked.save(update_fields=["status", "answer", "answered_by", "answered_at"])
    notices.withdraw(subject=_subject(battle, asked), at=at)
    notices.notify(
        reader=asked.user,
        kind=Notice.Kind.RETCON,
        subject=_subject(battle, asked),
        link=reverse("turns:post", args=[battle.campaign.slug, battle.code, asked.post.number]),
        data=_data(battle, asked) | {"what": status, "reason": word},
        at=at,
        campaign_slug=battle.campaign.slug,
        by=director,
    )


def _tell_directors(battle: Battle, asked: RetconRequest, at: datetime) -> None:
    notices.notify_each(
        directors_of(battle.campaign),
        kind=Notice.Kind.RETCON,
        subject=_subject(battle, asked),
        link=reverse("turns:retcon-answer", args=[battle.campaign.slug, battle.code, asked.pk]),
        data=_data(battle, asked) | {"what": "asked", "who": asked.user.shown_name, "reason": asked.reason},
        at=at,
        campaign_slug=battle.campaign.slug,
        by=asked.user,
    )


def _subject(battle: Battle, asked: RetconRequest) -> str:
    return f"{battle_subject(battle)}:retcon:{asked.pk}"


def _data(battle: Battle, asked: RetconRequest) -> dict[str, object]:
    return {"battle": battle.name, "unit": asked.post.unit_name, "round": asked.post.round}
