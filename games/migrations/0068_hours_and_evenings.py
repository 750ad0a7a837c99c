from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0067_wishes")]

    operations: ClassVar = [
        migrations.AddField(
            "game", "hours_per_turn", models.PositiveSmallIntegerField("hours per turn", default=0)
        ),
    ]
