"""Characters in the site's administration: to look at; changes go through the pages."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnly
from characters.models import Character, RenownEntry, Wound


@admin.register(Character)
class CharacterAdmin(ReadOnly):
    list_display = ("name", "campaign", "player", "rank", "class_key", "level", "status")
    list_filter = ("status", "rank")
    search_fields = ("name",)


@admin.register(RenownEntry)
class RenownEntryAdmin(ReadOnly):
    list_display = ("character", "kind", "amount", "reason", "at")


@admin.register(Wound)
class WoundAdmin(ReadOnly):
    list_display = ("character", "source", "opened_at", "healed_at")
