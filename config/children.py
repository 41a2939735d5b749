"""Child processes that end when their starter ends, however it ends."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
PROJECT = Path(__file__).resolve().parent.parent


def die_with(parent: int) -> Callable[[], None]:
    """A function to run in the child before its program: the kernel then sends SIGTERM when `parent` is gone.

    On systems without prctl it does nothing: there a parent that is killed leaves its children behind.
    """
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def tie() -> None:
        if libc is not None:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the tie was made
            os._exit(1)

    return tie


def start(
    command: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    output: int | None = None,
    keep_open: Sequence[int] = (),
    user: str | None = None,
    folder: Path = PROJECT,
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own (a Ctrl-C in the terminal is the parent's alone), tied to this process.

    `output` takes stdout and stderr, `keep_open` are file descriptors to inherit, `user` is only for root,
    `folder` is where it works.
    Call it from a process without threads.
    """
    return subprocess.Popen(
        command,
        cwd=folder,
        env=dict(environment) if environment is not None else None,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        pass_fds=tuple(keep_open),
        start_new_session=True,
        user=user,
        preexec_fn=die_with(os.getpid()),
    )


def stop(process: subprocess.Popen[bytes], *, patience: float, ask_with: int = signal.SIGTERM) -> None:
    """Ask the process to end; after `patience` seconds, end its whole session by force."""
    if process.poll() is None:
        process.send_signal(ask_with)
    finish(process, patience=patience)


def finish(process: subprocess.Popen[bytes], *, patience: float) -> None:
    """Wait for a process that was asked to end; after `patience` seconds, end its whole session by force."""
    try:
        process.wait(timeout=patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
