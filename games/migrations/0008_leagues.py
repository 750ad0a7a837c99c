"""Leagues, seasons, divisions, entries and their games."""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_incoming_mail"),
    ]

    operations = [
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tier", models.PositiveSmallIntegerField()),
                ("revision", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["season", "tier"],
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=80, unique=True, verbose_name="name")),
                (
                    "about",
                    models.TextField(blank=True, max_length=2000, verbose_name="about this league"),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "directors",
                    models.ManyToManyField(
                        blank=True, related_name="directed_leagues", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("title", models.CharField(blank=True, max_length=60, verbose_name="title")),
                (
                    "about",
                    models.TextField(blank=True, max_length=2000, verbose_name="about this season"),
                ),
                ("kinds", models.JSONField()),
                ("points", models.JSONField()),
                ("clock", models.JSONField(default=dict)),
                (
                    "partners",
                    models.CharField(
                        choices=[
                            ("rotating", "partners change from game to game"),
                            ("fixed", "pairs register together and stay together"),
                        ],
                        default="rotating",
                        max_length=8,
                    ),
                ),
                (
                    "division_size",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(500),
                        ],
                        verbose_name="players in a division",
                    ),
                ),
                (
                    "promote",
                    models.PositiveSmallIntegerField(verbose_name="promoted from each division"),
                ),
                (
                    "relegate",
                    models.PositiveSmallIntegerField(verbose_name="relegated from each division"),
                ),
                (
                    "most_players",
                    models.PositiveIntegerField(
                        blank=True, null=True, verbose_name="players at most"
                    ),
                ),
                (
                    "least_rating",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="rating at least"
                    ),
                ),
                (
                    "most_rating",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="rating at most"
                    ),
                ),
                (
                    "least_reliability",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, verbose_name="turns in time at least, in percent"
                    ),
                ),
                (
                    "by_approval",
                    models.BooleanField(
                        default=False, verbose_name="directors approve registrations"
                    ),
                ),
                ("seed", models.CharField(max_length=64)),
                ("registration_opens_at", models.DateTimeField(verbose_name="registration opens")),
                (
                    "registration_closes_at",
                    models.DateTimeField(verbose_name="registration closes"),
                ),
                ("starts_at", models.DateTimeField(verbose_name="season starts")),
                ("ends_at", models.DateTimeField(verbose_name="season ends")),
                ("planned_at", models.DateTimeField()),
                ("announced_at", models.DateTimeField(null=True)),
                ("drawn_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("adjudicated_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("promoted_at", models.DateTimeField(null=True)),
                ("cancelled_at", models.DateTimeField(null=True)),
                ("summed_up_at", models.DateTimeField(null=True)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="games.league",
                    ),
                ),
            ],
            options={
                "ordering": ["league", "-number"],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("asked", "waiting for a director"),
                            ("registered", "registered"),
                            ("playing", "playing"),
                            ("reserve", "on the reserve list"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="registered",
                        max_length=10,
                    ),
                ),
                ("contribution", models.CharField(blank=True, max_length=200)),
                ("stands_by", models.BooleanField(default=False, verbose_name="stands by")),
                ("registered_at", models.DateTimeField()),
                ("withdrawn_at", models.DateTimeField(null=True)),
                ("declined_at", models.DateTimeField(null=True)),
                ("strength", models.PositiveIntegerField(null=True)),
                ("rank", models.PositiveIntegerField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("promoted", "promoted"),
                            ("stays", "stays"),
                            ("relegated", "relegated"),
                            ("left", "left"),
                        ],
                        max_length=9,
                    ),
                ),
                ("tier", models.PositiveSmallIntegerField(null=True)),
                (
                    "division",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to="games.division",
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="partnered_by",
                        to="games.entry",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "substitute_for",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="substitutes",
                        to="games.entry",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="games.season",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["season", "registered_at", "pk"],
            },
        ),
        migrations.AddField(
            model_name="division",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="divisions",
                to="games.season",
            ),
        ),
        migrations.CreateModel(
            name="SeasonGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("board", models.CharField(max_length=30)),
                ("started_at", models.DateTimeField(null=True)),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("played", "played to the end"),
                            ("adjudicated", "counted as it stood at the end of the season"),
                            ("void", "not counted"),
                        ],
                        max_length=11,
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_games",
                        to="games.division",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="season_game",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["division", "number"],
            },
        ),
        migrations.CreateModel(
            name="SeasonMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000, verbose_name="message")),
                ("at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="SeasonSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("team", models.PositiveSmallIntegerField(null=True)),
                ("left", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("score", models.IntegerField(null=True)),
                ("tickets", models.PositiveSmallIntegerField(null=True)),
                (
                    "drawn_for",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="given_up_seats",
                        to="games.entry",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.entry",
                    ),
                ),
                (
                    "season_game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.seasongame",
                    ),
                ),
            ],
            options={
                "ordering": ["season_game", "number"],
            },
        ),
        migrations.AddIndex(
            model_name="season",
            index=models.Index(
                condition=models.Q(
                    ("announced_at__isnull", False), ("cancelled_at", None), ("promoted_at", None)
                ),
                fields=["starts_at"],
                name="seasons_to_run",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "number"), name="one_season_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                fields=("season", "person"), name="one_entry_a_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                fields=("season", "tier"), name="one_division_a_tier"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasongame",
            constraint=models.UniqueConstraint(
                fields=("division", "number"), name="one_season_game_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonseat",
            constraint=models.UniqueConstraint(
                fields=("season_game", "number"), name="one_season_seat_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonseat",
            constraint=models.UniqueConstraint(
                fields=("season_game", "entry"), name="one_season_seat_an_entry"
            ),
        ),
    ]
