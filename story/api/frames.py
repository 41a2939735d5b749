"""The API of story frames and of the tests called in them."""

from __future__ import annotations

import secrets
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.guards import require_director
from characters.models import Character
from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from story import services
from story.api.fields import row_number, row_numbers, scene_or_404
from story.models import AttributeTest, StoryFrame
from story.selectors.frames import (
    Seat,
    ShownFrame,
    ShownTest,
    frames_visible_to,
    shown_frame,
    shown_test,
    tests_visible_to,
)
from story.services.frames import LONGEST_OPTION, LONGEST_TITLE
from story.services.testing import LONGEST_REASON, LONGEST_WORDS, MOST_PENALTY
from story.services.words import LONGEST_BODY, Words


@extend_schema_serializer(component_name="AttributeTest")
class TestOut(serializers.Serializer):
    """A test of a campaign attribute (TEST-1, TEST-2). `success` is null while nobody has rolled."""

    code = serializers.CharField(source="test.code")
    frame = serializers.CharField(source="test.frame.code")
    character = serializers.IntegerField(source="test.character_id")
    attribute = serializers.CharField(source="test.attribute")
    value = serializers.IntegerField(source="test.value")
    penalty = serializers.IntegerField(source="test.penalty")
    reason = serializers.CharField(source="test.reason")
    die = serializers.IntegerField(source="test.die")
    target = serializers.IntegerField(help_text="This face, or a lower one, succeeds.")
    roll = serializers.CharField(source="test.roll.code", default=None, allow_null=True, help_text="In the dice log.")
    reroll = serializers.CharField(source="test.reroll.code", default=None, allow_null=True)
    face = serializers.IntegerField(source="result.face", default=None, allow_null=True)
    success = serializers.BooleanField(source="result.success", default=None, allow_null=True)
    plot = serializers.CharField(source="test.plot", help_text="Weighed: the direction of the plot.")
    logic = serializers.CharField(source="test.logic", help_text="Weighed: the logic of the events.")
    verdict = serializers.CharField(source="test.verdict", help_text="What follows of the three.")
    called_off_at = serializers.DateTimeField(source="test.called_off_at", allow_null=True)
    may_roll = serializers.BooleanField(help_text="Whether you may roll it now.")


@extend_schema_serializer(component_name="FrameOption")
class OptionOut(serializers.Serializer):
    """An option; `votes` and `by` are null while you may not know them."""

    number = serializers.IntegerField(source="option.number")
    text = serializers.CharField(source="option.text")
    votes = serializers.IntegerField(source="weight", allow_null=True)
    by = serializers.ListField(child=serializers.CharField(), allow_null=True)
    chosen = serializers.BooleanField()


@extend_schema_serializer(component_name="FrameVoter")
class SeatOut(serializers.Serializer):
    """A vote that may be given: send `voter` with yours where you have several."""

    voter = serializers.CharField(source="key")
    characters = serializers.SerializerMethodField()
    given = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_characters(self, seat: Seat) -> list[int]:
        return [one.pk for one in seat.characters]

    @extend_schema_field(serializers.BooleanField())
    def get_given(self, seat: Seat) -> bool:
        return seat.vote is not None


@extend_schema_serializer(component_name="StoryFrame")
class FrameOut(serializers.Serializer):
    """A story frame as you may see it (FRAME-1)."""

    code = serializers.CharField(source="frame.code")
    scene = serializers.CharField(source="frame.post.scene.code")
    post = serializers.CharField(source="frame.post.code", help_text="The post that narrates it.")
    title = serializers.CharField(source="frame.title")
    ballot = serializers.CharField(source="frame.ballot", help_text="sealed or open")
    votes_by = serializers.CharField(source="frame.votes_by", help_text="player or character")
    until = serializers.DateTimeField(source="frame.until", allow_null=True)
    over = serializers.BooleanField(help_text="Nobody can vote any more.")
    closed_at = serializers.DateTimeField(source="frame.closed_at", allow_null=True)
    outcome = serializers.CharField(source="frame.outcome.code", default=None, allow_null=True)
    options = OptionOut(many=True)
    seats = SeatOut(many=True)
    mine = serializers.SerializerMethodField(help_text="Your own votes: the option's number by voter, 0 if not given.")
    tests = TestOut(many=True)

    @extend_schema_field(serializers.DictField(child=serializers.IntegerField()))
    def get_mine(self, shown: ShownFrame) -> dict[str, int]:
        return {seat.key: seat.vote.option.number if seat.vote else 0 for seat in shown.mine}


