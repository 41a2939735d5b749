"""How a campaign is written in addresses: `<campaign:slug>`, once `campaign.urls` is loaded."""

from __future__ import annotations

from django.urls.converters import StringConverter


class CampaignSlug(StringConverter):
    """Letters of any script, digits, hyphens and underscores; nothing a database would choke on."""

    regex = r"[-\w]{1,60}"
