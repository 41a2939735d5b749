from django.urls import include, path

from notifications import api, api_channels, views, views_channels, views_push

pages = [
    path("notices/", views.inbox, name="inbox"),
    path("notices/read/", views.mark_read, name="mark-read"),
    path("notices/unread/", views.mark_unread, name="mark-unread"),
    path("notices/stop/<str:token>/", views.stop, name="stop"),
    path("notices/channels/", views_channels.channels, name="channels"),
    path("notices/channels/add/", views_channels.add, name="channel-add"),
    path("notices/channels/push/", views_push.subscribe, name="push"),
    path("push-worker.js", views_push.worker, name="push-worker"),
    path("notices/channels/<str:which>/", views_channels.change, name="channel"),
    path("notices/channels/<str:which>/test/", views_channels.send_test, name="channel-test"),
    path("notices/channels/<str:which>/on/", views_channels.on, name="channel-on"),
    path("notices/channels/<str:which>/remove/", views_channels.remove, name="channel-remove"),
]
programs = [
    path("notices/", api.Notices.as_view(), name="list"),
    path("notices/read/", api.MarkRead.as_view(), name="mark-read"),
    path("channels/", api_channels.Channels.as_view(), name="channels"),
    path("channels/push/", api_channels.PushChannels.as_view(), name="push"),
    path("channels/<int:channel_id>/", api_channels.OneChannel.as_view(), name="channel"),
    path("channels/<int:channel_id>/test/", api_channels.TryChannel.as_view(), name="channel-test"),
]

urlpatterns = [
    path("", include((pages, "notifications"))),
    path("api/v1/", include((programs, "notifications-api"))),
]
