"""A game's events in sentences, in both languages of the rules: what a reader of the log needs.

What is bookkeeping only (clocks, markers, ends of turns) has no sentence. The state is the
one after the event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulebook.dungeon import events as told
from rulebook.dungeon.attack import Term
from rulebook.dungeon.events import Event
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible import words
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import State
from rulebook.text import Text

Tell = Callable[[Any, State, str], str]


def tell(event: Event, state: State, language: str) -> str:
    """One event in a sentence, or nothing if it is mere bookkeeping."""
    if words.is_told(event):
        return words.sentence(event, state, language)
    teller = _TELLERS.get(type(event))
    return "" if teller is None else teller(event, state, language)


def _say(language: str, en: str, es: str, **values: object) -> str:
    return Text(en, es).say(language).format(**values)


def _at(square: Square) -> str:
    return f"({square.x},{square.y})"


# Rounds and turns


def _round(event: told.RoundBegan, state: State, language: str) -> str:
    return _say(language, "Round {number}.", "Ronda {number}.", number=event.round)


def _overlord(event: told.OverlordTurnBegan, state: State, language: str) -> str:
    return _say(language, "The Overlord's turn.", "Turno del Tirano.")


def _window(event: told.WindowOpened, state: State, language: str) -> str:
    return _say(language, "Between two heroes.", "Entre dos héroes.")


def _turn(event: told.TurnBegan, state: State, language: str) -> str:
    return _say(language, "{unit}:", "{unit}:", unit=name_of(state, event.unit, language))


def _clock(event: told.CardDrawn, state: State, language: str) -> str:
    return _say(
        language,
        "A card leaves the order deck: {left} left.",
        "Sale una carta del mazo de órdenes: quedan {left}.",
        left=len(state.deck),
    )


def _ended(event: told.BattleEnded, state: State, language: str) -> str:
    winners = {
        "hero": Text("The heroes have won", "Los héroes han ganado"),
        "overlord": Text("The Overlord has won", "El Tirano ha ganado"),
    }
    won = winners.get(event.winner or "", Text("Nobody has won", "Nadie ha ganado"))
    reason = REASONS.get(event.reason, Text(event.reason, event.reason)).say(language)
    return f"{won.say(language)}: {reason}."


REASONS: Mapping[str, Text] = {
    "deck-out": Text("the order deck has run out", "se ha agotado el mazo de órdenes"),
    "hero-incapacitated": Text("a hero is incapacitated", "un héroe ha quedado incapacitado"),
    "no-hero-left": Text("no hero is left", "no queda ningún héroe"),
    "reached": Text("the goal is reached", "se ha alcanzado la meta"),
    "brought": Text("it was brought to the goal", "se ha llevado a la meta"),
    "slain": Text("the boss has fallen", "el jefe ha caído"),
}


# Deeds


def _moved(event: told.Moved, state: State, language: str) -> str:
    unit, end = name_of(state, event.unit, language), event.path[-1]
    return _say(
        language,
        "{unit} goes to {square}, facing {facing}.",
        "{unit} va a {square}, mirando al {facing}.",
        unit=unit,
        square=_at(end.at),
        facing=words.FACINGS[end.facing].say(language),
    )


KINDS: Mapping[str, Text] = {
    "fight": Text("{unit} fights {target}", "{unit} lucha contra {target}"),
    "lock": Text("{unit} fights the lock of {target}", "{unit} lucha con la cerradura de {target}"),
    "shoot": Text("{unit} shoots at {target}", "{unit} dispara a {target}"),
    "magic": Text("{spell} of {unit} strikes {target}", "{spell} de {unit} alcanza a {target}"),
    "free-strike": Text("Free strike of {unit} on {target}", "Ataque gratuito de {unit} a {target}"),
}
TERMS: Mapping[str, Text] = {
    "injured": Text("injured", "lesionado"),
    "outnumbered": Text("outnumbered", "superado en número"),
    "behind": Text("from behind", "por la espalda"),
    "furniture": Text("furniture", "mobiliario"),
}


def _attack(event: told.AttackRolled, state: State, language: str) -> str:
    names = {
        "unit": name_of(state, event.unit, language),
        "target": _target(state, event.target, language),
        "spell": name_of(state, event.spell, language),
    }
    mine = ", ".join(str(roll.face) for roll in event.attacker_rolls)
    theirs = ", ".join(str(roll.face) for roll in event.defender_rolls)
    against = _say(language, "against", "contra")
    roll = f"[{mine}]{_terms(event.attacker_terms, state, language)} {against} [{theirs}]"
    roll += _terms(event.defender_terms + event.armour_terms, state, language)
    hits = _say(language, "hits: {hits}", "impactos: {hits}", hits=event.hits)
    said = KINDS[event.attack].say(language).format(**names)
    return f"{said}: {roll}, A{event.armour} → {hits}."


def _target(state: State, target: str, language: str) -> str:
    kind = target.split("-")[0]
    if kind in ("door", "chest") and target not in state.models:
        return f"{name_of(state, kind, language)} {target.removeprefix(kind + '-').replace('-', ',')}"
    return name_of(state, target, language)


def _terms(terms: tuple[Term, ...], state: State, language: str) -> str:
    named = [f"{term.amount:+d} {_term(term.name, state, language)}" for term in terms]
    return f" ({', '.join(named)})" if named else ""


def _term(name: str, state: State, language: str) -> str:
    return TERMS[name].say(language) if name in TERMS else name_of(state, name, language)


def _wounded(event: told.Wounded, state: State, language: str) -> str:
    return _say(
        language,
        "{unit} is wounded: {wounds} so far.",
        "{unit} sufre una herida: lleva {wounds}.",
        unit=name_of(state, event.unit, language),
        wounds=event.wounds,
    )


def _healed(event: told.Healed, state: State, language: str) -> str:
    return _say(
        language,
        "{unit} is mended: wounds left, {wounds}.",
        "{unit} se cura: heridas restantes, {wounds}.",
        unit=name_of(state, event.unit, language),
        wounds=event.wounds,
    )


FELLINGS: Mapping[str, Text] = {
    "destroyed": Text("{unit} is destroyed.", "{unit} queda destruido."),
    "bone_pile": Text("{unit} falls to a pile of bones.", "{unit} se desploma en una pila de huesos."),
    "incapacitated": Text("{unit} is incapacitated.", "{unit} queda fuera de combate."),
}


def _felled(event: told.ModelFelled, state: State, language: str) -> str:
    return FELLINGS[event.how].say(language).format(unit=name_of(state, event.unit, language))


def _ignored(event: told.WoundIgnored, state: State, language: str) -> str:
    said = (
        Text("{item} saves {unit} ({face}).", "{item} salva a {unit} ({face}).")
        if event.ignored
        else Text("{item} does not save {unit} ({face}).", "{item} no salva a {unit} ({face}).")
    )
    names = {"item": name_of(state, event.item, language), "unit": name_of(state, event.unit, language)}
    return said.say(language).format(face=event.roll.face, **names)


def _ability(event: told.AbilityRolled, state: State, language: str) -> str:
    return _say(
        language,
        "{ability} of {unit}: {dice}; wounds removed: {healed}.",
        "{ability} de {unit}: {dice}; heridas retiradas: {healed}.",
        ability=name_of(state, event.ability, language),
        unit=name_of(state, event.unit, language),
        dice=", ".join(str(roll.face) for roll in event.rolls),
        healed=event.healed,
    )


# The board


def _ward(event: told.WardLowered, state: State, language: str) -> str:
    return _say(
        language,
        "The ward of {thing} is down to {power}.",
        "El sello de {thing} baja a {power}.",
        thing=_target(state, event.closed, language),
        power=event.power,
    )


def _opened(event: told.ClosureOpened, state: State, language: str) -> str:
    items = ", ".join(name_of(state, key, language) for key in event.items)
    found = _say(language, " Inside: {items}.", " Dentro: {items}.", items=items) if items else ""
    thing = _target(state, event.closed, language)
    return _say(language, "Open: {thing}.", "Abierto: {thing}.", thing=thing) + found


def _laid(event: told.ZoneLaid, state: State, language: str) -> str:
    names = ", ".join(name_of(state, model.id, language) for model in event.models)
    return _say(language, "Behind it: {names}.", "Al otro lado: {names}.", names=names or "—")


def _raised(event: told.DeadRaised, state: State, language: str) -> str:
    return _say(
        language,
        "{unit} rises on {square}.",
        "{unit} se alza en {square}.",
        unit=name_of(state, event.model.id, language),
        square=_at(event.square),
    )


def _placed(event: told.ModelPlaced, state: State, language: str) -> str:
    square = _at(event.model.pose.at)
    unit = name_of(state, event.model.id, language)
    return _say(language, "{unit} appears on {square}.", "{unit} aparece en {square}.", unit=unit, square=square)


def _bones(event: told.PilePlaced, state: State, language: str) -> str:
    return _say(language, "Bones on {square}.", "Huesos en {square}.", square=_at(event.square))


# Spells, items, feats


def _cast(event: told.SpellCast, state: State, language: str) -> str:
    unit, spell = name_of(state, event.unit, language), name_of(state, event.spell, language)
    return _say(language, "{unit} casts {spell}.", "{unit} lanza {spell}.", unit=unit, spell=spell)


def _item(event: told.ItemUsed, state: State, language: str) -> str:
    unit, item = name_of(state, event.unit, language), name_of(state, event.item, language)
    return _say(language, "{unit} uses {item}.", "{unit} usa {item}.", unit=unit, item=item)


def _feat(event: told.FeatUsed, state: State, language: str) -> str:
    unit, feat = name_of(state, event.unit, language), name_of(state, event.feat, language)
    return _say(language, "{unit}: {feat}!", "{unit}: ¡{feat}!", unit=unit, feat=feat)


def _picked(event: told.ItemsPickedUp, state: State, language: str) -> str:
    items = ", ".join(name_of(state, key, language) for key in event.items)
    unit = name_of(state, event.unit, language)
    return _say(language, "{unit} picks up {items}.", "{unit} recoge {items}.", unit=unit, items=items)


_TELLERS: Mapping[type, Tell] = {
    told.RoundBegan: _round,
    told.OverlordTurnBegan: _overlord,
    told.WindowOpened: _window,
    told.TurnBegan: _turn,
    told.CardDrawn: _clock,
    told.BattleEnded: _ended,
    told.Moved: _moved,
    told.AttackRolled: _attack,
    told.Wounded: _wounded,
    told.Healed: _healed,
    told.ModelFelled: _felled,
    told.WoundIgnored: _ignored,
    told.AbilityRolled: _ability,
    told.WardLowered: _ward,
    told.ClosureOpened: _opened,
    told.ZoneLaid: _laid,
    told.DeadRaised: _raised,
    told.ModelPlaced: _placed,
    told.PilePlaced: _bones,
    told.SpellCast: _cast,
    told.ItemUsed: _item,
    told.FeatUsed: _feat,
    told.ItemsPickedUp: _picked,
}
