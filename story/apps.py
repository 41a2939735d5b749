from django.apps import AppConfig

from accounts import farewells
from campaign import sections
from turns import chores, errands, leisure, signs


class StoryConfig(AppConfig):
    name = "story"

    def ready(self) -> None:
        farewells.register("story.services.farewell.forget_writer", farewells.FORGET, order=40)
        sections.register("story.home.home_section", order=5)
        errands.register("story.errands.errands_of")
        signs.register("story.signs.last_signs")
        leisure.register("story.leisure.readings_of")
        chores.register("story.services.sweep_votes")
