"""Delay of spectators."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="spectator_hours",
            field=models.PositiveSmallIntegerField(
                default=0, verbose_name="hours that spectators are behind"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="spectator_turns",
            field=models.PositiveSmallIntegerField(
                default=0, verbose_name="turns that spectators are behind"
            ),
        ),
    ]
