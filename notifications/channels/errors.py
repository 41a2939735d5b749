"""What a channel may say instead of sending."""


class NotSent(Exception):
    """The channel's server could not be talked to; the trouble may be ours. To be tried again later."""


class Refused(NotSent):
    """The other end said no, this time."""


class Gone(Refused):
    """The other end says that it will never take it: no such mailbox, no such webhook."""
