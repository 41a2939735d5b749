"""The rules that the dungeon's pages cite, in a sentence or two each, in both languages."""

from __future__ import annotations

from rulebook.text import Text

RULES: dict[str, Text] = {
    "DS-SETUP-04": Text(
        "Each player puts the own heroes on start squares and chooses how they face.",
        "Cada jugador pone a sus héroes en cuadros de salida y elige hacia dónde miran.",
    ),
    "DS-ROUND-02": Text(
        "Every hero takes one turn in a round, in an order chosen as the players go; the Overlord may interrupt "
        "between two of them. The first turn of a round has a deadline of its own, each later one is counted from the "
        "end of the turn before it.",
        "Cada héroe tiene un turno por ronda, en el orden que los jugadores elijan sobre la marcha; el Tirano puede "
        "interrumpir entre dos. El primer turno de la ronda tiene plazo propio; los demás se cuentan desde el fin del "
        "anterior.",
    ),
    "DS-OVER-01": Text(
        "After the heroes the Overlord gives as many orders as the adventure says; each activates one of his models.",
        "Tras los héroes, el Tirano da tantas órdenes como diga la aventura; cada una activa a una de sus miniaturas.",
    ),
    "DS-BREAK-02": Text(
        "Whoever leaves an enemy's front arc breaks away: every enemy that has it in its front arc may strike first.",
        "Quien sale del arco frontal de un enemigo se destraba: antes puede golpear gratis cada enemigo que lo tenga "
        "en el suyo.",
    ),
    "IMP-01": Text(
        "Turns, windows and answers have deadlines. A hero whose time runs out loses its place and may act late until "
        "the Overlord's turn; a window without an answer counts as passed.",
        "Turnos, ventanas y respuestas tienen plazo. El héroe al que se le acaba pierde su lugar y puede actuar tarde "
        "hasta el turno del Tirano; una ventana sin respuesta cuenta como pasada.",
    ),
    "IMP-03": Text(
        "Free strikes follow standing instructions, so that nobody has to be awake; whoever wants to be asked has some "
        "hours to answer, and the strike is made without an answer.",
        "Los ataques gratuitos siguen instrucciones permanentes, para que nadie tenga que estar despierto; quien "
        "quiera que se le pregunte tiene unas horas, y sin respuesta el golpe se da.",
    ),
    "IO-COM-11": Text(
        "The Invisible Overlord plays no order cards: the order deck is the clock. Three are set aside, and one leaves "
        "it at the end of each round. His own deck is shuffled anew when it runs out.",
        "El Tirano invisible no juega cartas de orden: su mazo es el reloj. Se apartan tres y sale una al final de "
        "cada ronda. Su propio mazo se baraja de nuevo cuando se acaba.",
    ),
    "IO-COM-12": Text(
        "Raising costs an activation: the highest level that there are models of rises, facing the nearest hero.",
        "Alzar cuesta una activación: se alza el nivel más alto del que queden miniaturas, mirando al héroe más "
        "cercano.",
    ),
    "IO-COM-17": Text(
        "Where it goes, by: wholly in the target's rear arc; in fewer front arcs; for shots, no furniture in between; "
        "fewer steps; the row, then the column.",
        "Adónde va, según: del todo en el arco trasero del objetivo; en menos arcos frontales; al disparar, sin "
        "mobiliario por medio; menos pasos; la fila y luego la columna.",
    ),
    "IO-OFF-01": Text(
        "A hero's threat: its level, 3 for each type of the card that fits, what the model's character adds; twice as "
        "much beside the model.",
        "La amenaza de un héroe: su nivel, 3 por cada tipo de la carta que encaje y lo que añada el carácter de la "
        "miniatura; el doble junto a ella.",
    ),
    "IO-OFF-03": Text(
        "First those who can carry the order out where they stand, then those who can after a move, the farthest "
        "first; with what is left, Support, then Attack; what is left then is lost.",
        "Primero quienes pueden cumplir la orden donde están, luego quienes pueden tras mover, los más lejanos "
        "primero; con lo que quede, Apoyo y luego Atacar; lo que aún quede se pierde.",
    ),
    "IO-OFF-06": Text(
        "The target is the hero of the highest threat that it can attack, then the nearest, then by a die.",
        "El objetivo es el héroe de mayor amenaza al que pueda atacar; después, el más cercano; después, un dado.",
    ),
    "IO-OFF-07": Text(
        "Attack: with its most dice, in the order magic, shooting, fight; whoever has to go farthest goes first.",
        "Atacar: con más dados, por el orden magia, disparo, lucha; va primero quien tenga que ir más lejos.",
    ),
    "IO-OFF-08": Text(
        "Support: bones are raised and spells cast that are no attack; then those far from all heroes come nearer.",
        "Apoyo: se alzan huesos y se lanzan hechizos que no son de ataque; luego se acercan los que están lejos de "
        "todos los héroes.",
    ),
    "IO-OFF-09": Text(
        "Surround: block the heroes' ways out with bodies and front arcs, without going next to them.",
        "Cercar: cerrar las salidas de los héroes con cuerpos y arcos frontales, sin ponerse junto a ellos.",
    ),
    "IO-OFF-10": Text(
        "Gang Up: as many as can go for one hero; where there is no room, for the next.",
        "Aliarse: todos los que puedan van a por un héroe; donde no quepan, a por el siguiente.",
    ),
    "IO-OFF-11": Text(
        "Pin: every hero is to be in somebody's front arc; whoever is in fewest comes first.",
        "Trabar: todo héroe ha de estar en el arco frontal de alguien; primero, quien esté en menos.",
    ),
    "IO-IMP-03": Text(
        "A hero's threat: 3 for each type of the card that fits, and what the model's character adds. Whoever can open "
        "the next door is a Quest, too.",
        "La amenaza de un héroe: 3 por cada tipo de la carta que encaje y lo que añada el carácter de la miniatura. "
        "Quien pueda abrir la próxima puerta también es Misión.",
    ),
    "IO-IMP-05": Text(
        "Attack: most dice first (spell, shot, fight), then the higher threat it can strike, then who goes farther; "
        "from behind if possible; if nobody can, Support.",
        "Atacar: más dados primero (hechizo, disparo, lucha), luego la mayor amenaza a la que pueda golpear, luego "
        "quien vaya más lejos; por la espalda si se puede; si nadie puede, Apoyo.",
    ),
    "IO-IMP-06": Text(
        "Gang Up: the highest threat that it can attack, then who comes from farther, then more dice; room is left for "
        "the others; if nobody can, Support.",
        "Aliarse: la mayor amenaza a la que pueda atacar, luego quien venga de más lejos, luego más dados; se deja "
        "sitio a los demás; si nadie puede, Apoyo.",
    ),
    "IO-IMP-07": Text(
        "Pin: the heroes with fewest enemies beside them, of those the most threatening; between the hero and the goal "
        "if possible; if nobody can, Surround.",
        "Trabar: los héroes con menos enemigos al lado y, de ellos, el más amenazante; entre el héroe y la meta si se "
        "puede; si nadie puede, Cercar.",
    ),
    "IO-IMP-08": Text(
        "Surround: what closes the heroes' way to the goal best, without standing next to them; then nearest to the "
        "most threatening hero; bones before models; if nobody can, Attack.",
        "Cercar: lo que mejor cierre el camino de los héroes a la meta, sin ponerse a su lado; luego lo más cercano al "
        "más amenazante; huesos antes que miniaturas; si nadie puede, Atacar.",
    ),
    "IO-IMP-09": Text(
        "Support: first those behind the most threatening hero come on, then the nearest bones are raised, then those "
        "on the goal's side come nearer; if nobody can, Attack.",
        "Apoyo: primero avanzan los que quedan por detrás del héroe más amenazante, luego se alzan los huesos más "
        "cercanos, luego se acercan los del lado de la meta; si nadie puede, Atacar.",
    ),
    "IO-IMP-10": Text(
        "What nobody can carry out gives way to another order: Pin to Surround, Surround to Attack, Attack and Gang Up "
        "to Support, Support to Attack; none is tried twice on one card.",
        "Lo que nadie puede cumplir cede a otra orden: Trabar a Cercar, Cercar a Atacar, Atacar y Aliarse a Apoyo, "
        "Apoyo a Atacar; ninguna se intenta dos veces con la misma carta.",
    ),
    "IO-IMP-11": Text(
        "A Brutal model goes for the nearest hero; Undead that are tied for acting all act, and the card is done.",
        "Una miniatura Brutal va a por el héroe más cercano; los No muertos empatados para actuar actúan todos, y la "
        "carta se acaba.",
    ),
    "IO-IMP-12": Text(
        "Where one attack can win the game, it is made, whatever the order says.",
        "Si un ataque puede ganar la partida, se hace, diga lo que diga la orden.",
    ),
    "AMD-04": Text(
        "The Invisible Overlord's boss: a caster with two ready spells that fit the order casts both; a new model is "
        "placed out of all front arcs, nearest to the hero of the highest threat.",
        "El jefe del Tirano invisible: un hechicero con dos hechizos listos que encajen en la orden lanza ambos; una "
        "miniatura nueva se pone fuera de todo arco frontal, lo más cerca del héroe de mayor amenaza.",
    ),
    "AMD-08": Text(
        "A Brutal model that cannot attack the nearest hero moves straight at him, whatever the order.",
        "Una miniatura Brutal que no pueda atacar al héroe más cercano va derecha a por él, sea cual sea la orden.",
    ),
    "AMD-09": Text(
        "Surround by the official rules closes the zone's exits and the next goal; a model that alone pins its hero "
        "stays.",
        "Cercar, con las reglas oficiales, cierra las salidas de la zona y la próxima meta; quien sea el único que "
        "traba a su héroe se queda.",
    ),
    "AMB-60": Text(
        "Of several bone piles the one nearest to the hero of the highest threat is raised, next to nobody.",
        "De varias pilas de huesos se alza la más cercana al héroe de mayor amenaza, que no esté junto a nadie.",
    ),
}
