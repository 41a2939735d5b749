"""Items: the catalogue, a campaign's stores, and what is done with one item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.guards import require_director
from characters import selectors, services
from characters.api.fields import REFUSALS
from characters.models import Item
from rulebook.saga.catalogue.items import EFFECTS, ITEM_LEVELS, ITEMS


@extend_schema_serializer(component_name="Item")
class ItemOut(serializers.ModelSerializer):
    """One item: an entry of the catalogue by its key, or the director's own by its name."""

    effects = serializers.DictField(child=serializers.IntegerField())
    bearer = serializers.IntegerField(source="bearer_id", allow_null=True)

    class Meta:
        model = Item
        fields = ("id", "key", "name", "words", "level", "effects", "bearer", "equipped")


class CatalogueApi(APIView):
    """The catalogue of items."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="Ware")
    class Out(serializers.Serializer):
        """An item, its price in renown, and what it changes. An heirloom is given, never bought."""

        key = serializers.CharField()
        name = serializers.CharField()
        level = serializers.IntegerField()
        price = serializers.IntegerField()
        effects = serializers.DictField(child=serializers.IntegerField())
        heirloom = serializers.BooleanField()

    @extend_schema(operation_id="items_catalogue", responses={200: Out(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        language = request.LANGUAGE_CODE
        shown = [
            {
                "key": entry.key,
                "name": entry.name.say(language),
                "level": entry.level,
                "price": entry.price,
                "effects": dict(entry.effects),
                "heirloom": entry.heirloom,
            }
            for entry in ITEMS.values()
        ]
        return Response(self.Out(shown, many=True).data)


class ItemsApi(APIView):
    """The items of a campaign, for its directors; making one, from the catalogue or of their own."""

    @extend_schema_serializer(component_name="NewItem")
    class Create(serializers.Serializer):
        """A `key` of the catalogue, or a name with a level and what it changes."""

        key = serializers.ChoiceField(choices=sorted(ITEMS), required=False)
        name = serializers.CharField(max_length=60, required=False)
        words = serializers.CharField(max_length=300, allow_blank=True, default="")
        level = serializers.IntegerField(min_value=ITEM_LEVELS.low, max_value=ITEM_LEVELS.high, default=1)
        effects = serializers.DictField(child=serializers.IntegerField(min_value=-1000, max_value=1000), default=dict)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            if bool(attrs.get("key")) == bool(attrs.get("name")):
                raise serializers.ValidationError("Give a key of the catalogue or a name, one of them.")
            unknown = set(attrs["effects"]) - set(EFFECTS)
            if unknown:
                raise serializers.ValidationError({"effects": [f"Unknown: {', '.join(sorted(unknown))}."]})
            return attrs

    @extend_schema(operation_id="items_list", responses={200: ItemOut(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        return Response(ItemOut(campaign.items.filter(gone_at__isnull=True), many=True).data)

    @extend_schema(operation_id="items_make", request=Create, responses={201: ItemOut} | REFUSALS)
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        given = body_of(request, self.Create)
        about: dict[str, Any] = {"campaign": campaign, "by": me(request), "at": clock.now()}
        if given.get("key"):
            made = services.find_item(key=given["key"], **about)
        else:
            made = services.make_item(
                name=given["name"], words=given["words"], level=given["level"], effects=given["effects"], **about
            )
        return Response(ItemOut(made).data, status=201)


class ItemApi(APIView):
    """`equip`, `take-off` and `give` by the bearer's player or a director; `take-back` and `retire` by a director."""

    @extend_schema_serializer(component_name="ItemAct")
    class Act(serializers.Serializer):
        """To whom, for `give`."""

        to = serializers.IntegerField(required=False)

    @extend_schema(operation_id="items_act", request=Act, responses={200: ItemOut} | REFUSALS)
    def post(self, request: Request, item_id: int, act: str) -> Response:
        item = get_object_or_404(selectors.items_handled_by(request.user), pk=item_id)
        verbs: dict[str, Callable[..., object]] = {
            "equip": services.equip,
            "take-off": services.unequip,
            "take-back": services.take_back,
            "retire": services.retire_item,
        }
        about: dict[str, Any] = {"item": item, "by": me(request), "at": clock.now()}
        if act == "give":
            to = body_of(request, self.Act).get("to")
            visible = selectors.visible_to(request.user).filter(campaign=item.campaign)
            services.give_item(to=get_object_or_404(visible, pk=to), **about)
        elif act in verbs:
            verbs[act](**about)
        else:
            raise Http404
        item.refresh_from_db()
        return Response(ItemOut(item).data)
