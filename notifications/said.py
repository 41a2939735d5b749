"""What one kind of notice says, before it becomes words for a reader."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """What a kind's function says; the rest of a notice's words is the same for all kinds."""

    subject: str
    sentence: str
    link_text: str
    consequence: str = ""
    runs_out: bool = False
