"""Pages about one's own account; signing in and recovering a password are the sign-up library's."""

from typing import Any

from allauth.account.views import SignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_http_methods, require_POST

from accounts import selectors, services
from accounts.forms import SettingsForm
from accounts.models import User
from accounts.sign_in_forms import SignUpForm, TakenMeanwhile
from accounts.signed_in import me


class SignUp(SignupView):
    """The library's sign-up, which also survives two people taking one name in the same moment."""

    form_class = SignUpForm

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except TakenMeanwhile:
            form.add_error(None, _("Somebody has just taken this name or address. Choose another one."))
            return self.form_invalid(form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """How I read and what I am told."""
    user = me(request)
    form = SettingsForm(request.POST or None, instance=user)
    if form.is_valid():
        services.change_settings(user=user, changes=form.cleaned_data)
        with override(user.language):
            messages.success(request, _("Your settings are saved."))
        return redirect("settings")
    return render(request, "accounts/settings.html", {"form": form} | token_context(user))


@login_required
@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    """The key is shown this once; only its owner's programs need it."""
    key = services.make_token(user=me(request))
    return render(request, "accounts/token.html", {"key": key})


@login_required
@require_POST
def revoke_token(request: HttpRequest) -> HttpResponse:
    services.revoke_token(user=me(request))
    messages.success(request, _("The API key no longer works."))
    return redirect("settings")


def token_context(user: User) -> dict[str, Any]:
    return {"token_made_at": selectors.token_made_at(user)}
