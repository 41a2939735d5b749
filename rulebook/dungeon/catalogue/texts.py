"""Names and descriptions of the starter set, in English and Spanish."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.errors import Unreadable
from rulebook.text import Text


class Words(NamedTuple):
    """What a page says of an entry, in one language."""

    name: str
    description: str = ""


class Entry(NamedTuple):
    """An entry's name and description in both languages."""

    name: Text
    description: Text = Text("", "")


MODELS: dict[str, Entry] = {
    "bruna": Entry(
        Text("Bruna Halgerd", "Bruna Halgerd"),
        Text(
            "A reaver who settles most arguments with one wide swing.",
            "Una saqueadora que zanja casi todo con un solo tajo amplio.",
        ),
    ),
    "torvek": Entry(
        Text("Torvek Underhelm", "Torvek Bajoyelmo"),
        Text(
            "A dwarf shieldbearer; where he stands, the line holds.",
            "Un enano portaescudo: donde él se planta, la línea aguanta.",
        ),
    ),
    "sylwen": Entry(
        Text("Sylwen Ashbough", "Sylwen Ramaceniza"),
        Text(
            "An elf strider, quick of foot and quicker with a bow.", "Una elfa andariega, ligera de pies y más de arco."
        ),
    ),
    "ivo": Entry(
        Text("Ivo Marrowen", "Ivo Marrowen"),
        Text(
            "An arcanist who has read one book too many about the dead.",
            "Un arcanista que leyó un libro de más sobre los muertos.",
        ),
    ),
    "bone_guard": Entry(
        Text("Bone Guard", "Guardia de hueso"),
        Text("Old bones that still remember the drill.", "Huesos viejos que aún recuerdan la instrucción."),
    ),
    "bone_archer": Entry(
        Text("Bone Archer", "Arquero de hueso"),
        Text("Shoots well for somebody without eyes.", "Dispara bien para no tener ojos."),
    ),
    "shambler": Entry(
        Text("Shambler", "Tambaleante"), Text("Slow, and in no hurry to fall.", "Lento, y sin prisa por caer.")
    ),
    "mailed_shambler": Entry(
        Text("Mailed Shambler", "Tambaleante con malla"),
        Text(
            "It was buried in its armour and never missed it.", "Lo enterraron con su armadura y no la echó en falta."
        ),
    ),
    "barrow_dwarf": Entry(
        Text("Barrow Dwarf", "Enano del túmulo"),
        Text("A dwarf who would not stay buried.", "Un enano que no quiso quedarse enterrado."),
    ),
    "wraith": Entry(
        Text("Wraith", "Espectro"),
        Text("Weak of hand, but steel hardly finds it.", "De mano débil, pero el acero apenas lo encuentra."),
    ),
    "corpse_ogre": Entry(
        Text("Corpse Ogre", "Ogro cadáver"),
        Text("Several graves' worth of strength in one body.", "La fuerza de varias tumbas en un solo cuerpo."),
    ),
    "veyra": Entry(
        Text("Veyra the Pale", "Veyra la Pálida"),
        Text("Gravecaller: the dead come when she asks.", "Llamatumbas: los muertos acuden cuando ella los llama."),
    ),
    "orrik": Entry(
        Text("Thane Orrik Graveborn", "Thane Orrik Nacido de la Tumba"),
        Text("A dwarf lord, dead and still giving orders.", "Un señor enano, muerto y aún dando órdenes."),
    ),
}

