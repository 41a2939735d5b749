"""Verbs of a campaign: the only writer of its rows. Each guards itself, whatever face calls it."""

from campaign.services.applications import (
    accept_application,
    apply_to,
    decline_application,
    put_on_waiting_list,
    withdraw_application,
    write_application_form,
)
from campaign.services.caravan import change_caravan, locked_clan, record_day
from campaign.services.catalogue import reset_entry, restore_entry, retire_entry, write_entry
from campaign.services.members import (
    MOST_USES,
    STANDING,
    accept_invitation,
    allow_characters,
    hand_over,
    invite,
    leave,
    remove_member,
    revoke_invitation,
    set_role,
)
from campaign.services.tables import (
    add_clan,
    change_table_rules,
    create_campaign,
    edit_campaign,
    rename_clan,
    set_door,
    with_free_address,
)

__all__ = [
    "MOST_USES",
    "STANDING",
    "accept_application",
    "accept_invitation",
    "add_clan",
    "allow_characters",
    "apply_to",
    "change_caravan",
    "change_table_rules",
    "create_campaign",
    "decline_application",
    "edit_campaign",
    "hand_over",
    "invite",
    "leave",
    "locked_clan",
    "put_on_waiting_list",
    "record_day",
    "remove_member",
    "rename_clan",
    "reset_entry",
    "restore_entry",
    "retire_entry",
    "revoke_invitation",
    "set_door",
    "set_role",
    "with_free_address",
    "withdraw_application",
    "write_application_form",
    "write_entry",
]
