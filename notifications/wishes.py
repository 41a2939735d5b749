"""The classes of notices that a reader can wish for or not, and which field of the account decides on their mails.

A class is a handful of kinds that one wish decides on. The mails of a class are a field of the account, `mail_` and
the class; a webhook keeps the classes it takes. What is in no class with such a field stays in the inbox, unless a
webhook takes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notifications.models import Notice

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Kind = Notice.Kind

OTHER = "other"
CLASS_OF: dict[str, str] = {
    Kind.YOUR_TURN: "your_turn",
    Kind.EARLY_FAILED: "your_turn",
    Kind.DIRECTOR_DUE: "your_turn",
    Kind.MUSTER: "your_turn",
    Kind.VOTE: "your_turn",
    Kind.TEST: "your_turn",
    Kind.BATTLE_BEGAN: "your_turn",
    Kind.CHANNEL_OFF: "your_turn",
    Kind.DEADLINE_NEAR: "deadline_near",
    Kind.MISSED: "turn_missed",
    Kind.MORE_TIME: "late_post",
    Kind.PAUSED: "late_post",
    Kind.TAKEN_OVER: "your_turn",
    Kind.CREDIT: "late_post",
    Kind.RETCON: "your_turn",
    Kind.NEW_ROUND: "story",
    Kind.BATTLE_OVER: "battle_over",
    Kind.NEW_POST: "story",
    Kind.MENTION: "story",
    Kind.ADDRESSED: "story",
}
MAIL_WISHES: dict[str, str] = {kind: f"mail_{name}" for kind, name in CLASS_OF.items()}
CLASSES: tuple[str, ...] = (*dict.fromkeys(CLASS_OF.values()), OTHER)


def class_of(kind: str) -> str:
    """The class that decides on a kind."""
    return CLASS_OF.get(kind, OTHER)


def kinds_of(name: str) -> list[str]:
    """The kinds of a class."""
    return [kind for kind in Kind.values if class_of(kind) == name]


def class_words(name: str) -> str | StrPromise:
    """A class in words, as they go on after "when"."""
    if name == OTHER:
        return _("a character sheet or a campaign changes, or my early turn is played")
    return User._meta.get_field(f"mail_{name}").verbose_name  # type: ignore[union-attr]  # a plain column
