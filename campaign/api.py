"""The API of campaigns: the verbs of the pages, for programs."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign import selectors, services
from campaign.guards import require_director, require_member
from campaign.models import Campaign, Invitation, Membership
from campaign.rule_words import WORDS
from rulebook.rulesets import GO_ON


def campaign_or_404(request: Request, slug: str) -> Campaign:
    """The campaign, or 404 for whoever may not know of it."""
    return get_object_or_404(selectors.visible_to(request.user), slug=slug)


class Pages(LimitOffsetPagination):
    """`limit` and `offset`, fifty at a time unless told, two hundred at most."""

    default_limit = 50
    max_limit = 200


class CampaignOut(serializers.ModelSerializer):
    """A campaign as anyone who may read it sees it."""

    class ClanOut(serializers.Serializer):
        """A clan and its caravan."""

        id = serializers.IntegerField()
        name = serializers.CharField()
        days = serializers.IntegerField()
        supplies = serializers.IntegerField()
        morale = serializers.IntegerField()
        clansmen = serializers.IntegerField()
        fighters = serializers.IntegerField()
        varl = serializers.IntegerField()

    slug = serializers.CharField(read_only=True, help_text="Its address; letters of any script, digits, hyphens.")
    clans = ClanOut(many=True, read_only=True)
    role = serializers.SerializerMethodField(help_text="Your role; null when you do not belong.")

    class Meta:
        model = Campaign
        fields = (
            "slug", "name", "summary", "language", "ruleset", "is_public", "status", "house_notes", "role", "clans",
        )  # fmt: skip

    def get_role(self, campaign: Campaign) -> str | None:
        roles: dict[int, str] = self.context["roles"]
        return roles.get(campaign.pk)


class CampaignListApi(APIView):
    """Campaigns I may know of, and making one."""

    permission_classes = (AllowAny,)

    class Create(serializers.ModelSerializer):
        """What a new campaign needs."""

        ruleset = serializers.ChoiceField(choices=tuple(WORDS), default="saga")
        clan_name = serializers.CharField(max_length=80, required=False, help_text="A saga needs its first clan.")
        language = serializers.ChoiceField(choices=("en", "es"), default="en")

        class Meta:
            model = Campaign
            fields = ("name", "summary", "language", "is_public", "ruleset", "clan_name")

        def get_fields(self) -> dict[str, serializers.Field]:
            fields = super().get_fields()
            given = getattr(self, "initial_data", None)
            fields["clan_name"].required = isinstance(given, dict) and given.get("ruleset", "saga") in GO_ON
            return fields

    @extend_schema(
        operation_id="campaigns_list",
        parameters=[
            OpenApiParameter("mine", bool, description="Only those I belong to."),
            OpenApiParameter("limit", int),
            OpenApiParameter("offset", int),
        ],
        responses={200: CampaignOut(many=True)} | problems(401),
    )
    def get(self, request: Request) -> Response:
        mine = request.query_params.get("mine", "").lower() in ("1", "true")
        asked = selectors.belonging_to if mine else selectors.visible_to
        pages = Pages()
        page = pages.paginate_queryset(asked(request.user).prefetch_related("clans"), request, view=self)
        return Response(CampaignOut(page, many=True, context=_roles(request)).data)

    @extend_schema(
        operation_id="campaigns_create", request=Create, responses={201: CampaignOut} | problems(400, 401, 403)
    )
    def post(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            self.permission_denied(request)
        given = body_of(request, self.Create)
        campaign = services.create_campaign(director=me(request), **given)
        return Response(CampaignOut(campaign, context=_roles(request)).data, status=201)


class CampaignApi(APIView):
    """One campaign."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="campaigns_read", responses={200: CampaignOut} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        return Response(CampaignOut(campaign_or_404(request, slug), context=_roles(request)).data)


