"""Passive abilities: names and what they do, in both languages."""

from rulebook.saga.catalogue.model import PassiveEntry, Text

PASSIVES = {
    passive.key: passive
    for passive in (
        PassiveEntry(
            "shield-wall",
            Text("Shield Wall", "Muro de escudos"),
            Text(
                "Beside an ally, both count {amount} more armor, once for every such neighbour. "
                "What the wall adds cannot be broken off.",
                "Junto a un aliado, ambos cuentan {amount} más de armadura, una vez por cada vecino así. "
                "Lo que el muro añade no se puede romper.",
            ),
            amount=1,
        ),
        PassiveEntry(
            "puncture",
            Text("Puncture", "Perforación"),
            Text(
                "If she has not moved this turn, her strength attacks count 1 more strength for "
                "every {amount} armor the target has lost.",
                "Si no se ha movido en el turno, sus ataques de fuerza cuentan 1 más de fuerza por "
                "cada {amount} de armadura que el objetivo haya perdido.",
            ),
            amount=2,
        ),
        PassiveEntry(
            "heavy-impact",
            Text("Heavy Impact", "Impacto pesado"),
            Text(
                "A strength attack that hits also takes {amount} strength from every other enemy beside the target.",
                "Un ataque de fuerza que acierta quita además {amount} de fuerza a cada otro enemigo "
                "contiguo al objetivo.",
            ),
            amount=1,
        ),
        PassiveEntry(
            "return-the-favor",
            Text("Return the Favor", "Devolver el favor"),
            Text(
                "Whoever does him damage from an adjacent cell loses {amount} armor, even if he falls.",
                "Quien le haga daño desde una casilla contigua pierde {amount} de armadura, aunque él caiga.",
            ),
            amount=1,
        ),
        PassiveEntry(
            "embolden",
            Text("Embolden", "Enardecer"),
            Text(
                "Felling an enemy gives {amount} willpower to the spearman and to each adjacent ally.",
                "Al abatir a un enemigo, el lancero y cada aliado contiguo ganan {amount} de voluntad.",
            ),
            amount=1,
        ),
        PassiveEntry(
            "light-step",
            Text("Light Step", "Paso ligero"),
            Text(
                "Walks through allies, but cannot stop on them.",
                "Camina a través de los aliados, pero no puede detenerse sobre ellos.",
            ),
        ),
        PassiveEntry(
            "thick-hide",
            Text("Thick Hide", "Piel gruesa"),
            Text(
                "Strength damage wears the armor down first; only what is left over hurts.",
                "El daño de fuerza gasta primero la armadura; solo hiere lo que sobra.",
            ),
        ),
        PassiveEntry(
            "shield-mastery",
            Text("Shield Mastery", "Maestría del escudo"),
            Text(
                "The shield stands before the body: strength damage is taken off the armor until none is left.",
                "El escudo va antes que el cuerpo: el daño de fuerza se resta de la armadura hasta que no queda.",
            ),
        ),
        PassiveEntry(
            "back-off",
            Text("Back Off", "Retroceder"),
            Text(
                "Once a round, when hurt, it retreats straight away from the attacker, up to {amount} cells.",
                "Una vez por asalto, al sufrir daño, se aleja en línea recta de quien ataca, hasta {amount} casillas.",
            ),
            amount=3,
        ),
        PassiveEntry(
            "depraved",
            Text("Depraved", "Depravado"),
            Text(
                "When it falls, everyone beside it loses {amount} willpower.",
                "Al caer, todos los que están junto a él pierden {amount} de voluntad.",
            ),
            amount=1,
        ),
        PassiveEntry(
            "splinter",
            Text("Splinter", "Esquirlas"),
            Text(
                "A single hit that takes 3 armor or more also takes {amount} armor from every dredge "
                "beside it, and from dredge to dredge along the chain.",
                "Un golpe que quita 3 o más de armadura quita además {amount} de armadura a cada draga "
                "contigua, y de draga en draga a lo largo de la cadena.",
            ),
            amount=1,
        ),
    )
}
