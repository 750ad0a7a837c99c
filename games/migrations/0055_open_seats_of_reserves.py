"""Open seats that a person on the reserve list has taken count for that person."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def count_for_reserves(apps: Any, schema_editor: Any) -> None:
    """Give one running seat, the first, to each person on a reserve list who has taken any.

    Until now the end of the game did that.
    """
    entries = apps.get_model("games", "Entry").objects
    season_seats = apps.get_model("games", "SeasonSeat").objects
    waiting = entries.filter(
        status="reserve", season__started_at__isnull=False, season__adjudicated_at=None
    )
    for comes in waiting.exclude(person=None):
        running = season_seats.filter(
            season_game__division__season=comes.season_id,
            season_game__settled_at=None,
            season_game__game__status="running",
            season_game__game__seats__person=comes.person_id,
            season_game__game__seats__number=models.F("number"),
        )
        seat = running.select_related("season_game").order_by("season_game").first()
        if seat is None:
            continue
        comes.status, comes.substitute_for_id = "playing", seat.entry_id
        comes.division_id = seat.season_game.division_id
        comes.save(update_fields=["status", "substitute_for", "division"])
        seat.drawn_for_id, seat.entry_id = seat.drawn_for_id or seat.entry_id, comes.pk
        seat.save(update_fields=["entry", "drawn_for"])



class Migration(migrations.Migration):
    dependencies = [
        ("games", "0054_shared_networks_are_told"),
    ]

    operations = [
        migrations.RunPython(count_for_reserves, migrations.RunPython.noop, elidable=True),
    ]
