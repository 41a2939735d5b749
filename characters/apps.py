from django.apps import AppConfig

from accounts import farewells
from campaign import sections


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        farewells.register("characters.services.farewell.forget_player", farewells.FORGET, order=20)
        sections.register("characters.home.home_section", order=10)
