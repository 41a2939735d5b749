"""Who plays what: the same question at every table."""

from dataclasses import dataclass

from rulebook.viewers import DIRECTOR


@dataclass(frozen=True, slots=True)
class Seat:
    """Something that somebody plays. `character` names a sheet outside; `out` says that it acts no more."""

    unit: str
    name: str
    player: str
    character: str = ""
    taken_over: bool = False
    out: bool = False

    @property
    def players(self) -> bool:
        """A player's, even while the director acts for it."""
        return self.player != DIRECTOR