@extend_schema_serializer(component_name="NewStoryFrame")
class FrameIn(serializers.Serializer):
    """What a director narrates and asks. The same `key` gives the same frame again."""

    title = serializers.CharField(max_length=LONGEST_TITLE)
    body = serializers.CharField(max_length=LONGEST_BODY, trim_whitespace=False)
    npc = serializers.CharField(max_length=80, allow_blank=True, default="")
    options = serializers.ListField(child=serializers.CharField(max_length=LONGEST_OPTION), max_length=20, default=list)
    until = serializers.DateTimeField(allow_null=True, default=None)
    ballot = serializers.ChoiceField(choices=StoryFrame.Ballot.values, default=StoryFrame.Ballot.SEALED)
    protagonists = row_numbers(20)
    readers = row_numbers(100)
    key = serializers.CharField(max_length=64, default="")


@extend_schema_serializer(component_name="FrameVote")
class VoteIn(serializers.Serializer):
    """A vote; `pay` are characters that spend hero points for one extra vote each (STAT-8)."""

    option = serializers.IntegerField(min_value=1, max_value=100)
    voter = serializers.CharField(max_length=24, allow_blank=True, default="")
    pay = row_numbers(5)


@extend_schema_serializer(component_name="FrameClosing")
class CloseIn(serializers.Serializer):
    """The outcome; `chosen` is the option that the story follows, null for none."""

    words = serializers.CharField(max_length=LONGEST_BODY, trim_whitespace=False)
    chosen = serializers.IntegerField(min_value=1, max_value=100, allow_null=True, default=None)
    key = serializers.CharField(max_length=64, default="")


@extend_schema_serializer(component_name="FrameTime")
class UntilIn(serializers.Serializer):
    """Another last moment to vote, or null."""

    until = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(component_name="TestCall")
class CallIn(serializers.Serializer):
    """Who is tested, in what, and how hard."""

    character = row_number()
    attribute = serializers.ChoiceField(choices=CAMPAIGN_ATTRIBUTES)
    penalty = serializers.IntegerField(min_value=0, max_value=MOST_PENALTY, default=0)
    reason = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


@extend_schema_serializer(component_name="TestWeighing")
class WeighIn(serializers.Serializer):
    """What is put beside the result, and what follows (TEST-2)."""

    plot = serializers.CharField(max_length=LONGEST_WORDS)
    logic = serializers.CharField(max_length=LONGEST_WORDS)
    verdict = serializers.CharField(max_length=LONGEST_WORDS)


def frame_or_404(request: Request, code: str) -> StoryFrame:
    """The frame, or 404 for whoever may not know of it."""
    return get_object_or_404(frames_visible_to(request.user), code=code)


def test_or_404(request: Request, code: str) -> AttributeTest:
    """The test, or 404 for whoever may not know of it."""
    return get_object_or_404(tests_visible_to(request.user), code=code)


def frame_out(request: Request, code: str) -> Any:
    """A frame as the asker may see it."""
    return FrameOut(shown_frame(frame_or_404(request, code), request.user, at=clock.now())).data


def test_out(request: Request, code: str) -> Any:
    """A test as the asker may see it."""
    shown: ShownTest = shown_test(test_or_404(request, code), request.user)
    return TestOut(shown).data


