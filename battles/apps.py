from django.apps import AppConfig

from campaign import sections
from characters import standing


class BattlesConfig(AppConfig):
    name = "battles"

    def ready(self) -> None:
        sections.register("battles.selectors.home_section", order=20)
        standing.register("battles.standing.standing_of")
