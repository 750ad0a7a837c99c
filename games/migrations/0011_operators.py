"""Faults of the program, for its operators."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_moderation"),
    ]

    operations = [
        migrations.CreateModel(
            name="Fault",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=64, unique=True)),
                ("place", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("count", models.PositiveIntegerField()),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField(db_index=True)),
                ("told_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-last_at"],
            },
        ),
    ]
