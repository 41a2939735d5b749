"""Hidden things leave no trace (IMP-06): zones not laid, the deck, the hand, what chests hold."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import takewhile
from typing import Literal

import pytest

from rulebook import dungeon
from rulebook.change import change
from rulebook.dice import SeededDice
from rulebook.dungeon import solo
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.events import CardDrawn, DeckBuilt, Instructed, ZoneLaid
from rulebook.dungeon.grid import Square
from rulebook.dungeon.log import event_reason_text, event_view
from rulebook.dungeon.reasons import reason_text
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import with_heroes_placed
from rulebook.dungeon.state import State
from tests.rulebook.dungeon.arena import ANA, TYR
from tests.rulebook.dungeon.parties import Game, prepared

HERO, OVERLORD, DIRECTOR = dungeon.Viewer(ANA), dungeon.Viewer(TYR), dungeon.Viewer("director")
SPECTATOR = dungeon.Viewer("spectator")


def begun(key: str, seed: bytes = b"s") -> State:
    return dungeon.begin(dungeon.new_state(prepared(key)), SeededDice(seed))[0]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("viewer", [HERO, SPECTATOR])
def test_what_is_not_laid_changes_nothing_in_a_view(key: str, viewer: dungeon.Viewer) -> None:
    state = begun(key)
    other = change(state, hidden=(), profiles={}, hand=("the_whole_host",) * 3, deck=("press_them",) * len(state.deck))
    assert json.dumps(dungeon.view(state, viewer)) == json.dumps(dungeon.view(other, viewer))
    assert dungeon.fingerprint(dungeon.view(state, viewer)) == dungeon.fingerprint(dungeon.view(other, viewer))


def test_the_board_shows_no_more_than_what_is_laid() -> None:
    seen = dungeon.view(begun("ashen_seal"), HERO)
    assert (seen["board"]["left"], seen["board"]["right"]) == (1, 5)
    assert [door["id"] for door in seen["board"]["doors"]] == ["door-5-3"]
    assert seen["hidden"] == []
    assert "zone-6-2" not in json.dumps(seen)
    assert "corpse_ogre" not in json.dumps(seen)


def test_the_goal_is_shown_once_it_is_laid() -> None:
    assert dungeon.view(begun("silent_ossuary"), HERO)["victory"]["square"] is None
    assert dungeon.view(begun("silent_ossuary"), DIRECTOR)["victory"]["square"] == [14, 3]


def test_the_hand_is_the_overlords_and_the_directors_to_see() -> None:
    state = begun("silent_ossuary")
    for viewer, hand in ((HERO, []), (SPECTATOR, []), (OVERLORD, list(state.hand)), (DIRECTOR, list(state.hand))):
        seen = dungeon.view(state, viewer)["overlord"]
        assert seen["hand"] == hand
        assert (seen["hand_count"], seen["deck"]) == (3, 7)
    assert len(dungeon.view(state, OVERLORD)["hidden"]) == 1


def test_what_a_chest_holds_is_not_told_before_it_is_open() -> None:
    adventure = shipped("ashen_seal")
    setup = replace(prepared("ashen_seal"), adventure=replace(adventure, zones=adventure.zones[::-1]))
    starts = (Square(10, 2), Square(10, 3), Square(10, 4), Square(10, 5))
    setup = with_heroes_placed(replace(setup, adventure=replace(setup.adventure, starts=starts)))
    state, _ = dungeon.begin(dungeon.new_state(setup), SeededDice(b"x"))
    for viewer, contents in ((HERO, []), (DIRECTOR, ["ashen_seal", "healing_draught"])):
        (chest,) = dungeon.view(state, viewer)["board"]["chests"]
        assert chest["contents"] == contents
        assert (chest["closure"], chest["combat"], chest["armour"]) == ("lock", 2, 2)


@pytest.mark.whole_game
@pytest.mark.parametrize("key", KEYS)
def test_the_log_keeps_the_same_secrets(key: str) -> None:
    game = Game(key, 11)
    for _ in game.play():
        pass
    seen = dungeon.visible_events(game.events, game.state, HERO)
    by_kind = {
        kind: [e.data for e in seen if e.data["kind"] == kind] for kind in ("deck-built", "card-drawn", "zone-laid")
    }
    (built,) = by_kind["deck-built"]
    assert set(built["deck"]) == set(built["hand"]) == {""}
    assert built["rolls"] == []
    assert {drawn["card"] for drawn in by_kind["card-drawn"]} <= {""}
    assert all(chest["contents"] == [] for laid in by_kind["zone-laid"] for chest in laid["zone"]["chests"])
    own = dungeon.visible_events(game.events, game.state, OVERLORD)
    assert [e.data["card"] for e in own if e.data["kind"] == "card-drawn"] == [
        event.card for event in game.events if isinstance(event, CardDrawn)
    ]
    for event in game.events:
        if isinstance(event, DeckBuilt):
            data = event_view(event, game.state, OVERLORD)
            assert data is not None
            assert (set(data["deck"]), tuple(data["hand"]), data["rolls"]) == ({""}, event.hand, [])
        if isinstance(event, ZoneLaid):
            assert event_view(event, game.state, DIRECTOR) == dungeon.event_to_json(event)


@pytest.mark.whole_game
def test_the_log_tells_a_models_instructions_to_its_player_and_the_director_alone() -> None:
    """SK-235: as the card of the model does."""
    state = begun("ashen_seal")
    hero = next(model.id for model in state.models.values() if model.player == ANA)
    said = Instructed(1, hero, "never", ("saints_knuckle",))
    assert [event_view(said, state, viewer) is not None for viewer in (HERO, DIRECTOR, OVERLORD, SPECTATOR)] == [
        True,
        True,
        False,
        False,
    ]


def test_every_die_has_a_reason_in_both_languages() -> None:
    game = Game("gravecallers_court", 2)
    for _ in game.play():
        pass
    english = {event_reason_text(event, "en") for event in game.events} - {""}
    spanish = {event_reason_text(event, "es-ES") for event in game.events} - {""}
    assert {"Fight: attack", "Magic attack: attack", "Shuffling the order cards"} <= english
    assert {"Lucha: ataque", "Ataque mágico: ataque", "Barajar las cartas de orden"} <= spanish
    assert reason_text("item-saints_knuckle", "es") == "Nudillo del santo"
    assert reason_text("ability-stoneblood") == "Stoneblood"
    assert reason_text("something-else") == "something-else"


def test_a_model_is_shown_with_its_arcs_and_what_counts_now() -> None:
    state = begun("silent_ossuary")
    (guard,) = [model for model in dungeon.view(state, HERO)["models"] if model["key"] == "bone_guard"]
    assert (guard["id"], guard["at"], guard["facing"]) == ("bone_guard-1", [3, 5], "N")
    assert guard["front"] == [[2, 4], [3, 4], [4, 4], [2, 5], [4, 5]]
    assert guard["rear"] == [[2, 6], [3, 6], [4, 6]]
    assert guard["table"] == [[2, "bone_pile"], [3, "destroyed"]]


def test_undo_goes_back_and_never_turns_the_dice_back() -> None:
    game = Game("silent_ossuary", 4)
    for _ in game.play(most=40):
        pass
    target = next(n for n, event in enumerate(game.events, start=1) if event.kind == "turn-ended")
    state, undone = dungeon.undo(game.setup, game.events, target, "misread", game.state.moment + 5)
    assert state.dice_counter == game.state.dice_counter
    assert dungeon.replay(game.setup, [*game.events, undone]) == state
    assert undone.to == target
    hidden = event_view(undone, state, HERO)
    assert hidden is not None and "to" not in hidden
    positions = [
        entry.position for entry in dungeon.visible_events([*game.events, undone], state, HERO) if entry.undone
    ]
    assert min(positions) == target


@pytest.mark.whole_game
def test_every_moment_of_a_game_can_be_looked_at_between_two_events_too() -> None:
    """A chronicle shows the dungeon after each single event."""
    setup = solo.solo_setup(shipped("silent_ossuary"), TableRules(io_variant="improved"))
    for passage in solo.passages(setup, SeededDice(b"looked at between")):
        state = passage.before
        for event in passage.events:
            state = dungeon.evolve(state, event)
            for viewer in ("director", solo.PLAYER, "spectator"):
                assert dungeon.view(state, dungeon.Viewer(viewer))["round"] == state.round


@pytest.mark.whole_game
@pytest.mark.parametrize("variant", ["official", "improved"])
def test_from_wherever_it_goes_back_to_a_game_goes_on(variant: Literal["official", "improved"]) -> None:
    """SK-269: in the middle of what the Invisible Overlord does nobody could."""
    setup = solo.solo_setup(shipped("silent_ossuary"), TableRules(io_variant=variant))
    played = takewhile(lambda passage: passage.before.round < 3, solo.passages(setup, SeededDice(b"back and on")))
    events = [event for passage in played for event in passage.events]
    for to in range(len(events)):
        state, undone = dungeon.undo(setup, events, to, "misread", events[-1].at + 5)
        assert undone.to <= to
        assert state.phase == "setup" or dungeon.waits(state)
        assert not (state.automatic and state.phase in ("window", "overlord"))
        assert dungeon.replay(setup, [*events, undone]) == state
