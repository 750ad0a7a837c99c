"""Seats know when their game ended, in an index: nobody's list reads all of their games."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps, schema_editor):
    """Copy the ends of the games that are over to their seats."""
    Game = apps.get_model("games", "Game")
    Seat = apps.get_model("games", "Seat")
    ended = Game.objects.filter(pk=OuterRef("game_id")).values("ended_at")[:1]
    Seat.objects.filter(game__ended_at__isnull=False).update(over_at=Subquery(ended))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0040_indexes_for_many_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='over_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('person__isnull', False)), fields=['person', 'over_at', 'game'], name='seats_by_their_end'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
