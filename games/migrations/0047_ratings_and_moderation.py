"""Ratings, reliability, sanctions and reports; the audit log, append-only in the database itself."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.moderation import guard


def put_on(apps, schema_editor):
    guard.put_on(schema_editor.connection)


def take_off(apps, schema_editor):
    guard.take_off(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0046_no_mail_turns'),
    ]

    operations = [
        migrations.CreateModel(
            name='Reason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('salt', models.CharField(max_length=32)),
                ('text', models.TextField(max_length=1000)),
            ],
        ),
        migrations.AddField(
            model_name='game',
            name='least_reliability',
            field=models.PositiveSmallIntegerField(null=True, verbose_name='turns on time asked of players, in percent'),
        ),
        migrations.AddField(
            model_name='game',
            name='rated',
            field=models.BooleanField(default=False, verbose_name='counts for the ratings'),
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('message', 'a message'), ('name', 'a name'), ('player', 'the conduct of a player')], max_length=7)),
                ('message', models.PositiveBigIntegerField(null=True)),
                ('quote', models.TextField(blank=True, max_length=2000)),
                ('text', models.TextField(max_length=1000, verbose_name='what is wrong')),
                ('at', models.DateTimeField()),
                ('status', models.CharField(choices=[('open', 'open'), ('handled', 'dealt with'), ('dismissed', 'dismissed')], db_index=True, default='open', max_length=9)),
                ('settled_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.game')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('subject', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reported', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Conduct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.IntegerField()),
                ('answered', models.PositiveIntegerField(default=0)),
                ('missed', models.PositiveIntegerField(default=0)),
                ('excused', models.PositiveIntegerField(default=0)),
                ('finished', models.BooleanField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conduct', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conduct', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'person'],
                'indexes': [models.Index(fields=['game', 'seq'], name='conduct_counted_to')],
                'constraints': [models.UniqueConstraint(fields=('game', 'person'), name='one_conduct_a_game')],
            },
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rating', to='games.game')),
            ],
            options={
                'ordering': ['at', 'game'],
                'indexes': [models.Index(fields=['at', 'game'], name='rated_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.CharField(blank=True, max_length=30)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['person', 'board'],
                'constraints': [models.UniqueConstraint(fields=('person', 'board'), name='one_rating_a_board')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('number', models.PositiveSmallIntegerField()),
                ('board', models.CharField(blank=True, max_length=30)),
                ('place', models.PositiveSmallIntegerField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu_after', models.FloatField()),
                ('sigma_after', models.FloatField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.game')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'game', 'board', 'number'],
                'indexes': [models.Index(fields=['person', 'board', 'at'], name='rating_over_time'), models.Index(fields=['at', 'game'], name='rating_changes_in_order')],
                'constraints': [models.UniqueConstraint(fields=('game', 'number', 'board'), name='one_rating_change_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('role', models.CharField(choices=[('director', 'director'), ('moderator', 'moderator'), ('administrator', 'administrator')], max_length=13)),
                ('deed', models.CharField(choices=[('warn', 'warning'), ('mute', 'mute'), ('suspend', 'suspension'), ('ban', 'ban'), ('lift', 'sanction lifted'), ('pause', 'pause'), ('resume', 'end of a pause'), ('extend', 'deadline moved'), ('extend_season', 'deadlines of a season moved'), ('nudge', 'nudge'), ('excuse', 'missed turn excused'), ('replace', 'player replaced'), ('take_back', 'game taken back'), ('adjudicate', 'game adjudicated'), ('propose_void', 'voiding proposed'), ('withdraw_void', 'proposal to void withdrawn'), ('void', 'game voided'), ('look', 'look at hidden information'), ('settle', 'report settled'), ('appoint', 'moderator appointed'), ('dismiss', 'moderator dismissed')], max_length=13)),
                ('seq', models.IntegerField(null=True)),
                ('data', models.JSONField(default=dict)),
                ('reason', models.CharField(max_length=64)),
                ('actor', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to='games.game')),
                ('league', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to='games.league')),
                ('subject', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='games.auditentry')),
                ('report', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to='games.report')),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ['-at', '-pk'],
                'permissions': [('moderate', 'Can moderate the whole site')],
                'indexes': [models.Index(fields=['game', 'deed'], name='games_audit_game_id_4a468e_idx'), models.Index(fields=['subject', 'deed'], name='games_audit_subject_f00f94_idx')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('mute', 'may not write to others'), ('suspension', 'may begin no games'), ('ban', 'may not sign in')], max_length=10)),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('lifted_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sanctions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'indexes': [models.Index(fields=['person', 'kind'], name='games_sanct_person__5fce36_idx')],
            },
        ),
        migrations.RunPython(put_on, take_off),
    ]
