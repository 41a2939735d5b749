"""Web push: a browser subscribes, messages are encrypted for it alone and signed by the site, a dead one is dropped."""

from __future__ import annotations

import base64
import json
import struct
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.exceptions import ValidationError
from django.test import Client

from notifications import services
from notifications.channels import handing, push
from notifications.models import Channel, Delivery, Notice
from notifications.wishes import CLASSES
from tests.cast import PASSWORD

NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
DUE = NOW + timedelta(hours=5)
ENDPOINT = "https://push.example.org/send/abc"


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def mac(key: bytes, data: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Browser:
    """The other end: its keys, and how it reads a message (RFC 8291, section 3, and RFC 8188)."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": coded(point(self.key.public_key())), "auth": coded(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        salt, _size, length = body[:16], struct.unpack("!L", body[16:20])[0], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = mac(self.auth, self.key.exchange(ec.ECDH(), theirs))
        own = point(self.key.public_key())
        secret = mac(shared, b"WebPush: info\0" + own + sender + b"\x01")
        base = mac(salt, secret)
        key = mac(base, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = mac(base, b"Content-Encoding: nonce\0\x01")[:12]
        told = AESGCM(key).decrypt(nonce, sealed, None)
        assert told.endswith(b"\x02")
        return json.loads(told[:-1])  # type: ignore[no-any-return]


class Service:
    """The push service in between: keeps what it was handed, answers as it is told."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.status = 201

    def post(self, url: str, *, data: bytes, headers: dict[str, str], **_options: Any) -> Any:
        self.taken.append({"url": url, "data": data, "headers": headers})
        return type("Answer", (), {"status_code": self.status, "content": b""})()


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    found = Service()
    monkeypatch.setattr("apprise.plugins.vapid.requests.post", found.post)
    monkeypatch.setattr(handing, "LONGEST_SEND", 120.0)
    return found


@pytest.fixture
def browser() -> Browser:
    return Browser()


def open_push(reader: Any, browser: Browser, endpoint: str = ENDPOINT, **wishes: Any) -> Channel:
    return services.open_push(reader=reader, endpoint=endpoint, name="Phone", at=NOW, **browser.keys, **wishes)


def tell(reader: Any, **changes: Any) -> Notice | None:
    given: dict[str, Any] = {
        "kind": Notice.Kind.YOUR_TURN,
        "subject": "battle:ford:unit:toki",
        "link": "/c/north/b/ford/",
        "data": {"battle": "The ford", "unit": "Toki", "round": 3, "what": "turn"},
        "at": NOW,
        "deadline": DUE,
    }
    return services.notify(reader=reader, **given | changes)


def test_a_message_can_be_read_by_its_browser_alone(carla: Any, browser: Browser, service: Service) -> None:
    open_push(carla, browser)
    tell(carla)
    services.send_due(now=NOW)
    (taken,) = service.taken
    said = browser.read(taken["data"])
    assert taken["url"] == ENDPOINT and taken["headers"]["Content-Encoding"] == "aes128gcm"
    assert said["url"] == "/c/north/b/ford/" and said["tag"] == "your-turn:battle:ford:unit:toki"
    assert "Toki" in said["title"] + said["body"] and said["lang"] == carla.language
    assert b"Toki" not in taken["data"]


def test_the_message_is_signed_with_the_key_that_browsers_subscribe_with(
    carla: Any, browser: Browser, service: Service
) -> None:
    open_push(carla, browser)
    tell(carla)
    services.send_due(now=NOW)
    parts = dict(part.strip().split("=", 1) for part in service.taken[0]["headers"]["Authorization"][6:].split(","))
    head, claims, signature = parts["t"].split(".")
    assert parts["k"] == push.public_key()
    assert json.loads(plain(claims))["aud"] == "https://push.example.org"
    signed = plain(signature)
    halves = [int.from_bytes(half, "big") for half in (signed[:32], signed[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(push.public_key()))
    key.verify(encode_dss_signature(*halves), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("deadline", "life"), [(DUE, 5 * 3600), (NOW + timedelta(seconds=5), 60), (NOW + timedelta(days=9), 172_800)]
)
def test_a_message_is_kept_no_longer_than_it_is_true(
    carla: Any, browser: Browser, service: Service, deadline: datetime, life: int
) -> None:
    open_push(carla, browser)
    tell(carla, deadline=deadline)
    services.send_due(now=NOW)
    assert service.taken[0]["headers"]["TTL"] == str(life)


def test_a_browser_that_has_ended_its_subscription_is_switched_off_and_said(
    carla: Any, browser: Browser, service: Service
) -> None:
    channel = open_push(carla, browser)
    service.status = 410
    tell(carla)
    for attempt in range(3):
        services.send_due(now=NOW + timedelta(hours=6 * attempt))
    channel.refresh_from_db()
    assert channel.off_at is not None and "abc" not in channel.last_error
    assert Notice.objects.filter(reader=carla, kind=Notice.Kind.CHANNEL_OFF).exists()


def test_a_service_that_is_in_trouble_is_tried_again(carla: Any, browser: Browser, service: Service) -> None:
    channel = open_push(carla, browser)
    service.status = 503
    tell(carla)
    services.send_due(now=NOW)
    delivery = Delivery.objects.get(channel="push")
    assert (delivery.state, channel.off_at) == ("pending", None) and "503" in delivery.error
    service.status = 201
    services.send_due(now=NOW + timedelta(hours=1))
    delivery.refresh_from_db()
    assert delivery.state == "sent"


def test_the_same_browser_again_is_the_same_channel(carla: Any, browser: Browser) -> None:
    first = open_push(carla, browser)
    Channel.objects.filter(pk=first.pk).update(off_at=NOW, failures=3)
    again = open_push(carla, browser)
    assert again.pk == first.pk and again.off_at is None
    assert Channel.objects.filter(reader=carla, type="push").count() == 1
    assert again.kinds == list(CLASSES)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/send",
        "https://127.0.0.1/send",
        "https://localhost/send",
        "https://[::1]/send",
        "https://user:word@push.example.org/send",
        "https:///send",
        "https://push.example.org:99999/send",
        "javascript:alert(1)",
        "https://push.example.org/" + "a" * 1000,
    ],
)
def test_what_is_no_address_of_a_push_service_is_refused(carla: Any, browser: Browser, endpoint: str) -> None:
    with pytest.raises(ValidationError):
        open_push(carla, browser, endpoint)
    assert not Channel.objects.filter(type="push").exists()


@pytest.mark.parametrize("keys", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "\u00e9" * 87}, {"auth": "%" * 22}])
def test_keys_that_are_none_are_refused(carla: Any, browser: Browser, keys: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        services.open_push(reader=carla, endpoint=ENDPOINT, name="Phone", at=NOW, **browser.keys | keys)
    broken = coded(b"\x04" + b"\x01" * 64)
    with pytest.raises(ValidationError):
        services.open_push(reader=carla, endpoint=ENDPOINT, name="Phone", at=NOW, **browser.keys | {"p256dh": broken})


# --- pages


@pytest.fixture
def carlas(carla: Any) -> Client:
    client = Client()
    assert client.login(username="carla", password=PASSWORD)
    return client


def test_the_page_offers_this_browser_with_the_sites_key(carlas: Client) -> None:
    page = carlas.get("/notices/channels/").content.decode()
    assert f'data-key="{push.public_key()}"' in page and 'data-worker="/push-worker.js"' in page


def test_the_worker_may_speak_for_the_whole_site(client: Client) -> None:
    answer = client.get("/push-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content


def test_a_browser_subscribes_on_the_page_and_is_sent_a_test(
    carlas: Client, browser: Browser, service: Service
) -> None:
    answer = carlas.post("/notices/channels/push/", {"endpoint": ENDPOINT, "name": "Phone", **browser.keys})
    assert answer.status_code == 302
    services.send_due(now=datetime.now(UTC))
    assert browser.read(service.taken[0]["data"])["title"]
    page = carlas.get("/notices/channels/").content.decode()
    assert "Phone" in page and "abc" not in page


def test_what_is_no_subscription_changes_nothing_and_is_told(carlas: Client, browser: Browser) -> None:
    answer = carlas.post("/notices/channels/push/", {"endpoint": "ftp://x", "name": "x", **browser.keys}, follow=True)
    assert "no address of a service" in answer.content.decode()
    answer = carlas.post("/notices/channels/push/", {"endpoint": ENDPOINT}, follow=True)
    assert "Nothing was changed" in answer.content.decode()
    assert not Channel.objects.exists()


def test_a_browser_can_be_removed_by_its_reader_alone(carlas: Client, carla: Any, bob: Any, browser: Browser) -> None:
    mine, other = open_push(carla, browser), open_push(bob, Browser())
    assert carlas.post(f"/notices/channels/{other.pk}/remove/").status_code == 404
    assert carlas.post(f"/notices/channels/{mine.pk}/remove/").status_code == 302
    assert list(Channel.objects.values_list("pk", flat=True)) == [other.pk]


# --- programs


def test_a_program_subscribes_with_the_key_it_is_told(carlas: Client, browser: Browser) -> None:
    assert carlas.get("/api/v1/channels/push/").json() == {"key": push.public_key()}
    body = {"endpoint": ENDPOINT, "name": "App", **browser.keys}
    made = carlas.post("/api/v1/channels/push/", json.dumps(body), content_type="application/json")
    assert made.status_code == 201 and made.json()["type"] == "push"
    refused = carlas.post(
        "/api/v1/channels/push/", json.dumps(body | {"endpoint": "https://10.0.0.1/"}), content_type="application/json"
    )
    assert refused.status_code == 400 and "private network" in refused.content.decode()
