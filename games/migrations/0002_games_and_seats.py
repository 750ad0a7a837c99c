"""Games and seats."""

from __future__ import annotations

import datetime

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.tables.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.tables.models.new_code,
                        editable=False,
                        max_length=8,
                        unique=True,
                    ),
                ),
                ("board", models.CharField(max_length=30, verbose_name="board")),
                ("seat_count", models.PositiveSmallIntegerField(verbose_name="seats")),
                (
                    "days_per_turn",
                    models.PositiveSmallIntegerField(default=3, verbose_name="days per turn"),
                ),
                (
                    "weekends_off",
                    models.BooleanField(default=False, verbose_name="weekends do not count"),
                ),
                (
                    "bank_hours",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="hours in the bank at the start"
                    ),
                ),
                (
                    "bank_add_hours",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="hours that a move adds"
                    ),
                ),
                (
                    "bank_cap_hours",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="most hours in the bank"
                    ),
                ),
                (
                    "vacation_allowed",
                    models.BooleanField(default=True, verbose_name="vacations stop the clock"),
                ),
                (
                    "auto_vacation_days",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="days of vacation that begin by themselves"
                    ),
                ),
                (
                    "replace_after",
                    models.PositiveSmallIntegerField(
                        default=3,
                        verbose_name="automatic moves in a row before a seat may be handed on",
                    ),
                ),
                ("paused_at", models.DateTimeField(editable=False, null=True)),
                ("resume_at", models.DateTimeField(editable=False, null=True)),
                ("public", models.BooleanField(default=True, verbose_name="anyone may join")),
                (
                    "invitation",
                    models.CharField(
                        default=games.tables.models.new_invitation, editable=False, max_length=32
                    ),
                ),
                (
                    "order_fixed",
                    models.BooleanField(
                        default=False, verbose_name="seats play in the order of joining"
                    ),
                ),
                (
                    "teams_chosen",
                    models.BooleanField(default=False, verbose_name="players choose their teams"),
                ),
                (
                    "rated",
                    models.BooleanField(default=False, verbose_name="counts for the ratings"),
                ),
                (
                    "least_reliability",
                    models.PositiveSmallIntegerField(
                        null=True, verbose_name="turns on time asked of players, in percent"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                            ("void", "void"),
                        ],
                        db_index=True,
                        default="open",
                        max_length=9,
                    ),
                ),
                ("rules_version", models.CharField(max_length=10)),
                ("board_digest", models.CharField(max_length=64)),
                ("secret", models.BinaryField(max_length=32)),
                ("commitment", models.CharField(max_length=64)),
                ("version", models.IntegerField(default=-1)),
                (
                    "head",
                    models.CharField(
                        default="0000000000000000000000000000000000000000000000000000000000000000",
                        editable=False,
                        max_length=64,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("result", models.JSONField(null=True)),
                (
                    "organiser",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="organised_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("contribution", models.CharField(blank=True, max_length=200)),
                ("joined_at", models.DateTimeField(null=True)),
                ("from_lobby", models.BooleanField(default=False)),
                ("team", models.PositiveSmallIntegerField(null=True)),
                ("decision", models.IntegerField(null=True)),
                ("kind", models.CharField(blank=True, max_length=10)),
                ("opened_at", models.DateTimeField(null=True)),
                ("due_at", models.DateTimeField(db_index=True, null=True)),
                ("bank_from", models.DateTimeField(null=True)),
                ("bank", models.DurationField(default=datetime.timedelta)),
                ("extra", models.DurationField(default=datetime.timedelta)),
                ("remind_at", models.DateTimeField(db_index=True, null=True)),
                ("reminders", models.PositiveSmallIntegerField(default=0)),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("auto_away", models.BooleanField(default=False)),
                ("open_since", models.DateTimeField(null=True)),
                ("order_delay", models.DurationField(null=True)),
                ("order_due_at", models.DateTimeField(null=True)),
                ("held_until", models.DateTimeField(null=True)),
                ("seen", models.IntegerField(default=-1)),
                ("present_at", models.DateTimeField(null=True)),
                ("muted", models.BooleanField(default=False)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("points", models.IntegerField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
            },
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "expires_at"], name="games_game_status_8cdaca_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "open")),
                fields=["created_at", "id"],
                name="games_in_the_lobby",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "running")),
                fields=["-started_at"],
                name="games_to_watch",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "finished")),
                fields=["-ended_at"],
                name="games_lately_over",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("resume_at__isnull", False)),
                fields=["resume_at"],
                name="pauses_that_end",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(
                    models.Q(("bot", ""), _negated=True), ("decision__isnull", False)
                ),
                fields=["game"],
                name="bots_to_move",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("open_since__isnull", False)),
                fields=["open_since"],
                name="seats_to_take",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("order_due_at__isnull", False)),
                fields=["order_due_at"],
                name="orders_due",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("held_until__isnull", False)),
                fields=["held_until"],
                name="moves_held",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="one_seat_a_number"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("game", "person"), name="one_seat_a_person"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("person", None), ("bot", ""), _connector="OR"),
                name="person_or_bot",
            ),
        ),
    ]
