"""The only writer of notices, deliveries and channels."""

from notifications.services.channels import (
    change_channel,
    open_push,
    open_webhook,
    own_mail,
    remove_channel,
    report_bounce,
    switch_on,
    try_channel,
)
from notifications.services.sending import CLAIM, REST, claim, send_due, wait_after
from notifications.services.telling import (
    Telling,
    amend,
    mark_read,
    mark_unread,
    move_deadline,
    notify,
    notify_all,
    notify_each,
    restore,
    withdraw,
)

__all__ = [
    "CLAIM",
    "REST",
    "Telling",
    "amend",
    "change_channel",
    "claim",
    "mark_read",
    "mark_unread",
    "move_deadline",
    "notify",
    "notify_all",
    "notify_each",
    "open_push",
    "open_webhook",
    "own_mail",
    "remove_channel",
    "report_bounce",
    "restore",
    "send_due",
    "switch_on",
    "try_channel",
    "wait_after",
    "withdraw",
]
