"""Groups of players, their tables, and notices of invitations."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_push"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="public_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("started", "game started"),
                    ("turn", "your turn"),
                    ("reminder", "reminder"),
                    ("over", "game over"),
                    ("nudge", "nudge"),
                    ("talk", "table talk"),
                    ("vote", "vote"),
                    ("replaced", "change of player"),
                    ("away", "automatic vacation"),
                    ("order", "standing order"),
                    ("correction", "decision of a director"),
                    ("league", "league"),
                    ("rematch", "rematch"),
                    ("invitation", "invitation to a game"),
                    ("table", "invitation from a player"),
                    ("group", "invitation to a group"),
                    ("channel", "webhook switched off"),
                ],
                max_length=20,
            ),
        ),
        migrations.CreateModel(
            name="PlayerGroup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("created_at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="owned_groups",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("invited_at", models.DateTimeField()),
                ("joined_at", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="group_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="games.playergroup",
                    ),
                ),
            ],
            options={
                "ordering": ["joined_at", "pk"],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="group",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="games",
                to="games.playergroup",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public_at__isnull", False)),
                fields=["public_at"],
                name="tables_to_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                fields=("group", "person"), name="one_membership_a_group"
            ),
        ),
    ]
