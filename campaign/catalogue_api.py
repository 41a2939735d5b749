"""A campaign's catalogue, for programs: read it, write entries of the campaign's own, retire and restore."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign import services
from campaign.api import campaign_or_404
from campaign.catalogue import catalogue_of, kind_of, require_catalogue, shown_to
from campaign.guards import require_director
from campaign.models import Campaign
from rulebook.saga.catalogue.own import Catalogue, Entry
from rulebook.saga.catalogue.written import (
    LONGEST_NAME,
    LONGEST_WORDING,
    Kind,
    Written,
    written_from_json,
    written_of,
    written_to_json,
)

LARGEST = 10**6
MOST = 50


def _whole(**about: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=-LARGEST, max_value=LARGEST, **about)


def _pair(**about: Any) -> serializers.ListField:
    return serializers.ListField(child=_whole(), min_length=2, max_length=2, **about)


class NameIn(serializers.Serializer[Any]):
    """A name; one language is enough."""

    en = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")
    es = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")

    class Meta:
        ref_name = "EntryName"


class WordingIn(serializers.Serializer[Any]):
    """What the entry says; figures stand as `{name}`, and words in `[…]` are left out where their figure is 0."""

    en = serializers.CharField(max_length=LONGEST_WORDING, allow_blank=True, default="")
    es = serializers.CharField(max_length=LONGEST_WORDING, allow_blank=True, default="")

    class Meta:
        ref_name = "EntryWording"


@extend_schema_serializer(component_name="WrittenAbility")
class AbilityIn(serializers.Serializer[Any]):
    """An ability: an effect of the engine with a range and figures for each of its ranks."""

    effect = serializers.CharField(max_length=40, help_text="What it does: an effect of the engine, or `composed`.")
    name = NameIn()
    wording = WordingIn()
    target = serializers.ChoiceField(choices=["self", "enemy", "ally", "unit", "cell"])
    ranges = serializers.ListField(
        child=serializers.ListField(child=_whole(allow_null=True), min_length=2, max_length=2),
        max_length=MOST,
        help_text="From and to, for each rank; null is the unit's own attack range, 1000 anywhere.",
    )
    figures = serializers.DictField(
        child=serializers.ListField(child=_whole(), max_length=MOST),
        help_text="By name, one value for each rank.",
    )


@extend_schema_serializer(component_name="WrittenPassive")
class PassiveIn(serializers.Serializer[Any]):
    """A passive: an effect of the engine with its figure."""

    effect = serializers.CharField(max_length=40)
    name = NameIn()
    wording = WordingIn()
    amount = _whole(default=0)


@extend_schema_serializer(component_name="WrittenClass")
class ClassIn(serializers.Serializer[Any]):
    """A class: caps, totals or fixed figures, and what its people can do."""

    name = NameIn()
    wording = WordingIn()
    race = serializers.CharField(max_length=40)
    size = serializers.CharField(max_length=10)
    move = _whole()
    reach = _pair(help_text="The attack range, from and to.")
    caps = serializers.DictField(
        child=_pair(), help_text="Least and most of strength, armor, willpower, exertion, break_."
    )
    points = serializers.ListField(
        child=_whole(), min_length=3, max_length=3, allow_null=True, default=None, help_text="Totals of ranks 1 to 3."
    )
    fixed = serializers.DictField(child=_whole(), allow_null=True, default=None)
    reaction = _pair(allow_null=True, default=None, help_text="In place of the race's.")
    passives = serializers.ListField(child=serializers.CharField(max_length=40), max_length=MOST, default=list)
    abilities = serializers.DictField(child=_whole(), default=dict, help_text="The rank up to which each is learned.")
    for_players = serializers.BooleanField(default=True)


INPUTS: dict[Kind, type[serializers.Serializer[Any]]] = {
    "class": ClassIn,
    "ability": AbilityIn,
    "passive": PassiveIn,
}
WRITTEN = PolymorphicProxySerializer("WrittenEntry", list(INPUTS.values()), resource_type_field_name=None)


@extend_schema_serializer(component_name="CatalogueEntry")
class EntryOut(serializers.Serializer[Any]):
    """An entry as the campaign has it. `revision` counts what the campaign did to it, 0 for nothing."""

    kind = serializers.ChoiceField(choices=["class", "ability", "passive"])
    key = serializers.CharField()
    own = serializers.BooleanField(help_text="Whether the campaign wrote it itself.")
    retired = serializers.BooleanField()
    revision = serializers.IntegerField()
    written = serializers.JSONField(help_text="As it is written: WrittenClass, WrittenAbility or WrittenPassive.")


class CatalogueApi(APIView):
    """The catalogue of a campaign: all of it for directors, what is open to players for everybody else."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="catalogue_list", responses={200: EntryOut(many=True)} | problems(401, 404, 422))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_catalogue(campaign)
        found = catalogue_of(campaign)
        shown = shown_to(request.user, campaign, found)
        revisions = dict(campaign.own_entries.values_list("key", "revision"))
        rows = [_out(kind, one, found, revisions) for kind, entries in shown.items() for one in entries]
        return Response(rows)


