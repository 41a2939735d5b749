from django.apps import AppConfig

from notifications import places


class CampaignConfig(AppConfig):
    name = "campaign"

    def ready(self) -> None:
        places.register("campaign.selectors.names_for")
