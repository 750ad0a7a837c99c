"""Practice games, and guests who play them. The log lets go of practice games from now on."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.log import triggers


def install(apps, schema_editor):
    triggers.uninstall(schema_editor.connection)
    triggers.install(schema_editor.connection)


def uninstall(apps, schema_editor):
    triggers.uninstall(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_operators"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, install),
        migrations.AddField(
            model_name="game",
            name="practice",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            name="Guest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("network", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "reserved_for",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserved_guests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["network", "created_at"], name="guests_of_a_network")
                ],
            },
        ),
        migrations.CreateModel(
            name="PracticeGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="practice_game",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("lessons", models.BooleanField(default=False)),
                ("read", models.JSONField(default=list)),
                ("hidden", models.BooleanField(default=False)),
                ("first_seq", models.IntegerField(default=0)),
                (
                    "guest",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="practice_games",
                        to="games.guest",
                    ),
                ),
            ],
        ),
        migrations.RunPython(install, uninstall),
    ]
