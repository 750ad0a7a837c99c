"""The log of events, which can only grow."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

from games.log import triggers


def install(apps, schema_editor):
    triggers.install(schema_editor.connection)


def uninstall(apps, schema_editor):
    triggers.uninstall(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_games_and_seats"),
    ]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.IntegerField()),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(max_length=20)),
                ("type", models.CharField(max_length=40)),
                ("version", models.PositiveSmallIntegerField()),
                ("data", models.JSONField()),
                ("action", models.JSONField(null=True)),
                ("salt", models.CharField(max_length=32)),
                ("prev_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "seq"), name="one_event_a_seq")
                ],
            },
        ),
        migrations.RunPython(install, uninstall),
    ]
