"""A look at turns, posts and the sweep's pulse for whoever runs the site; nothing is written here."""

from django.contrib import admin

from accounts.admin import ReadOnly
from turns.models import Absence, Heartbeat, Outage, Turn, TurnPost


@admin.register(Turn)
class TurnAdmin(ReadOnly):
    list_display = (
        "battle",
        "unit_name",
        "kind",
        "who",
        "round",
        "opened_at",
        "due_at",
        "closed_at",
        "outcome",
    )
    list_filter = ("kind", "outcome")
    list_select_related = ("battle",)
    search_fields = ("battle__code", "unit_name")


@admin.register(TurnPost)
class TurnPostAdmin(ReadOnly):
    list_display = ("battle", "number", "round", "unit_name", "author", "manner", "at")
    list_filter = ("manner",)
    list_select_related = ("battle", "author")
    search_fields = ("battle__code", "unit_name", "author__username")


@admin.register(Absence)
class AbsenceAdmin(ReadOnly):
    list_display = ("campaign", "user", "starts_at", "ends_at", "cancelled_at")
    list_select_related = ("campaign", "user")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    list_display = ("name", "at")


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    list_display = ("started_at", "ended_at", "credited_at")
