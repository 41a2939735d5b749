"""A model, door or chest looked at closely: its figures, what it can do, what lies on it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from battles.dungeon_map.words import place_name
from battles.selectors import user_of
from rulebook.dungeon.board import Lock
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.state import DIRECTOR
from rulebook.dungeon.view import EffectView, ModelView
from turns.dungeon.sight import Sight
from turns.dungeon.wording import description

STATS = {
    "armour": gettext_lazy("Armour"),
    "armour-set": gettext_lazy("Armour"),
    "fight-dice": gettext_lazy("dice in the next Fight"),
    "shoot-dice": gettext_lazy("dice in the next shot"),
    "magic-dice": gettext_lazy("dice in the next magic attack"),
}
CHARACTERS = {
    "Brutal": gettext_lazy("Brutal"),
    "Cowardly": gettext_lazy("Cowardly"),
    "Cunning": gettext_lazy("Cunning"),
    "Warrior": gettext_lazy("Warrior"),
    "Undead": gettext_lazy("Undead"),
}


@dataclass(frozen=True, slots=True)
class Detail:
    """What the page tells of something: figures are (label, value), lines are (label, words)."""

    id: str
    name: str
    place: str
    kind: str
    team: str
    figures: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    words: tuple[str, ...] = ()
    shows: bool = False


def detail_of(sight: Sight, picked: str) -> Detail | None:
    """What was picked, as far as the reader knows of it."""
    model = sight.models.get(picked)
    if model is not None:
        return _model(sight, model)
    return _thing(sight, picked)


def _thing(sight: Sight, picked: str) -> Detail | None:
    thing = sight.known.board.closed(picked)
    if thing is None:
        return None
    closure = thing.closure
    figures = (
        ((_("Combat"), str(closure.combat)), (_("Armour"), str(closure.armour)))
        if isinstance(closure, Lock)
        else ((_("power of the ward"), str(closure.power)),)
    )
    how = (
        _("Heroes open it by a Fight: one hit is enough. It never strikes back.")
        if isinstance(closure, Lock)
        else _("Force does nothing to it; certain spells lower its power, at zero it opens.")
    )
    return Detail(thing.id, sight.name(thing.id), place_name(thing.squares), "", "n", figures, words=(how,))


def _model(sight: Sight, model: ModelView) -> Detail:
    laid = sight.known.models[model["id"]]
    return Detail(
        id=model["id"],
        name=sight.name(model["id"]),
        place=place_name(laid.squares) if laid.squares else "",
        kind=_kind(sight, model),
        team="a" if model["side"] == "hero" else "b",
        figures=tuple(figures_of(model)),
        lines=tuple(line for line in _lines(sight, model) if line[1]),
        words=tuple(_words(sight, model)),
        shows=laid.on_board,
    )


def _kind(sight: Sight, model: ModelView) -> str:
    kind = {"hero": _("hero"), "boss": _("boss"), "minion": _("minion")}[model["kind"]]
    parts = [kind] if model["kind"] == "hero" else [kind, _("level %(level)s") % {"level": model["level"]}]
    return " · ".join([*parts, player_words(sight, model)] if model["kind"] == "hero" else parts)


def player_words(sight: Sight, model: ModelView) -> str:
    """Whose hero it is."""
    if model["taken_over"] or model["player"] == DIRECTOR:
        return _("played by the director")
    player: User | None = user_of(model["player"])
    return _("played by %(player)s") % {"player": player.shown_name if player else "—"}


def figures_of(model: ModelView) -> list[tuple[str, str]]:
    """A model's figures as they count now, each with its label."""
    move, armour = model["move_counted"], model["armour_counted"]
    found = [(_("Movement"), str(move)), (_("Combat"), str(model["combat"]))]
    found += [(_("Shooting"), str(model["shooting"]))] if model["shooting"] else []
    found += [(_("Armour"), str(armour) if armour == model["armour"] else f"{armour} ({model['armour']})")]
    if model["kind"] != "minion":
        found.append((_("wounds"), f"{model['wounds']}/{MOST_WOUNDS}"))
    return found


def _lines(sight: Sight, model: ModelView) -> list[tuple[str, str]]:
    return [
        (_("Damage:"), _damage(model)),
        (_("Feats:"), ", ".join(_feat(sight, feat, model) for feat in model["feats"])),
        (_("Abilities:"), ", ".join(sight.name(one) for one in model["abilities"])),
        (_("Spells:"), ", ".join(_spell(sight, key, left) for key, left in model["spells"].items())),
        (_("Items:"), ", ".join(sight.name(item) for item in model["items"])),
        (_("On it now:"), ", ".join(_effect(sight, effect) for effect in model["effects"])),
        (_("Characters:"), ", ".join(str(CHARACTERS.get(one, one)) for one in model["characters"])),
        (_("In the front arc of:"), ", ".join(sight.name(one) for one in model["engaged_by"])),
    ]


def _damage(model: ModelView) -> str:
    """A minion's damage table: what so many hits of one attack do."""
    names = {"destroyed": _("destroyed"), "bone_pile": _("a bone pile")}
    rows = [
        ngettext("%(hits)d hit: %(effect)s", "%(hits)d hits: %(effect)s", hits)
        % {"hits": hits, "effect": names.get(effect, effect)}
        for hits, effect in sorted(model["table"])
    ]
    return ", ".join(rows)


def _feat(sight: Sight, feat: str, model: ModelView) -> str:
    used = f" ({_('used')})" if feat in model["feats_used"] else ""
    return f"{sight.name(feat)}{used}: {description(feat, sight)}"


def _spell(sight: Sight, key: str, left: int) -> str:
    if not left:
        return sight.name(key)
    rounds = ngettext("ready in %(count)d round", "ready in %(count)d rounds", left) % {"count": left}
    return f"{sight.name(key)} ({rounds})"


def _effect(sight: Sight, effect: EffectView) -> str:
    name = sight.name(effect["name"].removesuffix("-hold"))
    if effect["stat"] not in STATS:
        return name
    amount = str(effect["amount"]) if effect["stat"] == "armour-set" else f"{effect['amount']:+d}"
    return f"{name} ({amount} {STATS[effect['stat']]})"


def _words(sight: Sight, model: ModelView) -> list[str]:
    found = []
    if model["injured"]:
        found.append(_("Injured: one die less in fights and shots."))
    elif model["injured_at"]:
        found.append(
            ngettext("Injured from %(count)d wound on.", "Injured from %(count)d wounds on.", model["injured_at"])
            % {"count": model["injured_at"]}
        )
    if model["outnumbered"]:
        found.append(_("Outnumbered: one die less in fights."))
    if model["at"] is None:
        found.append(_("It has left the board."))
    return found
