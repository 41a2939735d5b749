"""Sheets, which everybody reads, named frames and scenes that not everybody may know of."""

from typing import Any

from django.db import migrations


def hide(apps: Any, _schema: Any) -> None:
    """Leave of them what sheets say now: that it was a frame, and that a scene began."""
    changes = apps.get_model("characters", "SheetChange").objects
    frames = apps.get_model("story", "StoryFrame").objects.exclude(
        post__audience__isnull=True, post__scene__openness="everyone"
    )
    for title, campaign in frames.values_list("title", "post__scene__campaign").distinct():
        spent = changes.filter(field__in=("hero-points-vote", "hero-points-reroll"), reason=title)
        spent.filter(character__campaign=campaign).update(reason="frame")
    scenes = apps.get_model("story", "Scene").objects.exclude(openness="everyone")
    for title, campaign in scenes.values_list("title", "campaign").distinct():
        filled = changes.filter(field="hero-points", reason=title, character__campaign=campaign)
        filled.update(reason="scene")


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0004_talents"),
        ("story", "0003_caravan_steps"),
    ]

    operations = [migrations.RunPython(hide, migrations.RunPython.noop)]
