"""A round of a dungeon game in short: what each hero did, the Overlord with his reasons, wounds, treasure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.models import Battle
from rulebook.dungeon import events as ev
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.grid import square_name
from rulebook.dungeon.invisible import words
from rulebook.dungeon.steps import OVERLORD
from rulebook.dungeon.telling import tell
from turns.dungeon.record import entries_of, is_idle, with_idle
from turns.dungeon.sight import Sight, sight_at
from turns.dungeon.told import Names, said
from turns.rounds import Deed, Part, Report, events_of_round, parts_of
from turns.unit_names import round_words, unit_name


@dataclass(frozen=True, slots=True)
class Telling:
    """For whom it is told, and whose turn it is: who acts there is not named again."""

    sight: Sight
    actor: str = ""

    @property
    def names(self) -> Names:
        return Names(self.sight.known, self.sight.language)

    def thing(self, key: str) -> str:
        """A model, a door, a chest, an item."""
        return self.sight.name(key) if key.startswith(("door-", "chest-")) else self.names.unit(key)

    def of(self, unit: str, clause: str) -> str:
        """A clause, with the name of who it is about in front unless that is clear."""
        return clause if unit == self.actor else f"{self.names.unit(unit)} {clause}"


Clause = Callable[[Any, Telling], str]


def report(battle: Battle, state: Any, round_: int) -> Report:
    """The report of a round; `state` is the game as it was when the round ended, or is now."""
    sight = sight_at(battle, AnonymousUser(), state)
    entries = events_of_round(entries_of(sight), round_)
    parts = parts_of(battle, round_, entries)
    events = [event for _number, event, _undone in entries]
    return Report(
        title=round_words(battle, round_),
        running=battle.status == Battle.Status.RUNNING and _is_now(battle, round_),
        deeds=tuple(deed for part in parts if (deed := _deed(battle, part, sight)).lines),
        standing=tuple(_standing(sight, events)),
        found=tuple(_found(sight, events)),
        ending=next((tell(one, sight.known, sight.language) for one in events if isinstance(one, ev.BattleEnded)), ""),
    )


def _is_now(battle: Battle, round_: int) -> bool:
    return battle.state is not None and battle.state["round"] == round_


# --- deeds


def _deed(battle: Battle, part: Part, sight: Sight) -> Deed:
    post = part.post
    if post is None:
        told = " ".join(_between(part.events, sight))
        return Deed("", (told,) if told else ())
    lines = _overlord(part.events, sight) if post.unit == OVERLORD else _hero(part.events, Telling(sight, post.unit))
    name = unit_name(battle, post.unit, post.unit_name)
    if post.notes.get("kind") == "interrupt":
        name = _("%(name)s interrupts") % {"name": name}
    return Deed(name, tuple(lines), post.number)


def _between(events: Iterable[ev.Event], sight: Sight) -> list[str]:
    """What happened between turns: time that ran out, an ability at the end of a round, what a director did."""
    shown = [said(event, sight.known, sight.language) for event in events if event.kind in BETWEEN]
    return [text for text, _tone in shown if text]


BETWEEN = (
    ev.TurnExpired.kind,
    ev.AbilityRolled.kind,
    ev.UnitCorrected.kind,
    ev.UnitTakenOver.kind,
    ev.UnitHandedBack.kind,
    ev.OverlordTurnEnded.kind,
)


def _hero(events: Sequence[ev.Event], telling: Telling) -> list[str]:
    return _line(_clauses(events, telling))


def _line(clauses: Sequence[str]) -> list[str]:
    text = "; ".join(clauses)
    return [f"{text[0].upper()}{text[1:]}."] if text else []


def _clauses(events: Sequence[ev.Event], telling: Telling) -> list[str]:
    """In the order of what happened; of several moves one after the other the last place is enough."""
    found = []
    for event, following in zip_longest(events, events[1:]):
        told = event.kind in CLAUSES and not _goes_on(event, following)
        clause = CLAUSES[event.kind](event, telling) if told else ""
        if clause:
            found.append(clause)
    return found


def _goes_on(event: ev.Event, following: ev.Event | None) -> bool:
    """Whether the next event tells all of this one: a further move, or the blow that a spell is."""
    if isinstance(event, ev.Moved) and isinstance(following, ev.Moved):
        return event.unit == following.unit
    if isinstance(event, ev.SpellCast) and isinstance(following, ev.AttackRolled):
        return event.spell == following.spell
    return False


def _overlord(events: Sequence[ev.Event], sight: Sight) -> list[str]:
    """One line for each card and for each model that acts, with the reasons where he is the Invisible one."""
    lines: list[str] = []
    groups = _groups(events)
    for group, following in zip_longest(groups, (group[0] for group in groups[1:])):
        if _heads(group[0]):
            idle = len(group) == 1 and is_idle(group[0], following)
            lines.append(with_idle(said(group[0], sight.known, sight.language)[0], idle))
        lines += _line(_acting(group, sight))
    return lines


def _heads(event: ev.Event) -> bool:
    """Whether a line of its own tells it: a card, or another order than the card's."""
    ordered = isinstance(event, ev.InvisibleOrdered) and event.cause != "card"
    return ordered or isinstance(event, ev.InvisibleCardRevealed | ev.CardPlayed)


