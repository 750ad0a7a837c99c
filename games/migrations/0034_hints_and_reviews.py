"""Hints in games against bots, and reviews of finished games."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0033_bots_that_search'),
    ]

    operations = [
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='hint', serialize=False, to='games.seat')),
                ('decision', models.IntegerField()),
                ('status', models.CharField(choices=[('pending', 'pending'), ('ready', 'ready'), ('failed', 'failed')], default='pending', max_length=7)),
                ('options', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_attempt_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('version', models.IntegerField()),
                ('status', models.CharField(choices=[('pending', 'pending'), ('ready', 'ready'), ('failed', 'failed')], default='pending', max_length=7)),
                ('shared_with', models.CharField(blank=True, choices=[('', 'only you'), ('players', 'the players of the game'), ('everyone', 'everyone who can see the game')], default='', max_length=8)),
                ('decisions', models.JSONField(default=list)),
                ('first_seq', models.IntegerField(default=-1)),
                ('reviewed_to', models.IntegerField(default=-1)),
                ('created_at', models.DateTimeField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_attempt_at', models.DateTimeField(null=True)),
                ('made_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'pending')), fields=['next_attempt_at'], name='reviews_to_make')],
                'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_review_a_person')],
            },
        ),
    ]
