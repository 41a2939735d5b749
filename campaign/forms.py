"""Forms of a campaign's pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Clan, Invitation, Membership
from campaign.refusals import said
from campaign.rule_words import CHOICES, WORDS, RuleWords, shown_value
from campaign.services import MOST_USES
from campaign.services.applications import LONGEST_ANSWER, MOST_PLACES
from rulebook.errors import Unreadable
from rulebook.rulesets import GO_ON, TABLE_RULES
from rulebook.settings import RuleField

RULESETS = (
    ("saga", _("The saga: clans, caravans and battles")),
    ("dungeon", _("The dungeon: adventures against the Overlord")),
)
INVITED_FOR = (("1", _("one day")), ("7", _("a week")), ("30", _("thirty days")), ("0", _("no end")))


def _languages() -> list[tuple[str, str]]:
    return list(settings.LANGUAGES)


def _languages_or_any() -> list[tuple[str, str]]:
    return [("", str(_("any language"))), *_languages()]


class FindForm(forms.Form):
    """Words and language to find public campaigns by; all optional."""

    words = forms.CharField(label=_("Words"), required=False, max_length=80)
    language = forms.ChoiceField(label=_("Language"), required=False, choices=_languages_or_any)
    seeking = forms.BooleanField(label=_("Only those that take applications"), required=False)


class NewCampaignForm(forms.ModelForm):
    """What a new campaign needs: its words, its rules, who may read it, and, in the saga, its first clan."""

    ruleset = forms.ChoiceField(
        label=_("What is played"),
        choices=RULESETS,
        initial="saga",
        widget=forms.RadioSelect,
        help_text=_("It cannot be changed later."),
    )
    clan_name = forms.CharField(
        label=_("First clan"),
        max_length=80,
        required=False,
        help_text=_("The people a saga follows; more clans can come later. The dungeon does without."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=_languages)

    class Meta:
        model = Campaign
        fields = ("name", "summary", "language", "is_public")
        widgets = {"summary": forms.Textarea(attrs={"rows": 5})}
        help_texts = {"is_public": _("Otherwise only members know that it exists.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clan_name"].needed_later = True  # type: ignore[attr-defined]  # read by _field.html

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("ruleset", "saga") in GO_ON and not cleaned.get("clan_name"):
            self.add_error("clan_name", _("A saga needs its first clan."))
        return cleaned


class CampaignForm(forms.ModelForm):
    """The director's edit of a campaign's words and doors."""

    language = forms.ChoiceField(label=_("Language"), choices=_languages)

    class Meta:
        model = Campaign
        fields = ("name", "summary", "language", "is_public", "house_notes", "status")
        labels = {"status": _("State")}
        widgets = {"summary": forms.Textarea(attrs={"rows": 5}), "house_notes": forms.Textarea(attrs={"rows": 8})}
        help_texts = {
            "is_public": _("Otherwise only members know that it exists."),
            "house_notes": _("What your table has agreed beside the rules; shown on the rules page."),
            "status": _("A closed campaign can be read; nobody joins it any more."),
        }


class ClanForm(forms.ModelForm):
    """A clan's name."""

    class Meta:
        model = Clan
        fields = ("name",)


