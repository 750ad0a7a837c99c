"""Standing orders become plans, of one turn or of many; each table chooses which it allows."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0059_logs_that_are_due'),
    ]

    operations = [
        migrations.RenameModel('StandingOrder', 'SeatPlan'),
        migrations.RemoveIndex('seat', 'orders_due'),
        migrations.RenameField('seat', 'order_delay', 'plan_delay'),
        migrations.RenameField('seat', 'order_due_at', 'plan_due_at'),
        migrations.AddIndex('seat', models.Index(
            condition=models.Q(('plan_due_at__isnull', False)), fields=['plan_due_at'], name='plans_due',
        )),
        migrations.AddField(
            model_name='game',
            name='plan_pace',
            field=models.CharField(choices=[('minutes', '2 to 20 minutes'), ('hour', '20 minutes to 2 hours'), ('half-day', '3 to 12 hours')], default='minutes', max_length=8, verbose_name='pace of plans'),
        ),
        migrations.AddField(
            model_name='game',
            name='plans',
            field=models.CharField(choices=[('off', 'no plans'), ('draws', 'plans that only draw'), ('all', 'all plans')], default='off', max_length=5, verbose_name='plans'),
        ),
        migrations.AddField(
            model_name='seat',
            name='plan_lasts',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seatplan',
            name='decision',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='seatplan',
            name='memory',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='seatplan',
            name='seen_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='seatplan',
            name='seen_seq',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='seatplan',
            name='told_seq',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='seatplan',
            name='why',
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('started', 'game started'), ('turn', 'your turn'), ('reminder', 'reminder'), ('over', 'game over'), ('nudge', 'nudge'), ('talk', 'table talk'), ('vote', 'vote'), ('replaced', 'change of player'), ('away', 'automatic vacation'), ('order', 'plan'), ('plans', 'what plans did'), ('correction', 'decision of a director'), ('league', 'league'), ('rematch', 'rematch'), ('invitation', 'invitation to a game'), ('table', 'invitation from a player'), ('group', 'invitation to a group'), ('channel', 'webhook switched off')], max_length=20),
        ),
        migrations.AlterField(
            model_name='seatplan',
            name='fate',
            field=models.CharField(choices=[('standing', 'in place'), ('done', 'carried out'), ('partly', 'partly carried out'), ('no-branch', 'no part applied'), ('illegal', 'not possible'), ('taken-back', 'taken back with the game'), ('unforeseen', 'something unforeseen'), ('unneeded', 'no longer needed'), ('asks', 'asks you'), ('paused', 'paused')], default='standing', max_length=10),
        ),
        migrations.AlterField(
            model_name='seatplan',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plans', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='seatplan',
            name='seat',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='plan', to='games.seat'),
        ),
        migrations.CreateModel(
            name='UsualAnswers',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answers', models.JSONField()),
                ('on_vacation', models.BooleanField(default=False)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='usual_answers', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
