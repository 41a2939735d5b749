"""The dredge: figures by rank at normal difficulty, and what other difficulties add.

Figures stand in the order strength, armor, willpower, exertion, break. An ability that the
rulebook cannot play yet is not shown.
"""

from rulebook.saga.catalogue.classes import BOW, MELEE
from rulebook.saga.catalogue.model import Difficulty, DredgeEntry, Figures, Span, Text
from rulebook.saga.catalogue.races import DREDGE


def _dredge(
    key: str,
    name: Text,
    description: Text,
    body: tuple[str, int, Span],
    ranks: tuple[Figures, ...],
    passives: tuple[str, ...] = (),
    abilities: tuple[str, ...] = (),
) -> DredgeEntry:
    size, move, attack_range = body
    return DredgeEntry(key, name, description, DREDGE, size, move, attack_range, ranks, passives, abilities)


DREDGE_UNITS = {
    unit.key: unit
    for unit in (
        _dredge(
            "grunt",
            Text("Grunt", "Draga rasa"),
            Text("The common dredge: many, and never alone.", "La draga común: muchas, nunca una."),
            ("1x1", 4, MELEE),
            (Figures(10, 8, 1, 1, 1), Figures(10, 9, 2, 1, 2), Figures(11, 10, 3, 1, 2)),
            ("splinter",),
        ),
        _dredge(
            "scourge",
            Text("Scourge", "Flagelo"),
            Text("A tower of stone that hits like one.", "Una torre de piedra que pega como tal."),
            ("2x2", 3, MELEE),
            (Figures(15, 10, 2, 1, 1), Figures(18, 12, 2, 1, 2), Figures(22, 13, 3, 1, 3)),
            ("splinter",),
        ),
        _dredge(
            "stoneguard",
            Text("Stoneguard", "Guardapiedra"),
            Text(
                "Armor upon armor, put where the line must hold.",
                "Armadura sobre armadura, allí donde la línea debe aguantar.",
            ),
            ("2x2", 4, MELEE),
            (Figures(11, 16, 2, 1, 2), Figures(11, 19, 2, 1, 3), Figures(13, 21, 3, 1, 4)),
            ("splinter",),
            ("kindle",),
        ),
        _dredge(
            "slag-slinger",
            Text("Slag Slinger", "Hondera de escoria"),
            Text("Slings glowing slag from afar.", "Lanza escoria ardiente desde lejos."),
            ("1x1", 3, BOW),
            (Figures(8, 8, 1, 1, 1), Figures(9, 8, 2, 1, 1), Figures(9, 9, 3, 2, 1)),
            ("back-off",),
        ),
        _dredge(
            "fire-slinger",
            Text("Fire Slinger", "Hondera de fuego"),
            Text("Its stones burst into flame.", "Sus piedras estallan en llamas."),
            ("1x1", 3, BOW),
            (Figures(8, 8, 4, 1, 1), Figures(9, 8, 5, 1, 2), Figures(9, 9, 6, 1, 3)),
            ("back-off",),
        ),
        _dredge(
            "spark-slinger",
            Text("Spark Slinger", "Hondera de chispas"),
            Text("Its light dazzles and drains.", "Su luz deslumbra y agota."),
            ("1x1", 3, BOW),
            (Figures(8, 8, 4, 1, 1), Figures(9, 8, 5, 1, 2), Figures(9, 9, 6, 1, 3)),
            ("back-off",),
            ("sunstrike",),
        ),
        _dredge(
            "direguard",
            Text("Direguard", "Guardia aciaga"),
            Text("The guard of the Sundr themselves.", "La guardia de los propios Sundr."),
            ("2x2", 3, MELEE),
            (Figures(13, 18, 5, 1, 5),),
            ("splinter",),
        ),
        _dredge(
            "warped-stoneguard",
            Text("Warped Stoneguard", "Guardapiedra retorcido"),
            Text("A stoneguard the dark has changed.", "Un guardapiedra cambiado por lo oscuro."),
            ("2x2", 4, MELEE),
            (Figures(13, 18, 9, 3, 4),),
            ("depraved",),
        ),
        _dredge(
            "bellower",
            Text("Bellower", "Bramador"),
            Text(
                "A Sundr: where it walks, the other dredge follow.",
                "Un Sundr: por donde camina, las demás dragas lo siguen.",
            ),
            ("2x2", 3, MELEE),
            (Figures(20, 16, 4, 2, 5),),
        ),
    )
}

DIFFICULTIES = {
    difficulty.key: difficulty
    for difficulty in (
        Difficulty("easy", Text("Easy", "Fácil"), armor=-3, strength=-2),
        Difficulty("normal", Text("Normal", "Normal"), armor=0, strength=0),
        Difficulty("hard", Text("Hard", "Difícil"), armor=1, strength=1),
    )
}
