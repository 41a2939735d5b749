"""The sign-up library's forms with our own labels, so that every word stands in one catalogue."""

from typing import Any

from allauth.account import forms as library
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.forms import ZoneField
from accounts.models import User


class TakenMeanwhile(Exception):
    """Somebody else took the name or the address between the check and the write."""


class Labelled:
    """Labels and help of our own, in place of the library's; no placeholders, which vanish when one types."""

    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {}
    fields: dict[str, Any]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, "")


class SignInForm(Labelled, library.LoginForm):
    labels = {"login": _("Username or e-mail address"), "password": _("Password")}

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(Labelled, library.SignupForm):
    """Asks for the time zone too, so that the first deadline is shown in it."""

    time_zone = ZoneField(initial="UTC")
    field_order = ["username", "email", "password1", "password2", "time_zone"]
    labels = {
        "username": _("Username"),
        "email": _("E-mail address"),
        "password1": _("Password"),
        "password2": _("Password again"),
    }
    help_texts = {"time_zone": _("Deadlines are shown in this zone.")}

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["password1"].help_text = password_validators_help_text_html()
        self.fields["time_zone"].widget.attrs["data-own-zone"] = ""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Raises TakenMeanwhile when the database refuses a name or address that the check had found free."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError as error:
            raise TakenMeanwhile from error


class ChangePasswordForm(Labelled, library.ChangePasswordForm):
    labels = {
        "oldpassword": _("Password until now"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }


class NewPasswordForm(Labelled, library.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("New password again")}


class ForgottenPasswordForm(Labelled, library.ResetPasswordForm):
    labels = {"email": _("E-mail address")}


class AddressForm(Labelled, library.AddEmailForm):
    labels = {"email": _("New address")}


class PasswordAgainForm(Labelled, library.ReauthenticateForm):
    labels = {"password": _("Password")}
