"""What a viewer sees, reduced to something that can be compared."""

import hashlib
import json
from typing import Any


def fingerprint(seen: Any) -> str:
    """A short hash that changes when, and only when, something in the view has changed."""
    written = json.dumps(seen, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:16]
