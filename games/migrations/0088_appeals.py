"""Appeals against sanctions; directors add and remove directors, and write to all players."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0072_doors_of_incoming_mail"),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditentry',
            name='deed',
            field=models.CharField(choices=[('warn', 'warning'), ('mute', 'mute'), ('suspend', 'suspension'), ('ban', 'ban'), ('lift', 'sanction lifted'), ('pause', 'pause'), ('resume', 'end of a pause'), ('extend', 'deadline moved'), ('shorten', 'time taken back'), ('extend_season', 'deadlines of a season moved'), ('announce', 'season announced'), ('call_off', 'season called off'), ('move_dates', 'dates of a season moved'), ('admit', 'player let in'), ('take_out', 'player taken out'), ('open_division', 'division opened'), ('nudge', 'nudge'), ('excuse', 'missed turn excused'), ('count', 'missed turn counts again'), ('replace', 'player replaced'), ('take_back', 'game taken back'), ('adjudicate', 'game adjudicated'), ('propose_void', 'voiding proposed'), ('withdraw_void', 'proposal to void withdrawn'), ('void', 'game voided'), ('look', 'look at hidden information'), ('settle', 'report settled'), ('deny_appeal', 'appeal dismissed'), ('remove', 'message removed'), ('describe', 'name or description changed'), ('write', 'message to all players'), ('approve', 'registration approved'), ('decline', 'registration declined'), ('add_director', 'director added'), ('drop_director', 'director removed'), ('appoint', 'moderator appointed'), ('dismiss', 'moderator dismissed')], max_length=13),
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000, verbose_name='appeal')),
                ('at', models.DateTimeField()),
                ('status', models.CharField(choices=[('open', 'open'), ('granted', 'granted'), ('denied', 'dismissed')], db_index=True, default='open', max_length=7)),
                ('settled_at', models.DateTimeField(null=True)),
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='games.sanction')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
    ]
