"""Forms of characters: a proposal within a class's limits, the words of a sheet, promotion, the director's word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.offering import offer_rows
from campaign.models import Membership
from campaign.selectors import table_rules
from characters.models import Character
from characters.proposals import PORTRAITS, Proposal, broken_rules, ranks_open
from characters.refusals import form_field, said
from characters.selectors import class_of, figures_of, open_claims
from characters.words import CAMPAIGN_ATTRIBUTES, FIGURES, PORTRAIT_NAMES, Words, talent_words
from characters.words import EFFECTS as EFFECT_NAMES
from rulebook.saga.catalogue import TALENTS, ClassEntry, Figures, Span
from rulebook.saga.catalogue.items import AS_TRAITS, EFFECTS, ITEM_LEVELS
from rulebook.saga.creation import Broken, campaign_points_left, points_left, starting_figures
from rulebook.saga.promotion import growable, learnable
from rulebook.saga.rules import RANKS, Rank

# The form's names of the rulebook's figures; `break_` would make an odd id on a page.
FIGURE_FIELDS = {
    "strength": "strength",
    "armor": "armor",
    "willpower": "willpower",
    "exertion": "exertion",
    "break_": "break_value",
}
LARGEST = 1000
SPARE = "spare"
"""The box that lets a sheet go with points left over."""
WORDS = ("appearance", "history", "private_notes")


def _whole(label: Words, help_text: str = "", *, low: int, high: int, step: int = 1) -> forms.IntegerField:
    """A whole number whose limits the browser shows and the rulebook judges, which tells all broken rules at once."""
    limits = {"min": low, "max": high, "step": step}
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=-LARGEST,
        max_value=LARGEST,
        widget=forms.NumberInput(attrs=limits),
    )


class WordsForm(forms.ModelForm):
    """Picture and words, free of rules."""

    class Meta:
        model = Character
        fields = ("portrait", *WORDS)
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "appearance": forms.Textarea(attrs={"rows": 4}),
            "history": forms.Textarea(attrs={"rows": 8}),
            "private_notes": forms.Textarea(attrs={"rows": 4}),
        }
        help_texts: ClassVar[dict[str, Any]] = {"private_notes": _("Only you and the director read these.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["portrait"] = portrait_field()


class ProposalForm(forms.Form):
    """A new character of one class, or a returned one to be put right; all broken rules show, each at its field."""

    name = forms.CharField(label=_("Name"), max_length=60)

    def __init__(
        self,
        *args: Any,
        entry: ClassEntry,
        membership: Membership,
        party: tuple[Rank, ...],
        character: Character | None = None,
        draft: bool = False,
        heir_of: int | None = None,
        **kwargs: Any,
    ) -> None:
        self.entry, self.membership, self.party, self.draft = entry, membership, party, draft
        self.points_to_spare = False
        self.rules = table_rules(membership.campaign)
        kwargs.setdefault("initial", self._starting_values(character))
        super().__init__(*args, **kwargs)
        self._add_choices()
        self._add_claims(character, heir_of)
        self._add_figures()
        self._add_attributes()
        self.fields["portrait"] = portrait_field()
        for name in WORDS:
            self.fields[name] = WordsForm.base_fields[name]

    def group(self, *names: str) -> list[forms.BoundField]:
        """Some of the fields, bound, in this order."""
        return [self[name] for name in names if name in self.fields]

    @property
    def identity(self) -> list[forms.BoundField]:
        return self.group("name", "rank", "clan", "heir_of")

    @property
    def figures(self) -> list[forms.BoundField]:
        return self.group(*FIGURE_FIELDS.values(), "reaction")

    @property
    def attributes(self) -> list[forms.BoundField]:
        return self.group(*CAMPAIGN_ATTRIBUTES)

    @property
    def words(self) -> list[forms.BoundField]:
        return self.group(*WORDS)

    @property
    def figures_shown(self) -> bool:
        """Whether there is a choice of figures; a class with fixed ones has none (CHAR-5)."""
        return self.entry.fixed is None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.draft:
            self.add_broken(
                broken_rules(self.proposal(), party=self.party, membership=self.membership, rules=self.rules)
            )
            self._ask_about_points()
        return cleaned

    def _ask_about_points(self) -> None:
        """Points may be left over (CHAR-5), but seldom on purpose: the sheet goes out when its maker has said so."""
        if self.errors:
            return
        proposal = self.proposal()
        figures = max(0, points_left(self.entry, proposal.figures))
        attributes = campaign_points_left(proposal.attributes, self.rules)
        self.points_to_spare = bool(figures or attributes)
        if self.points_to_spare and SPARE not in self.data:
            told = gettext(
                "Points are not spent: %(figures)s for figures, %(attributes)s for campaign attributes. "
                "Spend them, or tick below that the sheet goes as it is."
            )
            self.add_error(None, told % {"figures": figures, "attributes": attributes})

    def add_broken(self, broken: Iterable[Broken]) -> None:
        """Show broken rules, each at its field; those of several fields above the form."""
        for one in broken:
            name = form_field(one)
            self.add_error(name if name in self.fields else None, said(one))

    def proposal(self) -> Proposal:
        """What the form proposes; call it when the fields are clean."""
        given = self.cleaned_data
        return Proposal(
            name=given["name"],
            rank=given["rank"],
            class_key=self.entry.key,
            figures=self._figures(),
            reaction=given["reaction"],
            attributes={name: given[name] for name in CAMPAIGN_ATTRIBUTES},
            clan=given["clan"],
            portrait=given["portrait"],
            heir_of=int(given["heir_of"]) if given.get("heir_of") else None,
            **{name: given[name] for name in WORDS},
        )

    def _figures(self) -> Figures:
        if self.entry.fixed is not None:
            return self.entry.fixed
        return Figures(**{name: self.cleaned_data[field] for name, field in FIGURE_FIELDS.items()})

    def _starting_values(self, character: Character | None) -> dict[str, Any]:
        """The character's own values where it has any; otherwise the least that the class and the table allow."""
        figures = starting_figures(self.entry)
        values: dict[str, Any] = {
            "reaction": self.entry.reaction.low,
            **dict.fromkeys(CAMPAIGN_ATTRIBUTES, self.rules.campaign_points_start),
        }
        if character is not None:
            kept = ("name", "rank", "clan", "portrait", *WORDS, *CAMPAIGN_ATTRIBUTES)
            values |= {name: getattr(character, name) for name in kept}
            if character.class_key == self.entry.key:
                figures = figures_of(character)
                values["reaction"] = character.reaction
        return values | {FIGURE_FIELDS[name]: value for name, value in figures.items()}

    def _add_choices(self) -> None:
        labels = dict(Character.Rank.choices)
        open_to = ranks_open(self.party, self.membership)
        ranks = [(rank, labels[rank]) for rank in (open_to if open_to and not self.draft else RANKS)]
        clans = self.membership.campaign.clans.all()
        self.fields["rank"] = forms.ChoiceField(label=_("Rank"), choices=ranks)
        self.fields["clan"] = forms.ModelChoiceField(
            label=_("Clan"), queryset=clans, required=clans.exists(), empty_label=None
        )

    def _add_claims(self, character: Character | None, heir_of: int | None) -> None:
        """Whose heir it is, where the player has somebody to inherit from (HEIR-1)."""
        claims = open_claims(self.membership.user, self.membership.campaign)
        free = [claim for claim in claims if claim.heir_id is None or claim.heir == character]
        if not free:
            return
        labels = dict(Character.Rank.choices)
        told = gettext("%(name)s: %(amount)s renown, for a %(rank)s")
        named = [(c, {"name": c.dead.name, "amount": c.amount, "rank": labels[c.rank]}) for c in free]
        mine = next((claim.dead_id for claim in free if character is not None and claim.heir == character), heir_of)
        self.fields["heir_of"] = forms.ChoiceField(
            label=_("Heir of"),
            choices=[("", _("nobody"))] + [(str(claim.dead_id), told % words) for claim, words in named],
            required=False,
            initial=str(mine or ""),
            help_text=_("An heir of the same rank begins with part of what the dead one earned (HEIR-1)."),
        )

    def _add_figures(self) -> None:
        if self.figures_shown:
            for name, field in FIGURE_FIELDS.items():
                self.fields[field] = _bounded(FIGURES[name], self.entry.caps.of(name))
        self.fields["reaction"] = _bounded(FIGURES["reaction"], self.entry.reaction)

    def _add_attributes(self) -> None:
        rules = self.rules
        for name, (label, meaning) in CAMPAIGN_ATTRIBUTES.items():
            self.fields[name] = _whole(
                label,
                str(meaning),
                low=rules.campaign_points_start,
                high=rules.campaign_points_cap,
                step=rules.campaign_points_step,
            )


