from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0067_wishes")]

    operations: ClassVar = [
        migrations.AddField(
            "game", "hours_per_turn", models.PositiveSmallIntegerField("hours per turn", default=0)
        ),
        migrations.AddField(
            "game",
            "evening_minutes",
            models.PositiveSmallIntegerField("minutes per turn of an evening", default=0),
        ),
        migrations.AddField(
            "game", "evening_since", models.DateTimeField(null=True, editable=False)
        ),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["id"],
                condition=models.Q(status="running", evening_minutes__gt=0),
                name="evening_tables",
            ),
        ),
    ]
