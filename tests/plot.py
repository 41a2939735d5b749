"""Story frames and tests for tests: a scene whose heroes choose."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from story.models import Scene, StoryFrame
from story.services import Question, Words, open_frame
from tests.storytelling import KEYS, later

OPTIONS = ("Over the ice", "Along the shore", "Wait for the thaw")


def asked(scene: Scene, director: User, **about: Any) -> StoryFrame:
    """An open frame with three options; what a test names goes to the question, `words` to the post."""
    words = about.pop("words", {"body": "The ice groans."})
    at = about.pop("at", None) or later()
    key = about.pop("key", f"frame-{next(KEYS)}")
    question = Question(**({"title": "The ford", "options": OPTIONS} | about))
    return open_frame(scene=scene, by=director, question=question, words=Words(**words), key=key, at=at)
