"""Addresses of characters: pages, and the API under /api/v1/."""

from django.urls import path

from characters import api, decision_views, views

app_name = "characters"

urlpatterns = [
    path("c/<campaign:slug>/characters/", views.character_list, name="list"),
    path("c/<campaign:slug>/characters/new/", views.create, name="create"),
    path("p/<int:character_id>/", views.character_sheet, name="sheet"),
    path("p/<int:character_id>/edit/", views.edit, name="edit"),
    path("p/<int:character_id>/approve/", decision_views.approve, name="approve"),
    path("p/<int:character_id>/return/", decision_views.send_back, name="return"),
    path("p/<int:character_id>/withdraw/", decision_views.withdraw, name="withdraw"),
    path("p/<int:character_id>/promote/", decision_views.promote, name="promote"),
    path("p/<int:character_id>/heal/", decision_views.heal, name="heal"),
    path("p/<int:character_id>/renown/", decision_views.renown, name="renown"),
    path("api/v1/classes/", api.ClassesApi.as_view(), name="api-classes"),
    path("api/v1/campaigns/<campaign:slug>/characters/", api.CharactersApi.as_view(), name="api-list"),
    path("api/v1/characters/<int:character_id>/", api.CharacterApi.as_view(), name="api-detail"),
    path("api/v1/characters/<int:character_id>/approve/", api.ApproveApi.as_view(), name="api-approve"),
    path("api/v1/characters/<int:character_id>/return/", api.ReturnApi.as_view(), name="api-return"),
    path("api/v1/characters/<int:character_id>/promote/", api.PromoteApi.as_view(), name="api-promote"),
]
