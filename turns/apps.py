from django.apps import AppConfig

from campaign import departures
from characters import seats


class TurnsConfig(AppConfig):
    name = "turns"

    def ready(self) -> None:
        departures.register("turns.services.seats.player_left")
        seats.register("turns.services.seats.characters_moved")
