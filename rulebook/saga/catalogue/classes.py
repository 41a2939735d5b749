"""Classes: race, body, caps, abilities and points, with names and descriptions in both languages.

Caps and fixed figures stand in the order strength, armor, willpower, exertion, break. An ability
that the rulebook cannot play yet is not shown on its class.
"""

from dataclasses import replace

from rulebook.saga.catalogue.model import Caps, ClassEntry, Figures, Span, Text
from rulebook.saga.catalogue.races import ARCHER_REACTION, BEAR, HUMAN, VARL

MELEE = Span(1, 1)
SPEAR = Span(1, 2)
BOW = Span(2, 5)

RAIDER = ClassEntry(
    "raider",
    Text("Raider", "Saqueador"),
    Text(
        "Shield and axe, strongest shoulder to shoulder with the rest of the line.",
        "Escudo y hacha: su fuerza está en luchar hombro con hombro con los suyos.",
    ),
    HUMAN,
    "1x1",
    4,
    MELEE,
    Caps.read("6-9 6-9 4-6 1-2 1-2"),
    passives=("shield-wall",),
    fixed=Figures(9, 9, 6, 2, 2),
)
RAIDMASTER = replace(
    RAIDER,
    key="raidmaster",
    name=Text("Raidmaster", "Maestro saqueador"),
    description=Text(
        "The rock of the line: plants the shield and lets the blows break on it.",
        "La roca de la línea: planta el escudo y deja que los golpes se estrellen contra él.",
    ),
    caps=Caps.read("6-12 6-12 4-11 1-3 1-3"),
    abilities=("stone-wall",),
    points=(29, 30, 31),
    fixed=None,
)
THRASHER = replace(
    RAIDMASTER,
    key="thrasher",
    name=Text("Thrasher", "Vapuleador"),
    description=Text(
        "A raider with a flail and little patience, more arm than armor.",
        "Un saqueador de mangual y poca paciencia, con más brazo que armadura.",
    ),
    caps=Caps.read("8-12 5-11 3-13 1-3 1-2"),
    abilities=("bloody-flail",),
)
BACKBITER = replace(
    RAIDMASTER,
    key="backbiter",
    name=Text("Backbiter", "Muerdespaldas"),
    description=Text(
        "Never where the enemy looks: runs through the line and strikes from behind.",
        "Nunca está donde mira el enemigo: cruza la línea y golpea por detrás.",
    ),
    caps=Caps.read("8-10 5-12 4-13 0-3 1-3"),
    abilities=("run-through",),
)
ARCHER = ClassEntry(
    "archer",
    Text("Archer", "Arquera"),
    Text(
        "Keeps her distance and finds the gaps that others have opened in the armor.",
        "Guarda las distancias y encuentra los huecos que otros abrieron en la armadura.",
    ),
    HUMAN,
    "1x1",
    3,
    BOW,
    Caps.read("4-7 4-7 5-8 1-2 1"),
    passives=("puncture",),
    fixed=Figures(7, 7, 8, 2, 1),
    reaction_span=ARCHER_REACTION,
)
BOWMASTER = replace(
    ARCHER,
    key="bowmaster",
    name=Text("Bowmaster", "Maestra del arco"),
    description=Text(
        "One arrow, one mark, from farther off than anyone thought possible.",
        "Una flecha, un blanco, desde más lejos de lo que nadie creía posible.",
    ),
    caps=Caps.read("4-8 4-9 5-12 1-3 1-2"),
    abilities=("bird-of-prey",),
    points=(26, 27, 28),
    fixed=None,
)
SIEGE_ARCHER = replace(
    BOWMASTER,
    key="siege-archer",
    name=Text("Siege Archer", "Arquera de asedio"),
    description=Text(
        "Carries fire to the enemy's feet and leaves the ground too hot to stand on.",
        "Lleva el fuego a los pies del enemigo y deja un suelo que nadie quiere pisar.",
    ),
    caps=Caps.read("4-7 4-9 6-13 1-3 0-2"),
    abilities=("slag-and-burn",),
)
SKYSTRIKER = replace(
    BOWMASTER,
    key="skystriker",
    name=Text("Skystriker", "Azote del cielo"),
    description=Text(
        "Thinks a turn ahead, aims at the sky, and trusts the arrow to come down.",
        "Piensa un turno por delante, apunta al cielo y confía en que la flecha caiga.",
    ),
    caps=Caps.read("4-8 3-9 7-13 1-3 0-1"),
    abilities=("rain-of-arrows",),
)
WARRIOR = ClassEntry(
    "warrior",
    Text("Warrior", "Guerrero"),
    Text(
        "A horned giant whose swing is felt by everyone beside its mark.",
        "Un gigante con cuernos cuyo golpe sienten también los que rodean al blanco.",
    ),
    VARL,
    "2x2",
    4,
    MELEE,
    Caps.read("9-12 6-9 3-5 1-2 1-2"),
    passives=("heavy-impact",),
    fixed=Figures(12, 9, 5, 2, 2),
)
WARMASTER = replace(
    WARRIOR,
    key="warmaster",
    name=Text("Warmaster", "Maestro de guerra"),
    description=Text(
        "Puts the whole weight of a varl into one blow that shatters a formation.",
        "Pone todo el peso de un varl en un solo golpe que deshace una formación.",
    ),
    caps=Caps.read("9-17 6-11 3-10 1-2 1-3"),
    abilities=("sundering-impact",),
    points=(31, 32, 33),
    fixed=None,
)
WARHAWK = replace(
    WARMASTER,
    key="warhawk",
    name=Text("Warhawk", "Halcón de guerra"),
    description=Text(
        "Whirls with the great axe; friends do well to step back.",
        "Gira con la gran hacha; los amigos harán bien en apartarse.",
    ),
    caps=Caps.read("10-16 7-12 2-11 0-2 1-2"),
    abilities=("tempest",),
)
WARLEADER = replace(
    WARMASTER,
    key="warleader",
    name=Text("Warleader", "Caudillo"),
    description=Text(
        "A voice over the din of battle that others follow without asking.",
        "Una voz sobre el estruendo de la batalla que otros siguen sin preguntar.",
    ),
    caps=Caps.read("9-15 6-12 4-9 1-3 0-4"),
    abilities=("forge-ahead",),
)
SHIELDBANGER = ClassEntry(
    "shieldbanger",
    Text("Shieldbanger", "Golpeaescudos"),
    Text(
        "A moving wall of varl and iron; striking it costs the striker dear.",
        "Un muro andante de varl y hierro; golpearlo le sale caro a quien lo hace.",
    ),
    VARL,
    "2x2",
    3,
    MELEE,
    Caps.read("8-10 9-14 3-5 1 1-2"),
    passives=("return-the-favor",),
    fixed=Figures(10, 14, 4, 1, 2),
)
SHIELDMASTER = replace(
    SHIELDBANGER,
    key="shieldmaster",
    name=Text("Shieldmaster", "Maestro del escudo"),
    description=Text(
        "Invites the enemy's blows and pays back every one of them.",
        "Invita a los golpes del enemigo y devuelve cada uno de ellos.",
    ),
    caps=Caps.read("8-13 9-16 3-9 1-2 1-4"),
    abilities=("bring-the-pain",),
    points=(33, 34, 35),
    fixed=None,
)
STRONGARM = replace(
    SHIELDMASTER,
    key="strongarm",
    name=Text("Strongarm", "Brazofuerte"),
    description=Text(
        "Clears the way by sending whoever stands in it flying.",
        "Abre camino mandando por los aires a quien se ponga delante.",
    ),
    caps=Caps.read("9-15 9-15 3-10 0-2 1-2"),
    abilities=("battering-ram",),
)
PROVOKER = replace(
    SHIELDMASTER,
    key="provoker",
    name=Text("Provoker", "Provocador"),
    description=Text(
        "The thickest armor of all, and a tongue that draws every eye to it.",
        "La armadura más gruesa de todas y una lengua que atrae todas las miradas.",
    ),
    caps=Caps.read("7-12 11-18 3-9 0-2 1-3"),
    abilities=(),
)
WARDEN = ClassEntry(
    "warden",
    Text("Warden", "Guardián"),
    Text(
        "Knows the land and its people, moves among friends like water, and lifts their hearts.",
        "Conoce la tierra y a su gente, se mueve entre los suyos como el agua y les da ánimo.",
    ),
    HUMAN,
    "1x1",
    4,
    MELEE,
    Caps.read("8-11 9-11 5-10 2-3 1-3"),
    passives=("light-step",),
    abilities=("rally",),
)
MENDER = ClassEntry(
    "mender",
    Text("Mender", "Reparadora"),
    Text(
        "Weaves broken metal whole again with nothing but a staff and her will.",
        "Recompone el metal roto sin más que su bastón y su voluntad.",
    ),
    HUMAN,
    "1x1",
    4,
    MELEE,
    Caps.read("7-9 6-9 8-12 1-2 1-2"),
    abilities=("mend",),
)
EAGLE_EYE = ClassEntry(
    "eagle-eye",
    Text("Eagle Eye", "Ojo de águila"),
    Text(
        "Waits until they stand in a row, and needs a single arrow for all of them.",
        "Espera a que estén en fila y le basta una flecha para todos.",
    ),
    HUMAN,
    "1x1",
    3,
    BOW,
    Caps.read("7-10 7-9 6-12 1-3 1-2"),
    passives=("puncture",),
    abilities=("thread-the-needle",),
    reaction_span=ARCHER_REACTION,
)
SHIELDMAIDEN = ClassEntry(
    "shieldmaiden",
    Text("Shieldmaiden", "Doncella escudera"),
    Text(
        "Stands where the blows fall thickest and takes those meant for others too.",
        "Se planta donde más golpes caen y recibe también los que iban para otros.",
    ),
    HUMAN,
    "1x1",
    4,
    SPEAR,
    Caps.read("10-12 14-17 6-10 1-3 2-3"),
    passives=("shield-mastery",),
    abilities=("champion",),
)
WARBEAR = ClassEntry(
    "warbear",
    Text("Warbear", "Oso de guerra"),
    Text(
        "Fur, fat and armor plate: a long way to go before anything hurts it.",
        "Pelo, grasa y placas de armadura: hay mucho que atravesar antes de herirlo.",
    ),
    BEAR,
    "1x2",
    4,
    MELEE,
    Caps.read("16 14 5 1 3"),
    passives=("thick-hide",),
    fixed=Figures(16, 14, 5, 1, 3),
    for_players=False,
)

CLASSES = {
    entry.key: entry
    for entry in (
        RAIDER,
        RAIDMASTER,
        THRASHER,
        BACKBITER,
        ARCHER,
        BOWMASTER,
        SIEGE_ARCHER,
        SKYSTRIKER,
        WARRIOR,
        WARMASTER,
        WARHAWK,
        WARLEADER,
        SHIELDBANGER,
        SHIELDMASTER,
        STRONGARM,
        PROVOKER,
        WARDEN,
        MENDER,
        EAGLE_EYE,
        SHIELDMAIDEN,
        WARBEAR,
    )
}
