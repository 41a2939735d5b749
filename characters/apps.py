from django.apps import AppConfig

from campaign import sections


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        sections.register("characters.home.home_section", order=10)