class EntriesApi(APIView):
    """More entries of the campaign's own."""

    @extend_schema(
        operation_id="catalogue_add",
        request=WRITTEN,
        responses={201: EntryOut} | problems(400, 401, 403, 404, 422),
    )
    def post(self, request: Request, slug: str, kind: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        row = services.write_entry(
            campaign=campaign, by=me(request), kind=kind_of(kind), written=_given(request, kind), at=clock.now()
        )
        return Response(_one(campaign, kind_of(kind), row.key), status=201)


class EntryApi(APIView):
    """One entry: as it is, and as a director writes it anew."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="catalogue_read", responses={200: EntryOut} | problems(401, 404, 422))
    def get(self, request: Request, slug: str, kind: str, key: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_catalogue(campaign)
        shown = shown_to(request.user, campaign, catalogue_of(campaign))[kind_of(kind)]
        if key not in {one.key for one in shown}:
            raise Http404
        return Response(_one(campaign, kind_of(kind), key))

    @extend_schema(
        operation_id="catalogue_write",
        request=WRITTEN,
        responses={200: EntryOut} | problems(400, 401, 403, 404, 422),
    )
    def put(self, request: Request, slug: str, kind: str, key: str) -> Response:
        campaign = campaign_or_404(request, slug)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        require_director(request.user, campaign)
        row = services.write_entry(
            campaign=campaign,
            by=me(request),
            kind=kind_of(kind),
            key=key,
            written=_given(request, kind),
            at=clock.now(),
        )
        return Response(_one(campaign, kind_of(kind), row.key))


class EntryActApi(APIView):
    """Retire an entry, take it into use again, or put it back to the starting catalogue's."""

    @extend_schema(
        operation_id="catalogue_act",
        request=None,
        responses={200: EntryOut} | problems(400, 401, 403, 404, 422),
    )
    def post(self, request: Request, slug: str, kind: str, key: str, act: str) -> Response:
        campaign = campaign_or_404(request, slug)
        acts = {"retire": services.retire_entry, "restore": services.restore_entry, "reset": services.reset_entry}
        acts[act](campaign=campaign, by=me(request), kind=kind_of(kind), key=key, at=clock.now())
        return Response(_one(campaign, kind_of(kind), key))


def _given(request: Request, kind: str) -> Written:
    given = body_of(request, INPUTS[kind_of(kind)])
    return written_from_json(kind, given)


def _one(campaign: Campaign, kind: Kind, key: str) -> dict[str, Any]:
    found = catalogue_of(campaign)
    revisions = dict(campaign.own_entries.filter(key=key).values_list("key", "revision"))
    return _out(kind, found.entries(kind)[key], found, revisions)


def _out(kind: Kind, one: Entry, found: Catalogue, revisions: dict[str, int]) -> dict[str, Any]:
    return {
        "kind": kind,
        "key": one.key,
        "own": one.key in found.own,
        "retired": one.key in found.retired,
        "revision": revisions.get(one.key, 0),
        "written": written_to_json(written_of(one)),
    }
