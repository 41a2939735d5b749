from django.apps import AppConfig

from accounts import farewells
from notifications import places


class CampaignConfig(AppConfig):
    name = "campaign"

    def ready(self) -> None:
        farewells.register("campaign.services.farewell.must_hand_over", farewells.HINDER, order=10)
        farewells.register("campaign.services.farewell.leave_all", farewells.LEAVE, order=10)
        places.register("campaign.selectors.names_for")
