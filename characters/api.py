"""The API of characters: the verbs of the pages, for programs."""

from __future__ import annotations

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
from accounts.models import User
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.catalogue import catalogue_of
from campaign.guards import require_director
from campaign.models import Campaign, Clan
from campaign.selectors import players_of
from characters import selectors, services
from characters.models import BattleRecord, Character, Item, Petition, RenownEntry, SheetChange
from characters.proposals import PORTRAITS, Proposal
from characters.sheets import Sheet, sheet
from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from rulebook.saga.catalogue import ATTRIBUTES, Figures, player_classes

MOST = 1000


class FiguresField(serializers.Serializer):
    """The five figures that a class bounds."""

    strength = serializers.IntegerField(min_value=0, max_value=MOST)
    armor = serializers.IntegerField(min_value=0, max_value=MOST)
    willpower = serializers.IntegerField(min_value=0, max_value=MOST)
    exertion = serializers.IntegerField(min_value=0, max_value=MOST)

    def get_fields(self) -> dict[str, serializers.Field]:
        """`break` is a word of Python, so that figure is declared by name."""
        return super().get_fields() | {"break": serializers.IntegerField(min_value=0, max_value=MOST)}


class AttributesField(serializers.Serializer):
    """The six campaign attributes."""

    leadership = serializers.IntegerField(min_value=0, max_value=MOST)
    survival = serializers.IntegerField(min_value=0, max_value=MOST)
    war = serializers.IntegerField(min_value=0, max_value=MOST)
    insight = serializers.IntegerField(min_value=0, max_value=MOST)
    administration = serializers.IntegerField(min_value=0, max_value=MOST)
    care = serializers.IntegerField(min_value=0, max_value=MOST)


@extend_schema_serializer(component_name="CharacterLine")
class CharacterLine(serializers.ModelSerializer):
    """A character in a list."""

    player = serializers.IntegerField(source="player_id")
    player_name = serializers.CharField(source="player.shown_name")
    open_wounds = serializers.IntegerField(source="wounds_open")

    class Meta:
        model = Character
        fields = ("id", "name", "rank", "status", "class_key", "race", "level", "player", "player_name", "open_wounds")


