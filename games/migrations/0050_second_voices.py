"""Proposals and what answers them, private messages, and directors whom players accept."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

from games.moderation import audit_triggers


def install(apps, schema_editor):
    audit_triggers.install(schema_editor.connection)


def uninstall(apps, schema_editor):
    audit_triggers.uninstall(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
    ]

    # SQLite makes the table again, and its triggers are lost with the old one.
    operations = [
        migrations.RunPython(uninstall, install),
        migrations.AddField(
            model_name="auditentry",
            name="message",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="proposal",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="answers",
                to="games.auditentry",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="accepts_directors",
            field=models.BooleanField(default=False, verbose_name="accepts directors who play"),
        ),
        migrations.AlterField(
            model_name="auditentry",
            name="action",
            field=models.CharField(
                choices=[
                    ("warn", "warning"),
                    ("mute", "mute"),
                    ("suspend", "suspension"),
                    ("ban", "ban"),
                    ("lift", "sanction lifted"),
                    ("pause", "pause"),
                    ("resume", "pause ended"),
                    ("extend", "deadline moved"),
                    ("shorten", "time taken back"),
                    ("extend_season", "deadlines of a season moved"),
                    ("announce", "season announced"),
                    ("call_off", "season cancelled"),
                    ("move_dates", "dates of a season moved"),
                    ("admit", "player admitted"),
                    ("take_out", "player removed"),
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
                    ("propose", "decision proposed"),
                    ("withdraw", "proposal withdrawn"),
                    ("object", "objection"),
                    ("look", "hidden cards viewed"),
                    ("settle", "report settled"),
                    ("deny_appeal", "appeal dismissed"),
                    ("remove", "message removed"),
                    ("remove_name", "name of a game removed"),
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
        migrations.AlterField(
            model_name="auditentry",
            name="role",
            field=models.CharField(
                choices=[
                    ("player", "player"),
                    ("director", "director"),
                    ("moderator", "moderator"),
                    ("administrator", "administrator"),
                ],
                max_length=13,
            ),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(
                condition=models.Q(("action", "propose")),
                fields=["at"],
                name="proposals_by_time",
            ),
        ),
        migrations.RunPython(install, uninstall),
    ]
