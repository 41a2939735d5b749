"""Every address of the site: each app brings its own, the later ones stand on the earlier."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.views import choose_language, front, healthz, help_page, metrics, readyz

APPS = ("accounts", "notifications", "campaign", "characters", "battles", "turns", "story", "archives")

urlpatterns = [
    path("", front, name="front"),
    path("help/", help_page, name="help"),
    path("language/", choose_language, name="language"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/schema/", SpectacularAPIView.as_view(), name="api-schema"),
    *(path("", include(f"{app}.urls")) for app in APPS if find_spec(f"{app}.urls")),
    path("account/", include("allauth.account.urls")),
]

handler400 = "config.problems.unreadable"
handler404 = "config.problems.not_found"
handler429 = "config.problems.too_often"
handler500 = "config.views.broken"
