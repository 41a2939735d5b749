"""What happened in a dungeon game, in sentences: one per event worth reading, in the language in force.

`SAY` has one function per kind of event; an empty text says that the event is told by another one. What the rules
themselves have words for (blows, spells, the Invisible Overlord's reasons) is said by `rulebook.dungeon.telling`,
what happens around any table as in the saga.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.when import span
from battles.dungeon_map.words import facing_name
from rulebook.dungeon import events as ev
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.catalogue import texts
from rulebook.dungeon.grid import square_name
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import Corrected, State
from rulebook.dungeon.steps import OVERLORD
from rulebook.dungeon.telling import tell
from turns import chronicle as saga
from turns import wording
from turns.sentences import Tone, with_reason
from turns.services.grants import GRANTED


@dataclass(frozen=True, slots=True)
class Names:
    """What models and things are called in one reader's game."""

    known: State
    language: str

    def unit(self, key: str) -> str:
        """A model, an item, a spell, a card; the Overlord as such."""
        return _("the Overlord") if key == OVERLORD else name_of(self.known, key, self.language)

    def units(self, keys: tuple[str, ...]) -> str:
        """Several, one after the other."""
        return ", ".join(map(self.unit, keys)) or "—"


Say = Callable[[Any, Names], tuple[str, Tone]]


def said(event: ev.Event, known: State, language: str) -> tuple[str, Tone]:
    """An event in a sentence, and what kind of thing it is; nothing where another event tells it."""
    return SAY[event.kind](event, Names(known, language))


def _by_the_rules(tone: Tone) -> Say:
    """A sentence that the rulebook has."""
    return lambda event, names: (tell(event, names.known, names.language), tone)


def _as_in_the_saga(kind: str) -> Say:
    """A sentence that the saga has, too, with the names of this game."""

    def say(event: Any, names: Names) -> tuple[str, Tone]:
        unit = getattr(event, "unit", "")
        return saga.SAY[kind](event, wording.Names({unit: names.unit(unit)}))

    return say


def _silent(event: ev.Event, names: Names) -> tuple[str, Tone]:
    return "", ""


# --- beginning, rounds, clocks


def _placed(event: ev.HeroesPlaced, names: Names) -> tuple[str, Tone]:
    heroes = ", ".join(f"{names.unit(one.unit)} {square_name(one.square)}" for one in event.placements)
    if event.by_deadline:
        return _("Not placed in time, so put on the next free start squares: %(heroes)s.") % {"heroes": heroes}, "clock"
    return _("Placed: %(heroes)s.") % {"heroes": heroes}, ""


def _deck(event: ev.DeckBuilt, names: Names) -> tuple[str, Tone]:
    data = {"deck": len(event.deck), "hand": len(event.hand)}
    if names.known.automatic:
        return _("The order cards are the clock (IO-COM-11): %(hand)s set aside, %(deck)s left.") % data, ""
    return _("The order cards are shuffled: %(hand)s in the Overlord's hand, %(deck)s in the deck.") % data, ""


def _began(event: ev.GameBegan, names: Names) -> tuple[str, Tone]:
    return _("Every hero is in place: the adventure begins."), "head"


TURNS = {
    "turn": lambda: _("The turn of %(unit)s begins."),
    "late": lambda: _("%(unit)s acts late, ahead of the running turn (IMP-01)."),
    "order": lambda: _("%(unit)s is ordered to act."),
    "extra": lambda: _("%(unit)s acts by a card."),
    "interrupt": lambda: _("%(unit)s interrupts."),
}


def _turn_began(event: ev.TurnBegan, names: Names) -> tuple[str, Tone]:
    """That one of the Invisible Overlord's acts is told with the choice of it."""
    if event.why == "automatic":
        return "", ""
    return TURNS[event.why]() % {"unit": names.unit(event.unit)}, "head" if event.why in ("turn", "late") else ""


