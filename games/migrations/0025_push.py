"""Push messages to browsers."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_sharing"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("key", models.CharField(max_length=100)),
                ("secret", models.CharField(max_length=40)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("resting_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "sign_in",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscription",
                        to="games.signin",
                    ),
                ),
            ],
        ),
        # What was written before was told before.
        migrations.AddField(
            model_name="notice",
            name="pushed",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="notice",
            name="pushed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("pushed", False)),
                fields=["not_before"],
                name="notices_unpushed",
            ),
        ),
        migrations.CreateModel(
            name="PushMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField()),
                ("test", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "waiting"),
                            ("sent", "sent"),
                            ("dropped", "no longer needed"),
                            ("failed", "given up"),
                        ],
                        default="pending",
                        max_length=7,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField(null=True)),
                ("answer", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("notices", models.ManyToManyField(related_name="pushes", to="games.notice")),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.pushsubscription",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(
                        fields=["status", "next_attempt_at"],
                        name="games_pushm_status_f6420d_idx",
                    )
                ],
            },
        ),
    ]
