"""The rules that the battle's pages cite, in a sentence or two each, in both languages, with the usual settings."""

from __future__ import annotations

from rulebook.saga.catalogue.model import Text

RULES: dict[str, Text] = {
    "TURN-1": Text(
        "A turn is four steps in fixed order: rest, horn, move, act. A step that was skipped cannot be taken later.",
        "Un turno son cuatro pasos en orden fijo: descansar, cuerno, mover, actuar. Un paso saltado no se retoma.",
    ),
    "TURN-2": Text("Resting is the whole turn.", "Descansar ocupa todo el turno."),
    "WILL-1": Text(
        "Each point of willpower gives one more square of movement, at most as many as the exertion.",
        "Cada punto de voluntad da una casilla más de movimiento, como mucho tantas como el esfuerzo.",
    ),
    "WILL-2": Text(
        "Each point of willpower on a blow adds 1 to its damage, at most as many as the exertion, the move's apart.",
        "Cada punto de voluntad en el golpe suma 1 al daño, como mucho el esfuerzo, aparte de los del movimiento.",
    ),
    "WILL-4": Text(
        "The boost is declared before the roll and spent only if the attack hits; it never changes the threshold.",
        "El refuerzo se declara antes de tirar y solo se gasta si se acierta; nunca cambia el umbral.",
    ),
    "HIT-1": Text(
        "Strength attack: the d100 must stay below 70 + strength − miss chance.",
        "Ataque de fuerza: el d100 debe quedar por debajo de 70 + fuerza − probabilidad de fallo.",
    ),
    "HIT-2": Text(
        "Its miss chance: 10 for each point of the target's armor above the attacker's strength, plus the target's "
        "evasion, plus 5 for each open wound of the attacker.",
        "Su fallo: 10 por cada punto de armadura del objetivo por encima de la fuerza del atacante, más la evasión "
        "del objetivo, más 5 por cada herida abierta del atacante.",
    ),
    "HIT-3": Text(
        "Break attack: the d100 must stay below 80 + 4 × break − miss chance.",
        "Ataque de rotura: el d100 debe quedar por debajo de 80 + 4 × rotura − probabilidad de fallo.",
    ),
    "HIT-4": Text(
        "Its miss chance: the target's deflection, plus 5 for each open wound of the attacker.",
        "Su fallo: el desvío del objetivo, más 5 por cada herida abierta del atacante.",
    ),
    "HIT-5": Text(
        "A strength attack never needs less than 25, a break attack never less than 50. There is no upper limit.",
        "Un ataque de fuerza nunca necesita menos de 25 ni uno de rotura menos de 50. No hay tope por arriba.",
    ),
    "STAT-8": Text(
        "Hero points: one buys a second roll of a missed plain attack, declared with the turn; the new face stands.",
        "Puntos de héroe: uno compra repetir un ataque simple fallado, declarado con el turno; vale la nueva tirada.",
    ),
    "STAT-10": Text(
        "What abilities and items add to strength or armor counts in the threshold and in the damage alike.",
        "Lo que habilidades y objetos suman a fuerza o armadura cuenta igual en el umbral y en el daño.",
    ),
    "DMG-1": Text(
        "A strength attack that hits takes the strength above the armor, at least 1, plus the boost.",
        "Un ataque de fuerza que acierta quita la fuerza que supere la armadura, al menos 1, más el refuerzo.",
    ),
    "DMG-2": Text(
        "A break attack that hits takes break plus boost off the armor.",
        "Un ataque de rotura que acierta quita de la armadura la rotura más el refuerzo.",
    ),
    "DMG-4": Text(
        "After the first missed break against a target in a round, each later miss takes 1 armor all the same.",
        "Tras la primera rotura fallada contra un objetivo en el asalto, cada fallo posterior le quita 1 de armadura.",
    ),
    "DMG-6": Text(
        "Every roll is on record with its reason, and no edit, undo or deletion takes it away.",
        "Toda tirada queda anotada con su motivo; ninguna edición ni borrado la quita.",
    ),
    "HORN-1": Text(
        "A side's horn gains one for each enemy defeated and holds five; what is in it is lost with the battle's end.",
        "El cuerno de un bando gana uno por enemigo derrotado y guarda cinco; se pierde al acabar el combate.",
    ),
    "DEPL-2": Text(
        "A unit not placed when turn 0 ends stands where a die says, within its zone. That is no missed deadline.",
        "Quien no esté colocado al acabar el turno 0 va donde diga un dado, en su zona. No es un plazo incumplido.",
    ),
    "DEPL-3": Text(
        "Team against team: placements and identities stay hidden until turn 0 ends; only the number is shown.",
        "Equipo contra equipo: colocaciones e identidades quedan ocultas hasta acabar el turno 0; se ve cuántas hay.",
    ),
    "CLOCK-1": Text(
        "The first player turn of a round has the long length, each later one the short length, counted from the end "
        "of the turn before it. While the director owes a turn the clock stands.",
        "El primer turno de jugador del asalto tiene el plazo largo; los demás, el corto, desde que acaba el anterior. "
        "Mientras el director debe un turno, el reloj se detiene.",
    ),
    "CLOCK-3": Text(
        "Once three or fewer player-run units stand, turns that open have the endgame's length.",
        "Cuando quedan en pie tres unidades de jugador o menos, los turnos que se abren tienen el plazo del final.",
    ),
    "CLOCK-4": Text(
        "When the time runs out the unit loses its place in the order, and the next turn begins at that very moment.",
        "Al vencer el plazo la unidad pierde su lugar en el orden, y el turno siguiente empieza en ese mismo momento.",
    ),
    "CLOCK-6": Text(
        "A pause keeps what was left on every clock. An outage of the service is given back before any deadline falls.",
        "Una pausa guarda lo que quedaba en cada reloj. Una caída del servicio se devuelve antes de vencer nada.",
    ),
    "LATE-1": Text(
        "Whoever missed the deadline may still act once until the round ends: at once, ahead of the running turn.",
        "Quien incumplió el plazo puede actuar una vez hasta acabar el asalto: al momento, antes del turno en curso.",
    ),
    "LATE-2": Text(
        "Missed deadlines cost initiative for the rest of the battle: −1 for one, −2 for two, and so on.",
        "Los plazos incumplidos cuestan iniciativa el resto del combate: −1 por uno, −2 por dos, etcétera.",
    ),
    "LATE-3": Text(
        "A late post gives the running turn some hours more on its own deadline.",
        "Una entrada tardía da al turno en curso unas horas más en su propio plazo.",
    ),
    "EARLY-1": Text(
        "A player may leave the turn early, with up to three alternatives; only they and the director see it.",
        "Un jugador puede dejar el turno adelantado, con hasta tres alternativas; solo lo ven él y el director.",
    ),
    "EARLY-2": Text(
        "When the turn begins, the first that is legal and whose conditions hold is played; dice roll then.",
        "Al empezar el turno se juega la primera alternativa legal cuyas condiciones se cumplan; entonces se tira.",
    ),
    "EARLY-3": Text(
        "If none can be played, the turn stays open with its normal clock.",
        "Si ninguna puede jugarse, el turno queda abierto con su plazo normal.",
    ),
    "ABSENT-1": Text(
        "During an announced absence the director plays the unit, without deadline and without penalty.",
        "Durante una ausencia anunciada el director lleva la unidad, sin plazo y sin penalización.",
    ),
    "ABSENT-2": Text(
        "The director may take a unit over and hand it back; the record shows who acted for whom.",
        "El director puede llevar una unidad y devolverla; el registro dice quién actuó por quién.",
    ),
    "POST-2": Text(
        "The numbers are the engine's; the director may correct them with a reason, on the record.",
        "Los números son los del motor; el director puede corregirlos con un motivo, que queda anotado.",
    ),
    "WIN-2": Text(
        "A side with nobody standing has lost; if both fall at once, the director decides.",
        "Un bando sin nadie en pie ha perdido; si caen ambos a la vez, decide el director.",
    ),
    "SK-126": Text(
        "A pardon takes one missed deadline off the penalty; it stays in the count of missed ones.",
        "Un perdón quita un plazo incumplido de la penalización; sigue en la cuenta de los incumplidos.",
    ),
    "SK-144": Text(
        "Taking back returns to the moment after an earlier step, and clocks get what was left of them then. Absences, "
        "outages given back and the dice stay those of the present.",
        "Deshacer vuelve al momento tras un paso anterior, y los relojes recuperan lo que les quedaba entonces. Las "
        "ausencias, las caídas devueltas y los dados siguen siendo los del presente.",
    ),
    "SK-150": Text(
        "A table may count only some hours of the day, and no weekends: lengths are counted time then.",
        "Una mesa puede contar solo ciertas horas del día, y no los fines de semana: los plazos son tiempo contado.",
    ),
    "SK-152": Text(
        "Where the table allows it, a unit follows standing orders when its turn runs out. The deadline is missed all "
        "the same, and there is no late turn.",
        "Si la mesa lo permite, una unidad sigue órdenes permanentes cuando se agota su turno. El plazo se pierde "
        "igualmente, y no hay turno tardío.",
    ),
    "SK-153": Text(
        "The director may end the open turn: the unit does nothing, without penalty and without a late turn.",
        "El director puede terminar el turno abierto: la unidad no hace nada, sin penalización y sin turno tardío.",
    ),
    "SK-155": Text(
        "A table may give shorter turns to a unit that has missed several deadlines; pardoned ones do not count.",
        "Una mesa puede dar turnos más cortos a la unidad que ha perdido varios plazos; los perdonados no cuentan.",
    ),
    "SK-156": Text(
        "A table may pass a unit to the director after so many missed deadlines; the director may hand it back.",
        "Una mesa puede pasar una unidad al director tras cierto número de plazos perdidos; este puede devolverla.",
    ),
}
