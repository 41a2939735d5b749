"""The composer of a model's turn: what it may do now, each act with its choices, and what was chosen, judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from django.utils.translation import gettext as _

from battles.dungeon_map.words import facing_name
from rulebook.dungeon.grid import FACINGS, Square, square_name
from rulebook.dungeon.legal import draft_turn, legal_actions
from rulebook.dungeon.state import Model, Running
from rulebook.dungeon.steps import (
    Cast,
    Fight,
    PlayCard,
    RaiseDead,
    Shoot,
    Step,
    Trade,
    UseFeat,
    UseItem,
)
from rulebook.errors import Refused
from turns.dungeon.orders import CARD, CAST, FEAT, FIELD_OF_CODE, ITEM, UNCHOSEN, Orders, check_step, step_of
from turns.dungeon.outlook import Outlook, outlook_of
from turns.dungeon.sight import Sight
from turns.dungeon.wording import description, end_label, points_words, said

Options = tuple[tuple[str, str], ...]
OneStep = TypeVar("OneStep", bound=Step)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that may be done: `options` are whom or what it may be aimed at, `why` why it may not be done now."""

    value: str
    label: str
    note: str = ""
    options: Options = ()
    why: str = ""
    square: bool = False


@dataclass(frozen=True)
class Panel:
    """A turn being composed. `error` is (field, words) of what was chosen; nothing is wrong with what is unfinished."""

    sight: Sight
    unit: str
    orders: Orders

    @cached_property
    def model(self) -> Model | None:
        """The model that acts; None for the Overlord himself."""
        return self.sight.known.models.get(self.unit)

    @cached_property
    def running(self) -> Running | None:
        """The model's turn as far as it has come."""
        return draft_turn(self.sight.known, self.unit).running if self.model else None

    @cached_property
    def listed(self) -> list[Step]:
        """Everything that may be done next."""
        return legal_actions(self.sight.known, self.unit)

    def steps(self, kind: type[OneStep]) -> list[OneStep]:
        """Those of one kind."""
        return [step for step in self.listed if isinstance(step, kind)]

    @cached_property
    def judged(self) -> Step | Refused:
        """The step that was chosen, or what is wrong with it."""
        try:
            step = step_of(self.sight.known, self.unit, self.orders)
            check_step(self.sight.known, self.unit, step)
        except Refused as refused:
            return refused
        return step

    @property
    def step(self) -> Step | None:
        """The chosen step, if it may be taken."""
        return None if isinstance(self.judged, Refused) else self.judged

    @property
    def problem(self) -> tuple[str, str] | None:
        """What is wrong with what was chosen, and at which field."""
        if not isinstance(self.judged, Refused):
            return None
        field = FIELD_OF_CODE.get(self.judged.code, "to" if self.orders.act == "move" else "act")
        return field, said(self.judged, self.sight, self.unit)

    @property
    def shown_problem(self) -> tuple[str, str] | None:
        """The same, once enough is chosen to speak of it."""
        waiting = isinstance(self.judged, Refused) and self.judged.code in UNCHOSEN
        return None if waiting or not self.orders.act else self.problem

    @property
    def missing(self) -> str:
        """What is still to be chosen for what was begun, in words."""
        if not self.orders.act or not isinstance(self.judged, Refused) or self.judged.code not in UNCHOSEN:
            return ""
        return said(self.judged, self.sight, self.unit)

    @cached_property
    def outlook(self) -> Outlook | None:
        """The forecast of what was chosen."""
        return outlook_of(self.sight, self.unit, self.step) if self.step is not None else None

    @cached_property
    def acts(self) -> list[Act]:
        """What may be done, in the order of a turn."""
        if self.model is None:
            return [*self._cards(), *self._raises(), Act("end", end_label(self.sight, self.unit))]
        made = [self._move(), self._fight(), *self._shoot(), *self._casts(), *self._items(), *self._trade()]
        return [*made, *self._feats(), Act("end", end_label(self.sight, self.unit))]

    @property
    def chosen(self) -> Act | None:
        """The act that is ticked."""
        return next((act for act in self.acts if act.value == self.orders.act), None)

    @property
    def start(self) -> str:
        """Where the model stands."""
        return square_name(self.model.at) if self.model is not None and self.model.at is not None else "7,3"

    @property
    def facings(self) -> list[tuple[str, str]]:
        """The facings to choose from; the first one is where it goes by itself."""
        first = _("as it walks") if self.orders.act == "move" else _("north")
        rest = [(facing, facing_name(facing)) for facing in FACINGS if self.orders.act == "move" or facing != "N"]
        return [("", first), *rest]

    @property
    def may_be_extra(self) -> bool:
        """Is there an order and an extra activation to choose between for a model that has not begun?"""
        turn, running = self.sight.known.turn, self.sight.known.running
        return self.model is not None and turn is not None and running is None and bool(turn.orders and turn.extras)

    # --- trades

    @property
    def given(self) -> list[str]:
        """Items ticked to be given."""
        return self.orders.give.split(" ")

    @property
    def taken(self) -> list[str]:
        """Items ticked to be taken."""
        return self.orders.take.split(" ")

    @property
    def own_items(self) -> list[tuple[str, str]]:
        """What the hero has to give."""
        return self._goods(self.model)

    @property
    def other_items(self) -> list[tuple[str, str]]:
        """What the other hero has to give."""
        return self._goods(self.sight.known.models.get(self.orders.target))

    def _goods(self, model: Model | None) -> list[tuple[str, str]]:
        known = self.sight.known.items
        return [(key, self.sight.name(key)) for key in (model.items if model else ()) if known[key].paraphernalia]

    # --- acts of a model

    def _move(self) -> Act:
        assert self.running is not None
        if not self.running.may_move:
            return Act("move", _("Move"), why=_("It may not move any more in this turn."), square=True)
        note = _("may only turn") if self.running.turns_only else points_words(self.running.points)
        return Act("move", _("Move or turn"), note, square=True)

    def _fight(self) -> Act:
        options = self._named(step.target for step in self.steps(Fight))
        why = "" if options else self._why_no_act(_("Nobody is in its front arc."))
        return Act("fight", _("Fight"), options=options, why=why)

    def _shoot(self) -> list[Act]:
        assert self.model is not None
        if not self.model.profile.shooting:
            return []
        options = self._named(step.target for step in self.steps(Shoot))
        why = "" if options else self._why_no_act(_("It sees nobody it may shoot at."))
        return [Act("shoot", _("Shoot"), options=options, why=why)]

    def _casts(self) -> list[Act]:
        assert self.model is not None
        casts = [step for step in self.listed if isinstance(step, Cast)]
        return [
            self._cast(key, [step for step in casts if step.spell == key], recharge)
            for key, recharge in self.model.spells.items()
        ]

    def _cast(self, key: str, steps: list[Cast], recharge: int) -> Act:
        spell = self.sight.known.spells[key]
        label = _("Cast %(spell)s") % {"spell": self.sight.name(key)}
        why = ""
        if recharge:
            why = _("still recharging")
        elif not steps:
            why = self._why_no_act(_("Nothing to cast it at."))
        options = self._named(dict.fromkeys(step.target for step in steps if step.target))
        places = spell.effect in ("summon", "hasten")
        return Act(CAST + key, label, description(key, self.sight), options, why, square=places)

    def _items(self) -> list[Act]:
        assert self.model is not None
        known = self.sight.known.items
        usable = [key for key in dict.fromkeys(self.model.items) if known[key].use == "activated"]
        return [self._item(key) for key in usable]

    def _item(self, key: str) -> Act:
        steps = [step for step in self.listed if isinstance(step, UseItem) and step.item == key]
        options = self._named(step.target for step in steps if step.target)
        label = _("Use %(item)s") % {"item": self.sight.name(key)}
        why = "" if steps else self._refusal(UseItem(key))
        return Act(ITEM + key, label, description(key, self.sight), options, why)

    def _trade(self) -> list[Act]:
        steps = [step for step in self.listed if isinstance(step, Trade)]
        if not steps:
            return []
        return [Act("trade", _("Offer a trade"), options=self._named(dict.fromkeys(step.other for step in steps)))]

    def _feats(self) -> list[Act]:
        assert self.model is not None
        return [self._feat(feat) for feat in self.model.profile.feats if self.model.is_hero or self._may(UseFeat(feat))]

    def _feat(self, feat: str) -> Act:
        label = _("Feat: %(feat)s") % {"feat": self.sight.name(feat)}
        why = "" if self._may(UseFeat(feat)) else self._refusal(UseFeat(feat))
        return Act(FEAT + feat, label, description(feat, self.sight), why=why)

    # --- acts of the Overlord himself

    def _cards(self) -> list[Act]:
        hand = self.sight.known.hand
        return [self._card(card) for card in dict.fromkeys(hand) if card]

    def _card(self, card: str) -> Act:
        count = self.sight.known.hand.count(card)
        label = _("Play %(card)s") % {"card": self.sight.name(card)} + (f" ×{count}" if count > 1 else "")
        return Act(CARD + card, label, description(card, self.sight), why=self._refusal(PlayCard(card)))

    def _raises(self) -> list[Act]:
        steps = [step for step in self.listed if isinstance(step, RaiseDead)]
        if self.sight.known.phase != "overlord" or not self.sight.known.mission.necromancer:
            return []
        options = self._named(dict.fromkeys(step.minion for step in steps))
        why = "" if steps else _("There is no free bone pile, no order left, or as many as there may be.")
        return [Act("raise", _("Raise Dead"), options=options, why=why, square=True)]

    # --- helpers

    def _named(self, keys: Iterable[str]) -> Options:
        return tuple((key, self.sight.name(key)) for key in keys)

    def _may(self, step: Step) -> bool:
        return not self._refusal(step)

    def _refusal(self, step: Step) -> str:
        try:
            check_step(self.sight.known, self.unit, step)
        except Refused as refused:
            return said(refused, self.sight, self.unit)
        return ""

    def _why_no_act(self, otherwise: str) -> str:
        """Acting is over for this turn, or there is nothing to act upon."""
        assert self.running is not None
        return _("It has acted in this turn.") if self.running.stage == "done" else otherwise

    # --- what the map marks

    def targets(self) -> frozenset[str]:
        """Whom or what the chosen act may be aimed at; any attack while nothing is chosen."""
        found: list[Fight | Shoot | Cast] = [step for step in self.listed if isinstance(step, Fight | Shoot)]
        if self.orders.spell:
            found = [step for step in self.listed if isinstance(step, Cast) and step.spell == self.orders.spell]
        elif self.orders.act in ("fight", "shoot"):
            found = [step for step in found if step.kind == self.orders.act]
        elif self.orders.act not in ("", "move"):
            return frozenset()
        return frozenset(step.target for step in found if step.target)

    def free(self) -> frozenset[Square]:
        """The squares that the chosen act may name, where it is no move."""
        if self.orders.act == "raise":
            return frozenset(step.square for step in self.listed if isinstance(step, RaiseDead))
        if not self.orders.spell:
            return frozenset()
        casts = [step for step in self.listed if isinstance(step, Cast) and step.spell == self.orders.spell]
        ways = [step.path[-1].at for step in casts if step.path and step.target == self.orders.target]
        return frozenset([*ways, *(step.square for step in casts if step.square is not None)])

    def moves(self) -> bool:
        """Is the map for moving now?"""
        may = self.running is not None and self.running.may_move
        return may and self.orders.act in ("", "move")
