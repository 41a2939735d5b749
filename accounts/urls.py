from django.urls import path
from django.views.generic import RedirectView

from accounts import api, views

# Codes by mail are not offered: whoever is asked "is it you?" gives the password.
by_password = RedirectView.as_view(pattern_name="account_reauthenticate")

urlpatterns = [
    path("account/signup/", views.SignUp.as_view(), name="account_signup"),
    path("account/reauthenticate/code/", by_password, name="account_request_reauthentication_code"),
    path("account/again/", views.again, name="again"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/delete/", views.delete_account, name="delete-account"),
    path("settings/token/", views.make_token, name="make-token"),
    path("settings/token/revoke/", views.revoke_token, name="revoke-token"),
    path("api/me/", api.Me.as_view(), name="api-me"),
]
