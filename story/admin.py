"""Scenes in the site's administration: their doors and their rows, to look at. What is private is not shown here."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnly
from story.models import Chapter, Scene, SceneRoll


@admin.register(Chapter)
class ChapterAdmin(ReadOnly):
    list_display = ("title", "campaign", "place")


@admin.register(Scene)
class SceneAdmin(ReadOnly):
    list_display = ("title", "campaign", "status", "openness", "created_at")
    list_filter = ("status", "openness")
    search_fields = ("title", "code")
    fields = ("title", "campaign", "chapter", "code", "status", "openness", "in_character", "created_at")


@admin.register(SceneRoll)
class SceneRollAdmin(ReadOnly):
    list_display = ("code", "scene", "expression", "at")
    fields = ("code", "scene", "expression", "at")
