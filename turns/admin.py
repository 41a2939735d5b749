"""A look at turns, posts and the sweep's pulse for whoever runs the site; nothing is written here."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

from turns.models import Absence, Heartbeat, Outage, Turn, TurnPost


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that only the services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Turn)
class TurnAdmin(ReadOnly):
    list_display: ClassVar = (
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
    list_filter: ClassVar = ("kind", "outcome")
    list_select_related: ClassVar = ("battle",)
    search_fields: ClassVar = ("battle__code", "unit_name")


@admin.register(TurnPost)
class TurnPostAdmin(ReadOnly):
    list_display: ClassVar = ("battle", "number", "round", "unit_name", "author", "manner", "at")
    list_filter: ClassVar = ("manner",)
    list_select_related: ClassVar = ("battle", "author")
    search_fields: ClassVar = ("battle__code", "unit_name", "author__username")


@admin.register(Absence)
class AbsenceAdmin(ReadOnly):
    list_display: ClassVar = ("campaign", "user", "starts_at", "ends_at", "cancelled_at")
    list_select_related: ClassVar = ("campaign", "user")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    list_display: ClassVar = ("name", "at")


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    list_display: ClassVar = ("started_at", "ended_at", "credited_at")
