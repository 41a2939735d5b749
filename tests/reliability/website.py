"""A real web server for tests, as a site runs it, and a program that plays turns over its API."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from config import children

ROOT = Path(__file__).resolve().parent.parent.parent
HANG = 300


@dataclass(frozen=True)
class Website:
    """A running server: where it listens, and its process."""

    port: int
    process: subprocess.Popen[bytes]


@contextmanager
def website(environment: Mapping[str, str]) -> Iterator[Website]:
    """A server on a free port of this machine, ended afterwards."""
    reading, writing = os.pipe()
    command = [
        *(sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", "127.0.0.1:0"),
        *("--workers", "2", "--threads", "8", "--log-level", "info", "--no-control-socket"),
    ]
    variables = dict(environment) | {"SKALD_LOG_LEVEL": "ERROR"}
    process = subprocess.Popen(command, cwd=ROOT, env=variables, stderr=writing, stdout=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        port = next(int(line.split("127.0.0.1:")[1].split()[0]) for line in told if "Listening at" in line)
        drain = threading.Thread(target=lambda: [None for _line in told], daemon=True)
        drain.start()
        yield Website(port, process)
        children.stop(process, patience=HANG)
        drain.join(HANG)


class Client:
    """A program with a key; each order has a connection of its own."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token

    def play(self, code: str, body: dict[str, Any]) -> int:
        """Send an order; the status of the answer. Raises OSError or HTTPException when there is none."""
        http = HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        try:
            http.request("POST", f"/api/v1/battles/{code}/play/", json.dumps(body), headers)
            answer = http.getresponse()
            answer.read()
            return answer.status
        finally:
            http.close()
