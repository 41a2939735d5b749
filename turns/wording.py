"""The words of a battle: refusals, terms of a threshold, names from the catalogue, in the language in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulebook.errors import Refused, Unreadable
from rulebook.saga.attack import Term
from rulebook.saga.board import Cell, cell_name, parse_cell
from rulebook.saga.catalogue import ABILITIES, texts
from rulebook.saga.catalogue.model import filled, reach_figures
from rulebook.saga.state import AbilityData, EntryWords, State
from rulebook.settings import LONGEST_HOURS

SENTENCES: dict[str, Promise] = {
    "above-maximum": gettext_lazy(
        "%(points)s from the horn would take %(unit)s above its maximum of %(maximum)s willpower."
    ),
    "already-acted": gettext_lazy("%(unit)s has already acted in this round."),
    "already-answered": gettext_lazy("This request has been answered already."),
    "already-asked": gettext_lazy("The director has been asked about this turn already."),
    "already-deployed": gettext_lazy("%(unit)s is placed already."),
    "already-over": gettext_lazy("The battle is over."),
    "already-undone": gettext_lazy("This turn has been taken back already."),
    "bad-absence": gettext_lazy("An absence must end after it begins, and in the future."),
    "bad-attack": gettext_lazy("“%(attack)s” is no kind of attack."),
    "bad-boost": gettext_lazy("Willpower is spent in whole points, from 0 up."),
    "bad-cell": gettext_lazy("“%(cell)s” names no cell; A5 would."),
    "bad-condition": gettext_lazy(
        "One of the conditions is not complete: say what it is about, or choose to have no condition there."
    ),
    "bad-data": gettext_lazy("Something in the form cannot be read."),
    "bad-draft-purpose": gettext_lazy("This is no kind of draft."),
    "bad-hours": gettext_lazy(
        "“%(hours)s” hours cannot be given: it takes a number above 0, and no more than %(left)s."
    ),
    "bad-key": gettext_lazy("The form has lost its key. Load the page again; your text is kept."),
    "bad-move": gettext_lazy("%(unit)s does not turn."),
    "bad-order": gettext_lazy("One of the orders is not complete: say when it is followed, and with which number."),
    "bad-placement": gettext_lazy("Choose a cell for a unit."),
    "bad-value": gettext_lazy("“%(value)s” cannot be set here."),
    "blocked": gettext_lazy("%(unit)s cannot stand on %(cell)s."),
    "board-changed": gettext_lazy("The board has changed. Your text is safe."),
    "boost-exceeds-exertion": gettext_lazy("%(boost)s willpower is more than the exertion of %(exertion)s."),
    "defeated": gettext_lazy("%(target)s is defeated."),
    "horn-empty": gettext_lazy("The horn holds %(horn)s, not %(points)s."),
    "hours-taken": gettext_lazy("Hours were taken for this turn already."),
    "illegal-target": gettext_lazy("This may not be aimed at %(target)s."),
    "key-reused": gettext_lazy("This form was already sent with other contents. Load the page again."),
    "no-act": gettext_lazy("Choose what it does: an attack, an ability, or nothing."),
    "no-alternatives": gettext_lazy("An early turn needs an alternative."),
    "no-cell": gettext_lazy("Choose a cell."),
    "no-deadline": gettext_lazy("This turn has no deadline."),
    "no-hours-granted": gettext_lazy("This table grants no more hours in this battle."),
    "no-orders": gettext_lazy("There are no standing orders here."),
    "no-plan": gettext_lazy("There is no early turn here."),
    "no-reason": gettext_lazy("A reason is needed: it stays on record."),
    "no-run": gettext_lazy("There is no run of units here."),
    "no-standing-orders": gettext_lazy("This table has no standing orders."),
    "no-such-event": gettext_lazy("There is no such step in this battle."),
    "no-target": gettext_lazy("Choose whom it is aimed at."),
    "not-active": gettext_lazy("This takes an active character."),
    "not-a-player": gettext_lazy("This player has no unit here."),
    "not-a-players-unit": gettext_lazy("%(unit)s is the director's own."),
    "not-absent": gettext_lazy("Its player has announced no absence."),
    "not-begun": gettext_lazy("The battle has not begun."),
    "not-deploying": gettext_lazy("Turn 0 is over."),
    "not-enough-hero-points": gettext_lazy("%(unit)s has too few hero points to roll again."),
    "not-enough-willpower": gettext_lazy("That takes more than the willpower left: %(willpower)s."),
    "not-for-the-director": gettext_lazy("The director does not leave early turns."),
    "not-hidden": gettext_lazy("%(unit)s is not hidden."),
    "not-paused": gettext_lazy("The battle is not paused."),
    "not-running": gettext_lazy("The battle is not running."),
    "not-settled": gettext_lazy("Many deadlines have passed; try again in a moment."),
    "not-started": gettext_lazy("Turn 0 is not over yet."),
    "not-taken-over": gettext_lazy("%(unit)s is its player's."),
    "not-your-turn": gettext_lazy("It is not the turn of %(unit)s."),
    "not-your-unit": gettext_lazy("This is no unit of yours."),
    "nothing-to-pardon": gettext_lazy("No missed deadline weighs on %(unit)s."),
    "nothing-to-run": gettext_lazy("Nothing is left to play."),
    "nothing-to-undo": gettext_lazy("Nothing came after that."),
    "out-of-range": gettext_lazy("%(target)s is %(distance)s away: out of range."),
    "outside-zone": gettext_lazy("%(cell)s is outside the zone."),
    "paused": gettext_lazy("The battle is paused."),
    "plan-too-large": gettext_lazy("That is too much for one turn."),
    "private-in-turn": gettext_lazy(
        "Everybody who reads the battle reads a turn's text: a private passage has no place in it. Write it in a scene."
    ),
    "reason-needed": gettext_lazy("A reason is needed: it stays on record."),
    "reason-taken": gettext_lazy("Choose another reason: “%(reason)s” is what a battle says that paused itself."),
    "round-over": gettext_lazy("Round %(round)s is over."),
    "seed-revealed": gettext_lazy("The seed of the dice has been shown: an ended battle cannot be undone."),
    "step-order": gettext_lazy("The steps come in fixed order: rest, horn, move, act."),
    "taken-over": gettext_lazy("The director plays %(unit)s now."),
    "text-too-long": gettext_lazy("The text has %(length)s characters; %(most)s fit."),
    "too-far": gettext_lazy("%(cell)s is %(needed)s squares away; %(unit)s has %(limit)s with the willpower offered."),
    "too-many-alternatives": gettext_lazy("An early turn has at most three alternatives."),
    "too-many-orders": gettext_lazy("Standing orders are at most three."),
    "too-many-drafts": gettext_lazy("There are too many drafts for this turn; discard one first."),
    "turn-closed": gettext_lazy("This turn is over."),
    "turn-has-begun": gettext_lazy("The turn of %(unit)s has begun: its early turn is frozen."),
    "undecided": gettext_lazy("The director has to decide how the battle ended."),
    "unknown-ability": gettext_lazy("%(unit)s has no such ability."),
    "unknown-alternative": gettext_lazy("There is no such alternative."),
    "unknown-event": gettext_lazy("There is no such step in this battle."),
    "unknown-rank": gettext_lazy("%(unit)s does not know this rank."),
    "unknown-side": gettext_lazy("There is no such side."),
    "unknown-step": gettext_lazy("One of the steps cannot be read."),
    "unknown-target": gettext_lazy("The target is not on the board."),
    "unknown-unit": gettext_lazy("This unit is not on the board."),
    "wrong-status": gettext_lazy("The battle is not running any more."),
}
OCCUPIED = gettext_lazy("%(cell)s is taken by %(occupant)s.")
OFF_BOARD = gettext_lazy("%(cell)s is not on the board.")
OTHER = gettext_lazy("That is not possible: %(code)s.")

TERMS: dict[str, Promise] = {
    "base": gettext_lazy("base"),
    "strength": gettext_lazy("strength"),
    "bonus-strength": gettext_lazy("strength from abilities and items"),
    "armor-above-strength": gettext_lazy("armor above strength"),
    "evasion": gettext_lazy("evasion"),
    "wounds": gettext_lazy("open wounds"),
    "break": gettext_lazy("break, four times"),
    "deflection": gettext_lazy("deflection"),
    "floor": gettext_lazy("lifted to the floor"),
}


class _Known(dict[str, object]):
    """Missing details read as a dash, so that a sentence never fails."""

    def __missing__(self, key: str) -> str:
        return "—"


@dataclass(frozen=True, slots=True)
class Names:
    """What units are called, for one reader; a unit the reader may not know has no name here.

    `words` are those of the campaign's own entries. `made` tells by effect, and by the unit that has it, the key of the
    own ability or passive that does it there.
    """

    units: Mapping[str, str]
    sides: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, EntryWords] = field(default_factory=dict)
    made: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def unit(self, unit_id: str) -> str:
        """The unit's name."""
        return self.units.get(unit_id, _("somebody"))

    def side(self, side_id: str | None) -> str:
        """The side's name."""
        return self.sides.get(side_id or "", "—")

    def entry(self, key: str, source: str = "") -> str:
        """The name of a class, an ability, a passive or an effect; of what comes from a unit, as called there."""
        own = self.made.get(key, {})
        named = own.get(source) or (next(iter(own.values())) if own and not source else key)
        words = self.words.get(named)
        return words.name.say(language()) if words else entry_name(named)

    def target(self, target: str | Cell | None) -> str:
        """A unit's name or a cell's."""
        return cell_name(target) if isinstance(target, Cell) else self.unit(target) if target else ""


