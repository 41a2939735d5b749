"""A form that makes something makes it once, however often the very same page is sent: each page that is shown has a
token of its own, so that two presses of one button can be told from two things that were meant."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.models import User
from accounts.signed_in import me

SENT = "sent_forms"
"""In the session: what the last forms were, and where they led."""
REMEMBERED = 10
MARK = "csrfmiddlewaretoken"

View = Callable[..., HttpResponse]


def once(view: View) -> View:
    """Let a page's form be carried out once: sent again, it leads where it led the first time, even while the first is
    still at work. A form that came back with errors has not been carried out. For views behind `login_required`."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        if request.method != "POST" or MARK not in request.POST:
            return view(request, *args, **named)
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=me(request).pk)
            form, sent = _fingerprint(request), _sent(request.session)
            if form in sent:
                return HttpResponseRedirect(sent[form])
            answer = view(request, *args, **named)
            if isinstance(answer, HttpResponseRedirect):
                request.session[SENT] = [*sent.items(), (form, answer.url)][-REMEMBERED:]
                request.session.save()
        return answer

    return respond


def _fingerprint(request: HttpRequest) -> str:
    fields = sorted((name, values) for name, values in request.POST.lists())
    return hashlib.sha256(repr((request.path, fields)).encode()).hexdigest()


def _sent(session: SessionBase) -> dict[str, str]:
    """As the database holds it now: another request may have written since this one began."""
    return dict(type(session)(session.session_key).get(SENT, ()))