FEATS: dict[str, Entry] = {
    "reaping_arc": Entry(
        Text("Reaping Arc", "Arco segador"),
        Text(
            "May turn first; then one Fight against every enemy and every lock around, in any order. No Move.",
            "Puede girarse antes; luego una Lucha contra cada enemigo y cada cerradura de alrededor, en el orden "
            "que quiera. Sin Mover.",
        ),
    ),
    "hold_the_breach": Entry(
        Text("Hold the Breach", "Guardar la brecha"),
        Text(
            "May move up to 2 squares; then, until his next turn, Armour 5, and enemies in his front arc cannot "
            "break away.",
            "Puede mover hasta 2 cuadros; luego, hasta su próximo turno, Armadura 5, y los enemigos de su arco "
            "frontal no pueden romper el combate.",
        ),
    ),
    "twin_arrows": Entry(
        Text("Twin Arrows", "Flechas gemelas"),
        Text(
            "May turn first; then two shots, at one target or two. No Move.",
            "Puede girarse antes; luego dos disparos, a un objetivo o a dos. Sin Mover.",
        ),
    ),
    "overchannel": Entry(
        Text("Overchannel", "Sobrecarga"),
        Text(
            "May turn first; then two different major spells, or up to three different minor ones. No Move.",
            "Puede girarse antes; luego dos hechizos mayores distintos, o hasta tres menores distintos. Sin Mover.",
        ),
    ),
    "bone_shroud": Entry(
        Text("Bone Shroud", "Mortaja de hueso"),
        Text("Armour 5 until the end of the next round.", "Armadura 5 hasta el final de la próxima ronda."),
    ),
    "crushing_blow": Entry(
        Text("Crushing Blow", "Golpe demoledor"),
        Text(
            "May move up to 2 squares, then one Fight with 2 more dice.",
            "Puede mover hasta 2 cuadros, luego una Lucha con 2 dados más.",
        ),
    ),
}

ABILITIES: dict[str, Entry] = {
    "stoneblood": Entry(
        Text("Stoneblood", "Sangre de piedra"),
        Text(
            "At the end of the round, one die for each wound taken in it: each 5 or 6 removes one.",
            "Al final de la ronda, un dado por cada herida sufrida en ella: cada 5 o 6 retira una.",
        ),
    ),
}

SPELLS: dict[str, Entry] = {
    "ember_dart": Entry(
        Text("Ember Dart", "Dardo de ascuas"), Text("A magic attack with 3 dice.", "Un ataque mágico con 3 dados.")
    ),
    "fireburst": Entry(
        Text("Fireburst", "Estallido de fuego"),
        Text(
            "A magic attack with 4 dice on all models, friend or foe, on and around the one chosen; not on the caster.",
            "Un ataque mágico con 4 dados contra toda miniatura, amiga o enemiga, en la elegida y a su alrededor; "
            "no contra quien lo lanza.",
        ),
    ),
    "unbind": Entry(Text("Unbind", "Desatar"), Text("Lowers a ward by 1.", "Reduce un sello en 1.")),
    "rust_hex": Entry(
        Text("Rust Hex", "Maleficio de óxido"),
        Text(
            "An enemy's Armour is 1 lower until the end of the round.",
            "La Armadura de un enemigo baja en 1 hasta el final de la ronda.",
        ),
    ),
    "quickstep": Entry(
        Text("Quickstep", "Paso veloz"),
        Text("Another friend moves up to 3 squares at once.", "Otro amigo mueve al instante hasta 3 cuadros."),
    ),
    "stoneskin": Entry(
        Text("Stoneskin", "Piel de piedra"),
        Text(
            "A hero's Armour is 1 higher until the end of the next round.",
            "La Armadura de un héroe sube en 1 hasta el final de la próxima ronda.",
        ),
    ),
    "mend": Entry(Text("Mend", "Remendar"), Text("Removes 1 wound from a hero.", "Retira 1 herida de un héroe.")),
    "grave_chill": Entry(
        Text("Grave Chill", "Frío de tumba"),
        Text("A magic attack with 3 dice on one hero.", "Un ataque mágico con 3 dados contra un héroe."),
    ),
    "barrow_wail": Entry(
        Text("Barrow Wail", "Lamento del túmulo"),
        Text(
            "A magic attack with 2 dice on every hero in range.",
            "Un ataque mágico con 2 dados contra cada héroe al alcance.",
        ),
    ),
    "call_the_faithful": Entry(
        Text("Call the Faithful", "Llamar a los fieles"),
        Text("Places a Wraith on a free square in range.", "Coloca un Espectro en un cuadro libre al alcance."),
    ),
}

