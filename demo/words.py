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
class Words:
    """The texts in one language. `deeds` are by deed, `looks` by character, `posts` by beat of the story.

    Those of the `vault` belong to the campaign in the dungeon; its posts are by hero.
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
    vault_campaign: str
    vault_summary: str
    vault_name: str
    vault_intro: str
    vault_posts: Mapping[str, str]
