"""Making, changing, opening and closing scenes and chapters: the directors' verbs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from battles.models import Battle
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import readers_of
from characters.services import refill_hero_points
from markup import private
from markup.render import Context, render, tidy
from notifications.services import withdraw
from rulebook.errors import Illegal, Unreadable
from story.models import Chapter, Scene, SceneReader
from story.selectors.people import labels_of, names_in
from story.selectors.sight import open_to_all, readers_of_scene
from story.services.pictures import hold_pictures
from story.services.visits import subject_of

FIELDS = ("title", "openness", "in_character", "prompt", "chapter", "battle")


def add_chapter(*, campaign: Campaign, by: User, title: str) -> Chapter:
    """A new chapter at the end. Raises PermissionDenied; Unreadable `title-needed`."""
    require_director(by, campaign)
    last: int = campaign.chapters.aggregate(last=Max("place"))["last"] or 0
    return Chapter.objects.create(campaign=campaign, title=_title(title), place=last + 1)


def rename_chapter(*, chapter: Chapter, by: User, title: str) -> None:
    """Give a chapter another title. Raises PermissionDenied; Unreadable `title-needed`."""
    require_director(by, chapter.campaign)
    chapter.title = _title(title)
    chapter.save(update_fields=["title"])


def begin_scene(
    *,
    campaign: Campaign,
    by: User,
    title: str,
    at: datetime,
    openness: str = Scene.Openness.EVERYONE,
    in_character: bool = True,
    prompt: str = "",
    chapter: Chapter | None = None,
    battle: Battle | None = None,
    readers: Iterable[int] = (),
    refill: bool = True,
) -> Scene:
    """A new, open scene; where it is in character everybody has all hero points again (STAT-8), unless `refill` is off.

    Raises PermissionDenied; Unreadable `title-needed`, `bad-openness`, `private-prompt`.
    """
    require_director(by, campaign)
    scene = Scene(campaign=campaign, created_by=by, created_at=at)
    with transaction.atomic():
        _fill(
            scene,
            title=title,
            openness=openness,
            in_character=in_character,
            prompt=prompt,
            chapter=chapter,
            battle=battle,
        )
        scene.save()
        _choose(scene, readers, at)
        if refill and scene.in_character:
            named = scene.title if open_to_all(scene) else ""
            refill_hero_points(campaign=campaign, by=by, at=at, scene=named)
    return scene


def change_scene(*, scene: Scene, by: User, at: datetime, confirmed: str = "", **changes: object) -> Scene:
    """Change what `begin_scene` takes, `readers` too; what is not named stays.

    Raises as `begin_scene`; Illegal `wider-audience` when others would read what is written already, until
    `confirmed` is the token it named.
    """
    require_director(by, scene.campaign)
    with transaction.atomic():
        scene = Scene.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=scene.pk)
        before, public = _readers(scene)
        readers = changes.pop("readers", None)
        _fill(scene, **{name: changes.get(name, getattr(scene, name)) for name in FIELDS})
        scene.save()
        if readers is not None:
            _choose(scene, _ids(readers), at)
        after, now_public = _readers(scene)
        if scene.last_position:
            _refuse_widening(scene, after - before, now_public and not public, confirmed)
        for user in User.objects.filter(pk__in=before - after):
            withdraw(subject=subject_of(scene), reader=user, at=at)
            withdraw(
                subjects=[f"post:{code}" for code in scene.posts.values_list("code", flat=True)], reader=user, at=at
            )
    return scene


def set_status(*, scene: Scene, by: User, status: str) -> None:
    """Open, close or archive a scene. Raises PermissionDenied; Unreadable `bad-status`."""
    require_director(by, scene.campaign)
    if status not in Scene.Status.values:
        raise Unreadable("bad-status", f"{status!r} is no state of a scene.", {"status": status})
    scene.status = status
    scene.save(update_fields=["status"])


def _fill(scene: Scene, **fields: object) -> None:
    scene.title = _title(str(fields["title"]))
    if fields["openness"] not in Scene.Openness.values:
        raise Unreadable("bad-openness", f"{fields['openness']!r} says not who may read.", {"to": fields["openness"]})
    scene.openness = str(fields["openness"])
    scene.in_character = bool(fields["in_character"])
    chapter, battle = fields["chapter"], fields["battle"]
    scene.chapter = chapter if isinstance(chapter, Chapter) and chapter.campaign_id == scene.campaign_id else None
    scene.battle = battle if isinstance(battle, Battle) and battle.campaign_id == scene.campaign_id else None
    scene.prompt = tidy(str(fields["prompt"])).strip()
    if private.has_private(scene.prompt):
        raise Unreadable("private-prompt", "Everybody in the scene reads the prompt; nothing in it can be private.")
    hold_pictures(scene.prompt)
    scene.prompt_html = _laid_out(scene)


def lay_out_prompt(scene: Scene) -> None:
    """Write the prompt of a scene that came from elsewhere as it is shown."""
    scene.prompt_html = _laid_out(scene)
    scene.save(update_fields=["prompt_html"])


def _laid_out(scene: Scene) -> str:
    return render(scene.prompt, Context(names_in(scene.campaign))) if scene.prompt else ""


def _choose(scene: Scene, readers: Iterable[int], at: datetime) -> None:
    members = set(readers_of(scene.campaign).values_list("pk", flat=True))
    wanted = set(readers) & members
    scene.chosen.exclude(user__in=wanted).delete()
    have = set(scene.chosen.values_list("user_id", flat=True))
    SceneReader.objects.bulk_create(SceneReader(scene=scene, user_id=pk, added_at=at) for pk in sorted(wanted - have))


def _readers(scene: Scene) -> tuple[frozenset[int], bool]:
    public = scene.openness == Scene.Openness.EVERYONE and scene.campaign.is_public
    return frozenset(readers_of_scene(scene).values_list("pk", flat=True)), public


def _refuse_widening(scene: Scene, users: frozenset[int], public: bool, confirmed: str) -> None:
    token = ".".join([*map(str, sorted(users)), *(["public"] if public else [])])
    if not token or token == confirmed:
        return
    names = labels_of(scene.campaign, users)
    data = {"names": names, "public": public, "token": token}
    raise Illegal("wider-audience", "Others would read this scene: " + ", ".join(names or ["anybody"]) + ".", data)


def _ids(readers: object) -> list[int]:
    return [one for one in readers if isinstance(one, int)] if isinstance(readers, list | tuple | set) else []


def _title(title: str) -> str:
    wanted = " ".join(title.split())[:120]
    if not wanted:
        raise Unreadable("title-needed", "A title is needed.")
    return wanted