class PromotionForm(forms.Form):
    """Where the points of a promotion go (PROM-1): attributes below the class's cap, and talents that are open."""

    level = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, *args: Any, character: Character, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["level"] = character.level + 1
        figures, talents, entry = figures_of(character), character.talents, class_of(character)
        values, caps = dict(figures.items()), entry.caps
        for name in growable(entry, figures):
            words = {"value": values[name], "cap": caps.of(name).high}
            self._offer(FIGURE_FIELDS[name], FIGURES[name], gettext("now %(value)s, at most %(cap)s") % words, most)
        for key in learnable(entry, figures, talents, most):
            talent = talent_words(key, talents.get(key, 0))
            now = gettext("now rank %(rank)s") % {"rank": talent.rank}
            self._offer(key, talent.name, f"{talent.text} {now}.", most)

    def _offer(self, name: str, label: Words, help_text: str, most: int) -> None:
        self.fields[name] = forms.IntegerField(
            label=label,
            help_text=help_text,
            initial=0,
            min_value=0,
            max_value=LARGEST,
            widget=forms.NumberInput(attrs={"min": 0, "max": most}),
        )

    def talent_fields(self) -> list[forms.BoundField]:
        """The talents that a point may go into."""
        return [self[name] for name in self.fields if name in TALENTS]

    def attribute_fields(self) -> list[forms.BoundField]:
        """The attributes that a point may go into."""
        return [self[name] for name in self.fields if name in FIGURE_FIELDS.values()]

    def points(self) -> dict[str, int]:
        """The attributes and talents that grow, in the rulebook's names, and by how much."""
        fields = FIGURE_FIELDS | {key: key for key in TALENTS}
        given = {name: self.cleaned_data.get(field) or 0 for name, field in fields.items()}
        return {name: more for name, more in given.items() if more}

    def add_broken(self, broken: Iterable[Broken]) -> None:
        """Show broken rules, each at its field; the others above the form."""
        for one in broken:
            name = form_field(one)
            self.add_error(name if name in self.fields else None, said(one))