def _turn_ended(event: ev.TurnEnded, names: Names) -> tuple[str, Tone]:
    if event.how != "expired":
        return "", ""
    return _("The time of %(unit)s ran out: its turn ends as it stands.") % {"unit": names.unit(event.unit)}, "clock"


def _expired(event: ev.TurnExpired, names: Names) -> tuple[str, Tone]:
    text = _("The time of %(unit)s ran out before its turn began.") % {"unit": names.unit(event.unit)}
    if event.late_window:
        text += " " + _("It may still act until the Overlord's turn.")
    return text, "clock"


def _extended(event: ev.DeadlineExtended, names: Names) -> tuple[str, Tone]:
    data = {"span": span(event.added / 1000), "reason": event.reason, "by": names.unit(event.by) if event.by else ""}
    if event.cause == "late-post":
        return _("The running turn gets %(span)s more, because %(by)s acted late (IMP-01).") % data, "clock"
    if event.cause == "answered":
        return _("The running turn gets back the %(span)s that the answer took (IMP-03).") % data, "clock"
    if event.reason == GRANTED:
        return _("The running turn takes %(span)s more, as this table grants.") % data, "clock"
    return _("The director gives the running turn %(span)s more: %(reason)s.") % data, "director"


WINDOWS = {
    "passed": lambda: _("The Overlord does not interrupt."),
    "passed-ahead": lambda: _("The Overlord has passed this window ahead."),
    "expired": lambda: _("The Overlord's time to interrupt ran out: that counts as passed (IMP-01)."),
}


def _window_opened(event: ev.WindowOpened, names: Names) -> tuple[str, Tone]:
    """The Invisible Overlord's are told by the card that he turns up."""
    return ("" if names.known.automatic else tell(event, names.known, names.language)), "head"


def _window_closed(event: ev.WindowClosed, names: Names) -> tuple[str, Tone]:
    if names.known.automatic:
        return "", ""
    return (WINDOWS[event.how]() if event.how in WINDOWS else ""), "clock" if event.how == "expired" else ""


def _windows_passed(event: ev.WindowsPassed, names: Names) -> tuple[str, Tone]:
    if not event.until:
        return _("The Overlord wants to be asked before he passes a window."), ""
    return _("The Overlord passes his windows ahead."), ""


def _overlord_ended(event: ev.OverlordTurnEnded, names: Names) -> tuple[str, Tone]:
    return (_("The Overlord's time ran out: what orders were left are lost.") if event.by_deadline else ""), "clock"


# --- cards


def _card_played(event: ev.CardPlayed, names: Names) -> tuple[str, Tone]:
    card = texts(event.card, names.language)
    return _("The Overlord plays %(card)s: %(about)s") % {"card": card.name, "about": card.description}, "hit"


def _card_drawn(event: ev.CardDrawn, names: Names) -> tuple[str, Tone]:
    return _("A card leaves the order deck."), ""


def _spells_turned(event: ev.SpellsTurned, names: Names) -> tuple[str, Tone]:
    return _("Every spell that recharges comes a step nearer."), ""


# --- what models do


def _breaking(event: ev.BreakingAway, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "strikers": names.units(event.strikers)}
    return _("%(unit)s breaks away; free strikes first: %(strikers)s (DS-BREAK-02).") % data, "miss"


def _strikes_given(event: ev.FreeStrikesGiven, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "strikers": names.units(event.strikers)}
    return _("%(unit)s appears in front of %(strikers)s: free strikes.") % data, ""


def _strike_asked(event: ev.StrikeAsked, names: Names) -> tuple[str, Tone]:
    data = {"striker": names.unit(event.striker), "target": names.unit(event.target)}
    return _("Does %(striker)s strike %(target)s? Its player is asked.") % data, "clock"


def _strike_answered(event: ev.StrikeAnswered, names: Names) -> tuple[str, Tone]:
    if not event.by_deadline:
        return "", ""
    return _("No answer for %(striker)s came in time (IMP-03).") % {"striker": names.unit(event.striker)}, "clock"


