"""Active abilities: aim, range and figures by rank, with names and wording in both languages.

`{name}` in a wording is a figure of the rank shown; `{low}` and `{high}` are its range. Words in `[…]` are left out
at a rank at which the figure in them is 0.
"""

from collections.abc import Mapping

from rulebook.saga.catalogue.model import FURTHEST, AbilityEntry, Range, Target, Text

ITSELF = Range(0, 0)
ADJACENT = Range(1, 1)
OWN = Range(None, None)
ANYWHERE = Range(1, FURTHEST)

Figures = Mapping[str, tuple[int, ...]]


def _everywhere_alike(reach: Range, ranks: int = 3) -> tuple[Range, ...]:
    return (reach,) * ranks


def _reaching(low: int | None, *high: int) -> tuple[Range, ...]:
    return tuple(Range(low, furthest) for furthest in high)


def _ability(
    key: str, name: Text, wording: Text, target: Target, ranges: tuple[Range, ...], figures: Figures
) -> AbilityEntry:
    for figure, values in figures.items():
        if len(values) != len(ranges):
            raise ValueError(f"{key}: {figure} needs one value per rank, has {values}")
    return AbilityEntry(key, name, wording, target, ranges, figures)


_ALL = (
    _ability(
        "stone-wall",
        Text("Stone Wall", "Muro de piedra"),
        Text(
            "Until its next turn, every hit takes {reduction} less from its strength or armor.",
            "Hasta su próximo turno, cada golpe le quita {reduction} menos de fuerza o de armadura.",
        ),
        Target.SELF,
        _everywhere_alike(ITSELF),
        {"reduction": (3, 5, 7)},
    ),
    _ability(
        "run-through",
        Text("Run Through", "Atravesar"),
        Text(
            "Runs in a straight line past a unit up to {high} cells away and stops in the free "
            "cell behind it. Everyone passed, friend or foe, loses {armor} armor; then it makes "
            "a strength attack from behind.",
            "Corre en línea recta más allá de una unidad a un máximo de {high} casillas y se "
            "detiene en la casilla libre de detrás. Todos los que deja atrás, amigos o enemigos, "
            "pierden {armor} de armadura; después hace un ataque de fuerza por la espalda.",
        ),
        Target.UNIT,
        _reaching(1, 2, 3, 4),
        {"armor": (2, 2, 2)},
    ),
    _ability(
        "bird-of-prey",
        Text("Bird of Prey", "Ave de presa"),
        Text(
            "A strength attack that cannot miss, on an enemy up to {high} cells away.",
            "Un ataque de fuerza que no puede fallar, contra un enemigo a un máximo de {high} casillas.",
        ),
        Target.ENEMY,
        _reaching(None, 7, 8, 9),
        {},
    ),
    _ability(
        "slag-and-burn",
        Text("Slag and Burn", "Escoria y brasas"),
        Text(
            "Takes {strength} strength from all units on a cell and its four neighbours, and "
            "{armor} armor from the one in the middle. Up to {coals} free cells of the five glow "
            "until her next turn: each takes {burn} strength from whoever enters it.",
            "Quita {strength} de fuerza a todas las unidades de una casilla y sus cuatro vecinas, "
            "y {armor} de armadura a la del centro. Hasta {coals} casillas libres de las cinco "
            "quedan en brasas hasta su próximo turno: cada una quita {burn} de fuerza a quien "
            "entra.",
        ),
        Target.CELL,
        _reaching(2, 5, 5, 5),
        {"strength": (1, 1, 1), "armor": (1, 2, 3), "coals": (2, 3, 4), "burn": (1, 1, 1)},
    ),
    _ability(
        "tempest",
        Text("Tempest", "Tempestad"),
        Text(
            "Strikes an adjacent enemy and goes on clockwise around itself, {units} units in all, "
            "friend or foe: strength attacks that cannot miss.",
            "Golpea a un enemigo contiguo y sigue a su alrededor en el sentido de las agujas del "
            "reloj, {units} unidades en total, amigas o enemigas: ataques de fuerza que no pueden "
            "fallar.",
        ),
        Target.ENEMY,
        _everywhere_alike(ADJACENT),
        {"units": (2, 3, 4)},
    ),
    _ability(
        "sundering-impact",
        Text("Sundering Impact", "Impacto demoledor"),
        Text(
            "A strength attack that cannot miss on an adjacent enemy, with {strength} more "
            "strength damage and {armor} armor damage. Those whom Heavy Impact reaches lose "
            "[{near_strength} strength and ]{near_armor} armor besides.",
            "Un ataque de fuerza que no puede fallar contra un enemigo contiguo, con {strength} "
            "más de daño de fuerza y {armor} de daño de armadura. Aquellos a quienes alcanza el "
            "impacto pesado pierden además [{near_strength} de fuerza y ]{near_armor} de armadura.",
        ),
        Target.ENEMY,
        _everywhere_alike(ADJACENT),
        {
            "strength": (1, 1, 1),
            "armor": (1, 1, 1),
            "near_strength": (0, 1, 1),
            "near_armor": (1, 1, 2),
        },
    ),
    _ability(
        "bring-the-pain",
        Text("Bring the Pain", "Venga el dolor"),
        Text(
            "A break attack on an adjacent enemy[ with {damage} more damage]. Until his next turn, "
            "Return the Favor takes {favor} more armor.",
            "Un ataque de rotura contra un enemigo contiguo[ con {damage} más de daño]. Hasta su "
            "próximo turno, Devolver el favor quita {favor} más de armadura.",
        ),
        Target.ENEMY,
        _everywhere_alike(ADJACENT),
        {"damage": (0, 1, 2), "favor": (1, 2, 3)},
    ),
    _ability(
        "battering-ram",
        Text("Battering Ram", "Ariete"),
        Text(
            "Drives an adjacent unit, friend or foe, straight back up to {push} cells, through "
            "other units. It loses {armor} armor, and {through} more for each unit it is driven "
            "through.",
            "Empuja a una unidad contigua, amiga o enemiga, en línea recta hasta {push} casillas, "
            "a través de otras unidades. Pierde {armor} de armadura, y {through} más por cada "
            "unidad que atraviesa.",
        ),
        Target.UNIT,
        _everywhere_alike(ADJACENT),
        {"push": (4, 4, 4), "armor": (1, 3, 5), "through": (1, 1, 1)},
    ),
    _ability(
        "impale",
        Text("Impale", "Empalar"),
        Text(
            "A strength attack that cannot miss; the enemy is pushed back {push} and bleeds to "
            "the end of its next turn: {bleed} strength for each cell it walks.",
            "Un ataque de fuerza que no puede fallar; el enemigo retrocede {push} y sangra hasta "
            "el final de su próximo turno: {bleed} de fuerza por cada casilla que camina.",
        ),
        Target.ENEMY,
        _everywhere_alike(OWN),
        {"push": (1, 2, 3), "bleed": (1, 1, 1)},
    ),
    _ability(
        "bloody-flail",
        Text("Bloody Flail", "Mangual sangriento"),
        Text(
            "{blows} blows at an adjacent enemy, each with a die of a hundred: up to 50 it takes 1 strength, else "
            "1 armor. The last takes strength up to 34, armor up to 67, and then 1 more for each adjacent ally, "
            "{most} at most; above 67 nothing.",
            "{blows} golpes a un enemigo contiguo, cada uno con un dado de cien: hasta 50 quita 1 de fuerza; si no, "
            "1 de armadura. El último quita fuerza hasta 34, armadura hasta 67, y entonces 1 más por cada aliado "
            "contiguo, {most} como máximo; por encima de 67, nada.",
        ),
        Target.ENEMY,
        _everywhere_alike(ADJACENT),
        {"blows": (4, 5, 6), "most": (3, 3, 3)},
    ),
    _ability(
        "rain-of-arrows",
        Text("Rain of Arrows", "Lluvia de flechas"),
        Text(
            "A hidden trap on a free cell up to {high} cells away, until her next turn. {arrows} of her arrows fall on "
            "whoever enters, each 1 harder than the one before: her strength less the armor, at least 1. The move "
            "and the turn end there.",
            "Una trampa oculta en una casilla libre a un máximo de {high} casillas, hasta su próximo turno. "
            "Sobre quien entra caen {arrows} de sus flechas, cada una 1 más dura que la anterior: su fuerza menos la "
            "armadura, al menos 1. El movimiento y el turno terminan ahí.",
        ),
        Target.CELL,
        _reaching(1, 5, 5, 5),
        {"arrows": (1, 2, 3)},
    ),
    _ability(
        "forge-ahead",
        Text("Forge Ahead", "Abrir paso"),
        Text(
            "An ally[ up to {within} cells away] whose turn is still to come takes it next.",
            "Un aliado[ a un máximo de {within} casillas] al que aún le queda su turno lo juega a continuación.",
        ),
        Target.ALLY,
        _reaching(1, 1, 4, FURTHEST),
        {},
    ),
    _ability(
        "thread-the-needle",
        Text("Thread the Needle", "Enhebrar la aguja"),
        Text(
            "A strength attack on everyone, friend or foe, in the straight line of {cells} cells toward an enemy; each "
            "one hit loses {armor} armor as well.",
            "Un ataque de fuerza a todos, amigos o enemigos, en la línea recta de {cells} casillas hacia un enemigo; "
            "cada alcanzado pierde además {armor} de armadura.",
        ),
        Target.ENEMY,
        _reaching(1, 5, 5, 5),
        {"cells": (5, 5, 5), "armor": (1, 2, 3)},
    ),
    _ability(
        "mark-prey",
        Text("Mark Prey", "Marcar la presa"),
        Text(
            "Takes {armor} armor from an adjacent enemy; then every ally within whose range it stands makes a strength "
            "attack on it.",
            "Quita {armor} de armadura a un enemigo contiguo; después, cada aliado que lo tiene a su alcance le hace "
            "un ataque de fuerza.",
        ),
        Target.ENEMY,
        _everywhere_alike(ADJACENT),
        {"armor": (1, 2, 3)},
    ),
    _ability(
        "champion",
        Text("Champion", "Paladina"),
        Text(
            "Until her next turn she takes half of every hit on the allies who are beside her now[, and counts {guard} "
            "more armor].",
            "Hasta su próximo turno recibe la mitad de cada golpe a los aliados que ahora están junto a ella[, y "
            "cuenta {guard} más de armadura].",
        ),
        Target.SELF,
        _everywhere_alike(ITSELF),
        {"guard": (0, 2, 4)},
    ),
    _ability(
        "kindle",
        Text("Kindle", "Avivar"),
        Text(
            "Everyone around, friend or foe, loses {armor} armor and is pushed up to {push} cells away, with {cell} "
            "more armor for each cell.",
            "Todos los que lo rodean, amigos o enemigos, pierden {armor} de armadura y son empujados hasta {push} "
            "casillas, con {cell} más de armadura por cada casilla.",
        ),
        Target.SELF,
        _everywhere_alike(ITSELF, ranks=1),
        {"armor": (1,), "push": (3,), "cell": (1,)},
    ),
    _ability(
        "rally",
        Text("Rally", "Arenga"),
        Text(
            "Gives an ally, however far away, {willpower} willpower.",
            "Da a un aliado, esté donde esté, {willpower} de voluntad.",
        ),
        Target.ALLY,
        _everywhere_alike(ANYWHERE),
        {"willpower": (2, 4, 6)},
    ),
    _ability(
        "mend",
        Text("Mend", "Reparar"),
        Text(
            "Restores the armor of an ally, however far away, by half [the sum of {more} and ]the "
            "mender's willpower before paying, rounded down.",
            "Restaura la armadura de un aliado, esté donde esté: la mitad de [la suma de {more} y ]"
            "la voluntad de quien repara antes de pagar, hacia abajo.",
        ),
        Target.ALLY,
        _everywhere_alike(ANYWHERE),
        {"more": (0, 1, 2)},
    ),
    _ability(
        "sunstrike",
        Text("Sunstrike", "Golpe de sol"),
        Text(
            "A strength attack that cannot miss; in its next turn the enemy has no exertion.",
            "Un ataque de fuerza que no puede fallar; en su próximo turno el enemigo no tiene esfuerzo.",
        ),
        Target.ENEMY,
        _everywhere_alike(OWN, ranks=1),
        {},
    ),
)

ABILITIES = {ability.key: ability for ability in _ALL}
