"""A look at the inbox and the outbox for whoever runs the site; nothing is written here."""

from django.contrib import admin

from accounts.admin import ReadOnly
from notifications.models import Delivery, Notice


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
