"""What a program sends, read as an operation of the API takes it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request


def body_of(request: Request, kind: type[serializers.BaseSerializer[Any]], **options: Any) -> dict[str, Any]:
    """The request's body as `kind` reads it. Raises ValidationError, which is answered as a problem of status 400."""
    given = kind(data=request.data, **options)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
