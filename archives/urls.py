"""Addresses of archives: pages, and the API under /api/v1/."""

from django.urls import path

from archives import api, views

app_name = "archives"

urlpatterns = [
    path("c/<campaign:slug>/archive/", views.archive, name="archive"),
    path("settings/data/", views.own, name="own"),
    path("archives/send/", views.arrive, name="arrive"),
    path("c/<campaign:slug>/places/", views.places, name="places"),
    path("c/<campaign:slug>/places/<int:place_id>/renew/", views.renew_place, name="renew-place"),
    path("c/<campaign:slug>/places/<int:place_id>/give-up/", views.give_up_place, name="give-up-place"),
    path("places/<slug:token>/", views.take_place, name="take-place"),
    path("archives/<slug:archive>/download/", views.download, name="download"),
    path("archives/<slug:archive>/delete/", views.delete, name="delete"),
    path("api/v1/campaigns/<campaign:slug>/archives/", api.ArchivesApi.as_view(), name="api-archives"),
    path("api/v1/own-data/", api.OwnDataApi.as_view(), name="api-own-data"),
    path("api/v1/arrivals/", api.ArrivalsApi.as_view(), name="api-arrivals"),
    path("api/v1/campaigns/<campaign:slug>/places/", api.PlacesApi.as_view(), name="api-places"),
    path("api/v1/archives/<slug:archive>/file/", api.ArchiveFileApi.as_view(), name="api-archive-file"),
]
