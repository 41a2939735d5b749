"""Pages about one's own account; signing in and recovering a password are the sign-up library's."""

from typing import Any

from allauth.account.views import SignupView
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock, farewells, kept_words, selectors, services
from accounts.forms import FarewellForm, SettingsForm
from accounts.models import User
from accounts.sign_in_forms import SignUpForm, TakenMeanwhile
from accounts.signed_in import me
from rulebook.errors import Illegal, Unreadable

WORTH_READING = 20


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


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest) -> HttpResponse:
    """What was sent after a session had ended: read it, then send it anew, or let it go."""
    if request.method == "POST":
        kept_words.forget(request)
        return redirect("/")
    found = kept_words.kept(request)
    if found is None:
        return redirect("/")
    sent = [(name, value) for name, values in found.data.lists() for value in values]
    written = [value for _name, value in sent if len(value) >= WORTH_READING]
    return render(request, "accounts/again.html", {"path": found.path, "sent": sent, "written": written})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """What goes and what stays when I delete my account; doing it, with my password."""
    user = me(request)
    form = FarewellForm(request.POST or None)
    if form.is_valid():
        try:
            services.delete_account(user=user, password=form.cleaned_data["password"], at=clock.now())
        except Unreadable:
            form.add_error("password", _("This is not the account's password."))
        except Illegal:
            form.add_error(None, _("Something has to be settled first."))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("front")
    return render(request, "accounts/delete.html", {"form": form, "hindrances": farewells.hindrances(user)})


def token_context(user: User) -> dict[str, Any]:
    return {"token_made_at": selectors.token_made_at(user)}
