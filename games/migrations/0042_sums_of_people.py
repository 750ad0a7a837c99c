"""Sums of reliability and of results between two people, so that no page reads all of their games."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, F, FilteredRelation, Max, OuterRef, Q, Subquery, Sum

AT_ONCE = 2000


def fill(apps, schema_editor):
    """Write into the records where their games ended, and add them up."""
    Record = apps.get_model("games", "ReliabilityRecord")
    Seat = apps.get_model("games", "Seat")
    Game = apps.get_model("games", "Game")
    seat = Seat.objects.filter(game=OuterRef("game_id"), person=OuterRef("person_id"))
    game = Game.objects.filter(pk=OuterRef("game_id"))
    Record.objects.filter(finished=True).update(
        place=Subquery(seat.values("place")[:1]), ended_at=Subquery(game.values("ended_at")[:1])
    )
    _fill_turns(Record, apps.get_model("games", "ReliabilitySum"))
    _fill_results(Record, apps.get_model("games", "OpponentSum"))


def _fill_turns(Record, ReliabilitySum):
    rows = (
        Record.objects.order_by()
        .values("person")
        .annotate(
            all_answered=Sum("answered"),
            all_missed=Sum("missed"),
            all_excused=Sum("excused"),
            all_finished=Count("pk", filter=Q(finished=True)),
            all_left=Count("pk", filter=Q(finished=False)),
        )
    )
    sums = (
        ReliabilitySum(
            person_id=row["person"],
            answered=row["all_answered"],
            missed=row["all_missed"],
            excused=row["all_excused"],
            finished=row["all_finished"],
            left=row["all_left"],
        )
        for row in rows
        if any(row[name] for name in row if name != "person")
    )
    ReliabilitySum.objects.bulk_create(sums, batch_size=AT_ONCE)


def _fill_results(Record, OpponentSum):
    rows = (
        Record.objects.alias(
            other=FilteredRelation(
                "game__conduct",
                condition=Q(game__conduct__finished=True, game__conduct__ended_at__isnull=False),
            )
        )
        .filter(
            Q(other__person__gt=F("person")) | Q(other__person__lt=F("person")),
            finished=True,
            ended_at__isnull=False,
        )
        .order_by()
        .values("person", "other__person")
        .annotate(
            played=Count("pk"),
            won=Count("pk", filter=Q(other__place__gt=F("place"))),
            lost=Count("pk", filter=Q(other__place__lt=F("place"))),
            last=Max("ended_at"),
        )
    )
    sums = (
        OpponentSum(
            person_id=row["person"],
            opponent_id=row["other__person"],
            games=row["played"],
            won=row["won"],
            lost=row["lost"],
            last_at=row["last"],
        )
        for row in rows
    )
    OpponentSum.objects.bulk_create(sums, batch_size=AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0041_seats_by_their_end'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReliabilitySum',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='reliability', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('answered', models.IntegerField(default=0)),
                ('missed', models.IntegerField(default=0)),
                ('excused', models.IntegerField(default=0)),
                ('finished', models.IntegerField(default=0)),
                ('left', models.IntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name='reliabilityrecord',
            name='ended_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='reliabilityrecord',
            name='place',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.CreateModel(
            name='OpponentSum',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.IntegerField()),
                ('won', models.IntegerField()),
                ('lost', models.IntegerField()),
                ('last_at', models.DateTimeField()),
                ('opponent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='opponent_sums', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['person', '-games', '-last_at', 'opponent'],
                'indexes': [models.Index(fields=['person', '-games', '-last_at', 'opponent'], name='opponents_in_order')],
                'constraints': [models.UniqueConstraint(fields=('person', 'opponent'), name='one_opponent_sum_a_pair')],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
