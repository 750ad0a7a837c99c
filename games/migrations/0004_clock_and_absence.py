"""Clocks, vacations, hand-overs, votes, and the watch over the sweep."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_event_log"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("job", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(unique=True)),
                ("until", models.DateTimeField()),
                ("made_up", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["since"],
            },
        ),
        migrations.CreateModel(
            name="Alarm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=20)),
                ("since", models.DateTimeField()),
                ("raised_at", models.DateTimeField()),
                ("told_at", models.DateTimeField(null=True)),
                ("over_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-raised_at"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("over_at", None)),
                        fields=("what",),
                        name="one_alarm_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HandOver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("seq", models.IntegerField()),
                ("bot_before", models.CharField(blank=True, max_length=20)),
                ("bot_after", models.CharField(blank=True, max_length=20)),
                (
                    "person_after",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person_before",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats_left",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hand_overs",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["seat", "seq"],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pause", "pause"),
                            ("resume", "resume"),
                            ("clock", "another clock"),
                            ("replace", "replace a player"),
                        ],
                        max_length=10,
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("carried", "carried"),
                            ("rejected", "rejected"),
                            ("withdrawn", "withdrawn"),
                            ("expired", "expired"),
                            ("pointless", "no longer of use"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="votes",
                        to="games.game",
                    ),
                ),
                (
                    "proposer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["-opened_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Ballot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("yes", models.BooleanField()),
                ("at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="games.seat",
                    ),
                ),
                (
                    "vote",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ballots",
                        to="games.vote",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClockEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("asked", "asked for a decision"),
                            ("moved", "moved"),
                            ("missed", "time ran out, the clock moved"),
                            ("outage", "made up for an outage of the site"),
                            ("vacation", "vacation planned, changed or ended"),
                            ("auto-vacation", "vacation began by itself"),
                            ("paused", "game paused"),
                            ("resumed", "game resumed"),
                            ("switched", "clock of the game changed"),
                            ("extended", "time added by a director"),
                            ("shortened", "time taken back by a director"),
                            ("excused", "missed turn excused by a director"),
                            ("counted", "missed turn counts again"),
                            ("handed-on", "seat handed on"),
                        ],
                        max_length=15,
                    ),
                ),
                ("before", models.DateTimeField(null=True)),
                ("after", models.DateTimeField(null=True)),
                ("bank_before", models.DurationField()),
                ("bank_after", models.DurationField()),
                ("seq", models.IntegerField()),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock_entries",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(fields=["game", "id"], name="games_clock_game_id_65a01c_idx")
                ],
            },
        ),
        migrations.CreateModel(
            name="Miss",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("decision", models.IntegerField()),
                ("due_at", models.DateTimeField()),
                ("at", models.DateTimeField()),
                ("excused_at", models.DateTimeField(null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "excused_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="misses",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="misses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "seat", "decision"), name="one_miss_a_decision"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Pause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["since"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until", None)),
                        fields=("game",),
                        name="one_pause_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("start", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("zone", models.CharField(max_length=64)),
                ("automatic", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["start"],
                "indexes": [
                    models.Index(fields=["person", "until"], name="games_vacat_person__a4b3f3_idx")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("until__gt", models.F("start"))),
                        name="vacations_end_later",
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="vote",
            index=models.Index(
                condition=models.Q(("outcome", "open")), fields=["expires_at"], name="open_votes"
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(
                condition=models.Q(("outcome", "open")),
                fields=("game", "kind"),
                name="one_open_vote_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="ballot",
            constraint=models.UniqueConstraint(
                fields=("vote", "person"), name="one_ballot_a_person"
            ),
        ),
    ]