def names_in(state: State) -> Names:
    """The names of everything in a state that its reader may know."""
    return Names(
        {unit.id: unit.name for unit in state.units.values()},
        {side.id: side.name for side in state.sides},
        state.words,
        _made_in(state) if state.words else {},
    )


def _made_in(state: State) -> dict[str, dict[str, str]]:
    """The own abilities and passives by the effect that they are made of, and by the units that have them."""
    made: dict[str, dict[str, str]] = {}
    for unit in state.units.values():
        deeds = {key: state.abilities[key].deed for key in unit.abilities if key in state.abilities}
        deeds |= {key: own.effect for key, own in unit.own_passives.items()}
        for key, deed in deeds.items():
            if key != deed and deed not in deeds:
                made.setdefault(deed, {}).setdefault(unit.id, key)
    return made


def said(refused: Refused, names: Names, *, state: State | None = None, unit: str = "") -> str:
    """What a page says for a refusal: its own sentence, with the names of units and cells.

    `state` (as the reader knows it) lets a blocked cell say who stands there; `unit` is whose act was refused.
    """
    data = known_of(refused.data)
    data.setdefault("unit", unit)
    if refused.code == "defeated":
        data.setdefault("target", data["unit"])
    for key in ("unit", "target"):
        if key in data:
            data[key] = _named(str(data[key]), names)
    sentence = SENTENCES.get(refused.code, OTHER)
    if refused.code == "blocked" and state is not None and isinstance(refused.data.get("cell"), str):
        sentence = _why_blocked(str(refused.data["cell"]), names, state, unit, data)
    data["code"] = refused.code
    return str(sentence) % data


