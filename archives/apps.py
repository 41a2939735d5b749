from django.apps import AppConfig

from campaign import sections


class ArchivesConfig(AppConfig):
    name = "archives"

    def ready(self) -> None:
        sections.register("archives.home.places_section", order=60)