class MembersApi(APIView):
    """Who belongs to a campaign; for members."""

    @extend_schema_serializer(component_name="Member")
    class Out(serializers.Serializer):
        """A member and its role."""

        user = serializers.IntegerField(source="user_id")
        name = serializers.CharField(source="user.shown_name")
        role = serializers.CharField(help_text="director, co-director, player or spectator")
        joined_at = serializers.DateTimeField()

    @extend_schema(operation_id="campaigns_members", responses={200: Out(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_member(request.user, campaign)
        return Response(self.Out(selectors.members_of(campaign), many=True).data)


def rule_field(known: Any) -> serializers.Field:
    """A table rule as programs write it."""
    if known.kind == "switch":
        return serializers.BooleanField(required=False)
    if known.kind == "whole":
        return serializers.IntegerField(required=False, min_value=known.minimum, max_value=known.maximum)
    if known.kind == "number":
        return serializers.FloatField(required=False, min_value=known.minimum, max_value=known.maximum)
    return serializers.ChoiceField(required=False, choices=known.choices)


@extend_schema_serializer(component_name="TableRules")
class TableRulesOut(serializers.Serializer):
    """Every table rule by name: those of the ruleset that the campaign plays by."""

    def get_fields(self) -> dict[str, serializers.Field]:
        rulesets = (self.context["ruleset"],) if "ruleset" in self.context else tuple(WORDS)
        known = {name: field for ruleset in rulesets for name, field in WORDS[ruleset].fields.items()}
        return {name: rule_field(field) for name, field in known.items()}


class TableRulesApi(APIView):
    """The table rules in force; the director changes them. A battle that has begun keeps its own."""

    @extend_schema(operation_id="campaigns_table_rules", responses={200: TableRulesOut} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        return Response(selectors.own_rules(campaign_or_404(request, slug)).to_mapping())

    @extend_schema(
        operation_id="campaigns_change_table_rules",
        request=TableRulesOut(partial=True),
        responses={200: TableRulesOut} | problems(400, 401, 403, 404),
    )
    def patch(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        given = body_of(request, TableRulesOut, partial=True, context={"ruleset": campaign.ruleset})
        # The names come from the request itself, so that an unknown one is refused rather than passed over.
        settings = dict.fromkeys(request.data) | given
        services.change_table_rules(campaign=campaign, settings=settings, by=me(request), at=clock.now())
        return Response(selectors.own_rules(campaign).to_mapping())


class InvitationsApi(APIView):
    """Invitation links of a campaign; for directors."""

    @extend_schema_serializer(component_name="Invitation")
    class Out(serializers.ModelSerializer):
        """A link that lets people join."""

        role = serializers.CharField()

        class Meta:
            model = Invitation
            fields = ("id", "token", "role", "most_uses", "uses", "expires_at", "created_at")

    @extend_schema_serializer(component_name="NewInvitation")
    class Create(serializers.Serializer):
        """For which role, how many people, until when."""

        role = serializers.ChoiceField(choices=("player", "spectator", "co-director"), default="player")
        most_uses = serializers.IntegerField(default=1, min_value=1, max_value=services.MOST_USES)
        expires_at = serializers.DateTimeField(default=None, allow_null=True)

    @extend_schema(operation_id="campaigns_invitations", responses={200: Out(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        return Response(self.Out(selectors.live_invitations(campaign, at=clock.now()), many=True).data)

    @extend_schema(operation_id="campaigns_invite", request=Create, responses={201: Out} | problems(400, 401, 403, 404))
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        given = body_of(request, self.Create)
        made = services.invite(campaign=campaign, by=me(request), at=clock.now(), **given)
        return Response(self.Out(made).data, status=201)


class JoinApi(APIView):
    """Join a campaign by an invitation's token."""

    @extend_schema(
        operation_id="campaigns_join", request=None, responses={200: CampaignOut} | problems(401, 404, 409, 422)
    )
    def post(self, request: Request, token: str) -> Response:
        try:
            membership = services.accept_invitation(token=token, user=me(request), at=clock.now())
        except Invitation.DoesNotExist as gone:
            raise Http404 from gone
        return Response(CampaignOut(membership.campaign, context=_roles(request)).data)


def _roles(request: Request) -> dict[str, Any]:
    if not request.user.is_authenticated:
        return {"roles": {}}
    mine = Membership.objects.filter(user=me(request), left_at__isnull=True)
    return {"roles": dict(mine.values_list("campaign_id", "role"))}
