"""What people may change about their own accounts."""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db import transaction
from rest_framework.authtoken.models import Token

from accounts import farewells
from accounts.models import User
from rulebook.errors import Illegal, Unreadable

PRESENCE_STEP = timedelta(minutes=5)
OWN_SETTINGS = (
    "display_name",
    "language",
    "time_zone",
    "theme",
    "board_text",
    "single_keys",
    "mail_your_turn",
    "mail_deadline_near",
    "mail_turn_missed",
    "mail_late_post",
    "mail_battle_over",
    "mail_story",
)


@transaction.atomic
def register(*, username: str, email: str, password: str, **own_settings: object) -> User:
    """Make an account without the sign-up page, its address taken as confirmed: for demo people and scripts.

    `own_settings` are fields of OWN_SETTINGS. Raises IntegrityError when the name or the address is taken.
    """
    user = User.objects.create_user(username, email, password)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    if own_settings:
        change_settings(user=user, changes=own_settings)
    return user


def choose_language(*, user: User, language: str) -> None:
    """Pages and mails to this user are written in `language` (a code of settings.LANGUAGES) from now on."""
    change_settings(user=user, changes={"language": language})


def change_settings(*, user: User, changes: dict[str, object]) -> None:
    """Save the given fields of OWN_SETTINGS.

    Raises ValueError for any other field and ValidationError for a value that its field does not allow.
    """
    foreign = set(changes) - set(OWN_SETTINGS)
    if foreign:
        raise ValueError(f"not a user's own settings: {sorted(foreign)}")
    for name, value in changes.items():
        setattr(user, name, value)
    user.clean_fields(exclude={field.name for field in user._meta.fields} - set(changes))
    user.save(update_fields=list(changes))


def watch_presence(*, user: User, at: datetime | None) -> None:
    """From `at` on note when this user is on the site; None: stop, and forget it."""
    User.objects.filter(pk=user.pk).update(seen_at=at)
    user.seen_at = at


def note_presence(*, user: User, at: datetime) -> None:
    """The user is on the site; written only for who is watched, and at most once in five minutes."""
    if user.seen_at is not None and at - user.seen_at > PRESENCE_STEP:
        User.objects.filter(pk=user.pk, seen_at__isnull=False).update(seen_at=at)


@transaction.atomic
def make_token(*, user: User) -> str:
    """Make a new key for the API; the old one, if there was one, stops working."""
    revoke_token(user=user)
    return str(Token.objects.create(user=user).key)


def revoke_token(*, user: User) -> None:
    """From now on no program reaches the API as this user."""
    Token.objects.filter(user=user).delete()


def delete_account(*, user: User, password: str, at: datetime) -> None:
    """End an account for good: what was the person's alone goes, what others need stays without the person.

    The row stays, under another name, without an address, a password or any right. Raises Unreadable `wrong-password`;
    Illegal `cannot-go-yet` while something has to be settled first (`farewells.hindrances` says what).
    """
    if not user.check_password(password):
        raise Unreadable("wrong-password", "This is not the account's password.")
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        if farewells.hindrances(user):
            raise Illegal("cannot-go-yet", f"{user} has to settle something first.")
        names = frozenset({user.username, user.shown_name})
        farewells.leave(user, at)
        _empty(user, at)
        farewells.forget(farewells.Farewell(user, names, at))


def _empty(user: User, at: datetime) -> None:
    """What is left of the row says nothing about anybody."""
    revoke_token(user=user)
    EmailAddress.objects.filter(user=user).delete()
    LogEntry.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    fresh = User(username=f"former-{secrets.token_hex(10)}", is_active=False, gone_at=at)
    fresh.set_unusable_password()
    for field in User._meta.concrete_fields:
        if field.name not in ("id", "date_joined"):
            setattr(user, field.attname, getattr(fresh, field.attname))
    user.date_joined = at
    user.save()
