from datetime import UTC, datetime

import django.db.models.deletion
from django.db import migrations, models

CONDUCT = """
    INSERT INTO games_duelog (job, game_id, due_at)
    SELECT 'conduct', g.id, %s FROM games_game g
    WHERE g.version >= 0 AND NOT g.practice AND (
        NOT EXISTS (
            SELECT 1 FROM games_reliabilityrecord r WHERE r.game_id = g.id AND r.seq = g.version
        )
        OR g.status = 'void' AND EXISTS (
            SELECT 1 FROM games_reliabilityrecord r WHERE r.game_id = g.id AND r.finished
        )
    )
"""
PROOF = """
    INSERT INTO games_duelog (job, game_id, due_at)
    SELECT 'proof', g.id, %s FROM games_game g
    LEFT JOIN games_logproof p ON p.game_id = g.id
    WHERE g.version >= 0 AND (p.game_id IS NULL OR p.seq <> g.version OR p.hash <> g.head)
"""


def note_what_waits(apps, schema_editor):
    """Note the logs that are not counted or proved to their end: the last time that all are asked."""
    connection = schema_editor.connection
    now = connection.ops.adapt_datetimefield_value(datetime.now(UTC))
    with connection.cursor() as cursor:
        for statement in (CONDUCT, PROOF):
            cursor.execute(statement, [now])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0058_languages_are_folders'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='changed',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('changed', True)), fields=['id'], name='games_that_changed'),
        ),
        migrations.CreateModel(
            name='DueLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('job', models.CharField(max_length=10)),
                ('due_at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
            options={
                'indexes': [models.Index(fields=['job', 'due_at'], name='due_logs_in_order')],
                'constraints': [models.UniqueConstraint(fields=('game', 'job'), name='one_due_log_a_job')],
            },
        ),
        migrations.RunPython(note_what_waits, migrations.RunPython.noop),
    ]
