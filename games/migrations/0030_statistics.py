"""Statistics: counted games, and the sums over them."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_records_of_many_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="statistics_public",
            field=models.BooleanField(default=True, verbose_name="others may see my statistics"),
        ),
        migrations.CreateModel(
            name="BoardSum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(blank=True, max_length=80)),
                ("number", models.IntegerField()),
                ("total", models.BigIntegerField()),
                ("board", models.CharField(max_length=30)),
                ("seats", models.PositiveSmallIntegerField()),
                ("teams", models.BooleanField()),
                ("with_bots", models.BooleanField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("total", 0)), fields=["id"], name="board_sums_gone"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("board", "with_bots", "seats", "teams", "kind", "key", "number"),
                        name="one_sum_of_a_board",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CountedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("edition", models.PositiveSmallIntegerField(db_index=True)),
                ("version", models.IntegerField()),
                ("public", models.BooleanField()),
                ("with_bots", models.BooleanField()),
                ("people", models.JSONField()),
                ("tally", models.JSONField(null=True)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counted",
                        to="games.game",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="counted_games",
                        to="games.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PairSum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("private", models.BooleanField()),
                ("kind", models.CharField(max_length=20)),
                ("total", models.BigIntegerField()),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sums_of_others",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sums_with_others",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("total", 0)), fields=["id"], name="pair_sums_gone"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "private", "other", "kind"), name="one_sum_of_a_pair"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonSum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(blank=True, max_length=80)),
                ("number", models.IntegerField()),
                ("total", models.BigIntegerField()),
                ("private", models.BooleanField()),
                ("board", models.CharField(max_length=30)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sums",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("total", 0)), fields=["id"], name="person_sums_gone"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "private", "board", "kind", "key", "number"),
                        name="one_sum_of_a_person",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonSum",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(blank=True, max_length=80)),
                ("number", models.IntegerField()),
                ("total", models.BigIntegerField()),
                ("board", models.CharField(max_length=30)),
                ("seats", models.PositiveSmallIntegerField()),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sums",
                        to="games.season",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("total", 0)), fields=["id"], name="season_sums_gone"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "board", "seats", "kind", "key", "number"),
                        name="one_sum_of_a_season",
                    )
                ],
            },
        ),
    ]
