"""The API of what happens to characters once they are made: petitions, items, hero points, fates, the door, seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import Pages, campaign_or_404
from campaign.guards import require_director, require_member
from campaign.selectors import former_players_of, is_director, players_of
from campaign.services import set_door
from characters import selectors, services
from characters.api import SheetOut, character_or_404
from characters.models import Character, Item, Petition
from characters.rosters import outlook
from characters.services.points import USES
from characters.sheets import sheet
from rulebook.saga.catalogue.items import EFFECTS, ITEM_LEVELS, ITEMS

REFUSALS = problems(400, 401, 403, 404, 409, 422)


@extend_schema_serializer(component_name="Petition")
class PetitionOut(serializers.ModelSerializer):
    """What a player asks for a sheet."""

    character = serializers.IntegerField(source="character_id")
    character_name = serializers.CharField(source="character.name")
    kind = serializers.CharField(help_text="promotion, purchase or succession")
    status = serializers.CharField(help_text="waiting, approved, returned or withdrawn")
    points = serializers.DictField(child=serializers.IntegerField())

    class Meta:
        model = Petition
        fields = (
            "id", "character", "character_name", "kind", "status", "level", "points", "item_key", "reason", "word",
            "made_at", "decided_at",
        )  # fmt: skip


@extend_schema_serializer(component_name="Item")
class ItemOut(serializers.ModelSerializer):
    """One item: an entry of the catalogue by its key, or the director's own by its name."""

    effects = serializers.DictField(child=serializers.IntegerField())
    bearer = serializers.IntegerField(source="bearer_id", allow_null=True)

    class Meta:
        model = Item
        fields = ("id", "key", "name", "words", "level", "effects", "bearer", "equipped")


@extend_schema_serializer(component_name="Reason")
class ReasonIn(serializers.Serializer):
    """Why."""

    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


def _sheet(character: Character, request: Request, status: int = 200) -> Response:
    fresh = Character.objects.select_related("campaign", "player").get(pk=character.pk)
    return Response(SheetOut(sheet(fresh, request.user)).data, status=status)


