"""Notices by web push (RFC 8030, 8291, 8292) to a browser that its reader has subscribed, through Apprise.

A subscription is an address at the browser maker's push service and two keys of the browser, for which each message is
encrypted; the service in between cannot read it. The site signs with a key of its own, made from its secret: another
secret, and every browser has to subscribe again.
"""

from __future__ import annotations

import base64
import binascii
import json
import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from apprise.plugins.vapid import NotifyVapid
from apprise.plugins.vapid.subscription import WebPushSubscriptionManager
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils import timezone, translation

from notifications.channels import handing
from notifications.channels.errors import Gone
from notifications.channels.webhook import UnfitTarget
from notifications.models import Channel, Delivery, Notice
from notifications.wishes import class_of

BROWSER = "browser"
SERVICE = "The push service"
LONGEST_ENDPOINT = 1000
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SHORTEST_LIFE, LONGEST_LIFE = timedelta(minutes=1), timedelta(days=2)
"""How long the push service keeps a message for a browser that is not there."""


def subscription(endpoint: str, p256dh: str, auth: str) -> str:
    """A browser's subscription as a channel's target. Raises UnfitTarget for one that no message could be sent to."""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isprintable():
        raise UnfitTarget("no-address")
    try:
        parts = urlsplit(endpoint)
        host, _port = parts.hostname or "", parts.port
    except ValueError as error:
        raise UnfitTarget("no-address") from error
    if parts.scheme != "https" or not host or parts.username or parts.password:
        raise UnfitTarget("no-address")
    if handing.plainly_private(host):
        raise UnfitTarget("private")
    if _length(p256dh) != 65 or _length(auth) != 16:
        raise UnfitTarget("no-address")
    target = json.dumps({"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}})
    if _plugin(target) is None:
        raise UnfitTarget("no-address")
    return target


def _length(key: str) -> int:
    """How many bytes a key in URL-safe base64 has; 0 when it is none."""
    try:
        return len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))) if key.isascii() else 0
    except (binascii.Error, ValueError):
        return 0


def site_key() -> ec.EllipticCurvePrivateKey:
    """The key that the site signs with, the same in each of its processes."""
    derived = HKDF(hashes.SHA256(), length=48, salt=None, info=b"web push").derive(settings.SECRET_KEY.encode())
    return ec.derive_private_key(int.from_bytes(derived, "big") % (P256_ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """What a browser subscribes with: the site's public key in URL-safe base64."""
    point = (
        site_key().public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def _key_file(secret: str) -> Any:
    """The library reads the key from a file: one that this process alone can read, and that ends with it."""
    pem = site_key().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = tempfile.NamedTemporaryFile(suffix=".pem")  # noqa: SIM115 -- it stays for the life of the process
    file.write(pem)
    file.flush()
    return file


def _plugin(target: str) -> NotifyVapid | None:
    """The library's object for a subscription; None when it makes nothing of it."""
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    subscriber = sender if "." in sender.rpartition("@")[2] else "skald@localhost.localdomain"
    plugin = NotifyVapid(
        subscriber=subscriber, targets=[BROWSER], keyfile=_key_file(settings.SECRET_KEY).name, asset=handing.asset()
    )
    known: WebPushSubscriptionManager = plugin.subscriptions  # type: ignore[assignment]  # None until it is asked
    return plugin if known.add(target, name=BROWSER) else None


def wished(notice: Notice, way: Channel) -> bool:
    """Does this browser take notices of this class?"""
    return class_of(notice.kind) in way.kinds


def message(together: list[Delivery], *, now: datetime) -> dict[str, str]:
    """What the browser shows: title, body, where a tap leads, and a tag under which a newer one replaces it."""
    first = together[0].notice
    title, _body = handing.text(together, now=now)
    with translation.override(first.reader.language), timezone.override(ZoneInfo(first.reader.time_zone)):
        body = "\n".join(handing.lines(words) for words, _link in handing.told(together, now=now))
    alone = len(together) == 1
    return {
        "title": title,
        "body": handing.shortened(body, 600),
        "url": first.link if alone else "/notices/",
        "tag": f"{first.kind}:{first.subject}" if alone else "notices",
        "lang": first.reader.language,
    }


def life_of(together: list[Delivery], *, now: datetime) -> int:
    """Seconds that the push service may keep the message: until the last deadline it tells of, at most two days."""
    deadlines = [delivery.notice.deadline for delivery in together if delivery.notice.deadline is not None]
    life = max(deadlines) - now if len(deadlines) == len(together) else LONGEST_LIFE
    return int(min(max(life, SHORTEST_LIFE), LONGEST_LIFE).total_seconds())


def send(together: list[Delivery], way: Channel, *, now: datetime, taken: Callable[[], None]) -> None:
    """Raises Refused when the push service did not take it, Gone when the browser has ended its subscription."""
    said = json.dumps(message(together, now=now), ensure_ascii=False)

    def hand() -> bool:
        plugin = _plugin(way.target)
        if plugin is None:
            raise Gone("this is no subscription of a browser")
        plugin.ttl = life_of(together, now=now)
        if plugin.send(said):
            return True
        if BROWSER not in plugin.subscriptions:
            raise Gone("the browser has ended its subscription")
        return False

    handing.hand_over(hand, service=SERVICE)
    taken()
