"""Votes to end a game."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_name_removals"),
    ]

    operations = [
        migrations.AlterField(
            model_name="vote",
            name="kind",
            field=models.CharField(
                choices=[
                    ("pause", "pause"),
                    ("resume", "resume"),
                    ("clock", "another clock"),
                    ("replace", "replace a player"),
                    ("end", "end the game"),
                ],
                max_length=10,
            ),
        ),
    ]
