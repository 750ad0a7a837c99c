"""The outbox: notices, mails, webhooks and calendar feeds."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.notifications.webhooks.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_moves_orders_and_talk"),
    ]

    operations = [
        migrations.CreateModel(
            name="Run",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("job", models.CharField(max_length=20, unique=True)),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="AccountMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=60)),
                ("recipient", models.EmailField(db_index=True, max_length=254)),
                ("message_id", models.CharField(max_length=500, unique=True)),
                ("source", models.BinaryField(blank=True)),
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
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(db_index=True)),
                ("expires_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-created_at"],
                "indexes": [
                    models.Index(
                        fields=["status", "next_attempt_at"], name="games_accou_status_25f675_idx"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Feed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("topic", models.CharField(blank=True, max_length=60)),
                ("message_id", models.CharField(max_length=500, unique=True)),
                ("recipient", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=200)),
                ("source", models.BinaryField(blank=True)),
                ("answer", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "waiting"),
                            ("sent", "sent"),
                            ("dropped", "no longer needed"),
                            ("failed", "given up"),
                        ],
                        db_index=True,
                        default="pending",
                        max_length=7,
                    ),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Bounce",
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
                            ("gone", "nobody lives at the address"),
                            ("refused", "refused for good"),
                            ("policy", "refused because of the site or the mail"),
                            ("delayed", "delayed"),
                            ("complaint", "called spam"),
                        ],
                        max_length=9,
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=11)),
                ("at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bounces",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "mail",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="bounces",
                        to="games.mail",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("topic", models.CharField(blank=True, max_length=60)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("started", "game started"),
                            ("turn", "your turn"),
                            ("reminder", "reminder"),
                            ("over", "game over"),
                            ("nudge", "somebody nudges you"),
                            ("talk", "table talk"),
                            ("vote", "vote"),
                            ("replaced", "change of player"),
                            ("away", "automatic vacation"),
                            ("order", "conditional order"),
                            ("correction", "decision of a director"),
                            ("league", "league"),
                            ("channel", "webhook switched off"),
                        ],
                        max_length=20,
                    ),
                ),
                ("decision", models.IntegerField(default=-1)),
                ("number", models.PositiveSmallIntegerField(default=0)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("data", models.JSONField(default=dict)),
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
                ("not_before", models.DateTimeField()),
                ("stuck_since", models.DateTimeField(db_index=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("called", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.game",
                    ),
                ),
                (
                    "mail",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="notices",
                        to="games.mail",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NotificationPreferences",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("off", models.JSONField(default=list)),
                ("delay", models.PositiveSmallIntegerField(default=0)),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_until", models.TimeField(null=True)),
                ("digest_hour", models.PositiveSmallIntegerField(db_index=True, null=True)),
                ("digest_reminders", models.BooleanField(default=True)),
                ("digest_day", models.DateField(null=True)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notification_preferences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ReplyAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("decision", models.IntegerField(null=True)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(db_index=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reply_addresses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reply_addresses",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "style",
                    models.CharField(
                        choices=[
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("json", "Plain JSON, signed"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                (
                    "secret",
                    models.CharField(
                        default=games.notifications.webhooks.models.new_secret, max_length=60
                    ),
                ),
                ("off", models.JSONField(default=list)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("resting_until", models.DateTimeField(null=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="WebhookCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=32, unique=True)),
                ("body", models.TextField()),
                ("test", models.BooleanField(default=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "waiting"),
                            ("sent", "delivered"),
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
                ("notices", models.ManyToManyField(related_name="calls", to="games.notice")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="games.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
            },
        ),
        migrations.AddIndex(
            model_name="mail",
            index=models.Index(
                fields=["status", "next_attempt_at"], name="games_mail_status_aa3420_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="bounce",
            index=models.Index(fields=["person", "at"], name="games_bounc_person__a5c680_idx"),
        ),
        migrations.AddConstraint(
            model_name="bounce",
            constraint=models.UniqueConstraint(fields=("mail", "kind"), name="one_bounce_a_mail"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                fields=["status", "not_before"], name="games_notic_status_4fcf74_idx"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("called", False)),
                fields=["not_before"],
                name="notices_uncalled",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("person", "game", "topic", "decision", "kind", "number", "key"),
                name="one_notice_a_decision",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game", None)),
                fields=("person", "topic", "decision", "kind", "number", "key"),
                name="one_notice_a_topic",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookcall",
            index=models.Index(
                fields=["status", "next_attempt_at"], name="games_webho_status_a13396_idx"
            ),
        ),
    ]
