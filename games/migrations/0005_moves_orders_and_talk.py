"""Submitted and held moves, standing orders, talk at the table."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_clock_and_absence"),
    ]

    operations = [
        migrations.CreateModel(
            name="HeldMove",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("decision", models.IntegerField()),
                ("actions", models.JSONField()),
                ("key", models.CharField(max_length=64)),
                ("submitted_at", models.DateTimeField()),
                ("failed_at", models.DateTimeField(null=True)),
                ("refusal", models.JSONField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="held_moves",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="held_move",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.JSONField()),
                ("rest", models.JSONField(null=True)),
                ("given_at", models.DateTimeField()),
                (
                    "fate",
                    models.CharField(
                        choices=[
                            ("standing", "standing"),
                            ("done", "carried out"),
                            ("partly", "carried out in part"),
                            ("no-branch", "nothing in it fitted"),
                            ("illegal", "not possible"),
                            ("taken-back", "taken back with the game"),
                            ("unforeseen", "something unforeseen"),
                            ("unneeded", "no longer needed"),
                        ],
                        default="standing",
                        max_length=10,
                    ),
                ),
                ("refusal", models.JSONField(null=True)),
                ("first_seq", models.IntegerField(null=True)),
                ("last_seq", models.IntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_orders",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_order",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=1000)),
                ("at", models.DateTimeField()),
                ("removed_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(fields=["game", "id"], name="games_messa_game_id_af1889_idx"),
                    models.Index(fields=["author", "at"], name="games_messa_author__3283c3_idx"),
                ],
            },
        ),
        migrations.CreateModel(
            name="PrivateNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=5000)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_notes",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "person"), name="one_note_a_game")
                ],
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("decision", models.IntegerField()),
                ("first_seq", models.IntegerField()),
                ("last_seq", models.IntegerField()),
                ("left", models.JSONField(default=list)),
                ("refusal", models.JSONField(null=True)),
                ("at", models.DateTimeField()),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "key"), name="one_submission_a_key")
                ],
            },
        ),
    ]
