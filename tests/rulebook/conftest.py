"""Settings for the rule tests: properties without time limits, few examples in every run.

`HYPOTHESIS_PROFILE=quick`, as in `make rules`, plays fewer, `thorough` many more of them.
"""

import os

from hypothesis import settings

settings.register_profile("rules", deadline=None, max_examples=25)
settings.register_profile("quick", deadline=None, max_examples=8, stateful_step_count=15)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "rules"))
