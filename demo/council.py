"""The demo's story between the battles: a scene with its posts, two story frames, and the caravan's days in its ledger.

Told in `Council`, the same in both languages; dice that the texts speak of fall as they tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from campaign.models import Campaign, Clan
from campaign.selectors import latest_entry
from campaign.services import change_caravan
from characters.models import Character
from demo.words import Asked, Council
from rulebook.dice import LoadedDice
from rulebook.saga.campaign import Day
from story.models import Scene, StoryFrame
from story.selectors.caravan import day_ahead
from story.services import (
    Question,
    Words,
    add_chapter,
    begin_scene,
    call_test,
    close_frame,
    open_frame,
    publish,
    roll_test,
    spend_day,
    vote,
    weigh_test,
)

DEPARTED = {"days": 0, "supplies": 60, "morale": 60, "clansmen": 340, "fighters": 46, "varl": 12}
FOUND = 9
DAYS: tuple[tuple[float, Day], ...] = ((10, "travel"), (9, "travel"), (6, "rest"), (4, "travel"))
COUNTED, BARLEY = 14, 5

BEGUN = 8.0
FORK_VOTES = {"torvald": 2, "aslaug": 2, "hadding": 1, "mereth": 2}
FORK_TEST = ("aslaug", "leadership", 10, 37)
ANSWERS = ("torvald", "hadding", "mereth")
WELL_ASKED = 20.0
WELL_UNTIL = 50.0
WELL_VOTES = {"aslaug": 1, "mereth": 3}
WELL_PAYS = "mereth"
WELL_TEST = ("torvald", "administration", 5)


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits in the council: the campaign, its director, and the characters by key."""

    campaign: Campaign
    director: User
    characters: Mapping[str, Character]


def tell_the_past(seats: Seats, told: Council, now: datetime) -> Scene:
    """Days on the road, and the scene up to the outcome of its first frame."""
    _march(seats, told, now)
    at = now - timedelta(days=BEGUN)
    chapter = add_chapter(campaign=seats.campaign, by=seats.director, title=told.chapter)
    scene = begin_scene(
        campaign=seats.campaign, by=seats.director, title=told.scene, prompt=told.prompt, chapter=chapter, at=at
    )
    frame = _ask(scene, seats, told.fork, key="fork", at=at + timedelta(hours=1))
    for number, key in enumerate(ANSWERS):
        _post(scene, seats.characters[key], told.posts[key], at=at + timedelta(hours=5 + 7 * number))
    for number, (key, option) in enumerate(FORK_VOTES.items()):
        player = seats.characters[key].player
        vote(frame=frame, player=player, option=option, at=at + timedelta(hours=6 + 7 * number))
    _test(frame, seats, told, at=at + timedelta(hours=30))
    close_frame(
        frame=frame,
        by=seats.director,
        words=told.fork_outcome,
        chosen=2,
        key=f"demo-{scene.code}-closed",
        at=at + timedelta(hours=34),
    )
    return scene


def ask_the_present(scene: Scene, seats: Seats, told: Council, now: datetime) -> None:
    """The frame whose vote is running, with a test that waits for its player."""
    at = now - timedelta(hours=WELL_ASKED)
    frame = _ask(scene, seats, told.well, key="well", at=at, until=now + timedelta(hours=WELL_UNTIL))
    for number, (key, option) in enumerate(WELL_VOTES.items()):
        character = seats.characters[key]
        pay = [character.pk] if key == WELL_PAYS else []
        vote(frame=frame, player=character.player, option=option, pay=pay, at=at + timedelta(hours=3 + 4 * number))
    key, attribute, penalty = WELL_TEST
    call_test(
        frame=frame,
        by=seats.director,
        character=seats.characters[key],
        attribute=attribute,
        penalty=penalty,
        reason=told.well_reason,
        at=at + timedelta(hours=9),
    )


def _ask(
    scene: Scene, seats: Seats, asked: Asked, *, key: str, at: datetime, until: datetime | None = None
) -> StoryFrame:
    return open_frame(
        scene=scene,
        by=seats.director,
        question=Question(title=asked.title, options=asked.options, until=until),
        words=Words(body=asked.body, voice="npc", npc=asked.voice, language=seats.campaign.language),
        key=f"demo-{scene.code}-{key}",
        at=at,
    )


def _post(scene: Scene, character: Character, body: str, *, at: datetime) -> None:
    words = Words(body=body, voice=f"c{character.pk}", language=scene.campaign.language)
    publish(scene=scene, author=character.player, words=words, key=f"demo-{scene.code}-{character.pk}", at=at)


def _test(frame: StoryFrame, seats: Seats, told: Council, *, at: datetime) -> None:
    """A test as it was called, rolled by its player, and weighed."""
    key, attribute, penalty, face = FORK_TEST
    character = seats.characters[key]
    test = call_test(
        frame=frame,
        by=seats.director,
        character=character,
        attribute=attribute,
        penalty=penalty,
        reason=told.fork_reason,
        at=at,
    )
    test = roll_test(
        test=test, by=character.player, at=at + timedelta(hours=1), dice=LoadedDice(**{f"d{test.die}": [face]})
    )
    plot, logic, verdict = told.fork_weighed
    weigh_test(test=test, by=seats.director, plot=plot, logic=logic, verdict=verdict, at=at + timedelta(hours=2))


# --- the caravan


def _march(seats: Seats, told: Council, now: datetime) -> None:
    """The first clan's ledger, line by line, in the order of its days."""
    clan = seats.campaign.clans.first()
    assert clan is not None
    lines: list[tuple[float, Day | str]] = [(COUNTED, "counted"), *DAYS, (BARLEY, "barley")]
    for days, what in sorted(lines, reverse=True):
        clan.refresh_from_db()
        at = now - timedelta(days=days)
        if what == "counted":
            _change(clan, seats.director, DEPARTED, told.counted, at=at)
        elif what == "barley":
            _change(clan, seats.director, {"supplies": clan.supplies + FOUND}, told.barley, at=at)
        else:
            _spend(clan, seats.director, "rest" if what == "rest" else "travel", at=at)


def _change(clan: Clan, by: User, changes: Mapping[str, int], reason: str, *, at: datetime) -> None:
    figures = {name: changes.get(name, getattr(clan, name)) for name in DEPARTED}
    change_caravan(
        clan=clan, by=by, figures=figures, reason=reason, seen=latest_entry(clan), key=f"demo-{at:%d%H}", at=at
    )


def _spend(clan: Clan, by: User, day: Day, *, at: datetime) -> None:
    proposed = day_ahead(clan, day).proposed
    spend_day(
        clan=clan,
        by=by,
        day=day,
        figures={name: getattr(proposed, name) for name in DEPARTED},
        reason="",
        seen=latest_entry(clan),
        key=f"demo-{at:%d%H}",
        at=at,
    )
