"""Check every die of a finished battle, without the site and without trusting it.

    python3 verify_battle.py EXPORT.json HASH

EXPORT.json is the battle's export; HASH is the hash that the site sent you in your
notice when the battle began. This script needs Python 3.11 and nothing else, and does not
use the network. It ends with 0 if every roll holds, with 1 if not, and with 2 if the file
cannot be read. docs/dice.md explains the recipe and the parts of the export it reads.
"""

import argparse
import hashlib
import hmac
import json
import sys
from typing import Any, NamedTuple

WORD = 2**64


class Recorded(NamedTuple):
    """A roll as the export records it, with the number of its event."""

    counter: int
    sides: int
    face: int
    event: Any


class UnreadableExport(Exception):
    """The file is not a battle's export, or not a finished battle's."""


def face_at(seed: bytes, counter: int, sides: int) -> tuple[int, int]:
    """The face rolled from this counter on, and the counter that follows it."""
    limit = WORD - WORD % sides
    while True:
        digest = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        number = int.from_bytes(digest[:8], "big")
        counter += 1
        if number < limit:
            return number % sides + 1, counter


def rolls_in(data: Any, event: Any) -> set[Recorded]:
    """Every roll anywhere in an event: an object with whole `sides`, `face` and `counter`."""
    if isinstance(data, list):
        return {roll for part in data for roll in rolls_in(part, event)}
    if not isinstance(data, dict):
        return set()
    if {"sides", "face", "counter"} <= data.keys():
        return {recorded(data, event)}
    return rolls_in(list(data.values()), event)


def recorded(data: dict[str, Any], event: Any) -> Recorded:
    figures = [data["counter"], data["sides"], data["face"]]
    whole = all(isinstance(figure, int) and not isinstance(figure, bool) for figure in figures)
    if not whole or not 0 <= data["counter"] < WORD or not 1 <= data["sides"] <= WORD:
        raise UnreadableExport(f"event {event} holds a roll that is none: {data}")
    return Recorded(data["counter"], data["sides"], data["face"], event)


def faults_of_hash(export: dict[str, Any], seed: bytes, promised: str) -> list[str]:
    """What is wrong between the hash promised, the one in the export and the seed."""
    faults = []
    given = str(export["dice"]["commitment"]).lower()
    if given != promised:
        faults.append(f"The export names the hash {given}, not the one you were sent.")
    if hashlib.sha256(seed).hexdigest() != promised:
        faults.append("The seed revealed does not have the hash you were sent.")
    return faults


def faults_of_rolls(rolls: list[Recorded], seed: bytes) -> list[str]:
    """What is wrong with the rolls, in the order of their counters."""
    faults = []
    expected = 0
    for roll in rolls:
        if roll.counter != expected:
            faults.append(told(roll, f"starts at counter {roll.counter} where {expected} comes next"))
        face, expected = face_at(seed, roll.counter, roll.sides)
        if face != roll.face:
            faults.append(told(roll, f"is recorded as {roll.face}; the seed gives {face}"))
    return faults


def told(roll: Recorded, fault: str) -> str:
    return f"Event {roll.event}: a d{roll.sides} {fault}."


def read(path: str) -> tuple[dict[str, Any], bytes, list[Recorded]]:
    """The export, its seed, and its rolls by counter; raises `UnreadableExport`."""
    try:
        with open(path, encoding="utf-8") as file:
            export = json.load(file)
        seed = bytes.fromhex(export["dice"]["seed"])
        str(export["dice"]["commitment"])
        events = [(event["number"], event["data"]) for event in export["events"]]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise UnreadableExport(f"{path}: {type(fault).__name__}: {fault}") from fault
    return export, seed, sorted({roll for number, data in events for roll in rolls_in(data, number)})


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check every die of a finished battle.")
    parser.add_argument("export", help="the battle's export, a JSON file")
    parser.add_argument("hash", help="the hash you were sent when the battle began")
    options = parser.parse_args(arguments)
    try:
        export, seed, rolls = read(options.export)
    except UnreadableExport as fault:
        print(f"UNREADABLE. {fault}", file=sys.stderr)
        return 2
    faults = faults_of_hash(export, seed, options.hash.strip().lower()) + faults_of_rolls(rolls, seed)
    for line in faults:
        print(line)
    if faults:
        print(f"NOT VERIFIED: {len(faults)} faults in {len(rolls)} rolls.")
        return 1
    print(f"VERIFIED: the seed has the hash you were sent, and all {len(rolls)} rolls come from it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
