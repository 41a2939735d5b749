"""What the API asks of every draft, whichever game it is for: whose it is, which revision, what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.forms import BaseForm
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from battles.api import battle_or_404
from battles.drafts import revision_of
from battles.models import Battle
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import visible_to
from rulebook.errors import Illegal, TooLate

Problem = dict[str, str]
"""What stands in a plan's way: `field` (empty for the whole), `code`, `detail` in the reader's words."""


class ProblemOut(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="Where, by the form's field; empty for the whole.", allow_blank=True)
    code = serializers.CharField()
    detail = serializers.CharField()


def directed_campaign(request: Request, slug: str, ruleset: str) -> Campaign:
    """A campaign to prepare in. Raises Http404, PermissionDenied, Illegal `other-ruleset`."""
    campaign = get_object_or_404(visible_to(request.user), slug=slug)
    require_director(request.user, campaign)
    if campaign.ruleset != ruleset:
        raise Illegal("other-ruleset", f"{campaign} plays by {campaign.ruleset}.", {"ruleset": campaign.ruleset})
    return campaign


def battle_at(request: Request, code: str, *, status: str, ruleset: str) -> Battle:
    """A battle of one game at one stage, for whoever may know of it. Raises Http404."""
    battle = battle_or_404(request, code)
    if battle.status != status or battle.ruleset != ruleset:
        raise Http404
    return battle


def draft_or_404(request: Request, code: str, ruleset: str) -> Battle:
    """A draft of one game, for its directors. Raises Http404, PermissionDenied."""
    battle = battle_or_404(request, code)
    require_director(request.user, battle.campaign)
    return battle_at(request, code, status=Battle.Status.DRAFT, ruleset=ruleset)


def problems_in(form: BaseForm) -> list[Problem]:
    """Everything that a checked form complains of, as the page says it."""
    return [
        {"field": "" if field == "__all__" else field, "code": error.code or "invalid", "detail": detail}
        for field, errors in form.errors.as_data().items()
        for error in errors
        for detail in error.messages
    ]


def require_last(battle: Battle, revision: int) -> None:
    """Raise TooLate `draft-changed` unless this revision of the draft is its last."""
    last = revision_of(battle.draft)
    if last != revision:
        message = f"Revision {revision} of the draft is not the last one, which is {last}."
        raise TooLate("draft-changed", message, {"revision": revision, "last": last})


def require_whole(found: Sequence[Problem]) -> None:
    """Raise Illegal `draft-has-problems` when anything stands in the plan's way."""
    if found:
        codes = ", ".join(problem["code"] for problem in found)
        raise Illegal("draft-has-problems", f"The plan has problems: {codes}.", {"problems": list(found)})
