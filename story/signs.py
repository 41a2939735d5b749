"""When each user last wrote something in a campaign's story, for its director (turns/signs.py)."""

from __future__ import annotations

from django.db.models import Max

from campaign.models import Campaign
from story.models import Post
from turns.signs import Signs


def last_signs(campaign: Campaign) -> Signs:
    """By user, the moment of the last post in the campaign's scenes, whoever may read it; one query."""
    posts = Post.objects.filter(scene__campaign=campaign, author__isnull=False).order_by()
    return posts.values_list("author").annotate(Max("published_at"))
