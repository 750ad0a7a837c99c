"""A moderator can remove a message."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0049_orders_holds_and_talk'),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditentry',
            name='deed',
            field=models.CharField(choices=[('warn', 'warning'), ('mute', 'mute'), ('suspend', 'suspension'), ('ban', 'ban'), ('lift', 'sanction lifted'), ('pause', 'pause'), ('resume', 'end of a pause'), ('extend', 'deadline moved'), ('extend_season', 'deadlines of a season moved'), ('nudge', 'nudge'), ('excuse', 'missed turn excused'), ('replace', 'player replaced'), ('take_back', 'game taken back'), ('adjudicate', 'game adjudicated'), ('propose_void', 'voiding proposed'), ('withdraw_void', 'proposal to void withdrawn'), ('void', 'game voided'), ('look', 'look at hidden information'), ('settle', 'report settled'), ('remove', 'message removed'), ('appoint', 'moderator appointed'), ('dismiss', 'moderator dismissed')], max_length=13),
        ),
    ]
