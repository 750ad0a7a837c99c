"""Makes the log append-only in the database itself; keeps what a submission left undone."""

from __future__ import annotations

from django.db import migrations, models

from games.log import guard


def put_on(apps, schema_editor):
    guard.put_on(schema_editor.connection)


def take_off(apps, schema_editor):
    guard.take_off(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_tables")]

    operations = [
        migrations.AddField("submission", "left", models.JSONField(default=list)),
        migrations.AddField("submission", "refusal", models.JSONField(null=True)),
        migrations.AddIndex(
            "seat",
            models.Index(
                fields=["game"],
                condition=~models.Q(bot="") & models.Q(decision__isnull=False),
                name="bots_to_move",
            ),
        ),
        migrations.RunPython(put_on, take_off),
    ]
