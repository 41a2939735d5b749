"""Characters in the site's administration: to look at; changes go through the pages."""

from __future__ import annotations

from django.contrib import admin

from campaign.admin import LookOnly
from characters.models import Character, RenownEntry, Wound


@admin.register(Character)
class CharacterAdmin(LookOnly):
    list_display = ("name", "campaign", "player", "rank", "class_key", "level", "status")
    list_filter = ("status", "rank")
    search_fields = ("name",)


@admin.register(RenownEntry)
class RenownEntryAdmin(LookOnly):
    list_display = ("character", "kind", "amount", "reason", "at")


@admin.register(Wound)
class WoundAdmin(LookOnly):
    list_display = ("character", "source", "opened_at", "healed_at")