def _read(serializer: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    given = serializer(data=request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


class PetitionsApi(APIView):
    """What waits for a director's word: in the campaigns I direct, and for my own characters."""

    @extend_schema(operation_id="petitions_list", responses={200: PetitionOut(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        waiting = selectors.petitions_visible_to(request.user).filter(status=Petition.Status.WAITING)
        return Response(PetitionOut(waiting, many=True).data)


class PetitionApi(APIView):
    """`approve` and `return` are the director's, `withdraw` the player's."""

    @extend_schema_serializer(component_name="PetitionWord")
    class Word(serializers.Serializer):
        """The director's word; a return needs one."""

        word = serializers.CharField(max_length=2000, allow_blank=True, default="")

    @extend_schema(operation_id="petitions_decide", request=Word, responses={200: PetitionOut} | REFUSALS)
    def post(self, request: Request, petition_id: int, decision: str) -> Response:
        petition = get_object_or_404(selectors.petitions_visible_to(request.user), pk=petition_id)
        about: dict[str, Any] = {"petition": petition, "by": me(request), "at": clock.now()}
        if decision == "approve":
            decided = services.approve_petition(**about)
        elif decision == "withdraw":
            decided = services.withdraw_petition(**about)
        elif decision == "return":
            require_director(request.user, petition.character.campaign)
            word = _read(self.Word, request)["word"]
            if not word.strip():
                raise serializers.ValidationError({"word": ["A return needs a word."]})
            decided = services.return_petition(word=word, **about)
        else:
            raise Http404
        return Response(PetitionOut(decided).data)


class PurchaseApi(APIView):
    """Ask to buy an item of the catalogue with renown; a director buys at once."""

    @extend_schema_serializer(component_name="Purchase")
    class Wanted(ReasonIn):
        """Which item."""

        key = serializers.ChoiceField(choices=sorted(ITEMS))

    @extend_schema(operation_id="characters_buy", request=Wanted, responses={201: PetitionOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, wanted = character_or_404(request, character_id), _read(self.Wanted, request)
        asked = services.propose_purchase(
            character=character,
            by=me(request),
            item_key=wanted["key"],
            reason=wanted["reason"],
            at=clock.now(),
        )
        return Response(PetitionOut(asked).data, status=201)


class SuccessionApi(APIView):
    """Ask that a companion become the hero after the hero's death (HEIR-2)."""

    @extend_schema(operation_id="characters_succeed", request=ReasonIn, responses={201: PetitionOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, given = character_or_404(request, character_id), _read(ReasonIn, request)
        asked = services.propose_succession(character=character, by=me(request), reason=given["reason"], at=clock.now())
        return Response(PetitionOut(asked).data, status=201)


class HeroPointsApi(APIView):
    """Spend hero points in the plot (STAT-8)."""

    @extend_schema_serializer(component_name="HeroPointUse")
    class Use(serializers.Serializer):
        """A re-roll or one vote more, and why."""

        use = serializers.ChoiceField(choices=USES)
        reason = serializers.CharField(max_length=200)

    @extend_schema(operation_id="characters_spend_hero_points", request=Use, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, given = character_or_404(request, character_id), _read(self.Use, request)
        services.spend_hero_points(character=character, by=me(request), at=clock.now(), **given)
        return _sheet(character, request)


class DeathApi(APIView):
    """The doomed hero's scene, or a death in a decision of the plot (DEATH-1, DEATH-3, DEATH-5)."""

    @extend_schema_serializer(component_name="DeathInThePlot")
    class Told(serializers.Serializer):
        """How it came; `weighty` for a hero or companion that is not doomed."""

        words = serializers.CharField(max_length=2000)
        weighty = serializers.BooleanField(default=False)

    @extend_schema(operation_id="characters_die", request=Told, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, told = character_or_404(request, character_id), _read(self.Told, request)
        about: dict[str, Any] = {"character": character, "by": me(request), "at": clock.now()}
        if character.doomed_at is not None:
            services.stage_death(words=told["words"], **about)
        else:
            services.let_die(words=told["words"], weighty=told["weighty"], **about)
        return _sheet(character, request)


class RetireApi(APIView):
    """The character leaves the story alive."""

    @extend_schema_serializer(component_name="FarewellToACharacter")
    class Told(serializers.Serializer):
        """Why it leaves."""

        words = serializers.CharField(max_length=200)

    @extend_schema(operation_id="characters_retire", request=Told, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, told = character_or_404(request, character_id), _read(self.Told, request)
        services.retire(character=character, by=me(request), words=told["words"], at=clock.now())
        return _sheet(character, request)


class RenownApi(APIView):
    """The director gives renown for the plot, or corrects the ledger."""

    @extend_schema_serializer(component_name="RenownGiven")
    class Given(serializers.Serializer):
        """How much, as what, and why."""

        kind = serializers.ChoiceField(choices=("plot", "correction"), default="plot")
        amount = serializers.IntegerField(min_value=-1000, max_value=1000)
        reason = serializers.CharField(max_length=200)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            if attrs["amount"] == 0 or (attrs["kind"] == "plot" and attrs["amount"] < 0):
                raise serializers.ValidationError({"amount": ["What is earned is more than nothing."]})
            return attrs

    @extend_schema(operation_id="characters_give_renown", request=Given, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        require_director(request.user, character.campaign)
        services.earn_renown(character=character, by=me(request), at=clock.now(), **_read(self.Given, request))
        return _sheet(character, request)


class HealApi(APIView):
    """The director lets a day of rest heal one wound (HEAL-1)."""

    @extend_schema(
        operation_id="characters_heal", request=None, responses={200: SheetOut} | problems(401, 403, 404, 409, 422)
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        require_director(request.user, character.campaign)
        services.heal(character=character, by=me(request), at=clock.now())
        return _sheet(character, request)


class BringInApi(APIView):
    """The director opens the door to one approved character (CHAR-3)."""

    @extend_schema(
        operation_id="characters_bring_in", request=None, responses={200: SheetOut} | problems(401, 403, 404, 409)
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        services.bring_in(character=character, by=me(request), at=clock.now())
        return _sheet(character, request)


class LogApi(APIView):
    """Every change of a sheet, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="characters_log",
        parameters=[OpenApiParameter("limit", int), OpenApiParameter("offset", int)],
        responses={200: SheetOut.SheetChangeLine(many=True)} | problems(401, 404),
    )
    def get(self, request: Request, character_id: int) -> Response:
        pages = Pages()
        changes = character_or_404(request, character_id).changes.all()
        shown = pages.paginate_queryset(changes, request, view=self)
        return Response(SheetOut.SheetChangeLine(shown, many=True).data)


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
        given = _read(self.Create, request)
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
            to = _read(self.Act, request).get("to")
            visible = selectors.visible_to(request.user).filter(campaign=item.campaign)
            services.give_item(to=get_object_or_404(visible, pk=to), **about)
        elif act in verbs:
            verbs[act](**about)
        else:
            raise Http404
        item.refresh_from_db()
        return Response(ItemOut(item).data)


class DoorApi(APIView):
    """Whether approved characters come in at once (CHAR-3)."""

    @extend_schema_serializer(component_name="Door")
    class Door(serializers.Serializer):
        """Open or shut; opening brings in all who wait."""

        open = serializers.BooleanField()

    @extend_schema(operation_id="campaigns_door", request=Door, responses={200: Door} | problems(400, 401, 403, 404))
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        wanted = _read(self.Door, request)["open"]
        if wanted:
            services.open_door(campaign=campaign, by=me(request), at=clock.now())
        else:
            set_door(campaign=campaign, by=me(request), is_open=False)
        return Response({"open": wanted})


class SceneApi(APIView):
    """A scene of the plot begins: everybody has all hero points again (STAT-8)."""

    @extend_schema(
        operation_id="campaigns_refill_hero_points", request=None, responses={204: None} | problems(401, 403, 404)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        services.refill_hero_points(campaign=campaign, by=me(request), at=clock.now())
        return Response(status=204)


class SeatsApi(APIView):
    """A former player's characters go to another player."""

    @extend_schema_serializer(component_name="SeatChange")
    class Seat(serializers.Serializer):
        """Users, by their numbers."""

        before = serializers.IntegerField()
        after = serializers.IntegerField()

    @extend_schema_serializer(component_name="SeatMoved")
    class Moved(serializers.Serializer):
        """The characters that moved."""

        characters = serializers.ListField(child=serializers.IntegerField())

    @extend_schema(operation_id="campaigns_hand_seat_over", request=Seat, responses={200: Moved} | REFUSALS)
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        seat = _read(self.Seat, request)
        moved = services.hand_seat_over(
            campaign=campaign,
            before=get_object_or_404(former_players_of(campaign).distinct(), pk=seat["before"]),
            after=get_object_or_404(players_of(campaign), pk=seat["after"]),
            by=me(request),
            at=clock.now(),
        )
        return Response({"characters": [one.pk for one in moved]})


class RosterApi(APIView):
    """Who of a player's characters may go to the next battle with one each, and why not (ROST-2)."""

    @extend_schema_serializer(component_name="Roster")
    class Out(serializers.Serializer):
        """`rules_rest` while there is no hero able to fight (ROST-3); `reason` is a code, empty where it may go."""

        class ProspectOut(serializers.Serializer):
            """One character."""

            character = serializers.IntegerField(source="character.pk")
            name = serializers.CharField(source="character.name")
            rank = serializers.CharField(source="character.rank")
            reason = serializers.CharField()

        history = serializers.ListField(child=serializers.CharField())
        rules_rest = serializers.BooleanField()
        prospects = ProspectOut(many=True)

    @extend_schema(
        operation_id="campaigns_roster",
        parameters=[OpenApiParameter("player", int, description="For directors: whose; oneself otherwise.")],
        responses={200: Out} | problems(401, 403, 404),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_member(request.user, campaign)
        asked = request.query_params.get("player", "")
        wanted = int(asked) if asked.isdecimal() and len(asked) < 19 else me(request).pk
        if wanted != me(request).pk and not is_director(request.user, campaign):
            raise Http404
        player = get_object_or_404(players_of(campaign), pk=wanted)
        return Response(self.Out(outlook(player, campaign)).data)
