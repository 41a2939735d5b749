"""The one folder in which a site started by `manage.py up` keeps everything, and the lock that makes it one site's."""

import errno
import fcntl
import os
import secrets
import shutil
import time
from pathlib import Path

MEGABYTES_NEEDED = 50
NETWORK_FILE_SYSTEMS = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs")
PATIENCE_WITH_REMAINS = 30  # seconds for what is left of a killed start to end


class Unfit(Exception):
    """The site cannot start here; the message is one sentence for the person who started it."""


def prepare(folder: Path) -> None:
    """Make the folder, private to its owner; raises Unfit when it cannot be used."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"x" * 4096)
        probe.unlink()
    except OSError as error:
        raise Unfit(sentence_for(error, folder)) from error
    free = shutil.disk_usage(folder).free // 2**20
    if free < MEGABYTES_NEEDED:
        raise Unfit(f"The disk is full: {free} MB are free in {folder} and {MEGABYTES_NEEDED} MB are needed.")
    kind = file_system(folder, Path("/proc/mounts"))
    if kind in NETWORK_FILE_SYSTEMS:
        raise Unfit(
            f"{folder} is on a network file system ({kind}), which SQLite cannot lock; set SKALD_DATA elsewhere."
        )


def sentence_for(error: OSError, folder: Path) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full: nothing can be written in {folder}."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"No permission to write in {folder}; set SKALD_DATA to a folder of your own."
    return f"{folder} cannot be used: {error.strerror}."


def file_system(folder: Path, mounts: Path) -> str:
    """The kind of file system that `folder` lies on, as /proc/mounts tells it; "" where nobody tells."""
    if not mounts.exists():
        return ""
    rows = [line.split() for line in mounts.read_text().splitlines()]
    holding = [(len(row[1]), row[2]) for row in rows if folder.resolve().is_relative_to(row[1])]
    return max(holding, default=(0, ""))[1]


def lock(folder: Path) -> int:
    """Take the folder for this process and its children; returns the open lock, for children to inherit.

    The lock lasts as long as any of them, so a start right after a `kill -9` waits until the remains have ended.
    Raises Unfit when another start is alive.
    """
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    end = time.monotonic() + PATIENCE_WITH_REMAINS
    while not taken(handle):
        owner = os.pread(handle, 20, 0).decode() or "?"
        if is_alive(owner) or time.monotonic() > end:
            os.close(handle)
            raise Unfit(
                f"Skald already runs on {folder} (process {owner}); stop it first, or set SKALD_DATA elsewhere."
            )
        time.sleep(0.2)
    os.ftruncate(handle, 0)
    os.pwrite(handle, str(os.getpid()).encode(), 0)
    return handle


def taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alive(process: str) -> bool:
    if not process.isdigit():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not is_zombie(Path("/proc") / process / "stat")


def is_zombie(status: Path) -> bool:
    """A process that ended but was not yet waited for by its own starter."""
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def secret_key(folder: Path) -> str:
    """The site's secret, made at the first start and readable by its owner only."""
    path = folder / "secret-key"
    if not path.exists():
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text().strip()