@extend_schema_serializer(component_name="CharacterSheet")
class SheetOut(serializers.Serializer):
    """A sheet as you may see it; `private_notes` is there for the player and the directors only."""

    class RenownLine(serializers.ModelSerializer):
        """One line of the renown ledger."""

        class Meta:
            model = RenownEntry
            fields = ("kind", "amount", "reason", "battle_code", "at")

    class Fought(serializers.ModelSerializer):
        """A battle fought."""

        class Meta:
            model = BattleRecord
            fields = (
                "battle_code",
                "battle_name",
                "rank",
                "friendly",
                "defeated",
                "won",
                "enemies_defeated",
                "fought_at",
            )

    class ItemLine(serializers.ModelSerializer):
        """An item that the character owns."""

        effects = serializers.DictField(child=serializers.IntegerField())

        class Meta:
            model = Item
            fields = ("id", "key", "name", "level", "effects", "equipped")

    class PetitionLine(serializers.ModelSerializer):
        """What was asked for the character."""

        kind = serializers.CharField()
        status = serializers.CharField()

        class Meta:
            model = Petition
            fields = ("id", "kind", "status", "level", "item_key", "reason", "word")

    class SheetChangeLine(serializers.ModelSerializer):
        """One line of the change log."""

        class Meta:
            model = SheetChange
            fields = ("field", "before", "after", "reason", "battle_code", "at")

    id = serializers.IntegerField(source="character.pk")
    campaign = serializers.CharField(source="character.campaign.slug")
    name = serializers.CharField(source="character.name")
    rank = serializers.CharField(source="character.rank")
    status = serializers.CharField(source="character.status")
    director_note = serializers.CharField(source="character.director_note")
    class_key = serializers.CharField(source="character.class_key")
    race = serializers.CharField(source="character.race")
    level = serializers.IntegerField(source="character.level")
    player = serializers.IntegerField(source="character.player_id")
    clan = serializers.IntegerField(source="character.clan_id", allow_null=True)
    figures = serializers.SerializerMethodField()
    reaction = serializers.IntegerField(source="character.reaction")
    strength_now = serializers.IntegerField(source="strength", help_text="The base less the open wounds.")
    open_wounds = serializers.IntegerField()
    attributes = serializers.SerializerMethodField()
    abilities = serializers.DictField(source="character.abilities", child=serializers.IntegerField())
    talents = serializers.DictField(
        source="character.talents", child=serializers.IntegerField(), help_text="The ranks learned."
    )
    talents_in_battle = serializers.DictField(
        source="talents", child=serializers.IntegerField(), help_text="The ranks with what is equipped."
    )
    portrait = serializers.CharField(source="character.portrait")
    appearance = serializers.CharField(source="character.appearance")
    history = serializers.CharField(source="character.history")
    private_notes = serializers.CharField(required=False)
    ready = serializers.SerializerMethodField(help_text="What the next battle begins with, items and wounds counted.")
    hero_points = serializers.IntegerField(help_text="The total of a scene.")
    hero_points_left = serializers.IntegerField(help_text="Left in this scene of the plot; a battle has its own.")
    items = ItemLine(many=True)
    petitions = PetitionLine(many=True, help_text="Yours and the director's to read; empty for others.")
    renown_held = serializers.IntegerField()
    renown_earned = serializers.IntegerField()
    promotion_cost = serializers.IntegerField(allow_null=True)
    doomed = serializers.SerializerMethodField()
    ledger = RenownLine(many=True)
    battles = Fought(many=True)
    changes = SheetChangeLine(many=True)

    def get_figures(self, shown: Sheet) -> dict[str, int]:
        return {name.rstrip("_"): value for name, value in shown.figures.items()}

    def get_ready(self, shown: Sheet) -> dict[str, int]:
        return {name.rstrip("_"): value for name, value in shown.ready.items()}

    def get_attributes(self, shown: Sheet) -> dict[str, int]:
        return {name: getattr(shown.character, name) for name in CAMPAIGN_ATTRIBUTES}

    def get_doomed(self, shown: Sheet) -> bool:
        return shown.character.doomed_at is not None

    def to_representation(self, instance: Sheet) -> dict[str, Any]:
        told = super().to_representation(instance)
        if instance.private_notes is None:
            del told["private_notes"]
        return told


class ClassesApi(APIView):
    """The classes a player may choose, with the limits of each (CHAR-5)."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="Class")
    class Out(serializers.Serializer):
        """A class: its race, its points and the span of each figure."""

        key = serializers.CharField()
        name = serializers.CharField()
        race = serializers.CharField()
        points = serializers.IntegerField()
        fixed = serializers.BooleanField()
        spans = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
        abilities = serializers.ListField(child=serializers.CharField())
        passives = serializers.ListField(child=serializers.CharField())

    @extend_schema(operation_id="classes_list", responses={200: Out(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        language = request.LANGUAGE_CODE
        return Response([_class_out(entry, language) for entry in player_classes()])


class CampaignClassesApi(APIView):
    """The classes that a new character of the campaign may have, its own among them."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="campaign_classes_list", responses={200: ClassesApi.Out(many=True)} | problems(401, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        catalogue = catalogue_of(campaign_or_404(request, slug))
        return Response([_class_out(entry, request.LANGUAGE_CODE) for entry in catalogue.player_classes()])


