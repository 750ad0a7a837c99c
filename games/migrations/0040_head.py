"""Keeps the hash of the last event on the row of its game."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery


def fill(apps, schema_editor):
    event = apps.get_model("games", "Event")
    last = event.objects.filter(game=OuterRef("pk"), seq=OuterRef("version"))
    begun = apps.get_model("games", "Game").objects.filter(version__gte=0, events__seq=F("version"))
    begun.update(head=Subquery(last.values("hash")))


class Migration(migrations.Migration):
    dependencies = [("games", "0030_replies")]

    operations = [
        migrations.AddField(
            "game", "head", models.CharField(default="0" * 64, editable=False, max_length=64)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