class InvitationForm(forms.ModelForm):
    """A new link: for which role, how many people, how long."""

    days = forms.ChoiceField(label=_("Valid for"), choices=INVITED_FOR, initial="7")
    most_uses = forms.IntegerField(label=_("How many may use it"), min_value=1, max_value=MOST_USES, initial=1)

    class Meta:
        model = Invitation
        fields = ("role", "most_uses")

    def __init__(self, *args: Any, inviter_role: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = [Membership.Role.PLAYER, Membership.Role.SPECTATOR]
        if inviter_role == Membership.Role.DIRECTOR:
            roles.append(Membership.Role.CO_DIRECTOR)
        self.fields["role"] = forms.ChoiceField(label=_("Role"), choices=[(role, role.label) for role in roles])

    def length(self) -> timedelta | None:
        """How long the link is to be valid; None for no end."""
        days = int(self.cleaned_data["days"])
        return timedelta(days=days) if days else None


class ApplyForm(forms.Form):
    """One field for each of the director's questions."""

    def __init__(self, *args: Any, questions: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, question in enumerate(questions):
            self.fields[f"answer{number}"] = forms.CharField(
                label=question, max_length=LONGEST_ANSWER, widget=forms.Textarea(attrs={"rows": 4})
            )

    def answers(self) -> list[str]:
        """The answers, in the order of the questions."""
        return [self.cleaned_data[name] for name in self.fields]


class ApplicationFormForm(forms.Form):
    """The director's form: an introduction, one question a line, and how many places there are."""

    is_open = forms.BooleanField(label=_("Applications are taken"), required=False)
    intro = forms.CharField(
        label=_("Introduction"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    questions = forms.CharField(
        label=_("Questions"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("One question a line."),
    )
    places = forms.IntegerField(
        label=_("Places for players"),
        min_value=0,
        max_value=MOST_PLACES,
        initial=0,
        help_text=_("Shown to those who want to play; 0 says nothing about it."),
    )

    def settings(self) -> dict[str, Any]:
        """What the service wants."""
        return self.cleaned_data | {"questions": self.cleaned_data["questions"].splitlines()}


class WordForm(forms.Form):
    """A word that goes with a decision."""

    word = forms.CharField(
        label=_("A word to them"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class LeaveForm(forms.Form):
    """A farewell to the directors."""

    word = forms.CharField(
        label=_("A word to the director"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class RoleForm(forms.Form):
    """Another role for one member."""

    def __init__(self, *args: Any, by_role: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = [Membership.Role.PLAYER, Membership.Role.SPECTATOR]
        if by_role == Membership.Role.DIRECTOR:
            roles.append(Membership.Role.CO_DIRECTOR)
        self.fields["role"] = forms.ChoiceField(label=_("Role"), choices=[(role, role.label) for role in roles])


class TableRulesForm(forms.Form):
    """Every table rule of a ruleset, built from the rulebook's own list; `seen` tells of a change made meanwhile."""

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, ruleset: str = "saga", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset, self.words = ruleset, WORDS[ruleset]
        for _title, names in self.words.chapters:
            for name in names:
                self.fields[name] = _field(self.words, name)

    def chapters(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields in the chapters of the rules page."""
        return [(title, [self[name] for name in names]) for title, names in self.words.chapters]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        known = {name: value for name, value in cleaned.items() if name in self.words.fields}
        if not self.errors:
            try:
                TABLE_RULES[self.ruleset].from_mapping(known)
            except Unreadable as refused:
                self.add_refusal(refused)
        return cleaned

    def settings(self) -> dict[str, object]:
        """The settings by name, as the rulebook wants them."""
        return {name: self.cleaned_data[name] for name in self.words.fields}

    def add_refusal(self, refused: Unreadable) -> None:
        """Show a refusal at its own field, or above the form where it has none."""
        name = str(refused.data.get("rule", ""))
        self.add_error(name if name in self.fields else None, said(refused))


def _field(told: RuleWords, name: str) -> forms.Field:
    known, (label, meaning) = told.fields[name], told.labels[name]
    default = shown_value(known.name, known.default)
    words: dict[str, Any] = {"label": label, "help_text": _help(meaning, known.rule, default)}
    if known.kind == "switch":
        return forms.BooleanField(required=False, **words)
    if known.kind == "choice":
        choices = [(choice, CHOICES[known.name, choice]) for choice in known.choices]
        kept = type(known.choices[0])
        return forms.TypedChoiceField(choices=choices, coerce=kept, **words)
    return number_field(known, words)


def number_field(known: RuleField, words: dict[str, Any]) -> forms.Field:
    """A field for a whole number or a length within the setting's bounds."""
    if known.kind == "whole":
        return forms.IntegerField(min_value=known.minimum, max_value=known.maximum, **words)
    return forms.FloatField(
        max_value=known.maximum,
        validators=[_above(known.minimum or 0)],
        widget=forms.NumberInput(attrs={"step": "any", "min": known.minimum}),
        **words,
    )


def _above(minimum: int) -> Callable[[float], None]:
    def check(value: float) -> None:
        if value <= minimum:
            raise forms.ValidationError(_("Give a number above %(minimum)s."), params={"minimum": minimum})

    return check


def _help(meaning: object, rule: str, default: str) -> str:
    return _("%(meaning)s Default: %(default)s. (%(rule)s)") % {"meaning": meaning, "default": default, "rule": rule}
