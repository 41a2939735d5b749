"""The shape of the demo's texts: one of these for each language, with the same keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Looks:
    """A character in words: name, what one sees, where it comes from, and what only its player knows."""

    name: str
    appearance: str
    history: str
    private: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A story frame in words: who tells it, what happens, and the options."""

    title: str
    voice: str
    body: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Council:
    """The story between the battles: a scene, its posts by character, two frames, and the caravan's ledger."""

    chapter: str
    scene: str
    prompt: str
    posts: Mapping[str, str]
    fork: Asked
    fork_reason: str
    fork_weighed: tuple[str, str, str]
    fork_outcome: str
    well: Asked
    well_reason: str
    counted: str
    barley: str


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language. `deeds` are by deed, `looks` by character, `posts` by beat of the story.

    `council` is what the campaign's scene tells. Those of the `vault` belong to the campaign in the dungeon; its posts
    are by hero.
    """

    language: str
    campaign: str
    summary: str
    clans: tuple[str, str]
    looks: Mapping[str, Looks]
    deeds: Mapping[str, str]
    road_name: str
    road_intro: str
    road_sides: tuple[str, str]
    foes: Mapping[str, str]
    posts: Mapping[str, str]
    spar_name: str
    spar_intro: str
    spar_sides: tuple[str, str]
    council: Council
    vault_campaign: str
    vault_summary: str
    vault_name: str
    vault_intro: str
    vault_posts: Mapping[str, str]
