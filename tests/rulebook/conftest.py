"""Settings for the rule tests: properties without time limits, small enough for every run."""

from hypothesis import settings

settings.register_profile("rules", deadline=None, max_examples=25)
settings.load_profile("rules")
