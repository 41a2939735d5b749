"""What stands beside the map: the heroes of the round, the Overlord's counts, what the heroes must do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.dungeon_map.seen import figures
from battles.selectors import user_of
from rulebook.dungeon.grid import square_name
from rulebook.dungeon.invisible.cards import CARDS
from rulebook.dungeon.invisible.words import card_line
from rulebook.dungeon.state import DIRECTOR
from turns.dungeon.detail import player_words
from turns.dungeon.sight import Sight

STATUS = {
    "waiting": gettext_lazy("still to act"),
    "acted": gettext_lazy("has acted"),
    "expired": gettext_lazy("missed; may still act"),
    "acted-late": gettext_lazy("acted late"),
}
STRIKES = {
    "always": gettext_lazy("free strikes: always"),
    "ask": gettext_lazy("free strikes: ask me"),
    "never": gettext_lazy("free strikes: never"),
}
VARIANTS = {
    "official": gettext_lazy("the Invisible Overlord, official rules"),
    "improved": gettext_lazy("the Invisible Overlord, improved rules"),
}


@dataclass(frozen=True, slots=True)
class Rung:
    """One hero of the round. `due` only where its turn is open."""

    id: str
    name: str
    figures: str
    words: str
    player: str
    own: bool
    now: bool
    off: bool
    late: bool
    due: datetime | None
    planned: bool
    injured: bool
    strikes: str


def heroes_of(sight: Sight) -> list[Rung]:
    """Every hero, in listed order; the order of play is free."""
    running = sight.known.running
    acting = running.unit if running else ""
    return [_rung(sight, unit, acting) for unit, model in sight.models.items() if model["kind"] == "hero"]


def _rung(sight: Sight, unit: str, acting: str) -> Rung:
    model, now = sight.models[unit], unit == acting
    words = _("acting now") if now else str(STATUS.get(model["status"], ""))
    if model["at"] is None and sight.known.phase != "setup":
        words = _("off the board")
    return Rung(
        id=unit,
        name=sight.name(unit),
        figures=figures(model),
        words="" if sight.known.phase == "setup" else words,
        player=player_words(sight, model),
        own=model["player"] == sight.player,
        now=now,
        off=model["at"] is None and sight.known.phase != "setup",
        late=model["status"] == "expired",
        due=sight.due if now else None,
        planned=unit in sight.known.plans,
        injured=model["injured"],
        strikes=str(STRIKES.get(model["strikes"], "")) if model["player"] == sight.player else "",
    )


@dataclass(frozen=True, slots=True)
class Overlord:
    """The Overlord's side, as far as the reader knows it: (label, value) counts, the cards turned up, his hand."""

    name: str
    counts: tuple[tuple[str, str], ...]
    turned: tuple[str, ...]
    played: tuple[str, ...]
    hand: tuple[str, ...]
    passing: str


def overlord_of(sight: Sight) -> Overlord:
    """The Overlord's counts for everybody, his hand for himself and the director."""
    seen = sight.seen["overlord"]
    return Overlord(
        name=_overlord_name(sight),
        counts=tuple(_counts(sight)),
        turned=tuple(card_line(CARDS[card], sight.language) for card in seen["invisible_discard"][:4]),
        played=tuple(sight.name(card) for card in seen["played"]),
        hand=tuple(sight.name(card) for card in seen["hand"]),
        passing={
            "always": _("He passes every window until he says otherwise."),
            "round": _("He passes every window of this round."),
        }.get(seen["passing"], "")
        if sight.plays_overlord
        else "",
    )


def _overlord_name(sight: Sight) -> str:
    seen = sight.seen["overlord"]
    if seen["variant"] in VARIANTS:
        return str(VARIANTS[seen["variant"]])
    if seen["player"] == DIRECTOR:
        return _("played by the director")
    player = user_of(seen["player"])
    return _("played by %(player)s") % {"player": player.shown_name if player else "—"}


def _counts(sight: Sight) -> list[tuple[str, str]]:
    seen = sight.seen["overlord"]
    found = [(_("orders a turn"), str(seen["orders_per_turn"]))]
    if sight.known.phase == "overlord":
        found.append((_("orders left"), str(seen["orders"])))
        found += [(_("extra activations"), str(seen["extras"]))] if seen["extras"] else []
        found += [(_("raises by card"), str(seen["raises"]))] if seen["raises"] else []
    found += [(_("cards in the order deck"), str(seen["deck"]))]
    if not sight.known.automatic:
        found.append((_("cards in hand"), str(seen["hand_count"])))
    if seen["invisible_deck"] or seen["invisible_discard"]:
        found.append((_("cards of the Invisible Overlord"), str(seen["invisible_deck"])))
    for entry in seen["raisable"]:
        name = _("%(minion)s on the board") % {"minion": sight.name(entry["key"])}
        found.append((name, f"{entry['on_board']}/{entry['limit']}"))
    return found


def goal_words(sight: Sight) -> str:
    """What the heroes must do, as far as the reader knows where."""
    victory = sight.known.mission.victory
    where = square_name(victory.square) if victory.square is not None else _("a place not found yet")
    if victory.kind == "reach":
        return _("The heroes must end a turn on the goal: %(square)s.") % {"square": where}
    if victory.kind == "bring":
        data = {"item": sight.name(victory.item), "square": where}
        return _("The heroes must bring the %(item)s to the goal: %(square)s.") % data
    return _("The heroes must slay %(boss)s.") % {"boss": sight.name(victory.key)}


def loss_words(sight: Sight) -> list[str]:
    """How the Overlord wins."""
    mission, rules = sight.known.mission, sight.known.rules
    found = []
    if mission.lose_on_hero_incapacitated and rules.lose_on_hero_incapacitated:
        found.append(_("The Overlord wins when a hero is incapacitated."))
    if mission.deck_out == "overlord_wins":
        found.append(_("The Overlord wins when the order deck runs out."))
    return found


@dataclass(frozen=True, slots=True)
class Tale:
    """What is read out before the first round (DS-SETUP-03): the adventure's title, the director's words, its story."""

    title: str
    intro: str
    story: str


def tale_of(sight: Sight) -> Tale | None:
    """The adventure's story in the reader's language, for as long as the game is kept; None where there is none."""
    adventure = (sight.battle.setup or {}).get("adventure", {})
    title, story = (_in(adventure.get(name, {}), sight.language) for name in ("title", "story"))
    intro = str((sight.battle.plan or {}).get("intro", ""))
    return Tale(title, intro, story) if intro or story else None


def _in(text: dict[str, str], language: str) -> str:
    """A text of the rules as the game keeps it; in English where this language has none."""
    return text.get(language) or text.get("en", "")
