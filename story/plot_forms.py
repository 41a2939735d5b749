"""Forms of story frames and tests: what a director asks, closes, calls and weighs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.offering import offer, offer_rows
from campaign.models import Campaign
from characters.models import Character
from story.models import AttributeTest, Scene, StoryFrame
from story.selectors.sight import readers_of_scene
from story.services.frames import LONGEST_TITLE
from story.services.testing import LONGEST_REASON, LONGEST_WORDS, MOST_PENALTY
from story.services.words import LONGEST_BODY

MINUTES = "%Y-%m-%dT%H:%M"


class MomentInput(forms.DateTimeInput):
    """A moment in the reader's own zone, with the browser's own field."""

    input_type = "datetime-local"

    def __init__(self, **about: Any) -> None:
        super().__init__(format=MINUTES, **about)


def moment_field(label: Any, help_text: Any) -> forms.DateTimeField:
    """A moment that may be left out."""
    return forms.DateTimeField(
        label=label, required=False, widget=MomentInput(), input_formats=[MINUTES], help_text=help_text
    )


class Prose(forms.CharField):
    """A long text. A browser that is told its limit drops the rest of what is pasted, without a word."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Those of any text, without the limit."""
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


class FrameForm(forms.Form):
    """What the director narrates and asks."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    body = Prose(
        label=_("What happens"),
        max_length=LONGEST_BODY,
        widget=forms.Textarea(attrs={"rows": 10}),
        strip=False,
        help_text=_("It is published as a post of the scene, with everything that a post can hold."),
    )
    npc = forms.CharField(
        label=_("Told by"), max_length=80, required=False, help_text=_("A name of your own; empty: told as yourself.")
    )
    options = forms.CharField(
        label=_("Options, one on each line"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Two to ten. Without any the frame is there for its tests, and nobody votes."),
    )
    until = moment_field(_("Votes until"), _("In your time zone; empty: until you close the frame."))
    ballot = forms.ChoiceField(
        label=_("Votes are"), choices=StoryFrame.Ballot.choices, initial="sealed", widget=forms.RadioSelect
    )
    protagonists = forms.ModelMultipleChoiceField(
        label=_("Secondaries it is about"),
        queryset=Character.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Heroes and companions choose anyway; a secondary only where it is the protagonist (FRAME-1)."),
    )
    readers = forms.ModelMultipleChoiceField(
        label=_("Only for"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Nobody chosen: the whole scene reads it."),
    )
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, scene: Scene, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        secondaries = scene.campaign.characters.filter(rank=Character.Rank.SECONDARY, status=Character.Status.ACTIVE)
        offer_rows(self, "protagonists", secondaries)
        others = readers_of_scene(scene).exclude(pk=user.pk)
        offer_rows(self, "readers", others, label=lambda one: one.shown_name)
        if not secondaries.exists():
            del self.fields["protagonists"]

    def option_texts(self) -> tuple[str, ...]:
        """The lines with something on them."""
        return tuple(line.strip() for line in self.cleaned_data["options"].splitlines() if line.strip())


class CloseForm(forms.Form):
    """The outcome, and which option it follows."""

    chosen = forms.ChoiceField(label=_("The story follows"), required=False, widget=forms.RadioSelect)
    words = Prose(
        label=_("The outcome"),
        max_length=LONGEST_BODY,
        widget=forms.Textarea(attrs={"rows": 10}),
        strip=False,
        help_text=_("It is published as a post of the scene, for whoever could read the frame."),
    )
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, options: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "chosen", [*options, ("", _("none of them"))])
        if not options:
            del self.fields["chosen"]

    @property
    def option(self) -> int | None:
        """The number of the option chosen."""
        wanted = self.cleaned_data.get("chosen", "")
        return int(wanted) if wanted else None


class UntilForm(forms.Form):
    """Another last moment of a vote."""

    until = moment_field(_("Votes until"), _("In your time zone; empty: until you close the frame."))


class CallForm(forms.Form):
    """Who is tested, in what, how hard, and why (TEST-2)."""

    character = forms.ModelChoiceField(label=_("Who"), queryset=Character.objects.none(), empty_label=None)
    attribute = forms.ChoiceField(label=_("Attribute"), choices=AttributeTest.Attribute.choices)
    penalty = forms.IntegerField(
        label=_("Penalty"),
        min_value=0,
        max_value=MOST_PENALTY,
        initial=0,
        help_text=_("For the difficulty, and for what the party has chosen."),
    )
    reason = forms.CharField(
        label=_("Reason of the penalty"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Everybody who reads the frame sees it."),
    )
    now = forms.BooleanField(
        label=_("I roll at once"), required=False, help_text=_("Otherwise the player is asked to; you still can.")
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        active = campaign.characters.filter(status=Character.Status.ACTIVE)
        offer_rows(self, "character", active)


class WeighForm(forms.Form):
    """What the director puts beside the result (TEST-2)."""

    plot = forms.CharField(
        label=_("The direction of the plot"), max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3})
    )
    logic = forms.CharField(
        label=_("The logic of the events"), max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3})
    )
    verdict = forms.CharField(
        label=_("What follows"),
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The three stay on record for whoever reads the frame. The result decides nothing by itself."),
    )
