"""What the Invisible Overlord's record says in words, in both languages of the rules.

`sentence` tells an event in one line, `table` lists the candidates of a choice with every
key, so that a reader can follow it with the rules in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulebook.dungeon.events import (
    Event,
    InvisibleCardRevealed,
    InvisibleChose,
    InvisibleDeckShuffled,
    InvisibleOrdered,
    InvisibleWeighed,
)
from rulebook.dungeon.invisible.cards import CARDS, IoCard
from rulebook.dungeon.invisible.distances import FAR
from rulebook.dungeon.invisible.records import Candidate, Choosing, Key, Matter, Order, OrderCause, Slot, Threat
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import State
from rulebook.text import Text

ORDERS: dict[Order, Text] = {
    "Attack": Text("Attack", "Atacar"),
    "Gang Up": Text("Gang Up", "Aliarse"),
    "Pin": Text("Pin", "Trabar"),
    "Surround": Text("Surround", "Cercar"),
    "Support": Text("Support", "Apoyo"),
}
TYPES: dict[str, Text] = {
    "Spellcaster": Text("Spellcaster", "Hechicero"),
    "Marksman": Text("Marksman", "Tirador"),
    "Armoured": Text("Armoured", "Con armadura"),
    "Unarmoured": Text("Unarmoured", "Sin armadura"),
    "Weakest": Text("Weakest", "Más débil"),
    "Wounded": Text("Wounded", "Herido"),
    "Quest": Text("Quest", "Misión"),
}
SLOTS: dict[Slot, Text] = {
    "interrupt": Text("Interrupt check", "Posible interrupción"),
    "first": Text("First card", "Primera carta"),
    "second": Text("Second card", "Segunda carta"),
}
KEYS: dict[Key, Text] = {
    "form": Text("kind of attack", "clase de ataque"),
    "dice": Text("dice", "dados"),
    "threat": Text("threat", "amenaza"),
    "steps": Text("steps to go", "pasos por andar"),
    "level": Text("level", "nivel"),
    "combat-dice": Text("Combat dice", "dados de Combate"),
    "distance": Text("distance", "distancia"),
    "wounds": Text("wounds", "heridas"),
    "arcs-on-hero": Text("front arcs on the hero", "arcos frontales sobre el héroe"),
    "adjacent-to-hero": Text("enemies next to the hero", "enemigos junto al héroe"),
    "rear": Text("from behind", "por la espalda"),
    "exposure": Text("in heroes' front arcs", "en arcos frontales de héroes"),
    "furniture": Text("over furniture", "sobre mobiliario"),
    "toward-goal": Text("in the hero's way", "en el camino del héroe"),
    "room": Text("leaves room for others", "deja sitio a otros"),
    "route": Text("on the straight way", "en el camino directo"),
    "x": Text("column", "columna"),
    "y": Text("row", "fila"),
    "blocks": Text("closes the way", "cierra el paso"),
    "path-squares": Text("squares of the way covered", "cuadros del camino cubiertos"),
    "shared-arcs": Text("arc squares shared", "cuadros de arco compartidos"),
    "pile": Text("bone pile", "pila de huesos"),
    "behind": Text("steps behind the hero", "pasos por detrás del héroe"),
    "chance": Text("chance to hit", "posibilidad de impacto"),
    "goal-distance": Text("distance to the goal", "distancia a la meta"),
    "attacks": Text("can attack from there", "puede atacar desde ahí"),
}

DISTANCES: dict[Matter, Text] = {
    "place": Text("steps from there to the hero", "pasos de allí al héroe"),
    "activation": Text("steps to the hero", "pasos hasta el héroe"),
    "target": Text("steps to the hero", "pasos hasta el héroe"),
    "pile": Text("steps to the hero", "pasos hasta el héroe"),
}
"""What a distance is to; of what an event card brings, to `BY_EVENT`."""
BY_EVENT = Text("steps to the weakest hero, or the goal", "pasos al héroe más débil, o a la meta")
EVENT_RULES = ("N1", "N2", "N3", "N4")

FORMS_RANKED: dict[int, Text] = {
    rank: said
    for said, ranks in (
        (Text("spell", "hechizo"), (3, 5)),
        (Text("shot", "disparo"), (2, 4)),
        (Text("fight", "lucha"), (1, 6)),
    )
    for rank in ranks
}
BLOCKED: dict[int, Text] = {
    0: Text("no", "no"),
    1: Text("with front arcs", "con arcos frontales"),
    2: Text("wholly", "del todo"),
}
YES_OR_NO: dict[int, Text] = {0: Text("no", "no"), 1: Text("yes", "sí")}
SHOWN: dict[Key, Mapping[int, Text]] = {
    "form": FORMS_RANKED,
    "blocks": BLOCKED,
    **dict.fromkeys(("rear", "furniture", "toward-goal", "room", "route", "pile", "attacks"), YES_OR_NO),
}

FACINGS: dict[str, Text] = {"N": Text("N", "N"), "E": Text("E", "E"), "S": Text("S", "S"), "W": Text("W", "O")}
CHOOSING: dict[Choosing, Text] = {
    "activation": Text("Threat as the order sees it, for", "Amenaza a efectos de la orden, para"),
    "target": Text("Threat as a target, for", "Amenaza como objetivo, para"),
}

MATTERS: dict[Matter, Text] = {
    "activation": Text("Next to act: {chosen}", "Actúa ahora: {chosen}"),
    "target": Text("{unit} goes for {chosen}", "{unit} va a por {chosen}"),
    "hero": Text("{chosen} is to be pinned", "Hay que trabar a {chosen}"),
    "place": Text("{unit} takes {chosen}", "{unit} ocupa {chosen}"),
    "pile": Text("The bone pile on {chosen} is raised", "Se alza la pila de huesos de {chosen}"),
    "minion": Text("It rises as {chosen}", "Se alza como {chosen}"),
    "square": Text("The square is {chosen}", "El cuadro es {chosen}"),
    "feat": Text("{unit} uses {chosen}", "{unit} usa {chosen}"),
    "win": Text("{chosen} goes for the win", "{chosen} va a ganar la partida"),
}
STAGES: dict[tuple[str, Matter, Key], Text] = {
    ("IO-IMP-09", "activation", "behind"): Text("those behind come first", "primero quienes van por detrás"),
    ("IO-IMP-09", "pile", "distance"): Text("then bones", "luego los huesos"),
    ("IO-IMP-09", "activation", "distance"): Text(
        "nobody behind, no bones to raise, so those ahead",
        "nadie por detrás ni huesos que alzar: quienes van por delante",
    ),
    **{("IO-OFF-03.1", "activation", key): Text("without moving", "sin moverse") for key in ("form", "threat")},
    **{("IO-OFF-03.2", "activation", key): Text("after a Move", "tras moverse") for key in ("form", "steps", "blocks")},
}
"""At which point of the order's procedure a choice is made, by its rule, what it is about, and its first key."""
ONLY = Text("nothing else to choose", "no hay otra opción")
ONLY_ONE: dict[Matter, Text] = {
    "activation": Text("the only one that can", "nadie más puede"),
    "target": Text("the only one it can attack", "no puede atacar a nadie más"),
    "place": Text("the only place for it", "no hay otro sitio"),
    "pile": Text("the only pile that can rise", "no hay otra pila que alzar"),
}
UNDEAD = Text("tied Undead all act", "los no muertos empatados actúan todos")
DIE = Text("a tie, by the dice: {dice}", "un empate, por los dados: {dice}")
HIGHEST = Text("{key} {value}, the next {other}", "{key}: {value}, el siguiente {other}")
EQUAL = Text("equal to others, first in order", "igual a otros, primero en el orden")
MORE = Text("… and {count} more", "… y {count} más")


