"""What a reader is told of units they may not know yet: how many, and of which race where the director shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

from rulebook.saga import Viewer, view
from turns.sight import Sight
from turns.wording import entry_name


@dataclass(frozen=True, slots=True)
class Veiled:
    """One side's hidden deployment in words."""

    side: str
    words: str
    races: str


def veiled_of(sight: Sight) -> list[Veiled]:
    """Every side with units that the reader may not know yet (DEPL-3)."""
    shown = view(sight.whole, Viewer(sight.viewer))
    return [
        Veiled(
            side["name"],
            ngettext("%(count)d unit, not shown yet", "%(count)d units, not shown yet", side["veiled"])
            % {"count": side["veiled"]},
            ", ".join(f"{count} {entry_name(race)}" for race, count in side["veiled_races"].items()),
        )
        for side in shown["sides"]
        if side["veiled"]
    ]
