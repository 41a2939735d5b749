"""A campaign's characters and their way in: the list, a proposal or a draft, the director's yes or word."""

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
from accounts.bodies import body_of
from accounts.models import User
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.guards import require_director
from campaign.models import Campaign, Clan
from campaign.selectors import players_of
from characters import selectors, services
from characters.api.fields import MOST, REFUSALS, SheetOut, character_or_404, figure_name
from characters.models import Character
from characters.proposals import PORTRAITS, Proposal
from characters.sheets import sheet
from rulebook.saga.catalogue import Figures


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

    @extend_schema(operation_id="characters_propose", request=Create, responses={201: SheetOut} | REFUSALS)
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        wanted = body_of(request, self.Create)
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


class ProposalApi(APIView):
    """A proposal or a draft: written anew and sent to the director, kept as a draft, or taken back."""

    @extend_schema(operation_id="characters_revise", request=CharactersApi.Create, responses={200: SheetOut} | REFUSALS)
    def put(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        wanted = body_of(request, CharactersApi.Create)
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

    @extend_schema(operation_id="characters_return", request=Word, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        require_director(request.user, character.campaign)
        word = body_of(request, self.Word)["word"]
        returned = services.return_character(character=character, by=me(request), word=word, at=clock.now())
        return Response(SheetOut(sheet(returned, request.user)).data)


def _player(user: User, campaign: Campaign, asked: int | None) -> User:
    if asked is None or asked == user.pk:
        return user
    require_director(user, campaign)
    return get_object_or_404(players_of(campaign), pk=asked)


def _proposal(campaign: Campaign, wanted: dict[str, Any]) -> Proposal:
    clan_id, figures = wanted.pop("clan"), wanted.pop("figures")
    named = {figure_name(name): value for name, value in figures.items()}
    return Proposal(**wanted, clan=_clan(campaign, clan_id), figures=Figures(**named))


def _clan(campaign: Campaign, clan_id: int | None) -> Clan | None:
    if clan_id is None:
        return None
    clan = campaign.clans.filter(pk=clan_id).first()
    if clan is None:
        raise Http404
    return clan
