"""What programs send, read without trusting it."""

from __future__ import annotations

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """JSON, as ever; a body nested too deeply, or with halves of characters that no answer could repeat, is the
    sender's mistake and no fault of ours."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            parsed = super().parse(*args, **kwargs)
            json.dumps(parsed, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError("The body is nested too deeply.") from error
        except UnicodeEncodeError as error:
            raise ParseError("The body holds half of a surrogate pair.") from error
        return parsed
