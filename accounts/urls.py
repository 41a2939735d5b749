from django.urls import path

from accounts import api, views

urlpatterns = [
    path("account/signup/", views.SignUp.as_view(), name="account_signup"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/token/", views.make_token, name="make-token"),
    path("settings/token/revoke/", views.revoke_token, name="revoke-token"),
    path("api/me/", api.Me.as_view(), name="api-me"),
]
