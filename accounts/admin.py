from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import OWN_SETTINGS


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's own page for users, with the site's settings below."""

    fieldsets = (*(UserAdmin.fieldsets or ()), (_("On this site"), {"fields": OWN_SETTINGS}))
    list_display = ("username", "display_name", "email", "language", "time_zone", "is_staff")
