"""Questions about a reader's inbox."""

from __future__ import annotations

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, Q, QuerySet

from accounts.models import User
from notifications.models import Delivery, Notice

IS_READ = ExpressionWrapper(Q(read_at__isnull=False), output_field=BooleanField())


def unread_count(reader: User) -> int:
    """How many notices the reader has not marked as read; one query."""
    return _live(reader).filter(read_at__isnull=True).count()


def inbox(reader: User) -> QuerySet[Notice]:
    """The reader's live notices, unread first, newest first, each with `failed`: its deliveries given up."""
    failed = Prefetch("deliveries", Delivery.objects.filter(state=Delivery.State.FAILED), to_attr="failed")
    return _live(reader).annotate(is_read=IS_READ).order_by("is_read", "-pk").prefetch_related(failed)


def newest(reader: User) -> QuerySet[Notice]:
    """The reader's live notices, newest first, read or not."""
    return _live(reader).order_by("-pk")


def failed_deliveries(reader: User) -> int:
    """How many of the reader's live, unread notices could not be delivered outside."""
    return Delivery.objects.filter(
        notice__reader=reader,
        notice__withdrawn_at__isnull=True,
        notice__read_at__isnull=True,
        state=Delivery.State.FAILED,
    ).count()


def _live(reader: User) -> QuerySet[Notice]:
    return Notice.objects.filter(reader=reader, withdrawn_at__isnull=True)
