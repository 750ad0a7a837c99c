"""How many games two people have played, in the order of an index: whom somebody met most."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Sum

TOGETHER = ("ahead", "level", "behind", "partner")
AT_ONCE = 2000


def fill(apps, schema_editor):
    """Add up what stands there: the public games, and all of them."""
    PairSum = apps.get_model("games", "PairSum")
    rows = PairSum.objects.filter(kind__in=TOGETHER).order_by().values("person", "other")
    public = rows.filter(private=False)
    _add(PairSum, public, kind="public_games", private=False)
    _add(PairSum, rows, kind="all_games", private=True)


def _add(PairSum, rows, *, kind, private):
    sums = (
        PairSum(
            person_id=row["person"], other_id=row["other"], kind=kind, private=private,
            total=row["games"],
        )
        for row in rows.annotate(games=Sum("total"))
    )
    PairSum.objects.bulk_create(sums, batch_size=AT_ONCE)


def forget(apps, schema_editor):
    """Take them out again: the program before does not know them."""
    PairSum = apps.get_model("games", "PairSum")
    PairSum.objects.filter(kind__in=("public_games", "all_games")).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0045_outages_are_made_up_for_in_parts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='pairsum',
            name='person',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sums_with_others', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='pairsum',
            index=models.Index(fields=['person', 'kind', '-total', 'other'], name='met_most_often'),
        ),
        migrations.RunPython(fill, forget),
    ]
