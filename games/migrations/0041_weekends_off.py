"""Games whose clock rests on Saturday and Sunday."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0040_head")]

    operations = [
        migrations.AddField(
            "game",
            "weekends_off",
            models.BooleanField(default=False, verbose_name="weekends do not count"),
        ),
    ]
