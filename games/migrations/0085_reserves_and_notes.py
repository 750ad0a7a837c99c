"""Consent to take over games, private notes on reports, and results that are proposed first."""

from __future__ import annotations

from django.db import migrations, models


def reserves_stand_by(apps, schema_editor):
    """Who waits on a reserve list has been told that they take over games."""
    apps.get_model("games", "Entry").objects.filter(status="reserve").update(stands_by=True)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0089_messages_to_players'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='stands_by',
            field=models.BooleanField(default=False, verbose_name='stands by'),
        ),
        migrations.AddField(
            model_name='report',
            name='note',
            field=models.TextField(blank=True, max_length=1000, verbose_name='note'),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='deed',
            field=models.CharField(choices=[('warn', 'warning'), ('mute', 'mute'), ('suspend', 'suspension'), ('ban', 'ban'), ('lift', 'sanction lifted'), ('pause', 'pause'), ('resume', 'end of a pause'), ('extend', 'deadline moved'), ('shorten', 'time taken back'), ('extend_season', 'deadlines of a season moved'), ('announce', 'season announced'), ('call_off', 'season called off'), ('move_dates', 'dates of a season moved'), ('admit', 'player let in'), ('take_out', 'player taken out'), ('open_division', 'division opened'), ('nudge', 'nudge'), ('excuse', 'missed turn excused'), ('count', 'missed turn counts again'), ('replace', 'player replaced'), ('take_back', 'game taken back'), ('adjudicate', 'game adjudicated'), ('propose_adj', 'adjudication proposed'), ('withdraw_adj', 'proposed adjudication withdrawn'), ('propose_void', 'voiding proposed'), ('withdraw_void', 'proposal to void withdrawn'), ('void', 'game voided'), ('look', 'look at hidden information'), ('settle', 'report settled'), ('deny_appeal', 'appeal dismissed'), ('remove', 'message removed'), ('describe', 'name or description changed'), ('write', 'message to all players'), ('approve', 'registration approved'), ('decline', 'registration declined'), ('add_director', 'director added'), ('drop_director', 'director removed'), ('appoint', 'moderator appointed'), ('dismiss', 'moderator dismissed')], max_length=13),
        ),
        migrations.RunPython(reserves_stand_by, migrations.RunPython.noop),
    ]
