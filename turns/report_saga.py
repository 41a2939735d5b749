"""A round of a saga battle in short: what each unit did, who fell, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from battles.models import Battle
from rulebook.saga import events as ev
from rulebook.saga.state import Unit
from turns.chronicle import SAY
from turns.chronicle_deeds import attack_words
from turns.record import record_of
from turns.rounds import Deed, Part, Report, events_of_round, parts_of
from turns.sight import Sight, sight_at
from turns.unit_names import round_words, unit_name

UNTOLD = frozenset(
    {
        ev.RoundBegan.kind,
        ev.TurnTaken.kind,
        ev.PlanLeft.kind,
        ev.PlanWithdrawn.kind,
        ev.OrdersGiven.kind,
        ev.OrdersDropped.kind,
        ev.RenownProposed.kind,
        ev.BattleEnded.kind,
        ev.AbsenceDeclared.kind,
        ev.AbsenceCancelled.kind,
        ev.BattlePaused.kind,
        ev.BattleResumed.kind,
    }
)
"""What the report has elsewhere, or what is of no weight once the round is over."""


def report(battle: Battle, state: Any, round_: int) -> Report:
    """The report of a round; `state` is the battle as it was when the round ended, or is now."""
    sight = sight_at(battle, AnonymousUser(), state)
    entries = events_of_round(record_of(sight), round_)
    events = [event for _number, event, _undone in entries]
    return Report(
        title=round_words(battle, round_),
        running=battle.status == Battle.Status.RUNNING and _is_now(battle, round_),
        deeds=tuple(deed for part in parts_of(battle, round_, entries) if (deed := _deed(battle, part, sight)).lines),
        standing=tuple((unit.name, _stands(unit)) for unit in sight.state.units.values() if not unit.obstacle),
        ending=next((_told(one, sight) for one in events if isinstance(one, ev.BattleEnded)), ""),
    )


def _is_now(battle: Battle, round_: int) -> bool:
    return battle.state is not None and battle.state["round"] == round_


def _deed(battle: Battle, part: Part, sight: Sight) -> Deed:
    sentences, post = list(_sentences(part.events, sight)), part.post
    if post is None:
        return Deed("", (" ".join(sentences),) if sentences else ())
    name = unit_name(battle, post.unit, post.unit_name)
    told = " ".join(unnamed(one, name, sight.names.units.values()) for one in sentences)
    return Deed(name, (told or _("It does nothing."),), post.number)


def unnamed(sentence: str, name: str, names: Iterable[str]) -> str:
    """A sentence without the name that already stands before it, unless it begins with a longer name."""
    longer = (one for one in names if one.startswith(f"{name} "))
    if not sentence.startswith(f"{name} ") or any(sentence.startswith(one) for one in longer):
        return sentence
    rest = sentence.removeprefix(f"{name} ")
    return rest[:1].upper() + rest[1:]


def _sentences(events: Sequence[ev.Event], sight: Sight) -> Iterable[str]:
    for event in events:
        text = "" if event.kind in UNTOLD else _told(event, sight)
        if text:
            yield text


def _told(event: ev.Event, sight: Sight) -> str:
    """The chronicle's own sentence, but an attack without its figures."""
    if isinstance(event, ev.StrikeRolled):
        return _strike(event, sight) if event.final else ""
    return SAY[event.kind](event, sight.names)[0]


def _strike(event: ev.StrikeRolled, sight: Sight) -> str:
    data = {"target": sight.names.unit(event.target), "attack": attack_words(event, sight.names)}
    text = (_("%(attack)s on %(target)s: a hit.") if event.hit else _("%(attack)s on %(target)s: a miss.")) % data
    return text[:1].upper() + text[1:]


def _stands(unit: Unit) -> str:
    if unit.defeated:
        return _("defeated")
    data = {
        "strength": f"{unit.strength}/{unit.max_strength}",
        "armor": f"{unit.armor}/{unit.max_armor}",
        "willpower": f"{unit.willpower}/{unit.max_willpower}",
    }
    return _("strength %(strength)s, armor %(armor)s, willpower %(willpower)s") % data
