"""Browsers in which people are signed in, and how often they signed out everywhere."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_blocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="sign_outs",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.CreateModel(
            name="SignIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("browser", models.CharField(blank=True, max_length=30)),
                ("system", models.CharField(blank=True, max_length=30)),
                ("network", models.CharField(blank=True, max_length=43)),
                ("began_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField(db_index=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-seen_at", "-pk"]},
        ),
    ]
