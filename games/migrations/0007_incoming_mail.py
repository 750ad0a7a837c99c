"""The delivery log of incoming mail, and the mailbox of development sites."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_notifications"),
    ]

    operations = [
        migrations.CreateModel(
            name="CaughtMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("caught", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("recipients", models.JSONField()),
                ("subject", models.CharField(max_length=998)),
                ("raw", models.BinaryField(default=b"")),
                (
                    "mail",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.mail",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="InboundMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("played", "moved"),
                            ("partly", "moved in part"),
                            ("said", "said at the table"),
                            ("unsaid", "not said at the table"),
                            ("told", "asked, and was told"),
                            ("unreadable", "not understood"),
                            ("illegal", "against a rule"),
                            ("stale", "too late"),
                            ("too-large", "too large"),
                            ("muted", "stopped mails"),
                            ("bounced", "a mail came back"),
                            ("duplicate", "came twice"),
                            ("forged", "wrong sender"),
                            ("automatic", "automatic"),
                            ("limited", "too many"),
                            ("unknown", "unknown address"),
                            ("failed", "failed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("detail", models.CharField(blank=True, max_length=200)),
                ("size", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64, null=True, unique=True)),
                ("sender", models.CharField(blank=True, max_length=64)),
                ("door", models.CharField(blank=True, default="", max_length=30)),
                (
                    "address",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inbound",
                        to="games.replyaddress",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inbound",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="inbound",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "indexes": [
                    models.Index(fields=["address", "at"], name="games_inbou_address_ad99c4_idx"),
                    models.Index(fields=["door", "at"], name="games_inbou_door_b1bfee_idx"),
                ],
            },
        ),
    ]
