"""One row of the director's queue looked at closely: what it would do, to whom, by which rule, and who reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from battles import board
from battles.drawing import Drawing
from battles.models import Battle
from campaign.models import Application, Campaign, Membership
from campaign.selectors import table_rules
from characters.models import Character, Petition
from characters.shown import starting_page
from characters.shown_items import asked
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.state import Unit
from turns import planner
from turns.band import late_lines
from turns.composer import Orders, check
from turns.console import Wait
from turns.models import EarlyTurn
from turns.planner import Dry
from turns.queue import Row
from turns.scenes import scene_of
from turns.sight import Sight, sight_of
from turns.wording import language

Said = str | Promise
NARROW = 8


@dataclass(frozen=True, slots=True)
class Text:
    """Something that somebody wrote: what it is, the words, their language."""

    title: str
    words: str
    language: str


@dataclass(frozen=True, slots=True)
class Detail:
    """What the pane beside the queue shows. `lines` say what a yes would do; `facts` are (what, how much, of what).

    `alternatives` are those of an early turn, tried on the board as it is. `penalty` is what weighs on the unit's
    initiative, `pardon` where it is forgiven. `word`: what goes back takes a word, which is written right here.
    """

    row: Row
    drawing: Drawing | None = None
    lines: tuple[Said, ...] = ()
    facts: tuple[tuple[Said, object, object], ...] = ()
    alternatives: tuple[Dry, ...] = ()
    order: tuple[str, ...] = ()
    penalty: int = 0
    pardon: str = ""
    texts: tuple[Text, ...] = ()
    readers: str = ""
    word: bool = False


@dataclass(frozen=True, slots=True)
class Asker:
    """Who looks, in which campaign, and who belongs to it."""

    user: User
    campaign: Campaign
    members: Sequence[Membership]


def detail_of(row: Row, asker: Asker) -> Detail:
    """The row looked at closely; a few queries, whatever waits beside it."""
    make = DETAILS.get(row.kind)
    return make(row, asker) if make is not None else Detail(row)


# --- the saga's turns


def _plan(row: Row, asker: Asker) -> Detail:
    plan = row.about
    assert isinstance(plan, EarlyTurn) and row.battle is not None
    sight = sight_of(row.battle, asker.user)
    unit, left = sight.state.units.get(plan.unit), sight.plan_for(plan.unit)
    if unit is None or left is None:
        return Detail(row)
    form = planner.form_of(left)
    tried = planner.dry_run(sight, unit, form)
    chosen = next((one for one in tried if one.chosen), None)
    orders = form.alts[chosen.number].orders if chosen is not None else Orders(mode="rest")
    return Detail(
        row,
        drawing=_board(sight, unit, orders),
        lines=_would(chosen),
        alternatives=tuple(tried),
        order=tuple(_next_lines(sight, unit)),
        penalty=penalty_of(sight.state, unit),
        pardon=_pardon(row.battle, plan.unit) if penalty_of(sight.state, unit) else "",
        texts=_texts((_("Text"), plan.narrative, plan.language)),
        readers=_readers_of_turns(asker),
    )


def _would(chosen: Dry | None) -> tuple[str, ...]:
    if chosen is None:
        return (_("No alternative can be played as the board is now: adapt one, or leave it to the player."),)
    outlook = chosen.outlook
    if outlook is None:
        return (chosen.words,)
    needs = (
        (_("needs < %(threshold)s (%(chance)s %%)") % {"threshold": outlook.threshold, "chance": outlook.chance},)
        if outlook.threshold is not None
        else ()
    )
    return (chosen.words, *needs, *outlook.lines)


def _next_lines(sight: Sight, unit: Unit) -> list[str]:
    waiting = [place.unit for place in sight.state.places if place.status == "waiting" and place.unit != unit.id]
    if not waiting:
        return [_("It acts now; afterwards the round ends.")]
    return [_("It acts now; afterwards it is the turn of %(unit)s.") % {"unit": sight.names.unit(waiting[0])}]


def _board(sight: Sight, unit: Unit, orders: Orders) -> Drawing | None:
    """The part of the board round the unit, with where it would go and whom it would attack."""
    if unit.at is None:
        return None
    checked = check(sight.state, unit, orders)
    scene = scene_of(sight, acting=unit.id)
    return board.compose(
        scene,
        crop=board.area_round(unit.at, scene, NARROW),
        chosen=checked.draft.unit.at if checked.draft.moved else None,
        targets=[orders.target] if orders.target else [],
        picks=False,
        language=language(),
    )


def _late_in_the_saga(row: Row, asker: Asker) -> Detail:
    wait = row.about
    assert isinstance(wait, Wait)
    sight = sight_of(wait.turn.battle, asker.user)
    unit = sight.state.units.get(wait.turn.unit)
    if unit is None:
        return Detail(row)
    penalty = penalty_of(sight.state, unit)
    return Detail(
        row,
        drawing=_board(sight, unit, Orders(mode="rest")),
        order=late_lines(sight, unit),
        penalty=penalty,
        pardon=_pardon(wait.turn.battle, unit.id) if penalty else "",
        readers=_readers_of_turns(asker),
    )


def _late_in_the_dungeon(row: Row, _asker: Asker) -> Detail:
    return Detail(row, order=(_("It enters as soon as it is played; the others' clock gets more time."),))


LATE: Mapping[str, Callable[[Row, Asker], Detail]] = {"saga": _late_in_the_saga, "dungeon": _late_in_the_dungeon}
"""By game: whoever missed a deadline and may still act."""


def _late(row: Row, asker: Asker) -> Detail:
    assert row.battle is not None
    return LATE[row.battle.ruleset](row, asker)


def _pardon(battle: Battle, unit: str) -> str:
    return f"{battle.get_absolute_url()}direct/pardon/?unit={unit}"


def _readers_of_turns(asker: Asker) -> str:
    """Who reads what is played: everybody of the campaign, and anybody where it is public."""
    spectators = sum(one.role == Membership.Role.SPECTATOR for one in asker.members)
    players = sum(one.role == Membership.Role.PLAYER for one in asker.members)
    told = [
        ngettext("%(count)s player", "%(count)s players", players) % {"count": players},
        ngettext("%(count)s spectator", "%(count)s spectators", spectators) % {"count": spectators},
    ]
    return ", ".join([*told, _("and anybody: the campaign is public")] if asker.campaign.is_public else told)


# --- sheets, what is asked of them, people at the door


def _sheet(row: Row, asker: Asker) -> Detail:
    character = row.about
    assert isinstance(character, Character)
    page = starting_page(character, table_rules(asker.campaign))
    written = asker.campaign.language
    lines = [_("It comes in with level %(level)s.") % {"level": character.level}]
    if not asker.campaign.door_open:
        lines = [_("The door is closed: once approved, it waits there until you open it (CHAR-3).")]
    return Detail(
        row,
        lines=tuple(lines),
        facts=tuple(page["rows"]),
        texts=_texts(
            (_("Appearance"), character.appearance, written),
            (_("History"), character.history, written),
        ),
        readers=_("%(name)s reads your word; what is approved, everybody in the campaign.") % {"name": row.by},
        word=True,
    )


def _petition(row: Row, asker: Asker) -> Detail:
    petition = row.about
    assert isinstance(petition, Petition)
    return Detail(
        row,
        lines=asked(petition, petition.character).lines,
        texts=_texts((_("Reason"), petition.reason, asker.campaign.language)),
        readers=_("%(name)s reads your word; the changed sheet, everybody in the campaign.") % {"name": row.by},
        word=True,
    )


def _application(row: Row, asker: Asker) -> Detail:
    application = row.about
    assert isinstance(application, Application)
    written = ((one["question"], one["answer"], asker.campaign.language) for one in application.answers)
    return Detail(
        row,
        lines=(_("%(name)s plays from now on.") % {"name": row.title},),
        texts=_texts(*written),
        readers=_("%(name)s reads your word; that somebody joined, the directors.") % {"name": row.title},
        word=True,
    )


def _texts(*written: tuple[str, str, str]) -> tuple[Text, ...]:
    return tuple(Text(title, words, told) for title, words, told in written if words.strip())


DETAILS: Mapping[str, Callable[[Row, Asker], Detail]] = {
    "plan": _plan,
    "late": _late,
    "sheet": _sheet,
    "petition": _petition,
    "application": _application,
}
"""By kind of row; of the others there is no more to say than the row says."""
