from django.apps import AppConfig

from accounts import farewells
from campaign import departures, sections
from characters import seats, sheet_parts
from notifications import actions
from turns import errands


class TurnsConfig(AppConfig):
    name = "turns"

    def ready(self) -> None:
        farewells.register("turns.services.farewell.forget_player", farewells.FORGET, order=30)
        departures.register("turns.services.seats.player_left")
        actions.register("turns.links.actions_for")
        seats.register("turns.services.seats.characters_moved")
        errands.register("turns.director_errands.errands_of")
        sheet_parts.register("turns.lasting.sheet_part")
        sections.register("turns.home.away_section", order=40)
        sections.register("turns.home.follow_section", order=25)
