"""What would come of a turn, in words: threshold and chance, what a hit would do, what it costs.

The figures are the rulebook's forecast of what this reader may know; no die is cast.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulebook.saga.forecast import Attempt, Forecast, Numbers, forecast
from rulebook.saga.knowledge import Viewer
from rulebook.saga.state import Unit
from rulebook.saga.steps import Rest, Step, UseAbility
from turns.sight import Sight
from turns.wording import Names, term_words


@dataclass(frozen=True, slots=True)
class Outlook:
    """The forecast of a turn. `terms` add up to `threshold`; both are of the first attack that is rolled."""

    headline: str
    threshold: int | None
    chance: int | None
    lines: tuple[str, ...]
    terms: tuple[tuple[str, int, str], ...]
    rolls: int = 0
    target: str = ""


def outlook_of(sight: Sight, unit: Unit, steps: tuple[Step, ...]) -> Outlook | None:
    """The forecast of these steps; None where there are none."""
    if not steps:
        return None
    told = forecast(sight.state, unit.id, steps, Viewer(sight.viewer))
    attempts = [attempt for step in told.steps for attempt in step.attempts]
    rolled = [attempt for attempt in attempts if not attempt.cannot_miss]
    first = rolled[0] if rolled else None
    headline = _headline(steps, attempts)
    lines = _lines(sight.names, unit, told, attempts)
    return Outlook(
        headline=headline,
        threshold=first.threshold if first else None,
        chance=first.chance if first else None,
        lines=tuple(lines or ([] if headline else [_quietly(unit, told)])),
        terms=tuple(term_words(first.terms, sight.names)) if first else (),
        rolls=len(rolled),
        target=first.target if first else "",
    )


def stands_still() -> Outlook:
    """What comes of a turn in which nothing is done on purpose."""
    return Outlook(headline="", threshold=None, chance=None, lines=(_("Changes nothing."),), terms=())


def _headline(steps: Iterable[Step], attempts: list[Attempt]) -> str:
    if any(isinstance(step, Rest) for step in steps):
        return _("Rests: the whole turn.")
    return _("Cannot miss.") if attempts else ""


def _lines(names: Names, unit: Unit, told: Forecast, attempts: list[Attempt]) -> list[str]:
    lines = []
    if len(attempts) > 1:
        listed = ", ".join(f"{names.unit(one.target)} {_needs(one)}" for one in attempts)
        lines.append(_("Attacks in order: %(list)s.") % {"list": listed})
    rolls = any(not one.cannot_miss for one in attempts)
    touched = _others(told, unit.id)
    lines += [_change_line(names, other, *change, rolls) for other, change in touched.items()]
    lines += [
        _("Even a hit takes nothing from %(name)s") % {"name": names.unit(target)}
        for target in dict.fromkeys(one.target for one in attempts)
        if target not in touched
    ]
    lines += [
        _("On a miss, %(name)s loses %(amount)s armor all the same (DMG-4)")
        % {"name": names.unit(one.target), "amount": one.on_miss}
        for one in attempts
        if one.on_miss
    ]
    lines += [_("Steps into %(name)s.") % {"name": names.entry(name)} for step in told.steps for name in step.hazards]
    lines += _own_lines(names, unit, told)
    if any(step.uncertain for step in told.steps):
        lines.append(_("Further dice decide part of it."))
    return lines


def _quietly(unit: Unit, told: Forecast) -> str:
    """A turn that costs nothing and changes nobody: where it ends, or that nothing comes of it."""
    ends = [change.after.at for step in told.steps for change in step.changes if change.unit == unit.id]
    if ends and ends[-1] is not None and ends[-1] != unit.at:
        return _("Goes to %(cell)s, at no cost.") % {"cell": ends[-1]}
    return _("Changes nothing.")


def _needs(attempt: Attempt) -> str:
    return _("cannot miss") if attempt.cannot_miss else f"< {attempt.threshold}"


def _others(told: Forecast, unit: str) -> dict[str, tuple[Numbers, Numbers]]:
    """Every other unit that the turn changes, from before its first step to after its last."""
    found: dict[str, tuple[Numbers, Numbers]] = {}
    for change in (change for step in told.steps for change in step.changes):
        if change.unit != unit:
            before = found[change.unit][0] if change.unit in found else change.before
            found[change.unit] = before, change.after
    return found


def _change_line(names: Names, unit: str, before: Numbers, after: Numbers, rolls: bool) -> str:
    told = _figures(before, after)
    if before.at != after.at and after.at is not None:
        told.append(f"{before.at} → {after.at}")
    if after.defeated and not before.defeated:
        told.append(_("defeated"))
    sentence = _("On a hit, %(name)s: %(changes)s") if rolls else "%(name)s: %(changes)s"
    return sentence % {"name": names.unit(unit), "changes": ", ".join(told)}


def _figures(before: Numbers, after: Numbers) -> list[str]:
    figures = [
        (_("STR"), before.strength, after.strength),
        (_("ARM"), before.armor, after.armor),
        (_("WIL"), before.willpower, after.willpower),
    ]
    return [f"{label} {old} → {new}".replace("-", "−") for label, old, new in figures if old != new]


def _own_lines(names: Names, unit: Unit, told: Forecast) -> list[str]:
    left = unit.willpower - sum(step.willpower for step in told.steps)
    missed = unit.willpower - sum(step.willpower_on_miss for step in told.steps)
    data: dict[str, object] = {"before": unit.willpower, "hit": left, "miss": missed}
    sentence = (
        _("WIL %(before)s → %(hit)s") if left == missed else _("WIL %(before)s → %(hit)s on a hit, %(miss)s on a miss")
    )
    lines = [sentence % data] if (left, missed) != (unit.willpower, unit.willpower) else []
    own = [change for step in told.steps for change in step.changes if change.unit == unit.id]
    if own and own[-1].after.strength != unit.strength:
        data = {"name": unit.name, "before": unit.strength, "after": own[-1].after.strength}
        lines.append(_("%(name)s itself: STR %(before)s → %(after)s") % data)
    lines += [
        _("%(ability)s %(rank)s takes effect.") % {"ability": names.entry(step.step.name), "rank": step.step.rank}
        for step in told.steps
        if isinstance(step.step, UseAbility) and not step.attempts and not step.changes
    ]
    return lines
