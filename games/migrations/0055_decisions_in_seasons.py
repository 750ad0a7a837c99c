"""What directors decide in seasons, and what they take back of a clock, has names of its own."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0054_orders_taken_back'),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditentry',
            name='deed',
            field=models.CharField(choices=[('warn', 'warning'), ('mute', 'mute'), ('suspend', 'suspension'), ('ban', 'ban'), ('lift', 'sanction lifted'), ('pause', 'pause'), ('resume', 'end of a pause'), ('extend', 'deadline moved'), ('shorten', 'time taken back'), ('extend_season', 'deadlines of a season moved'), ('announce', 'season announced'), ('call_off', 'season called off'), ('move_dates', 'dates of a season moved'), ('admit', 'player let in'), ('take_out', 'player taken out'), ('open_division', 'division opened'), ('nudge', 'nudge'), ('excuse', 'missed turn excused'), ('count', 'missed turn counts again'), ('replace', 'player replaced'), ('take_back', 'game taken back'), ('adjudicate', 'game adjudicated'), ('propose_void', 'voiding proposed'), ('withdraw_void', 'proposal to void withdrawn'), ('void', 'game voided'), ('look', 'look at hidden information'), ('settle', 'report settled'), ('remove', 'message removed'), ('appoint', 'moderator appointed'), ('dismiss', 'moderator dismissed')], max_length=13),
        ),
        migrations.AlterField(
            model_name='clockentry',
            name='what',
            field=models.CharField(choices=[('asked', 'asked for a decision'), ('moved', 'moved'), ('missed', 'time ran out, the clock moved'), ('outage', 'made up for an outage of the site'), ('vacation', 'vacation planned, changed or ended'), ('auto-vacation', 'vacation began by itself'), ('paused', 'game paused'), ('resumed', 'game resumed'), ('switched', 'clock of the game changed'), ('extended', 'time added by a director'), ('shortened', 'time taken back by a director'), ('excused', 'missed turn excused by a director'), ('counted', 'missed turn counts again'), ('handed-on', 'seat handed on')], max_length=15),
        ),
    ]
