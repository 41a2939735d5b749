"""The director's yes to one of the things that wait on the console, each by the verb it has anyway.

A yes sent twice is one yes: what has been approved already answers as if it had been approved now.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Application, Campaign
from campaign.services import accept_application
from characters.models import Character, Petition
from characters.services import approve_character, approve_petition
from rulebook.errors import Refused, TooLate, Unreadable
from turns.models import EarlyTurn, TurnPost
from turns.services.of_saga import publish_early_turn

ApprovedKind = Literal["plan", "sheet", "petition", "application"]
KINDS: tuple[ApprovedKind, ...] = get_args(ApprovedKind)
LET_IN = (Character.Status.ACTIVE, Character.Status.AT_DOOR)
JUDGED = (
    "name",
    "rank",
    "class_key",
    "strength",
    "armor",
    "willpower",
    "exertion",
    "break_value",
    "reaction",
    "leadership",
    "survival",
    "war",
    "insight",
    "administration",
    "care",
    "portrait",
    "appearance",
    "history",
)
"""What a director reads of a sheet before letting it in."""
MOST_DIGITS = 15
Approved = TurnPost | Character | Petition | Application


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing that waits: its kind and number, and of a sheet the fingerprint of what the director has read."""

    kind: ApprovedKind
    pk: int
    seen: str = ""

    @property
    def key(self) -> str:
        """What it is called in a form."""
        return f"{self.kind}-{self.pk}"


@dataclass(frozen=True, slots=True)
class Consent:
    """What goes along with a yes: who says it and when, a word, and of an early turn what was seen and chosen."""

    by: User
    at: datetime
    word: str = ""
    version: str | None = None
    alternative: int = 0


def read_waiting(written: str) -> Waiting:
    """What a form wrote, as "sheet-12" or "sheet-12.fingerprint". Raises Unreadable `unknown-row`."""
    name, _dot, seen = written.partition(".")
    kind, _dash, number = name.partition("-")
    known = next((one for one in KINDS if one == kind), None)
    if known is None or not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS):
        raise Unreadable("unknown-row", f"{written[:60]!r} is nothing that waits.", {"row": written[:60]})
    return Waiting(known, int(number), seen)


def fingerprint(character: Character) -> str:
    """Changes when something changes that a director weighs before letting the character in."""
    judged = json.dumps([getattr(character, name) for name in (*JUDGED, "clan_id")])
    return hashlib.sha256(judged.encode()).hexdigest()[:12]


def approve(*, campaign: Campaign, waiting: Waiting, consent: Consent) -> Approved:
    """Say yes to one thing, in a transaction of its own; what was approved before is answered the same.

    Raises PermissionDenied; TooLate `row-gone` for what is not there (any more), `sheet-changed` for a sheet that is
    not the one that was read; and whatever the verb itself refuses.
    """
    require_director(consent.by, campaign)
    find, verb = VERBS[waiting.kind]
    if (done := _approved(find(campaign, waiting.pk))) is not None:
        return done
    try:
        with transaction.atomic():
            verb(_there(find(campaign, waiting.pk), waiting), waiting, consent)
    except Refused:
        # The same yes, sent twice in one moment: the other one has done it.
        if (done := _approved(find(campaign, waiting.pk))) is not None:
            return done
        raise
    done = _approved(find(campaign, waiting.pk))
    assert done is not None
    return done


Row = EarlyTurn | Character | Petition | Application


def _there(row: Row | None, waiting: Waiting) -> Row:
    if row is None:
        raise TooLate("row-gone", f"{waiting.key} is not there any more.", {"row": waiting.key})
    return row


def _approved(row: Row | None) -> Approved | None:
    """What came of it, if it has been approved."""
    if isinstance(row, EarlyTurn):
        return row.post if row.status == EarlyTurn.Status.PLAYED else None
    if isinstance(row, Character):
        return row if row.status in LET_IN else None
    if isinstance(row, Petition):
        return row if row.status == Petition.Status.APPROVED else None
    if isinstance(row, Application):
        return row if row.status == Application.Status.ACCEPTED else None
    return None


def _plan(campaign: Campaign, pk: int) -> Row | None:
    return EarlyTurn.objects.filter(battle__campaign=campaign, pk=pk).select_related("post", "battle").first()


def _sheet(campaign: Campaign, pk: int) -> Row | None:
    return campaign.characters.filter(pk=pk).select_related("campaign", "player").first()


def _petition(campaign: Campaign, pk: int) -> Row | None:
    rows = Petition.objects.filter(character__campaign=campaign, pk=pk)
    return rows.select_related("character__campaign", "character__player").first()


def _application(campaign: Campaign, pk: int) -> Row | None:
    return Application.objects.filter(campaign=campaign, pk=pk).select_related("campaign", "user").first()


def _publish(row: Row, _waiting: Waiting, consent: Consent) -> None:
    assert isinstance(row, EarlyTurn)
    if row.status not in (EarlyTurn.Status.WAITING, EarlyTurn.Status.FAILED):
        raise TooLate("row-gone", f"The early turn is {row.status}.", {"status": row.status})
    publish_early_turn(
        battle_id=row.battle_id,
        unit=row.unit,
        director=consent.by,
        at=consent.at,
        alternative=consent.alternative,
        version=consent.version,
    )


def _let_in(row: Row, waiting: Waiting, consent: Consent) -> None:
    locked = Character.objects.select_for_update().get(pk=row.pk)
    waits = locked.status == Character.Status.PROPOSED
    if waits and waiting.seen and fingerprint(locked) != waiting.seen:
        raise TooLate("sheet-changed", f"{locked} has been changed since it was read.", {"name": locked.name})
    approve_character(character=locked, by=consent.by, at=consent.at)


def _grant(row: Row, _waiting: Waiting, consent: Consent) -> None:
    assert isinstance(row, Petition)
    approve_petition(petition=row, by=consent.by, at=consent.at)


def _accept(row: Row, _waiting: Waiting, consent: Consent) -> None:
    assert isinstance(row, Application)
    accept_application(application=row, by=consent.by, word=consent.word, at=consent.at)


Find = Callable[[Campaign, int], Row | None]
Verb = Callable[[Row, Waiting, Consent], None]
VERBS: Mapping[ApprovedKind, tuple[Find, Verb]] = {
    "plan": (_plan, _publish),
    "sheet": (_sheet, _let_in),
    "petition": (_petition, _grant),
    "application": (_application, _accept),
}
"""By kind: how it is found in a campaign, and the verb that says yes to it."""
