"""Users in the site's administration, and how other rooms show rows there that only their services write."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import OWN_SETTINGS


class ReadOnly(admin.ModelAdmin):
    """Nothing is added, changed or deleted here; services do that, so that no rule of theirs can be passed by."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's own page for users, with the site's settings below."""

    fieldsets = (*(UserAdmin.fieldsets or ()), (_("On this site"), {"fields": OWN_SETTINGS}))
    list_display = ("username", "display_name", "email", "language", "time_zone", "is_staff")
