"""Whatever is sent to the verbs of scenes and posts, the answer is one that the schema declares, and never a fault."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.authtoken.models import Token

from accounts.models import User
from story.models import Post
from tests.api.drawn import send_drawn
from tests.storytelling import told, written

EXAMPLES = 8
OPERATIONS = (
    "scenes_list",
    "scenes_begin",
    "scenes_read",
    "scenes_change",
    "scenes_first_unread",
    "scenes_mark_read",
    "posts_list",
    "posts_publish",
    "posts_read",
    "posts_edit",
    "posts_withdraw",
    "posts_restore",
    "posts_versions",
    "posts_preview",
    "posts_search",
    "drafts_list",
    "drafts_save",
    "rolls_list",
)


@pytest.fixture
def post(alice: User, bob: User, carla: User, sam: User) -> Post:
    _campaign, scene = told((alice, bob, carla, sam))
    return written(scene, bob, "Fog. [private=Eyra]Run! [roll 1d6 ear][/private]", note="Away.")


@pytest.mark.parametrize("operation_id", OPERATIONS)
@pytest.mark.parametrize("name", ["alice", "bob"])
@pytest.mark.django_db
def test_every_answer_is_a_declared_one(schema: Any, operation_id: str, post: Post, name: str) -> None:
    operation = schema.find_operation_by_id(operation_id)
    token = Token.objects.create(user=User.objects.get(username=name)).key

    def send(case: Any) -> None:
        _aim(case, post)
        case.call_and_validate(headers={"Authorization": f"Token {token}"})

    send_drawn(operation, send, usual=EXAMPLES)


def _aim(case: Any, post: Post) -> None:
    """At a scene and a post that are there, so that more than 404 is tried."""
    known = {"code": post.scene.code, "post": post.code, "slug": post.scene.campaign.slug}
    for name, value in known.items():
        if case.path_parameters and name in case.path_parameters and len(case.path_parameters[name]) % 4:
            case.path_parameters[name] = value
    if isinstance(case.body, dict):
        aimed = {"version": Post.objects.get(pk=post.pk).version, "post": post.code}
        case.body.update({name: value for name, value in aimed.items() if name in case.body})
