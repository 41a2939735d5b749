"""The words of a dungeon game: refusals, terms of a pool, steps, in the language in force."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.dungeon_map.words import facing_name
from rulebook.dungeon.attack import Term
from rulebook.dungeon.catalogue import texts
from rulebook.dungeon.grid import Square, parse_square, square_name
from rulebook.dungeon.steps import (
    OVERLORD,
    Cast,
    End,
    Fight,
    Move,
    PlayCard,
    RaiseDead,
    Shoot,
    Step,
    Trade,
    UseFeat,
    UseItem,
)
from rulebook.dungeon.telling import TERMS
from rulebook.errors import Refused, Unreadable
from turns.dungeon.sight import Sight
from turns.wording import OTHER, SENTENCES, known_of

REFUSALS: dict[str, Promise] = {
    "activation-open": gettext_lazy("%(running)s is still acting: end its activation first."),
    "adjacent": gettext_lazy("%(target)s is too near to be shot at."),
    "already-acted": gettext_lazy("%(unit)s has already acted."),
    "bad-instruction": gettext_lazy("This is no instruction for free strikes."),
    "bad-player": gettext_lazy("Choose a player: a hero is not played by nobody. You can take it over instead."),
    "bad-path": gettext_lazy("There is no such way."),
    "bad-placement": gettext_lazy("Choose a start square for each of your heroes, another for each."),
    "bad-plan": gettext_lazy("An early turn needs steps, twenty at most, and heroes of this game to wait for."),
    "bad-square": gettext_lazy("“%(square)s” names no square; 7,3 would."),
    "blocked": gettext_lazy("%(square)s is not free."),
    "card-played": gettext_lazy("One order card is all that may be played here."),
    "cast-twice": gettext_lazy("%(spell)s has been cast in this turn."),
    "defeated": gettext_lazy("%(unit)s is off the board."),
    "dice-decide": gettext_lazy("What comes after that is for the dice to say."),
    "engaged": gettext_lazy("%(unit)s is in an enemy's front arc: it cannot do that."),
    "feat-used": gettext_lazy("%(feat)s has been used in this game."),
    "held": gettext_lazy("%(model)s is held and cannot break away."),
    "illegal-item": gettext_lazy("%(item)s is of no use here."),
    "illegal-target": gettext_lazy("This may not be aimed at %(target)s."),
    "limit-reached": gettext_lazy("As many of them are on the board as there may be."),
    "locks-resist": gettext_lazy("That does nothing to %(target)s."),
    "move-over": gettext_lazy("%(model)s has chosen to stay: it can only turn."),
    "must-stop": gettext_lazy("%(model)s must stop in a front arc before %(square)s."),
    "no-interrupt": gettext_lazy("Play an interrupt first."),
    "no-line-of-sight": gettext_lazy("%(unit)s does not see %(target)s."),
    "no-minion": gettext_lazy("Choose as what it rises."),
    "no-necromancer": gettext_lazy("This Overlord cannot raise the dead."),
    "no-offer": gettext_lazy("No trade is on offer any more."),
    "no-orders": gettext_lazy("No order is left."),
    "no-pile": gettext_lazy("No bone pile lies on %(square)s."),
    "no-shooting": gettext_lazy("%(unit)s does not shoot."),
    "no-sliding": gettext_lazy("%(model)s cannot slide from one front arc to another."),
    "no-square": gettext_lazy("Choose a square, or a facing."),
    "no-target": gettext_lazy("Choose whom or what it is aimed at."),
    "no-window": gettext_lazy("No window is open any more."),
    "nobody-asked": gettext_lazy("Nobody is asked about a free strike any more."),
    "not-activated": gettext_lazy("%(item)s is not used by an act of its own."),
    "not-adjacent": gettext_lazy("%(target)s does not stand next to %(unit)s."),
    "not-in-front": gettext_lazy("%(target)s is not in front of %(unit)s: turn first."),
    "not-paraphernalia": gettext_lazy("%(item)s stays with its owner."),
    "not-raisable": gettext_lazy("%(minion)s cannot be raised here."),
    "not-ready": gettext_lazy("%(spell)s is still recharging."),
    "not-started": gettext_lazy("The heroes are still being placed."),
    "not-a-member": gettext_lazy("This player does not belong to the campaign."),
    "not-a-players-unit": gettext_lazy("%(unit)s is the director's own."),
    "not-wounded": gettext_lazy("%(target)s has no wound."),
    "not-your-turn": gettext_lazy("%(unit)s may not act now."),
    "nothing-chosen": gettext_lazy("Choose what to do."),
    "nothing-to-trade": gettext_lazy("Choose what to give or to take."),
    "occupied": gettext_lazy("Somebody stands on the bone pile on %(square)s."),
    "one-step": gettext_lazy("One step at a time: the dice decide what follows."),
    "only-heroes": gettext_lazy("Only heroes open that."),
    "out-of-range": gettext_lazy("%(target)s is out of range."),
    "step-order": gettext_lazy("That is not possible any more in this turn."),
    "strike-pending": gettext_lazy("A free strike is still to be resolved."),
    "too-far": gettext_lazy("%(square)s cannot be reached now."),
    "turn-has-begun": gettext_lazy("The turn of %(unit)s has begun."),
    "unknown-card": gettext_lazy("This card is not in the Overlord's hand."),
    "unknown-feat": gettext_lazy("%(unit)s has no such feat."),
    "unknown-item": gettext_lazy("%(unit)s has no such item."),
    "unknown-spell": gettext_lazy("%(unit)s knows no such spell."),
    "used-already": gettext_lazy("%(item)s is in use already."),
    "warded": gettext_lazy("%(target)s is warded: force does not open it."),
    "wrong-time": gettext_lazy("That is not played now."),
}
NAMED = ("unit", "model", "target", "running", "spell", "item", "feat", "minion", "card")


def said(refused: Refused, sight: Sight, unit: str = "") -> str:
    """What a page says for a refusal, with the names of models and things. `unit` is whose act was refused."""
    data = known_of(refused.data)
    data.setdefault("unit", unit)
    if refused.code == "not-wounded":
        data.setdefault("target", data["unit"])
    for key in NAMED:
        if data.get(key):
            data[key] = named(str(data[key]), sight)
    if "square" in data:
        data["square"] = str(data["square"]).strip("()")
    data["code"] = refused.code
    return str(REFUSALS.get(refused.code) or SENTENCES.get(refused.code, OTHER)) % data


def named(key: str, sight: Sight) -> str:
    """A model or thing by its name, a square as `7,3`, the Overlord as such."""
    if key == OVERLORD:
        return _("the Overlord")
    return key.strip("()") if key.startswith("(") else sight.name(key)


def term_name(name: str, sight: Sight) -> str:
    """Why a pool has more or fewer dice."""
    return TERMS[name].say(sight.language) if name in TERMS else sight.name(name)


def term_words(terms: tuple[Term, ...], sight: Sight) -> list[tuple[str, int]]:
    """Every reason with its amount."""
    return [(term_name(term.name, sight), term.amount) for term in terms]


def items_words(items: tuple[str, ...], sight: Sight) -> str:
    """Items by name, one after the other."""
    return ", ".join(sight.name(item) for item in items)


def step_words(step: Step, sight: Sight, unit: str) -> str:
    """One step in words."""
    match step:
        case Move(path=path):
            return _move_words(path[-1].at, facing_name(path[-1].facing), sight, unit)
        case Fight(target=target):
            return _("Fights %(target)s") % {"target": sight.name(target)}
        case Shoot(target=target):
            return _("Shoots at %(target)s") % {"target": sight.name(target)}
        case Cast():
            return _cast_words(step, sight)
        case UseItem(item=item, target=target):
            return _used(sight.name(item), sight.name(target) if target else "")
        case Trade(other=other, give=give, take=take):
            data = {"other": sight.name(other), "give": items_words(give, sight) or "—"}
            data["take"] = items_words(take, sight) or "—"
            return _("Offers %(other)s a trade: gives %(give)s, takes %(take)s") % data
        case UseFeat(feat=feat):
            return _("Uses the feat %(feat)s") % {"feat": sight.name(feat)}
        case PlayCard(card=card):
            return _("Plays %(card)s") % {"card": sight.name(card)}
        case RaiseDead(square=square, minion=minion, facing=facing):
            data = {"minion": sight.name(minion), "square": square_name(square), "facing": facing_name(facing)}
            return _("Raises %(minion)s on %(square)s, facing %(facing)s") % data
        case End():
            return end_words(sight, unit)
    raise AssertionError(step)


def end_label(sight: Sight, unit: str) -> str:
    """What the choice to end is called."""
    if unit != OVERLORD:
        model = sight.known.models.get(unit)
        return _("End the turn") if model is None or model.is_hero else _("End the activation")
    return _("Close the window") if sight.known.phase == "window" else _("End the Overlord's turn")


def end_words(sight: Sight, unit: str) -> str:
    """What ends with an End."""
    if unit == OVERLORD:
        return _("Closes the window") if sight.known.phase == "window" else _("Ends the Overlord's turn")
    model = sight.known.models.get(unit)
    if model is not None and not model.is_hero:
        return _("Ends the activation of %(unit)s") % {"unit": sight.name(unit)}
    return _("Ends the turn of %(unit)s") % {"unit": sight.name(unit)}


def _move_words(at: Square, facing: str, sight: Sight, unit: str) -> str:
    model = sight.known.models.get(unit)
    if model is not None and model.at == at:
        return _("Turns to the %(facing)s") % {"facing": facing}
    return _("Goes to %(square)s, facing %(facing)s") % {"square": square_name(at), "facing": facing}


def _cast_words(step: Cast, sight: Sight) -> str:
    spell = sight.name(step.spell)
    if step.path:
        data = {"spell": spell, "target": sight.name(step.target), "square": square_name(step.path[-1].at)}
        return _("Casts %(spell)s: %(target)s goes to %(square)s") % data
    if step.square is not None:
        return _("Casts %(spell)s on %(square)s") % {"spell": spell, "square": square_name(step.square)}
    if step.target:
        return _("Casts %(spell)s at %(target)s") % {"spell": spell, "target": sight.name(step.target)}
    return _("Casts %(spell)s") % {"spell": spell}


def _used(item: str, target: str) -> str:
    if target:
        return _("Uses %(item)s, kept for %(target)s") % {"item": item, "target": target}
    return _("Uses %(item)s") % {"item": item}


def points_words(points: int) -> str:
    """Movement points in words."""
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


def square_or_none(written: str) -> Square | None:
    """A square as it is written, if it can be read."""
    try:
        return parse_square(written)
    except Refused:
        return None


def description(key: str, sight: Sight) -> str:
    """What anything of the catalogue does, in a sentence."""
    try:
        return texts(key, sight.language).description
    except Unreadable:
        return ""
