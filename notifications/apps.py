from django.apps import AppConfig

from accounts import farewells


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        farewells.register("notifications.services.farewell.forget_reader", farewells.FORGET, order=60)
