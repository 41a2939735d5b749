"""A look at the inbox and the outbox for whoever runs the site; nothing is written here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from notifications.models import Delivery, Notice


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    list_display = ("created_at", "reader", "kind", "subject", "deadline", "read_at", "withdrawn_at")
    list_filter = ("kind",)
    list_select_related = ("reader",)
    search_fields = ("subject", "reader__username")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("key", "state", "attempts", "next_try_at", "sent_at", "error")
    list_filter = ("state", "channel")
    search_fields = ("key",)
