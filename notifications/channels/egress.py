"""Where a webhook may lead: to public addresses of the internet, and to those that the operator names.

A reader writes the address of a webhook, so the site could be made to knock at doors of its own network. The name is
looked up by whatever library opens the connection, may change between two look-ups, and a server may redirect; so
it is the connection itself that is watched: while `public_only` holds, each connect of this thread to an address that
is not allowed fails before a packet leaves.
"""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings

NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_refusals: ContextVar[list[str] | None] = ContextVar("refusals", default=None)


class Forbidden(OSError):
    """The address lies where no webhook may lead. An OSError, so that a client takes it for a failed connect."""


@contextmanager
def public_only() -> Iterator[list[str]]:
    """While it holds, this thread connects to allowed addresses only; yields the list of those it refused."""
    refused: list[str] = []
    token = _refusals.set(refused)
    try:
        yield refused
    finally:
        _refusals.reset(token)


def may_reach(address: str) -> bool:
    """Is this numeric address public, or one that the operator allows (WEBHOOK_ADDRESSES)?"""
    try:
        found = ipaddress.ip_address(address.split("%", 1)[0])
    except ValueError:
        return False
    real = _behind(found)
    named: list[str] = settings.WEBHOOK_ADDRESSES
    allowed = [ipaddress.ip_network(network, strict=False) for network in named]
    if any(real in network for network in allowed if network.version == real.version):
        return True
    return real.is_global and not real.is_multicast


def _behind(address: Address) -> Address:
    """The IPv4 address that an IPv6 one stands for, where it stands for one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else address)


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "socket.connect":
        return
    refused = _refusals.get()
    if refused is None:
        return
    target = arguments[1]
    host = str(target[0]) if isinstance(target, tuple) else str(target)
    if not may_reach(host):
        refused.append(host)
        raise Forbidden(f"{host} is not a public address")


sys.addaudithook(_watch)
