"""The rules as pure functions over frozen data.

Nothing in this package knows a database, a web framework, a clock or a random
source: moments and dice come in as arguments, and text for pages is made elsewhere
from the codes and keys found here.
"""
