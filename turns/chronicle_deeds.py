"""The chronicle's sentences about what units do on the board."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rulebook.saga import events as ev
from rulebook.saga.board import cell_name
from turns.sentences import Say, Tone
from turns.wording import Names


def _rested(event: ev.Rested, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "gained": event.gained}
    return _("%(unit)s rests: +%(gained)s willpower.") % data, ""


def _horn(event: ev.HornSounded, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "points": event.points}
    return _("%(unit)s takes %(points)s from the horn.") % data, ""


def _moved(event: ev.Moved, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "start": cell_name(event.path[0]), "end": cell_name(event.path[-1])}
    text = _("%(unit)s %(start)s → %(end)s") % data
    if event.will:
        text += " " + _("(%(will)s willpower)") % {"will": event.will}
    return text + ".", ""


def _hazard_sprung(event: ev.HazardSprung, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "name": names.entry(event.name), "cell": cell_name(event.cell)}
    text = _("%(unit)s steps into %(name)s on %(cell)s.") % data
    return (text + " " + _("Its move ends there.") if event.stopped else text), "miss"


def _struck(event: ev.StrikeRolled, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "target": names.unit(event.target),
        "attack": attack_words(event, names),
        "threshold": event.threshold,
        "face": event.roll.face if event.roll else 0,
    }
    if event.roll is None:
        return _("%(unit)s → %(target)s, %(attack)s: cannot miss.") % data, "hit"
    if event.hit:
        return _("%(unit)s → %(target)s, %(attack)s: needs < %(threshold)s, rolls %(face)s. Hit.") % data, "hit"
    text = _("%(unit)s → %(target)s, %(attack)s: needs < %(threshold)s, rolls %(face)s. Miss.") % data
    if not event.final:
        text += " " + _("Rolled again for hero points (STAT-8).")
    return text, "miss"


def attack_words(event: ev.StrikeRolled, names: Names) -> str:
    """What kind of attack it is: plain, boosted, or part of an ability."""
    if event.ability:
        return _("%(ability)s %(rank)s") % {"ability": names.entry(event.ability), "rank": event.rank}
    name = _("strength") if event.attack == "strength" else _("break")
    return f"{name} +{event.boost}" if event.boost else name


def _ability(event: ev.AbilityUsed, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "ability": names.entry(event.name),
        "rank": event.rank,
        "target": names.target(event.target),
        "cost": event.cost,
    }
    if event.target is None:
        return _("%(unit)s uses %(ability)s %(rank)s (%(cost)s willpower).") % data, ""
    return _("%(unit)s uses %(ability)s %(rank)s on %(target)s (%(cost)s willpower).") % data, ""


def _die(event: ev.DieRolled, names: Names) -> tuple[str, Tone]:
    data = {"name": names.entry(event.name), "sides": event.roll.sides, "face": event.roll.face}
    return _("%(name)s: 1d%(sides)s → %(face)s.") % data, ""


def _damaged(event: ev.Damaged, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "amount": event.amount,
        "name": names.entry(event.name, event.by) if event.name else "",
    }
    if event.cause == "wear":
        return _("%(unit)s loses %(amount)s armor: another missed break in this round (DMG-4).") % data, "hit"
    text = (
        _("%(unit)s loses %(amount)s strength") if event.damage == "strength" else _("%(unit)s loses %(amount)s armor")
    ) % data
    return (f"{text} ({data['name']})." if event.name else f"{text}."), "hit"


ATTRIBUTES = {
    "strength": lambda: _("strength"),
    "armor": lambda: _("armor"),
    "willpower": lambda: _("willpower"),
    "hero_points": lambda: _("hero points"),
    "at": lambda: _("place"),
}


def _restored(event: ev.Restored, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "amount": event.amount, "what": ATTRIBUTES[event.attribute]()}
    text = _("%(unit)s regains %(amount)s %(what)s") % data
    return (f"{text} ({names.entry(event.name, event.by)})." if event.name else f"{text}."), ""


def _will_lost(event: ev.WillpowerLost, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "amount": event.amount}
    text = _("%(unit)s loses %(amount)s willpower") % data
    return (f"{text} ({names.entry(event.name, event.by)})." if event.name else f"{text}."), "hit"


def _pushed(event: ev.Pushed, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "by": names.unit(event.by),
        "start": cell_name(event.path[0]),
        "end": cell_name(event.path[-1]),
    }
    return _("%(by)s pushes %(unit)s %(start)s → %(end)s.") % data, "hit"


def _effect_gained(event: ev.EffectGained, names: Names) -> tuple[str, Tone]:
    ends = {
        "own-turn-begins": _("until its next turn"),
        "own-turn-ends": _("until its turn ends"),
        "source-turn-begins": _("until the next turn of %(source)s"),
        "round-ends": _("until the round ends"),
        "battle-ends": _("until the battle ends"),
    }
    until = ends[event.effect.until] % {"source": names.unit(event.effect.source)}
    data = {
        "unit": names.unit(event.unit),
        "effect": names.entry(event.effect.name, event.effect.source),
        "until": until,
    }
    return _("%(effect)s on %(unit)s, %(until)s.") % data, ""


def _effect_lost(event: ev.EffectLost, names: Names) -> tuple[str, Tone]:
    return _("%(effect)s on %(unit)s ends.") % {
        "unit": names.unit(event.unit),
        "effect": names.entry(event.name, event.source),
    }, ""


def _hazard_placed(event: ev.HazardPlaced, names: Names) -> tuple[str, Tone]:
    data = {"name": names.entry(event.hazard.name, event.hazard.source), "cell": cell_name(event.hazard.cell)}
    return _("%(name)s now lies on %(cell)s.") % data, ""


def _place_moved(event: ev.PlaceMoved, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "before": names.unit(event.before), "by": names.unit(event.by)}
    if event.before:
        return _("%(by)s moves the turn of %(unit)s right before that of %(before)s.") % data, ""
    return _("%(by)s moves the turn of %(unit)s to the end of the round.") % data, ""


def _defeated(event: ev.UnitDefeated, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "by": names.unit(event.by)}
    if not event.by:
        return _("%(unit)s is defeated.") % data, "fall"
    return _("%(unit)s is defeated by %(by)s.") % data, "fall"


SAY: dict[str, Say] = {
    ev.Rested.kind: _rested,
    ev.HornSounded.kind: _horn,
    ev.Moved.kind: _moved,
    ev.HazardSprung.kind: _hazard_sprung,
    ev.StrikeRolled.kind: _struck,
    ev.AbilityUsed.kind: _ability,
    ev.DieRolled.kind: _die,
    ev.Damaged.kind: _damaged,
    ev.Restored.kind: _restored,
    ev.WillpowerLost.kind: _will_lost,
    ev.Pushed.kind: _pushed,
    ev.EffectGained.kind: _effect_gained,
    ev.EffectLost.kind: _effect_lost,
    ev.HazardPlaced.kind: _hazard_placed,
    ev.PlaceMoved.kind: _place_moved,
    ev.UnitDefeated.kind: _defeated,
}
