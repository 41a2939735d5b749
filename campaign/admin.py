"""Campaigns in the site's administration: to look at; changes go through the pages."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from campaign.models import Campaign, Clan, Membership


class LookOnly(admin.ModelAdmin):
    """Rows are written by the services alone, so that no rule of theirs can be passed by."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(LookOnly):
    list_display = ("name", "slug", "status", "is_public", "language", "created_at")
    search_fields = ("name", "slug")


@admin.register(Clan)
class ClanAdmin(LookOnly):
    list_display = ("name", "campaign", "days", "supplies", "morale")


@admin.register(Membership)
class MembershipAdmin(LookOnly):
    list_display = ("user", "campaign", "role", "joined_at", "left_at")
    list_filter = ("role",)
