"""Forms of the pages around a battle: absences, and what the director sets with a reason."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import clock
from accounts.models import User
from accounts.offering import offer_rows
from campaign.models import Campaign
from campaign.selectors import belonging_to
from turns.services import LONGEST_REASON

LONGEST_ABSENCE = timedelta(days=366)


class DateInput(forms.DateInput):
    """A date field of the browser's own."""

    input_type = "date"


class AbsenceForm(forms.Form):
    """From a day's first moment to another day's last, in the reader's own zone, in one or all campaigns."""

    starts = forms.DateField(label=gettext_lazy("From"), widget=DateInput(format="%Y-%m-%d"))
    ends = forms.DateField(label=gettext_lazy("Until, this day included"), widget=DateInput(format="%Y-%m-%d"))
    campaign: forms.ModelChoiceField[Campaign] = forms.ModelChoiceField(
        label=gettext_lazy("Campaign"),
        queryset=Campaign.objects.none(),
        required=False,
        empty_label=gettext_lazy("all my campaigns"),
    )
    note = forms.CharField(label=gettext_lazy("Note for the director"), max_length=200, required=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "campaign", belonging_to(user))
        self.fields["starts"].initial = timezone.localdate()

    def clean(self) -> dict[str, Any]:
        """The two moments, as aware datetimes of the zone in force."""
        found: dict[str, Any] = super().clean() or {}
        if found.get("starts") and found.get("ends"):
            zone = timezone.get_current_timezone()
            begin = datetime.combine(found["starts"], time.min, zone)
            end = datetime.combine(found["ends"], time.min, zone) + timedelta(days=1)
            found["starts_at"] = max(begin, clock.now()) if found["starts"] == timezone.localdate() else begin
            found["ends_at"] = end
            if end <= found["starts_at"] or end <= clock.now():
                self.add_error("ends", _("An absence must end after it begins, and in the future."))
            elif end - begin > LONGEST_ABSENCE:
                self.add_error("ends", _("That is more than a year; talk to the director."))
        return found


class ReasonForm(forms.Form):
    """A reason that stays on record."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for the record"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody in the battle can read it."),
    )
