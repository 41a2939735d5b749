"""The Celery application: `celery -A config worker` and `celery -A config beat`."""

import os

from celery import Celery

from config import watchdog

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("skald")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

watchdog.watch_over(app)
