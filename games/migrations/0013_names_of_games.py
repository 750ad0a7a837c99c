"""Names of games, and a delay of mails that follows the settings."""

from __future__ import annotations

from django.db import migrations, models

import games.notifications.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_guests"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="name",
            field=models.CharField(blank=True, default="", max_length=40, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="notificationpreferences",
            name="delay",
            field=models.PositiveSmallIntegerField(
                default=games.notifications.models.default_delay
            ),
        ),
    ]
