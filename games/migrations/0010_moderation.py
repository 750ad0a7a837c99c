"""Reports and the audit log, which can only grow."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.moderation import audit_triggers


def install(apps, schema_editor):
    audit_triggers.install(schema_editor.connection)


def uninstall(apps, schema_editor):
    audit_triggers.uninstall(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_players"),
    ]

    operations = [
        migrations.CreateModel(
            name="Reason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("salt", models.CharField(max_length=32)),
                ("text", models.TextField(max_length=1000)),
            ],
        ),
        migrations.CreateModel(
            name="Report",
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
                            ("message", "a message"),
                            ("name", "a name"),
                            ("player", "the conduct of a player"),
                        ],
                        max_length=7,
                    ),
                ),
                ("message", models.PositiveBigIntegerField(null=True)),
                ("quote", models.TextField(blank=True, max_length=2000)),
                ("text", models.TextField(max_length=1000, verbose_name="what is wrong")),
                ("at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("handled", "dealt with"),
                            ("dismissed", "dismissed"),
                        ],
                        db_index=True,
                        default="open",
                        max_length=9,
                    ),
                ),
                ("settled_at", models.DateTimeField(null=True)),
                ("note", models.TextField(blank=True, max_length=1000, verbose_name="note")),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.game",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                    "subject",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reported",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("director", "director"),
                            ("moderator", "moderator"),
                            ("administrator", "administrator"),
                        ],
                        max_length=13,
                    ),
                ),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("warn", "warning"),
                            ("mute", "mute"),
                            ("suspend", "suspension"),
                            ("ban", "ban"),
                            ("lift", "sanction lifted"),
                            ("pause", "pause"),
                            ("resume", "end of a pause"),
                            ("extend", "deadline moved"),
                            ("shorten", "time taken back"),
                            ("extend_season", "deadlines of a season moved"),
                            ("announce", "season announced"),
                            ("call_off", "season called off"),
                            ("move_dates", "dates of a season moved"),
                            ("admit", "player let in"),
                            ("take_out", "player taken out"),
                            ("open_division", "division opened"),
                            ("nudge", "nudge"),
                            ("excuse", "missed turn excused"),
                            ("count", "missed turn counts again"),
                            ("replace", "player replaced"),
                            ("take_back", "game taken back"),
                            ("adjudicate", "game adjudicated"),
                            ("propose_adj", "adjudication proposed"),
                            ("withdraw_adj", "proposed adjudication withdrawn"),
                            ("propose_void", "voiding proposed"),
                            ("withdraw_void", "proposal to void withdrawn"),
                            ("void", "game voided"),
                            ("look", "look at hidden information"),
                            ("settle", "report settled"),
                            ("deny_appeal", "appeal dismissed"),
                            ("remove", "message removed"),
                            ("describe", "name or description changed"),
                            ("write", "message to all players"),
                            ("approve", "registration approved"),
                            ("decline", "registration declined"),
                            ("add_director", "director added"),
                            ("drop_director", "director removed"),
                            ("appoint", "moderator appointed"),
                            ("dismiss", "moderator dismissed"),
                        ],
                        max_length=13,
                    ),
                ),
                ("seq", models.IntegerField(null=True)),
                ("data", models.JSONField(default=dict)),
                ("reason", models.CharField(max_length=64)),
                (
                    "actor",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to="games.game",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to="games.league",
                    ),
                ),
                (
                    "subject",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="games.auditentry",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_entries",
                        to="games.report",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ["-at", "-pk"],
                "permissions": [("moderate", "Can moderate the whole site")],
                "indexes": [
                    models.Index(fields=["game", "action"], name="games_audit_game_id_ee8538_idx"),
                    models.Index(
                        fields=["subject", "action"], name="games_audit_subject_bbc816_idx"
                    ),
                ],
            },
        ),
        migrations.RunPython(install, uninstall),
    ]
