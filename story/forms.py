"""Forms of scenes: what a director sets, and what a reader searches for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.offering import offer, offer_rows
from battles.models import Battle
from battles.selectors import battles_of
from campaign.models import Campaign
from campaign.selectors import readers_of
from story.models import Scene


class SceneForm(forms.ModelForm):
    """A scene's title, who may read it, its prompt, its chapter and battle."""

    readers = forms.ModelMultipleChoiceField(
        label=_("Chosen readers"),
        queryset=User.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only for a scene of chosen readers. The directors read every scene."),
    )
    refill = forms.BooleanField(
        label=_("Hero points are full again"),
        required=False,
        initial=True,
        help_text=_("For everybody, as a scene of the plot begins (STAT-8). Out of character nothing is filled."),
    )
    confirmed = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Scene
        fields = ("title", "openness", "in_character", "prompt", "chapter", "battle")
        widgets = {"prompt": forms.Textarea(attrs={"rows": 5}), "openness": forms.RadioSelect}
        help_texts = {
            "prompt": _("Shown above the posts as long as the scene is read."),
            "in_character": _("Otherwise people write as themselves first."),
            "battle": _("Its turns are shown among the posts."),
        }

    def __init__(self, *args: Any, campaign: Campaign, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "chapter", campaign.chapters.all())
        battles = battles_of(campaign, user).exclude(status__in=(Battle.Status.DRAFT, Battle.Status.CANCELLED))
        offer_rows(self, "battle", battles)
        offer_rows(self, "readers", readers_of(campaign), label=lambda user: user.shown_name)
        offer(self, "openness", Scene.Openness.choices)
        if self.instance.pk:
            del self.fields["refill"]
        if self.instance.pk and not self.is_bound:
            self.initial["readers"] = list(self.instance.chosen.values_list("user_id", flat=True))

    def changes(self) -> dict[str, Any]:
        """The fields as the verbs take them."""
        given = {name: self.cleaned_data[name] for name in self.Meta.fields}
        if "refill" in self.fields:
            given["refill"] = self.cleaned_data["refill"]
        return given | {"readers": [user.pk for user in self.cleaned_data["readers"]]}


class ChapterForm(forms.Form):
    """A chapter's title."""

    title = forms.CharField(label=_("Title"), max_length=120)


class SearchForm(forms.Form):
    """What to look for; everything is optional, and what makes no sense is passed over."""

    words = forms.CharField(label=_("Words"), required=False, max_length=200)
    who = forms.CharField(label=_("Written by or as"), required=False, max_length=80)
    scene = forms.ModelChoiceField(
        label=_("Scene"),
        required=False,
        queryset=Scene.objects.none(),
        to_field_name="code",
        empty_label=_("any scene"),
    )
    dice = forms.BooleanField(label=_("With dice"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, scenes: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "scene", scenes)
