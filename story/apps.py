from django.apps import AppConfig

from campaign import sections


class StoryConfig(AppConfig):
    name = "story"

    def ready(self) -> None:
        sections.register("story.home.home_section", order=5)