def _strike_forgone(event: ev.StrikeForgone, names: Names) -> tuple[str, Tone]:
    data = {"striker": names.unit(event.striker), "target": names.unit(event.target)}
    return _("%(striker)s does not strike %(target)s.") % data, ""


def _chose(event: ev.InvisibleChose, names: Names) -> tuple[str, Tone]:
    """Who acts, or what rises, stands out; how it goes on is a reason."""
    text = tell(event, names.known, names.language)
    return text, "act" if event.matter in ("activation", "pile", "square", "win") else "why"


def _effect_gained(event: ev.EffectGained, names: Names) -> tuple[str, Tone]:
    ends = {
        "round-ends": _("until the round ends"),
        "own-turn-begins": _("until its next turn"),
        "turn-ends": _("until the turn ends"),
    }
    data = {"unit": names.unit(event.unit), "effect": names.unit(event.effect.name), "until": ends[event.effect.until]}
    return _("%(effect)s on %(unit)s, %(until)s.") % data, ""


def _effect_ended(event: ev.EffectEnded, names: Names) -> tuple[str, Tone]:
    return _("%(effect)s on %(unit)s ends.") % {"unit": names.unit(event.unit), "effect": names.unit(event.name)}, ""


def _trade(event: ev.TradeOffered | ev.ItemsTraded, names: Names) -> dict[str, str]:
    return {
        "unit": names.unit(event.unit),
        "other": names.unit(event.other),
        "give": names.units(event.give),
        "take": names.units(event.take),
    }


def _trade_offered(event: ev.TradeOffered, names: Names) -> tuple[str, Tone]:
    return _("%(unit)s offers %(other)s a trade: %(give)s for %(take)s.") % _trade(event, names), ""


def _traded(event: ev.ItemsTraded, names: Names) -> tuple[str, Tone]:
    return _("%(unit)s and %(other)s trade: %(give)s for %(take)s.") % _trade(event, names), ""


def _trade_lapsed(event: ev.TradeLapsed, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "other": names.unit(event.other)}
    if event.refused:
        return _("%(other)s declines the trade with %(unit)s.") % data, ""
    return _("The trade offered by %(unit)s to %(other)s comes to nothing.") % data, ""


def _targets(event: ev.TargetsFixed, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "targets": names.units(event.targets)}
    return _("%(unit)s whirls; it can strike: %(targets)s.") % data, ""


# --- around the board


STRIKES = {"always": lambda: _("always"), "never": lambda: _("never"), "ask": lambda: _("when asked")}


def _instructed(event: ev.Instructed, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "strikes": STRIKES[event.strikes]()}
    return _("Free strikes of %(unit)s from now on: %(strikes)s.") % data, ""


def _absence_ended(event: ev.AbsenceEnded, names: Names) -> tuple[str, Tone]:
    return _("A player's announced absence is over: what they play is theirs again (SK-236)."), "clock"


def _plan_left(event: ev.PlanLeft, names: Names) -> tuple[str, Tone]:
    return _("An early turn was left for %(unit)s.") % {"unit": names.unit(event.plan.unit)}, ""


def _plan_played(event: ev.PlanPlayed, names: Names) -> tuple[str, Tone]:
    return _("The early turn of %(unit)s is played.") % {"unit": names.unit(event.unit)}, ""


def _plan_failed(event: ev.PlanFailed, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "step": event.step + 1}
    return _("Step %(step)s of the early turn of %(unit)s was not possible; its player has the turn.") % data, "clock"


def _corrected(event: ev.UnitCorrected, names: Names) -> tuple[str, Tone]:
    changes = "; ".join(
        f"{label} {before} → {after}"
        for (label, before), (_label, after) in zip(
            _figures(event.before, names), _figures(event.after, names), strict=True
        )
        if after
    )
    text = _("The director corrects %(unit)s: %(changes)s") % {"unit": names.unit(event.unit), "changes": changes}
    return with_reason(text, event.reason)


