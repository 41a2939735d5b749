"""Who looks at a battle, whatever rules it is fought by."""

from dataclasses import dataclass

DIRECTOR = "director"
"""The player id of whoever runs the battle."""

SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a player's id, `director`, or `spectator`."""

    id: str

    @property
    def is_director(self) -> bool:
        return self.id == DIRECTOR
