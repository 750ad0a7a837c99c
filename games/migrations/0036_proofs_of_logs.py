"""Proofs of logs are remembered: when each log was proved, and how far it went."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0034_hints_and_reviews"),
    ]

    operations = [
        migrations.CreateModel(
            name="LogProof",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="log_proof",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seq", models.IntegerField(default=-1)),
                ("hash", models.CharField(blank=True, max_length=64)),
                ("proved_at", models.DateTimeField(null=True)),
                ("tried_at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
