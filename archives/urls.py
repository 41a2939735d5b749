"""Addresses of archives: pages, and the API under /api/v1/."""

from django.urls import path

from archives import api, views

app_name = "archives"

urlpatterns = [
    path("c/<campaign:slug>/archive/", views.archive, name="archive"),
    path("archives/<slug:archive>/download/", views.download, name="download"),
    path("archives/<slug:archive>/delete/", views.delete, name="delete"),
    path("api/v1/campaigns/<campaign:slug>/archives/", api.ArchivesApi.as_view(), name="api-archives"),
    path("api/v1/archives/<slug:archive>/file/", api.ArchiveFileApi.as_view(), name="api-archive-file"),
]
