"""Addresses of characters: pages, and the API under /api/v1/."""

from django.urls import path

from characters import api, decision_views, desk_views, fate_views, item_views, petition_views, views

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
    path("c/<campaign:slug>/characters/desk/", desk_views.desk, name="desk"),
    path("c/<campaign:slug>/characters/door/", desk_views.door, name="door"),
    path("c/<campaign:slug>/characters/seats/", desk_views.seats, name="seats"),
    path("c/<campaign:slug>/roster/", desk_views.roster, name="roster"),
    path("c/<campaign:slug>/items/", item_views.stores, name="stores"),
    path("c/<campaign:slug>/items/find/", item_views.find, name="find-item"),
    path("p/<int:character_id>/log/", views.log, name="log"),
    path("p/<int:character_id>/bring-in/", desk_views.bring_in, name="bring-in"),
    path("p/<int:character_id>/items/", item_views.items, name="items"),
    path("p/<int:character_id>/items/<slug:key>/buy/", item_views.buy, name="buy"),
    path("p/<int:character_id>/die/", fate_views.die, name="die"),
    path("p/<int:character_id>/retire/", fate_views.retire, name="retire"),
    path("p/<int:character_id>/succession/", fate_views.succession, name="succession"),
    path("p/<int:character_id>/hero-points/", fate_views.hero_points, name="hero-points"),
    path("items/<int:item_id>/equip/", item_views.equip, name="equip"),
    path("items/<int:item_id>/take-off/", item_views.unequip, name="unequip"),
    path("items/<int:item_id>/give/", item_views.give, name="give"),
    path("items/<int:item_id>/take-back/", item_views.take_back, name="take-back"),
    path("items/<int:item_id>/retire/", item_views.retire_item, name="retire-item"),
    path("petitions/<int:petition_id>/approve/", petition_views.approve, name="approve-petition"),
    path("petitions/<int:petition_id>/return/", petition_views.send_back, name="return-petition"),
    path("petitions/<int:petition_id>/withdraw/", petition_views.withdraw, name="withdraw-petition"),
    path("api/v1/classes/", api.ClassesApi.as_view(), name="api-classes"),
    path("api/v1/campaigns/<campaign:slug>/characters/", api.CharactersApi.as_view(), name="api-list"),
    path("api/v1/characters/<int:character_id>/", api.CharacterApi.as_view(), name="api-detail"),
    path("api/v1/characters/<int:character_id>/approve/", api.ApproveApi.as_view(), name="api-approve"),
    path("api/v1/characters/<int:character_id>/return/", api.ReturnApi.as_view(), name="api-return"),
    path("api/v1/characters/<int:character_id>/promote/", api.PromoteApi.as_view(), name="api-promote"),
]
