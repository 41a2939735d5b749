"""Who is in the demo: six people, and the characters of the four who play. Plain data, the same in both languages."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.saga.catalogue import Figures
from rulebook.saga.rules import Rank

PASSWORD = "north-by-lantern"  # noqa: S105 -- everybody may know it: it opens the demo on one's own machine
MAIL_DOMAIN = "demo.skald.example"

DIRECTOR = "inga"
SPECTATOR = "olaf"


@dataclass(frozen=True, slots=True)
class Person:
    """A login of the demo: `part` is what the person is in both campaigns."""

    login: str
    shown: str
    part: str
    language: str
    time_zone: str

    @property
    def email(self) -> str:
        return f"{self.login}@{MAIL_DOMAIN}"


PEOPLE = (
    Person("inga", "Inga", "director", "en", "Europe/Madrid"),
    Person("mirko", "Mirko", "player", "en", "Europe/Madrid"),
    Person("salla", "Salla", "player", "en", "Europe/Helsinki"),
    Person("tomas", "Tomás", "player", "es", "America/Mexico_City"),
    Person("nerea", "Nerea", "player", "es", "Europe/Madrid"),
    Person("olaf", "Olaf", "spectator", "en", "UTC"),
)
PLAYERS = tuple(person.login for person in PEOPLE if person.part == "player")


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that happened before: renown earned in the plot, or wounds taken, so many days ago."""

    days: float
    words: str
    renown: int = 0
    wounds: int = 0
    healed: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A character of the demo. `clan` counts from 0; `grows` names the attribute of a promotion to level 2."""

    key: str
    player: str
    rank: Rank
    class_key: str
    figures: Figures
    reaction: int
    attributes: dict[str, int]
    portrait: str
    clan: int
    deeds: tuple[Deed, ...] = field(default=())
    grows: str = ""


def _spread(*values: int) -> dict[str, int]:
    names = ("leadership", "survival", "war", "insight", "administration", "care")
    return dict(zip(names, values, strict=True))


PARTS = (
    Part(
        "torvald",
        "mirko",
        "hero",
        "raidmaster",
        Figures(strength=10, armor=9, willpower=5, exertion=3, break_=2),
        6,
        _spread(60, 45, 60, 45, 50, 40),
        "beard",
        0,
        (Deed(12, "bridge", renown=5), Deed(5, "toll", renown=3)),
        grows="strength",
    ),
    Part(
        "ylva",
        "mirko",
        "companion",
        "bowmaster",
        Figures(strength=7, armor=6, willpower=8, exertion=3, break_=2),
        8,
        _spread(40, 70, 45, 60, 40, 45),
        "hood",
        0,
        (Deed(9, "wolves", wounds=1),),
    ),
    Part(
        "aslaug",
        "salla",
        "hero",
        "warden",
        Figures(strength=8, armor=9, willpower=5, exertion=2, break_=1),
        7,
        _spread(70, 50, 45, 45, 50, 40),
        "braids",
        1,
        (Deed(12, "bridge", renown=2), Deed(4, "council", renown=2)),
    ),
    Part(
        "steinar",
        "salla",
        "companion",
        "backbiter",
        Figures(strength=10, armor=7, willpower=7, exertion=3, break_=2),
        7,
        _spread(40, 55, 60, 60, 45, 40),
        "helm",
        1,
        (Deed(9, "wolves", renown=1, wounds=2, healed=1),),
    ),
    Part(
        "hadding",
        "tomas",
        "hero",
        "warhawk",
        Figures(strength=14, armor=9, willpower=4, exertion=2, break_=2),
        4,
        _spread(50, 60, 65, 40, 40, 45),
        "giant",
        1,
        (Deed(12, "bridge", renown=3, wounds=1),),
    ),
    Part(
        "sverre",
        "tomas",
        "companion",
        "raider",
        Figures(strength=9, armor=9, willpower=6, exertion=2, break_=2),
        6,
        _spread(50, 50, 55, 50, 50, 45),
        "scar",
        1,
    ),
    Part(
        "mereth",
        "nerea",
        "hero",
        "siege-archer",
        Figures(strength=7, armor=6, willpower=9, exertion=2, break_=2),
        8,
        _spread(45, 50, 50, 65, 50, 40),
        "curls",
        0,
        (Deed(5, "toll", renown=4),),
    ),
    Part(
        "ulfar",
        "nerea",
        "companion",
        "mender",
        Figures(strength=7, armor=6, willpower=8, exertion=1, break_=1),
        5,
        _spread(45, 45, 40, 50, 50, 70),
        "elder",
        0,
        (Deed(4, "council", renown=1),),
    ),
)
