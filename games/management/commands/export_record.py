"""`manage.py export_record CODE`: writes the record of a game as JSON Lines."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.common.errors import LogError, Refused
from games.log import export_record
from games.management.progress import progress
from games.tables.models import Game


class Command(BaseCommand):
    help = (
        "Writes the complete record of a game that is over; of a running game a redacted view,"
        " which proves nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE", help="the game")
        parser.add_argument("--seat", type=int, help="of a running game: what this seat may know")
        parser.add_argument("--output", type=Path, help="the file to write; without it, the screen")

    def handle(self, *, code: str, seat: int | None, output: Path | None, **options: Any) -> None:
        game = Game.objects.filter(code=code).first()
        if game is None:
            raise CommandError(f"There is no game {code}.")
        if seat is not None and not 0 <= seat < game.seat_count:
            raise CommandError(f"Game {code} has seats 0 to {game.seat_count - 1}.")
        try:
            lines = export_record(game, seat=seat)
            if output is None:
                for line in lines:
                    self.stdout.write(line)
                return
            total = game.version + 3 if game.result else game.version + 2
            with output.open("x", encoding="utf-8") as file:
                for line in progress(lines, total, "Writing", self.stderr):
                    file.write(f"{line}\n")
        except FileExistsError:
            raise CommandError(f"{output} exists already. Choose another name.") from None
        except (Refused, LogError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stderr.write(f"Wrote {output}.")
