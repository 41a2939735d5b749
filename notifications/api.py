"""The inbox, for programs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from notifications import numbers, selectors, services
from notifications.models import Notice
from notifications.wording import words_for

PAGE_LENGTH = 50


class NoticeOut(serializers.Serializer[Notice]):
    """One notice, with its sentence in the reader's language."""

    id = serializers.IntegerField(source="number", help_text="The reader's own number for it; they are in no order.")
    kind = serializers.ChoiceField(choices=Notice.Kind.choices)
    subject = serializers.CharField(help_text="What it speaks of, such as battle:<code>.")
    campaign = serializers.CharField(source="campaign_slug")
    sentence = serializers.SerializerMethodField()
    link = serializers.CharField()
    deadline = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)

    def get_sentence(self, notice: Notice) -> str:
        return words_for(notice, now=self.context["now"]).sentence


class NoticePage(serializers.Serializer[Any]):
    unread = serializers.IntegerField(help_text="Unread notices in all, not only on this page.")
    notices = NoticeOut(many=True)
    next_before = serializers.IntegerField(allow_null=True, help_text="`before` of the next page; null on the last.")


class Notices(APIView):
    """What the reader was told, newest first."""

    class Query(serializers.Serializer[Any]):
        before = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
        unread = serializers.BooleanField(required=False, default=False)

    @extend_schema(
        operation_id="notices",
        parameters=[
            OpenApiParameter("before", int, description="Only notices older than the one with this id."),
            OpenApiParameter("unread", bool, description="Only unread ones."),
        ],
        responses={200: NoticePage} | problems(400, 401),
    )
    def get(self, request: Request) -> Response:
        query = self.Query(data=request.query_params)
        query.is_valid(raise_exception=True)
        found = selectors.newest(me(request))
        if "before" in query.validated_data:
            found = found.filter(pk__lt=numbers.meant(me(request).pk, query.validated_data["before"]))
        if query.validated_data["unread"]:
            found = found.filter(read_at__isnull=True)
        page = list(found[: PAGE_LENGTH + 1])
        shown = page[:PAGE_LENGTH]
        body = {
            "unread": selectors.unread_count(me(request)),
            "notices": shown,
            "next_before": shown[-1].number if len(page) > PAGE_LENGTH else None,
        }
        return Response(NoticePage(body, context={"now": clock.now()}).data)


class MarkRead(APIView):
    """Mark notices as read."""

    class In(serializers.Serializer[Any]):
        ids = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
            required=False,
            allow_null=True,
            max_length=500,
            help_text="Which ones; all unread ones when it is left out or null.",
        )

    @extend_schema_serializer(component_name="NoticesMarked")
    class Out(serializers.Serializer[Any]):
        marked = serializers.IntegerField(help_text="How many were unread until now.")

    @extend_schema(operation_id="mark_notices_read", request=In, responses={200: Out} | problems(400, 401))
    def post(self, request: Request) -> Response:
        wanted = body_of(request, self.In)
        named = wanted.get("ids")
        ids = None if named is None else [numbers.meant(me(request).pk, number) for number in named]
        return Response({"marked": services.mark_read(reader=me(request), notices=ids, at=clock.now())})
