"""Forms of archives."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ArrivalForm(forms.Form):
    """An archive to send."""

    file = forms.FileField(
        label=_("File of the archive"),
        help_text=_("The file that a site of this kind made, as it is; at most 150 MB."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )
