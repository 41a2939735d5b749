"""What became of the rows that a director approved together, row by row, and where it is kept until it is read.

The result stays in the director's session under the key of the form: the same form sent again finds the same result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign import refusals as campaign_refusals
from campaign.models import Application
from characters import refusals
from characters.models import Character, Petition
from rulebook.errors import Refused
from turns.models import TurnPost
from turns.queue import Row
from turns.readings import said_to
from turns.services import Approved

KEPT = "director-decisions"
MOST_KEPT = 5
MOST_KEY = 64


@dataclass(frozen=True, slots=True)
class Result:
    """One row after the director's yes: done or not, what came of it or why not, where it is."""

    key: str
    title: str
    done: bool
    words: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was approved together."""

    rows: tuple[Result, ...]

    @property
    def done(self) -> int:
        """How many went through."""
        return sum(row.done for row in self.rows)

    @property
    def failed(self) -> int:
        """How many did not."""
        return len(self.rows) - self.done


def keep_results(request: HttpRequest, key: str, rows: list[Result]) -> None:
    """Keep the result of a form under its key, beside the last few."""
    kept = dict(request.session.get(KEPT, {}))
    kept[key[:MOST_KEY]] = [asdict(row) for row in rows]
    request.session[KEPT] = dict(list(kept.items())[-MOST_KEPT:])


def results_of(request: HttpRequest, key: str) -> Results | None:
    """The result kept under this key, if there is one."""
    rows: list[Mapping[str, Any]] | None = request.session.get(KEPT, {}).get(key[:MOST_KEY]) if key else None
    return Results(tuple(Result(**row) for row in rows)) if rows is not None else None


def approved_words(row: Row | None, key: str, approved: Approved) -> Result:
    """What came of a yes."""
    title = row.title if row is not None else ""
    if isinstance(approved, TurnPost):
        battle = approved.battle
        url = reverse("turns:post", args=[battle.campaign.slug, battle.code, approved.number])
        return Result(key, title or approved.unit_name, True, _("published; the dice are rolled"), url)
    if isinstance(approved, Character):
        waits = approved.status == Character.Status.AT_DOOR
        words = _("approved; waits at the door") if waits else _("approved")
        return Result(key, approved.name, True, words, approved.get_absolute_url())
    if isinstance(approved, Petition):
        words = _("approved; the sheet is changed")
        return Result(key, approved.character.name, True, words, approved.character.get_absolute_url())
    assert isinstance(approved, Application)
    return Result(key, approved.user.shown_name, True, _("accepted"), "")


def refused_words(request: HttpRequest, row: Row | None, key: str, refused: Refused) -> Result:
    """Why a yes did not go through."""
    return Result(key, row.title if row is not None else key, False, why(request, row, refused), row.url if row else "")


SENTENCES = {
    "row-gone": gettext_lazy("This does not wait any more."),
    "sheet-changed": gettext_lazy("The sheet has been changed since you read it. Look again, then decide."),
    "unknown-row": gettext_lazy("There is nothing of this name."),
    "not-confirmed": gettext_lazy("This rolls dice and was not confirmed."),
    "board-changed": gettext_lazy("The battle has changed meanwhile. Look again, then decide."),
}
"""Refusals of deciding itself, by code."""


def why(request: HttpRequest, row: Row | None, refused: Refused) -> str:
    """A refusal in the words of whatever refused."""
    if refused.code in SENTENCES:
        return str(SENTENCES[refused.code])
    if row is not None and row.battle is not None:
        return said_to(row.battle, refused, request.user)
    if row is not None and row.kind == "application":
        return campaign_refusals.said(refused)
    return refusals.said(refused)
