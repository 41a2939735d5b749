"""A dungeon's turns as posts: one for each hero's turn, each interrupt, each turn of the Overlord's; it grows step by
step, with the words given with any of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import user_pk
from battles.services import Applied
from rulebook.dungeon.events import PlanFailed, Undone
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import DIRECTOR, State
from rulebook.dungeon.steps import OVERLORD
from turns.models import EarlyTurn, TurnPost
from turns.services.games.dungeon.parts import Part, inside, notes_of, parts_of
from turns.services.plans import open_plans
from turns.services.words import Words, last_number, mark_played

Manner = TurnPost.Manner
PARAGRAPH = "\n\n"


def write_posts(battle: Battle, applied: Applied, words: Words | None) -> list[TurnPost]:
    """The posts that these events make, or add to, in order."""
    if any(isinstance(event, Undone) for event in applied.events):
        return []
    state: State = applied.state
    parts = list(parts_of(applied))
    spoken = next((part for part in parts if words and _speaks(words, part, state)), None)
    plans = open_plans(battle, [part.unit for part in parts if part.how == "plan"])
    posts = []
    for part in parts:
        mine = words if part is spoken else None
        post = _written(battle, applied, part, mine, plans)
        if post is not None:
            posts.append(post)
    return posts


def _speaks(words: Words, part: Part, state: State) -> bool:
    """Do the words belong to this turn? The Overlord's models speak in his."""
    if part.unit != OVERLORD:
        return part.unit == words.unit
    model = state.models.get(words.unit)
    return words.unit == OVERLORD or (model is not None and model.side == "overlord")


def _written(
    battle: Battle, applied: Applied, part: Part, words: Words | None, plans: Mapping[str, EarlyTurn]
) -> TurnPost | None:
    known = TurnPost.objects.filter(battle=battle, open=True).first() if part.continued else None
    if known is not None:
        return _grown(known, part, words)
    automatic = applied.state.automatic and part.kind == "overlord"
    if not (part.did or automatic or part.kind == "hero" or (words and words.text)):
        return None
    if not part.touched:
        return None
    post = _made(battle, applied, part, words, plans.get(part.unit) if part.how == "plan" else None)
    _mark(applied, part, post, plans)
    return post


def _grown(post: TurnPost, part: Part, words: Words | None) -> TurnPost | None:
    """The post of a turn that goes on, with what is new."""
    if not part.touched:
        return None
    post.last_event, post.open = part.last, part.open
    post.notes = post.notes | {"ended": part.ended, "numbers": part.numbers or post.notes.get("numbers", {})}
    if words is not None and words.text:
        post.narrative = PARAGRAPH.join(filter(None, (post.narrative, words.text)))
        post.language = words.language
    if words is not None and post.author_id is None:
        post.author = words.author
    post.save(update_fields=["last_event", "open", "notes", "narrative", "language", "author"])
    return post


def _made(battle: Battle, applied: Applied, part: Part, words: Words | None, plan: EarlyTurn | None) -> TurnPost:
    state: State = applied.state
    part.by = part.by or (words.actor if words else "")
    player = user_pk(part.player)
    return TurnPost.objects.create(
        battle=battle,
        number=last_number(battle) + 1,
        round=part.round,
        unit=part.unit,
        unit_name=_name(state, part.unit),
        author_id=_author(state, part, words, plan),
        played_for_id=player if part.by == DIRECTOR else None,
        manner=_manner(state, part),
        narrative=words.text if words and words.text else plan.narrative if plan else "",
        notes=notes_of(part),
        language=words.language if words else plan.language if plan else "en",
        first_event=part.first,
        last_event=part.last,
        at=to_datetime(applied.events[part.last - applied.first_number].at),
        open=part.open,
    )


def _name(state: State, unit: str) -> str:
    return "" if unit == OVERLORD else name_of(state, unit, "en")


def _author(state: State, part: Part, words: Words | None, plan: EarlyTurn | None) -> int | None:
    if plan is not None:
        return plan.author_id
    if words is not None:
        return words.author.pk
    return None if state.automatic and part.unit == OVERLORD else user_pk(part.by)


def _manner(state: State, part: Part) -> str:
    if state.automatic and part.unit == OVERLORD:
        return Manner.AUTOMATIC.value
    if part.how == "plan":
        return Manner.EARLY.value
    if part.by == DIRECTOR:
        return Manner.DIRECTOR.value
    return Manner.LATE.value if part.how == "late" else Manner.ON_TIME.value


def _mark(applied: Applied, part: Part, post: TurnPost, plans: Mapping[str, EarlyTurn]) -> None:
    """An early turn has become this post; one that broke off only began it."""
    plan = plans.get(part.unit) if part.how == "plan" else None
    if plan is None:
        return
    if any(isinstance(event, PlanFailed) and event.unit == part.unit for event in applied.events):
        plan.post = post
        plan.save(update_fields=["post", "changed_at"])
    else:
        mark_played(plan, post, 0)


def own_post(posts: Sequence[TurnPost], unit: str, player: User) -> TurnPost | None:
    """The post that the player's step made or added to; a model of the Overlord's acts in his."""
    of_unit = next((post for post in posts if post.unit == unit), None)
    return of_unit or next((post for post in posts if post.unit == OVERLORD and post.author_id == player.pk), None)


CUT = "cut"
"""In a post's notes: where it ended, and how, before part of it was taken back."""


def take_back_posts(battle: Battle, stands: frozenset[int], state: State) -> None:
    """A turn that was taken back in part ends with what stands of it; where the game stands in it again, it is open
    again. What stands again belongs to it again."""
    here = inside(state)
    for post in TurnPost.objects.filter(battle=battle, undone_at__isnull=True):
        last, ended = post.last_event, post.notes.get("ended", "")
        whole, how = post.notes.get(CUT) or (0, "")
        if whole in stands and (whole > last or last not in stands):
            post.last_event, post.open = whole, False
            post.notes = post.notes | {"ended": how, CUT: None}
        elif last not in stands:
            post.last_event = max(number for number in stands if number < last)
            post.open = here == (post.notes.get("kind"), post.unit)
            post.notes = post.notes | {"ended": "", CUT: [last, ended]}
        else:
            continue
        post.save(update_fields=["last_event", "open", "notes"])
