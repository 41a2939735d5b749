"""Forms about one's own account."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.offering import offer
from accounts.selectors import zones_by_region
from accounts.services import OWN_SETTINGS


def zone_choices() -> list[tuple[str, Any]]:
    """UTC, then every place under its region, as a reader writes it: "Buenos Aires", not "Buenos_Aires"."""
    groups = [(region, [(name, place(name)) for name in names]) for region, names in zones_by_region()]
    return [("UTC", "UTC"), *groups]


def place(name: str) -> str:
    return name.split("/", 1)[1].replace("_", " ").replace("/", ", ")


class ZoneField(forms.ChoiceField):
    """A time zone; a script may choose the browser's own zone beforehand."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=zone_choices, label=_("Time zone"), **options)


class SettingsForm(forms.ModelForm):
    """Where and how I read, and what I am told by e-mail."""

    time_zone = ZoneField()

    class Meta:
        model = User
        fields = OWN_SETTINGS
        labels = {
            "display_name": _("Name shown to others"),
            "language": _("Language"),
            "theme": _("Colours"),
            "board_text": _("Text on the board"),
            "single_keys": _("Keys of a single letter in the director's console: j, k, a, e, r and ?"),
        }
        help_texts = {
            "display_name": _("Empty: your username is shown."),
            "board_text": _("Large: boards are drawn one and a half times as large, and scroll in their frame."),
        }

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        zone = self.instance.time_zone
        if not any(zone in names for _region, names in zones_by_region()) and zone != "UTC":
            # An older name of a zone, such as US/Pacific, stays choosable for whoever has it.
            offer(self, "time_zone", [(zone, zone), *zone_choices()])


class FarewellForm(forms.Form):
    """The account's password, before it is deleted."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
