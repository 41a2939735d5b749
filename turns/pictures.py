"""The picture of a round: the board at its end, or now, as everybody may see it, to be shown elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from django.utils.translation import gettext as _

from battles import board, hits, sharing
from battles.drawing import Scene
from battles.models import Battle
from battles.palette import Theme
from battles.selectors import SPECTATOR, state_of, viewer_version
from rulebook.saga import Viewer, event_from_json, setup_from_json, view
from rulebook.saga.history import states
from rulebook.saga.state import State
from turns import services
from turns.models import RoundPicture
from turns.scenes import scene_of
from turns.sight import Sight, sight_at

DRAWN = ("saga",)
"""The rulesets whose boards can be drawn as a picture."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture looks: its colours, and the language of its words."""

    theme: Theme
    language: str


def last_round(battle: Battle) -> int:
    """The newest round that there is a picture of; 0 while there is none: before the first, nobody's place is known."""
    return state_of(battle).round if battle.state is not None and battle.ruleset in DRAWN else 0


def picture_of(battle: Battle, round_: int, look: Look, *, now: datetime) -> RoundPicture:
    """The picture of a round from 1 to `last_round`, drawn where it is not kept yet.

    A round that is over stays as it was; that of the round being played is drawn anew when everybody can see a change.
    """
    running = round_ == last_round(battle)
    version = _version(state_of(battle)) if running else ""
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
        version=version or _version(state),
        png=png,
        at=now,
    )


def svg_of(battle: Battle, round_: int, look: Look, *, state: State | None = None) -> str:
    """The same picture as SVG."""
    with translation.override(look.language):
        sight = _seen_by_all(battle, state or state_at(battle, round_))
        return sharing.svg_of(
            board.compose(_scene(sight), picks=False, language=look.language),
            title=battle.name,
            subtitle=_("Round %(round)s · %(campaign)s") % {"round": round_, "campaign": battle.campaign.name},
            sides=[(team, name) for team, name in _sides(sight).items() if name],
            theme=look.theme,
        )


def alt_of(battle: Battle, round_: int) -> str:
    """Who stands where in words, in the language in force."""
    sight = _seen_by_all(battle, state_at(battle, round_))
    names = {"n": _("Others"), **_sides(sight)}
    return f"{battle.name}. {hits.alt(_scene(sight), names)}"


def state_at(battle: Battle, round_: int) -> State:
    """The battle at the end of a round; now, if that round is being played."""
    state: State = state_of(battle)
    return state if round_ == state.round else _end_of(battle, round_)


def _end_of(battle: Battle, round_: int) -> State:
    rows = battle.events.order_by("number").values_list("data", flat=True)
    assert battle.setup is not None
    course = states(setup_from_json(battle.setup), [event_from_json(data) for data in rows])
    # The last one: what was taken back and played again counts as it was played again.
    return next(state for state in reversed(course) if state.round == round_)


def _version(state: State) -> str:
    return viewer_version(view(state, Viewer(SPECTATOR)))


def _seen_by_all(battle: Battle, state: State) -> Sight:
    return sight_at(battle, AnonymousUser(), state)


def _scene(sight: Sight) -> Scene:
    running = sight.running_unit
    return scene_of(sight, acting=running.id if running is not None else "")


def _sides(sight: Sight) -> dict[str, str]:
    first, second = sight.state.sides[:2]
    others = sight.state.sides[2].name if len(sight.state.sides) > 2 else ""
    return {"a": first.name, "b": second.name} | ({"n": others} if others else {})
