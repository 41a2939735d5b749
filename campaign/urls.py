"""Addresses of campaigns: pages, and the API under /api/v1/."""

from django.urls import path, register_converter

from campaign import api, application_api, application_views, catalogue_api, catalogue_views, member_views, views
from campaign.addresses import CampaignSlug, EntryAct, EntryKind

app_name = "campaign"
register_converter(CampaignSlug, "campaign")
register_converter(EntryKind, "entry_kind")
register_converter(EntryAct, "entry_act")

urlpatterns = [
    path("campaigns/", views.campaign_list, name="list"),
    path("campaigns/new/", views.create, name="create"),
    path("join/<slug:token>/", member_views.join, name="join"),
    path("c/<campaign:slug>/", views.home, name="home"),
    path("c/<campaign:slug>/edit/", views.edit, name="edit"),
    path("c/<campaign:slug>/rules/", views.rules, name="rules"),
    path("c/<campaign:slug>/rules/edit/", views.edit_rules, name="edit-rules"),
    path("c/<campaign:slug>/catalogue/", catalogue_views.catalogue, name="catalogue"),
    path("c/<campaign:slug>/catalogue/new/", catalogue_views.new_entry, name="new-entry"),
    path("c/<campaign:slug>/catalogue/<slug:key>/", catalogue_views.entry, name="entry"),
    path("c/<campaign:slug>/catalogue/<slug:key>/edit/", catalogue_views.edit_entry, name="edit-entry"),
    path("c/<campaign:slug>/catalogue/<slug:key>/retire/", catalogue_views.retire_entry, name="retire-entry"),
    path("c/<campaign:slug>/catalogue/<slug:key>/restore/", catalogue_views.restore_entry, name="restore-entry"),
    path("c/<campaign:slug>/catalogue/<slug:key>/reset/", catalogue_views.reset_entry, name="reset-entry"),
    path("c/<campaign:slug>/clans/new/", views.add_clan, name="add-clan"),
    path("c/<campaign:slug>/clans/<int:clan_id>/", views.clan, name="clan"),
    path("c/<campaign:slug>/members/", member_views.members, name="members"),
    path("c/<campaign:slug>/members/<int:user_id>/", member_views.member, name="member"),
    path("c/<campaign:slug>/members/<int:user_id>/allow/", member_views.allow, name="allow"),
    path("c/<campaign:slug>/members/<int:user_id>/hand-over/", member_views.hand_over, name="hand-over"),
    path("c/<campaign:slug>/members/<int:user_id>/remove/", member_views.remove, name="remove"),
    path("c/<campaign:slug>/invitations/<int:invitation_id>/revoke/", member_views.revoke, name="revoke"),
    path("c/<campaign:slug>/leave/", member_views.leave, name="leave"),
    path("c/<campaign:slug>/apply/", application_views.apply_to, name="apply"),
    path("c/<campaign:slug>/applications/", application_views.application_form, name="application-form"),
    path("c/<campaign:slug>/applications/<int:application_id>/", application_views.application, name="application"),
    path("c/<campaign:slug>/applications/<int:application_id>/decide/", application_views.decide, name="decide"),
    path(
        "c/<campaign:slug>/applications/<int:application_id>/withdraw/",
        application_views.withdraw,
        name="withdraw-application",
    ),
    path("api/v1/campaigns/", api.CampaignListApi.as_view(), name="api-list"),
    path("api/v1/campaigns/<campaign:slug>/", api.CampaignApi.as_view(), name="api-detail"),
    path("api/v1/campaigns/<campaign:slug>/members/", api.MembersApi.as_view(), name="api-members"),
    path("api/v1/campaigns/<campaign:slug>/table-rules/", api.TableRulesApi.as_view(), name="api-table-rules"),
    path("api/v1/campaigns/<campaign:slug>/catalogue/", catalogue_api.CatalogueApi.as_view(), name="api-catalogue"),
    path(
        "api/v1/campaigns/<campaign:slug>/catalogue/<entry_kind:kind>/",
        catalogue_api.EntriesApi.as_view(),
        name="api-entries",
    ),
    path(
        "api/v1/campaigns/<campaign:slug>/catalogue/<entry_kind:kind>/<slug:key>/",
        catalogue_api.EntryApi.as_view(),
        name="api-entry",
    ),
    path(
        "api/v1/campaigns/<campaign:slug>/catalogue/<entry_kind:kind>/<slug:key>/<entry_act:act>/",
        catalogue_api.EntryActApi.as_view(),
        name="api-entry-act",
    ),
    path("api/v1/campaigns/<campaign:slug>/invitations/", api.InvitationsApi.as_view(), name="api-invitations"),
    path(
        "api/v1/campaigns/<campaign:slug>/application-form/",
        application_api.FormApi.as_view(),
        name="api-application-form",
    ),
    path(
        "api/v1/campaigns/<campaign:slug>/applications/",
        application_api.ApplicationsApi.as_view(),
        name="api-applications",
    ),
    path(
        "api/v1/applications/<int:application_id>/<str:decision>/",
        application_api.DecisionApi.as_view(),
        name="api-decide-application",
    ),
    path("api/v1/campaigns/<campaign:slug>/leave/", application_api.LeaveApi.as_view(), name="api-leave"),
    path(
        "api/v1/campaigns/<campaign:slug>/members/<int:user_id>/",
        application_api.MemberApi.as_view(),
        name="api-member",
    ),
    path("api/v1/join/<slug:token>/", api.JoinApi.as_view(), name="api-join"),
]
