"""The picture of a round: the board at its end, or now, as everybody may see it, to be shown elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles import board, hits, sharing
from battles.drawing import Drawing, Scene
from battles.dungeon_map import draw, plan_of
from battles.dungeon_map.words import alt as dungeon_alt
from battles.models import Battle
from battles.palette import Theme
from battles.selectors import SPECTATOR, ruleset_of, state_of, viewer_version
from rulebook.dungeon.history import states as dungeon_states
from rulebook.dungeon.view import GameView
from rulebook.saga.history import states as saga_states
from rulebook.saga.state import State
from rulebook.viewers import Viewer
from turns import services
from turns.models import RoundPicture
from turns.scenes import scene_of
from turns.sight import Sight, sight_at
from turns.unit_names import round_words


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture looks: its colours, and the language of its words."""

    theme: Theme
    language: str


@dataclass(frozen=True, slots=True)
class Painter:
    """One game's part in a picture, for a battle and a state of it, as everybody may see it.

    `course`: from a set-up and events the state after each. `sides`: (team, name), as the legend names them.
    """

    course: Callable[[Any, Any], Sequence[Any]]
    drawing: Callable[[Battle, Any, str], Drawing]
    alt: Callable[[Battle, Any], str]
    sides: Callable[[Battle, Any], Mapping[str, str]]


def last_round(battle: Battle) -> int:
    """The newest round that there is a picture of; 0 while there is none: before the first, nobody's place is known."""
    return state_of(battle).round if battle.state is not None else 0


def picture_of(battle: Battle, round_: int, look: Look, *, now: datetime) -> RoundPicture:
    """The picture of a round from 1 to `last_round`, drawn where it is not kept yet.

    A round that is over stays as it was; that of the round being played is drawn anew when everybody can see a change.
    """
    running = round_ == last_round(battle)
    version = _version(battle, state_of(battle)) if running else ""
    kept = RoundPicture.objects.filter(battle=battle, round=round_, theme=look.theme, language=look.language).first()
    if kept is not None and version in ("", kept.version):
        return kept
    state = state_of(battle) if running else _end_of(battle, round_)
    png = sharing.png_of(svg_of(battle, round_, look, state=state))
    return services.keep_picture(
        battle=battle,
        round_=round_,
        theme=look.theme,
        language=look.language,
        version=version or _version(battle, state),
        png=png,
        at=now,
    )


def svg_of(battle: Battle, round_: int, look: Look, *, state: Any = None) -> str:
    """The same picture as SVG."""
    painter, shown = PAINTERS[battle.ruleset], state or state_at(battle, round_)
    with translation.override(look.language):
        return sharing.svg_of(
            painter.drawing(battle, shown, look.language),
            title=battle.name,
            subtitle=f"{capfirst(round_words(battle, round_))} · {battle.campaign.name}",
            sides=[(team, name) for team, name in painter.sides(battle, shown).items() if name],
            theme=look.theme,
        )


def alt_of(battle: Battle, round_: int) -> str:
    """Who stands where in words, in the language in force."""
    return f"{battle.name}. {PAINTERS[battle.ruleset].alt(battle, state_at(battle, round_))}"


def state_at(battle: Battle, round_: int) -> Any:
    """The battle at the end of a round; now, if that round is being played."""
    state = state_of(battle)
    return state if round_ == state.round else _end_of(battle, round_)


def _end_of(battle: Battle, round_: int) -> Any:
    ruleset, rows = ruleset_of(battle), battle.events.order_by("number").values_list("data", flat=True)
    assert battle.setup is not None
    events = [ruleset.event_from_json(data) for data in rows]
    course = PAINTERS[battle.ruleset].course(ruleset.setup_from_json(battle.setup), events)
    # The last one: what was taken back and played again counts as it was played again.
    return next(state for state in reversed(course) if state.round == round_)


def _version(battle: Battle, state: Any) -> str:
    return viewer_version(_seen_by_all(battle, state))


def _seen_by_all(battle: Battle, state: Any) -> Any:
    return ruleset_of(battle).view(state, Viewer(SPECTATOR))


# --- the saga


def _sight(battle: Battle, state: State) -> Sight:
    return sight_at(battle, AnonymousUser(), state)


def _scene(sight: Sight) -> Scene:
    running = sight.running_unit
    return scene_of(sight, acting=running.id if running is not None else "")


def _saga_drawing(battle: Battle, state: State, language: str) -> Drawing:
    return board.compose(_scene(_sight(battle, state)), picks=False, language=language)


def _saga_alt(battle: Battle, state: State) -> str:
    return hits.alt(_scene(_sight(battle, state)), {"n": _("Others"), **_saga_sides(battle, state)})


def _saga_sides(battle: Battle, state: State) -> dict[str, str]:
    sides = _sight(battle, state).state.sides
    others = sides[2].name if len(sides) > 2 else ""
    return {"a": sides[0].name, "b": sides[1].name} | ({"n": others} if others else {})


# --- the dungeon


def _dungeon_drawing(battle: Battle, state: Any, language: str) -> Drawing:
    seen: GameView = _seen_by_all(battle, state)
    acting = state.running.unit if state.running is not None else ""
    return draw(plan_of(seen, language, acting=acting), picks=False, language=language)


def _dungeon_alt(battle: Battle, state: Any) -> str:
    return dungeon_alt(plan_of(_seen_by_all(battle, state), translation.get_language() or "en"))


def _dungeon_sides(battle: Battle, state: Any) -> dict[str, str]:
    return {"a": _("Heroes"), "b": _("The Overlord's")}


PAINTERS: Mapping[str, Painter] = {
    "saga": Painter(saga_states, _saga_drawing, _saga_alt, _saga_sides),
    "dungeon": Painter(dungeon_states, _dungeon_drawing, _dungeon_alt, _dungeon_sides),
}
"""By ruleset."""
