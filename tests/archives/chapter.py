"""A chapter lived in a campaign: secrets of every kind, dice, frames, tests, the caravan, a battle that runs."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from PIL import Image

from accounts.models import User
from battles.models import Battle
from campaign import services as campaigns
from campaign.models import Campaign
from characters import services as characters
from story import services
from story.models import Post, Scene
from tests import arena
from tests.company import active, march, membership
from tests.plot import asked
from tests.storytelling import scene_in, written

KEYS = count()
SNOW = "Snow, and more. <script>alert(1)</script>"


@dataclass
class Chapter:
    """The campaign and what a test may want of it."""

    campaign: Campaign
    director: User
    players: tuple[User, ...]
    spectator: User
    scenes: list[Scene] = field(default_factory=list)
    battle: Battle | None = None


def picture() -> bytes:
    """A small picture that is no single colour."""
    file = io.BytesIO()
    image = Image.new("RGBA", (40, 30), (200, 40, 40, 128))
    image.putpixel((3, 4), (0, 0, 255, 255))
    image.save(file, "PNG")
    return file.getvalue()


def lived(director: User, players: tuple[User, ...], spectator: User, *, at: datetime, gone: User) -> Chapter:
    """Everything that a campaign can have, with somebody who has left it."""
    moments = (at + timedelta(minutes=2 * n) for n in count())
    campaign = march(director, *players, gone, spectator=spectator, is_public=True, name="The chapter")
    chapter = Chapter(campaign, director, players, spectator)
    heroes = [active(campaign, one, director, name=name) for one, name in zip(players, ("Hrolf", "Eyra"), strict=True)]
    active(campaign, gone, director, name="Lost")
    doors = ("everyone", "members", "chosen")
    told = {"prompt": "Speak, [roll 1d6] or not, *Eyra*."}
    chapter.scenes = [
        scene_in(campaign, director, title=door, openness=door, readers=[players[1].pk], **told) for door in doors
    ]
    _write(chapter, gone, moments)
    _plot(chapter, heroes, moments)
    campaigns.remove_member(membership=membership(gone, campaign), by=director, at=next(moments))
    characters.earn_renown(
        character=heroes[0], amount=3, reason="The ford", battle_code="", by=director, at=next(moments), kind="plot"
    )
    units = arena.line_up(list(players), director_units=1)
    for unit, hero in zip(units, heroes, strict=False):
        object.__setattr__(unit, "character", str(hero.pk))
    chapter.battle = arena.start(campaign, units, at=next(moments), order=())
    return chapter


def _write(chapter: Chapter, gone: User, moments: Any) -> None:
    (first, second) = chapter.players
    shown = services.take_picture(campaign=chapter.campaign, by=first, data=picture(), at=next(moments))
    spoken = written(
        chapter.scenes[0],
        first,
        f"The ice holds. ![ice](/pictures/{shown.code}/) [private=Eyra]It does not. [roll 1d20 luck][/private]",
        voice=f"c{first.characters.get().pk}",
        note="[director]A note.[/director] [secretroll 2d6 fate]",
        at=next(moments),
    )
    _answer(spoken, second, f"[quote=Hrolf|{spoken.code}]The ice holds.[/quote] Does it? @Hrolf", moments)
    hidden = written(
        chapter.scenes[1],
        chapter.director,
        "Snow. <script>alert(1)</script>",
        voice="npc",
        npc="Juno",
        hide_author=True,
        at=next(moments),
    )
    services.edit_post(post=hidden, by=chapter.director, words=_words(hidden, SNOW), version=1, at=next(moments))
    withdrawn = written(chapter.scenes[2], second, "Never mind [roll d100]", at=next(moments))
    services.withdraw_post(post=withdrawn, by=second, at=next(moments))
    written(chapter.scenes[1], gone, "I was here.", at=next(moments))
    written(chapter.scenes[0], second, "Only you.", to="chosen", readers=(first.pk,), at=next(moments))
    written(chapter.scenes[0], first, "Only the director.", to="director", at=next(moments))


def _answer(post: Post, author: User, words: str, moments: Any) -> Post:
    return written(post.scene, author, words, reply_to=post.code, at=next(moments))


def _words(post: Post, body: str) -> services.Words:
    return services.Words(body, voice="npc", npc=post.speaker_name, hide_author=post.author_hidden)


def _plot(chapter: Chapter, heroes: list[Any], moments: Any) -> None:
    frame = asked(chapter.scenes[1], chapter.director, at=next(moments))
    for player in chapter.players:
        services.vote(frame=frame, player=player, option=1, at=next(moments))
    test = services.call_test(
        frame=frame,
        by=chapter.director,
        character=heroes[0],
        attribute="war",
        penalty=5,
        reason="Dark",
        at=next(moments),
    )
    services.roll_test(test=test, by=chapter.players[0], at=next(moments))
    services.close_frame(
        frame=frame, by=chapter.director, words="They cross.", chosen=1, key=f"c{next(KEYS)}", at=next(moments)
    )
    clan = chapter.campaign.clans.get()
    seen = 0
    for supplies, reason in ((4, "Barley"), (3, "Rats")):
        entry = campaigns.change_caravan(
            clan=clan,
            by=chapter.director,
            figures={"days": 1, "supplies": supplies, "morale": 60, "clansmen": 100, "fighters": 10, "varl": 2},
            reason=reason,
            seen=seen,
            key=f"k{next(KEYS)}",
            at=next(moments),
        )
        seen = entry.pk
