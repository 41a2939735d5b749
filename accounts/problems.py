"""How the API's refusals look in its schema: every app declares the ones it may answer with."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

MEANINGS = {
    400: "The request cannot be read: a field is missing, malformed or out of bounds.",
    401: "Not signed in.",
    403: "Signed in, but not allowed.",
    404: "There is no such thing, or none that you may know of.",
    409: "Too late, done already, or decided on an older version of what you saw: the code says why.",
    422: "The request makes sense, but the rules do not allow it now: the code says why.",
}


class Problem(serializers.Serializer):
    """A refusal (application/problem+json): a stable code, a sentence, and what the sentence mentions."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    data = serializers.DictField(required=False)  # type: ignore[assignment]  # names of Serializer itself, which
    errors = serializers.DictField(required=False)  # type: ignore[assignment]  # a description never uses


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """The declared refusals of an operation, for `extend_schema(responses=…)`."""
    return {
        (status, "application/problem+json"): OpenApiResponse(Problem, description=MEANINGS[status])
        for status in statuses
    }