class CharactersApi(APIView):
    """A campaign's characters, and proposing one."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="NewCharacter")
    class Create(serializers.Serializer):
        """A proposal. `player` is for directors who make a character for a player."""

        player = serializers.IntegerField(required=False)
        name = serializers.CharField(max_length=60)
        rank = serializers.ChoiceField(choices=Character.Rank.choices)
        class_key = serializers.CharField(max_length=40)
        clan = serializers.IntegerField(required=False, allow_null=True, default=None)
        figures = FiguresField()
        reaction = serializers.IntegerField(min_value=0, max_value=MOST)
        attributes = AttributesField()
        portrait = serializers.ChoiceField(choices=PORTRAITS, default=PORTRAITS[0])
        appearance = serializers.CharField(max_length=4000, default="", allow_blank=True)
        history = serializers.CharField(max_length=8000, default="", allow_blank=True)
        private_notes = serializers.CharField(max_length=8000, default="", allow_blank=True)
        heir_of = serializers.IntegerField(
            required=False, allow_null=True, default=None, help_text="The dead character whose renown it claims."
        )
        draft = serializers.BooleanField(default=False, help_text="Keep it as a draft that nobody else sees.")

    @extend_schema(operation_id="characters_list", responses={200: CharacterLine(many=True)} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        visible = selectors.visible_to(request.user).filter(campaign=campaign).select_related("player")
        return Response(CharacterLine(selectors.with_wounds(visible), many=True).data)

    @extend_schema(
        operation_id="characters_propose",
        request=Create,
        responses={201: SheetOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        given = self.Create(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        asked, draft = wanted.pop("player", None), wanted.pop("draft")
        if draft:
            kept = services.save_draft(campaign=campaign, player=me(request), proposal=_proposal(campaign, wanted))
            return Response(SheetOut(sheet(kept, request.user)).data, status=201)
        player = _player(request.user, campaign, asked)
        made = services.propose_character(
            campaign=campaign,
            player=player,
            by=me(request),
            proposal=_proposal(campaign, wanted),
            at=clock.now(),
        )
        return Response(SheetOut(sheet(made, request.user)).data, status=201)


class CharacterApi(APIView):
    """One character's sheet, and its words."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="CharacterWords")
    class Change(serializers.Serializer):
        """Picture and words; what is left out stays."""

        portrait = serializers.ChoiceField(choices=PORTRAITS, required=False)
        appearance = serializers.CharField(max_length=4000, required=False, allow_blank=True)
        history = serializers.CharField(max_length=8000, required=False, allow_blank=True)
        private_notes = serializers.CharField(max_length=8000, required=False, allow_blank=True)

    @extend_schema(operation_id="characters_read", responses={200: SheetOut} | problems(401, 404))
    def get(self, request: Request, character_id: int) -> Response:
        return Response(SheetOut(sheet(character_or_404(request, character_id), request.user)).data)

    @extend_schema(
        operation_id="characters_edit", request=Change, responses={200: SheetOut} | problems(400, 401, 403, 404)
    )
    def patch(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        given = self.Change(data=request.data)
        given.is_valid(raise_exception=True)
        kept = {name: getattr(character, name) for name in ("portrait", "appearance", "history", "private_notes")}
        services.edit_texts(character=character, by=me(request), **(kept | given.validated_data))
        return Response(SheetOut(sheet(character, request.user)).data)


class ProposalApi(APIView):
    """A proposal or a draft: written anew and sent to the director, kept as a draft, or taken back."""

    @extend_schema(
        operation_id="characters_revise",
        request=CharactersApi.Create,
        responses={200: SheetOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def put(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        given = CharactersApi.Create(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = dict(given.validated_data)
        draft = wanted.pop("draft")
        wanted.pop("player", None)
        proposal = _proposal(character.campaign, wanted)
        if draft:
            saved = services.save_draft(
                campaign=character.campaign, player=me(request), proposal=proposal, character=character
            )
        else:
            saved = services.revise_character(character=character, by=me(request), proposal=proposal, at=clock.now())
        return Response(SheetOut(sheet(saved, request.user)).data)

    @extend_schema(operation_id="characters_withdraw", responses={204: None} | problems(401, 403, 404, 409))
    def delete(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        services.withdraw_proposal(character=character, by=me(request), at=clock.now())
        return Response(status=204)


class ApproveApi(APIView):
    """The director lets a proposed character in."""

    @extend_schema(
        operation_id="characters_approve", request=None, responses={200: SheetOut} | problems(401, 403, 404, 409)
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        approved = services.approve_character(character=character, by=me(request), at=clock.now())
        return Response(SheetOut(sheet(approved, request.user)).data)


class ReturnApi(APIView):
    """The director sends a proposed character back with a word."""

    @extend_schema_serializer(component_name="ReturnCharacter")
    class Word(serializers.Serializer):
        """What should change."""

        word = serializers.CharField(max_length=2000)

    @extend_schema(
        operation_id="characters_return",
        request=Word,
        responses={200: SheetOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        require_director(request.user, character.campaign)
        given = self.Word(data=request.data)
        given.is_valid(raise_exception=True)
        returned = services.return_character(
            character=character, by=me(request), word=given.validated_data["word"], at=clock.now()
        )
        return Response(SheetOut(sheet(returned, request.user)).data)


class PromoteApi(APIView):
    """Ask for promotion to the next level, paid in renown (PROM-1); where a director asks, it is done at once."""

    @extend_schema_serializer(component_name="Promotion")
    class Points(serializers.Serializer):
        """The level to reach, and the attributes and talents that grow."""

        level = serializers.IntegerField(min_value=2, max_value=5)
        points = serializers.DictField(
            child=serializers.IntegerField(min_value=0, max_value=MOST),
            help_text="Names of figures (`strength`, `break` …) and of talents (`hunker-down` …).",
        )
        reason = serializers.CharField(max_length=500, allow_blank=True, default="")

    @extend_schema(
        operation_id="characters_promote",
        request=Points,
        responses={200: SheetOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        given = self.Points(data=request.data)
        given.is_valid(raise_exception=True)
        points = {_figure_name(name): more for name, more in given.validated_data["points"].items() if more}
        asked = services.propose_promotion(
            character=character,
            by=me(request),
            level=given.validated_data["level"],
            points=points,
            reason=given.validated_data["reason"],
            at=clock.now(),
        )
        return Response(SheetOut(sheet(asked.character, request.user)).data)


def character_or_404(request: Request, character_id: int) -> Character:
    visible = selectors.visible_to(request.user).select_related("campaign", "player")
    return get_object_or_404(visible, pk=character_id)


def _player(user: User, campaign: Campaign, asked: int | None) -> User:
    if asked is None or asked == user.pk:
        return user
    require_director(user, campaign)
    return get_object_or_404(players_of(campaign), pk=asked)


def _proposal(campaign: Campaign, wanted: dict[str, Any]) -> Proposal:
    clan_id, figures = wanted.pop("clan"), wanted.pop("figures")
    named = {_figure_name(name): value for name, value in figures.items()}
    return Proposal(**wanted, clan=_clan(campaign, clan_id), figures=Figures(**named))


def _clan(campaign: Campaign, clan_id: int | None) -> Clan | None:
    if clan_id is None:
        return None
    clan = campaign.clans.filter(pk=clan_id).first()
    if clan is None:
        raise Http404
    return clan


def _figure_name(name: str) -> str:
    """The rulebook's name of a figure: `break` is written `break_` there."""
    return f"{name}_" if f"{name}_" in ATTRIBUTES else name


def _class_out(entry: Any, language: str) -> dict[str, Any]:
    spans = {name.rstrip("_"): entry.caps.of(name) for name in ATTRIBUTES} | {"reaction": entry.reaction}
    return {
        "key": entry.key,
        "name": entry.name.say(language),
        "race": entry.race.key,
        "points": entry.starting_total,
        "fixed": entry.fixed is not None,
        "spans": {name: [span.low, span.high] for name, span in spans.items()},
        "abilities": entry.abilities,
        "passives": entry.passives,
    }
