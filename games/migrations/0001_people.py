"""People, their sanctions and appeals, and the devices they sign in on."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.people.models
import games.people.names


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "email",
                    models.EmailField(max_length=254, unique=True, verbose_name="mail address"),
                ),
                (
                    "name",
                    models.CharField(
                        help_text="Others see this name. Nobody sees your mail address.",
                        max_length=30,
                        unique=True,
                        validators=[games.people.names.validate_name],
                        verbose_name="name",
                    ),
                ),
                ("name_key", models.CharField(editable=False, max_length=240, unique=True)),
                ("name_skeleton", models.CharField(editable=False, max_length=240, unique=True)),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("nl", "Nederlands")],
                        default="en",
                        max_length=10,
                        verbose_name="language",
                    ),
                ),
                (
                    "timezone",
                    models.CharField(
                        default="Europe/Amsterdam",
                        max_length=64,
                        validators=[games.people.models.validate_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "theme",
                    models.CharField(
                        choices=[("auto", "As the device"), ("light", "Light"), ("dark", "Dark")],
                        default="auto",
                        max_length=5,
                        verbose_name="colours",
                    ),
                ),
                (
                    "mail_privacy",
                    models.CharField(
                        choices=[
                            ("full", "Everything: cards and tickets"),
                            ("counts", "Only how many cards and tickets I have"),
                            ("nothing", "Nothing of my hand"),
                        ],
                        default="full",
                        max_length=7,
                        verbose_name="what mails may tell",
                    ),
                ),
                (
                    "hold_moves",
                    models.BooleanField(
                        default=False, verbose_name="hold my moves for ten minutes"
                    ),
                ),
                (
                    "confirm_draws",
                    models.BooleanField(default=False, verbose_name="ask before I draw a card"),
                ),
                ("mail_bounced", models.BooleanField(default=False, verbose_name="mail bounced")),
                ("is_staff", models.BooleanField(default=False, verbose_name="staff")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                (
                    "created",
                    models.DateTimeField(
                        default=django.utils.timezone.now, editable=False, verbose_name="created"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
            },
        ),
        migrations.CreateModel(
            name="LoginLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                ("used", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="login_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Sanction",
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
                            ("warning", "warning"),
                            ("mute", "may not write to others"),
                            ("suspension", "may begin no games"),
                            ("ban", "may not sign in"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000, verbose_name="appeal")),
                ("at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "open"), ("granted", "granted"), ("denied", "dismissed")],
                        db_index=True,
                        default="open",
                        max_length=7,
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sanction",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeal",
                        to="games.sanction",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="DeviceTrace",
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
                        choices=[("device", "device"), ("network", "network")], max_length=7
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("seen_at", models.DateTimeField(db_index=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="traces",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-seen_at"],
                "indexes": [
                    models.Index(fields=["kind", "digest"], name="games_devic_kind_b6e43d_idx")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "kind", "digest"), name="one_trace_a_week"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["person", "kind"], name="games_sanct_person__5fce36_idx"),
        ),
    ]
