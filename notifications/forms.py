"""Forms about a reader's channels."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.offering import offer
from notifications.models import Channel
from notifications.places import places_of
from notifications.wishes import CLASSES, class_words


class ChannelForm(forms.Form):
    """How a channel behaves: how often, when it is quiet, what it leaves out."""

    pace = forms.ChoiceField(label=_("How often"), choices=Channel.Pace.choices, widget=forms.RadioSelect)
    digest_at = forms.TimeField(
        label=_("Time of the daily message"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_from = forms.TimeField(
        label=_("Quiet from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("Nothing is sent in these hours, reminders neither; what is still true is sent afterwards."),
    )
    quiet_until = forms.TimeField(
        label=_("Quiet until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    muted_campaigns = forms.MultipleChoiceField(
        label=_("Nothing from these campaigns"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, reader: User, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["digest_at"].help_text = _("On your own clock: %(zone)s.") % {
            "zone": reader.time_zone.replace("_", " ")
        }
        places = places_of(reader)
        if places:
            offer(self, "muted_campaigns", places)
        else:
            del self.fields["muted_campaigns"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_until") is None):
            self.add_error("quiet_until", _("Quiet hours need both ends, or none."))
        return cleaned


class WebhookForm(ChannelForm):
    """A webhook also has a name and takes classes of notices."""

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("For yourself, such as “Phone”."))
    kinds = forms.MultipleChoiceField(
        label=_("Tell me there when"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order: tuple[str, ...] = ("name", "kinds", "pace")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        offer(self, "kinds", [(name, class_words(name)) for name in CLASSES])


class NewWebhookForm(WebhookForm):
    """The address is asked for once; it is a secret and never shown again."""

    target = forms.CharField(
        label=_("Address"),
        max_length=600,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("As the library Apprise writes it; the examples below show how. It is never shown again."),
    )
    field_order = ("name", "target", "kinds", "pace")


class PushForm(forms.Form):
    """What a browser says when it is subscribed."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=200)
    auth = forms.CharField(max_length=100)
    name = forms.CharField(max_length=60)


def wishes_of(channel: Channel) -> dict[str, Any]:
    """What a form shows at first."""
    names = ("name", "kinds", "muted_campaigns", "pace", "digest_at", "quiet_from", "quiet_until")
    return {name: getattr(channel, name) for name in names}
