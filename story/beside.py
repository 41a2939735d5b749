"""What stands beside a scene: who is in it and what they wait for, the battle's board, who reads now, one's drafts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import Battle
from campaign.selectors import role_of
from story.entries import battle_of
from story.models import Post, Scene, SceneDraft, SceneVisit
from story.selectors.sight import Reader, posts_visible_to, readers_of_scene
from turns.ladder import Rung, ladder_of
from turns.pictures import last_round
from turns.sight import sight_of
from turns.unit_names import round_words

LATELY = timedelta(minutes=10)
MOST_IN_CAST = 24
MOST_DRAFTS = 6
LADDER = "saga"
"""The game whose order of turns a scene can show; in the other, heroes act in any order."""


@dataclass(frozen=True, slots=True)
class InScene:
    """Somebody in the scene: when they were last heard there, and their place in its battle."""

    name: str
    link: str
    heard_at: datetime | None = None
    rung: Rung | None = None


@dataclass(frozen=True, slots=True)
class Fought:
    """The scene's battle: its round, whether it still runs, who acts now. Before the first round there is no board."""

    battle: Battle
    round: int
    now: Rung | None

    @property
    def words(self) -> str:
        """What the scene's title says of it, with the round as its game calls it."""
        if not self.round:
            return _("battle")
        return _("battle, %(round)s") % {"round": round_words(self.battle, self.round)}


@dataclass(frozen=True, slots=True)
class Beside:
    """All of it for one reader; `present` and `drafts` are for members alone."""

    cast: Sequence[InScene]
    fought: Fought | None
    present: Sequence[SceneVisit]
    drafts: Sequence[SceneDraft]


def beside(scene: Scene, reader: Reader, *, at: datetime, drafts: bool) -> Beside:
    """What stands beside the scene, in a handful of statements."""
    battle = battle_of(scene, reader)
    rungs = ladder_of(sight_of(battle, reader)) if battle and battle.ruleset == LADDER else []
    now = next((rung for rung in rungs if rung.now), None)
    return Beside(
        cast=_cast(scene, reader, rungs),
        fought=Fought(battle, last_round(battle), now) if battle else None,
        present=_present(scene, reader, at),
        drafts=_drafts(scene, reader) if drafts and isinstance(reader, User) else (),
    )


def _cast(scene: Scene, reader: Reader, rungs: Sequence[Rung]) -> list[InScene]:
    """The characters in the battle in their order, then those heard in the scene, the latest first."""
    spoken = Q(voice=Post.Voice.CHARACTER, character__isnull=False, deleted_at__isnull=True)
    rows = posts_visible_to(reader).filter(spoken, scene=scene).order_by()
    heard = rows.values_list("character", "character__name").annotate(last=Max("published_at"))
    names = {pk: (name, last) for pk, name, last in heard.order_by("-last", "character")[:MOST_IN_CAST]}
    fighting = {int(one.unit.character): one for one in rungs if one.unit.character.isdecimal()}
    cast = [InScene(one.unit.name, _sheet(pk), names.get(pk, ("", None))[1], one) for pk, one in fighting.items()]
    return cast + [InScene(name, _sheet(pk), last) for pk, (name, last) in names.items() if pk not in fighting]


def _sheet(character: int) -> str:
    return reverse("characters:sheet", args=[character])


def _present(scene: Scene, reader: Reader, at: datetime) -> list[SceneVisit]:
    if not isinstance(reader, User) or role_of(reader, scene.campaign) is None:
        return []
    rows = SceneVisit.objects.filter(scene=scene, at__gte=at - LATELY, user__in=readers_of_scene(scene).values("pk"))
    return list(rows.exclude(user=reader).select_related("user").order_by("-at", "user")[:MOST_IN_CAST])


def _drafts(scene: Scene, user: User) -> list[SceneDraft]:
    """The newest of what the user has typed and not published in the campaign."""
    rows = SceneDraft.objects.filter(user=user, scene__campaign=scene.campaign, discarded_at__isnull=True)
    rows = rows.exclude(body="", note="").select_related("scene__campaign")
    return list(rows.order_by("-saved_at", "pk")[:MOST_DRAFTS])
