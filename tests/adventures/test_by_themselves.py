"""Whole dungeon adventures that play themselves, under both variants of the Invisible Overlord.

What must hold in every one of them: no illegal step, no endless turn, no free strike that the
Overlord brought upon himself, no more activations than a card allows, and a record that
tells everything. `HYPOTHESIS_PROFILE=thorough` plays thousands.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rulebook import dungeon
from rulebook.dice import SeededDice
from rulebook.dungeon import solo
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.events import (
    AttackRolled,
    DeadRaised,
    Event,
    InvisibleCardRevealed,
    InvisibleChose,
    OverlordTurnBegan,
    TurnBegan,
    WindowOpened,
)
from rulebook.dungeon.invisible.cards import deck_for
from rulebook.dungeon.rules import TableRules, Variant
from rulebook.dungeon.setup import Setup
from rulebook.dungeon.state import State

GAMES = 400 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 36
PER_TEST = 6
MOST_ACTS = 400
VARIANTS: tuple[Variant, ...] = ("official", "improved")
PARTIES = (solo.PARTY, solo.PARTY, ("bruna", "ivo"), ("torvek", "sylwen", "ivo"), ("sylwen",))


TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"lose_on_hero_incapacitated": False, "weakest_needs": "injured"},
    {"adjacent_shots": False, "engaged_casting": False, "deck_out_mode": "on_last_card"},
    {"io_go_for_win": False, "boss_feats_by_io": False, "closed_door_blocks_los": False, "short": 2, "long": 9},
)


def setup_of(key: str, variant: Variant, seed: int) -> Setup:
    """The seed also says who goes, and by what table rules."""
    rules = TableRules(io_variant=variant, **TABLES[seed % len(TABLES)])
    return solo.solo_setup(shipped(key), rules, PARTIES[seed % len(PARTIES)])


def play(setup: Setup, seed: int) -> list[solo.Passage]:
    """A game to its end; every step is checked as it is taken, and a wrong one would raise."""
    played = []
    for passage in solo.passages(setup, SeededDice(f"adventure-{seed}".encode())):
        played.append(passage)
        assert len(played) < MOST_ACTS
    return played


def events_of(played: Sequence[solo.Passage]) -> list[Event]:
    return [event for passage in played for event in passage.events]


@pytest.mark.parametrize("first", range(0, GAMES, PER_TEST))
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("key", KEYS)
def test_an_adventure_comes_to_its_end_by_the_rules(key: str, variant: Variant, first: int) -> None:
    for seed in range(first, first + PER_TEST):
        setup = setup_of(key, variant, seed)
        played = play(setup, seed)
        events, end = events_of(played), played[-1].after
        assert end.outcome is not None and end.outcome.winner is not None
        suffers_no_free_strike(end, events)
        activates_no_more_than_the_card_says(events)
        activates_nobody_twice(events)
        keeps_its_cards(end)
        chooses_the_first_of_its_candidates(events)
        assert dungeon.replay(setup, events) == end


def suffers_no_free_strike(end: State, events: Sequence[Event]) -> None:
    """IO-COM-14, AMD-11."""
    strikes = [event for event in events if isinstance(event, AttackRolled) and event.attack == "free-strike"]
    assert [event.target for event in strikes if not end.models[event.target].is_hero] == []


def cards_of(events: Sequence[Event]) -> Iterator[tuple[InvisibleCardRevealed, list[Event]]]:
    """Each card with the events until the next one, or until its turn or window is over."""
    card: InvisibleCardRevealed | None = None
    after: list[Event] = []
    for event in events:
        if isinstance(event, InvisibleCardRevealed):
            if card is not None:
                yield card, after
            card, after = event, []
        else:
            after.append(event)
    if card is not None:
        yield card, after


def activates_no_more_than_the_card_says(events: Sequence[Event]) -> None:
    """IO-COM-05, IO-OFF-02, IMP-09: more only where Undead are tied, and then it is the last choice."""
    for card, after in cards_of(events):
        done = [e for e in after if (isinstance(e, TurnBegan) and e.why == "automatic") or isinstance(e, DeadRaised)]
        if not card.resolved:
            assert done == []
        elif len(done) > card.number:
            choices = [e for e in after if isinstance(e, InvisibleChose) and e.matter == "activation"]
            assert choices[-1].by == "undead"
            assert len(done) - len(choices[-1].chosen) < card.number


def activates_nobody_twice(events: Sequence[Event]) -> None:
    """IO-COM-05: once per Overlord turn, once per interrupt."""
    acted: Counter[str] = Counter()
    for event in events:
        if isinstance(event, WindowOpened | OverlordTurnBegan):
            acted.clear()
        elif isinstance(event, TurnBegan) and event.why == "automatic":
            acted[event.unit] += 1
            assert acted[event.unit] == 1


def keeps_its_cards(end: State) -> None:
    """IO-COM-11: what was turned up is discarded, and comes back when the deck runs out."""
    assert end.invisible is not None
    assert Counter(end.invisible.deck + end.invisible.discard) == Counter(deck_for(True))


def chooses_the_first_of_its_candidates(events: Sequence[Event]) -> None:
    """IMP-04: the candidates are listed best first by their keys, and the chosen ones are the best."""
    for event in events:
        if isinstance(event, InvisibleChose):
            ranked = [position(event, one.values) for one in event.candidates]
            assert ranked == sorted(ranked)
            best = {one.name for one in event.candidates if one.values == event.candidates[0].values}
            assert set(event.chosen) <= best
            assert (event.by == "die") == bool(event.rolls)


def position(event: InvisibleChose, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value if key.low else -value for key, value in zip(event.keys, values, strict=True))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_plays_the_same_game(key: str, variant: Variant) -> None:
    first, second = (events_of(play(setup_of(key, variant, 0), 0)) for _ in range(2))
    assert first == second
    assert first != events_of(play(setup_of(key, variant, 0), 1))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_goes_to_json_and_back(key: str, variant: Variant) -> None:
    played = play(setup_of(key, variant, 1), 1)
    for event in events_of(played):
        assert dungeon.event_from_json(dungeon.event_to_json(event)) == event
    end = played[-1].after
    assert dungeon.from_json(dungeon.to_json(end)) == end


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_is_told_in_both_languages(key: str, variant: Variant) -> None:
    english, spanish = [], []
    for passage in play(setup_of(key, variant, 1), 1):
        english += list(solo.lines(passage, "en"))
        spanish += list(solo.lines(passage, "es"))
    assert len(english) == len(spanish) > 100
    assert not [line for line in english + spanish if "{" in line or "_" in line or "invisible-" in line]
    assert sum(one == other for one, other in zip(english, spanish, strict=True)) < len(english) // 3