def is_told(event: Event) -> bool:
    """Whether this module has words for an event."""
    return type(event) in _SENTENCES


def sentence(event: Event, state: State, language: str) -> str:
    """An event of the Invisible Overlord's in one line. `KeyError` for any other."""
    said: str = _SENTENCES[type(event)](event, state, language)
    return said


def card_name(card: IoCard, language: str) -> str:
    """What a card is called: its name, or its order."""
    return card.key if card.name is None else f"{card.key} {card.name.say(language)}"


def card_line(card: IoCard, language: str) -> str:
    """A card's four fields in one line (IO-COM-04)."""
    if card.order is None:
        return card_name(card, language)
    types = ", ".join(TYPES[name].say(language) for name in card.threats)
    return f"{card_name(card, language)}: {ORDERS[card.order].say(language)} · {types}"


def _shuffled(event: InvisibleDeckShuffled, state: State, language: str) -> str:
    said = (
        Text("The discards are shuffled into a new deck of {count}.", "El descarte se baraja: mazo nuevo de {count}.")
        if event.again
        else Text("The Invisible Overlord's deck: {count} cards.", "El mazo del Tirano invisible: {count} cartas.")
    )
    return said.say(language).format(count=len(event.deck))


def _revealed(event: InvisibleCardRevealed, state: State, language: str) -> str:
    head = f"{SLOTS[event.slot].say(language)}: {card_line(CARDS[event.card], language)}"
    if not event.resolved:
        return f"{head}. {Text('No interrupt.', 'Sin interrupción.').say(language)}"
    return f"{head} · {Text('Number', 'Número').say(language)} {event.number}."


CAUSES: dict[OrderCause, Text] = {
    "card": Text("{order}, {left} to activate ({rule}).", "{order}, {left} por activar ({rule})."),
    "fallback": Text(
        "Nobody can any more: {order} with the {left} left ({rule}).",
        "Ya nadie puede: {order} con lo que queda, {left} ({rule}).",
    ),
    "lost": Text(
        "Nobody can: what is left, {left}, is lost ({rule}).", "Nadie puede: {left} sin usar, se pierde ({rule})."
    ),
}


