"""The API of applications and of coming and going: the verbs of the pages, for programs."""

from __future__ import annotations

from collections.abc import Callable

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
from campaign import selectors, services
from campaign.api import campaign_or_404
from campaign.guards import require_director, require_member
from campaign.models import Application, Membership
from campaign.services.applications import (
    LONGEST_ANSWER,
    LONGEST_QUESTION,
    MOST_PLACES,
    MOST_QUESTIONS,
)
from campaign.services.members import LONGEST_WORD


@extend_schema_serializer(component_name="ApplicationForm")
class FormOut(serializers.Serializer):
    """What the director asks of those who want to play."""

    is_open = serializers.BooleanField()
    intro = serializers.CharField(max_length=4000, allow_blank=True, default="")
    questions = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_QUESTION), max_length=MOST_QUESTIONS, default=list
    )
    places = serializers.IntegerField(min_value=0, max_value=MOST_PLACES, default=0)


@extend_schema_serializer(component_name="Application")
class ApplicationOut(serializers.ModelSerializer):
    """An application, with the questions as they were asked."""

    class AnswerOut(serializers.Serializer):
        """One question and its answer."""

        question = serializers.CharField()
        answer = serializers.CharField()

    answers = AnswerOut(many=True)
    user = serializers.IntegerField(source="user_id")
    name = serializers.CharField(source="user.shown_name")
    campaign = serializers.CharField(source="campaign.slug")
    status = serializers.CharField(help_text="waiting, listed, accepted, declined or withdrawn")

    class Meta:
        model = Application
        fields = ("id", "campaign", "user", "name", "answers", "status", "word", "made_at", "decided_at")


@extend_schema_serializer(component_name="DirectorsWord")
class WordIn(serializers.Serializer):
    """A word that goes with a decision."""

    word = serializers.CharField(max_length=2000, allow_blank=True, default="")


class FormApi(APIView):
    """The application form; directors write it."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="campaigns_application_form", responses={200: FormOut} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        form = selectors.form_of(campaign_or_404(request, slug))
        if form is None:
            raise Http404
        return Response(FormOut(form).data)

    @extend_schema(
        operation_id="campaigns_write_application_form",
        request=FormOut,
        responses={200: FormOut} | problems(400, 401, 403, 404),
    )
    def put(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        given = body_of(request, FormOut)
        form = services.write_application_form(campaign=campaign, by=me(request), **given)
        return Response(FormOut(form).data)


class ApplicationsApi(APIView):
    """Open applications for directors, one's own for everybody else; and applying."""

    @extend_schema_serializer(component_name="NewApplication")
    class Create(serializers.Serializer):
        """One answer for each question, in their order."""

        answers = serializers.ListField(
            child=serializers.CharField(max_length=LONGEST_ANSWER), max_length=MOST_QUESTIONS
        )

    @extend_schema(
        operation_id="campaigns_applications", responses={200: ApplicationOut(many=True)} | problems(401, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        found = selectors.applications_visible_to(request.user).filter(campaign=campaign)
        return Response(ApplicationOut(found, many=True).data)

    @extend_schema(
        operation_id="campaigns_apply",
        request=Create,
        responses={201: ApplicationOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        given = body_of(request, self.Create)
        made = services.apply_to(campaign=campaign, user=me(request), answers=given["answers"], at=clock.now())
        return Response(ApplicationOut(made).data, status=201)


class DecisionApi(APIView):
    """`accept`, `list` and `decline` are the director's; `withdraw` is the applicant's."""

    @extend_schema(
        operation_id="applications_decide",
        request=WordIn,
        responses={200: ApplicationOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, application_id: int, decision: str) -> Response:
        found = get_object_or_404(selectors.applications_visible_to(request.user), pk=application_id)
        if decision == "withdraw":
            services.withdraw_application(application=found, user=me(request), at=clock.now())
        else:
            self._decide(request, found, decision)
        return Response(ApplicationOut(selectors.applications_visible_to(request.user).get(pk=found.pk)).data)

    def _decide(self, request: Request, found: Application, decision: str) -> None:
        verbs: dict[str, Callable[..., object]] = {
            "accept": services.accept_application,
            "list": services.put_on_waiting_list,
            "decline": services.decline_application,
        }
        if decision not in verbs:
            raise Http404
        require_director(request.user, found.campaign)
        given = body_of(request, WordIn)
        verbs[decision](application=found, by=me(request), word=given["word"], at=clock.now())


class LeaveApi(APIView):
    """Leave a campaign, with a word for its directors."""

    @extend_schema_serializer(component_name="Farewell")
    class Word(serializers.Serializer):
        """A farewell."""

        word = serializers.CharField(max_length=LONGEST_WORD, allow_blank=True, default="")

    @extend_schema(
        operation_id="campaigns_leave", request=Word, responses={204: None} | problems(400, 401, 403, 404, 422)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_member(request.user, campaign)
        given = body_of(request, self.Word)
        membership = selectors.membership_of(request.user, campaign)
        if membership is not None:
            services.leave(membership=membership, at=clock.now(), word=given["word"])
        return Response(status=204)


class MemberApi(APIView):
    """A member as a director handles it: another role, more characters, or sent away."""

    @extend_schema_serializer(component_name="MemberChange")
    class Change(serializers.Serializer):
        """What is left out stays."""

        role = serializers.ChoiceField(choices=("player", "spectator", "co-director"), required=False)
        second_companion = serializers.BooleanField(required=False)
        secondary_needed = serializers.BooleanField(required=False)

    @extend_schema(
        operation_id="campaigns_change_member",
        request=Change,
        responses={204: None} | problems(400, 401, 403, 404, 422),
    )
    def patch(self, request: Request, slug: str, user_id: int) -> Response:
        membership = self._member(request, slug, user_id)
        wanted = body_of(request, self.Change)
        if "role" in wanted:
            services.set_role(membership=membership, role=wanted["role"], by=me(request), at=clock.now())
        if wanted.keys() & {"second_companion", "secondary_needed"}:
            services.allow_characters(
                membership=membership,
                by=me(request),
                second_companion=wanted.get("second_companion", membership.second_companion),
                secondary_needed=wanted.get("secondary_needed", membership.secondary_needed),
            )
        return Response(status=204)

    @extend_schema(operation_id="campaigns_remove_member", responses={204: None} | problems(401, 403, 404, 422))
    def delete(self, request: Request, slug: str, user_id: int) -> Response:
        membership = self._member(request, slug, user_id)
        services.remove_member(membership=membership, by=me(request), at=clock.now())
        return Response(status=204)

    def _member(self, request: Request, slug: str, user_id: int) -> Membership:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        return get_object_or_404(selectors.members_of(campaign), user_id=user_id)
