"""What a channel may say instead of sending."""


class NotSent(Exception):
    """The channel's server did not take it; to be tried again later."""