def _groups(events: Iterable[ev.Event]) -> list[list[ev.Event]]:
    """Cut before each card, each choice of who acts or rises, and each model's turn that was not chosen so."""
    groups: list[list[ev.Event]] = [[]]
    for event in events:
        chosen = isinstance(event, ev.InvisibleChose) and event.matter in ("activation", "pile", "square", "win")
        ordered = isinstance(event, ev.TurnBegan) and event.why != "automatic"
        card = isinstance(event, ev.InvisibleCardRevealed | ev.CardPlayed | ev.InvisibleOrdered)
        if chosen or ordered or card:
            groups.append([])
        groups[-1].append(event)
    return [group for group in groups if group]


def _acting(group: Sequence[ev.Event], sight: Sight) -> list[str]:
    actor = next((event.unit for event in group if isinstance(event, ev.TurnBegan)), "")
    telling = Telling(sight, actor)
    chosen = [event for event in group if isinstance(event, ev.InvisibleChose)]
    reasons = [text for one in chosen if (text := _reason(one, telling))]
    clauses = _clauses(group, telling)
    if actor and not any(event.matter in ("activation", "win") for event in chosen):
        clauses = [f"{telling.names.unit(actor)}: {clauses[0]}", *clauses[1:]] if clauses else []
    return reasons + clauses


REASONS = {
    "activation": lambda: _("%(chosen)s acts (%(why)s)"),
    "win": lambda: _("%(chosen)s goes for the win (%(why)s)"),
    "target": lambda: _("goes for %(chosen)s (%(why)s)"),
    "hero": lambda: _("%(chosen)s is to be pinned (%(why)s)"),
    "pile": lambda: _("the bones on %(chosen)s rise (%(why)s)"),
    "square": lambda: _("bones are laid on %(chosen)s (%(why)s)"),
}


def _reason(event: ev.InvisibleChose, telling: Telling) -> str:
    """What decided on a choice, in one clause; where a model stands when it attacks is for the post."""
    if event.matter not in REASONS:
        return ""
    known, language = telling.sight.known, telling.sight.language
    chosen = ", ".join(words.candidate_name(event, name, known, language) for name in event.chosen)
    return REASONS[event.matter]() % {"chosen": chosen, "why": words.why(event, language)}


def _moved(event: ev.Moved, telling: Telling) -> str:
    return telling.of(event.unit, _("goes to %(square)s") % {"square": square_name(event.path[-1].at)})


ATTACKS = {
    "fight": lambda: _("fights %(target)s"),
    "lock": lambda: _("fights the lock of %(target)s"),
    "shoot": lambda: _("shoots at %(target)s"),
    "magic": lambda: _("casts %(spell)s at %(target)s"),
    "free-strike": lambda: _("strikes %(target)s freely"),
}


def _attack(event: ev.AttackRolled, telling: Telling) -> str:
    names = {"target": telling.thing(event.target), "spell": telling.names.unit(event.spell)}
    hits = ngettext("%(hits)s hit", "%(hits)s hits", event.hits) % {"hits": event.hits} if event.hits else _("no hit")
    return telling.of(event.unit, f"{ATTACKS[event.attack]() % names}, {hits}")


def _wounded(event: ev.Wounded, telling: Telling) -> str:
    data = {"unit": telling.names.unit(event.unit), "wounds": f"{event.wounds}/{MOST_WOUNDS}"}
    return _("%(unit)s is wounded (%(wounds)s)") % data


def _healed(event: ev.Healed, telling: Telling) -> str:
    data = {"unit": telling.names.unit(event.unit), "wounds": f"{event.wounds}/{MOST_WOUNDS}"}
    return _("%(unit)s is mended (%(wounds)s)") % data


