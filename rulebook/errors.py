"""How the rulebook says no: a stable code, a sentence holding the input, and details.

Other layers translate by `code` and fill in `data`; the English sentence is for logs,
the API and whoever reads a test's output.
"""

from collections.abc import Mapping


class Refused(Exception):
    """Something was asked for that the rules do not allow.

    `code` never changes once published, `message` is an English sentence that repeats
    the offending input, `data` holds the details a translated sentence needs
    (for example `{"cell": "D7", "unit": "x"}`).
    """

    def __init__(self, code: str, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data: dict[str, object] = dict(data or {})

    def __str__(self) -> str:
        return self.message


class Unreadable(Refused):
    """The input itself makes no sense: a wrong type, an unknown name, a bad number."""


class Illegal(Refused):
    """The input is well formed, but the rules do not allow it now."""


class TooLate(Refused):
    """It was allowed once; the moment has passed or it has been done already."""
