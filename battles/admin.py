"""Battles in the site's administration: events and rolls are a record, so they are only read."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnly
from battles.models import Battle, BattleEvent, MusterEntry, Roll


@admin.register(Battle)
class BattleAdmin(ReadOnly):
    """The seed stays out of sight until the battle is over, from administrators too."""

    list_display = ("name", "campaign", "status", "version", "opened_at", "ended_at")
    list_filter = ("status", "ruleset")
    search_fields = ("name", "code", "campaign__name")
    exclude = ("seed", "state", "setup", "draft", "plan")


@admin.register(BattleEvent)
class BattleEventAdmin(ReadOnly):
    list_display = ("battle", "number", "kind", "at", "by")
    list_filter = ("kind",)
    search_fields = ("battle__code",)


@admin.register(Roll)
class RollAdmin(ReadOnly):
    list_display = ("battle", "counter", "sides", "face", "unit", "at")
    search_fields = ("battle__code", "unit")


@admin.register(MusterEntry)
class MusterEntryAdmin(ReadOnly):
    list_display = ("battle", "player", "side", "confirmed_at")
