"""Campaigns in the site's administration: to look at; changes go through the pages."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import ReadOnly
from campaign.models import Campaign, Clan, Membership


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    list_display = ("name", "slug", "status", "is_public", "language", "created_at")
    search_fields = ("name", "slug")


@admin.register(Clan)
class ClanAdmin(ReadOnly):
    list_display = ("name", "campaign", "days", "supplies", "morale")


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    list_display = ("user", "campaign", "role", "joined_at", "left_at")
    list_filter = ("role",)
