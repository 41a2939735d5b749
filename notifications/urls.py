from django.urls import include, path

from notifications import api, views

pages = [
    path("notices/", views.inbox, name="inbox"),
    path("notices/read/", views.mark_read, name="mark-read"),
    path("notices/unread/", views.mark_unread, name="mark-unread"),
    path("notices/stop/<str:token>/", views.stop, name="stop"),
]
programs = [
    path("notices/", api.Notices.as_view(), name="list"),
    path("notices/read/", api.MarkRead.as_view(), name="mark-read"),
]

urlpatterns = [
    path("", include((pages, "notifications"))),
    path("api/v1/", include((programs, "notifications-api"))),
]
