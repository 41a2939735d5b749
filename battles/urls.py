"""Addresses of preparing a battle, of its end and its list; the running battle's are in turns."""

from django.urls import path

from battles import api, views
from battles.dungeon.pages import check
from battles.faces import face

app_name = "battles"

BATTLE = "c/<str:slug>/b/<slug:code>/"

urlpatterns = [
    path("c/<str:slug>/battles/", views.battle_list, name="list"),
    path("c/<str:slug>/battles/new/", views.create, name="new"),
    path(f"{BATTLE}prepare/", face("prepare"), name="prepare"),
    path(f"{BATTLE}prepare/save/", face("autosave"), name="autosave"),
    path(f"{BATTLE}prepare/check/", check, name="dungeon-check"),
    path(f"{BATTLE}announce/", face("announce"), name="announce"),
    path(f"{BATTLE}cancel/", views.cancel, name="cancel"),
    path(f"{BATTLE}result/", face("result"), name="result"),
    path(f"{BATTLE}result/confirm/", face("result-confirm"), name="result-confirm"),
    path("api/v1/battles/", api.BattleListApi.as_view(), name="api-list"),
]
