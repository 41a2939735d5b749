"""The director's queue: everything that waits for a decision as rows of one kind, the most urgent first.

Nothing is asked of the database here; the rows are made of what the console has found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.models import Battle
from campaign.models import Application, Campaign
from characters.models import Character, Petition
from turns.console import Console, Wait
from turns.errands import Errand
from turns.models import EarlyTurn, Turn
from turns.services import fingerprint


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that waits: what it is called, what its own page is, and what can be done with it from here.

    `key` is its name in forms and addresses; `approvable`: a yes needs nothing more; `rolls`: that yes throws dice.
    `adapt` and `send_back` are addresses, empty where there is no such thing. `about` is what its detail is made of.
    """

    kind: str
    key: str
    chip: str
    title: str
    url: str
    action: str
    about: Any
    by: str = ""
    battle: Battle | None = None
    at: datetime | None = None
    due: datetime | None = None
    note: str = ""
    approvable: bool = False
    rolls: bool = False
    adapt: str = ""
    send_back: str = ""
    seen: str = ""
    urgent: bool = False
    foreign: bool = False

    @property
    def value(self) -> str:
        """What a box sends: the key, and of a sheet what was read of it."""
        return f"{self.key}.{self.seen}" if self.seen else self.key


def rows_of(console: Console, errands: Sequence[Errand], campaign: Campaign) -> list[Row]:
    """Everything to decide, the most urgent first: what a battle waits for, what a story waits for, sheets, people."""
    return [
        *(_of_turn(wait, console, campaign) for wait in console.decide),
        *(_of_errand(errand) for errand in errands),
        *(_of_fate(battle, case, campaign) for battle, case in console.fates),
        *(_of_ended(battle, campaign) for battle in console.ended),
        *(_of_sheet(one) for one in console.desk.proposals),
        *(_of_petition(one) for one in console.desk.petitions),
        *(_of_doomed(one) for one in console.desk.doomed),
        *(_of_application(one, campaign) for one in console.desk.applications),
    ]


def late_rows(console: Console, campaign: Campaign, pardoning: Sequence[str]) -> list[Row]:
    """Whoever has missed a deadline and may still act; nothing is to be decided, a pardon is possible."""
    return [_of_late(wait, campaign, pardoning) for wait in console.late]


def chosen_row(rows: Sequence[Row], wanted: str) -> Row | None:
    """The row of this key, else the first."""
    return next((row for row in rows if row.key == wanted), next(iter(rows), None))


def _of_turn(wait: Wait, console: Console, campaign: Campaign) -> Row:
    plan = next(_plans_for(wait, console), None) if wait.turn.kind == Turn.Kind.PLAN else None
    if plan is None:
        return _to_end(wait, campaign)
    battle = wait.turn.battle
    page = reverse("turns:plan", args=[campaign.slug, battle.code, wait.turn.unit])
    return Row(
        kind="plan",
        key=f"plan-{plan.pk}",
        chip=_("early turn"),
        title=wait.unit,
        by=plan.author.shown_name,
        url=page,
        action=_("Read and publish"),
        about=plan,
        battle=battle,
        at=wait.turn.opened_at,
        approvable=True,
        rolls=True,
        adapt=page,
        send_back=f"{_act(campaign, battle, 'hand-back')}?unit={wait.turn.unit}",
        urgent=True,
    )


def _plans_for(wait: Wait, console: Console) -> Iterator[EarlyTurn]:
    return (plan for plan in console.plans if (plan.battle_id, plan.unit) == (wait.turn.battle_id, wait.turn.unit))


def _to_end(wait: Wait, campaign: Campaign) -> Row:
    battle = wait.turn.battle
    return Row(
        kind="decide",
        key=f"decide-{wait.turn.pk}",
        chip=str(wait.turn.get_kind_display()),
        title=wait.unit or battle.name,
        url=_act(campaign, battle, "end"),
        action=_("Decide the battle"),
        about=wait,
        battle=battle,
        at=wait.turn.opened_at,
        urgent=True,
        foreign=not wait.unit,
    )


