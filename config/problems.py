"""One shape for every refusal of the API: application/problem+json with {type, title, status, detail, code}."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from accounts.adapter import later
from rulebook.errors import Illegal, Refused, TooLate, Unreadable

MEDIA_TYPE = "application/problem+json"
TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
WRITTEN = ("body", "note", "text", "words", "plot", "logic", "verdict", "appearance", "history", "private_notes")
"""The fields in which people write at length."""
STATUS_OF_FAMILY: dict[type[Refused], int] = {Unreadable: 400, Illegal: 422, TooLate: 409}


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: the rulebook's refusals and DRF's own errors as problems; None for a fault of ours.

    The rulebook's code and sentence are passed on; `data` holds what the code's sentence mentions. A malformed body
    lists its fields under `errors`.
    """
    if isinstance(error, Refused):
        return refusal(error)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, TOO_LARGE):
        return Response(too_large(), status=400, content_type=MEDIA_TYPE)
    response = exception_handler(error, context)
    if response is None or not isinstance(error, exceptions.APIException):
        return response
    response.data = problem(response.status_code, sentence(error), code(error))
    if isinstance(error, exceptions.ValidationError):
        response.data["errors"] = error.detail
    response.content_type = MEDIA_TYPE
    return response


def refusal(error: Refused) -> Response:
    status = next((status for family, status in STATUS_OF_FAMILY.items() if isinstance(error, family)), 422)
    body = problem(status, str(error), error.code) | {"data": error.data}
    return Response(body, status=status, content_type=MEDIA_TYPE)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An address that leads nowhere: a problem for programs, a page for people."""
    if not request.path.startswith("/api/"):
        return render(request, "404.html", {"written": _written(request)}, status=404)
    return JsonResponse(problem(404, "There is no such address.", "not-found"), status=404, content_type=MEDIA_TYPE)


def _written(request: HttpRequest) -> list[str]:
    """What somebody wrote for a page that they lost while they wrote; nothing typed is ever lost."""
    if request.method != "POST" or request.resolver_match is None:
        return []
    return [words for name in WRITTEN if (words := request.POST.get(name, "").strip())]


def too_often(request: HttpRequest) -> HttpResponse:
    """More attempts at signing up or recovering a password than a person makes: from when on they count again."""
    words = {"from_then_on": later(timedelta(seconds=settings.REQUEST_REST))}
    answer = render(request, "429.html", words, status=429)
    answer.headers["Retry-After"] = str(settings.REQUEST_REST)
    return answer


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django will not read: a problem for programs; for people a page that needs no database."""
    if request.path.startswith("/api/"):
        told = too_large() if isinstance(exception, TOO_LARGE) else problem(400, "It cannot be read.", "bad-request")
        return JsonResponse(told, status=400, content_type=MEDIA_TYPE)
    words = {"too_large": isinstance(exception, TOO_LARGE), "language": get_language() or settings.LANGUAGE_CODE}
    return HttpResponse(render_to_string("400.html", words), status=400)


def too_large() -> dict[str, Any]:
    return problem(400, "The body is larger, or has more fields, than this site reads.", "body-too-large")


def problem(status: int, detail: str, code: str) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    }


def sentence(error: exceptions.APIException) -> str:
    if isinstance(error, exceptions.ValidationError):
        return "The request cannot be read; `errors` says which fields."
    return str(error.detail)


def code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes.replace("_", "-") if isinstance(codes, str) else "invalid"