def _opened(event: ev.ClosureOpened, telling: Telling) -> str:
    return _("%(thing)s is open") % {"thing": telling.thing(event.closed)}


def _laid(event: ev.ZoneLaid, telling: Telling) -> str:
    return _("behind it: %(models)s") % {"models": telling.names.units(tuple(model.id for model in event.models))}


def _breaks(event: ev.BreakingAway, telling: Telling) -> str:
    return telling.of(
        event.unit, _("breaks away from %(strikers)s") % {"strikers": telling.names.units(event.strikers)}
    )


def _warded(event: ev.WardLowered, telling: Telling) -> str:
    return _("the ward of %(thing)s is down to %(power)s") % {
        "thing": telling.thing(event.closed),
        "power": event.power,
    }


def _cast(event: ev.SpellCast, telling: Telling) -> str:
    spell = {"spell": telling.names.unit(event.spell), "target": telling.thing(event.target)}
    if event.target and event.target != event.unit:
        return telling.of(event.unit, _("casts %(spell)s on %(target)s") % spell)
    return telling.of(event.unit, _("casts %(spell)s") % spell)


def _used(event: ev.ItemUsed, telling: Telling) -> str:
    return telling.of(event.unit, _("uses %(item)s") % {"item": telling.names.unit(event.item)})


def _feat(event: ev.FeatUsed, telling: Telling) -> str:
    return telling.of(event.unit, _("uses the feat %(feat)s") % {"feat": telling.names.unit(event.feat)})


def _sentence(event: ev.Event, telling: Telling) -> str:
    """The chronicle's own sentence, as a clause."""
    return said(event, telling.sight.known, telling.sight.language)[0].removesuffix(".")


SENTENCES = (
    ev.StrikeForgone,
    ev.WoundIgnored,
    ev.ModelFelled,
    ev.ItemsPickedUp,
    ev.ItemsTraded,
    ev.DeadRaised,
    ev.ModelPlaced,
    ev.TurnEnded,
    ev.TurnExpired,
    ev.PlanPlayed,
    ev.PlanFailed,
)
CLAUSES: Mapping[str, Clause] = {
    **{event.kind: _sentence for event in SENTENCES},
    ev.Moved.kind: _moved,
    ev.AttackRolled.kind: _attack,
    ev.Wounded.kind: _wounded,
    ev.Healed.kind: _healed,
    ev.ClosureOpened.kind: _opened,
    ev.BreakingAway.kind: _breaks,
    ev.WardLowered.kind: _warded,
    ev.ZoneLaid.kind: _laid,
    ev.SpellCast.kind: _cast,
    ev.ItemUsed.kind: _used,
    ev.FeatUsed.kind: _feat,
}


# --- how they stand, what was found


def _standing(sight: Sight, events: Sequence[ev.Event]) -> Iterable[tuple[str, str]]:
    for hero in sight.known.models.values():
        if hero.is_hero:
            taken = sum(isinstance(event, ev.Wounded) and event.unit == hero.id for event in events)
            yield sight.name(hero.id), _wounds(hero.wounds, taken)
    board = sum(model.on_board for model in sight.known.models.values() if model.side == "overlord")
    fallen = sum(isinstance(one, ev.ModelFelled) and not _is_hero(sight, one.unit) for one in events)
    risen = sum(isinstance(event, ev.DeadRaised) for event in events)
    data = {"board": board, "fallen": fallen, "risen": risen}
    yield _("The Overlord"), _("on the board: %(board)s, fallen: %(fallen)s, risen: %(risen)s") % data
    yield _("Order deck"), str(len(sight.known.deck))


def _is_hero(sight: Sight, unit: str) -> bool:
    return unit in sight.known.models and sight.known.models[unit].is_hero


def _wounds(now: int, taken: int) -> str:
    text = _("wounds %(now)s") % {"now": f"{now}/{MOST_WOUNDS}"}
    return f"{text} (+{taken})" if taken else text


def _found(sight: Sight, events: Iterable[ev.Event]) -> Iterable[str]:
    """Treasure: what was taken out of chests, or up from the floor."""
    names = Names(sight.known, sight.language)
    for event in events:
        if isinstance(event, ev.ClosureOpened | ev.ItemsPickedUp) and event.items:
            unit = event.by if isinstance(event, ev.ClosureOpened) else event.unit
            yield f"{names.unit(unit)}: {names.units(event.items)}"