class FramesApi(APIView):
    """A scene's story frames; directors open new ones."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="frames_list", responses={200: FrameOut(many=True)} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        rows = frames_visible_to(request.user).filter(post__scene=scene)
        shown = [shown_frame(one, request.user, at=clock.now()) for one in rows]
        return Response(FrameOut(shown, many=True).data)

    @extend_schema(
        operation_id="frames_open", request=FrameIn, responses={201: FrameOut} | problems(400, 401, 403, 404, 409, 422)
    )
    def post(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        require_director(request.user, scene.campaign)
        given = body_of(request, FrameIn)
        frame = services.open_frame(
            scene=scene,
            by=me(request),
            question=services.Question(
                title=given["title"],
                options=tuple(given["options"]),
                until=given["until"],
                ballot=given["ballot"],
                protagonists=tuple(given["protagonists"]),
            ),
            words=Words(
                body=given["body"],
                voice="npc" if given["npc"] else "self",
                npc=given["npc"],
                to="chosen" if given["readers"] else "scene",
                readers=tuple(given["readers"]),
                language=scene.campaign.language,
            ),
            key=given["key"] or secrets.token_hex(12),
            at=clock.now(),
        )
        return Response(frame_out(request, frame.code), status=201)


class FrameApi(APIView):
    """One frame; directors change its time."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="frames_read", responses={200: FrameOut} | problems(401, 404))
    def get(self, request: Request, frame: str) -> Response:
        return Response(frame_out(request, frame))

    @extend_schema(
        operation_id="frames_change_time",
        request=UntilIn,
        responses={200: FrameOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def patch(self, request: Request, frame: str) -> Response:
        found = frame_or_404(request, frame)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        until = body_of(request, UntilIn)["until"]
        services.change_until(frame=found, by=me(request), until=until, at=clock.now())
        return Response(frame_out(request, frame))


class VoteApi(APIView):
    """Give a vote, or change it."""

    @extend_schema(
        operation_id="frames_vote", request=VoteIn, responses={200: FrameOut} | problems(400, 401, 403, 404, 409, 422)
    )
    def post(self, request: Request, frame: str) -> Response:
        given = body_of(request, VoteIn)
        services.vote(frame=frame_or_404(request, frame), player=me(request), at=clock.now(), **given)
        return Response(frame_out(request, frame))


class CloseApi(APIView):
    """Close a frame with its outcome; for directors."""

    @extend_schema(
        operation_id="frames_close", request=CloseIn, responses={200: FrameOut} | problems(400, 401, 403, 404, 409, 422)
    )
    def post(self, request: Request, frame: str) -> Response:
        found = frame_or_404(request, frame)
        require_director(request.user, found.post.scene.campaign)
        given = body_of(request, CloseIn)
        key = given.pop("key") or secrets.token_hex(12)
        services.close_frame(frame=found, by=me(request), key=key, at=clock.now(), **given)
        return Response(frame_out(request, frame))


class CallApi(APIView):
    """Call a test in a frame; for directors."""

    @extend_schema(
        operation_id="tests_call", request=CallIn, responses={201: TestOut} | problems(400, 401, 403, 404, 409, 422)
    )
    def post(self, request: Request, frame: str) -> Response:
        found = frame_or_404(request, frame)
        campaign = found.post.scene.campaign
        require_director(request.user, campaign)
        given = body_of(request, CallIn)
        character = get_object_or_404(Character, pk=given.pop("character"), campaign=campaign)
        test = services.call_test(frame=found, by=me(request), character=character, at=clock.now(), **given)
        return Response(test_out(request, test.code), status=201)


class TestApi(APIView):
    """One test; directors call it off while nobody has rolled."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="tests_read", responses={200: TestOut} | problems(401, 404))
    def get(self, request: Request, test: str) -> Response:
        return Response(test_out(request, test))

    @extend_schema(operation_id="tests_call_off", responses={204: None} | problems(401, 403, 404, 409))
    def delete(self, request: Request, test: str) -> Response:
        found = test_or_404(request, test)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        services.call_off(test=found, by=me(request), at=clock.now())
        return Response(status=204)


class RollApi(APIView):
    """Roll a test, once."""

    @extend_schema(operation_id="tests_roll", request=None, responses={200: TestOut} | problems(401, 403, 404, 409))
    def post(self, request: Request, test: str) -> Response:
        services.roll_test(test=test_or_404(request, test), by=me(request), at=clock.now())
        return Response(test_out(request, test))


class RerollApi(APIView):
    """Roll a failed test once more, for hero points (STAT-8)."""

    @extend_schema(
        operation_id="tests_reroll", request=None, responses={200: TestOut} | problems(401, 403, 404, 409, 422)
    )
    def post(self, request: Request, test: str) -> Response:
        services.reroll_test(test=test_or_404(request, test), by=me(request), at=clock.now())
        return Response(test_out(request, test))


class WeighApi(APIView):
    """Weigh a test on record; for directors."""

    @extend_schema(
        operation_id="tests_weigh", request=WeighIn, responses={200: TestOut} | problems(400, 401, 403, 404, 409, 422)
    )
    def post(self, request: Request, test: str) -> Response:
        found = test_or_404(request, test)
        require_director(request.user, found.frame.post.scene.campaign)
        services.weigh_test(test=found, by=me(request), at=clock.now(), **body_of(request, WeighIn))
        return Response(test_out(request, test))