def _act(campaign: Campaign, battle: Battle, what: str) -> str:
    return reverse("turns:direct", args=[campaign.slug, battle.code, what])


def _of_errand(errand: Errand) -> Row:
    key = hashlib.sha256(f"{errand.url} {errand.title}".encode()).hexdigest()[:10]
    return Row(
        kind="errand",
        key=f"errand-{key}",
        chip=errand.chip,
        title=errand.title,
        url=errand.url,
        action=errand.action,
        about=errand,
        due=errand.due,
        note=errand.note,
    )


def _of_fate(battle: Battle, case: Any, campaign: Campaign) -> Row:
    return Row(
        kind="fate",
        key=f"fate-{battle.pk}-{case.unit}",
        chip=_("felled by a boss"),
        title=case.name,
        url=reverse("battles:result", args=[campaign.slug, battle.code]),
        action=_("Decide"),
        about=case,
        battle=battle,
        at=battle.ended_at,
        urgent=True,
        foreign=True,
    )


def _of_ended(battle: Battle, campaign: Campaign) -> Row:
    return Row(
        kind="result",
        key=f"result-{battle.pk}",
        chip=_("consequences"),
        title=battle.name,
        url=reverse("battles:result", args=[campaign.slug, battle.code]),
        action=_("Confirm"),
        about=battle,
        battle=battle,
        at=battle.ended_at,
        foreign=True,
    )


def _of_sheet(one: Character) -> Row:
    return Row(
        kind="sheet",
        key=f"sheet-{one.pk}",
        chip=_("sheet"),
        title=one.name,
        by=one.player.shown_name,
        url=one.get_absolute_url(),
        action=_("Look at the sheet"),
        about=one,
        at=one.created_at,
        approvable=True,
        adapt=reverse("characters:edit", args=[one.pk]),
        send_back=reverse("characters:return", args=[one.pk]),
        seen=fingerprint(one),
        foreign=True,
    )


def _of_petition(one: Petition) -> Row:
    return Row(
        kind="petition",
        key=f"petition-{one.pk}",
        chip=str(one.get_kind_display()),
        title=one.character.name,
        by=one.character.player.shown_name,
        url=one.character.get_absolute_url(),
        action=_("Look at the sheet"),
        about=one,
        at=one.made_at,
        note=one.reason,
        approvable=True,
        send_back=reverse("characters:return-petition", args=[one.pk]),
        foreign=True,
    )


def _of_doomed(one: Character) -> Row:
    return Row(
        kind="doomed",
        key=f"doomed-{one.pk}",
        chip=_("doomed"),
        title=one.name,
        by=one.player.shown_name,
        url=reverse("characters:die", args=[one.pk]),
        action=_("The scene has come"),
        about=one,
        at=one.doomed_at,
        urgent=True,
        foreign=True,
    )


def _of_application(one: Application, campaign: Campaign) -> Row:
    page = reverse("campaign:application", args=[campaign.slug, one.pk])
    return Row(
        kind="application",
        key=f"application-{one.pk}",
        chip=_("application"),
        title=one.user.shown_name,
        url=page,
        action=_("Read it"),
        about=one,
        at=one.made_at,
        note="" if one.status == Application.Status.WAITING else str(one.get_status_display()),
        approvable=True,
        send_back=page,
    )


def _of_late(wait: Wait, campaign: Campaign, pardoning: Sequence[str]) -> Row:
    battle = wait.turn.battle
    pardon = battle.ruleset in pardoning
    return Row(
        kind="late",
        key=f"late-{wait.turn.pk}",
        chip=pgettext("row", "late"),
        title=wait.unit,
        by=wait.player.shown_name if wait.player else "",
        url=f"{_act(campaign, battle, 'pardon')}?unit={wait.turn.unit}" if pardon else battle.get_absolute_url(),
        action=_("Pardon") if pardon else _("To the battle"),
        about=wait,
        battle=battle,
        at=wait.turn.opened_at,
    )