def known_of(data: Mapping[str, object]) -> dict[str, object]:
    """The details of a refusal for its sentence: whole numbers without a fraction, and a limit where none is named."""
    told = {name: int(one) if isinstance(one, float) and one.is_integer() else one for name, one in data.items()}
    return _Known({"left": LONGEST_HOURS} | told)


def _named(given: str, names: Names) -> str:
    return names.units.get(given, given or "—")


def _why_blocked(written: str, names: Names, state: State, unit: str, data: dict[str, object]) -> Promise:
    cell = _cell_or_none(written)
    if cell is None or not state.board.holds(cell):
        return OFF_BOARD
    occupant = state.occupied.get(cell)
    if occupant is None or occupant == unit:
        return SENTENCES["blocked"]
    data["occupant"] = names.unit(occupant)
    return OCCUPIED


def _cell_or_none(written: str) -> Cell | None:
    try:
        return parse_cell(written)
    except Unreadable:
        return None


def term_words(terms: tuple[Term, ...], names: Names) -> list[tuple[str, int, str]]:
    """A threshold's terms to read: what, how much, by which rule."""
    return [(str(TERMS[name]) if name in TERMS else names.entry(name), amount, rule) for name, amount, rule in terms]


def entry_name(key: str) -> str:
    """The name of an ability, passive or effect, in the language in force."""
    try:
        return texts(key, language()).name
    except Unreadable:
        return key


def ability_description(ability: AbilityData, words: EntryWords | None, rank: int) -> str:
    """What an ability does at a rank, in the language in force, with the figures that it has in the battle."""
    wording = words.wording if words else ABILITIES[ability.name].wording if ability.name in ABILITIES else None
    if wording is None:
        return ""
    low, high = ability.ranges[min(rank, len(ability.ranges)) - 1]
    figures = {name: ability.figure(name, rank) for name in ability.figures}
    return filled(wording.say(language()), reach_figures(low, high) | figures)


def language() -> str:
    """The language in force."""
    return translation.get_language() or "en"
