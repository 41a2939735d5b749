"""What somebody wants to publish, and the limits to it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

from rulebook.errors import Unreadable

LONGEST_BODY = 20_000
LONGEST_NOTE = 4_000
LONGEST_KEY = 64
AUDIENCES = ("scene", "director", "chosen")


@dataclass(frozen=True, slots=True)
class Words:
    """A post as its writer sends it.

    `voice`: self, npc (then `npc` is the name) or c<id of a character>. `to`: scene, director or chosen (then `readers`
    are users' ids). `reply_to` is the code of the post that this answers.
    """

    body: str
    note: str = ""
    voice: str = "self"
    npc: str = ""
    hide_author: bool = False
    to: str = "scene"
    readers: tuple[int, ...] = ()
    reply_to: str = ""
    language: str = "en"

    def content_hash(self) -> str:
        """The same for the same words sent twice."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()

    def meant_for(self) -> dict[str, object]:
        """The audience as it was chosen."""
        return {"to": self.to, "readers": sorted(self.readers)}


def check_words(words: Words) -> None:
    """Raise Unreadable `nothing-written`, `text-too-long` or `bad-audience`."""
    if not words.body.strip() and not words.note.strip():
        raise Unreadable("nothing-written", "There is nothing to publish yet.")
    check_length(words.body, LONGEST_BODY)
    check_length(words.note, LONGEST_NOTE)
    if words.to not in AUDIENCES:
        raise Unreadable("bad-audience", f"{words.to!r} is no audience.", {"to": words.to})


def check_length(text: str, most: int) -> None:
    """Raise Unreadable `text-too-long` beyond so many characters."""
    if len(text) > most:
        data = {"length": len(text), "most": most}
        raise Unreadable("text-too-long", f"The text has {len(text)} characters; {most} fit.", data)


def check_key(key: str) -> None:
    """Raise Unreadable `bad-key` unless the key has 1 to 64 printable characters."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise Unreadable("bad-key", f"{key!r} is no key of 1 to {LONGEST_KEY} characters.", {"key": key})
