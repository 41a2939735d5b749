"""What the choice fields of a form offer, where that depends on who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet


def offer(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Let the choice field offer these pairs of value and words."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def offer_rows(
    form: forms.BaseForm, name: str, rows: QuerySet[Any], *, label: Callable[[Any], str] | None = None
) -> None:
    """Let the field that chooses rows offer these, by the words of `label` where there is one."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
    if label is not None:
        field.label_from_instance = label  # type: ignore[assignment]  # as Django documents it