ITEMS: dict[str, Entry] = {
    "gossamer_coat": Entry(Text("Gossamer Coat", "Casaca de gasa"), Text("Armour +1.", "Armadura +1.")),
    "hartskin_boots": Entry(Text("Hartskin Boots", "Botas de piel de ciervo"), Text("Movement +1.", "Movimiento +1.")),
    "barrow_plate": Entry(Text("Barrow Plate", "Coraza del túmulo"), Text("Armour +1.", "Armadura +1.")),
    "healing_draught": Entry(
        Text("Healing Draught", "Trago curativo"),
        Text("Removes 1 wound from its user.", "Retira 1 herida de quien lo usa."),
    ),
    "spark_crystal": Entry(
        Text("Spark Crystal", "Cristal de chispas"),
        Text(
            "2 more dice in one magic attack, against one defender.",
            "2 dados más en un ataque mágico, contra un defensor.",
        ),
    ),
    "whetstone_oil": Entry(
        Text("Whetstone Oil", "Aceite de afilar"),
        Text("1 more die in the next Fight of this turn.", "1 dado más en la próxima Lucha de este turno."),
    ),
    "saints_knuckle": Entry(
        Text("Saint's Knuckle", "Nudillo del santo"),
        Text(
            "When its owner would take a wound, a die: 4 or more ignores it.",
            "Cuando su dueño vaya a sufrir una herida, un dado: con 4 o más la ignora.",
        ),
    ),
    "ashen_seal": Entry(
        Text("Ashen Seal", "Sello ceniciento"),
        Text(
            "What the dead guard. Whoever bears it is hunted.",
            "Lo que guardan los muertos. A quien lo lleva lo persiguen.",
        ),
    ),
}

ORDER_CARDS: dict[str, Entry] = {
    "sudden_malice": Entry(
        Text("Sudden Malice", "Malicia repentina"),
        Text("Interrupt: 1 model moves and acts.", "Interrupción: 1 miniatura mueve y actúa."),
    ),
    "spring_the_ambush": Entry(
        Text("Spring the Ambush", "Salta la emboscada"),
        Text("Interrupt: 2 models move and act.", "Interrupción: 2 miniaturas mueven y actúan."),
    ),
    "now_my_servants": Entry(
        Text("Now, My Servants", "Ahora, siervos míos"),
        Text("Interrupt: 3 models move and act.", "Interrupción: 3 miniaturas mueven y actúan."),
    ),
    "press_them": Entry(
        Text("Press Them", "Acosadlos"), Text("1 more model this turn.", "1 miniatura más este turno.")
    ),
    "drive_them_back": Entry(
        Text("Drive Them Back", "Hacedlos retroceder"),
        Text("2 more models this turn.", "2 miniaturas más este turno."),
    ),
    "the_whole_host": Entry(
        Text("The Whole Host", "La hueste entera"),
        Text("Twice the orders of this turn.", "El doble de órdenes este turno."),
    ),
    "stir_the_bones": Entry(
        Text("Stir the Bones", "Remover los huesos"), Text("Raise Dead once more.", "Alzar a los Muertos una vez más.")
    ),
    "open_the_graves": Entry(
        Text("Open the Graves", "Abrir las tumbas"),
        Text("Raise Dead twice more.", "Alzar a los Muertos dos veces más."),
    ),
    "march_of_the_dead": Entry(
        Text("March of the Dead", "Marcha de los muertos"),
        Text("Raise Dead three times more.", "Alzar a los Muertos tres veces más."),
    ),
}

FURNITURE: dict[str, Entry] = {
    "table": Entry(Text("Table", "Mesa")),
    "bookcase": Entry(Text("Bookcase", "Estantería")),
    "door": Entry(Text("Door", "Puerta")),
    "chest": Entry(Text("Chest", "Cofre")),
    "pile": Entry(Text("Bone pile", "Pila de huesos")),
    "lock": Entry(Text("Lock", "Cerradura")),
    "ward": Entry(Text("Ward", "Sello mágico")),
}

ENTRIES = (MODELS, FEATS, ABILITIES, SPELLS, ITEMS, ORDER_CARDS, FURNITURE)


def texts(key: str, language: str) -> Words:
    """The words for any entry of the catalogue, in `en` or `es`. Raises `unknown-entry`."""
    for entries in ENTRIES:
        if key in entries:
            entry = entries[key]
            return Words(entry.name.say(language), entry.description.say(language))
    raise Unreadable("unknown-entry", f"The catalogue has no {key!r}.", {"entry": key})
