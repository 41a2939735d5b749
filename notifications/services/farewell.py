"""Somebody deletes their account: what was told to them, by which ways, and where they are named to others."""

from __future__ import annotations

from django.utils.translation import gettext, override

from accounts.farewells import Farewell
from notifications.models import Channel, Notice


def forget_reader(gone: Farewell) -> None:
    """Notices, deliveries and channels go; in notices to others the name does."""
    Notice.objects.filter(reader=gone.user).delete()
    Channel.objects.filter(reader=gone.user).delete()
    for notice in Notice.objects.filter(data__who__in=list(gone.names)).select_related("reader"):
        with override(notice.reader.language):
            notice.data["who"] = gettext("a former player")
        notice.save(update_fields=["data"])
