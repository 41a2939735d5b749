from django.apps import AppConfig


class StoryConfig(AppConfig):
    name = "story"