class ReturnForm(forms.Form):
    """The director's word with a sheet that goes back."""

    word = forms.CharField(label=_("What should change"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))


class RenownForm(forms.Form):
    """Renown for something in the plot, or a correction of the ledger, either way with its reason."""

    kind = forms.ChoiceField(
        label=_("What it is"),
        choices=(("plot", _("earned in the plot")), ("correction", _("a correction of the ledger"))),
    )
    amount = forms.IntegerField(label=_("Renown"), min_value=-LARGEST, max_value=LARGEST)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("amount") == 0 or (cleaned.get("kind") == "plot" and (cleaned.get("amount") or 1) < 0):
            self.add_error("amount", _("What is earned is more than nothing; less is a correction."))
        return cleaned


class ReasonForm(forms.Form):
    """Why a player asks for something."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class ItemForm(forms.Form):
    """An item of the director's own: its words, its level, and what it changes."""

    name = forms.CharField(label=_("Name"), max_length=60)
    words = forms.CharField(label=_("Description"), max_length=300, required=False)
    level = forms.IntegerField(label=_("Level"), min_value=ITEM_LEVELS.low, max_value=ITEM_LEVELS.high, initial=1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, most in EFFECTS.items():
            self.fields[FIGURE_FIELDS.get(name, name)] = forms.IntegerField(
                label=EFFECT_NAMES[name],
                min_value=0 if name in AS_TRAITS else -most,
                max_value=most,
                initial=0,
                required=False,
            )

    @property
    def effects(self) -> dict[str, int]:
        """What it changes, in the rulebook's names."""
        return {name: self.cleaned_data.get(FIGURE_FIELDS.get(name, name)) or 0 for name in EFFECTS}

    @property
    def effect_fields(self) -> list[forms.BoundField]:
        return [self[FIGURE_FIELDS.get(name, name)] for name in EFFECTS]

    @property
    def word_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "words", "level")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not any(self.effects.values()):
            self.add_error(None, _("An item changes at least one figure."))
        return cleaned


class GiveForm(forms.Form):
    """To whom an item goes."""

    def __init__(self, *args: Any, characters: QuerySet[Character], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"] = forms.ModelChoiceField(
            label=_("Who gets it"), queryset=characters, empty_label=_("choose somebody")
        )


class DeathForm(forms.Form):
    """A death in the plot, told in words; a hero's or companion's only where it weighs (DEATH-1, DEATH-5)."""

    words = forms.CharField(label=_("How it came"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))

    def __init__(self, *args: Any, needs_weight: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if needs_weight:
            self.fields["weighty"] = forms.BooleanField(
                label=_("The plot is at a crucial point, and this death carries weight"), required=False
            )


class FarewellForm(forms.Form):
    """Why a character leaves the story."""

    words = forms.CharField(
        label=_("Why the character leaves"), max_length=200, widget=forms.Textarea(attrs={"rows": 3})
    )


class HeroPointsForm(forms.Form):
    """What hero points are spent on in the plot (STAT-8)."""

    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, *args: Any, prices: dict[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"reroll": gettext("Re-roll a test (%(price)s)"), "vote": gettext("One vote more (%(price)s)")}
        choices = [(use, labels[use] % {"price": price}) for use, price in prices.items()]
        self.fields["use"] = forms.ChoiceField(label=_("Spend on"), choices=choices)
        self.order_fields(["use", "reason"])


class SeatForm(forms.Form):
    """Whose characters go to whom."""

    def __init__(self, *args: Any, leavers: QuerySet[User], players: QuerySet[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["before"] = forms.ModelChoiceField(label=_("Whose seat"), queryset=leavers, empty_label=None)
        self.fields["after"] = forms.ModelChoiceField(
            label=_("Who takes it over"),
            queryset=players,
            empty_label=None,
            help_text=_("A player without characters here."),
        )
        offer_rows(self, "before", leavers, label=lambda user: user.shown_name)
        offer_rows(self, "after", players, label=lambda user: user.shown_name)


def portrait_field() -> forms.ChoiceField:
    """One of the eight pictures."""
    choices = [(key, PORTRAIT_NAMES[key]) for key in PORTRAITS]
    return forms.ChoiceField(label=_("Picture"), choices=choices, widget=forms.RadioSelect, initial=PORTRAITS[0])


def _bounded(label: Words, span: Span) -> forms.IntegerField:
    return _whole(label, str(span), low=span.low, high=span.high)
