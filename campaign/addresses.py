"""How a campaign is written in addresses: `<campaign:slug>`, once `campaign.urls` is loaded."""

from __future__ import annotations

from django.urls.converters import StringConverter


class CampaignSlug(StringConverter):
    """Letters of any script, digits, hyphens and underscores; nothing a database would choke on."""

    regex = r"[-\w]{1,60}"


class EntryKind(StringConverter):
    """What kind of entry of a catalogue."""

    regex = "class|ability|passive"


class EntryAct(StringConverter):
    """What is done to an entry of a catalogue."""

    regex = "retire|restore|reset"
