"""A reader's channels, for programs."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError as Unfit
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from notifications import services
from notifications.channels import push, webhook
from notifications.models import Channel
from notifications.selectors import channels_of
from notifications.wishes import CLASSES


@extend_schema_field({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"})
class WallClock(serializers.TimeField):
    """An hour of the reader's own day: a time without a zone, which the schema's "time" would ask for."""


class ChannelOut(serializers.ModelSerializer[Channel]):
    """One channel. The address of a webhook is a secret and not told."""

    id = serializers.IntegerField(allow_null=True, help_text="Null for mail with nothing changed about it.")
    service = serializers.SerializerMethodField(help_text="What a webhook leads to, such as ntfy.")
    digest_at = WallClock(read_only=True)
    quiet_from = WallClock(read_only=True, allow_null=True)
    quiet_until = WallClock(read_only=True, allow_null=True)

    class Meta:
        model = Channel
        ref_name = "Channel"
        fields = (
            "id",
            "type",
            "name",
            "service",
            "kinds",
            "muted_campaigns",
            "pace",
            "digest_at",
            "quiet_from",
            "quiet_until",
            "last_sent_at",
            "failing_since",
            "last_error",
            "off_at",
        )
        read_only_fields = fields

    def get_service(self, channel: Channel) -> str:
        return webhook.service_of(channel)


class Wishes(serializers.Serializer[Any]):
    """What can be chosen about a channel; what is left out stays."""

    name = serializers.CharField(required=False, max_length=60)
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=CLASSES), required=False, max_length=20)
    muted_campaigns = serializers.ListField(child=serializers.CharField(max_length=60), required=False, max_length=200)
    pace = serializers.ChoiceField(choices=Channel.Pace.choices, required=False)
    digest_at = WallClock(required=False)
    quiet_from = WallClock(required=False, allow_null=True)
    quiet_until = WallClock(required=False, allow_null=True)


class NewWebhook(Wishes):
    """A webhook to open."""

    name = serializers.CharField(max_length=60)
    target = serializers.CharField(max_length=600, help_text="As Apprise writes it, such as ntfy://my-topic.")


class Channels(APIView):
    """My channels, mail first."""

    @extend_schema(operation_id="channels", responses={200: ChannelOut(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        return Response(ChannelOut(channels_of(me(request)), many=True).data)

    @extend_schema(operation_id="open_webhook", request=NewWebhook, responses={201: ChannelOut} | problems(400, 401))
    def post(self, request: Request) -> Response:
        wanted = body_of(request, NewWebhook)
        try:
            channel = services.open_webhook(reader=me(request), at=clock.now(), **wanted)
        except Unfit as unfit:
            raise serializers.ValidationError(unfit.message_dict) from unfit
        return Response(ChannelOut(channel).data, status=201)


class NewPush(Wishes):
    """A browser's subscription (RFC 8030), as its PushManager gives it."""

    name = serializers.CharField(max_length=60)
    endpoint = serializers.CharField(max_length=1000)
    p256dh = serializers.CharField(max_length=200, help_text="URL-safe base64, 65 bytes.")
    auth = serializers.CharField(max_length=100, help_text="URL-safe base64, 16 bytes.")


class PushChannels(APIView):
    """Browsers and apps that are told by web push."""

    @extend_schema_serializer(component_name="PushKey")
    class Out(serializers.Serializer[Any]):
        key = serializers.CharField(help_text="What to subscribe with (applicationServerKey), URL-safe base64.")

    @extend_schema(operation_id="push_key", responses={200: Out} | problems(401))
    def get(self, request: Request) -> Response:
        return Response({"key": push.public_key()})

    @extend_schema(operation_id="open_push", request=NewPush, responses={201: ChannelOut} | problems(400, 401))
    def post(self, request: Request) -> Response:
        wanted = body_of(request, NewPush)
        try:
            channel = services.open_push(reader=me(request), at=clock.now(), **wanted)
        except Unfit as unfit:
            raise serializers.ValidationError(unfit.message_dict) from unfit
        return Response(ChannelOut(channel).data, status=201)


class OneChannel(APIView):
    """One channel of mine."""

    @extend_schema(operation_id="change_channel", request=Wishes, responses={200: ChannelOut} | problems(400, 401, 404))
    def patch(self, request: Request, channel_id: int) -> Response:
        channel = own_channel(request, channel_id)
        wanted = body_of(request, Wishes)
        try:
            services.change_channel(channel=channel, changes=wanted, at=clock.now())
        except Unfit as unfit:
            raise serializers.ValidationError(unfit.message_dict) from unfit
        return Response(ChannelOut(channel).data)

    @extend_schema(operation_id="remove_channel", request=None, responses={204: None} | problems(401, 404))
    def delete(self, request: Request, channel_id: int) -> Response:
        services.remove_channel(channel=own_channel(request, channel_id, removable=True), at=clock.now())
        return Response(status=204)


class TryChannel(APIView):
    """Send a test through one channel; the notice's delivery says what became of it."""

    @extend_schema_serializer(component_name="ChannelTried")
    class Out(serializers.Serializer[Any]):
        notice = serializers.IntegerField(help_text="The id of the notice that is on its way.")

    @extend_schema(operation_id="try_channel", request=None, responses={202: Out} | problems(401, 404))
    def post(self, request: Request, channel_id: int) -> Response:
        link = reverse("notifications:channels")
        notice = services.try_channel(channel=own_channel(request, channel_id), at=clock.now(), link=link)
        return Response({"notice": notice.number}, status=202)


def own_channel(request: Request, channel_id: int, *, removable: bool = False) -> Channel:
    """The reader's own channel of this id; mail cannot be removed."""
    mine = Channel.objects.filter(reader=me(request))
    if removable:
        mine = mine.exclude(type=Channel.Type.MAIL)
    return get_object_or_404(mine, pk=min(channel_id, 2**63 - 1))
