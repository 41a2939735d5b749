from django.apps import AppConfig

from accounts import farewells
from campaign import sections


class ArchivesConfig(AppConfig):
    name = "archives"

    def ready(self) -> None:
        farewells.register("archives.services.farewell.forget_archives_of", farewells.FORGET, order=50)
        sections.register("archives.home.places_section", order=60)
