"""`manage.py play ADVENTURE`: a whole dungeon adventure in the terminal, with the Overlord's reasons."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rulebook.dice import SeededDice
from rulebook.dungeon import solo
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.rules import TableRules
from rulebook.text import LANGUAGES


class Command(BaseCommand):
    help = (
        "Play a whole dungeon adventure: simple automatic heroes against the Invisible Overlord. "
        "The same seed plays the same game."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("adventure", choices=KEYS)
        parser.add_argument("--variant", choices=("official", "improved"), default="official")
        parser.add_argument("--seed", default="1", help="any text; the dice follow from it alone")
        parser.add_argument("--language", choices=LANGUAGES, default="en")
        parser.add_argument(
            "--tables",
            action=argparse.BooleanOptionalAction,
            default=True,
            help="list the candidates of each choice of the Overlord's",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        adventure = shipped(options["adventure"])
        language = options["language"]
        setup = solo.solo_setup(adventure, TableRules(io_variant=options["variant"]))
        self.stdout.write(f"{adventure.title.say(language)}\n{adventure.story.say(language)}\n")
        for passage in solo.passages(setup, SeededDice(options["seed"].encode())):
            for line in solo.lines(passage, language, tables=options["tables"]):
                self.stdout.write(line)
