"""Who plays what: the same question at every table."""

from dataclasses import dataclass

from rulebook.viewers import DIRECTOR


@dataclass(frozen=True, slots=True)
class Seat:
    """Something that somebody plays.

    `character` names a sheet outside; `out` says that it acts no more; `under` is the seat that this one goes with,
    and `chair` says that it is a whole side's, which is given to somebody else and not taken over for a while.
    """

    unit: str
    name: str
    player: str
    character: str = ""
    taken_over: bool = False
    out: bool = False
    under: str = ""
    chair: bool = False

    @property
    def players(self) -> bool:
        """A player's, even while the director acts for it."""
        return self.player != DIRECTOR
