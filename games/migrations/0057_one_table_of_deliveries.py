"""One table of what is sent by channels beside mail, in place of calls and push messages."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.notifications.models

SAME = (
    'game_id', 'test', 'status', 'attempts', 'next_attempt_at', 'answer', 'error', 'created_at', 'sent_at',
)


def move(apps, schema_editor):
    notices = apps.get_model('games', 'Notice')
    # A turn that an order had not answered: it went to browsers and not to webhooks.
    for notice in notices.objects.filter(fanned_out=True, pushed=False):
        notice.fanned_out, notice.data = False, {**notice.data, 'owner_only': True}
        notice.save(update_fields=['fanned_out', 'data'])
    calls = apps.get_model('games', 'WebhookCall').objects.select_related('webhook')
    messages = apps.get_model('games', 'PushMessage').objects.select_related('subscription__sign_in')
    for call in calls.prefetch_related('notices').iterator(500):
        store(apps, call, channel='webhook', person_id=call.webhook.person_id,
              webhook_id=call.webhook_id, name=call.name, body=call.body)
    for message in messages.prefetch_related('notices').iterator(500):
        store(apps, message, channel='push', person_id=message.subscription.sign_in.person_id,
              subscription_id=message.subscription_id, body=message.text)
    if schema_editor.connection.vendor == 'postgresql':
        # A table with checks to come cannot be altered.
        schema_editor.execute('SET CONSTRAINTS ALL IMMEDIATE')


def store(apps, row, **fields):
    same = {name: getattr(row, name) for name in SAME}
    made = apps.get_model('games', 'Delivery').objects.create(**same, **fields)
    made.notices.set(row.notices.all())


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0056_decision_links_and_game_sessions'),
    ]

    operations = [
        migrations.RemoveIndex(model_name='notice', name='notices_uncalled'),
        migrations.RemoveIndex(model_name='notice', name='notices_unpushed'),
        migrations.RenameField(model_name='notice', old_name='called', new_name='fanned_out'),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=20)),
                ('name', models.CharField(default=games.notifications.models.new_name, max_length=32, unique=True)),
                ('body', models.TextField()),
                ('test', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('pending', 'waiting'), ('sent', 'sent'), ('dropped', 'no longer needed'), ('failed', 'given up')], default='pending', max_length=7)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_attempt_at', models.DateTimeField(null=True)),
                ('answer', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to=settings.AUTH_USER_MODEL)),
                # The old tables have these names until they go.
                ('webhook', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.webhook')),
                ('subscription', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.pushsubscription')),
                ('notices', models.ManyToManyField(related_name='deliveries', to='games.notice')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(fields=['status', 'next_attempt_at'], name='games_deliv_status_339d36_idx')],
            },
        ),
        migrations.RunPython(move, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name='WebhookCall'),
        migrations.DeleteModel(name='PushMessage'),
        migrations.RemoveField(model_name='notice', name='pushed'),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('fanned_out', False)), fields=['not_before'], name='notices_to_fan_out'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='webhook',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='games.webhook'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='subscription',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.pushsubscription'),
        ),
    ]