def _figures(to: Corrected, names: Names) -> list[tuple[str, str]]:
    """Each figure that can be corrected, in words; empty where it stays as it is."""
    return [
        (_("wounds"), "" if to.wounds is None else f"{to.wounds}/{MOST_WOUNDS}"),
        (_("square"), "" if to.square is None else square_name(to.square)),
        (_("facing"), "" if to.facing is None else facing_name(to.facing)),
        (_("items"), "" if to.items is None else names.units(to.items)),
    ]


TOLD_BY_THE_RULES: Mapping[Tone, tuple[type[Any], ...]] = {
    "": (
        ev.ZoneLaid,
        ev.Moved,
        ev.ModelPlaced,
        ev.PilePlaced,
        ev.DeadRaised,
        ev.SpellCast,
        ev.ItemUsed,
        ev.ItemsPickedUp,
        ev.FeatUsed,
        ev.WardLowered,
        ev.ClosureOpened,
        ev.Healed,
        ev.AbilityRolled,
        ev.InvisibleDeckShuffled,
        ev.InvisibleOrdered,
    ),
    "why": (ev.InvisibleWeighed,),
    "head": (ev.RoundBegan, ev.OverlordTurnBegan, ev.InvisibleCardRevealed, ev.BattleEnded),
    "hit": (ev.AttackRolled, ev.Wounded, ev.WoundIgnored),
    "fall": (ev.ModelFelled,),
}
TOLD_AS_IN_THE_SAGA = (
    ev.RoundEnded,
    ev.PlanWithdrawn,
    ev.AbsenceDeclared,
    ev.AbsenceCancelled,
    ev.UnitTakenOver,
    ev.UnitHandedBack,
    ev.PlayerChanged,
    ev.BattlePaused,
    ev.BattleResumed,
    ev.OutageCredited,
    ev.Undone,
)

SAY: Mapping[str, Say] = {
    **{event.kind: _by_the_rules(tone) for tone, events in TOLD_BY_THE_RULES.items() for event in events},
    **{event.kind: _as_in_the_saga(event.kind) for event in TOLD_AS_IN_THE_SAGA},
    ev.HeroesPlaced.kind: _placed,
    ev.DeckBuilt.kind: _deck,
    ev.GameBegan.kind: _began,
    ev.ClockStarted.kind: _silent,
    ev.TurnBegan.kind: _turn_began,
    ev.TurnEnded.kind: _turn_ended,
    ev.TurnExpired.kind: _expired,
    ev.DeadlineExtended.kind: _extended,
    ev.WindowOpened.kind: _window_opened,
    ev.WindowClosed.kind: _window_closed,
    ev.WindowsPassed.kind: _windows_passed,
    ev.OverlordTurnEnded.kind: _overlord_ended,
    ev.InvisibleChose.kind: _chose,
    ev.CardPlayed.kind: _card_played,
    ev.CardDrawn.kind: _card_drawn,
    ev.SpellsTurned.kind: _spells_turned,
    ev.BreakingAway.kind: _breaking,
    ev.FreeStrikesGiven.kind: _strikes_given,
    ev.StrikeAsked.kind: _strike_asked,
    ev.StrikeAnswered.kind: _strike_answered,
    ev.StrikeForgone.kind: _strike_forgone,
    ev.StrikesDone.kind: _silent,
    ev.EffectGained.kind: _effect_gained,
    ev.EffectEnded.kind: _effect_ended,
    ev.TradeOffered.kind: _trade_offered,
    ev.TradeLapsed.kind: _trade_lapsed,
    ev.ItemsTraded.kind: _traded,
    ev.TargetsFixed.kind: _targets,
    ev.Instructed.kind: _instructed,
    ev.AbsenceEnded.kind: _absence_ended,
    ev.PlanLeft.kind: _plan_left,
    ev.PlanPlayed.kind: _plan_played,
    ev.PlanFailed.kind: _plan_failed,
    ev.UnitCorrected.kind: _corrected,
}
