from django.apps import AppConfig

from campaign import departures, sections
from characters import seats, standing


class BattlesConfig(AppConfig):
    name = "battles"

    def ready(self) -> None:
        sections.register("battles.selectors.home_section", order=20)
        standing.register("battles.standing.standing_of")
        departures.register("battles.services.seats.player_left")
        seats.register("battles.services.seats.characters_moved")