def _ordered(event: InvisibleOrdered, state: State, language: str) -> str:
    order = ORDERS[event.order].say(language)
    return CAUSES[event.cause].say(language).format(order=order, left=event.left, rule=event.rule)


def _weighed(event: InvisibleWeighed, state: State, language: str) -> str:
    parts = "; ".join(f"{name_of(state, one.hero, language)} {threat_line(one, language)}" for one in event.threats)
    whose = name_of(state, event.unit, language) if event.unit else Text("the card", "la carta").say(language)
    return f"{CHOOSING[event.choosing].say(language)} {whose} ({event.rule}): {parts}."


def threat_line(threat: Threat, language: str) -> str:
    """A threat with its parts: `14 = (1 + 3 Weakest + 3 Unarmoured) x 2`."""
    parts = [str(threat.level)] if threat.level else []
    parts += [f"3 {TYPES[name].say(language)}" for name in threat.types]
    if threat.character:
        parts.append(f"{threat.character} {Text('character', 'carácter').say(language)}")
    if len(parts) < 2 and not threat.doubled:
        return str(threat.value) if not threat.types else f"{threat.value} = {parts[0]}"
    summed = " + ".join(parts) or "0"
    return f"{threat.value} = ({summed}) x 2" if threat.doubled else f"{threat.value} = {summed}"


def _chose(event: InvisibleChose, state: State, language: str) -> str:
    chosen = ", ".join(candidate_name(event, name, state, language) for name in event.chosen)
    unit = name_of(state, event.unit, language) if event.unit else ""
    said = MATTERS[event.matter].say(language).format(chosen=chosen, unit=unit)
    return f"{said} ({_rule(event, language)}): {why(event, language)}."


def _rule(event: InvisibleChose, language: str) -> str:
    """The rule of a choice, and at which point of it."""
    stage = STAGES.get((event.rule, event.matter, event.keys[0].key)) if event.keys else None
    return event.rule if stage is None else f"{event.rule}, {stage.say(language)}"


def key_name(event: InvisibleChose, key: Key, language: str) -> str:
    """What a key of a choice is called; of a distance, to what."""
    if key != "distance":
        return KEYS[key].say(language)
    by_event = event.rule in EVENT_RULES and event.matter in ("pile", "square")
    return (BY_EVENT if by_event else DISTANCES.get(event.matter, KEYS[key])).say(language)


def candidate_name(event: InvisibleChose, name: str, state: State, language: str) -> str:
    """A candidate as people call it: a model, a type, a feat, or a square as it stands."""
    if event.matter in ("square", "pile"):
        return name
    if event.matter == "place":
        square, _, facing = name.partition(" ")
        return f"{square} {FACINGS[facing].say(language)}"
    return name_of(state, name, language)


def why(event: InvisibleChose, language: str) -> str:
    """What settled a choice: the first key that tells the best from the next, Undead, or dice."""
    if event.by == "only":
        return ONLY_ONE.get(event.matter, ONLY).say(language)
    if event.by == "undead":
        return UNDEAD.say(language)
    if event.by == "die":
        return DIE.say(language).format(dice=", ".join(str(roll.face) for roll in event.rolls))
    best, following = event.candidates[:2]
    for key, value, other in zip(event.keys, best.values, following.values, strict=True):
        if value != other:
            name = key_name(event, key.key, language)
            return HIGHEST.say(language).format(
                key=name, value=shown(key.key, value, language), other=shown(key.key, other, language)
            )
    return EQUAL.say(language)


def shown(key: Key, value: int, language: str) -> str:
    """The value of a key as people read it."""
    if key == "chance":
        return f"{value / 100:.1f} %"
    if key in ("distance", "goal-distance") and value >= FAR:
        return Text("no way", "sin camino").say(language)
    names = SHOWN.get(key, {})
    return names[value].say(language) if value in names else str(value)


def table(event: InvisibleChose, state: State, language: str) -> list[str]:
    """Every candidate listed, best first, with the value of each key."""
    lines = [_candidate(event, one, state, language) for one in event.candidates]
    return [*lines, MORE.say(language).format(count=event.unlisted)] if event.unlisted else lines


def _candidate(event: InvisibleChose, one: Candidate, state: State, language: str) -> str:
    name = candidate_name(event, one.name, state, language)
    aim = f" → {name_of(state, one.target, language)}" if one.target and one.target != one.name else ""
    values = " · ".join(
        f"{key_name(event, key.key, language)} {shown(key.key, value, language)}"
        for key, value in zip(event.keys, one.values, strict=True)
    )
    mark = "*" if one.name in event.chosen else " "
    return f"{mark} {name}{aim}: {values}"


_SENTENCES: Mapping[type, Callable[[Any, State, str], str]] = {
    InvisibleDeckShuffled: _shuffled,
    InvisibleCardRevealed: _revealed,
    InvisibleOrdered: _ordered,
    InvisibleWeighed: _weighed,
    InvisibleChose: _chose,
}
