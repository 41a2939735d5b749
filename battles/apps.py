from django.apps import AppConfig

from campaign import sections


class BattlesConfig(AppConfig):
    name = "battles"

    def ready(self) -> None:
        sections.register("battles.selectors.home_section", order=20)
