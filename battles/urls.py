"""Addresses of preparing a battle, of its end and its list; the running battle's are in turns."""

from django.urls import path

from battles import adventure_api, own_api, own_views, preparing_api, result_api, views
from battles.dungeon.pages import check
from battles.faces import create, face

app_name = "battles"

BATTLE = "c/<str:slug>/b/<slug:code>/"

urlpatterns = [
    path("c/<str:slug>/battles/", views.battle_list, name="list"),
    path("c/<str:slug>/battles/new/", create, name="new"),
    path("c/<str:slug>/units/", own_views.units, name="own-units"),
    path("c/<str:slug>/units/new/", own_views.new_unit, name="new-unit"),
    path("c/<str:slug>/units/<int:unit_id>/", own_views.unit, name="own-unit"),
    path("c/<str:slug>/units/<int:unit_id>/retire/", own_views.retire, name="retire-unit"),
    path("api/v1/campaigns/<str:slug>/units/", own_api.OwnUnitsApi.as_view(), name="api-own-units"),
    path(f"{BATTLE}prepare/", face("prepare"), name="prepare"),
    path(f"{BATTLE}prepare/save/", face("autosave"), name="autosave"),
    path(f"{BATTLE}prepare/check/", check, name="dungeon-check"),
    path(f"{BATTLE}announce/", face("announce"), name="announce"),
    path(f"{BATTLE}cancel/", views.cancel, name="cancel"),
    path(f"{BATTLE}result/", face("result"), name="result"),
    path(f"{BATTLE}result/confirm/", face("result-confirm"), name="result-confirm"),
    path("api/v1/adventures/", adventure_api.AdventuresApi.as_view(), name="api-adventures"),
    path("api/v1/battles/<str:code>/adventure/", adventure_api.AdventureDraftApi.as_view(), name="api-adventure"),
    path("api/v1/battles/", preparing_api.BattlesApi.as_view(), name="api-list"),
    path("api/v1/battles/stock/", preparing_api.StockApi.as_view(), name="api-stock"),
    path("api/v1/battles/<str:code>/draft/", preparing_api.DraftApi.as_view(), name="api-draft"),
    path("api/v1/battles/<str:code>/announce/", preparing_api.AnnounceApi.as_view(), name="api-announce"),
    path("api/v1/battles/<str:code>/cancel/", preparing_api.CancelApi.as_view(), name="api-cancel"),
    path("api/v1/battles/<str:code>/result/", result_api.ResultApi.as_view(), name="api-result"),
]
