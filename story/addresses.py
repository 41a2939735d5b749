"""How scenes, posts and pictures are written in addresses: `<code:code>`, once `story.urls` is loaded."""

from __future__ import annotations

from django.urls.converters import StringConverter


class Code(StringConverter):
    """Twelve hexadecimal digits."""

    regex = r"[0-9a-f]{12}"
